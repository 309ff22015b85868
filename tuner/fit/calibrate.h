/* Do predicted scores come true? */
#ifndef TUNER_FIT_CALIBRATE_H
#define TUNER_FIT_CALIBRATE_H
#include "tuner/fit/kernel.h"

enum { CALIBRATION_BINS = 20 };
/* Positions by predicted score, in bins of equal width from 0 to 1. */
typedef struct {
    struct { double positions, predicted, observed; /* means; 0 in an empty bin */ } bin[CALIBRATION_BINS];
    double error; /* mean of |predicted - observed| over positions */
} Calibration;

void calibrate(const Problem *problem, const Labels *labels, const double *weights, Calibration *out);
#endif
