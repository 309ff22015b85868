/* Levenberg-Marquardt by GSL: it asks for residuals, the transposed Jacobian times a vector, and J'J; the Jacobian itself is
 * never stored. The prior is one more residual for each parameter. */
#include <gsl/gsl_errno.h>
#include <gsl/gsl_multilarge_nlinear.h>
#include <stdlib.h>
#include <string.h>
#include "tuner/fit/optimise_internal.h"

typedef struct { Run *run; double *weights, *vector; } Lm;

static double start_of(const Params *params, size_t i) {
    return params->base[params->param[i].part * params->terms + params->param[i].term];
}

static int residuals(const gsl_vector *x, void *context, gsl_vector *f) {
    Lm *lm = context;
    const Params *params = lm->run->params;
    const size_t rows = lm->run->problem->set->rows;
    params_spread(params, x->data, lm->weights);
    kernel_residuals(lm->run->problem, &lm->run->problem->train, lm->weights, f->data);
    for (size_t i = 0; i < x->size; i++) f->data[rows + i] = sqrt(params->prior[i]) * (x->data[i] - start_of(params, i));
    lm->run->passes++;
    return GSL_SUCCESS;
}

static int derivatives(CBLAS_TRANSPOSE_t transposed, const gsl_vector *x, const gsl_vector *u, void *context, gsl_vector *v, gsl_matrix *jtj) {
    Lm *lm = context;
    const Params *params = lm->run->params;
    const size_t n = x->size, rows = lm->run->problem->set->rows;
    if (v && transposed != CblasTrans) return GSL_EUNIMPL; /* this trust region method asks for J'u alone */
    params_spread(params, x->data, lm->weights);
    if (v) {
        kernel_pull(lm->run->problem, &lm->run->problem->train, lm->weights, u->data, lm->vector);
        params_gather(params, lm->vector, v->data);
        for (size_t i = 0; i < n; i++) v->data[i] += sqrt(params->prior[i]) * u->data[rows + i];
        lm->run->passes++;
    }
    if (jtj) {
        double *curvature = mem_alloc(n * n * sizeof *curvature);
        params_curvature(params, lm->run->problem, x->data, true, curvature);
        for (size_t i = 0; i < n; i++)
            for (size_t j = 0; j < n; j++) gsl_matrix_set(jtj, i, j, curvature[i * n + j] / 2);
        free(curvature);
        lm->run->passes++;
    }
    return GSL_SUCCESS;
}

/* The objective is the sum of squares; (J'f)' (J'J)^-1 (J'f) is what Newton's step would gain. */
static double expected_gain(const gsl_multilarge_nlinear_workspace *work) {
    const size_t n = work->p;
    double *matrix = mem_alloc(n * n * sizeof *matrix), *step = mem_alloc(n * sizeof *step);
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < n; j++) matrix[i * n + j] = gsl_matrix_get(work->JTJ, i > j ? i : j, i > j ? j : i);
    const double gain = 2 * newton_gain(matrix, work->g->data, (int)n, step);
    free(matrix);
    free(step);
    return gain;
}

static double sum_of_squares(const gsl_vector *f) {
    double sum = 0;
    for (size_t i = 0; i < f->size; i++) sum += f->data[i] * f->data[i];
    return sum;
}

static void iterate(Run *run, gsl_multilarge_nlinear_workspace *work) {
    const double spread = run->problem->train.spread / run->problem->train.total;
    if (run_step(run, 0, work->x->data, sum_of_squares(work->f) + spread, expected_gain(work))) return;
    for (int i = 1;; i++) {
        if (gsl_multilarge_nlinear_iterate(work) != GSL_SUCCESS) {
            run->result->stop = STOP_FLAT;
            return;
        }
        if (run_step(run, i, work->x->data, sum_of_squares(work->f) + spread, expected_gain(work))) return;
    }
}

bool run_lm(Run *run, Err *err) {
    const size_t n = (size_t)run->params->count, rows = run->problem->set->rows + n;
    Lm lm = { .run = run, .weights = mem_alloc((2 * (size_t)run->params->terms + 1) * sizeof(double)),
              .vector = mem_alloc((2 * (size_t)run->params->terms + 1) * sizeof(double)) };
    gsl_multilarge_nlinear_fdf fdf = { .f = residuals, .df = derivatives, .n = rows, .p = n, .params = &lm };
    gsl_multilarge_nlinear_parameters parameters = gsl_multilarge_nlinear_default_parameters();
    parameters.trs = gsl_multilarge_nlinear_trs_lm;
    parameters.solver = gsl_multilarge_nlinear_solver_mcholesky;
    gsl_multilarge_nlinear_workspace *work = gsl_multilarge_nlinear_alloc(gsl_multilarge_nlinear_trust, &parameters, rows, n);
    gsl_vector_const_view start = gsl_vector_const_view_array(run->theta, n);
    const bool good = work && gsl_multilarge_nlinear_init(&start.vector, &fdf, work) == GSL_SUCCESS;
    if (good) iterate(run, work);
    if (work) gsl_multilarge_nlinear_free(work);
    free(lm.weights);
    free(lm.vector);
    return good || err_set(err, ERR_SYSTEM, "no memory for Levenberg-Marquardt with %zu rows and %zu weights; use lbfgs", rows, n);
}
