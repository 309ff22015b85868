/* The runner: workers play pairs of games, finished pairs are handed on in schedule order. */
#ifndef BENCH_MATCH_RUNNER_H
#define BENCH_MATCH_RUNNER_H
#include <stdatomic.h>
#include "bench/match/openings.h"
#include "bench/match/record.h"
#include "bench/match/schedule.h"
#include "bench/proc/bell.h"

/* What the match stands at; pure counts, in schedule order. */
typedef struct {
    int pairs_total, pairs_done;      /* of the schedule, or of the shard; finished, those of a resumed run included */
    int games_done, games_running;
    int faults, faults_in_a_row;      /* games that a player's fault decided, in this run of the runner */
    int64_t (*penta)[ELO_PAIRS];      /* by pairing: counted pairs by half points of the first player */
    int pairings;
    SprtState sprt;                   /* with use_sprt */
    bool decided;                     /* the SPRT has decided */
    int64_t elapsed_ns;
} MatchState;

/* Where results go. Called on the thread that called match_run, in schedule order. */
typedef struct {
    void *context;
    /* A pair, complete; the callee copies what it keeps. false stops the run with *err. */
    bool (*pair)(void *context, const PairRecord *pair, const MatchState *state, Err *err);
    /* Several times a second, and at the end. May be NULL. */
    void (*progress)(void *context, const MatchState *state);
} MatchListener;

typedef struct {
    int jobs;                        /* workers */
    bool pin;                        /* each worker, and the engines that it starts, on a processor of its own */
    const bool *done;                /* resume: pairs (by index) that the store holds already; NULL: none */
    const int *done_half_points;     /* their results, -1 where not counted */
    int shard, shards;               /* play those pairs alone whose index is shard modulo shards; shards 0: all */
    const atomic_bool *stop;         /* set by a signal: drop the pairs in flight, end soon; may be NULL */
    const Bell *stop_bell;           /* rings when it is set; NULL: it is looked at ten times a second */
} RunOptions;

/* Play the match: every pair of the schedule, or until the SPRT decides. The decision is taken on the pairs in schedule
 * order, whatever order they finish in; pairs in flight at that moment are finished and handed on with counted
 * false. ERR_INTERRUPTED when stopped: pairs in flight are dropped, finished ones are handed on, with an SPRT only
 * those before the first gap, since whether later ones count isn't known. ERR_FAULT when max_faults games in a row (in
 * schedule order) were lost by a fault. *state says in every case how far it came; free it with match_state_free. */
bool match_run(const MatchSpec *spec, const Openings *openings, const RunOptions *options, const MatchListener *listener,
               MatchState *state, Err *err);
/* Release; accepts an empty one. */
void match_state_free(MatchState *state);
#endif
