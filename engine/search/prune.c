#include "engine/search/prune.h"
#include "engine/search/order.h"
#include "engine/search/see.h"
#include "engine/xq/pins.h"

static bool is_mate(int value) {
    return value >= SCORE_RULE_MIN || value <= -SCORE_RULE_MIN;
}

/* 256 * ln(n), by squaring: each squaring of the mantissa yields one more binary digit of the logarithm. */
static int log_256(unsigned n) {
    enum { DIGITS = 16, LN2_256 = 177 };
    const int whole = 31 - __builtin_clz(n);
    uint64_t mantissa = (uint64_t)n << (31 - whole); /* in [1, 2), 31 bits behind the point */
    unsigned log2 = (unsigned)whole;
    for (int i = 0; i < DIGITS; i++) {
        mantissa = mantissa * mantissa >> 31;
        log2 <<= 1;
        if (mantissa >> 32) {
            log2 |= 1;
            mantissa >>= 1;
        }
    }
    return (int)((uint64_t)log2 * LN2_256 >> DIGITS);
}

void prune_init(Search *s) {
    const SearchOptions *const o = OPTIONS(s);
    int log[REDUCTION_SIZE] = { 0 };
    for (unsigned n = 1; n < REDUCTION_SIZE; n++) log[n] = log_256(n);
    for (int depth = 0; depth < REDUCTION_SIZE; depth++)
        for (int number = 0; number < REDUCTION_SIZE; number++) {
            const int64_t hundredths =
                o->lmr_base + (int64_t)log[depth] * log[number] * 100 * 100 / (256 * 256 * o->lmr_divisor);
            s->reduction[depth][number] = (int16_t)(hundredths < 0 ? 0 : hundredths);
        }
}

/* Far below the window near the horizon: if captures don't help, quiet moves won't. */
static bool razor(Search *s, const Node *n, int *value) {
    const SearchOptions *const o = OPTIONS(s);
    if (!o->razoring || !o->quiescence || n->depth > o->razoring_depth) return false;
    if (n->eval + o->razoring_margin * n->depth > n->alpha) return false;
    *value = search_quiesce(s, n->alpha, n->alpha + 1, n->ply, 0, 0);
    return *value <= n->alpha;
}

static bool reverse_futility(const SearchOptions *o, const Node *n, int *value) {
    if (!o->reverse_futility || n->depth > o->reverse_futility_depth || is_mate(n->beta) || is_mate(n->eval))
        return false;
    if (n->eval - o->reverse_futility_margin * (n->depth - n->improving) < n->beta) return false;
    *value = n->eval;
    return true;
}

/* A side with pawns and guards alone may well be in zugzwang. */
static bool has_attacker(const Pos *pos) {
    enum { ATTACKERS = 0x07e0 }; /* horses, rooks, cannons by number */
    return pos->alive >> (pos->side << 4) & ATTACKERS;
}

static bool may_pass(const Search *s, const SearchOptions *o, const Node *n) {
    return o->null_move && n->depth >= o->null_move_depth && (!o->null_move_eval || n->eval >= n->beta) &&
           !is_mate(n->beta) && s->no_null_ply != n->ply && s->game.ply[s->game.count - 1].move != MOVE_NONE &&
           has_attacker(&s->game.pos);
}

static int null_reduction(const SearchOptions *o, const Node *n) {
    enum { DEPTH_A_PLY = 4, LEAD_A_PLY = 200, LEAD_MAX = 3 };
    int reduction = (int)o->null_move;
    if (!o->null_move_adaptive) return reduction;
    const int lead = n->eval > n->beta ? (n->eval - n->beta) / LEAD_A_PLY : 0;
    return reduction + n->depth / DEPTH_A_PLY + (lead < LEAD_MAX ? lead : LEAD_MAX);
}

/* Null move (Donninger 1993; verification after David-Tabibi and Netanyahu 2002): if even passing is good enough. */
static bool null_move(Search *s, const Node *n, int *value) {
    const SearchOptions *const o = OPTIONS(s);
    if (!may_pass(s, o, n)) return false;
    const int depth = n->depth - 1 - null_reduction(o, n);
    s->counters.null_tries++;
    search_frame(s, n->ply)->moved = NOTHING_MOVED;
    s->following = -1;
    game_push_null(&s->game);
    *value = -search_node(s, -n->beta, -n->beta + 1, depth, n->ply + 1, !n->cut);
    game_pop(&s->game);
    if (s->stopped || *value < n->beta) return false;
    if (is_mate(*value)) *value = n->beta; /* a mate that follows a pass is none */
    if (o->null_move_verified && n->depth > 1 && s->no_null_ply < 0) {
        s->no_null_ply = n->ply;
        const int checked = search_node(s, n->beta - 1, n->beta, n->depth - 1, n->ply, n->cut);
        s->no_null_ply = -1;
        if (s->stopped || checked < n->beta) return false;
        *value = checked;
    }
    s->counters.null_cutoffs++;
    return true;
}

bool prune_node(Search *s, const Node *n, int *value) {
    if (n->ply == 0 || n->in_check || n->open || n->excluded) return false;
    const bool horizon = reverse_futility(OPTIONS(s), n, value) || razor(s, n, value);
    if (horizon && !s->stopped) s->counters.prunes++;
    return !s->stopped && (horizon || null_move(s, n, value));
}

static int table_reduction(const Search *s, int depth, int number) {
    return s->reduction[depth < REDUCTION_SIZE ? depth : REDUCTION_SIZE - 1]
                       [number < REDUCTION_SIZE ? number : REDUCTION_SIZE - 1];
}

bool prune_late_moves(Search *s, const Node *n, int number) {
    const SearchOptions *const o = OPTIONS(s);
    return o->late_move_pruning && n->ply > 0 && n->depth <= o->late_move_depth &&
           number >= (o->late_move_base + n->depth * n->depth) / (n->improving ? 1 : 2);
}

/* The depth that the move will be searched to, reduced, decides: a late move is nearer to the horizon. */
static bool is_futile(const Search *s, const Node *n, int number) {
    const SearchOptions *const o = OPTIONS(s);
    if (!o->futility || n->in_check) return false;
    int depth = n->depth - (o->lmr ? table_reduction(s, n->depth, number) / 100 : 0);
    if (depth < 1) depth = 1;
    return depth <= o->futility_depth && n->eval + o->futility_base + o->futility_margin * depth <= n->alpha;
}

/* Does it lose more by exchange than its depth can make up for? */
static bool loses_too_much(const Search *s, const Node *n, Move mv, bool quiet_move) {
    const SearchOptions *const o = OPTIONS(s);
    const int64_t may_lose = (quiet_move ? o->see_pruning_quiet : o->see_pruning_capture) * n->depth;
    return o->see_pruning && n->depth <= o->see_pruning_depth && !see_at_least(&s->game.pos, mv, (int)-may_lose);
}

bool prune_move(Search *s, const Node *n, Move mv, bool quiet_move, int number) {
    if (n->ply == 0) return false;
    if (!(quiet_move && is_futile(s, n, number)) && !loses_too_much(s, n, mv, quiet_move)) return false;
    if (pos_gives_check(&s->game.pos, mv)) return false;
    s->counters.prunes++;
    return true;
}

int prune_reduction(const Search *s, const Node *n, int number, bool refutation, bool gives_check, int learned) {
    const SearchOptions *const o = OPTIONS(s);
    int hundredths = table_reduction(s, n->depth, number);
    hundredths += 100 * n->cut + 60 * !n->improving - 100 * n->open - 100 * (refutation || gives_check);
    hundredths -= (int)(learned * (int64_t)100 / o->lmr_history);
    const int plies = hundredths / 100, most = n->depth - 2;
    return plies < 0 ? 0 : plies > most ? most : plies;
}
