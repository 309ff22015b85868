/* Tunings by SPSA in the store: parameters, iterations and checks of a tuning_run. */
#ifndef BENCH_STORE_SPSA_H
#define BENCH_STORE_SPSA_H
#include "bench/stats/elo.h"
#include "bench/store/tunings.h"

typedef struct {
    const char *name;
    double start, min, max, c;
    int64_t first, frozen; /* iterations; frozen -1: it moves */
} StoredParam;
typedef struct {
    int64_t iteration, pairs[ELO_PAIRS], twins, faults, time_ms;
} StoredIteration;
typedef struct { double plus, minus, value; } StoredValue;

/* A pair of games that no iteration in the store has yet. */
typedef struct {
    int64_t index;       /* in the tuning */
    int half_points;     /* of the plus side, 0 to 4 */
    int faults;          /* games that a fault decided */
    bool twin;           /* both games are the same */
} StoredPair;

typedef struct {
    StoredParam *param;
    int params;
    StoredIteration *iteration; /* from 0 without a gap */
    int iterations;
} StoredSpsa;

/* Add a tuning that begins, with its parameters, whole or not at all; *id gets its number. This process plays it. */
bool store_spsa_begin(Store *store, const TuningRecord *tuning, const StoredParam *params, int count, int64_t *id, Err *err);
/* From now on this process plays it. ERR_INPUT when another living process of this machine does. */
bool store_spsa_take(Store *store, int64_t tuning, Err *err);
/* What it goes on with: settings and overrides of *tuning. */
bool store_spsa_set_settings(Store *store, int64_t id, const TuningRecord *tuning, Err *err);
/* Its parameters as they are now: those that are there are replaced, in their order, others added. */
bool store_spsa_set_params(Store *store, int64_t tuning, const StoredParam *params, int count, Err *err);
/* Add an iteration with the values of all its parameters; the tuning's games follow. ERR_INPUT when it is there already: another process goes on with the run. */
bool store_spsa_add(Store *store, int64_t tuning, const StoredIteration *iteration, const StoredValue *values, int count, Err *err);
bool store_spsa_add_check(Store *store, int64_t tuning, int64_t iteration, const int64_t pairs[ELO_PAIRS], Err *err);
/* Run number `run` of this file holds games of the tuning. */
bool store_spsa_add_run(Store *store, int64_t tuning, int64_t run, Err *err);
/* The pairs from this number on in such runs, by number, in the arena; and what makes those that are there of no use, for
 * parameters have changed. */
bool store_spsa_pairs(Store *store, Arena *arena, int64_t tuning, int64_t from, StoredPair **out, int *count, Err *err);
bool store_spsa_settle_pairs(Store *store, int64_t tuning, Err *err);
/* Numbers of such runs in this file, oldest first, in the arena. */
bool store_spsa_runs(Store *store, Arena *arena, int64_t tuning, int64_t **out, int *count, Err *err);
/* All of it, in the arena. */
bool store_spsa_load(Store *store, Arena *arena, int64_t tuning, StoredSpsa *out, Err *err);
/* The newest tuning by SPSA of this configuration file. ERR_INPUT when there is none. */
bool store_spsa_find(Store *store, Arena *arena, const char *data, TuningRecord *out, Err *err);
/* Nobody plays it any more; what became of it so far: state, start, result, report, games, params, cpu_ns of *tuning. */
bool store_tuning_update(Store *store, int64_t id, const TuningRecord *tuning, Err *err);
#endif
