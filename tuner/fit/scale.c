#include "tuner/fit/scale.h"
#include <gsl/gsl_errno.h>
#include <gsl/gsl_min.h>
#include <stdlib.h>

typedef struct { LossKind kind; const double *score, *result; const float *weight; size_t count; } Scored;

/* Over the logarithm of K: its range is wide and the loss is smooth there. */
static double loss_of(double log_k, void *context) {
    const Scored *s = context;
    double sum = 0, total = 0;
    for (size_t i = 0; i < s->count; i++) {
        if (!s->weight[i]) continue;
        sum += (double)s->weight[i] * loss_at(s->kind, exp(log_k) / 400, s->score[i], s->result[i]).value;
        total += (double)s->weight[i];
    }
    return sum / total;
}

/* A triple whose middle is lowest, by a coarse walk over the range. */
static bool bracket(Scored *s, double *low, double *middle, double *high) {
    const double first = log(0.01), last = log(100), step = (last - first) / 24;
    double best = INFINITY;
    for (double at = first; at < last + step / 2; at += step) {
        const double loss = loss_of(at, s);
        if (loss < best) {
            best = loss;
            *middle = at;
        }
    }
    *low = *middle - step;
    *high = *middle + step;
    return *middle > first && *high < last + step / 2 && loss_of(*low, s) > best && loss_of(*high, s) > best;
}

bool scale_fit_scores(LossKind kind, const double *score, const double *result, const float *weight, size_t count, double *k, double *loss, Err *err) {
    Scored scored = { kind, score, result, weight, count };
    double low = 0, middle = 0, high = 0;
    if (!bracket(&scored, &low, &middle, &high))
        return err_set(err, ERR_INPUT, "no scale K between 0.01 and 100 fits: the evaluation of the start weights says nothing about the results");
    gsl_function function = { .function = loss_of, .params = &scored };
    gsl_min_fminimizer *minimiser = gsl_min_fminimizer_alloc(gsl_min_fminimizer_brent);
    bool good = gsl_min_fminimizer_set(minimiser, &function, middle, low, high) == GSL_SUCCESS;
    for (int i = 0; good && i < 60 && gsl_min_test_interval(gsl_min_fminimizer_x_lower(minimiser), gsl_min_fminimizer_x_upper(minimiser), 1e-9, 0) == GSL_CONTINUE; i++)
        if (gsl_min_fminimizer_iterate(minimiser) != GSL_SUCCESS) break; /* as close as rounding allows */
    if (good) {
        *k = exp(gsl_min_fminimizer_x_minimum(minimiser));
        if (loss) *loss = gsl_min_fminimizer_f_minimum(minimiser);
    }
    gsl_min_fminimizer_free(minimiser);
    return good || err_set(err, ERR_INPUT, "K can't be found: the results don't depend on the evaluation");
}

bool scale_fit(const Problem *problem, const double *weights, double *k, double *loss, Err *err) {
    const TraceSet *set = problem->set;
    double *score = mem_alloc((set->rows + 1) * sizeof *score);
    kernel_scores(problem, weights, score);
    const bool good = scale_fit_scores(problem->loss, score, problem->train.target, problem->train.weight, set->rows, k, loss, err);
    free(score);
    return good;
}
