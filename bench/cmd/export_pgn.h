/* A run's games as a PGN file. */
#ifndef BENCH_CMD_EXPORT_PGN_H
#define BENCH_CMD_EXPORT_PGN_H
#include "bench/store/store.h"
#include "engine/xq/pgn.h"

typedef struct {
    const char *path; /* appears whole or not at all; "": standard output */
    PgnStyle style;
    bool comments;    /* every move with score, depth, nodes and time */
} PgnExport;

/* All games of the run in the order of the schedule. */
bool export_pgn(Store *store, int64_t run, const PgnExport *how, Err *err);
#endif
