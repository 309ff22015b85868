#include <string.h>
#include "engine/core/mono.h"
#include "engine/search/order.h"

static bool contains(const Move *moves, int count, Move mv) {
    for (int i = 0; i < count; i++)
        if (moves[i] == mv) return true;
    return false;
}

void search_prepare_root(Search *s) {
    const SearchLimits *limits = s->limits;
    TTHit hit = { .move = MOVE_NONE };
    if (OPTIONS(s)->tt && OPTIONS(s)->tt_move) tt_probe(&s->tt, s->game.pos.key, &hit);
    Picker picker;
    picker_init(&picker, s, 0, hit.move);
    s->root_count = 0;
    s->all_root_moves = true;
    for (Move mv; (mv = picker_next(&picker, s));) {
        if ((limits->root_move_count && !contains(limits->root_moves, limits->root_move_count, mv)) ||
            contains(limits->banned, limits->banned_count, mv))
            s->all_root_moves = false;
        else s->root[s->root_count++] = (RootMove){ .move = mv, .score = -SCORE_INF };
    }
}

static void report(Search *s, int depth, Bound bound) {
    if (!s->listener || !s->listener->iteration) return;
    const SearchInfo info = {
        .depth = depth,
        .seldepth = s->seldepth,
        .score = s->best_score,
        .bound = bound,
        .time_ns = mono_ns() - s->start_ns,
        .counters = s->counters,
        .pv = s->best_pv,
        .pv_len = s->best_pv_len,
        .hashfull = tt_full(&s->tt),
    };
    s->listener->iteration(s->listener->context, &info);
}

static int search_root(Search *s, int alpha, int beta, int depth) {
    s->following = s->carry ? 0 : -1;
    return search_node(s, alpha, beta, depth, 0, false);
}

/* The window failed: open it on that side, at once (growth 0) from the bound just learned, or step by step, wider
 * each time. Stepwise the other side stays looser, since pruned searches contradict themselves now and then. */
static void widen(const Search *s, int value, int *alpha, int *beta, int *window) {
    const int growth = (int)OPTIONS(s)->aspiration_growth, low = *alpha, high = *beta;
    *window = growth && *window < SCORE_MATE_MIN / 16 ? *window * growth : 2 * SCORE_INF;
    if (value <= low) {
        *beta = growth ? (low + high) / 2 : value + 1;
        if (*beta <= value) *beta = value + 1;
        *alpha = value - *window;
    } else {
        if (!growth) *alpha = value - 1;
        *beta = value + *window;
    }
    if (*alpha < -SCORE_INF) *alpha = -SCORE_INF;
    if (*beta > SCORE_INF) *beta = SCORE_INF;
}

/* A window around a guess, widened on the side where it fails until the value lies inside. */
static void search_aspiration(Search *s, int depth, int guess) {
    int window = (int)OPTIONS(s)->aspiration_window;
    int alpha = guess - window, beta = guess + window;
    if (alpha < -SCORE_INF) alpha = -SCORE_INF;
    if (beta > SCORE_INF) beta = SCORE_INF;
    for (;;) {
        const int value = search_root(s, alpha, beta, depth);
        if (s->stopped || (value > alpha && value < beta)) return;
        s->counters.window_fails++;
        if (value <= alpha) {
            s->best_score = value;
            s->best_bound = BOUND_UPPER;
        }
        widen(s, value, &alpha, &beta, &window);
        report(s, depth, s->best_bound);
    }
}

/* MTD(f) (Plaat et al. 1996): null windows that close in on the value from a guess. */
static void search_mtdf(Search *s, int depth, int guess) {
    int low = -SCORE_INF, high = SCORE_INF, value = guess;
    while (low < high) {
        const int beta = value == low ? value + 1 : value;
        value = search_root(s, beta - 1, beta, depth);
        if (s->stopped) return;
        s->counters.window_fails++;
        if (value < beta) high = value;
        else low = value;
    }
    s->best_score = value;
    s->best_bound = BOUND_EXACT;
}

/* The preliminary search of the root: all its moves sorted by the scores that a shallower search gave them. */
static void order_root(Search *s, int depth) {
    search_root(s, -SCORE_INF, SCORE_INF, depth - (int)OPTIONS(s)->iid_reduction);
    if (s->stopped) return;
    for (int i = 1; i < s->root_count; i++) { /* stable */
        const RootMove move = s->root[i];
        int at = i;
        for (; at > 0 && s->root[at - 1].score < move.score; at--) s->root[at] = s->root[at - 1];
        s->root[at] = move;
    }
}

static void search_depth(Search *s, int depth, bool have_guess) {
    const SearchOptions *const o = OPTIONS(s);
    if (o->iid != IID_NONE && o->iid_root_order && depth >= o->iid_depth) order_root(s, depth);
    if (s->stopped) return;
    const bool guesses = o->algorithm == ALGORITHM_MTDF || (o->aspiration && o->algorithm != ALGORITHM_MINIMAX);
    const int guess = !guesses ? 0 : have_guess && s->carry ? s->best_score : search_evaluate(s);
    if (o->algorithm == ALGORITHM_MTDF) search_mtdf(s, depth, guess);
    else if (guesses) search_aspiration(s, depth, guess);
    else search_root(s, -SCORE_INF, SCORE_INF, depth);
}

void search_note_result(const Search *s, SearchResult *result) {
    result->best = s->best;
    result->score = s->best_score;
    result->bound = s->best_bound;
    memcpy(result->pv, s->best_pv, sizeof(Move) * (size_t)s->best_pv_len);
    result->pv_len = s->best_pv_len;
    result->ponder = s->best_pv_len > 1 ? s->best_pv[1] : MOVE_NONE;
}

/* The best move goes to the front of the root list, the others keep their order. */
static void carry_over(Search *s) {
    int at = 0;
    while (at < s->root_count - 1 && s->root[at].move != s->best) at++;
    const RootMove best = s->root[at];
    memmove(&s->root[1], &s->root[0], (size_t)at * sizeof *s->root);
    s->root[0] = best;
    memcpy(s->last_pv, s->best_pv, sizeof(Move) * (size_t)s->best_pv_len);
    s->last_pv_len = s->best_pv_len;
}

static bool mate_found(const Search *s) {
    return s->limits->mate > 0 && s->best_bound == BOUND_EXACT &&
           s->best_score >= SCORE_MATE - (2 * s->limits->mate - 1);
}

void search_iterate(Search *s, SearchResult *result) {
    const SearchLimits *limits = s->limits;
    const int last = limits->depth > 0 && limits->depth < DEPTH_MAX ? limits->depth : DEPTH_MAX;
    s->best = MOVE_NONE;
    s->last_pv_len = 0;
    result->best = s->root[0].move; /* should not even the first root move be finished */
    /* Without a depth to search to, iterations are the only way, carried over or not. */
    int depth = s->carry || !limits->depth ? 1 : last, unchanged = 0;
    for (bool again = false; depth <= last; depth++, again = true) {
        const Move before = s->best;
        s->root_depth = depth;
        search_depth(s, depth, again);
        /* A broken-off iteration counts when it began with the last one's best move. */
        if (s->best != MOVE_NONE && (!s->stopped || s->carry || !result->depth)) search_note_result(s, result);
        if (s->stopped) break;
        result->depth = depth;
        result->seldepth = s->seldepth;
        report(s, depth, s->best_bound);
        if (s->carry) carry_over(s);
        unchanged = s->best == before ? unchanged + 1 : 0;
        if (mate_found(s) || !deadline_allows_iteration(s, unchanged)) break;
    }
}
