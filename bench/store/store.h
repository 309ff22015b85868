/* The store: one SQLite file that holds any number of runs with every game, move and counter. The only user of
 * SQLite. Opening refuses files of others and of newer programs; older ones are migrated. */
#ifndef BENCH_STORE_STORE_H
#define BENCH_STORE_STORE_H
#include "bench/match/record.h"
#include "bench/match/spec.h"

typedef struct Store Store; /* one connection; one thread at a time */

typedef enum { STORE_READ, STORE_WRITE } StoreMode; /* STORE_WRITE creates a missing file */
Store *store_open(const char *path, StoreMode mode, Err *err);
/* Close; while writing the log is folded back, so that a read-only copy opens. Accepts NULL. */
void store_close(Store *store);

typedef struct {
    int64_t id;            /* rowid, for this file alone */
    char uid[33];          /* 128 bits in hex: the run's name for ever */
    char name[64];
    char state[16];        /* running, finished, interrupted, faulted */
    int64_t games;         /* per pairing, as specified */
    int64_t pairs_total, pairs_done;
    int64_t seed, started_unix, elapsed_ns;
    const char *config;    /* canonical specification */
    const char *format, *rule_set, *openings, *build;
    bool use_sprt;
    SprtSpec sprt;
} RunInfo;

/* Add a run for this specification, its openings (their content hash) and its players; *run gets its id. */
bool store_run_add(Store *store, const MatchSpec *spec, uint64_t openings_hash, int64_t *run, Err *err);
/* The newest run of the specification's name that --resume continues. Refuses (ERR_INPUT, showing both) when it differs in
 * specification, openings or program, when it is finished, or when another process is playing it. */
bool store_run_resume(Store *store, const MatchSpec *spec, uint64_t openings_hash, int64_t *run, Err *err);
/* Which pairs (by schedule index) the run holds: done[0..pairs) and their half points (-1: not counted). Arrays are the caller's. */
bool store_run_done(Store *store, int64_t run, int pairs, bool *done, int *half_points, Err *err);
/* Set the state (running finished interrupted faulted) and add to the time played. */
bool store_run_state(Store *store, int64_t run, const char *state, int64_t elapsed_ns, Err *err);

/* A writer: a thread behind a bounded queue that commits batches of pairs, at least once a second. */
typedef struct StoreWriter StoreWriter;
StoreWriter *store_writer_new(const char *path, int64_t run, Err *err);
/* Hand over a copy of the pair; waits while the queue is full. false with *err once the writer failed (disk full). */
bool store_writer_add(StoreWriter *writer, const PairRecord *pair, Err *err);
/* Commit what is queued and end; false with *err when anything was not written. */
bool store_writer_finish(StoreWriter *writer, Err *err);
#endif
