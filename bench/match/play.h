/* The game loop: two players are asked in turn, the referee looks at every position, everything is recorded. */
#ifndef BENCH_MATCH_PLAY_H
#define BENCH_MATCH_PLAY_H
#include <stdatomic.h>
#include "bench/match/pace.h"
#include "bench/match/record.h"
#include "bench/match/spec.h"

/* Who plays, by which rules. By colour: [RED], [BLACK]. */
typedef struct {
    Player *player[2];
    const Limit *limit[2];
    const RuleSet *rules;
    const Adjudication *adjudication;
    const atomic_bool *stop; /* drop the game; may be NULL */
    PaceSeat *seat;          /* whose questions are held back while the machine is busy; may be NULL */
    Err *failure;            /* why this machine can't play on, no player's fault; may be NULL: then it is the player's */
} Table;

/* Play on from game, whose moves so far are the opening, to the end. Verdicts at a ply come in the order: illegal move,
 * mate or stalemate, repetition, natural limit, material, agreement and adjudication, length. The record must be
 * empty but for side[].player and leg. A player's fault loses the game for it and is no error. false: stopped, or
 * *table->failure says why; the record is incomplete. */
bool play_game(const Table *table, Game *game, GameRecord *record);
#endif
