/* The one or two players that a gate judges. */
#ifndef BENCH_CMD_GATE_PLAYERS_H
#define BENCH_CMD_GATE_PLAYERS_H
#include "bench/client/player.h"
#include "engine/core/arena.h"

typedef struct {
    PlayerSpec player, against;
    bool two; /* there is an `against` */
} GatePlayers;

/* Read and try both; `against` "" for none. Where it is a program's path, both sides run as programs with the same options:
 * it gets all words of the player but the command, and a builtin player becomes the xqengine that stands beside this
 * program. Limits of their own are dropped, since the gate's limits hold for both. What players doubt goes to standard
 * error. Free with gate_players_free, also on error. */
bool gate_players_make(const char *player, const char *against, const Limit *limit, GatePlayers *out, Err *err);
void gate_players_free(GatePlayers *players);
#endif
