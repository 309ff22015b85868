/* GSL's vector_bfgs2 over the same scaled variables. It remembers one pair of steps only and needs several times as many passes as
 * ours; it is here because it shares no code with the others, so that a minimum they agree on can be believed. */
#include <gsl/gsl_errno.h>
#include <gsl/gsl_multimin.h>
#include <stdlib.h>
#include "tuner/fit/optimise_internal.h"

typedef struct { Run *run; double *scale, *theta, *gradient; } Bfgs2;

static void value_and_gradient(const gsl_vector *x, void *context, double *value, gsl_vector *gradient) {
    Bfgs2 *b = context;
    for (size_t i = 0; i < x->size; i++) b->theta[i] = gsl_vector_get(x, i) * b->scale[i];
    *value = params_value(b->run->params, b->run->problem, b->theta, gradient ? b->gradient : NULL);
    for (size_t i = 0; gradient && i < x->size; i++) gsl_vector_set(gradient, i, b->gradient[i] * b->scale[i]);
    b->run->passes++;
}

static double value_of(const gsl_vector *x, void *context) {
    double value;
    value_and_gradient(x, context, &value, NULL);
    return value;
}

static void gradient_of(const gsl_vector *x, void *context, gsl_vector *gradient) {
    double value;
    value_and_gradient(x, context, &value, gradient);
}

static void iterate(Bfgs2 *b, gsl_multimin_fdfminimizer *minimiser) {
    for (int i = 0;; i++) {
        for (size_t k = 0; k < minimiser->x->size; k++) b->theta[k] = gsl_vector_get(minimiser->x, k) * b->scale[k];
        if (run_step(b->run, i, b->theta, minimiser->f, NAN)) return;
        if (gsl_multimin_fdfminimizer_iterate(minimiser) != GSL_SUCCESS) break;
    }
    b->run->result->stop = STOP_FLAT;
}

bool run_bfgs2(Run *run, Err *err) {
    const size_t n = (size_t)run->params->count;
    double *memory = mem_alloc((3 * n + 1) * sizeof *memory);
    Bfgs2 b = { .run = run, .scale = memory, .theta = memory + n, .gradient = memory + 2 * n };
    gsl_multimin_function_fdf function = { .f = value_of, .df = gradient_of, .fdf = value_and_gradient, .n = n, .params = &b };
    gsl_vector *x = gsl_vector_alloc(n);
    gsl_multimin_fdfminimizer *minimiser = gsl_multimin_fdfminimizer_alloc(gsl_multimin_fdfminimizer_vector_bfgs2, n);
    find_scale(run, b.scale);
    for (size_t i = 0; i < n; i++) gsl_vector_set(x, i, run->theta[i] / b.scale[i]);
    const bool good = gsl_multimin_fdfminimizer_set(minimiser, &function, x, 1, 0.1) == GSL_SUCCESS;
    if (good) iterate(&b, minimiser);
    gsl_multimin_fdfminimizer_free(minimiser);
    gsl_vector_free(x);
    free(memory);
    return good || err_set(err, ERR_INPUT, "bfgs2 finds no slope at the start");
}
