/* The numbers of a player that a tuner may move: search options with a step, weights of the evaluation, an engine's spin
 * options. */
#ifndef BENCH_CLIENT_TUNABLES_H
#define BENCH_CLIENT_TUNABLES_H
#include "bench/client/player.h"
#include "engine/core/arena.h"

typedef struct {
    const char *name;       /* "search.lmr_base", "weights.pair[0].mg", "options.Contempt" */
    double value, min, max; /* whole numbers; value is what the player has */
    double step;            /* a change that makes a difference, for a start; 0: unknown */
    const char *help;       /* "" when nothing is known */
    bool idle;              /* has no effect as the player is set up */
} Tunable;
typedef struct Tunables {
    Tunable *item;
    int count, cap;
    Arena arena;
} Tunables;

/* List them, in the player's own order. An engine is started for it. false with *err; then *out is empty. */
bool tunables_list(const PlayerSpec *spec, Tunables *out, Err *err);
/* Another one at the end; the name is copied. */
Tunable *tunables_add(Tunables *tunables, const char *name);
/* The tunable of this name, or NULL. */
const Tunable *tunables_find(const Tunables *tunables, const char *name);
/* Release; accepts an empty one. */
void tunables_free(Tunables *tunables);

/* Those of builtin players and of engines; see PlayerSpec. */
bool builtin_tunables(const PlayerSpec *spec, Tunables *out, Err *err);
bool external_tunables(const PlayerSpec *spec, Tunables *out, Err *err);
#endif
