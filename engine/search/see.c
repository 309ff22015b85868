#include "engine/search/see.h"
#include "engine/xq/attacks.h"

const int see_value[KINDS + 1] = {
    [KING] = 10000, [ADVISOR] = 150, [ELEPHANT] = 150, [HORSE] = 450, [ROOK] = 1000, [CANNON] = 450, [PAWN] = 100,
};

/* The cheapest of these men, all of one side; equal ones by number. */
static int cheapest(uint32_t men, int side) {
    static const uint16_t by_value[] = { 0xf800, 0x001e, 0x0660, 0x0180,
                                         0x0001 }; /* pawns, guards, horses and cannons, rooks, king */
    const uint32_t own = men >> (side << 4);
    for (int i = 0; own; i++)
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

/* An exchange on one square while it goes on. */
typedef struct {
    const Pos *pos;
    int to, side, man; /* the man on the square, of the side that took last */
    uint32_t alive, lines;
} Exchange;

static Exchange begin(const Pos *pos, Move mv) {
    const int to = mv_to(mv);
    Exchange e = { .pos = pos,
                   .to = to,
                   .side = pos->side,
                   .man = pos->man[mv_from(mv)],
                   .alive = pos->alive,
                   .lines = pos_lines(pos, to) };
    if (pos->man[to] != MAN_NONE) e.alive &= ~(1u << pos->man[to]);
    return e;
}

/* The other side takes with its cheapest man; false when it can't. */
static bool take(Exchange *e) {
    e->alive &= ~(1u << e->man);
    e->lines &= ~line_bit[e->to][e->pos->sq_of[e->man]];
    e->side ^= 1;
    e->man = cheapest(attackers_of_side(e->pos, e->side, e->to, e->lines, e->alive), e->side);
    return e->man != MAN_NONE && !(man_kind[e->man] == KING && is_suicide(e->pos, e->side, e->to, e->lines, e->alive));
}

int see(const Pos *pos, Move mv) {
    int gain[MAN_COUNT + 1], depth = 0;
    Exchange e = begin(pos, mv);
    gain[0] = see_value[pc_kind(pos->board[e.to])];
    for (int worth = see_value[man_kind[e.man]]; take(&e); worth = see_value[man_kind[e.man]]) {
        depth++;
        gain[depth] = worth - gain[depth - 1];
    }
    for (; depth > 0; depth--)
        if (-gain[depth] < gain[depth - 1]) gain[depth - 1] = -gain[depth];
    return gain[0];
}

/* `lead` is how far the side that took last is above what it needs even if its man is lost for nothing; the side
 * that cannot take any more, or needs not, decides. */
bool see_at_least(const Pos *pos, Move mv, int threshold) {
    int lead = see_value[pc_kind(pos->board[mv_to(mv)])] - threshold;
    if (lead < 0) return false;
    lead -= see_value[pc_kind(pos->board[mv_from(mv)])];
    if (lead >= 0) return true;
    Exchange e = begin(pos, mv);
    bool holds = true;
    while (take(&e)) {
        holds = !holds;
        lead = -lead - see_value[man_kind[e.man]];
        if (lead >= !holds) break;
    }
    return holds;
}
