/* Protocol check-ups as people and programs read them. */
#ifndef BENCH_REPORT_CHECK_REPORT_H
#define BENCH_REPORT_CHECK_REPORT_H
#include "bench/check/check.h"
#include "bench/report/table.h"

/* The summary of one engine, then its violations, each with what would be right and the last lines of the talk, as text
 * or Markdown; in Markdown all checks are tabled too, which a terminal has seen as they were done. Appended to out. */
void check_report_print(const CheckRun *run, TableForm form, Buf *out);
/* One check in one line of text. */
void check_report_line(const CheckResult *result, Buf *out);
/* {violations, engines: [{name, id, protocol, ok, violates, note, skipped, checks: [{name, asks, verdict, found, right,
 * talk}]}]} */
void check_report_json(const CheckRun *run, int runs, Buf *out);
#endif
