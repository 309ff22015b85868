/* Whole games read back, in the order of the schedule: what exports, replays and digests read. */
#ifndef BENCH_STORE_GAMES_H
#define BENCH_STORE_GAMES_H
#include "bench/store/store.h"
#include "engine/core/arena.h"
#include "engine/core/sha256.h"

/* A game as it was recorded, with what the run and the pair say of it. */
typedef struct {
    int64_t number;          /* in the run, in schedule order from 1; pairs that were never played leave gaps */
    int pairing, round;
    bool counted;
    int64_t run_started_unix;
    const char *run_name, *run_host, *player[2]; /* by colour */
    const char *start_fen;
    const Move *opening_move; /* opening_count moves from start_fen */
    int opening_count;
    GameRecord record;
} StoredGame;

/* Hand over the run's games from number `first` on (1: all), each valid during its visit alone; `visit` returns false to
 * stop. */
bool store_games(Store *store, int64_t run, int64_t first, bool (*visit)(void *context, const StoredGame *game), void *context, Err *err);
/* The same for the games of these numbers alone, which ascend; numbers that the run doesn't hold are passed over. */
bool store_games_chosen(Store *store, int64_t run, const int64_t *number, int count, bool (*visit)(void *context, const StoredGame *game),
                        void *context, Err *err);
/* The game of this number; everything in it lives in the arena. ERR_INPUT when the run doesn't hold it. */
bool store_game(Store *store, int64_t run, int64_t number, Arena *arena, StoredGame *out, Err *err);
/* SHA-256 over all that must not depend on timing, workers or the run's identity: the specification, and of the counted
 * games opening, moves, scores, depths, nodes, counters, faults (not their words), result and reason. */
bool store_digest(Store *store, int64_t run, char out[SHA256_TEXT_SIZE], Err *err);
#endif
