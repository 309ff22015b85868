/* The games of a tuning as a run of the database: reported, exported, replayed and extracted as any other. */
#ifndef TUNER_SPSA_KEPT_GAMES_H
#define TUNER_SPSA_KEPT_GAMES_H
#include "bench/match/record.h"
#include "bench/match/spec.h"
#include "engine/core/err.h"

typedef struct {
    const char *db;          /* the database; a connection of its own is opened */
    int64_t tuning;          /* its number there */
    const char *player;      /* whose numbers are tuned */
    const MatchSpec *match;  /* two players: plus and minus */
    uint64_t openings_hash;
    int64_t pairs;           /* that this session will play; 0: as many as fit into its time */
} KeptGamesSpec;

typedef struct KeptGames KeptGames;
/* Nothing is written before the first pair. Texts of the specification stay the caller's. */
KeptGames *kept_games_new(const KeptGamesSpec *spec);
/* Hand over a pair, one at a time, from any thread. */
bool kept_games_add(KeptGames *games, const PairRecord *pair, Err *err);
/* Commit what was handed over. */
bool kept_games_flush(KeptGames *games, Err *err);
/* Commit, end the run, release; accepts NULL. What was played is all that the run has then. err may be NULL. */
bool kept_games_finish(KeptGames *games, Err *err);
#endif
