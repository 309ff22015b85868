/* A position: the board in the forms that its users read fastest, kept in step by make and undo. */
#ifndef ENGINE_XQ_POS_H
#define ENGINE_XQ_POS_H
#include "engine/xq/types.h"

/* Two slots behind the board spare tables and loops their special cases: SQ_NONE is always empty, SQ_WALL always
 * full, of neither side. */
enum { SQ_WALL = SQ_NONE + 1, SQ_SLOTS = 96, PC_WALL = 15, MAN_WALL = MAN_NONE + 1 };

typedef struct {
    uint8_t board[SQ_SLOTS];     /* piece on each square, PC_NONE if empty */
    uint8_t man[SQ_SLOTS];       /* man on each square, MAN_NONE if empty */
    uint8_t sq_of[MAN_COUNT];    /* square of each man, SQ_NONE when captured */
    uint16_t rank_bits[2][RANKS]; /* by side: bit f of [r] is set when a man of that side stands on file f, rank r */
    uint16_t file_bits[2][FILES]; /* the same by file: bit r of [f] */
    uint32_t alive;              /* bit m: man m is on the board */
    uint8_t side;                /* to move */
    uint16_t halfmove;           /* plies since the last capture, from the FEN's number on */
    uint16_t fullmove;           /* move number of the FEN, from 1, counted up after Black's moves */
    uint64_t key;                /* Zobrist key of board and side */
} Pos;

/* What make can't recompute. */
typedef struct { uint64_t key; uint16_t halfmove; uint8_t captured; /* man, or MAN_NONE */ } Undo;

/* Zobrist constants, frozen: books and signatures depend on them. zobrist_piece[PC_NONE] is all zero. */
extern uint64_t zobrist_piece[PC_COUNT][SQ_COUNT];
extern uint64_t zobrist_side;
/* Fill the tables of the module (Zobrist, attacks, lines). Called once by main, before any thread starts; calling it
 * again is harmless. */
void xq_init(void);

extern const char POS_START_FEN[];

/* An empty board with Red to move (not a legal position). */
void pos_clear(Pos *pos);
/* Put a man of this piece on an empty square; false when all men of its kind stand already. */
bool pos_put(Pos *pos, int pc, int sq);
/* Compute the key from scratch. */
uint64_t pos_compute_key(const Pos *pos);

/* Make a pseudo-legal move; undo takes it back exactly. */
void pos_make(Pos *pos, Move mv, Undo *undo);
void pos_undo(Pos *pos, Move mv, const Undo *undo);
/* Pass: only the side (and key) changes. */
void pos_make_null(Pos *pos, Undo *undo);
void pos_undo_null(Pos *pos, const Undo *undo);

static inline int pos_king(const Pos *pos, int side) { return pos->sq_of[side << 4]; }
/* Is this side's king attacked (by a facing king too)? */
bool pos_in_check(const Pos *pos, int side);
/* Does a man of `by` attack sq, pins aside? A facing king attacks along the open file only a square with the other
 * king. */
bool pos_attacks(const Pos *pos, int by, int sq);
/* May the man on `from` go to `to` by the way it moves (blocks and own men respected, king safety not)? Any from and
 * to. */
bool pos_is_pseudo_legal(const Pos *pos, Move mv);
/* Does this pseudo-legal move leave the mover's king safe? */
bool pos_is_legal(const Pos *pos, Move mv);
/* The position with the colours exchanged (ranks flipped), and in the mirror (files flipped). */
void pos_flip(const Pos *pos, Pos *out);
void pos_mirror(const Pos *pos, Pos *out);
#endif
