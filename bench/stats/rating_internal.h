/* The joint logistic fit inside a rating list. Ratings here are logits, Elo / ELO_PER_LOGIT, and the mean of
 * each group is 0; bench/stats/rating.c turns them into a list. */
#ifndef BENCH_STATS_RATING_INTERNAL_H
#define BENCH_STATS_RATING_INTERNAL_H
#include "bench/stats/elo.h"
#include "bench/stats/rating.h"

#define ELO_PER_LOGIT (ELO_PER_NELO / 2) /* 400 / ln 10 */

/* What the fit needs of some RatingPairs besides the counts themselves. */
typedef struct {
    double pairs;      /* how many */
    double red, black; /* points of `a` with Red and with Black */
} RatingTally;

/* The unknowns are theta[0..players) and, when it is estimated, Red's advantage theta[players]. The group
 * means are held at 0 by Lagrange multipliers, so all matrices are bordered: size x size, with the
 * constraints at the end. */
typedef struct {
    size_t players, unknowns, size;
    bool colour;
    const RatingPairs *pairs;
    RatingTally *tallies;
    size_t pair_count;
    int *group;         /* of each player, from 0; who played nobody has a group of his own here */
    bool *prior;        /* one draw against the mean is added to this player's results */
    double *theta;      /* the solution */
    double *inverse;    /* inverse information on the space that the constraints leave: upper left part */
    double *covariance; /* sandwich estimate, likewise */
} RatingFit;

/* Solve from theta = 0 and fill theta, inverse and covariance. The arrays are the caller's, zeroed; pairs
 * have been checked and groups and priors are such that the solution is finite. Error: the fit doesn't
 * settle. */
bool rating_fit_solve(RatingFit *fit, Err *err);
/* Expected points of a player in all his games, the added draw included, at these ratings. */
double rating_fit_points(const RatingFit *fit, const double *theta, size_t player);
#endif
