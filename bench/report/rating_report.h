/* A pooled rating list for people and programs. */
#ifndef BENCH_REPORT_RATING_REPORT_H
#define BENCH_REPORT_RATING_REPORT_H
#include "bench/report/rating_pool.h"
#include "bench/report/table.h"

/* The list, best player first, with what to know about it; TABLE_CSV: the table alone. */
void rating_report_write(const RatingPool *pool, TableForm form, Buf *out);
/* How likely the row's player is stronger than the column's, in percent, players in the list's order; no more columns
 * than a table has, from the top. */
void rating_report_write_los(const RatingPool *pool, TableForm form, Buf *out);
/* One JSON object: runs, players in the list's order, the covariance of their ratings and likelihoods of superiority as
 * lists of rows in the same order. What doesn't exist is null. */
void rating_report_write_json(const RatingPool *pool, Buf *out);
#endif
