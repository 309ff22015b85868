#include "engine/core/rng.h"
#include "engine/search/mcts.h"
#include "engine/search/mcts_real.h"
#include "engine/search/see.h"

double mcts_value_of_score(const Search *s, int score) {
    if (score >= SCORE_RULE_MIN) return 1;
    if (score <= -SCORE_RULE_MIN) return 0;
    return mcts_sigmoid(score / (double)OPTIONS(s)->mcts_scale);
}

int mcts_score_of_value(const Search *s, double value) {
    const double least = mcts_value_of_score(s, -EVAL_MAX);
    if (value <= least) return -EVAL_MAX;
    if (value >= 1 - least) return EVAL_MAX;
    const double score = mcts_logit(value) * (double)OPTIONS(s)->mcts_scale;
    return (int)(score < 0 ? score - 0.5 : score + 0.5);
}

static double static_value(Search *s, int ply) {
    const bool quiesce = OPTIONS(s)->mcts_leaf == LEAF_QUIESCENCE;
    const int score = quiesce ? search_quiesce(s, -SCORE_INF, SCORE_INF, ply, 0, 0) : search_evaluate(s);
    return mcts_value_of_score(s, score);
}

/* A move of a rollout: the best capture that wins something, if that is the policy, else any legal move alike. Which one
 * doesn't depend on the generator's order. */
static Move rollout_move(Search *s, int ply, uint64_t seed) {
    const Pos *pos = &s->game.pos;
    const bool captures = OPTIONS(s)->mcts_rollout_policy == ROLLOUT_CAPTURES;
    MoveList list;
    Move best = MOVE_NONE;
    int best_gain = -1;
    uint64_t best_lot = 0;
    gen_legal_by((MoveGen)OPTIONS(s)->movegen, pos, &list);
    for (int i = 0; i < list.count; i++) {
        const Move mv = list.move[i];
        const int exchange = captures && pos->board[mv_to(mv)] != PC_NONE ? see(pos, mv) : 0;
        const int gain = exchange > 0 ? exchange : 0;
        const uint64_t lot = rng_bits(seed, (uint64_t)ply, mv);
        if (gain < best_gain || (gain == best_gain && lot <= best_lot)) continue;
        best = mv;
        best_gain = gain;
        best_lot = lot;
    }
    return best;
}

/* Value for the side to move at the start: played out to the end, or evaluated where the rollout is cut. */
static double rollout(Search *s, int ply, uint64_t simulation) {
    const SearchOptions *const o = OPTIONS(s);
    const uint64_t seed = rng_bits((uint64_t)o->mcts_seed, 1, simulation);
    const int first = ply, last = ply + (int)o->mcts_rollout_plies;
    int score = 0;
    for (;; ply++) {
        const Move mv = ply < last && ply < MAX_PLY - 1 ? rollout_move(s, ply, seed) : MOVE_NONE;
        if (mv == MOVE_NONE) {
            score = gen_any_legal(&s->game.pos) ? search_evaluate(s) : ply - SCORE_MATE;
            break;
        }
        if (search_poll(s)) break;
        search_make(s, ply, mv);
        s->counters.rollout_plies++;
        if (search_decided(s, ply + 1, &score)) {
            ply++;
            break;
        }
    }
    const bool same_side = (ply - first) % 2 == 0;
    for (; ply > first; ply--) search_unmake(s);
    return mcts_value_of_score(s, same_side ? score : -score);
}

double mcts_value(Search *s, int ply, uint64_t simulation) {
    const int percent = (int)OPTIONS(s)->mcts_rollout_mix;
    double value = 0;
    if (percent < 100) value = static_value(s, ply) * (100 - percent);
    if (percent > 0 && !s->stopped) value += rollout(s, ply, simulation) * percent;
    return value / 100;
}
