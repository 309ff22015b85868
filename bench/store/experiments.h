/* Experiments in the store. */
#ifndef BENCH_STORE_EXPERIMENTS_H
#define BENCH_STORE_EXPERIMENTS_H
#include "bench/store/store.h"
#include "engine/core/arena.h"

/* A level of a factor, and a position; both are listed in order. */
typedef struct { int factor, level; const char *factor_name, *name; } ExperimentLevel;
typedef struct { const char *name, *fen, *moves; /* coordinates, separated by blanks */ } ExperimentPosition;

/* What an experiment is: its configuration (canonical text of all that decides its measures), its cells, and what a report
 * of it says. Unknown texts are "", unknown lists empty: files of older versions say less. */
typedef struct {
    const char *name, *config;
    const char *base, *suite, *design, *expected, *found;
    bool by_depth;
    int64_t fraction, node_cap, seed;
    const char *const *cell;  /* names */
    const int *alike;         /* by cell: the first that must find the same values, itself when there is none */
    const PlayerSpec *player; /* by cell; not read back */
    int cells;
    const ExperimentLevel *level;
    int levels;
    const ExperimentPosition *position;
    int positions;
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

/* The newest experiment of each name, in the order of their first ones. */
typedef struct { int64_t id; const char *uid, *name, *build; int64_t started_unix; } ExperimentInfo;
bool store_experiments(Store *store, Arena *arena, ExperimentInfo **out, int *count, Err *err);
/* The record of this experiment but its players, in the arena. ERR_INPUT when there is none. */
bool store_experiment_read(Store *store, int64_t id, Arena *arena, ExperimentRecord *out, Err *err);

/* Puts measures down one by one, in transactions of up to a second. */
typedef struct ExperimentWriter ExperimentWriter;
ExperimentWriter *store_experiment_writer(Store *store, int64_t id, Err *err);
bool store_experiment_put(ExperimentWriter *writer, const MeasureRecord *record, Err *err);
/* Commit and end; false with *err (may be NULL) when something was not written. Accepts NULL. */
bool store_experiment_finish(ExperimentWriter *writer, Err *err);
#endif
