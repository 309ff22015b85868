#include "bench/stats/sprt.h"
#include <assert.h>
#include <math.h>

/* A distribution over outcomes; outcome k scores k / (kinds - 1). All p are positive and sum to 1. */
typedef struct {
    int kinds;
    double units; /* how many observations stand behind p */
    double p[ELO_PAIRS];
} Sample;

static double score_of(const Sample *sample, int k) {
    return (double)k / (sample->kinds - 1);
}

typedef struct {
    double mean, deviation;
} Moments;

/* Of the score under the distribution q. */
static Moments moments_of(const Sample *sample, const double q[ELO_PAIRS]) {
    double mean = 0, variance = 0;
    for (int k = 0; k < sample->kinds; k++) mean += q[k] * score_of(sample, k);
    for (int k = 0; k < sample->kinds; k++) {
        const double deviation = score_of(sample, k) - mean;
        variance += q[k] * deviation * deviation;
    }
    return (Moments){ mean, sqrt(variance) };
}

/* A probability from the command line or a file; rejects NAN too. */
static bool check_chance(const char *name, double value, Err *err) {
    if (value > 0 && value < 1) return true;
    return err_set(err, ERR_INPUT, "SPRT: %s is %g, it must lie between 0 and 1 (usual: 0.05)", name, value);
}

static bool check_bound(const char *name, double value, Err *err) {
    if (fabs(value) <= SPRT_ELO_LIMIT) return true;
    return err_set(err, ERR_INPUT, "SPRT: %s is %g, it must lie between %g and %g", name, value, -SPRT_ELO_LIMIT,
                   SPRT_ELO_LIMIT);
}

bool sprt_check(const SprtSpec *spec, Err *err) {
    if (!check_bound("elo0", spec->elo0, err) || !check_bound("elo1", spec->elo1, err)) return false;
    if (!(spec->elo0 < spec->elo1))
        return err_set(err, ERR_INPUT, "SPRT: elo0 is %g and elo1 is %g, elo0 must be the smaller one", spec->elo0,
                       spec->elo1);
    if (!check_chance("alpha", spec->alpha, err) || !check_chance("beta", spec->beta, err)) return false;
    if (!(spec->alpha + spec->beta < 1))
        return err_set(err, ERR_INPUT, "SPRT: alpha %g and beta %g add up to %g, it must be less than 1", spec->alpha,
                       spec->beta, spec->alpha + spec->beta);
    return true;
}

const char *const sprt_model_names[] = { [SPRT_NORMALIZED] = "normalized", [SPRT_LOGISTIC] = "logistic", NULL };

const char *sprt_verdict_name(SprtVerdict verdict) {
    switch (verdict) {
    case SPRT_ACCEPT_H0: return "H0";
    case SPRT_ACCEPT_H1: return "H1";
    case SPRT_CONTINUE: break;
    }
    return "continue";
}

/* The distribution q nearest to p in likelihood with sum q_k phi_k = 0: q_k = p_k / (1 + theta phi_k), where
 * theta solves sum p_k phi_k / (1 + theta phi_k) = 0, a sum that falls from infinity to minus infinity
 * between the poles -1/max phi and -1/min phi. phi must take both signs.
 *
 * An outcome that hardly occurred but must (all games won, and H0 says the players are equal) puts theta so
 * close to a pole that their difference has no digits left. So the unknown is x, the distance of theta from
 * the pole on its side of 0, and the root is that of x times the sum, which is nearly linear there: Newton
 * steps, kept inside a shrinking bracket and replaced by bisection when they leave it. */
static void tilt(const Sample *sample, const double phi[ELO_PAIRS], double q[ELO_PAIRS]) {
    const int kinds = sample->kinds;
    double at_zero = 0, most = 0, side_phi[ELO_PAIRS];
    for (int k = 0; k < kinds; k++) at_zero += sample->p[k] * phi[k];
    for (int k = 0; k < kinds; k++) {
        side_phi[k] = at_zero > 0 ? -phi[k] : phi[k]; /* now theta <= 0 */
        most = fmax(most, side_phi[k]);
    }
    assert(most > 0);

    double low = 0, high = 1 / most, x = high;
    for (int step = 0; step < 200; step++) {
        double sum = 0, slope = 0;
        for (int k = 0; k < kinds; k++) {
            const double ratio = side_phi[k] / (1 - side_phi[k] / most + x * side_phi[k]);
            sum += sample->p[k] * ratio;
            slope -= sample->p[k] * ratio * ratio;
        }
        if (sum > 0) low = x;
        else high = x;
        double next = x - x * sum / (sum + x * slope);
        if (!(next >= low && next <= high)) next = low + (high - low) / 2;
        const double moved = fabs(next - x);
        x = next;
        if (moved <= 1e-15 * x) break;
    }
    for (int k = 0; k < kinds; k++) q[k] = sample->p[k] / (1 - side_phi[k] / most + x * side_phi[k]);
}

/* Most likely distribution whose mean is `mean`. */
static void fit_mean(const Sample *sample, double mean, double q[ELO_PAIRS]) {
    double phi[ELO_PAIRS] = { 0 };
    for (int k = 0; k < sample->kinds; k++) phi[k] = score_of(sample, k) - mean;
    tilt(sample, phi, q);
}

/* Most likely distribution with (mean - 1/2) / deviation = t. The constraint is linearised around the
 * distribution found so far, starting from the uniform one. Usually 2 to 6 rounds; near-empty outcomes can
 * need some tens. */
static void fit_t(const Sample *sample, double t, double q[ELO_PAIRS]) {
    enum { ROUNDS_MAX = 60 };
    const int kinds = sample->kinds;
    for (int k = 0; k < kinds; k++) q[k] = 1.0 / kinds;
    for (int round = 0; round < ROUNDS_MAX; round++) {
        double phi[ELO_PAIRS] = { 0 }, next[ELO_PAIRS], change = 0;
        const Moments score = moments_of(sample, q);
        for (int k = 0; k < kinds; k++) {
            const double a = score_of(sample, k), z = (a - score.mean) / score.deviation;
            phi[k] = a - 0.5 - t * score.deviation / 2 * (1 + z * z);
        }
        tilt(sample, phi, next);
        for (int k = 0; k < kinds; k++) change = fmax(change, fabs(next[k] - q[k])), q[k] = next[k];
        if (change < 1e-9) break;
    }
}

static void fit_hypothesis(const Sample *sample, SprtModel model, double elo, double q[ELO_PAIRS]) {
    if (model == SPRT_LOGISTIC) {
        fit_mean(sample, elo_to_score(elo), q);
        return;
    }
    /* nElo counts standard deviations of a game; a pair's mean has its deviation divided by root 2. */
    const double games_a_unit = sample->kinds == ELO_PAIRS ? 2 : 1;
    fit_t(sample, sqrt(games_a_unit) * elo / ELO_PER_NELO, q);
}

/* increments[k] is what one more outcome k adds to the log-likelihood ratio of H1 to H0. */
static void llr_increments(const SprtSpec *spec, const Sample *sample, double increments[ELO_PAIRS]) {
    double q0[ELO_PAIRS], q1[ELO_PAIRS];
    fit_hypothesis(sample, spec->model, spec->elo0, q0);
    fit_hypothesis(sample, spec->model, spec->elo1, q1);
    for (int k = 0; k < sample->kinds; k++) increments[k] = log(q1[k] / q0[k]);
}

static double lower_bound(const SprtSpec *spec) {
    return log(spec->beta / (1 - spec->alpha));
}

static double upper_bound(const SprtSpec *spec) {
    return log((1 - spec->beta) / spec->alpha);
}

/* Shares of these counts; no units when there are none. */
static Sample sample_of(const int64_t *counts, int kinds) {
    Sample sample = { .kinds = kinds };
    int64_t units = 0;
    for (int k = 0; k < kinds; k++) {
        units += counts[k];
        sample.p[k] = counts[k] > 0 ? (double)counts[k] : SPRT_REGULARISER;
        sample.units += sample.p[k];
    }
    if (units == 0) return (Sample){ .kinds = kinds };
    for (int k = 0; k < kinds; k++) sample.p[k] /= sample.units;
    return sample;
}

static SprtState state_of(const SprtSpec *spec, const int64_t *counts, int kinds) {
    SprtState state = { .lower = lower_bound(spec), .upper = upper_bound(spec) };
    const Sample sample = sample_of(counts, kinds);
    if (sample.units == 0) return state;

    double increments[ELO_PAIRS];
    llr_increments(spec, &sample, increments);
    for (int k = 0; k < kinds; k++) state.llr += sample.units * sample.p[k] * increments[k];
    if (state.llr >= state.upper) state.verdict = SPRT_ACCEPT_H1;
    else if (state.llr <= state.lower) state.verdict = SPRT_ACCEPT_H0;
    return state;
}

SprtState sprt_state(const SprtSpec *spec, const int64_t pairs[ELO_PAIRS]) {
    return state_of(spec, pairs, ELO_PAIRS);
}

SprtState sprt_state_games(const SprtSpec *spec, const int64_t games[ELO_GAMES]) {
    return state_of(spec, games, ELO_GAMES);
}

bool sprt_chances(double elo, double draw_ratio, double chances[ELO_PAIRS], Err *err) {
    if (!(draw_ratio >= 0 && draw_ratio < 1))
        return err_set(err, ERR_INPUT, "draw ratio is %g, it must be at least 0 and less than 1", draw_ratio);
    const double score = elo_to_score(elo), win = score - draw_ratio / 2, loss = 1 - draw_ratio - win;
    if (!(win >= 0 && loss >= 0))
        return err_set(err, ERR_INPUT, "an Elo difference of %g leaves room for a draw ratio of %.3f at most, not %g",
                       elo, 2 * fmin(score, 1 - score), draw_ratio);
    chances[0] = loss * loss;
    chances[1] = 2 * loss * draw_ratio;
    chances[2] = draw_ratio * draw_ratio + 2 * win * loss;
    chances[3] = 2 * win * draw_ratio;
    chances[4] = win * win;
    return true;
}

/* Probability that a Brownian motion from 0 reaches upper before lower, where exp(h times it) keeps its mean. Each form
 * has only negative exponents, which cannot overflow. */
static double upper_first(double h, double lower, double upper) {
    if (h < 0) return expm1(-h * lower) / expm1(h * (upper - lower));
    return 1 - expm1(-h * upper) / expm1(-h * (upper - lower));
}

/* The walk of the LLR from a point between the bounds to one of them, when outcomes have the chances sample->p. */
static SprtPlan plan_walk(const SprtSpec *spec, const Sample *sample, double from) {
    const Moments score = moments_of(sample, sample->p);
    SprtPlan plan = { .nelo = ELO_PER_NELO * (score.mean - 0.5) / (sqrt(2) * score.deviation) };

    /* The derivative of the LLR by a count is that outcome's increment (the fits are optimal, so their own change
     * doesn't count): drift and variance of the walk follow from the increments at the true distribution. */
    double increments[ELO_PAIRS], drift = 0, variance = 0;
    llr_increments(spec, sample, increments);
    for (int k = 0; k < ELO_PAIRS; k++) drift += sample->p[k] * increments[k];
    for (int k = 0; k < ELO_PAIRS; k++) variance += sample->p[k] * pow(increments[k] - drift, 2);

    const double lower = lower_bound(spec) - from, upper = upper_bound(spec) - from, h = -2 * drift / variance;
    if (fabs(h) * (upper - lower) < 1e-6) { /* no drift: the limit of the general form, which loses its digits */
        plan.accept_h1 = -lower / (upper - lower);
        plan.pairs = -lower * upper / variance;
    } else {
        plan.accept_h1 = upper_first(h, lower, upper);
        plan.pairs = (plan.accept_h1 * upper + (1 - plan.accept_h1) * lower) / drift;
    }
    return plan;
}

SprtPlan sprt_plan(const SprtSpec *spec, const double chances[ELO_PAIRS]) {
    Sample sample = { .kinds = ELO_PAIRS };
    double total = 0;
    /* An outcome that cannot happen gets the weight of the regulariser over a thousand pairs. */
    for (int k = 0; k < ELO_PAIRS; k++) total += sample.p[k] = fmax(chances[k], SPRT_REGULARISER * 1e-3);
    for (int k = 0; k < ELO_PAIRS; k++) sample.p[k] /= total;
    return plan_walk(spec, &sample, 0);
}

SprtPlan sprt_plan_rest(const SprtSpec *spec, const int64_t pairs[ELO_PAIRS]) {
    const Sample sample = sample_of(pairs, ELO_PAIRS);
    if (sample.units == 0) return (SprtPlan){ NAN, NAN, NAN };
    const SprtState state = sprt_state(spec, pairs);
    SprtPlan plan = plan_walk(spec, &sample, fmin(fmax(state.llr, state.lower), state.upper));
    if (state.verdict == SPRT_CONTINUE) return plan;
    plan.accept_h1 = state.verdict == SPRT_ACCEPT_H1;
    plan.pairs = 0;
    return plan;
}
