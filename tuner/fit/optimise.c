#include "tuner/fit/optimise_internal.h"
#include <gsl/gsl_errno.h>
#include <gsl/gsl_linalg.h>
#include <stdlib.h>
#include <string.h>
#include "engine/core/mono.h"

const char *const optimiser_names[] = { "auto", "lm", "newton", "lbfgs", "adam", "bfgs2", NULL };
const char *const stop_reasons[] = {
    [STOP_NOISE] = "what is left to gain is less than noise hides",
    [STOP_FLAT] = "no step goes further down",
    [STOP_VALIDATION] = "the loss of the validation games rose twice",
    [STOP_ITERATIONS] = "the iterations allowed are used up",
    [STOP_ASKED] = "it was stopped",
};

enum { LM_PARAMS_MAX = 2500 };

Optimiser optimiser_for(int params, LossKind loss) {
    if (params > LM_PARAMS_MAX) return OPTIMISER_LBFGS;
    return loss == LOSS_MSE ? OPTIMISER_LM : OPTIMISER_NEWTON;
}

double newton_gain(const double *matrix, const double *gradient, int n, double *step) {
    const size_t size = (size_t)n;
    gsl_matrix *factor = gsl_matrix_alloc(size, size);
    gsl_matrix_const_view from = gsl_matrix_const_view_array(matrix, size, size);
    gsl_matrix_memcpy(factor, &from.matrix);
    gsl_vector_const_view g = gsl_vector_const_view_array(gradient, size);
    gsl_vector_view x = gsl_vector_view_array(step, size);
    const bool good = gsl_linalg_cholesky_decomp1(factor) == GSL_SUCCESS && gsl_linalg_cholesky_solve(factor, &g.vector, &x.vector) == GSL_SUCCESS;
    gsl_matrix_free(factor);
    if (!good) return NAN;
    double sum = 0;
    for (size_t i = 0; i < size; i++) sum += gradient[i] * step[i];
    return sum / 2;
}

double noise_floor(const Params *params, const Problem *problem, double loss, double tolerance) {
    return tolerance * objective_noise(problem, params->count, loss);
}

static double valid_loss(const Run *run, const double *x) {
    if (!objective_judges(run->problem)) return NAN;
    double *weights = mem_alloc((2 * (size_t)run->params->terms + 1) * sizeof *weights);
    params_spread(run->params, x, weights);
    const double loss = objective_loss(run->problem, true, weights);
    free(weights);
    return loss;
}

static bool is_over(Run *run, const FitStep *step, bool wanted) {
    StopReason *why = &run->result->stop;
    if (!wanted) *why = STOP_ASKED;
    else if (run->rises >= 2) *why = STOP_VALIDATION;
    else if (step->expected <= step->floor) *why = STOP_NOISE;
    else if (step->iteration >= run->options->iterations_max) *why = STOP_ITERATIONS;
    else return false;
    return true;
}

bool run_step(Run *run, int iteration, const double *x, double objective, double expected) {
    const FitStep step = { .iteration = iteration, .objective = objective, .valid_loss = valid_loss(run, x), .expected = expected,
                           .floor = noise_floor(run->params, run->problem, objective, run->options->tolerance), .passes = run->passes,
                           .time_ns = mono_ns() - run->start_ns };
    const size_t bytes = (size_t)run->params->count * sizeof *x;
    memcpy(run->theta, x, bytes);
    if (!iteration || step.valid_loss < run->best_valid) {
        run->best_valid = step.valid_loss;
        memcpy(run->best, x, bytes);
    }
    run->rises = iteration && step.valid_loss > run->last_valid ? run->rises + 1 : 0;
    run->last_valid = step.valid_loss;
    run->result->last = step;
    const bool wanted = !run->options->step || run->options->step(run->options->context, &step);
    const bool over = is_over(run, &step, wanted);
    if (over && run->result->stop == STOP_VALIDATION) memcpy(run->theta, run->best, bytes);
    return over;
}

bool optimise(Optimiser method, const Params *params, const Problem *problem, const OptimiseOptions *options, double *theta,
              OptimiseResult *result, Err *err) {
    static bool (*const methods[])(Run *, Err *) = {
        [OPTIMISER_LM] = run_lm, [OPTIMISER_NEWTON] = run_newton, [OPTIMISER_LBFGS] = run_lbfgs, [OPTIMISER_ADAM] = run_adam,
        [OPTIMISER_BFGS2] = run_bfgs2,
    };
    if (method == OPTIMISER_LM && (problem->loss != LOSS_MSE || problem->compare_share > 0))
        return err_set(err, ERR_INPUT, "Levenberg-Marquardt is for squared errors of results; with loss: xent or comparisons use newton, lbfgs or adam");
    *result = (OptimiseResult){ .stop = STOP_ITERATIONS };
    Run run = { .params = params, .problem = problem, .options = options, .result = result, .theta = theta,
                .best = mem_alloc(((size_t)params->count + 1) * sizeof(double)), .start_ns = mono_ns() };
    const bool good = methods[method](&run, err);
    free(run.best);
    return good;
}
