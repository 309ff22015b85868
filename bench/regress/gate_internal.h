/* What the checks of the gate share; for bench/regress alone. */
#ifndef BENCH_REGRESS_GATE_INTERNAL_H
#define BENCH_REGRESS_GATE_INTERNAL_H
#include "bench/regress/gate.h"

/* A gate at work. */
typedef struct {
    const Baseline *baseline;
    const GateRun *run;
    const Recorded *reference; /* what figures are compared with */
    const char *whose;         /* "recorded", or the other player's name */
    Findings *findings;
    Recorded *measured;
    Arena *arena;
} Gate;

/* "crashed", "made an illegal move", ... */
extern const char *const fault_words[];

/* A figure that differs from the reference: how heavy it is. */
FindingState gate_difference(const Gate *gate, FindingState otherwise);
/* Without a reference nothing can be judged, unless figures are about to be recorded. */
FindingState gate_without_reference(const Gate *gate);
/* Was this recorded with the suite and limit of now? ERR_INPUT tells what differs, and what to do. */
bool gate_same_conditions(const Gate *gate, const char *place, const char *file, const char *suite_was, const char *suite_is, const char *limit_was,
                          const char *limit_is, Err *err);

/* Figures of any player, as they are recorded: what the reference is when it is another player. */
bool signature_figures(const Gate *gate, const PlayerSpec *player, SignatureRecord *out, Err *err);
bool suite_figures(const Gate *gate, const PlayerSpec *player, const SuiteCheckSpec *check, SuiteRecorded *out, Err *err);

/* Each adds its finding. */
bool signature_check(const Gate *gate, Err *err);
bool suite_check(const Gate *gate, const SuiteCheckSpec *check, Err *err);
bool match_check(const Gate *gate, Err *err);
bool sprt_match(const Gate *gate, Err *err);
bool speed_check(const Gate *gate, Err *err);
#endif
