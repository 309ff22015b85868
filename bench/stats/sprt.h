/* Sequential probability ratio test of two players: is the first stronger by elo1 (H1) or by elo0 (H0)?
 *
 * Generalised likelihood ratio with exact maximum-likelihood estimates of the outcome distribution, after
 * M. Van den Bergh's papers for fishtest on the expectation value of a distribution and on normalized Elo.
 * Counts of zero are replaced by SPRT_REGULARISER; data with many empty outcomes depend on that value. */
#ifndef BENCH_STATS_SPRT_H
#define BENCH_STATS_SPRT_H
#include <stdbool.h>
#include <stdint.h>
#include "bench/stats/elo.h"
#include "engine/core/err.h"

#define SPRT_REGULARISER 1e-3
/* Bounds further out than this are refused: no match needs them, and the normalized model loses its solution
 * soon after (at 231 for pairs). */
#define SPRT_ELO_LIMIT 200.0

/* What elo0 and elo1 mean. */
typedef enum {
    SPRT_NORMALIZED, /* nElo, the mean in standard deviations: draws and book hardly change the length */
    SPRT_LOGISTIC,   /* Elo by expected score */
} SprtModel;
extern const char *const sprt_model_names[]; /* normalized logistic, NULL-terminated */

typedef enum { SPRT_CONTINUE, SPRT_ACCEPT_H0, SPRT_ACCEPT_H1 } SprtVerdict;

typedef struct {
    SprtModel model;
    double elo0, elo1;
    double alpha; /* probability of accepting H1 when H0 is true */
    double beta;  /* probability of accepting H0 when H1 is true */
} SprtSpec;

/* Log-likelihood ratio and the bounds that end the test: H0 at llr <= lower, H1 at llr >= upper. */
typedef struct {
    double llr, lower, upper;
    SprtVerdict verdict;
} SprtState;

/* What to expect of a test before it is run. */
typedef struct {
    double nelo;      /* of the chances planned for */
    double accept_h1; /* probability, 0 to 1 */
    double pairs;     /* expected number until a verdict */
} SprtPlan;

/* Can this test be run? If not, *err (ERR_INPUT) says which value is wrong and what would be right. */
bool sprt_check(const SprtSpec *spec, Err *err);
/* State of the test after these pairs: pairs[k] is how many scored k half points. No pairs: llr 0. */
SprtState sprt_state(const SprtSpec *spec, const int64_t pairs[ELO_PAIRS]);
/* The same when games were not played in pairs: games[k] is how many scored k half points. */
SprtState sprt_state_games(const SprtSpec *spec, const int64_t games[ELO_GAMES]);
/* "H0", "H1" or "continue". */
const char *sprt_verdict_name(SprtVerdict verdict);

/* Chances of the five outcomes of a pair whose two games are independent, at this Elo difference and with
 * this share of drawn games. Unbalanced openings make real pairs steadier than that, so a plan from here is
 * on the long side. Error: no such distribution (the draws leave too few games for the score). */
bool sprt_chances(double elo, double draw_ratio, double chances[ELO_PAIRS], Err *err);
/* How the test goes when pairs have these chances: the LLR as a Brownian motion with the drift and variance
 * of one pair's increment, stopped at the bounds (Wald). Overshoot is ignored. */
SprtPlan sprt_plan(const SprtSpec *spec, const double chances[ELO_PAIRS]);
/* How the test goes on after these pairs, if their shares are the true chances: the same walk from where the LLR
 * stands. pairs: how many more are expected, 0 after a verdict; NAN without pairs. */
SprtPlan sprt_plan_rest(const SprtSpec *spec, const int64_t pairs[ELO_PAIRS]);
#endif
