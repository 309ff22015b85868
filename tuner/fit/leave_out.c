#include "tuner/fit/leave_out.h"
#include <gsl/gsl_blas.h>
#include <gsl/gsl_cdf.h>
#include <gsl/gsl_eigen.h>
#include <gsl/gsl_errno.h>
#include <gsl/gsl_linalg.h>
#include <stdlib.h>
#include <string.h>

/* The fit with the prior of one game: its weights, and matrices n x n, all by the convention. */
typedef struct {
    double *theta, *inverse, *covariance;
    double gain; /* what its loss is less than that of the fit made, to second order */
} Freed;

static void freed_free(Freed *freed) {
    free(freed->theta);
    free(freed->inverse);
    free(freed->covariance);
}

/* The gradient of the mean training loss by parameters. */
static void data_gradient(const FitEnd *end, double *gradient) {
    const size_t size = 2 * (size_t)end->params->terms;
    double *weights = mem_alloc(2 * (size + 1) * sizeof *weights), *all = weights + size + 1;
    params_spread(end->params, end->theta, weights);
    objective_gradient(end->problem, kernel_all, weights, all);
    params_gather(end->params, all, gradient);
    free(weights);
}

/* Newton's step from where the fit ended. factor: the curvature's Cholesky factor. */
static void take_step(const FitEnd *end, const double *gradient, const gsl_matrix *factor, Freed *out) {
    const size_t n = (size_t)end->params->count;
    double *start = mem_alloc((n + 1) * sizeof *start);
    gsl_vector *step = gsl_vector_alloc(n);
    params_start(end->params, start);
    for (size_t i = 0; i < n; i++) gsl_vector_set(step, i, gradient[i] + 2 * end->params->one_game[i] * (end->as_fitted[i] - start[i]));
    gsl_linalg_cholesky_svx(factor, step);
    for (size_t i = 0; i < n; i++) {
        out->theta[i] = end->as_fitted[i] - gsl_vector_get(step, i);
        out->gain += gradient[i] * gsl_vector_get(step, i) / 2;
    }
    gsl_vector_free(step);
    free(start);
}

/* The games' scores around their mean, which is not zero where a prior holds the weights; the prior's one game as labels seen before. */
static gsl_matrix *middle_of(const FitEnd *end, const double *gradient) {
    const size_t n = (size_t)end->params->count;
    gsl_matrix *out = gsl_matrix_alloc(n, n);
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < n; j++)
            gsl_matrix_set(out, i, j, end->meat[i * n + j] - gradient[i] * gradient[j] / fmax(end->games - 1, 1) +
                                          (i == j ? end->dispersion * 2 * end->params->one_game[i] : 0));
    return out;
}

static double *by_convention(const Nulls *nulls, const gsl_matrix *matrix) {
    const size_t n = (size_t)nulls->n;
    double *out = mem_alloc((n * n + 1) * sizeof *out);
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < n; j++) out[i * n + j] = gsl_matrix_get(matrix, i, j);
    nulls_apply_covariance(nulls, out);
    return out;
}

/* Both matrices, from the curvature's Cholesky factor, which becomes its inverse. */
static bool take_matrices(const FitEnd *end, const double *gradient, gsl_matrix *factor, Freed *out) {
    if (gsl_linalg_cholesky_invert(factor) != GSL_SUCCESS) return false;
    gsl_matrix *middle = middle_of(end, gradient), *half = gsl_matrix_alloc(factor->size1, factor->size2);
    gsl_blas_dsymm(CblasLeft, CblasLower, 1, factor, middle, 0, half);
    gsl_blas_dsymm(CblasRight, CblasLower, 1, factor, half, 0, middle);
    out->inverse = by_convention(end->nulls, factor);
    out->covariance = by_convention(end->nulls, middle);
    gsl_matrix_free(half);
    gsl_matrix_free(middle);
    return true;
}

static bool free_from_prior(const FitEnd *end, const double *curvature, Freed *out) {
    const size_t n = (size_t)end->params->count, size = 2 * (size_t)end->params->terms;
    gsl_matrix *factor = gsl_matrix_alloc(n, n);
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < n; j++) gsl_matrix_set(factor, i, j, curvature[i * n + j] + (i == j ? 2 * end->params->one_game[i] : 0));
    bool good = gsl_linalg_cholesky_decomp1(factor) == GSL_SUCCESS;
    if (good) {
        double *gradient = mem_alloc((n + 1) * sizeof *gradient), *base = mem_alloc((size + 1) * sizeof *base);
        out->theta = mem_alloc((n + 1) * sizeof *out->theta);
        memcpy(base, end->params->base, size * sizeof *base); /* the seen weights alone are asked for */
        data_gradient(end, gradient);
        take_step(end, gradient, factor, out);
        nulls_apply(end->nulls, end->params, &end->problem->set->table, out->theta, base);
        good = take_matrices(end, gradient, factor, out);
        free(base);
        free(gradient);
    }
    gsl_matrix_free(factor);
    return good;
}

/* w' V^+ w and the rank of V, over the group's parameters. */
static double quadratic_form(const double *v, const double *theta, const int *member, size_t count, size_t n, int *rank) {
    gsl_matrix *part = gsl_matrix_alloc(count, count), *vectors = gsl_matrix_alloc(count, count);
    gsl_vector *values = gsl_vector_alloc(count);
    gsl_eigen_symmv_workspace *work = gsl_eigen_symmv_alloc(count);
    double *scale = mem_alloc(count * sizeof *scale), sum = 0;
    for (size_t i = 0; i < count; i++) scale[i] = sqrt(fmax(v[(size_t)member[i] * n + (size_t)member[i]], 1e-300));
    for (size_t i = 0; i < count; i++)
        for (size_t j = 0; j < count; j++) gsl_matrix_set(part, i, j, v[(size_t)member[i] * n + (size_t)member[j]] / scale[i] / scale[j]);
    gsl_eigen_symmv(part, values, vectors, work);
    *rank = 0;
    for (size_t k = 0; k < count; k++) {
        if (gsl_vector_get(values, k) < 1e-6) continue;
        double along = 0;
        for (size_t i = 0; i < count; i++) along += gsl_matrix_get(vectors, i, k) * theta[member[i]] / scale[i];
        sum += along * along / gsl_vector_get(values, k);
        ++*rank;
    }
    free(scale);
    gsl_eigen_symmv_free(work);
    gsl_vector_free(values);
    gsl_matrix_free(vectors);
    gsl_matrix_free(part);
    return sum;
}

/* The loss with these weights at zero, the others as they are. */
static double loss_without(const FitEnd *end, const int *member, int count) {
    const Params *p = end->params;
    double *weights = mem_alloc((2 * (size_t)p->terms + 1) * sizeof *weights);
    params_spread(p, end->theta, weights);
    for (int i = 0; i < count; i++) weights[p->param[member[i]].part * p->terms + p->param[member[i]].term] = 0;
    const double loss = objective_loss(end->problem, false, weights);
    free(weights);
    return loss;
}

/* Hotelling's T^2 is F's of rank and games - rank. */
static double p_of(double t2, int rank, double games) {
    if (!rank || games <= rank) return NAN;
    return gsl_cdf_fdist_Q(t2 * (games - rank) / (rank * (games - 1)), rank, games - rank);
}

static void test_term(const FitEnd *end, const Freed *freed, double loss, const int *member, int count, TermTest *out) {
    const size_t n = (size_t)end->params->count;
    int rank;
    out->params = count;
    out->chi2 = quadratic_form(freed->covariance, freed->theta, member, (size_t)count, n, &out->rank);
    out->p = p_of(out->chi2, out->rank, end->games);
    /* (H^-1)_tt inverted is the curvature left when the other terms follow: the block that down-dating gives. */
    out->cost = quadratic_form(freed->inverse, freed->theta, member, (size_t)count, n, &rank) / 2;
    const double most = loss_without(end, member, count) - loss + fmin(fmax(freed->gain, 0), loss); /* no loss is below zero */
    out->too_far = out->cost > most;
    if (out->too_far) out->cost = most;
}

static void test_all(const FitEnd *end, const Freed *freed, TermTest **out, int *tests) {
    const Params *params = end->params;
    const TermTable *table = &end->problem->set->table;
    const int n = params->count;
    const double loss = loss_without(end, NULL, 0);
    int *member = mem_alloc(((size_t)n + 1) * sizeof *member);
    bool *done = mem_zalloc((size_t)n + 1, sizeof *done);
    *out = mem_zalloc((size_t)n + 1, sizeof **out);
    for (int i = 0; i < n; i++) {
        if (done[i]) continue;
        const char *name = table->slot[params->param[i].term].name;
        const size_t length = term_group_length(name);
        int count = 0;
        for (int j = i; j < n; j++) {
            const char *other = table->slot[params->param[j].term].name;
            if (term_group_length(other) != length || memcmp(other, name, length) != 0) continue;
            done[j] = true;
            if (!end->nulls->open[j]) member[count++] = j;
        }
        if (!count) continue;
        TermTest *test = &(*out)[(*tests)++];
        test->name = mem_zalloc(length + 1, 1);
        memcpy(test->name, name, length);
        test_term(end, freed, loss, member, count, test);
    }
    free(member);
    free(done);
}

bool leave_out_test(const FitEnd *end, TermTest **out, int *tests) {
    const size_t n = (size_t)end->params->count;
    Freed freed = { .gain = 0 };
    bool good = free_from_prior(end, end->curvature, &freed);
    if (!good) { /* a sigmoid's own may bend the wrong way once the prior is gone */
        double *convex = mem_alloc((n * n + 1) * sizeof *convex);
        params_curvature(end->params, end->problem, end->theta, false, convex);
        good = free_from_prior(end, convex, &freed);
        free(convex);
    }
    if (good) test_all(end, &freed, out, tests);
    freed_free(&freed);
    return good;
}
