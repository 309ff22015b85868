#include "engine/xq/pos.h"
#include <assert.h>
#include <stdlib.h>
#include <string.h>
#include "engine/core/rng.h"
#include "engine/xq/attacks.h"
#include "engine/xq/gen_internal.h"

const char POS_START_FEN[] = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1";

uint64_t zobrist_piece[PC_COUNT][SQ_COUNT];
uint64_t zobrist_side;

/* Where a square's line bits lie: make and undo ask often enough that a division and two shifts cost. */
typedef struct { uint8_t rank, file; uint16_t rank_bit, file_bit; } Point;
static Point points[SQ_COUNT];

static void init_points(void) {
    for (int sq = 0; sq < SQ_COUNT; sq++)
        points[sq] = (Point){ (uint8_t)sq_rank(sq), (uint8_t)sq_file(sq), (uint16_t)(1u << sq_file(sq)),
                              (uint16_t)(1u << sq_rank(sq)) };
}

void xq_init(void) {
    init_points();
    for (int pc = 0; pc < PC_COUNT; pc++)
        for (int sq = 0; sq < SQ_COUNT; sq++)
            zobrist_piece[pc][sq] = pc_kind(pc) < KINDS ? rng_bits(2006, (uint64_t)pc, (uint64_t)sq) : 0;
    zobrist_side = rng_bits(2006, PC_COUNT, 0);
    attacks_init();
    bitboard_init();
}

void pos_clear(Pos *pos) {
    memset(pos, 0, sizeof *pos);
    memset(pos->board, PC_NONE, sizeof pos->board);
    memset(pos->man, MAN_NONE, sizeof pos->man);
    pos->board[SQ_WALL] = PC_WALL;
    pos->man[SQ_WALL] = MAN_WALL;
    memset(pos->sq_of, SQ_NONE, sizeof pos->sq_of);
    pos->fullmove = 1;
}

/* Set or clear the line bits of one square: both are the same exclusive or. */
static inline void toggle_lines(Pos *pos, int side, int sq) {
    const Point at = points[sq];
    pos->rank_bits[side][at.rank] ^= at.rank_bit;
    pos->file_bits[side][at.file] ^= at.file_bit;
}

bool pos_put(Pos *pos, int pc, int sq) {
    assert(pos->board[sq] == PC_NONE);
    const int side = pc_side(pc), kind = pc_kind(pc);
    for (int number = man_first[kind]; number < man_first[kind + 1]; number++) {
        const int man = side << 4 | number;
        if (pos->alive >> man & 1) continue;
        pos->board[sq] = (uint8_t)pc;
        pos->man[sq] = (uint8_t)man;
        pos->sq_of[man] = (uint8_t)sq;
        pos->alive |= 1u << man;
        toggle_lines(pos, side, sq);
        pos->key ^= zobrist_piece[pc][sq];
        return true;
    }
    return false;
}

uint64_t pos_compute_key(const Pos *pos) {
    uint64_t key = pos->side == BLACK ? zobrist_side : 0;
    for (int sq = 0; sq < SQ_COUNT; sq++) key ^= zobrist_piece[pos->board[sq]][sq];
    return key;
}

void pos_make(Pos *pos, Move mv, Undo *undo) {
    const int from = mv_from(mv), to = mv_to(mv), us = pos->side;
    const int pc = pos->board[from], man = pos->man[from], captured = pos->man[to];
    *undo = (Undo){ .key = pos->key, .halfmove = pos->halfmove, .captured = (uint8_t)captured };
    pos->key ^= zobrist_piece[pc][from] ^ zobrist_piece[pc][to] ^ zobrist_piece[pos->board[to]][to] ^ zobrist_side;
    pos->halfmove++;
    if (captured != MAN_NONE) {
        pos->sq_of[captured] = SQ_NONE;
        pos->alive &= ~(1u << captured);
        toggle_lines(pos, us ^ 1, to);
        pos->halfmove = 0;
    }
    pos->board[from] = PC_NONE;
    pos->man[from] = MAN_NONE;
    pos->board[to] = (uint8_t)pc;
    pos->man[to] = (uint8_t)man;
    pos->sq_of[man] = (uint8_t)to;
    toggle_lines(pos, us, from);
    toggle_lines(pos, us, to);
    pos->side = (uint8_t)(us ^ 1);
    pos->fullmove = (uint16_t)(pos->fullmove + us);
}

void pos_undo(Pos *pos, Move mv, const Undo *undo) {
    const int from = mv_from(mv), to = mv_to(mv), us = pos->side ^ 1;
    const int pc = pos->board[to], man = pos->man[to], captured = undo->captured;
    pos->side = (uint8_t)us;
    pos->fullmove = (uint16_t)(pos->fullmove - us);
    pos->key = undo->key;
    pos->halfmove = undo->halfmove;
    pos->board[from] = (uint8_t)pc;
    pos->man[from] = (uint8_t)man;
    pos->sq_of[man] = (uint8_t)from;
    pos->board[to] = PC_NONE;
    pos->man[to] = (uint8_t)captured;
    toggle_lines(pos, us, from);
    toggle_lines(pos, us, to);
    if (captured != MAN_NONE) {
        pos->board[to] = (uint8_t)man_piece(captured);
        pos->sq_of[captured] = (uint8_t)to;
        pos->alive |= 1u << captured;
        toggle_lines(pos, us ^ 1, to);
    }
}

void pos_make_null(Pos *pos, Undo *undo) {
    *undo = (Undo){ .key = pos->key, .halfmove = pos->halfmove, .captured = MAN_NONE };
    pos->key ^= zobrist_side;
    pos->side ^= 1;
    pos->halfmove++;
}

void pos_undo_null(Pos *pos, const Undo *undo) {
    pos->key = undo->key;
    pos->halfmove = undo->halfmove;
    pos->side ^= 1;
}

bool pos_is_pseudo_legal(const Pos *pos, Move mv) {
    const int from = mv_from(mv), to = mv_to(mv);
    if (from >= SQ_COUNT || to >= SQ_COUNT) return false;
    const int pc = pos->board[from], target = pos->board[to];
    if (pc == PC_NONE || pc_side(pc) != pos->side) return false;
    if (target != PC_NONE && pc_side(target) == pos->side) return false;
    switch (pc_kind(pc)) {
    case ROOK:   return line_count(pos_lines(pos, from), from, to) == 0;
    case CANNON: return line_count(pos_lines(pos, from), from, to) == (target != PC_NONE);
    case HORSE:  return pos->board[horse_leg[to][from]] == PC_NONE;
    default:     break;
    }
    const Steps *steps = &piece_steps[pc][from];
    for (int i = 0; i < steps->count; i++)
        if (steps->step[i].to == to) return pos->board[steps->step[i].via] == PC_NONE;
    return false;
}

bool pos_attacks(const Pos *pos, int by, int sq) {
    return attackers_of_side(pos, by, sq, pos_lines(pos, sq), pos->alive) != 0;
}

static void transform(const Pos *pos, Pos *out, int (*map)(int), int swap) {
    pos_clear(out);
    for (int man = 0; man < MAN_COUNT; man++) /* in order of men, so that identities keep their order */
        if (pos->alive >> man & 1) pos_put(out, man_piece(man) ^ swap << 3, map(pos->sq_of[man]));
    out->side = (uint8_t)(pos->side ^ swap);
    out->halfmove = pos->halfmove;
    out->fullmove = pos->fullmove;
    out->key = pos_compute_key(out);
}

void pos_flip(const Pos *pos, Pos *out) { transform(pos, out, sq_flip, 1); }
void pos_mirror(const Pos *pos, Pos *out) { transform(pos, out, sq_mirror, 0); }
