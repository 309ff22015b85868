/* The signature of a player: how many nodes each of some positions takes it. The same player gives the same one on
 * every machine; who changes search or evaluation changes it. */
#ifndef BENCH_REGRESS_SIGNATURE_H
#define BENCH_REGRESS_SIGNATURE_H
#include <stdatomic.h>
#include "bench/client/player.h"
#include "bench/match/openings.h"

typedef struct {
    int64_t nodes;       /* in all */
    int64_t *position;   /* by position, openings->count of them, owned */
    Fault fault;         /* of the first position where it failed; nothing else is to be relied on then */
    uint32_t faulty;     /* which one */
    char note[PLAYER_NOTE_SIZE];
} Signature;

/* Search every position as a new game, `jobs` at a time. A player that fails is no error, see fault. Errors: a player
 * can't start; ERR_INTERRUPTED after *stop. Free with signature_free. */
bool signature_measure(const PlayerSpec *player, const Openings *positions, const Limit *limit, int jobs, const atomic_bool *stop,
                       Signature *out, Err *err);
/* Release; accepts an empty one. */
void signature_free(Signature *signature);
/* Set a game up as a list of positions has it. Free the game. */
void opening_set_up(const Opening *opening, Game *game);
#endif
