/* Making opening suites: many distinct positions near the start that a search calls balanced (or as unbalanced as
 * asked for). */
#ifndef BENCH_MATCH_GENERATE_H
#define BENCH_MATCH_GENERATE_H
#include <stdatomic.h>
#include "bench/client/player.h"

typedef struct {
    int64_t count;                /* positions wanted */
    int64_t plies_min, plies_max; /* moves from the start position */
    int64_t low, high;            /* scores that are taken, from Red's view */
    int64_t nodes;                /* of the search that scores a position */
    int64_t seed;
    int64_t jobs; /* workers; they don't change the result */
} GenerateSpec;

typedef struct {
    void *context;
    /* After each batch of searches, on the calling thread. May be NULL. */
    void (*progress)(void *context, int64_t found, int64_t searched);
    const atomic_bool *stop; /* ends the work with ERR_INTERRUPTED; may be NULL */
} GenerateListener;

/* Append to out one line a position, "PLACEMENT SIDE", sorted: `count` of them, no two alike, mirror images and
 * transpositions included, none with the side to move in check. They are found by random moves from the start
 * position, of which every one must keep the score within the bounds (or not far from level), so that no position
 * stands behind a blunder. A position's score is that of a fresh player after so many nodes: the result is a
 * function of the specification and the player alone. Errors: a specification that makes no sense, a player that
 * can't be started, fewer positions than wanted within the bounds. */
bool openings_generate(const GenerateSpec *spec, const PlayerSpec *judge, const GenerateListener *listener, Buf *out,
                       Err *err);
#endif
