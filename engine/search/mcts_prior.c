#include "engine/core/rng.h"
#include "engine/search/mcts.h"
#include "engine/search/mcts_real.h"
#include "engine/search/order.h"
#include "engine/search/see.h"

/* What a move promises by the ordering heuristics, in units of the evaluation: what it wins or loses by exchange (or by
 * the capture ordering chosen), a check, and what the tree has learned of it. */
static int ordering_score(Search *s, int ply, Move mv) {
    enum { CHECK = 60, SACRIFICE = 100, LEARNED = 300, STATIC = 200, ATTACKER = 16 };
    const SearchOptions *const o = OPTIONS(s);
    const Pos *pos = &s->game.pos;
    const int victim = pos->board[mv_to(mv)];
    int score = 0;
    if (o->capture_order == CAPTURES_SEE) score += see(pos, mv);
    if (o->capture_order == CAPTURES_STATIC && victim != PC_NONE) score += order_static_value(pos, mv) * STATIC;
    if (o->capture_order == CAPTURES_MVV_LVA && victim != PC_NONE)
        score += see_value[pc_kind(victim)] - see_value[pc_kind(pos->board[mv_from(mv)])] / ATTACKER;
    if (pos_gives_check(pos, mv)) score = (score > -SACRIFICE ? score : -SACRIFICE) + CHECK;
    if (order_by_history(o, pos, mv)) score += order_learned(s, ply, mv) * LEARNED / HISTORY_BOUND;
    return score;
}

/* The evaluation of what the move leads to, by the weights for priors. */
static int eval_score(Search *s, int ply, Move mv) {
    s->counters.leaf_nodes++;
    search_make(s, ply, mv);
    const int score = -eval_with(&s->prior_eval, &s->game.pos);
    search_unmake(s);
    return score;
}

/* Sorted by insertion; equal scores in an order that no generator decides. */
static void sort(MctsScored *moves, int count) {
    for (int i = 1; i < count; i++) {
        const MctsScored move = moves[i];
        int at = i;
        for (; at > 0; at--) {
            const MctsScored *before = &moves[at - 1];
            if (before->score > move.score || (before->score == move.score && before->tie >= move.tie)) break;
            moves[at] = *before;
        }
        moves[at] = move;
    }
}

void mcts_softmax(MctsScored *moves, int count, double temperature, double uniform, MctsEdge *edges) {
    double weight[MOVES_MAX], sum = 0;
    sort(moves, count);
    for (int i = 0; i < count; i++) {
        weight[i] = mcts_exp((moves[i].score - moves[0].score) / temperature);
        sum += weight[i];
    }
    int left = MCTS_PRIOR_ONE;
    for (int i = 0; i < count; i++) {
        const double prior = (1 - uniform) * weight[i] / sum + uniform / count;
        edges[i] = (MctsEdge){ .move = moves[i].move, .prior = (uint16_t)(prior * MCTS_PRIOR_ONE) };
        left -= edges[i].prior;
    }
    for (int i = 0; left > 0; i = (i + 1) % count, left--) edges[i].prior++; /* what rounding down has left */
}

bool mcts_prior(Search *s, int ply, const MoveList *moves, MctsEdge *edges) {
    const SearchOptions *const o = OPTIONS(s);
    const uint64_t seed = rng_bits((uint64_t)o->mcts_seed, 0, s->game.pos.key);
    MctsScored scored[MOVES_MAX];
    for (int i = 0; i < moves->count; i++) {
        const Move mv = moves->move[i];
        scored[i] = (MctsScored){ .move = mv, .tie = rng_bits(seed, 0, mv) };
        if (o->mcts_prior == PRIOR_ORDERING) scored[i].score = ordering_score(s, ply, mv);
        if (o->mcts_prior != PRIOR_EVAL) continue;
        if (search_poll(s)) return false;
        scored[i].score = eval_score(s, ply, mv);
    }
    mcts_softmax(scored, moves->count, (double)o->mcts_prior_temperature, (double)o->mcts_prior_uniform / 100, edges);
    return true;
}
