/* The gate: all checks of a baseline on one player, with what they found and the figures to accept. */
#ifndef BENCH_REGRESS_GATE_H
#define BENCH_REGRESS_GATE_H
#include <stdatomic.h>
#include "bench/client/player.h"
#include "bench/regress/baseline.h"
#include "bench/regress/finding.h"

typedef struct {
    const PlayerSpec *player;
    const PlayerSpec *against; /* for speed and the SPRT; NULL: neither is done */
    bool against_is_reference; /* compare with what `against` does instead of with the recorded figures */
    bool accept;               /* differences from the recorded figures are wanted: changed, not regressed */
    bool each;                 /* list the nodes of every position */
    double slow_down;          /* per cent that the player is slowed down while its speed is measured: proves the check */
    int jobs;                  /* searches and games at a time; speed is measured one by one */
    const atomic_bool *stop;   /* may be NULL */
    void *context;
    void (*begin)(void *context, const char *check); /* a check begins; may be NULL */
} GateRun;

/* Run the checks. *measured gets this player's figures, whose texts and lists live in *arena. Errors (ERR_INPUT): figures
 * recorded for another player, suite or limit; a suite that can't be read; a player that can't start. What the player
 * does wrong is a finding. Free *findings with findings_free, also on error. */
bool gate_run(const Baseline *baseline, const GateRun *run, Findings *findings, Recorded *measured, Arena *arena, Err *err);
#endif
