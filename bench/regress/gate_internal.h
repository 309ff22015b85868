/* What the checks of the gate share; for bench/regress alone. */
#ifndef BENCH_REGRESS_GATE_INTERNAL_H
#define BENCH_REGRESS_GATE_INTERNAL_H
#include "bench/regress/gate.h"

/* A gate that measures. */
typedef struct {
    const Baseline *baseline;
    const GateRun *run;
    GateMeasures *out;
} Gauge;

/* A gate that judges. */
typedef struct {
    const Baseline *baseline;
    const GateTerms *terms;
    const GateMeasures *measures;
    const char *whose; /* figures are compared with: "recorded", or the other player's name */
    Findings *findings;
    Recorded *measured;
    Arena *arena;
} Judge;

/* "crashed", "made an illegal move", ... */
extern const char *const fault_words[];

/* Is this position, item or pair for this job to measure? */
bool gauge_takes(const Gauge *gauge, int64_t index);
/* The index, among all, of the number-th that is. */
int64_t gauge_index(const Gauge *gauge, int64_t number);
/* Was this recorded with the suite and limit of now? ERR_INPUT tells what differs, and what to do. */
bool gauge_same_conditions(const Gauge *gauge, const char *place, const char *file, const char *suite_was, const char *suite_is,
                           const char *limit_was, const char *limit_is, Err *err);
/* The canonical text of a limit. */
void gauge_limit_text(const Limit *limit, char out[OPT_TEXT_SIZE]);

/* A figure that differs from the reference: how heavy it is. */
FindingState judge_difference(const Judge *judge, FindingState otherwise);
/* Without a reference nothing can be judged, unless figures are about to be recorded. */
FindingState judge_without_reference(const Judge *judge);

/* Each measures one check of the baseline. */
bool signature_gauge(const Gauge *gauge, Err *err);
bool suite_gauge(const Gauge *gauge, const SuiteCheckSpec *check, SuiteMeasure *out, Err *err);
bool match_gauge(const Gauge *gauge, Err *err);
bool sprt_gauge(const Gauge *gauge, Err *err);
bool speed_gauge(const Gauge *gauge, Err *err);
bool instructions_gauge(const Gauge *gauge, Err *err);

/* Each adds its finding. */
void signature_judge(const Judge *judge);
void suite_judge(const Judge *judge, const SuiteCheckSpec *check, const SuiteMeasure *suite);
void match_judge(const Judge *judge);
void sprt_judge(const Judge *judge);
bool speed_judge(const Judge *judge, Err *err);
void instructions_judge(const Judge *judge);
#endif
