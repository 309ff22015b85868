/* What the gate found, for people (text, Markdown), for CI (JUnit XML, annotations) and for a history (JSON). */
#ifndef BENCH_REPORT_GATE_REPORT_H
#define BENCH_REPORT_GATE_REPORT_H
#include <stdint.h>
#include "bench/regress/finding.h"
#include "bench/report/table.h"

typedef struct {
    const char *player, *baseline; /* names; baseline "" for none */
    const Findings *findings;
    int exit_code;                 /* what the program says at the end */
    const char *advice;            /* one line, what to do next; "" for nothing */
} GateReport;

/* "held", "regressed", ...: the verdict in a word. */
const char *gate_report_verdict(const GateReport *report);
/* A table of the checks, then the details of those that did not hold (all: of every check), the verdict last. */
void gate_report_write(const GateReport *report, bool all, TableForm form, Buf *out);
/* A JUnit XML document with a test case for each check: failures are regressions, errors faults, and what could not be
 * judged is skipped, unless that fails the gate. */
void gate_report_junit(const GateReport *report, Buf *out);
/* Lines "::error title=...::..." that GitHub Actions shows beside a change; nothing when all held. */
void gate_report_annotations(const GateReport *report, Buf *out);
/* One line of JSON: {time, version, player, baseline, verdict, code, checks: [{check, state, text, seconds, unit, value,
 * before}]}. time is seconds since 1970. */
void gate_report_json(const GateReport *report, int64_t time, Buf *out);
#endif
