/* What a search counts. One list: report columns, database columns and listeners come from it.
 * A node is one make, in main search and quiescence alike; a leaf is one call of the evaluation. */
#ifndef ENGINE_SEARCH_COUNTERS_H
#define ENGINE_SEARCH_COUNTERS_H
#include <stdint.h>

#define COUNTERS(X)                                                                                                    \
    X(nodes, "moves made, main search and quiescence")                                                                 \
    X(leaf_nodes, "evaluations called")                                                                                \
    X(qnodes, "moves made in quiescence")                                                                              \
    X(tt_probes, "transposition table probes")                                                                         \
    X(tt_hits, "probes that found the position")                                                                       \
    X(tt_cutoffs, "nodes answered by the table alone")                                                                 \
    X(beta_cutoffs, "nodes that failed high on a move")                                                                \
    X(first_cutoffs, "beta cutoffs by the first move tried")                                                           \
    X(null_tries, "null moves searched")                                                                               \
    X(null_cutoffs, "nodes cut by a null move")                                                                        \
    X(reductions, "moves searched to reduced depth")                                                                   \
    X(reduction_fails, "reduced moves searched again to full depth")                                                   \
    X(researches, "null-window searches repeated with the full window")                                                \
    X(window_fails, "root windows that failed high or low")                                                            \
    X(extensions, "plies added by extensions")                                                                         \
    X(prunes, "moves or nodes pruned forward")                                                                         \
    X(simulations, "simulations of Monte-Carlo tree search")                                                           \
    X(expansions, "tree nodes that were given their moves")                                                            \
    X(proofs, "tree nodes whose value was proven")                                                                     \
    X(rollout_plies, "moves made in rollouts")

#define COUNTER_FIELD(name, help) uint64_t name;
typedef struct {
    COUNTERS(COUNTER_FIELD)
} Counters;
#undef COUNTER_FIELD
enum { COUNTER_COUNT = sizeof(Counters) / sizeof(uint64_t) };
/* In the order of the list; the struct read as an array of COUNTER_COUNT. */
extern const char *const counter_names[COUNTER_COUNT];
extern const char *const counter_helps[COUNTER_COUNT];
/* *sum += *add. */
void counters_add(Counters *sum, const Counters *add);
#endif
