/* Elo, normalized Elo and likelihood of superiority from the counts of a match between two players.
 *
 * Two ways of counting: single games as (losses, draws, wins), or game pairs as (LL, LD, DD or WL, WD, WW),
 * the two games of a pair sharing their opening with colours swapped. Pairs are the better unit: the games of
 * a pair are not independent, and counting them as if they were makes intervals too wide on unbalanced
 * openings. */
#ifndef BENCH_STATS_ELO_H
#define BENCH_STATS_ELO_H
#include <stdint.h>
#include "engine/core/buf.h"

enum { ELO_GAMES = 3, ELO_PAIRS = 5 }; /* kinds of outcome of a game, of a pair */

#define ELO_Z95      1.959963984540054  /* normal quantile of a two-sided 95 % interval */
#define ELO_PER_NELO 347.43558552260146 /* 800 / ln 10: nElo of a mean one standard deviation up */

/* Everything is seen from the first player. A figure that the counts don't determine is NAN, an unbounded one
 * is infinite; nothing is clamped. */
typedef struct {
    int64_t games;      /* twice the pairs */
    double score;       /* points a game, 0 to 1; NAN without games */
    double variance;    /* of the score of one unit (game, or mean of a pair) around the mean */
    double score_error; /* standard error of score */
    double elo;         /* -INFINITY when all games were lost, INFINITY when all were won */
    double elo_low;     /* 95 % interval: the Elo of score -+ 1.96 standard errors, */
    double elo_high;    /* infinite where that leaves (0, 1) */
    double elo_error;   /* half its width; INFINITY when a bound is, NAN when elo is not finite or variance is 0 */
    double nelo;        /* mean in standard deviations of a game, times ELO_PER_NELO; NAN when variance is 0 */
    double nelo_error;  /* half of its 95 % interval; NAN when variance is 0 */
    double los;         /* probability that the first player is stronger, 0 to 1; NAN when variance is 0 */
    double draw_ratio;  /* drawn units: draws among games; pairs that ended level (DD or WL) among pairs */
    double pairs_ratio; /* won pairs to lost ones; INFINITY with none lost; NAN with neither, and for games */
} EloStats;

/* Logistic Elo of an expected score: -400 log10(1/score - 1). -INFINITY from 0 down, INFINITY from 1 up. */
double elo_from_score(double score);
/* Expected score at an Elo difference: 1 / (1 + 10^(-elo/400)). */
double elo_to_score(double elo);
/* Statistics of single games: games[k] is how many scored k half points (lost, drawn, won). */
EloStats elo_games(const int64_t games[ELO_GAMES]);
/* Statistics of pairs: pairs[k] is how many scored k half points in their two games. */
EloStats elo_pairs(const int64_t pairs[ELO_PAIRS]);
/* Append a figure with its error: "9.56 +/- 11.16"; "inf" and "-inf" for unbounded values, "-" for
 * undetermined ones and for errors that the counts don't bound, and no error part when the value is not finite. */
void elo_text(double value, double error, int decimals, Buf *out);
/* The same for scripts that know it from chess runners: a number stands for the error, be it "nan" or "inf". */
void elo_runner_text(double value, double error, int decimals, Buf *out);
#endif
