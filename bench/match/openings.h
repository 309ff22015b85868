/* Opening lists: positions or short games that pairs start from. */
#ifndef BENCH_MATCH_OPENINGS_H
#define BENCH_MATCH_OPENINGS_H
#include <stdbool.h>
#include <stddef.h>
#include "engine/core/arena.h"
#include "engine/core/err.h"
#include "engine/xq/pos.h"

typedef struct {
    char *fen;  /* start, canonical six fields */
    Move *move; /* moves from there */
    int count;
    char *name; /* "" when it has none */
} Opening;

typedef struct {
    Opening *item;
    uint32_t count;
    Arena arena;
    uint64_t hash; /* of content: part of a run's identity */
} Openings;

/* Read openings: EPD or FEN lines (2 to 6 fields, '#' comments, operations `id "name";` and `moves h2e2 h9g7;`, others
 * are passed over), PGN games (.pgn, the first `plies` plies; 0: all), any of them compressed (.gz). "" is the start
 * position alone. A path that isn't there is looked for among the project's data files. Every position must be legal,
 * and so must every move; the side to move at the end needs a legal move. Errors are file:line. */
bool openings_load(const char *path, int plies, Openings *out, Err *err);
/* The same from the text of EPD or FEN lines; name is what errors call it. */
bool openings_parse(const char *text, const char *name, Openings *out, Err *err);
/* Drop the openings i with drop[i]; the others keep their order, and the hash becomes theirs. */
void openings_drop(Openings *openings, const bool *drop);
/* Release; accepts an empty one. */
void openings_free(Openings *openings);
#endif
