/* Runs of suites in the store. */
#ifndef BENCH_STORE_SUITES_H
#define BENCH_STORE_SUITES_H
#include "bench/store/store.h"
#include "engine/core/arena.h"

/* An answer to an item, as it is kept. */
typedef struct {
    int seat, item;
    const char *name, *fen, *moves, *wanted;
    const Answer *answer;
    bool solved;
    int solved_depth;
    uint64_t solved_nodes;
    int64_t solved_ns;
} SuiteRecord;

/* Add a run of a suite: its players with their limits, and all their results, in one transaction. *run gets its id. */
typedef struct {
    const char *suite;
    uint64_t suite_hash;
    int items;
    const PlayerSpec *player;
    const Limit *limit;   /* by player */
    int players;
    const SuiteRecord *record;
    int records;
} SuiteRunRecord;
bool store_suite_add(Store *store, const SuiteRunRecord *record, int64_t *run, Err *err);

/* What an earlier run answered, as comparisons want it. Texts live in the arena. */
typedef struct { const char *player, *fen, *moves, *wanted, *answer; bool solved; int64_t nodes, solved_nodes; } SuiteEarlier;
/* The results of run `run` (0: the newest). ERR_INPUT when there is none. *found gets the run's id. */
bool store_suite_results(Store *store, int64_t run, Arena *arena, int64_t *found, SuiteEarlier **out, int *count, Err *err);
#endif
