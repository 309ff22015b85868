/* A run's report for people and programs. */
#ifndef BENCH_REPORT_RUN_REPORT_H
#define BENCH_REPORT_RUN_REPORT_H
#include "bench/report/summary.h"
#include "bench/report/table.h"
#include "engine/core/json.h"

/* The runs of a file, one a line. */
void report_write_runs(const RunInfo *run, int count, TableForm form, Buf *out);
/* Everything about one run: head, result block of two players, ratings, cross table, pairings, what a move costs each player,
 * counters, why games ended, warnings. TABLE_CSV writes the ratings alone, which is what spreadsheets want. */
void report_write(const RunReport *report, TableForm form, Buf *out);
/* The block a chess runner's users know, for two players: score, Elo, nElo, LOS, pentanomial, SPRT. */
void report_write_result(const RunReport *report, Buf *out);
/* The ratings with what each player spends, best first: the table of the match's end. */
void report_write_ratings(const RunReport *report, TableForm form, Buf *out);
/* The other parts of a report, each a table: points of everyone against everyone, pentanomial counts by pairing, counters a
 * move, why games ended. */
void report_write_cross_table(const RunReport *report, TableForm form, Buf *out);
void report_write_pairings(const RunReport *report, TableForm form, Buf *out);
void report_write_counters(const RunReport *report, TableForm form, Buf *out);
void report_write_reasons(const RunReport *report, TableForm form, Buf *out);
/* What a reader must know before believing the figures, a line each, after an empty one. */
void report_write_warnings(const RunReport *report, Buf *out);
/* What a match says at its end: the block of two players, the ratings, why games ended, warnings. */
void report_write_end(const RunReport *report, Buf *out);
/* One JSON object of this run, the next item of a list; infinite and undetermined figures are null. */
void report_write_json(const RunReport *report, Json *json);
#endif
