#include "engine/search/order.h"
#include "engine/search/see.h"

/* Table depth of a quiescence node: 0 at the horizon, less the fewer checks and evasions are left. One number for
 * each pair, so that "equal depth" means equal value. */
static int table_depth(const SearchOptions *o, int level, int evasions) {
    const int checks = (int)o->quiescence_checks;
    return -((level < checks ? level : checks) + evasions * (checks + 1));
}

/* Can this capture matter? Not when it loses by exchange, nor when even its victim for nothing is too little. */
static bool is_useless(const SearchOptions *o, const Pos *pos, Move mv, int stand_pat, int alpha) {
    const int victim = see_value[pc_kind(pos->board[mv_to(mv)])];
    if (o->quiescence_delta && stand_pat + victim + o->quiescence_delta_margin <= alpha && !pos_gives_check(pos, mv))
        return true;
    return o->quiescence_see && !see_at_least(pos, mv, 0);
}

/* Probe the table: true with *value when it answers, else the entry's move and evaluation. */
static bool probe(Search *s, int alpha, int beta, int depth, int ply, TTHit *hit, int *value) {
    s->counters.tt_probes++;
    if (!tt_probe(&s->tt, s->game.pos.key, hit)) return false;
    s->counters.tt_hits++;
    *value = tt_score_in(hit->score, ply);
    if (!search_table_cuts(OPTIONS(s), hit, *value, depth, alpha, beta)) return false;
    s->counters.tt_cutoffs++;
    s->saved_nodes += hit->nodes;
    return true;
}

int search_quiesce(Search *s, int alpha, int beta, int ply, int level, int evasions) {
    const SearchOptions *const o = OPTIONS(s);
    Frame *const f = search_frame(s, ply);
    const bool escape = game_in_check(&s->game) && evasions < o->quiescence_evasions;
    const bool table = o->tt && o->quiescence_tt;
    const int depth = table_depth(o, level, evasions), alpha_in = alpha;
    const uint64_t nodes = s->counters.nodes;
    TTHit hit = { .move = MOVE_NONE, .eval = EVAL_NONE };
    int stand_pat = -SCORE_INF, best = s->fail_soft ? -SCORE_INF : alpha;
    f->pv_len = 0;
    f->best = MOVE_NONE;
    if (ply > s->seldepth) s->seldepth = ply;

    /* 1. Stand pat: a side that isn't in check may decline every capture. Before the table, whose entry is on its way
     * from memory meanwhile. */
    if (!escape || ply >= MAX_PLY - 1) {
        stand_pat = search_evaluate(s);
        if (stand_pat >= beta || ply >= MAX_PLY - 1) return stand_pat;
        if (stand_pat > best) best = stand_pat;
        if (stand_pat > alpha) alpha = stand_pat;
    }

    /* 2. The transposition table. */
    int value;
    f->eval = stand_pat;
    if (table && probe(s, alpha_in, beta, depth, ply, &hit, &value)) return value;

    /* 3. Captures, perhaps checks; or every way out of check. */
    Picker picker;
    picker_init_quiesce(&picker, s, ply, o->tt_move ? hit.move : MOVE_NONE, level < o->quiescence_checks, escape);
    const bool whole = o->algorithm == ALGORITHM_MINIMAX;
    int count = 0;
    for (Move mv; (mv = picker_next(&picker, s));) {
        if (search_poll(s)) return 0;
        if (!escape && is_useless(o, &s->game.pos, mv, stand_pat, alpha)) {
            s->counters.prunes++;
            continue;
        }
        s->counters.qnodes++;
        count++;
        search_make(s, ply, mv);
        value = -search_quiesce(s, whole ? -SCORE_INF : -beta, whole ? SCORE_INF : -alpha, ply + 1, level + 1,
                                escape ? evasions + 1 : 0);
        search_unmake(s);
        if (s->stopped) return 0;
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
    if (escape && !count) return ply - SCORE_MATE;

    /* 4. Remember. */
    if (!s->fail_soft) best = best < alpha_in ? alpha_in : best > beta ? beta : best;
    if (table) {
        const TTHit entry = {
            .move = f->best,
            .score = tt_score_out(best, ply),
            .eval = f->eval,
            .depth = depth,
            .nodes = s->counters.nodes - nodes + 1,
            .bound = best >= beta       ? BOUND_LOWER
                     : best <= alpha_in ? BOUND_UPPER
                                        : BOUND_EXACT,
        };
        tt_store(&s->tt, s->game.pos.key, &entry);
    }
    return best;
}
