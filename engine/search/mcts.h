/* Monte-Carlo tree search (`algorithm: mcts`): UCT (Kocsis and Szepesvári 2006) and PUCT (Silver et al. 2016), with
 * proofs of won, lost and drawn positions (MCTS-Solver, Winands, Björnsson and Saito 2008).
 *
 * A simulation walks from the root to a leaf of the tree, values it and adds that value to every node of its line. The
 * unit of depth is the doubling: iteration d ends with simulation 2^d. Nodes are moves made, as everywhere: along the
 * tree, in quiescence, in rollouts and for priors. */
#ifndef ENGINE_SEARCH_MCTS_H
#define ENGINE_SEARCH_MCTS_H
#include "engine/search/mcts_tree.h"
#include "engine/search/search_internal.h"

/* Search from the prepared root until a limit, or until the root is proven. */
void mcts_search(Search *s, SearchResult *result);

/* mcts_prior.c: turn the moves into edges with priors, best first; the game stands where they are made. False when the
 * search was stopped meanwhile. */
bool mcts_prior(Search *s, int ply, const MoveList *moves, MctsEdge *edges);
/* The softmax of scores, mixed with this share of equal priors: sums to MCTS_PRIOR_ONE. Edges come sorted, equal scores
 * in the order of `tie`. */
typedef struct {
    Move move;
    int score;
    uint64_t tie; /* larger first */
} MctsScored;
void mcts_softmax(MctsScored *moves, int count, double temperature, double uniform, MctsEdge *edges);

/* mcts_value.c: value of the position for the side to move, 0 (lost) to 1. May set s->stopped. */
double mcts_value(Search *s, int ply, uint64_t simulation);
/* A score as a chance of winning, and back (within +-EVAL_MAX). */
double mcts_value_of_score(const Search *s, int score);
int mcts_score_of_value(const Search *s, double value);
#endif
