/* A stored run played to its end: by `xqbench match` and by `xqbench extend`. */
#ifndef BENCH_CMD_PLAY_RUN_H
#define BENCH_CMD_PLAY_RUN_H
#include "bench/match/openings.h"
#include "bench/match/spec.h"
#include "bench/store/store.h"

/* Is each game kept to a processor of its own? By itself where engines use one thread each and there are processors enough. */
typedef enum { PIN_AUTO, PIN_ON, PIN_OFF } PinPolicy;

typedef struct {
    const char *db;      /* the store's file, for what is said at the end */
    const char *again;   /* what plays the rest after an interruption: "the same command with --resume" */
    int jobs;            /* games at a time; 0: one for each core */
    int shard, shards;   /* see RunOptions */
    int pin;             /* PinPolicy */
    const char *pgn_out; /* at the end the run's games go into this PGN file; "": nowhere */
    bool pgn_plain;      /* its moves without comments */
    bool quiet;          /* nothing but the result */
} PlayOptions;

/* Try every player (spec_prepare) before anything is stored, so that a run that can't be played does not begin. Warnings go to
 * standard error. */
bool prepare_players(MatchSpec *spec, Err *err);
/* Play what is missing of the run, which the store has been told that we play; the result is printed. Whatever
 * happens, finished pairs are kept and the run is given back. Returns an exit code, or fills *err. */
int play_run(Store *store, int64_t run, const MatchSpec *spec, const Openings *openings, const PlayOptions *options,
             Err *err);
/* Say that nothing is left to play of this run, and print its result; the exit code is that of the run's end. */
int show_finished_run(Store *store, int64_t run, const MatchSpec *spec, const PlayOptions *options, Err *err);
#endif
