#include "engine/xq/pins_internal.h"
#include <string.h>

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

/* A king's own step: the enemies stay, only the king's old point opens. A man captured on `to` threatens nothing from
 * there: no line, leg or pawn's step leads from a point to itself. */
bool king_step_is_safe(const Pos *pos, int from, int to) {
    const int us = pos->side, by = us ^ 1;
    const uint8_t *at = pos->sq_of + (by << 4);
    const uint32_t lines = pos_lines(pos, to) & ~line_bit[to][from];
    const uint64_t open = (uint64_t)1 << MAN_NONE | (uint64_t)1 << pos->man[from];
    return !((rook_counts(at, to, lines) & 1) | (cannon_counts(at, to, lines) & 2) |
             ((horse_legs(pos, at, to) & open) != 0) | pawn_beside(pos, by, to));
}

/* Is `king` threatened by the men at[] after another man went from `from` to `to`? A pawn that moved or was captured is
 * the caller's to look at. */
static inline bool threatened_after(const Pos *pos, const uint8_t *at, int king, int from, int to) {
    const uint32_t lines = (pos_lines(pos, king) & ~line_bit[king][from]) | line_bit[king][to];
    if ((rook_counts(at, king, lines) & 1) | (cannon_counts(at, king, lines) & 2)) return true;
    for (int i = HORSE_A; i <= HORSE_B; i++) {
        const int leg = horse_leg[king][at[i]];
        if (leg != to && (leg == from || pos->man[leg] == MAN_NONE)) return true;
    }
    return false;
}

bool pos_is_legal(const Pos *pos, Move mv) {
    const int from = mv_from(mv), to = mv_to(mv), us = pos->side, by = us ^ 1, king = pos_king(pos, us);
    if (from == king) return king_step_is_safe(pos, from, to);
    uint8_t at[MEN_A_SIDE];
    memcpy(at, pos->sq_of + (by << 4), sizeof at);
    const int captured = pos->man[to];
    if (captured != MAN_NONE) at[captured & 15] = SQ_NONE;
    if (threatened_after(pos, at, king, from, to)) return false;
    const int pawn = pc_make(by, PAWN), beside[] = { king - 1, king + 1, by == RED ? king - FILES : king + FILES };
    for (int i = 0; i < 3; i++)
        if (pos->board[beside[i]] == pawn && beside[i] != to) return false;
    return true;
}

bool pos_gives_check(const Pos *pos, Move mv) {
    const int from = mv_from(mv), to = mv_to(mv), by = pos->side, king = pos_king(pos, by ^ 1);
    uint8_t at[MEN_A_SIDE];
    memcpy(at, pos->sq_of + (by << 4), sizeof at);
    at[pos->man[from] & 15] = (uint8_t)to;
    if (threatened_after(pos, at, king, from, to)) return true;
    const int pawn = pc_make(by, PAWN), beside[] = { king - 1, king + 1, by == RED ? king - FILES : king + FILES };
    for (int i = 0; i < 3; i++)
        if (beside[i] == to ? pos->board[from] == pawn : pos->board[beside[i]] == pawn) return true;
    return false;
}

void pos_evasion(const Pos *pos, Evasion *evasion) {
    const int us = pos->side, king = pos_king(pos, us);
    const uint8_t *at = pos->sq_of + ((us ^ 1) << 4);
    const uint32_t lines = pos_lines(pos, king);
    *evasion = (Evasion){ .screen = SQ_NONE, .checker = SQ_NONE, .leg = SQ_NONE };
    static const uint8_t rooks[] = { KING_MAN, ROOK_A, ROOK_B }, cannons[] = { CANNON_A, CANNON_B };
    for (int i = 0; i < 3; i++)
        if (line_count(lines, king, at[rooks[i]]) == 0) {
            evasion->block = line_between[king][at[rooks[i]]];
            evasion->checker = at[rooks[i]];
            return;
        }
    for (int i = 0; i < 2; i++) {
        const uint32_t between = line_between[king][at[cannons[i]]];
        if (__builtin_popcount(lines & between) != 1) continue;
        evasion->block = between & ~lines;
        evasion->checker = at[cannons[i]];
        evasion->screen = (uint8_t)line_square(king, __builtin_ctz(lines & between));
        return;
    }
    for (int i = HORSE_A; i <= HORSE_B; i++)
        if (pos->man[horse_leg[king][at[i]]] == MAN_NONE) {
            evasion->checker = at[i];
            evasion->leg = horse_leg[king][at[i]];
            return;
        }
    const int pawn = pc_make(us ^ 1, PAWN), beside[] = { king - 1, king + 1, us == RED ? king + FILES : king - FILES };
    for (int i = 0; i < 3; i++)
        if (pos->board[beside[i]] == pawn) evasion->checker = (uint8_t)beside[i];
}
