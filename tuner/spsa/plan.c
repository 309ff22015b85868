#include "tuner/spsa/plan.h"
#include <math.h>
#include "bench/stats/elo.h"
#include "bench/stats/quantile.h"

/* Elo of an expected result: 800 / ln 10 for results from -1 to 1 near zero. */
#define ELO_PER_RESULT ELO_PER_NELO

double plan_gain(const PlanSpec *spec) {
    return 8 * spec->precision / (ELO_PER_RESULT * quantile_chi_square(spec->confidence, spec->params) * spec->variance);
}

/* Games of one walk. */
static double relaxation(const PlanSpec *spec, double r) { return ELO_PER_RESULT / (4 * r * spec->elo_at_c); }

double plan_relaxation(const PlanSpec *spec, double r) { return relaxation(spec, r) * (spec->halves ? 2 : 1); }

double plan_stationary_loss(const PlanSpec *spec, double r) {
    return ELO_PER_RESULT * spec->params * spec->variance * r / 8;
}

double plan_last_loss(const PlanSpec *spec, double r, double start_loss, double games) {
    const double end = plan_stationary_loss(spec, r);
    return end + (start_loss - end) * exp(-2 * games / relaxation(spec, r));
}

/* A parameter walks as an Ornstein-Uhlenbeck process from a fixed start: what its average over a window loses by not having
 * forgotten the start, and by chance. */
typedef struct { double bias, chance; } TailLoss;

static TailLoss tail_loss(const PlanSpec *spec, double r, double start_loss, double games, double tail) {
    const int walks = spec->halves ? 2 : 1;
    const double own = games / walks, window = tail * own, lambda = relaxation(spec, r), x = window / lambda;
    const double bias = (exp(-(own - window) / lambda) - exp(-own / lambda)) / x;
    const double spread = 2 / x - 2 / (x * x) * -expm1(-x) - bias * bias;
    return (TailLoss){ start_loss * bias * bias, plan_stationary_loss(spec, r) * spread / walks };
}

double plan_tail_loss(const PlanSpec *spec, double r, double start_loss, double games, double tail) {
    const TailLoss loss = tail_loss(spec, r, start_loss, games, tail);
    return loss.bias + loss.chance;
}

/* The loss is a sum of so many squares of normal variables, whose means are the bias: noncentral chi-square, here as the multiple of
 * a central one with its mean and variance (P. B. Patnaik, 1949). */
double plan_tail_worst(const PlanSpec *spec, double r, double start_loss, double games, double tail) {
    const TailLoss loss = tail_loss(spec, r, start_loss, games, tail);
    const double n = spec->params, square = loss.chance / n, shift = loss.bias / square;
    const double scale = (n + 2 * shift) / (n + shift), freedom = (n + shift) * (n + shift) / (n + 2 * shift);
    return square * scale * quantile_chi_square(spec->confidence, freedom);
}

double plan_games_for(const PlanSpec *spec, double loss) {
    return ELO_PER_RESULT * ELO_PER_RESULT / 16 * spec->params * spec->variance / (spec->elo_at_c * loss) / 0.8;
}

double plan_games(const PlanSpec *spec) {
    return plan_games_for(spec, spec->precision * spec->params / quantile_chi_square(spec->confidence, spec->params));
}

double plan_null_deviation(double r, double c, double variance, double games) {
    return r * c * sqrt(variance * games);
}
