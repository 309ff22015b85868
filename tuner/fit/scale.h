/* The scale K that joins evaluations and results, by Brent's method on scores kept from one pass. */
#ifndef TUNER_FIT_SCALE_H
#define TUNER_FIT_SCALE_H
#include "engine/core/err.h"
#include "tuner/fit/kernel.h"

typedef struct {
    double k;      /* natural base */
    double loss;   /* there */
    double passes; /* over all scores, that it took */
} ScaleFit;

/* K of the least training loss at these weights (2 * terms), against the targets as they are. ERR_INPUT when the data don't say: all
 * scores alike, or the best K beyond 0.01 to 100. */
bool scale_fit(const Problem *problem, const double *weights, ScaleFit *out, Err *err);
/* The same for scores with their results: mean of (1 / (1 + exp(-K score / 400)) - result)^2 or the cross-entropy, weighted. */
bool scale_fit_scores(LossKind kind, const double *score, const double *result, const float *weight, size_t count, ScaleFit *out, Err *err);
#endif
