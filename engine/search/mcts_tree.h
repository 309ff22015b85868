/* The tree of Monte-Carlo tree search: nodes, moves not tried yet, selection, statistics, proofs. It knows nothing of
 * positions.
 *
 * A node stands for the move that led to it and for the position behind that move. Its sum of values is seen by the side
 * that made the move, so that a parent compares its children as they are; its proven score is seen by the side to move
 * there, like every score of the search, with distances counted from the root. Children are made one by one, in the
 * order of the parent's moves: best prior first, so that of the moves not tried the next one is always the best. */
#ifndef ENGINE_SEARCH_MCTS_TREE_H
#define ENGINE_SEARCH_MCTS_TREE_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "engine/core/err.h"
#include "engine/xq/types.h"

/* Priors of a node sum to MCTS_PRIOR_ONE; values are sums of integers, so that no order of adding matters. */
enum { MCTS_PRIOR_ONE = 65535, MCTS_VALUE_ONE = 1 << 16, MCTS_UNPROVEN = INT16_MIN };
/* Indices of nodes: no node, and the root. */
enum { MCTS_NONE, MCTS_ROOT };

/* A legal move of an expanded node. */
typedef struct {
    Move move;
    uint16_t prior;
} MctsEdge;

typedef struct {
    int64_t sum; /* of the values of all visits */
    uint32_t visits;
    uint32_t child; /* the one made last; MCTS_NONE without any */
    uint32_t next;  /* the sibling made just before */
    uint32_t edge;  /* the first of its moves; meaningless when there are none */
    Move move;
    int16_t proven; /* score, or MCTS_UNPROVEN */
    uint8_t edges;  /* legal moves; 0: not expanded */
    uint8_t tried;  /* children: those of the first moves */
} MctsNode;

/* One block of memory: nodes from the bottom up, edges from the top down. */
typedef struct {
    MctsNode *node;
    MctsEdge *edge; /* the same block */
    size_t bytes;
    uint32_t nodes, edge_low; /* in use: nodes [1, nodes), edges from edge_low on */
    bool full;                /* something didn't fit */
} MctsTree;

/* How a child is chosen. */
typedef struct {
    bool puct;
    bool first;         /* moves not tried yet come before all others */
    double exploration; /* the constant of UCT or PUCT */
    double reduction;   /* without `first`: such a move is worth its parent less this */
} MctsRule;

/* Memory for a tree of about this size, instead of the old one. The pages cost nothing until touched. False when there
 * is not so much; the old memory stays then. */
bool mcts_tree_resize(MctsTree *tree, size_t bytes, Err *err);
void mcts_tree_free(MctsTree *tree);
/* Only the root is left, not expanded. */
void mcts_tree_clear(MctsTree *tree);
/* Room for the moves of a node (count > 0), to be filled by the caller, best prior first; NULL when the tree is full. */
MctsEdge *mcts_tree_expand(MctsTree *tree, uint32_t node, int count);
/* The child of an expanded node to visit next. UCT: mean + C sqrt(ln N / n), with n = 1 for a move not tried; PUCT:
 * mean + C P sqrt(N) / (1 + n). Moves proven to lose are left out as long as others are there, and untried ones too when
 * the tree is full. MCTS_NONE: full before the first child. A new child has no visits; the caller gives it one. */
uint32_t mcts_tree_select(MctsTree *tree, const MctsRule *rule, uint32_t node);
/* Add a visit with this value (0 to 1) for the side that moved to the node. */
void mcts_tree_visit(MctsTree *tree, uint32_t node, double value);
/* Mean value of the node for the side that moved there; 0.5 without visits. */
double mcts_tree_mean(const MctsTree *tree, uint32_t node);
/* Is the node's score proven by its children's: one that wins, or all of them proven? Notes it and says so. */
bool mcts_tree_prove(MctsTree *tree, uint32_t node);
/* The child to play: a proven win, else the most visited one that isn't proven lost, else the longest loss. MCTS_NONE
 * without visited children. */
uint32_t mcts_tree_best(const MctsTree *tree, uint32_t node);
/* How full, permille. */
int mcts_tree_full(const MctsTree *tree);
#endif
