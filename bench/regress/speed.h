/* Speed of two players compared fairly on a machine that others use too: the same positions turn by turn, and an
 * interval of the ratio instead of two figures. What is compared is instructions, where the machine counts them, or CPU
 * time. */
#ifndef BENCH_REGRESS_SPEED_H
#define BENCH_REGRESS_SPEED_H
#include <stdatomic.h>
#include "bench/client/player.h"
#include "bench/match/openings.h"
#include "bench/regress/baseline.h"
#include "bench/stats/bootstrap.h"

typedef struct {
    const PlayerSpec *first, *second;
    const Openings *positions;
    const SpeedSpec *spec;
    double slow_down;        /* per cent of what a search costs that the first player wastes after it */
    MeterKind meter;         /* what counts as instructions: METER_INSTRUCTIONS, but where a test has no such machine */
    const atomic_bool *stop; /* may be NULL */
} SpeedRun;

/* What a sample has cost a player: all its positions. */
typedef struct { double cpu_ns, instructions, nodes; } SpeedCost;

typedef struct {
    SpeedCost *cost[2]; /* by player and sample: `samples` of each, owned */
    int samples;
    BootstrapInterval ratio; /* cost a node of the first player to that of the second: above 1, the first is slower */
    bool few;                /* so few samples that their interval can't have its level: nothing is judged by it */
    bool narrow;             /* the interval has the width that was asked for, and is not of few */
    bool by_node;            /* false: a player reports no nodes, costs of whole searches are compared */
    bool counted;            /* instructions were compared; false: CPU time */
    const char *faulty;      /* name of a player that failed; NULL: none. Nothing else is to be relied on then */
    char note[PLAYER_NOTE_SIZE];
} SpeedResult;

typedef enum { SPEED_HELD, SPEED_SLOWER, SPEED_UNCLEAR } SpeedVerdict;

/* Take samples until the interval is narrow enough or the budget is spent. A sample is one search of every position by
 * both players, who begin in turn and are started anew for it, unless starting takes longer than a sample. The number of
 * samples depends on the width of the interval alone, never on where it lies, so that looking often doesn't spoil its
 * level. Errors: a player can't start; instructions are demanded (spec->counter) and can't be counted; ERR_INTERRUPTED
 * after *stop. Free *out with speed_free, also on error. */
bool speed_compare(const SpeedRun *run, SpeedResult *out, Err *err);
/* The interval of the samples that *result holds: ratio, few, narrow, by_node, counted. */
bool speed_estimate(const SpeedSpec *spec, SpeedResult *result, Err *err);
/* Slower only when the whole interval lies beyond the threshold; held when it is narrow, or lies wholly within; unclear
 * else, and always of few samples. */
SpeedVerdict speed_verdict(const SpeedResult *result, const SpeedSpec *spec);
/* Release; accepts an empty one. */
void speed_free(SpeedResult *result);

/* What one player spends on the positions, for comparison with what was recorded: the least of three rounds after one that
 * warms up. Needs a counter: ERR_SYSTEM without, with the reason. A player that fails is no error, see faulty. */
typedef struct { SpeedCost cost; const char *faulty; char note[PLAYER_NOTE_SIZE]; } SpeedFigure;
bool speed_measure(const SpeedRun *run, SpeedFigure *out, Err *err);
#endif
