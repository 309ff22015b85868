/* Adjudication: a game ends when both players have said the same for long enough. */
#ifndef BENCH_MATCH_ADJUDICATE_H
#define BENCH_MATCH_ADJUDICATE_H
#include "bench/match/record.h"
#include "bench/match/spec.h"

/* How many plies in a row agree, up to now. Zero at the start of a game. */
typedef struct { int winning[2]; /* by side that is seen winning */ int drawn; } Agreement;

/* Take in the score of a ply by `mover`; a missing score or mere bound in the wrong direction breaks the row. */
void agreement_add(Agreement *agreement, const Adjudication *rules, Side mover, const Answer *answer);
/* The outcome, or OUTCOME_NONE while the game goes on. plies counts the whole game from its first position. A row
 * of N moves is N moves of each player. */
Outcome agreement_outcome(const Agreement *agreement, const Adjudication *rules, int plies);
#endif
