/* Questions to the store, answered as plain structs: what reports, exports and digests read. Everything returned lives in the
 * caller's arena. */
#ifndef BENCH_STORE_QUERIES_H
#define BENCH_STORE_QUERIES_H
#include "bench/store/store.h"
#include "engine/core/arena.h"
#include "engine/core/sha256.h"

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

/* A game whole. `number` counts the games of a run in schedule order from 1. */
typedef struct {
    int64_t number;
    int pairing, round, leg;
    const char *red, *black, *fen, *opening_moves, *outcome, *reason;
    const char *red_act, *black_act; /* "" unless a repetition ended it */
    int cycle_start;
    bool counted;
    int64_t started_unix;    /* of the run */
    MoveRecord *move;
    int count;
} StoredGame;

/* All runs of the file, oldest first. */
bool store_runs(Store *store, Arena *arena, RunInfo **out, int *count, Err *err);
/* The run of this id, or the newest (id 0). ERR_INPUT when there is none (names those there are). */
bool store_run(Store *store, Arena *arena, int64_t id, RunInfo *out, Err *err);
bool store_seats(Store *store, int64_t run, Arena *arena, SeatSummary **out, int *count, Err *err);
bool store_pairings(Store *store, int64_t run, Arena *arena, PairingSummary **out, int *count, Err *err);
bool store_reasons(Store *store, int64_t run, Arena *arena, ReasonSummary **out, int *count, Err *err);
/* How many distinct games the run holds: openings and moves alike are one game. */
bool store_distinct_games(Store *store, int64_t run, int64_t *out, Err *err);
/* Hand over the run's games in schedule order, from number `first` on (1: all); `visit` returns false to stop. */
bool store_games(Store *store, int64_t run, int64_t first, bool (*visit)(void *context, const StoredGame *game), void *context, Err *err);
/* SHA-256 over all that must not depend on timing, workers or the run's identity: players, openings, results, moves, scores, depths,
 * nodes of counted pairs, in schedule order. */
bool store_digest(Store *store, int64_t run, char out[SHA256_TEXT_SIZE], Err *err);
#endif
