/* Tuning runs in the store: what was proposed, from what, and whether games confirmed it. */
#ifndef BENCH_STORE_TUNINGS_H
#define BENCH_STORE_TUNINGS_H
#include "bench/store/store.h"
#include "engine/core/arena.h"

typedef struct {
    int64_t id;                 /* for this file alone */
    const char *uid;
    const char *kind;           /* fit or spsa */
    const char *state;          /* running (a process of this machine plays it), interrupted, proposed, accepted, rejected */
    int64_t created_unix, decided_unix; /* 0: not yet */
    const char *data, *settings, *start, *result, *report;
    const char *overrides;      /* by SPSA: what the command line set over the configuration, a YAML list of KEY=VALUE; NULL and "" for nothing */
    const char *proof;          /* uid of the run that decided it; "" for none */
    int64_t positions, games, params;
    double loss_start, loss_end, valid_start, valid_end, scale; /* NAN: unknown */
    int64_t cpu_ns;
} TuningRecord;

/* Add a tuning; id, uid and created_unix are the store's. *id gets its number. */
bool store_tuning_add(Store *store, const TuningRecord *tuning, int64_t *id, Err *err);
/* Can those that are there be read and could one be added? Asked before long work whose result is kept; nothing is. */
bool store_tuning_try(Store *store, Err *err);
/* All tunings, oldest first, in the arena. */
bool store_tunings(Store *store, Arena *arena, TuningRecord **out, int *count, Err *err);
/* The tuning of this number, or the newest (0). ERR_INPUT when there is none. */
bool store_tuning(Store *store, Arena *arena, int64_t id, TuningRecord *out, Err *err);
/* Accepted or rejected, and by which run ("": none). ERR_INPUT when there is no such tuning. */
bool store_tuning_decide(Store *store, int64_t id, const char *state, const char *proof, Err *err);
#endif
