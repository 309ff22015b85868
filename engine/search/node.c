#include "engine/search/extend.h"
#include "engine/search/order.h"
#include "engine/search/prune.h"

enum { TRIED_MAX = 64, IIR_DEPTH = 4 };

bool search_table_cuts(const SearchOptions *o, const TTHit *hit, int score, int depth, int alpha, int beta) {
    if (o->tt_cutoff == TT_CUTOFF_OFF || (o->tt_cutoff == TT_CUTOFF_NON_PV && beta - alpha > 1)) return false;
    if (o->tt_cutoff_depth == TT_DEPTH_EQUAL ? hit->depth != depth : hit->depth < depth) return false;
    return hit->bound == BOUND_EXACT || (hit->bound == BOUND_LOWER && score >= beta) ||
           (hit->bound == BOUND_UPPER && score <= alpha);
}

/* Value of the move just made, for the side that made it: at first less deep and in a null window where that is
 * enough to refute it. */
static int search_child(Search *s, const Node *n, int alpha, int depth, int reduction, bool first) {
    const SearchOptions *const o = OPTIONS(s);
    const bool whole = o->algorithm == ALGORITHM_MINIMAX;
    const int low = whole ? -SCORE_INF : alpha, high = whole ? SCORE_INF : n->beta;
    const bool scout = !first && o->algorithm >= ALGORITHM_PVS && high - low > 1;
    const int top = scout ? low + 1 : high;
    int value;
    if (reduction > 0) {
        s->counters.reductions++;
        value = -search_node(s, -top, -low, depth - reduction, n->ply + 1, true);
        if (value <= alpha || s->stopped) return value;
        s->counters.reduction_fails++;
    }
    value = -search_node(s, -top, -low, depth, n->ply + 1, n->open ? scout : !n->cut);
    if (!scout || value <= alpha || value >= n->beta || s->stopped) return value;
    s->counters.researches++;
    return -search_node(s, -high, -low, depth, n->ply + 1, false);
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
static Move preliminary_move(Search *s, const Node *n) {
    const SearchOptions *const o = OPTIONS(s);
    const int delta = o->iid == IID_WIDENED ? (int)o->iid_delta : 0;
    const int low = n->alpha - delta < -SCORE_INF ? -SCORE_INF : n->alpha - delta;
    const int high = n->beta + delta > SCORE_INF ? SCORE_INF : n->beta + delta;
    search_node(s, low, high, n->depth - (int)o->iid_reduction, n->ply, n->cut);
    return search_frame(s, n->ply)->best;
}

static bool wants_preliminary(const SearchOptions *o, const Node *n) {
    return o->iid != IID_NONE && n->ply > 0 && n->depth >= o->iid_depth && (o->iid_nodes == IID_ALL || n->open) &&
           !n->excluded;
}

bool search_decided(Search *s, int ply, int *value) {
    enum { LIMIT = 120 };
    const SearchOptions *const o = OPTIONS(s);
    const Game *game = &s->game;
    if (o->search_repetition == REPETITION_IGNORED || game->pos.halfmove < 4) return false;
    Outcome outcome = rules_search_repetition(game, s->root_ply, &s->rules);
    if (outcome == OUTCOME_NONE && game->pos.halfmove >= LIMIT && game->ply[s->root_ply].undo.halfmove < LIMIT)
        outcome = OUTCOME_DRAW;
    if (outcome == OUTCOME_NONE) return false;
    const int contempt = ply % 2 ? (int)o->contempt : -(int)o->contempt;
    const bool won = outcome == (game->pos.side == RED ? OUTCOME_RED : OUTCOME_BLACK);
    *value = outcome == OUTCOME_DRAW ? contempt : won ? SCORE_RULE - ply : ply - SCORE_RULE;
    return true;
}

/* The static evaluation, and the better knowledge of a table entry whose bound lies beyond it. */
static void evaluate_node(Search *s, Node *n, const TTHit *hit, int score) {
    Frame *f = search_frame(s, n->ply);
    f->eval = EVAL_NONE;
    if (n->in_check || !s->wants_eval) return;
    n->eval = f->eval = hit->eval != EVAL_NONE ? hit->eval : search_evaluate(s);
    n->improving = (f - 2)->eval == EVAL_NONE || f->eval > (f - 2)->eval;
    if (hit->bound == BOUND_EXACT || hit->bound == (score > n->eval ? BOUND_LOWER : BOUND_UPPER)) n->eval = score;
}

/* Put what was found into the table; nodes is the count at the node's beginning. */
static void store(Search *s, const Node *n, int best, Bound bound, uint64_t nodes) {
    const Frame *f = search_frame(s, n->ply);
    const TTHit entry = {
        .move = f->best,
        .score = tt_score_out(best, n->ply),
        .eval = f->eval,
        .depth = n->depth,
        .bound = bound,
        .nodes = s->counters.nodes + (OPTIONS(s)->tt_replacement == REPLACE_BIG_ALL ? s->saved_nodes : 0) - nodes + 1,
    };
    tt_store(&s->tt, s->game.pos.key, &entry);
}

int search_node(Search *s, int alpha, int beta, int depth, int ply, bool cut) {
    const SearchOptions *const o = OPTIONS(s);
    Frame *const f = search_frame(s, ply);
    f->pv_len = 0;
    f->best = MOVE_NONE;

    /* 1. The horizon. */
    if (depth <= 0 && o->quiescence) return search_quiesce(s, alpha, beta, ply, 0, 0);
    if (ply > s->seldepth) s->seldepth = ply;
    if (depth <= 0 || ply >= MAX_PLY - 1) return search_evaluate(s);

    /* 2. Is the game over by repetition? */
    int value;
    if (ply > 0 && search_decided(s, ply, &value)) return value;

    /* 3. Mate distance: the side to move is mated at once at worst, and mates with its next move at best. */
    if (o->mate_distance && ply > 0) {
        if (alpha < ply - SCORE_MATE) alpha = ply - SCORE_MATE;
        if (beta > SCORE_MATE - ply - 1) beta = SCORE_MATE - ply - 1;
        if (alpha >= beta) return alpha;
    }
    Node n = {
        .alpha = alpha,
        .beta = beta,
        .depth = depth,
        .ply = ply,
        .cut = cut,
        .open = beta - alpha > 1,
        .in_check = game_in_check(&s->game),
        .excluded = f->excluded != MOVE_NONE,
    };
    const uint64_t nodes = s->counters.nodes + (o->tt_replacement == REPLACE_BIG_ALL ? s->saved_nodes : 0);

    /* 4. The transposition table. */
    TTHit hit = { .move = MOVE_NONE, .eval = EVAL_NONE, .bound = BOUND_NONE };
    int score = 0;
    Move first = MOVE_NONE;
    if (o->tt) {
        s->counters.tt_probes++;
        if (tt_probe(&s->tt, s->game.pos.key, &hit)) {
            score = tt_score_in(hit.score, ply);
            s->counters.tt_hits++;
            if (ply > 0 && !n.excluded && search_table_cuts(o, &hit, score, depth, alpha, beta)) {
                s->counters.tt_cutoffs++;
                s->saved_nodes += hit.nodes;
                return score;
            }
            if (o->tt_move) first = hit.move;
        }
    }

    /* 5. The evaluation, and what can be cut on its account. */
    evaluate_node(s, &n, &hit, score);
    if (prune_node(s, &n, &value)) return value;
    if (s->stopped) return 0;

    /* 6. Along the last iteration's line its move comes first, should the table have lost it. */
    const bool follows = s->following == ply && ply < s->last_pv_len;
    if (follows && first == MOVE_NONE) first = s->last_pv[ply];

    /* 7. Without a first move: look for one less deep, or search less deep. */
    if (first == MOVE_NONE && wants_preliminary(o, &n)) {
        first = preliminary_move(s, &n);
        if (s->stopped) return 0;
        f->pv_len = 0;
        f->best = MOVE_NONE;
    }
    if (o->iir && first == MOVE_NONE && ply > 0 && n.depth >= IIR_DEPTH && (n.open || n.cut)) n.depth--;

    /* 8. The moves. */
    int best = s->fail_soft ? -SCORE_INF : alpha, count = 0, number = 0;
    Move tried[TRIED_MAX];
    Picker picker;
    if (ply > 0) picker_init(&picker, s, ply, first);
    for (Move mv; (mv = next_move(s, &picker, ply, number));) {
        if (mv == f->excluded) continue;
        if (search_poll(s)) return 0;
        const bool quiet = s->game.pos.board[mv_to(mv)] == PC_NONE;

        /* 8a. Skip what most likely doesn't matter, once there is a move that doesn't lose at once. */
        number++;
        if (best > -SCORE_RULE_MIN && s->prunes_moves && count > 0) {
            if (quiet && prune_late_moves(s, &n, number - 1)) picker_skip_quiets(&picker);
            if (prune_move(s, &n, mv, quiet, number - 1)) continue;
        }

        /* 8b. Extensions of single moves. */
        int extension = 0;
        if (extend_wants_singular(o, &n, mv, &hit)) {
            int cut_value = SCORE_INF;
            extension = extend_singular(s, &n, mv, &hit, &cut_value);
            if (s->stopped) return 0;
            if (cut_value < SCORE_INF) return cut_value;
        }
        if (!extension && extend_recapture(s, &n, mv)) extension = 1;

        /* 8c. Search it. */
        const bool late = o->lmr && n.depth >= o->lmr_depth && number > o->lmr_moves && quiet && !n.in_check;
        const int learned = late ? order_learned(s, ply, mv) : 0;
        const bool refutation = late && order_is_refutation(s, ply, mv);
        s->following = follows && mv == s->last_pv[ply] ? ply + 1 : -1;
        search_make(s, ply, mv);
        extension += extend_check(s, ply);
        s->counters.extensions += (uint64_t)extension;
        const int reduction = late ? prune_reduction(s, &n, number, refutation, game_in_check(&s->game), learned) : 0;
        value = search_child(s, &n, alpha, n.depth - 1 + extension, reduction, count == 0);
        search_unmake(s);
        if (s->stopped) return 0;
        if (ply == 0) record_root_move(s, mv, value, count == 0, alpha, beta);
        if (count < TRIED_MAX) tried[count] = mv;
        count++;

        /* 8d. Is it the best so far? */
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

    /* 9. Without a move the side has lost, in check or not. */
    if (!count && ply > 0) return n.excluded ? n.alpha : ply - SCORE_MATE;

    /* 10. Remember. */
    if (!s->fail_soft) best = best < n.alpha ? n.alpha : best > beta ? beta : best;
    const Bound bound = best >= beta ? BOUND_LOWER : best <= n.alpha ? BOUND_UPPER : BOUND_EXACT;
    if (f->best != MOVE_NONE && !n.excluded)
        order_learn(s, ply, n.depth, f->best, bound == BOUND_LOWER, tried, count < TRIED_MAX ? count : TRIED_MAX);
    if (o->tt && !n.excluded && (ply > 0 || s->all_root_moves)) store(s, &n, best, bound, nodes);
    return best;
}
