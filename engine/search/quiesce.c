#include "engine/search/order.h"

int search_quiesce(Search *s, int alpha, int beta, int ply, int evasions) {
    const SearchOptions *const o = OPTIONS(s);
    const bool escape = game_in_check(&s->game) && evasions < o->quiescence_evasions;
    const int alpha_in = alpha;
    int best = s->fail_soft ? -SCORE_INF : alpha;
    search_frame(s, ply)->pv_len = 0;
    if (ply > s->seldepth) s->seldepth = ply;

    /* 1. Stand pat: a side that isn't in check may decline every capture. */
    if (!escape || ply >= MAX_PLY - 1) {
        const int value = search_evaluate(s);
        if (value >= beta || ply >= MAX_PLY - 1) return value;
        if (value > best) best = value;
        if (value > alpha) alpha = value;
    }

    /* 2. Captures, or every way out of check. */
    Picker picker;
    picker_init_quiesce(&picker, s, ply, escape);
    int count = 0;
    for (Move mv; (mv = picker_next(&picker, s));) {
        if (search_poll(s)) return 0;
        s->counters.qnodes++;
        count++;
        search_make(s, ply, mv);
        const bool whole = o->algorithm == ALGORITHM_MINIMAX;
        const int value = whole ? -search_quiesce(s, -SCORE_INF, SCORE_INF, ply + 1, escape ? evasions + 1 : 0)
                                : -search_quiesce(s, -beta, -alpha, ply + 1, escape ? evasions + 1 : 0);
        search_unmake(s);
        if (s->stopped) return 0;
        if (value <= best) continue;
        best = value;
        if (value <= alpha) continue;
        alpha = value;
        search_set_pv(s, ply, mv);
        if (value >= beta) {
            s->counters.beta_cutoffs++;
            s->counters.first_cutoffs += count == 1;
            break;
        }
    }
    if (escape && !count) best = ply - SCORE_MATE;
    if (!s->fail_soft) return best < alpha_in ? alpha_in : best > beta ? beta : best;
    return best;
}
