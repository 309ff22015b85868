/* What the optimisers share. */
#ifndef TUNER_FIT_OPTIMISE_INTERNAL_H
#define TUNER_FIT_OPTIMISE_INTERNAL_H
#include "tuner/fit/optimise.h"

/* A run on its way: watches validation, remembers the best point, tells the listener. */
typedef struct {
    const Params *params;
    const Problem *problem;
    const OptimiseOptions *options;
    OptimiseResult *result;
    double *theta;        /* the caller's */
    double *best;         /* by validation */
    double best_valid, last_valid;
    int rises, passes;
    int64_t start_ns;
} Run;

/* An iteration ended at x. True when it was the last: run->result->stop says why. */
bool run_step(Run *run, int iteration, const double *x, double objective, double expected);

bool run_lm(Run *run, Err *err);
bool run_newton(Run *run, Err *err);
bool run_lbfgs(Run *run, Err *err);
bool run_adam(Run *run, Err *err);
bool run_bfgs2(Run *run, Err *err);

/* What L-BFGS and BFGS2 divide by: scale[i] = 1 / root of the curvature of parameter i at the start. */
void find_scale(const Run *run, double *scale);
#endif
