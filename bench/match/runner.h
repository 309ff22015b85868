/* The runner: workers play pairs of games, finished pairs are handed on in schedule order. */
#ifndef BENCH_MATCH_RUNNER_H
#define BENCH_MATCH_RUNNER_H
#include <stdatomic.h>
#include "bench/match/openings.h"
#include "bench/match/record.h"
#include "bench/match/schedule.h"

/* What the match stands at; pure counts, in schedule order. */
typedef struct {
    int pairs_total, pairs_done;      /* of the schedule; finished (committed) */
    int games_done, games_running;
    int faults, faults_in_a_row;
    int *penta;                       /* pairings x 5: committed counted pairs by half points of the first player */
    int pairings;
    SprtState sprt;                   /* with use_sprt */
    bool decided;                     /* the SPRT has decided */
    int64_t elapsed_ns;
} MatchState;

/* Where results go. Called on one thread (the committer), in schedule order; a pair finished before an interruption
 * is never lost. */
typedef struct {
    void *context;
    /* A pair, complete; the callee copies what it keeps. false stops the run with *err. */
    bool (*pair)(void *context, const PairRecord *pair, const MatchState *state, Err *err);
    /* Several times a second, and at the end. */
    void (*progress)(void *context, const MatchState *state);
} MatchListener;

typedef struct {
    int jobs;                        /* workers */
    const bool *done;                /* resume: pairs (by index) that the store holds already; NULL: none */
    const int *done_half_points;     /* their results, -1 where not counted */
    const atomic_bool *stop;         /* set by a signal: drop the pairs in flight, end soon */
} RunOptions;

/* Play the match. ERR_INTERRUPTED when stopped, ERR_FAULT after too many faults in a row; *state says how far it came. Free
 * it with match_state_free. */
bool match_run(const MatchSpec *spec, const Openings *openings, const RunOptions *options, const MatchListener *listener,
               MatchState *state, Err *err);
void match_state_free(MatchState *state);
#endif
