/* The store: one SQLite file that holds any number of runs with every game, move and counter. The only user of
 * SQLite. Opening refuses files of others and of newer programs. An older file opened for writing is brought up to date,
 * after which older programs refuse it; opened for reading it stays as it is. */
#ifndef BENCH_STORE_STORE_H
#define BENCH_STORE_STORE_H
#include "bench/match/record.h"
#include "bench/match/spec.h"

typedef struct Store Store; /* one connection; one thread at a time */

typedef enum {
    STORE_READ,
    STORE_WRITE,  /* a store that is there */
    STORE_CREATE, /* the same, but a missing or empty file becomes one */
} StoreMode;
/* NULL with *err: no such file, no right to it, no database, another program's, a newer version's, or empty; or another process
 * keeps it locked for more than three seconds. A path NULL with STORE_CREATE makes one in memory, which ends when it is closed. */
Store *store_open(const char *path, StoreMode mode, Err *err);
/* Close; after writing the log is folded back, so that a read-only copy opens. Accepts NULL. */
void store_close(Store *store);
/* Between these, questions see the store as it was at the first of them, whatever a running match writes. */
bool store_snapshot_begin(Store *store, Err *err);
void store_snapshot_end(Store *store);

/* Add a run for this specification, its openings (their content hash) and its players; *run gets its id. */
bool store_run_add(Store *store, const MatchSpec *spec, uint64_t openings_hash, int64_t *run, Err *err);
/* The newest run of the specification's name that --resume continues; more games than it had extend it. Refuses
 * (ERR_INPUT, showing both) when it differs in specification, openings or program, when it is finished or would
 * shrink, or when another living process of this machine is playing it. */
bool store_run_resume(Store *store, const MatchSpec *spec, uint64_t openings_hash, int64_t *run, Err *err);
/* The same for the run of this id, whatever its name. */
bool store_run_extend(Store *store, int64_t run, const MatchSpec *spec, uint64_t openings_hash, Err *err);
/* Is nothing left to play of the run that store_run_resume (run 0) or store_run_extend would continue? *finished gets its
 * id, 0 when it is not so. Asked for is part `shard`, from 0, of `shards`; up to 1: all of it. */
bool store_run_finished(Store *store, int64_t run, const MatchSpec *spec, uint64_t openings_hash, int shard, int shards, int64_t *finished,
                        Err *err);
/* Is there a run of this name and specification that nobody plays and that is not finished? *unfinished gets the newest
 * one's id, 0 when there is none. */
bool store_run_unfinished(Store *store, const MatchSpec *spec, uint64_t openings_hash, int64_t *unfinished, Err *err);
/* Which pairs (by schedule index) the run holds: done[0..pairs) and their half points (-1: not counted). Arrays are the caller's. */
bool store_run_done(Store *store, int64_t run, int pairs, bool *done, int *half_points, Err *err);
/* Nobody plays the run any more: finished, interrupted or faulted. */
bool store_run_end(Store *store, int64_t run, const char *state, Err *err);
/* The same for a run whose length nobody knew before: what was played is all of it. */
bool store_run_end_open(Store *store, int64_t run, Err *err);
/* The same for a part of it, from 0, that is finished: the whole run is when no pair is missing. */
bool store_run_end_shard(Store *store, int64_t run, int shard, int shards, Err *err);

/* A writer: a thread behind a bounded queue that commits batches of pairs, at least once a second. */
typedef struct StoreWriter StoreWriter;
/* The store is the writer's alone until store_writer_finish. */
StoreWriter *store_writer_new(Store *store, int64_t run, Err *err);
/* Hand over a copy of the pair; waits while the queue is full. false with *err once the writer failed (disk full):
 * what was committed before is kept, nothing more is taken. */
bool store_writer_add(StoreWriter *writer, const PairRecord *pair, Err *err);
/* Commit what was handed over so far, by one thread at a time. */
bool store_writer_flush(StoreWriter *writer, Err *err);
/* Commit what is queued and end; false with *err (may be NULL) when anything was not written. */
bool store_writer_finish(StoreWriter *writer, Err *err);
#endif
