/* A game's moves as rows that a statement of SQL can select: one INSERT ... SELECT writes a whole game, in two thirds of the
 * time that rows of bound parameters take, sixteen at once. */
#ifndef BENCH_STORE_MOVE_SOURCE_H
#define BENCH_STORE_MOVE_SOURCE_H
#include <sqlite3.h>
#include "bench/match/record.h"
#include "engine/core/err.h"

/* The columns of the table `game_moves`, in its order. */
#define MOVE_SOURCE_COLUMNS "ply, move, score, bound, depth, nodes, time_ns, overhead_ns, latency_ns, win, draw"

typedef struct {
    const GameRecord *game; /* whose moves the table has at the moment */
} MoveSource;

/* Let this connection, but no other, see the table. The source must stay where it is as long as statements use it. */
bool move_source_attach(MoveSource *source, sqlite3 *db, Err *err);
#endif
