#include "engine/search/order.h"

enum { TRIED_MAX = 64 };

/* May an entry cut here? Of the right depth, and in the right kind of node. */
static bool table_may_cut(const SearchOptions *o, const TTHit *hit, int depth, int alpha, int beta) {
    if (o->tt_cutoff == TT_CUTOFF_OFF || (o->tt_cutoff == TT_CUTOFF_NON_PV && beta - alpha > 1)) return false;
    return o->tt_cutoff_depth == TT_DEPTH_EQUAL ? hit->depth == depth : hit->depth >= depth;
}

/* Does its bound decide the window? */
static bool table_decides(const TTHit *hit, int score, int alpha, int beta) {
    return hit->bound == BOUND_EXACT || (hit->bound == BOUND_LOWER && score >= beta) ||
           (hit->bound == BOUND_UPPER && score <= alpha);
}

/* Value of the move just made, for the side that made it. */
static int search_child(Search *s, int alpha, int beta, int depth, int ply, bool first) {
    const SearchOptions *const o = OPTIONS(s);
    if (o->algorithm == ALGORITHM_MINIMAX) return -search_node(s, -SCORE_INF, SCORE_INF, depth, ply + 1);
    if (first || o->algorithm == ALGORITHM_ALPHABETA || beta - alpha == 1) return -search_node(s, -beta, -alpha, depth, ply + 1);
    const int value = -search_node(s, -alpha - 1, -alpha, depth, ply + 1);
    if (value <= alpha || value >= beta || s->stopped) return value;
    s->counters.researches++;
    return -search_node(s, -beta, -alpha, depth, ply + 1);
}

/* A root move was searched: keep what the result and the next iteration need. */
static void record_root_move(Search *s, Move mv, int value, bool first, int alpha, int beta) {
    for (int i = 0; i < s->root_count; i++)
        if (s->root[i].move == mv) s->root[i].score = value;
    if (value <= alpha && (!first || s->best != MOVE_NONE)) return; /* a failed low window keeps the older line */
    s->best = mv;
    s->best_score = value;
    s->best_bound = value >= beta ? BOUND_LOWER : value <= alpha ? BOUND_UPPER : BOUND_EXACT;
    s->best_pv_len = 0;
    s->best_pv[s->best_pv_len++] = mv;
    const Frame *child = search_frame(s, 1);
    for (int i = 0; i < child->pv_len && s->best_pv_len < MAX_PLY; i++) s->best_pv[s->best_pv_len++] = child->pv[i];
}

/* The next move of a node: the root has its own list. */
static Move next_move(Search *s, Picker *picker, int ply, int count) {
    if (ply > 0) return picker_next(picker, s);
    if (count >= s->root_count) return MOVE_NONE;
    if (s->listener && s->listener->root_move)
        s->listener->root_move(s->listener->context, s->root_depth, s->root[count].move, count + 1);
    return s->root[count].move;
}

/* Internal iterative deepening: a shallower search of the same node, only to know which move to try first. Its window
 * may be wider than the node's, since in a narrow one most nodes fail low and name no move (after Yue and Feng 2009,
 * whose text is lost here; the window's form is a reconstruction). */
static Move preliminary_move(Search *s, int alpha, int beta, int depth, int ply) {
    const SearchOptions *const o = OPTIONS(s);
    const int delta = o->iid == IID_WIDENED ? (int)o->iid_delta : 0;
    const int low = alpha - delta < -SCORE_INF ? -SCORE_INF : alpha - delta;
    const int high = beta + delta > SCORE_INF ? SCORE_INF : beta + delta;
    search_node(s, low, high, depth - (int)o->iid_reduction, ply);
    return search_frame(s, ply)->best;
}

static bool wants_preliminary(const SearchOptions *o, int alpha, int beta, int depth, int ply) {
    return o->iid != IID_NONE && ply > 0 && depth >= o->iid_depth && (o->iid_nodes == IID_ALL || beta - alpha > 1);
}

/* Put what was found into the table; nodes is the count at the node's beginning. */
static void store(Search *s, int depth, int ply, int best, Bound bound, uint64_t nodes) {
    const TTHit entry = {
        .move = search_frame(s, ply)->best, .score = tt_score_out(best, ply), .eval = TT_NO_EVAL, .depth = depth, .bound = bound,
        .nodes = s->counters.nodes + (OPTIONS(s)->tt_replacement == REPLACE_BIG_ALL ? s->saved_nodes : 0) - nodes + 1,
    };
    tt_store(&s->tt, s->game.pos.key, &entry);
}

int search_node(Search *s, int alpha, int beta, int depth, int ply) {
    const SearchOptions *const o = OPTIONS(s);
    Frame *const f = search_frame(s, ply);
    const int alpha_in = alpha;
    f->pv_len = 0;
    f->best = MOVE_NONE;

    /* 1. The horizon. */
    if (depth <= 0 && o->quiescence) return search_quiesce(s, alpha, beta, ply, 0);
    if (ply > s->seldepth) s->seldepth = ply;
    if (depth <= 0 || ply >= MAX_PLY - 1) return search_evaluate(s);
    const uint64_t nodes = s->counters.nodes + (o->tt_replacement == REPLACE_BIG_ALL ? s->saved_nodes : 0);

    /* 2. The transposition table. */
    Move first = MOVE_NONE;
    if (o->tt) {
        TTHit hit;
        s->counters.tt_probes++;
        if (tt_probe(&s->tt, s->game.pos.key, &hit)) {
            const int score = tt_score_in(hit.score, ply);
            s->counters.tt_hits++;
            if (ply > 0 && table_may_cut(o, &hit, depth, alpha, beta) && table_decides(&hit, score, alpha, beta)) {
                s->counters.tt_cutoffs++;
                s->saved_nodes += hit.nodes;
                return score;
            }
            if (o->tt_move) first = hit.move;
        }
    }

    /* 3. Along the last iteration's line its move comes first, should the table have lost it. */
    const bool follows = s->following == ply && ply < s->last_pv_len;
    if (follows && first == MOVE_NONE) first = s->last_pv[ply];

    /* 4. Internal iterative deepening. */
    if (first == MOVE_NONE && wants_preliminary(o, alpha, beta, depth, ply)) {
        first = preliminary_move(s, alpha, beta, depth, ply);
        if (s->stopped) return 0;
        f->pv_len = 0;
        f->best = MOVE_NONE;
    }

    /* 5. The moves. */
    int best = s->fail_soft ? -SCORE_INF : alpha, count = 0;
    Move tried[TRIED_MAX];
    Picker picker;
    if (ply > 0) picker_init(&picker, s, ply, first);
    for (Move mv; (mv = next_move(s, &picker, ply, count));) {
        if (search_poll(s)) return 0;
        s->following = follows && mv == s->last_pv[ply] ? ply + 1 : -1;
        search_make(s, ply, mv);
        const int value = search_child(s, alpha, beta, depth - 1, ply, count == 0);
        search_unmake(s);
        if (s->stopped) return 0;
        if (ply == 0) record_root_move(s, mv, value, count == 0, alpha, beta);
        if (count < TRIED_MAX) tried[count] = mv;
        count++;
        if (value <= best) continue;
        best = value;
        if (value <= alpha) continue;
        alpha = value;
        f->best = mv;
        search_set_pv(s, ply, mv);
        if (value < beta) continue;
        s->counters.beta_cutoffs++;
        s->counters.first_cutoffs += count == 1;
        break;
    }

    /* 6. Without a move the side has lost, in check or not. */
    if (!count && ply > 0) return ply - SCORE_MATE;

    /* 7. Remember. */
    if (!s->fail_soft) best = best < alpha_in ? alpha_in : best > beta ? beta : best;
    const Bound bound = best >= beta ? BOUND_LOWER : best <= alpha_in ? BOUND_UPPER : BOUND_EXACT;
    if (f->best != MOVE_NONE)
        order_learn(s, ply, depth, f->best, bound == BOUND_LOWER, tried, count < TRIED_MAX ? count : TRIED_MAX);
    if (o->tt && (ply > 0 || s->all_root_moves)) store(s, depth, ply, best, bound, nodes);
    return best;
}
