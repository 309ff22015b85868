/* A rating list over the games of many runs, of one file or several: who is who, and the joint fit. */
#ifndef BENCH_REPORT_RATING_POOL_H
#define BENCH_REPORT_RATING_POOL_H
#include "bench/stats/rating.h"
#include "bench/store/queries.h"

/* A player is what it resolves to and the limit it plays at, whatever it is called in a run. */
typedef struct {
    const char *name;     /* of its first run; told apart from others of that name by limit or number */
    const char *limit, *resolved;
    int64_t wins, draws, losses;
} PooledPlayer;

/* A run that was taken. */
typedef struct { const char *uid, *name, *config; } PooledRun;

typedef struct {
    Arena arena;              /* of all texts */
    PooledPlayer *player;
    int players;
    PooledRun *run;
    int runs;
    RatingPairs *pairs;
    int pair_sets;
    int repeated_runs;        /* left out: their uid was there already */
    int alike_runs;           /* taken, though another one has the same specification and seed */
    int64_t own_pairs;        /* left out: of a player against itself */
    int anchor;               /* player whose rating was given; -1: none, the mean is 0 */
    RatingList list;          /* by player */
    size_t *order;            /* players, best first */
} RatingPool;

/* Take in a run of this store. The pool begins zeroed; free it in any case. */
bool rating_pool_add(RatingPool *pool, Store *store, const RunInfo *run, Err *err);
/* Names told apart, ratings computed; after the last run. anchor: "NAME=ELO", or NULL for the mean 0. Errors: nobody of
 * that name, no games. */
bool rating_pool_fit(RatingPool *pool, const char *anchor, Err *err);
void rating_pool_free(RatingPool *pool);
#endif
