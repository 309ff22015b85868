/* What both kinds of extraction ask of games and positions. */
#ifndef TUNER_DATA_SAMPLING_H
#define TUNER_DATA_SAMPLING_H
#include "tuner/data/extract.h"

/* Identities met before; begins as { 0 }. */
typedef struct { uint64_t *known; size_t cap, count; } KnownGames;
/* Remember the game; false when it was known. */
bool known_games_add(KnownGames *games, uint64_t id);
void known_games_free(KnownGames *games);

/* Do the rules leave out games that ended so? A player's fault says nothing about the position. */
bool sampling_leaves_out(const ExtractRules *rules, Reason reason);
/* Does the recorded score allow the position? */
bool sampling_wants_score(const ExtractRules *rules, int score);
/* The first ply of the game that may be taken. */
int sampling_first_ply(const ExtractRules *rules, const SourceGame *game);
#endif
