/* One run as a report shows it: computed from the store's summaries, without a word of formatting. */
#ifndef BENCH_REPORT_SUMMARY_H
#define BENCH_REPORT_SUMMARY_H
#include "bench/stats/elo.h"
#include "bench/stats/rating.h"
#include "bench/store/queries.h"

/* A pairing with its statistics, from the first player's view. */
typedef struct {
    int first, second; /* seats */
    int64_t penta[ELO_PAIRS];
    int64_t wins, draws, losses;
    int64_t drawn_pairs; /* of those that ended level, both games drawn; the others are a win each */
    EloStats elo;
} PairingReport;

typedef struct {
    RunInfo run;
    SeatSummary *seat; /* by seat */
    int seats;
    PairingReport *pairing;
    int pairings;
    ReasonSummary *reason;
    int reasons;
    RatingList ratings;     /* by seat */
    size_t *order;          /* seats, best rating first */
    int64_t games, red_wins, draws, black_wins;
    int64_t distinct_games; /* fewer than games: the same games were played again */
    SprtState sprt;         /* with run.use_sprt */
} RunReport;

/* Load run `id` (0: the newest) and compute. Everything lives in the arena but the rating list: free with report_free. */
bool report_load(Store *store, int64_t id, Arena *arena, RunReport *out, Err *err);
void report_free(RunReport *report);
/* Pentanomial counts of the whole run, from the first players' view (what JSON readers call penta). */
void report_penta(const RunReport *report, int64_t penta[ELO_PAIRS]);
/* part / whole; NAN when there is no whole. */
double report_ratio(int64_t part, int64_t whole);
#endif
