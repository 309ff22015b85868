#include "engine/search/mcts_tree.h"
#include <stdlib.h>
#include "engine/search/mcts_real.h"
#include "engine/search/search_internal.h"

_Static_assert(sizeof(MctsNode) == 32 && sizeof(MctsEdge) == 4, "as many nodes and moves in a megabyte as possible");

bool mcts_tree_resize(MctsTree *tree, size_t bytes, Err *err) {
    bytes -= bytes % sizeof(MctsNode);
    if (tree->node && tree->bytes == bytes) return true;
    MctsNode *memory = calloc(1, bytes);
    if (!memory) return err_set(err, ERR_SYSTEM, "no memory for a search tree of %zu MB", bytes >> 20);
    free(tree->node);
    *tree = (MctsTree){ .node = memory, .edge = (MctsEdge *)(void *)memory, .bytes = bytes };
    mcts_tree_clear(tree);
    return true;
}

void mcts_tree_free(MctsTree *tree) {
    free(tree->node);
    *tree = (MctsTree){ 0 };
}

void mcts_tree_clear(MctsTree *tree) {
    tree->nodes = MCTS_ROOT + 1;
    tree->edge_low = (uint32_t)(tree->bytes / sizeof(MctsEdge));
    tree->full = false;
    tree->node[MCTS_ROOT] = (MctsNode){ .proven = MCTS_UNPROVEN };
}

static size_t bytes_left(const MctsTree *tree) {
    return tree->edge_low * sizeof(MctsEdge) - tree->nodes * sizeof(MctsNode);
}

MctsEdge *mcts_tree_expand(MctsTree *tree, uint32_t node, int count) {
    if (bytes_left(tree) < (size_t)count * sizeof(MctsEdge)) {
        tree->full = true;
        return NULL;
    }
    tree->edge_low -= (uint32_t)count;
    tree->node[node].edge = tree->edge_low;
    tree->node[node].edges = (uint8_t)count;
    return &tree->edge[tree->edge_low];
}

/* A child for the next untried move; MCTS_NONE when the tree is full. */
static uint32_t add_child(MctsTree *tree, uint32_t parent) {
    if (tree->full || bytes_left(tree) < sizeof(MctsNode)) {
        tree->full = true;
        return MCTS_NONE;
    }
    MctsNode *node = &tree->node[parent];
    const uint32_t child = tree->nodes++;
    tree->node[child] = (MctsNode){ .next = node->child,
                                    .move = tree->edge[node->edge + node->tried].move,
                                    .proven = MCTS_UNPROVEN };
    node->child = child;
    node->tried++;
    return child;
}

double mcts_tree_mean(const MctsTree *tree, uint32_t index) {
    const MctsNode *node = &tree->node[index];
    return node->visits ? (double)node->sum / MCTS_VALUE_ONE / node->visits : 0.5;
}

static bool is_lost(const MctsNode *child) {
    return child->proven >= SCORE_RULE_MIN;
}
static bool is_won(const MctsNode *child) {
    return child->proven != MCTS_UNPROVEN && child->proven <= -SCORE_RULE_MIN;
}

/* What the rule adds to the mean of a child with this prior and so many visits; scale is the part that the parent's
 * visits decide. */
static double urgency(const MctsRule *rule, double scale, uint16_t prior, uint32_t visits) {
    return rule->puct ? scale * prior / (1 + (double)visits) : scale * mcts_rsqrt(visits);
}

uint32_t mcts_tree_select(MctsTree *tree, const MctsRule *rule, uint32_t index) {
    const MctsNode *node = &tree->node[index];
    const bool untried = node->tried < node->edges;
    if (untried && (rule->first || !node->tried)) {
        const uint32_t child = add_child(tree, index);
        if (child != MCTS_NONE) return child;
    }
    const double visits = node->visits ? node->visits : 1;
    const double scale = rule->exploration * mcts_sqrt(rule->puct ? visits : mcts_log(visits)) / (rule->puct ? MCTS_PRIOR_ONE : 1);
    const MctsEdge *edge = &tree->edge[node->edge + node->tried];
    uint32_t best = MCTS_NONE, lost = MCTS_NONE;
    double best_value = 0;
    for (uint32_t at = node->child; at != MCTS_NONE; at = tree->node[at].next) {
        const MctsNode *child = &tree->node[at];
        edge--;
        if (is_lost(child)) {
            lost = at;
            continue;
        }
        const double value = mcts_tree_mean(tree, at) + urgency(rule, scale, edge->prior, child->visits);
        if (best != MCTS_NONE && value < best_value) continue; /* equal ones: the earlier child */
        best = at;
        best_value = value;
    }
    if (untried && !tree->full) {
        const double value = 1 - mcts_tree_mean(tree, index) - rule->reduction +
                             urgency(rule, scale, tree->edge[node->edge + node->tried].prior, rule->puct ? 0 : 1);
        if (best == MCTS_NONE || value > best_value) {
            const uint32_t child = add_child(tree, index);
            if (child != MCTS_NONE) return child;
        }
    }
    return best != MCTS_NONE ? best : lost;
}

void mcts_tree_visit(MctsTree *tree, uint32_t index, double value) {
    MctsNode *node = &tree->node[index];
    node->visits++;
    node->sum += (int64_t)(value * MCTS_VALUE_ONE + 0.5);
}

bool mcts_tree_prove(MctsTree *tree, uint32_t index) {
    MctsNode *node = &tree->node[index];
    int best = -SCORE_INF;
    bool all = node->edges > 0 && node->tried == node->edges;
    for (uint32_t at = node->child; at != MCTS_NONE; at = tree->node[at].next) {
        const int proven = tree->node[at].proven;
        if (proven == MCTS_UNPROVEN) all = false;
        else if (-proven > best) best = -proven;
    }
    if (!all && best < SCORE_RULE_MIN) return false;
    node->proven = (int16_t)best;
    return true;
}

/* Is a to be played rather than b? */
static bool is_better(const MctsNode *a, const MctsNode *b) {
    if (is_won(a) || is_won(b) || (is_lost(a) && is_lost(b))) {
        const int score_a = a->proven == MCTS_UNPROVEN ? 0 : -a->proven, score_b = b->proven == MCTS_UNPROVEN ? 0 : -b->proven;
        return score_a > score_b;
    }
    if (is_lost(a) != is_lost(b)) return is_lost(b);
    if (a->visits != b->visits) return a->visits > b->visits;
    return a->sum > b->sum;
}

uint32_t mcts_tree_best(const MctsTree *tree, uint32_t index) {
    uint32_t best = MCTS_NONE;
    for (uint32_t at = tree->node[index].child; at != MCTS_NONE; at = tree->node[at].next)
        if (tree->node[at].visits && (best == MCTS_NONE || !is_better(&tree->node[best], &tree->node[at]))) best = at;
    return best;
}

int mcts_tree_full(const MctsTree *tree) {
    return tree->bytes ? 1000 - (int)(bytes_left(tree) * 1000 / tree->bytes) : 0;
}
