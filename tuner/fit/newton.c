/* Newton's method, damped: the step solves (H + mu D) step = -g with D the diagonal of H; mu grows until the step goes down. */
#include <stdlib.h>
#include <string.h>
#include "tuner/fit/optimise_internal.h"

typedef struct { double *x, *trial, *gradient, *matrix, *damped, *step; } Vectors;

static Vectors vectors_new(size_t n) {
    return (Vectors){ .x = mem_alloc(n * sizeof(double)), .trial = mem_alloc(n * sizeof(double)), .gradient = mem_alloc(n * sizeof(double)),
                      .matrix = mem_alloc(n * n * sizeof(double)), .damped = mem_alloc(n * n * sizeof(double)), .step = mem_alloc(n * sizeof(double)) };
}

static void vectors_free(Vectors *v) {
    free(v->x);
    free(v->trial);
    free(v->gradient);
    free(v->matrix);
    free(v->damped);
    free(v->step);
}

/* A step that goes down, if any damping gives one. */
static bool take_step(Run *run, Vectors *v, double *mu, double *objective) {
    const size_t n = (size_t)run->params->count;
    for (int tries = 0; tries < 40; tries++) {
        memcpy(v->damped, v->matrix, n * n * sizeof(double));
        for (size_t i = 0; i < n; i++) v->damped[i * n + i] *= 1 + *mu;
        if (newton_gain(v->damped, v->gradient, (int)n, v->step) > 0) {
            for (size_t i = 0; i < n; i++) v->trial[i] = v->x[i] - v->step[i];
            const double value = params_value(run->params, run->problem, v->trial, NULL);
            run->passes++;
            if (value < *objective) {
                memcpy(v->x, v->trial, n * sizeof(double));
                *objective = value;
                *mu = *mu > 1e-9 ? *mu / 10 : 0;
                return true;
            }
        }
        *mu = *mu > 0 ? *mu * 10 : 1e-6;
    }
    return false;
}

bool run_newton(Run *run, Err *err) {
    const size_t n = (size_t)run->params->count;
    Vectors v = vectors_new(n);
    double mu = 0, objective = params_value(run->params, run->problem, run->theta, v.gradient);
    memcpy(v.x, run->theta, n * sizeof(double));
    for (int i = 0;; i++) {
        params_curvature(run->params, run->problem, v.x, true, v.matrix);
        run->passes += 2;
        double gain = newton_gain(v.matrix, v.gradient, (int)n, v.step);
        if (run_step(run, i, v.x, objective, gain)) break;
        if (!take_step(run, &v, &mu, &objective)) {
            run->result->stop = STOP_FLAT;
            break;
        }
        objective = params_value(run->params, run->problem, v.x, v.gradient);
    }
    vectors_free(&v);
    return objective - objective == 0 || err_set(err, ERR_INPUT, "the loss is not a number: the start weights or K are out of reason");
}
