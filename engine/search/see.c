#include "engine/search/see.h"
#include "engine/xq/attacks.h"

const int see_value[KINDS + 1] = {
    [KING] = 10000, [ADVISOR] = 150, [ELEPHANT] = 150, [HORSE] = 450, [ROOK] = 1000, [CANNON] = 450, [PAWN] = 100,
};

/* The cheapest of these men of one side; equal ones by number. */
static int cheapest(uint32_t men, int side) {
    static const uint16_t by_value[] = { 0xf800, 0x001e, 0x0660, 0x0180, 0x0001 }; /* pawns, guards, horses and cannons, rooks, king */
    const uint32_t own = men >> (side << 4) & 0xffff;
    for (int i = 0; i < 5; i++)
        if (own & by_value[i]) return side << 4 | __builtin_ctz(own & by_value[i]);
    return MAN_NONE;
}

/* Would this side's king, having left its square to take on `to`, be taken itself: by a man or by the other king? */
static bool is_suicide(const Pos *pos, int side, int to, uint32_t lines, uint32_t alive) {
    const int king = side << 4, other = pos_king(pos, side ^ 1);
    lines &= ~line_bit[to][pos->sq_of[king]];
    return attackers_of_side(pos, side ^ 1, to, lines, alive & ~(1u << king)) ||
           (sq_file(other) == sq_file(to) && line_count(lines, to, other) == 0);
}

int see(const Pos *pos, Move mv) {
    const int from = mv_from(mv), to = mv_to(mv);
    int gain[MAN_COUNT + 1], depth = 0, side = pos->side, man = pos->man[from];
    uint32_t alive = pos->alive, lines = pos_lines(pos, to);
    gain[0] = see_value[pc_kind(pos->board[to])];
    if (pos->man[to] != MAN_NONE) alive &= ~(1u << pos->man[to]);
    for (;;) {
        const int worth = see_value[man_kind[man]]; /* stands on the square now, to be taken next */
        alive &= ~(1u << man);
        lines &= ~line_bit[to][pos->sq_of[man]];
        side ^= 1;
        man = cheapest(attackers_of_side(pos, side, to, lines, alive), side);
        if (man == MAN_NONE) break;
        if (man_kind[man] == KING && is_suicide(pos, side, to, lines, alive)) break;
        depth++;
        gain[depth] = worth - gain[depth - 1];
    }
    for (; depth > 0; depth--)
        if (-gain[depth] < gain[depth - 1]) gain[depth - 1] = -gain[depth];
    return gain[0];
}

bool see_at_least(const Pos *pos, Move mv, int threshold) {
    const int won = see_value[pc_kind(pos->board[mv_to(mv)])];
    if (won < threshold) return false;
    if (won - see_value[pc_kind(pos->board[mv_from(mv)])] >= threshold) return true;
    return see(pos, mv) >= threshold;
}
