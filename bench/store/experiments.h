/* Experiments in the store. */
#ifndef BENCH_STORE_EXPERIMENTS_H
#define BENCH_STORE_EXPERIMENTS_H
#include "bench/store/store.h"

/* What an experiment is: its configuration (canonical text of all that decides its measures) and its cells. */
typedef struct {
    const char *name, *config;
    bool by_depth;
    const char *const *cell; /* names */
    const PlayerSpec *player;
    int cells;
} ExperimentRecord;

/* One search of it. budget: depth or nodes. */
typedef struct { int cell; int64_t budget; int position; bool censored; Answer answer; } MeasureRecord;

/* Add an experiment; *id gets its id. */
bool store_experiment_add(Store *store, const ExperimentRecord *record, int64_t *id, Err *err);
/* The newest experiment of this name, to be continued. ERR_INPUT when there is none, when its configuration differs
 * (shows the first line that does) or when another build of the program measured it. */
bool store_experiment_find(Store *store, const ExperimentRecord *record, int64_t *id, Err *err);
/* Every measure of the experiment, in no particular order. */
bool store_experiment_measures(Store *store, int64_t id, void *context, void (*measure)(void *context, const MeasureRecord *record), Err *err);

/* Puts measures down one by one, in transactions of up to a second. */
typedef struct ExperimentWriter ExperimentWriter;
ExperimentWriter *store_experiment_writer(Store *store, int64_t id, Err *err);
bool store_experiment_put(ExperimentWriter *writer, const MeasureRecord *record, Err *err);
/* Commit and end; false with *err (may be NULL) when something was not written. Accepts NULL. */
bool store_experiment_finish(ExperimentWriter *writer, Err *err);
#endif
