#include "bench/stats/rating_internal.h"
#include <gsl/gsl_blas.h>
#include <gsl/gsl_errno.h>
#include <gsl/gsl_linalg.h>
#include <math.h>
#include <stdlib.h>
#include "engine/core/arena.h"

/* Memory of one solution; matrices are size x size, row by row. */
typedef struct {
    double *gradient, *step, *tried; /* size */
    double *border;                  /* information and constraints */
    double *lu;                      /* its factors */
    size_t *permutation;
} Work;

/* Expected score of a game of `a` with Red and with Black. */
typedef struct {
    double red, black;
} Expected;

static double logistic(double x) {
    return 1 / (1 + exp(-x));
}

static double slope(double expected) {
    return expected * (1 - expected);
}

static double red_advantage(const RatingFit *fit, const double *theta) {
    return fit->colour ? theta[fit->players] : 0;
}

static Expected expected_of(const RatingFit *fit, const RatingPairs *pairs, const double *theta) {
    const double difference = theta[pairs->a] - theta[pairs->b], red = red_advantage(fit, theta);
    return (Expected){ logistic(difference + red), logistic(difference - red) };
}

/* Does the added draw apply to this unknown? Red's advantage always has one: without it, a player who won all
 * games of one colour could make it infinite. */
static bool has_prior(const RatingFit *fit, size_t unknown) {
    return unknown < fit->players ? fit->prior[unknown] : true;
}

/* log(1 + exp(x)) without overflow. */
static double softplus(double x) {
    return fmax(x, 0) + log1p(exp(-fabs(x)));
}

/* log of the likelihood of theta, a draw as half a win and half a loss. */
static double log_likelihood(const RatingFit *fit, const double *theta) {
    double sum = 0;
    for (size_t p = 0; p < fit->pair_count; p++) {
        const RatingPairs *pairs = &fit->pairs[p];
        const RatingTally *tally = &fit->tallies[p];
        const double difference = theta[pairs->a] - theta[pairs->b], red = red_advantage(fit, theta);
        sum += tally->red * (difference + red) - tally->pairs * softplus(difference + red);
        sum += tally->black * (difference - red) - tally->pairs * softplus(difference - red);
    }
    for (size_t i = 0; i < fit->unknowns; i++)
        if (has_prior(fit, i)) sum += theta[i] / 2 - softplus(theta[i]);
    return sum;
}

static void add_symmetric(double *matrix, size_t size, size_t i, size_t j, double value) {
    matrix[i * size + j] += value;
    if (i != j) matrix[j * size + i] += value;
}

/* Add the outer product of (e_a - e_b) * x + e_red * y, given the products of x and y, summed over pairs. */
static void add_outer(const RatingFit *fit, const RatingPairs *pairs, double xx, double xy, double yy, double *matrix) {
    const size_t n = fit->size, red = fit->players;
    add_symmetric(matrix, n, pairs->a, pairs->a, xx);
    add_symmetric(matrix, n, pairs->b, pairs->b, xx);
    add_symmetric(matrix, n, pairs->a, pairs->b, -xx);
    if (!fit->colour) return;
    add_symmetric(matrix, n, red, red, yy);
    add_symmetric(matrix, n, red, pairs->a, xy);
    add_symmetric(matrix, n, red, pairs->b, -xy);
}

/* Gradient (points minus expected points) and bordered information at theta. */
static void derive(const RatingFit *fit, Work *work) {
    const size_t n = fit->size;
    for (size_t i = 0; i < n; i++) work->gradient[i] = 0;
    for (size_t i = 0; i < n * n; i++) work->border[i] = 0;
    for (size_t p = 0; p < fit->pair_count; p++) {
        const RatingPairs *pairs = &fit->pairs[p];
        const RatingTally *tally = &fit->tallies[p];
        const Expected expected = expected_of(fit, pairs, fit->theta);
        const double red = tally->red - tally->pairs * expected.red;
        const double black = tally->black - tally->pairs * expected.black;
        work->gradient[pairs->a] += red + black;
        work->gradient[pairs->b] -= red + black;
        if (fit->colour) work->gradient[fit->players] += red - black;
        const double steep_red = tally->pairs * slope(expected.red), steep_black = tally->pairs * slope(expected.black);
        add_outer(fit, pairs, steep_red + steep_black, steep_red - steep_black, steep_red + steep_black, work->border);
    }
    for (size_t i = 0; i < fit->unknowns; i++) {
        if (!has_prior(fit, i)) continue;
        const double expected = logistic(fit->theta[i]);
        work->gradient[i] += 0.5 - expected;
        work->border[i * n + i] += slope(expected);
    }
    for (size_t i = 0; i < fit->players; i++)
        add_symmetric(work->border, n, fit->unknowns + (size_t)fit->group[i], i, 1);
}

/* Derivatives at theta, border factorised. */
static bool factorise(const RatingFit *fit, Work *work, gsl_permutation *permutation) {
    const size_t n = fit->size;
    derive(fit, work);
    for (size_t i = 0; i < n * n; i++) work->lu[i] = work->border[i];
    gsl_matrix_view lu = gsl_matrix_view_array(work->lu, n, n);
    int sign;
    *permutation = (gsl_permutation){ .size = n, .data = work->permutation };
    return gsl_linalg_LU_decomp(&lu.matrix, permutation, &sign) == GSL_SUCCESS;
}

/* Move theta by the Newton step, halved until the likelihood, which is concave, doesn't fall. Returns the
 * largest change, or -1 when the system cannot be solved. */
static double newton_step(RatingFit *fit, Work *work) {
    gsl_permutation permutation;
    if (!factorise(fit, work, &permutation)) return -1;
    gsl_matrix_view lu = gsl_matrix_view_array(work->lu, fit->size, fit->size);
    gsl_vector_view gradient = gsl_vector_view_array(work->gradient, fit->size);
    gsl_vector_view step = gsl_vector_view_array(work->step, fit->size);
    if (gsl_linalg_LU_solve(&lu.matrix, &permutation, &gradient.vector, &step.vector) != GSL_SUCCESS) return -1;

    double largest = 0, scale = 1;
    for (size_t i = 0; i < fit->unknowns; i++) largest = fmax(largest, fabs(work->step[i]));
    const double before = log_likelihood(fit, fit->theta), rounding = 1e-12 * fabs(before);
    for (int halving = 0; halving < 40; halving++, scale /= 2) {
        for (size_t i = 0; i < fit->unknowns; i++) work->tried[i] = fit->theta[i] + scale * work->step[i];
        if (log_likelihood(fit, work->tried) >= before - rounding) break;
    }
    for (size_t i = 0; i < fit->unknowns; i++) fit->theta[i] = work->tried[i];
    return scale * largest;
}

static bool invert(RatingFit *fit, Work *work) {
    gsl_permutation permutation;
    if (!factorise(fit, work, &permutation)) return false;
    gsl_matrix_view lu = gsl_matrix_view_array(work->lu, fit->size, fit->size);
    gsl_matrix_view inverse = gsl_matrix_view_array(fit->inverse, fit->size, fit->size);
    return gsl_linalg_LU_invert(&lu.matrix, &permutation, &inverse.matrix) == GSL_SUCCESS;
}

/* meat, zeroed before: the sum over pairs of the outer product of a pair's contribution to the gradient. */
static void add_clusters(const RatingFit *fit, double *meat) {
    for (size_t p = 0; p < fit->pair_count; p++) {
        const RatingPairs *pairs = &fit->pairs[p];
        const Expected expected = expected_of(fit, pairs, fit->theta);
        double xx = 0, xy = 0, yy = 0;
        for (int i = 0; i < 3; i++)
            for (int j = 0; j < 3; j++) {
                const double red = i / 2. - expected.red, black = j / 2. - expected.black;
                const double count = (double)pairs->count[i][j], x = red + black, y = red - black;
                xx += count * x * x, xy += count * x * y, yy += count * y * y;
            }
        add_outer(fit, pairs, xx, xy, yy, meat);
    }
    for (size_t i = 0; i < fit->unknowns; i++)
        if (has_prior(fit, i)) meat[i * fit->size + i] += pow(0.5 - logistic(fit->theta[i]), 2);
}

/* covariance = inverse meat inverse. */
static void sandwich(RatingFit *fit, Work *work) {
    const size_t n = fit->size;
    for (size_t i = 0; i < n * n; i++) work->border[i] = 0;
    add_clusters(fit, work->border);
    gsl_matrix_view inverse = gsl_matrix_view_array(fit->inverse, n, n);
    gsl_matrix_view meat = gsl_matrix_view_array(work->border, n, n), half = gsl_matrix_view_array(work->lu, n, n);
    gsl_matrix_view covariance = gsl_matrix_view_array(fit->covariance, n, n);
    gsl_blas_dgemm(CblasNoTrans, CblasNoTrans, 1, &inverse.matrix, &meat.matrix, 0, &half.matrix);
    gsl_blas_dgemm(CblasNoTrans, CblasNoTrans, 1, &half.matrix, &inverse.matrix, 0, &covariance.matrix);
}

static bool solve(RatingFit *fit, Work *work) {
    enum { STEPS_MAX = 100 };
    /* Logits. The step after one of this size is its square; with 100,000 games and hardly a point lost, rounding alone
     * makes steps of 1e-11. */
    const double settled = 1e-7;
    for (int i = 0; i < STEPS_MAX; i++) {
        const double change = newton_step(fit, work);
        if (change < 0) return false;
        if (change < settled) return true;
    }
    return false;
}

bool rating_fit_solve(RatingFit *fit, Err *err) {
    const size_t n = fit->size;
    double *memory = mem_zalloc(3 * n + 2 * n * n, sizeof *memory);
    Work work = { .gradient = memory,
                  .step = memory + n,
                  .tried = memory + 2 * n,
                  .border = memory + 3 * n,
                  .lu = memory + 3 * n + n * n };
    work.permutation = mem_alloc(n * sizeof *work.permutation);
    const bool solved = solve(fit, &work) && invert(fit, &work);
    if (solved) sandwich(fit, &work);
    free(work.permutation);
    free(memory);
    return solved || err_set(err, ERR_INPUT, "rating list: the fit of the ratings to these results does not settle");
}

static double group_mean(const RatingFit *fit, const double *theta, int group) {
    double sum = 0, members = 0;
    for (size_t i = 0; i < fit->players; i++)
        if (fit->group[i] == group) sum += theta[i], members++;
    return sum / members;
}

double rating_fit_points(const RatingFit *fit, const double *theta, size_t player) {
    double points = 0;
    if (fit->prior[player]) points += logistic(theta[player] - group_mean(fit, theta, fit->group[player]));
    for (size_t p = 0; p < fit->pair_count; p++) {
        const RatingPairs *pairs = &fit->pairs[p];
        if (pairs->a != player && pairs->b != player) continue;
        const Expected expected = expected_of(fit, pairs, theta);
        const double of_a = expected.red + expected.black;
        points += fit->tallies[p].pairs * (pairs->a == player ? of_a : 2 - of_a);
    }
    return points;
}
