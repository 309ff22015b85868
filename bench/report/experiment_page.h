/* An experiment as a section of an HTML page: what was expected, charts of ratios and effects, the tables. */
#ifndef BENCH_REPORT_EXPERIMENT_PAGE_H
#define BENCH_REPORT_EXPERIMENT_PAGE_H
#include "bench/report/experiment_report.h"
#include "bench/store/store.h"

void experiment_page_write(const ExperimentReport *report, Buf *out);
/* The sections of the newest experiment of each name that the store holds; *count of them. */
bool experiment_page_write_stored(Store *store, Buf *out, int *count, Err *err);
#endif
