/* Real games for SPSA: worker threads that keep two running players each and give them the values of the iteration whose pair
 * they play next. Outcomes don't depend on the number of workers. */
#ifndef TUNER_SPSA_GAMES_H
#define TUNER_SPSA_GAMES_H
#include <stdatomic.h>
#include "bench/match/openings.h"
#include "bench/match/record.h"
#include "bench/match/spec.h"
#include "bench/store/spsa.h"
#include "tuner/spsa/spsa.h"

typedef struct {
    const MatchSpec *match;   /* two players: plus and minus; limit, rules, order of openings */
    const Openings *openings;
    const Spsa *spsa;         /* names of the parameters; they may grow while no task is out */
    int jobs;                 /* workers */
    const atomic_bool *stop;  /* set by a signal; may be NULL */
    const StoredPair *known;  /* pairs that were played before; not again */
    int known_count;
    /* Every finished pair, in no order, one at a time, on some worker's thread; false ends the games with *err. May be NULL. */
    bool (*pair)(void *context, int iteration, const PairRecord *pair, Err *err);
    void *context;
} SpsaGamesSpec;

typedef struct SpsaGames SpsaGames;
/* Start the workers. NULL with *err. */
SpsaGames *spsa_games_new(const SpsaGamesSpec *spec, Err *err);
/* Drop what is in flight, end players and workers; accepts NULL. */
void spsa_games_delete(SpsaGames *games);
/* What spsa_run is given; tasks of different iterations may be collected in any order. Errors of collect: ERR_INTERRUPTED when
 * stopped, ERR_FAULT when max_faults games in a row were lost by a fault, a player that can't be started. */
SpsaPlayers spsa_games_players(SpsaGames *games);
#endif
