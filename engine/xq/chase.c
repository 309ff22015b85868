#include "engine/xq/chase.h"

/* How an attack of one kind on another counts. */
enum { NEVER, ROOTLESS /* only if the victim can't be recaptured */, ALWAYS };

/* Asian rules: the lesser man chases the greater whether it has a root or not. */
static const uint8_t asian_law[KINDS][KINDS] = {
    /*             K      A         E         H         R         C         P */
    [ADVISOR]  = { NEVER, ROOTLESS, ROOTLESS, ALWAYS,   ALWAYS,   ALWAYS,   ROOTLESS },
    [ELEPHANT] = { NEVER, ROOTLESS, ROOTLESS, ALWAYS,   ALWAYS,   ALWAYS,   ROOTLESS },
    [HORSE]    = { NEVER, ROOTLESS, ROOTLESS, ROOTLESS, ALWAYS,   ROOTLESS, ROOTLESS },
    [ROOK]     = { NEVER, ROOTLESS, ROOTLESS, ROOTLESS, ROOTLESS, ROOTLESS, ROOTLESS },
    [CANNON]   = { NEVER, ROOTLESS, ROOTLESS, ROOTLESS, ALWAYS,   ROOTLESS, ROOTLESS },
};

/* The league's judge: advisors and elephants are no victims, equal men never chase each other. */
static const uint8_t simple_law[KINDS][KINDS] = {
    [HORSE]  = { [ROOK] = ALWAYS, [CANNON] = ROOTLESS, [PAWN] = ROOTLESS },
    [ROOK]   = { [HORSE] = ROOTLESS, [CANNON] = ROOTLESS, [PAWN] = ROOTLESS },
    [CANNON] = { [ROOK] = ALWAYS, [HORSE] = ROOTLESS, [PAWN] = ROOTLESS },
};

static bool is_crossed(int side, int sq) { return (sq >= SQ_COUNT / 2) == (side == RED); }

static uint32_t men_of(const Pos *pos, int side) { return pos->alive & 0xffffu << (side * MEN_A_SIDE); }

/* Men of the other side that may be victims at all. */
static uint32_t possible_victims(const Pos *pos, int side) {
    const int other = side_other(side);
    uint32_t men = men_of(pos, other) & ~(1u << (other * MEN_A_SIDE));
    for (int number = man_first[PAWN]; number < MEN_A_SIDE; number++) {
        const int man = other * MEN_A_SIDE + number;
        if (men >> man & 1 && !is_crossed(other, pos->sq_of[man])) men &= ~(1u << man);
    }
    return men;
}

static bool can_play(const Pos *pos, int from, int to) {
    const Move mv = mv_make(from, to);
    return pos_is_pseudo_legal(pos, mv) && pos_is_legal(pos, mv);
}

/* Once this capture is made, can the man be legally recaptured? */
static bool has_root(const Pos *pos, Move capture) {
    Pos after = *pos;
    Undo undo;
    pos_make(&after, capture, &undo);
    for (uint32_t men = men_of(&after, after.side); men; men &= men - 1)
        if (can_play(&after, after.sq_of[__builtin_ctz(men)], mv_to(capture))) return true;
    return false;
}

/* Could the victim capture its attacker, were it the victim's turn? Then the attack is an offer to exchange. */
static bool can_take_back(const Pos *pos, Move capture) {
    Pos other = *pos;
    other.side ^= 1;
    return can_play(&other, mv_to(capture), mv_from(capture));
}

static bool threatens(const Pos *pos, int attacker, int victim) {
    const int kind = man_kind[attacker], target = man_kind[victim];
    const int law = asian_law[kind][target];
    const int from = pos->sq_of[attacker], to = pos->sq_of[victim];
    if (law == NEVER || !can_play(pos, from, to)) return false;
    if (law == ALWAYS) return true;
    const Move capture = mv_make(from, to);
    if (has_root(pos, capture)) return false;
    return kind != target || !can_take_back(pos, capture);
}

uint32_t chase_threats(const Pos *pos, int side, uint32_t among) {
    Pos turn = *pos;
    turn.side = (uint8_t)side;
    uint32_t threatened = 0;
    for (uint32_t victims = possible_victims(&turn, side) & among; victims; victims &= victims - 1) {
        const int victim = __builtin_ctz(victims);
        for (uint32_t men = men_of(&turn, side); men; men &= men - 1) {
            if (!threatens(&turn, __builtin_ctz(men), victim)) continue;
            threatened |= 1u << victim;
            break;
        }
    }
    return threatened;
}

/* Rook and cannon are looked at only across the line they moved along: along it they attack what they attacked
 * before. */
static bool is_across(Move mv, int target) {
    const bool along_file = sq_file(mv_from(mv)) == sq_file(mv_to(mv));
    return along_file ? sq_rank(target) == sq_rank(mv_to(mv)) : sq_file(target) == sq_file(mv_to(mv));
}

static uint32_t simple_victims(const Pos *after, Move mv, uint32_t among) {
    const int from = mv_to(mv), kind = pc_kind(after->board[from]), side = side_other(after->side);
    Pos turn = *after;
    turn.side = (uint8_t)side;
    uint32_t chased = 0;
    for (uint32_t victims = possible_victims(&turn, side) & among; victims; victims &= victims - 1) {
        const int victim = __builtin_ctz(victims), to = turn.sq_of[victim];
        const int law = simple_law[kind][man_kind[victim]];
        if (law == NEVER || !pos_is_pseudo_legal(&turn, mv_make(from, to))) continue;
        if (kind != HORSE && !is_across(mv, to)) continue;
        if (law == ALWAYS || !pos_attacks(&turn, after->side, to)) chased |= 1u << victim;
    }
    return chased;
}

static uint32_t asian_victims(const Pos *before, const Pos *after, uint32_t among) {
    const uint32_t now = chase_threats(after, before->side, among);
    return now ? now & ~chase_threats(before, before->side, now) : 0;
}

uint32_t chase_victims(ChaseModel model, const Pos *before, const Pos *after, Move mv, uint32_t among) {
    switch (model) {
    case CHASE_SIMPLE: return simple_victims(after, mv, among);
    case CHASE_ASIAN: return asian_victims(before, after, among);
    default: return 0;
    }
}
