/* Speed of two players compared fairly on a machine that others use too: CPU time, the same positions turn by turn,
 * and an interval of the ratio instead of two figures. */
#ifndef BENCH_REGRESS_SPEED_H
#define BENCH_REGRESS_SPEED_H
#include <stdatomic.h>
#include "bench/client/player.h"
#include "bench/match/openings.h"
#include "bench/regress/baseline.h"
#include "bench/stats/bootstrap.h"

typedef struct {
    BootstrapInterval ratio; /* CPU time a node of the first player to that of the second: above 1, the first is slower */
    int samples;
    bool narrow;             /* the interval has the width that was asked for */
    bool by_node;            /* false: a player reports no nodes, times of whole searches are compared */
    const char *faulty;      /* name of a player that failed; NULL: none. Nothing else is to be relied on then */
    char note[PLAYER_NOTE_SIZE];
} SpeedResult;

typedef enum { SPEED_HELD, SPEED_SLOWER, SPEED_UNCLEAR } SpeedVerdict;

/* Take samples until the interval is narrow enough or the budget is spent. A sample is one search of every position by
 * both players, who begin in turn. The number of samples depends on the width of the interval alone, never on where it
 * lies, so that looking often doesn't spoil its level. slow_down: per cent of its CPU time that the first player wastes
 * after each search. Errors: a player can't start; ERR_INTERRUPTED after *stop. */
bool speed_compare(const PlayerSpec *first, const PlayerSpec *second, const Openings *positions, const SpeedSpec *spec, double slow_down,
                   const atomic_bool *stop, SpeedResult *out, Err *err);
/* Slower only when the whole interval lies beyond the threshold; held when it is narrow, or lies wholly within. */
SpeedVerdict speed_verdict(const SpeedResult *result, const SpeedSpec *spec);
#endif
