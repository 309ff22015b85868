/* What SPSA with constant gains can be expected to reach: the arithmetic of a random walk in a valley (M. van den Bergh's
 * model, as fishtest's planner has it, and the law of averages for the mean of a run's tail).
 *
 * The model: the Elo lost is quadratic in each parameter and separable; a game's result, win minus loss, has mean
 * proportional to the Elo difference and variance `variance`: one minus the draw ratio, or four times the variance of a pair's
 * result a game. Elo figures of one parameter are those lost at one c from its best value. */
#ifndef TUNER_SPSA_PLAN_H
#define TUNER_SPSA_PLAN_H
#include <stdbool.h>
#include <stdint.h>

typedef struct {
    int params;
    double variance;   /* of one game's result, -1 to 1 */
    double elo_at_c;   /* lost at one c from the best value, by a typical parameter */
    double precision;  /* Elo that a run may end below the best ... */
    double confidence; /* ... with this probability, 0 to 1 */
    bool halves;       /* two runs share the games, and their results are averaged */
} PlanSpec;

/* The gain r under which the last point of an endless run is within the precision. */
double plan_gain(const PlanSpec *spec);
/* Games in which a parameter's mean distance falls to 1/e of itself; both halves' together. */
double plan_relaxation(const PlanSpec *spec, double r);
/* Elo below the best where an endless run's last point lies, in the mean. */
double plan_stationary_loss(const PlanSpec *spec, double r);
/* The same after so many games of a run that began so much Elo below; without regard to halves. */
double plan_last_loss(const PlanSpec *spec, double r, double start_loss, double games);
/* The same of the mean over the last `tail` (0 to 1) of the run. */
double plan_tail_loss(const PlanSpec *spec, double r, double start_loss, double games, double tail);
/* Games after which the mean of a tail of four fifths loses so much Elo in the mean, where the start is forgotten. */
double plan_games_for(const PlanSpec *spec, double loss);
/* Games after which it is within the precision with the plan's probability. */
double plan_games(const PlanSpec *spec);
/* What the mean over the tail stays below with the plan's probability. */
double plan_tail_worst(const PlanSpec *spec, double r, double start_loss, double games, double tail);
/* Standard deviation of where a parameter without effect is after so many games: r, c and the results alone move it. */
double plan_null_deviation(double r, double c, double variance, double games);
#endif
