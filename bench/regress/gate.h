/* The gate: all checks of a baseline on one player. Measuring and judging are apart, so that the jobs of a matrix measure a
 * part each, and one verdict is made of their parts. */
#ifndef BENCH_REGRESS_GATE_H
#define BENCH_REGRESS_GATE_H
#include <stdatomic.h>
#include "bench/client/player.h"
#include "bench/proc/bell.h"
#include "bench/regress/baseline.h"
#include "bench/regress/finding.h"
#include "bench/regress/measures.h"

/* What figures are compared with. */
typedef enum {
    REFERENCE_NONE,     /* nothing: they can't be judged */
    REFERENCE_RECORDED, /* the baseline's */
    REFERENCE_AGAINST,  /* what the other player does */
} GateReference;
extern const char *const gate_reference_names[]; /* none recorded against, NULL-terminated */

typedef struct {
    const PlayerSpec *player;
    const PlayerSpec *against; /* for speed and the SPRT; NULL: neither is done */
    GateReference reference;
    bool accept;               /* figures may differ from the reference's in player, suite and limit: they replace it */
    double slow_down;          /* per cent that the player is slowed down while its speed is measured: proves the check */
    MeterKind meter;           /* what counts as instructions, see SpeedRun */
    int jobs;                  /* searches and games at a time; speed is measured one by one */
    int shard, shards;         /* measure those positions, items and pairs alone whose index is shard modulo shards; 0: all */
    const atomic_bool *stop;   /* may be NULL */
    const Bell *stop_bell;     /* see RunOptions */
    void *context;
    void (*begin)(void *context, const char *check); /* a check begins; may be NULL */
} GateRun;

/* What the judge has to know beside the figures. */
typedef struct {
    const char *player, *against; /* names; against may be NULL */
    GateReference reference;
    bool accept;                  /* differences are wanted: changed, not regressed */
    bool each;                    /* list the nodes of every position */
} GateTerms;

/* Measure what the baseline asks for. Errors (ERR_INPUT): figures recorded for another player, suite or limit; a suite that
 * can't be read; a player that can't start. What the player does wrong is a measure. Free *out with measures_free, also on
 * error. */
bool gate_measure(const Baseline *baseline, const GateRun *run, GateMeasures *out, Err *err);
/* Judge it. *measured gets this player's figures, whose texts and lists live in *arena. Free *findings with findings_free,
 * also on error. */
bool gate_judge(const Baseline *baseline, const GateTerms *terms, const GateMeasures *measures, Findings *findings, Recorded *measured,
                Arena *arena, Err *err);
#endif
