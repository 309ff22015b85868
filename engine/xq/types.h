/* The words of the board: squares, sides, kinds, pieces, men, moves.
 *
 * A square (sq) is rank * 9 + file: rank 0 is Red's back rank, file 0 is Red's left (a). A piece (pc) is side and
 * kind; a man is one of the 32 individuals, so that the referee can say which rook was chased. A move (mv) is
 * 14 bits, from and to; what moved and what was captured is read from the position before it. */
#ifndef ENGINE_XQ_TYPES_H
#define ENGINE_XQ_TYPES_H
#include <stdbool.h>
#include <stdint.h>

enum { FILES = 9, RANKS = 10, SQ_COUNT = 90, SQ_NONE = 90 };

static inline int sq_of(int file, int rank) { return rank * FILES + file; }
static inline int sq_file(int sq) { return sq % FILES; }
static inline int sq_rank(int sq) { return sq / FILES; }
/* The same square seen from the other side (ranks reversed), and in the mirror (files reversed). */
static inline int sq_flip(int sq) { return sq_of(sq_file(sq), RANKS - 1 - sq_rank(sq)); }
static inline int sq_mirror(int sq) { return sq_of(FILES - 1 - sq_file(sq), sq_rank(sq)); }

typedef enum { RED, BLACK } Side;
static inline int side_other(int side) { return side ^ 1; }

/* In the order of the FEN letters K A B N R C P. */
typedef enum { KING, ADVISOR, ELEPHANT, HORSE, ROOK, CANNON, PAWN, KINDS } Kind;

/* Pieces: side << 3 | kind. PC_NONE has a row of its own in tables by piece (16 rows), so that "what was captured"
 * can index them without a test. */
enum { PC_NONE = 7, PC_COUNT = 16 };
static inline int pc_make(int side, int kind) { return side << 3 | kind; }
static inline int pc_side(int pc) { return pc >> 3; }
static inline int pc_kind(int pc) { return pc & 7; }

/* Men: side << 4 | number; numbers 0 king, 1-2 advisors, 3-4 elephants, 5-6 horses, 7-8 rooks, 9-10 cannons,
 * 11-15 pawns. */
enum { MAN_NONE = 32, MAN_COUNT = 32, MEN_A_SIDE = 16 };
static inline int man_side(int man) { return man >> 4; }
/* Defined here, so that loops over the men of one kind have constant bounds. */
static const uint8_t man_kind[MAN_COUNT] = {
    KING, ADVISOR, ADVISOR, ELEPHANT, ELEPHANT, HORSE, HORSE, ROOK, ROOK, CANNON, CANNON, PAWN, PAWN, PAWN, PAWN, PAWN,
    KING, ADVISOR, ADVISOR, ELEPHANT, ELEPHANT, HORSE, HORSE, ROOK, ROOK, CANNON, CANNON, PAWN, PAWN, PAWN, PAWN, PAWN,
};
static const uint8_t man_first[KINDS + 1] = { 0, 1, 3, 5, 7, 9, 11, 16 }; /* first number of a kind */
static inline int man_piece(int man) { return pc_make(man_side(man), man_kind[man]); }

typedef uint16_t Move;
enum { MOVE_NONE = 0, MOVES_MAX = 128 };
static inline Move mv_make(int from, int to) { return (Move)(from | to << 7); }
static inline int mv_from(Move mv) { return mv & 127; }
static inline int mv_to(Move mv) { return mv >> 7; }

typedef struct { Move move[MOVES_MAX]; int count; } MoveList;
#endif
