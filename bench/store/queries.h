/* Questions to the store, answered as plain structs: what reports read. Everything returned lives in the caller's
 * arena. */
#ifndef BENCH_STORE_QUERIES_H
#define BENCH_STORE_QUERIES_H
#include "bench/store/store.h"
#include "engine/core/arena.h"

typedef struct {
    int64_t id;            /* for this file alone */
    const char *uid;       /* 128 bits in hex: the run's name for ever */
    const char *name;
    const char *state;     /* running, finished, "shard 1/2 finished", interrupted (a killed one too), faulted */
    int64_t games;         /* per pairing, as specified */
    int64_t pairs_total, pairs_done;
    int64_t seed, started_unix, elapsed_ns;
    const char *config;    /* all that decides the games */
    const char *source;    /* the match file, changes of the command line made; "" when unknown */
    const char *format, *rule_set, *openings, *build;
    bool use_sprt;
    SprtSpec sprt;
} RunInfo;

/* One player in one run, with its sums over counted games. */
typedef struct {
    int seat;
    const char *name, *limit, *resolved;
    int64_t games, wins, draws, losses;      /* with a result */
    int64_t moves, nodes, depth_sum, time_ns, time_max_ns, overhead_ns, faults;
    int64_t counter[PLAYER_COUNTERS_MAX];    /* in the order of player_counter_names; builtin players */
} SeatSummary;

/* Results of one pairing: counted pairs in which the first player scored i half points with Red and j with Black. */
typedef struct {
    int first, second; /* seats */
    int64_t count[3][3];
    int64_t unfinished; /* pairs with a game without a result */
} PairingSummary;

typedef struct { const char *reason, *outcome; int64_t games; } ReasonSummary;

/* All runs of the file, oldest first. */
bool store_runs(Store *store, Arena *arena, RunInfo **out, int *count, Err *err);
/* The run of this id, or the newest (id 0). ERR_INPUT when there is none (names those there are). */
bool store_run(Store *store, Arena *arena, int64_t id, RunInfo *out, Err *err);
/* The players of a run in the order of their seats, without sums: every figure is 0. */
bool store_seat_names(Store *store, int64_t run, Arena *arena, SeatSummary **out, int *count, Err *err);
/* The same with their sums. */
bool store_seats(Store *store, int64_t run, Arena *arena, SeatSummary **out, int *count, Err *err);
bool store_pairings(Store *store, int64_t run, Arena *arena, PairingSummary **out, int *count, Err *err);
bool store_reasons(Store *store, int64_t run, Arena *arena, ReasonSummary **out, int *count, Err *err);
/* How many distinct games the run holds: players, opening and moves alike are one game. */
bool store_distinct_games(Store *store, int64_t run, int64_t *out, Err *err);
#endif
