#include "engine/search/order.h"

/* The table's answer at this depth and window, if it has one. */
static bool table_answers(const SearchOptions *o, const TTHit *hit, int score, int depth, int alpha, int beta) {
    if (o->tt_cutoff == TT_CUTOFF_OFF || (o->tt_cutoff == TT_CUTOFF_NON_PV && beta - alpha > 1)) return false;
    if (o->tt_cutoff_depth == TT_DEPTH_EQUAL ? hit->depth != depth : hit->depth < depth) return false;
    return hit->bound == BOUND_EXACT || (hit->bound == BOUND_LOWER && score >= beta) ||
           (hit->bound == BOUND_UPPER && score <= alpha);
}

static void store(Search *s, int depth, int ply, int best, Move best_move, Bound bound) {
    const TTHit entry = { .move = best_move, .score = tt_score_out(best, ply), .eval = TT_NO_EVAL, .depth = depth, .bound = bound };
    tt_store(&s->tt, s->game.pos.key, &entry);
}

/* Value of the move just made, for the side that made it. */
static int search_child(Search *s, int alpha, int beta, int depth, int ply, bool first) {
    const SearchOptions *const o = OPTIONS(s);
    if (o->algorithm == ALGORITHM_MINIMAX) return -search_node(s, -SCORE_INF, SCORE_INF, depth, ply + 1);
    if (first || o->algorithm != ALGORITHM_PVS || beta - alpha == 1) return -search_node(s, -beta, -alpha, depth, ply + 1);
    const int value = -search_node(s, -alpha - 1, -alpha, depth, ply + 1);
    if (value <= alpha || value >= beta || s->stopped) return value;
    s->counters.researches++;
    return -search_node(s, -beta, -alpha, depth, ply + 1);
}

/* A root move was searched: keep what the result and the next iteration need. */
static void record_root_move(Search *s, Move mv, int value, bool first, int alpha, int beta) {
    for (int i = 0; i < s->root_count; i++)
        if (s->root[i].move == mv) s->root[i].score = value;
    if (!first && value <= alpha) return;
    if (first && value <= alpha && s->best != MOVE_NONE) return; /* a failed low window keeps the older line */
    s->best = mv;
    s->best_score = value;
    s->best_bound = value >= beta ? BOUND_LOWER : value <= alpha ? BOUND_UPPER : BOUND_EXACT;
    s->best_pv_len = 0;
    s->best_pv[s->best_pv_len++] = mv;
    const Frame *child = &s->frame[1];
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

int search_node(Search *s, int alpha, int beta, int depth, int ply) {
    const SearchOptions *const o = OPTIONS(s);
    Frame *const f = &s->frame[ply];
    f->pv_len = 0;

    /* 1. The horizon. */
    if (depth <= 0 && o->quiescence) return search_quiesce(s, alpha, beta, ply, 0);
    if (ply > s->seldepth) s->seldepth = ply;
    if (depth <= 0 || ply >= MAX_PLY - 1) return search_evaluate(s);

    /* 2. The transposition table. */
    Move first = MOVE_NONE;
    if (o->tt) {
        TTHit hit;
        s->counters.tt_probes++;
        if (tt_probe(&s->tt, s->game.pos.key, &hit)) {
            const int score = tt_score_in(hit.score, ply);
            s->counters.tt_hits++;
            if (ply > 0 && table_answers(o, &hit, score, depth, alpha, beta)) {
                s->counters.tt_cutoffs++;
                return score;
            }
            if (o->tt_move) first = hit.move;
        }
    }

    /* 3. Along the last iteration's line its move comes first, should the table have lost it. */
    const bool follows = s->following == ply && ply < s->last_pv_len;
    if (follows && first == MOVE_NONE) first = s->last_pv[ply];

    /* 4. The moves. */
    const int alpha_in = alpha;
    int best = s->fail_soft ? -SCORE_INF : alpha, count = 0;
    Move best_move = MOVE_NONE;
    Picker picker;
    if (ply > 0) picker_init(&picker, s, first);
    for (Move mv; (mv = next_move(s, &picker, ply, count)); ) {
        if (search_poll(s)) return 0;
        s->following = follows && mv == s->last_pv[ply] ? ply + 1 : -1;
        search_make(s, mv);
        const int value = search_child(s, alpha, beta, depth - 1, ply, count == 0);
        search_unmake(s);
        if (s->stopped) return 0;
        if (ply == 0) record_root_move(s, mv, value, count == 0, alpha, beta);
        count++;
        if (value > best) {
            best = value;
            if (value > alpha) {
                best_move = mv;
                alpha = value;
                search_set_pv(s, ply, mv);
                if (value >= beta) {
                    s->counters.beta_cutoffs++;
                    s->counters.first_cutoffs += count == 1;
                    break;
                }
            }
        }
    }

    /* 5. Without a move the side has lost, in check or not. */
    if (!count && ply > 0) return ply - SCORE_MATE;

    /* 6. Remember. */
    if (!s->fail_soft) best = best < alpha_in ? alpha_in : best > beta ? beta : best;
    if (o->tt && (ply > 0 || !s->limits->root_move_count))
        store(s, depth, ply, best, best_move, best >= beta ? BOUND_LOWER : best <= alpha_in ? BOUND_UPPER : BOUND_EXACT);
    return best;
}
