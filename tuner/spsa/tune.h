/* A tuning run in the store: begun or found again, played on, and written down after every iteration. */
#ifndef TUNER_SPSA_TUNE_H
#define TUNER_SPSA_TUNE_H
#include <stdatomic.h>
#include "bench/store/spsa.h"
#include "tuner/spsa/config.h"
#include "tuner/spsa/games.h"

typedef struct {
    const SpsaConfig *config;
    const Openings *openings;
    Store *store;
    const char *db;           /* its path */
    const char *data;         /* the configuration's path: the name of the run in the store */
    const char *overrides;    /* what the command line set over it, see overrides_print */
    int64_t id;               /* of the tuning in the store */
    StoredSpsa stored;        /* what was played before; in the arena */
    StoredPair *pair;         /* pairs beyond its last iteration that were played before, too; in the arena */
    int pairs;
    int64_t before_ms;        /* playing time of earlier sessions */
    Arena arena;
    Spsa spsa;                /* after tune_begin or tune_resume: where the run stands */
} Tune;

/* Begin a new run. */
bool tune_begin(Tune *tune, Err *err);
/* Go on with the newest run of this configuration: what was played is replayed. Parameters may have been added or frozen since, and
 * the number of games changed; any other difference is refused, both sides shown. */
bool tune_resume(Tune *tune, Err *err);

typedef struct {
    int jobs;
    const atomic_bool *stop;
    void *context;
    void (*progress)(void *context, const Tune *tune, int64_t played_ms); /* after every iteration */
    void (*checked)(void *context, const Tune *tune, const SpsaOutcome *outcome); /* after every small match of the mean against the start */
} TuneSpec;
/* Iterations of the whole run: by games, or without an end when it plays by hours. */
int tune_iterations(const SpsaConfig *config);
/* Play until the budget is used up. Whatever happens, finished iterations are kept. */
bool tune_play(Tune *tune, const TuneSpec *spec, Err *err);
/* Write down what the run proposes, as running or proposed. */
bool tune_keep(Tune *tune, const char *state, const char *report, int64_t cpu_ns, Err *err);
void tune_free(Tune *tune);
#endif
