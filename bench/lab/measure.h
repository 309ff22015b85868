/* An experiment's measures: every cell on every position to every budget, each as a new game. */
#ifndef BENCH_LAB_MEASURE_H
#define BENCH_LAB_MEASURE_H
#include <stdatomic.h>
#include "bench/lab/experiment.h"

typedef struct {
    bool done;
    bool censored;       /* the node cap ended it before its depth: nodes and time are lower bounds, the value is none */
    Move move;
    int score;           /* from the mover's view */
    ScoreBound bound;
    Fault fault;
    int depth;
    uint64_t nodes;
    int64_t time_ns;     /* of the searching thread's CPU for builtin players, else from question to answer */
    uint64_t counter[PLAYER_COUNTERS_MAX]; /* player_counter_names; zero for external players */
} Measure;

typedef struct {
    int jobs;                /* searches at a time, at least 1 */
    const atomic_bool *stop; /* may be NULL */
    void *context;
    /* After each measure, one call at a time, from any worker; false with *err ends the experiment. May be NULL. */
    bool (*measured)(void *context, int cell, int budget, int position, const Measure *measure, Err *err);
} MeasureOptions;

/* Fill all[experiment_measures] (experiment_index says where each stands); those that are done already stay. The values
 * depend on nothing but the experiment, times aside. Errors: a player can't start, what `measured` said,
 * ERR_INTERRUPTED after a stop; what was measured stays. */
bool experiment_measure(const Experiment *experiment, const MeasureOptions *options, Measure *all, Err *err);
#endif
