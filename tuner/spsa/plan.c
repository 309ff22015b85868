#include "tuner/spsa/plan.h"
#include <math.h>
#include "bench/stats/elo.h"
#include "bench/stats/quantile.h"

/* Elo of an expected result: 800 / ln 10 for results from -1 to 1 near zero. */
#define ELO_PER_RESULT ELO_PER_NELO

double plan_gain(const PlanSpec *spec) {
    return 8 * spec->precision / (ELO_PER_RESULT * quantile_chi_square(spec->confidence, spec->params) * spec->variance);
}

double plan_relaxation(const PlanSpec *spec, double r) {
    return ELO_PER_RESULT / (4 * r * spec->elo_at_c);
}

double plan_stationary_loss(const PlanSpec *spec, double r) {
    return ELO_PER_RESULT * spec->params * spec->variance * r / 8;
}

double plan_last_loss(const PlanSpec *spec, double r, double start_loss, double games) {
    const double end = plan_stationary_loss(spec, r);
    return end + (start_loss - end) * exp(-2 * games / plan_relaxation(spec, r));
}

/* A parameter walks as an Ornstein-Uhlenbeck process from a fixed start: mean and variance of its average over a window. */
double plan_tail_loss(const PlanSpec *spec, double r, double start_loss, double games, double tail) {
    const double window = tail * games, relaxation = plan_relaxation(spec, r), x = window / relaxation;
    const double bias = (exp(-(games - window) / relaxation) - exp(-games / relaxation)) / x;
    const double spread = 2 / x - 2 / (x * x) * -expm1(-x) - bias * bias;
    return start_loss * bias * bias + plan_stationary_loss(spec, r) * spread;
}

double plan_games(const PlanSpec *spec) {
    return ELO_PER_RESULT * ELO_PER_RESULT / 16 * spec->params * spec->variance / (spec->elo_at_c * spec->precision) / 0.8;
}

double plan_null_deviation(double r, double c, double variance, double games) {
    return r * c * sqrt(variance * games);
}
