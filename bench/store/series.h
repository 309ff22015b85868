/* What charts are drawn from: results in their order, moves by depth and nodes, the list of games. Everything returned
 * lives in the caller's arena. */
#ifndef BENCH_STORE_SERIES_H
#define BENCH_STORE_SERIES_H
#include "bench/store/store.h"
#include "engine/core/arena.h"

/* A counted pair with its result, from the first player's view. */
typedef struct { int first, second; /* seats */ int half_points; } PairResult;
/* In the order of the schedule. */
bool store_pair_results(Store *store, int64_t run, Arena *arena, PairResult **out, int *count, Err *err);

/* Moves of one player in counted games that took as many plies of depth and about as many nodes. */
enum { NODES_CLASSES_PER_OCTAVE = 4 };
typedef struct {
    int seat, depth;
    int nodes_class; /* class k: nodes from 2^(k/4) to below 2^((k+1)/4); no nodes count as one */
    int64_t moves;
} MoveClass;
bool store_move_classes(Store *store, int64_t run, Arena *arena, MoveClass **out, int *count, Err *err);

/* A fault of a player in a counted game, in the order of the schedule. */
typedef struct {
    int64_t number; /* of the game, see StoredGame */
    int seat;
    const char *fault, *note;
} FaultLine;
bool store_faults(Store *store, int64_t run, Arena *arena, FaultLine **out, int *count, Err *err);

/* What can be said of a game without reading it. */
typedef struct {
    int64_t number; /* see StoredGame */
    int plies, opening_plies;
    bool faulty;    /* a player failed */
} GameLine;
/* In the order of the schedule, uncounted ones too. */
bool store_game_lines(Store *store, int64_t run, Arena *arena, GameLine **out, int *count, Err *err);
#endif
