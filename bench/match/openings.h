/* Opening lists: positions or short games that pairs start from. */
#ifndef BENCH_MATCH_OPENINGS_H
#define BENCH_MATCH_OPENINGS_H
#include <stddef.h>
#include "engine/core/arena.h"
#include "engine/core/err.h"
#include "engine/xq/pos.h"

typedef struct {
    char *fen;      /* start, canonical six fields */
    Move *move;     /* moves from there */
    int count;
    char *name;     /* "" when it has none */
} Opening;

typedef struct { Opening *item; uint32_t count; Arena arena; uint64_t hash; /* of content: part of a run's identity */ } Openings;

/* Read openings: EPD or FEN lines (2 to 6 fields, '#' comments, operations `id "name"` and `moves ...`), PGN games (.pgn, the first
 * `plies` plies), any of them compressed (.gz). "" is the start position alone. Every position must be legal; errors are file:line. */
bool openings_load(const char *path, int plies, Openings *out, Err *err);
void openings_free(Openings *openings);
#endif
