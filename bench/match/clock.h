/* A side's clock in a game: pure arithmetic on the times of its moves. */
#ifndef BENCH_MATCH_CLOCK_H
#define BENCH_MATCH_CLOCK_H
#include "bench/client/player.h"

typedef struct {
    const Limit *limit;
    int64_t left_ns; /* of the clock; 0 without one */
    int moves;       /* made in this period */
} Clock;

/* A clock at the start of a game. It reads the limit as long as it lives. */
Clock clock_start(const Limit *limit);
/* What a player is told: its own clock and the other's. */
ClockState clock_state(const Clock *own, const Clock *other);
/* What an answer costs on a clock of this limit: its time, or what its nodes count for. */
int64_t clock_used_ns(const Limit *limit, const Answer *answer);
/* Charge a move. false when it was too late: the clock ran out or the time for one move was overstepped, by more
 * than the margin and what is excused of the time used. A move within those leaves (almost) nothing but the increment. */
bool clock_charge(Clock *clock, int64_t used_ns, int64_t excused_ns);
#endif
