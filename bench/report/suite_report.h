/* What players solved of a suite: as tables, as JSON, with explanations, and set against an earlier run. */
#ifndef BENCH_REPORT_SUITE_REPORT_H
#define BENCH_REPORT_SUITE_REPORT_H
#include "bench/report/table.h"
#include "bench/store/suites.h"
#include "bench/suite/solve.h"
#include "engine/core/json.h"

/* Everything a report needs; the arrays are the caller's. result[item * players + player]. */
typedef struct {
    const char *file;
    const Suite *suite;
    const PlayerSpec *player;
    int players;
    const SuiteResult *result;
} SuiteReport;

/* How many items this player solved. */
int suite_report_solved(const SuiteReport *report, int player);
/* One line a player: solved, nodes, time, and the median cost of what was solved. */
void suite_report_players(const SuiteReport *report, TableForm form, Buf *out);
/* One line an item, every player's result beside it: when it was solved, or the wrong move. all: solved items too. */
void suite_report_items(const SuiteReport *report, bool all, TableForm form, Buf *out);
/* {total, solved, players: [...], items: [...]}; total and solved are the first player's. */
void suite_report_json(const SuiteReport *report, Buf *out);
/* What changed since an earlier run, whose answers these are: each player against the one of its name, or the only one
 * against the only one; items that both were asked. Solved counts, nodes, and every item that one solved and the other
 * did not. */
void suite_report_compare(const SuiteReport *report, int64_t run, const SuiteEarlier *earlier, int count, TableForm form, Buf *out);
/* The evaluations at the end of the right and the played line, term by term. */
void suite_report_explanation(const SuiteItem *item, const char *player, const Explanation *right, const Explanation *wrong,
                              TableForm form, Buf *out);
#endif
