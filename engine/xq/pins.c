#include "engine/xq/pins.h"
#include <assert.h>

/* All questions about a king are put to its lines: a slider's threat depends only on how many men stand between.
 * The slots of the men that can threaten it from afar: */
enum { KING_MAN = 0, HORSE_A = 5, HORSE_B = 6, ROOK_A = 7, ROOK_B = 8, CANNON_A = 9, CANNON_B = 10 };

/* Bit n: some rook (or the other king, which threatens like one) has n men between itself and sq. */
static inline unsigned rook_counts(const uint8_t *at, int sq, uint32_t lines) {
    return 1u << line_count(lines, sq, at[KING_MAN]) | 1u << line_count(lines, sq, at[ROOK_A]) |
           1u << line_count(lines, sq, at[ROOK_B]);
}
static inline unsigned cannon_counts(const uint8_t *at, int sq, uint32_t lines) {
    return 1u << line_count(lines, sq, at[CANNON_A]) | 1u << line_count(lines, sq, at[CANNON_B]);
}
/* Bit m: man m stands on the leg of a horse that would attack sq; bit MAN_NONE: nobody does, it attacks. */
static inline uint64_t horse_legs(const Pos *pos, const uint8_t *at, int sq) {
    return (uint64_t)1 << pos->man[horse_leg[sq][at[HORSE_A]]] | (uint64_t)1 << pos->man[horse_leg[sq][at[HORSE_B]]];
}
/* The three squares from which pawns of `by` threaten a king: beside it, and before it as its own pawns go. */
static inline bool pawn_beside(const Pos *pos, int by, int king) {
    const int pawn = pc_make(by, PAWN), before = by == RED ? king - FILES : king + FILES;
    return (pos->board[king - 1] == pawn) | (pos->board[king + 1] == pawn) | (pos->board[before] == pawn);
}

bool pos_in_check(const Pos *pos, int side) {
    const int by = side ^ 1, king = pos_king(pos, side);
    const uint8_t *at = pos->sq_of + (by << 4);
    const uint32_t lines = pos_lines(pos, king);
    return (rook_counts(at, king, lines) & 1) | (cannon_counts(at, king, lines) & 2) |
           (horse_legs(pos, at, king) >> MAN_NONE & 1) | pawn_beside(pos, by, king);
}

/* Men among these bits of the lines of sq. */
static uint32_t men_on(const Pos *pos, int sq, uint32_t bits) {
    uint32_t men = 0;
    for (; bits; bits &= bits - 1) men |= 1u << pos->man[line_square(sq, __builtin_ctz(bits))];
    return men;
}

/* The men between the king and its threats by line, and the points a screen must not enter. */
static void pin_lines(const Pos *pos, const uint8_t *at, int king, uint32_t lines, Pins *pins) {
    static const uint8_t rooks[] = { KING_MAN, ROOK_A, ROOK_B }, cannons[] = { CANNON_A, CANNON_B };
    for (int i = 0; i < 3; i++) {
        const uint32_t between = line_between[king][at[rooks[i]]];
        if (__builtin_popcount(lines & between) == 1) pins->pinned |= men_on(pos, king, lines & between);
    }
    for (int i = 0; i < 2; i++) {
        const uint32_t between = line_between[king][at[cannons[i]]];
        const int count = __builtin_popcount(lines & between);
        if (count == 2) pins->pinned |= men_on(pos, king, lines & between);
        if (count == 0) pins->hollow |= between;
    }
}

void pos_pins(const Pos *pos, Pins *pins) {
    const int us = pos->side, by = us ^ 1, king = pos_king(pos, us);
    const uint8_t *at = pos->sq_of + (by << 4);
    const uint32_t lines = pos_lines(pos, king);
    const unsigned rooks = rook_counts(at, king, lines), cannons = cannon_counts(at, king, lines);
    const uint64_t legs = horse_legs(pos, at, king);
    pins->hollow = 0;
    pins->in_check = (rooks & 1) | (cannons & 2) | (legs >> MAN_NONE & 1) | pawn_beside(pos, by, king);
    if (pins->in_check) {
        pins->pinned = UINT32_MAX;
        return;
    }
    pins->pinned = (uint32_t)legs | 1u << (us << 4);
    if ((rooks & 2) | (cannons & 5)) pin_lines(pos, at, king, lines, pins);
}

/* Is `king` attacked by `by` once the man on `from` stands on `to`? Whoever stood on `to` is gone; the mover is of
 * either side, and may be the king itself if `king` is where it arrives. */
static inline bool attacked_after(const Pos *pos, int by, int king, int from, int to) {
    const bool ours = pc_side(pos->board[from]) == by; /* the attackers' own move */
    const int moved = ours ? from : to, now = ours ? to : SQ_NONE;
    const uint8_t *at = pos->sq_of + (by << 4);
    uint8_t after[11];
    for (int i = 0; i < 11; i++) after[i] = (uint8_t)(at[i] == moved ? now : at[i]);
    const uint32_t lines = (pos_lines(pos, king) & ~line_bit[king][from]) | line_bit[king][to];
    if ((rook_counts(after, king, lines) & 1) | (cannon_counts(after, king, lines) & 2)) return true;
    for (int i = HORSE_A; i <= HORSE_B; i++) {
        const int leg = horse_leg[king][after[i]];
        if (leg != to && (leg == from || pos->man[leg] == MAN_NONE)) return true;
    }
    const int pawn = pc_make(by, PAWN), beside[3] = { king - 1, king + 1, by == RED ? king - FILES : king + FILES };
    for (int i = 0; i < 3; i++) {
        const int sq = beside[i];
        if ((sq == to ? ours && pos->board[from] == pawn : sq != from && pos->board[sq] == pawn)) return true;
    }
    return false;
}

bool pos_is_legal(const Pos *pos, Move mv) {
    const int from = mv_from(mv), to = mv_to(mv), us = pos->side, king = pos_king(pos, us);
    return !attacked_after(pos, us ^ 1, from == king ? to : king, from, to);
}

bool pos_gives_check(const Pos *pos, Move mv) {
    return attacked_after(pos, pos->side, pos_king(pos, pos->side ^ 1), mv_from(mv), mv_to(mv));
}
