/* Adam (Kingma, Ba 2015), bias-corrected: one step, so that its vectors can be tested. */
#ifndef TUNER_FIT_ADAM_H
#define TUNER_FIT_ADAM_H
#include <stdbool.h>
#include <stddef.h>

typedef struct {
    double beta1, beta2, epsilon;
    bool corrected;      /* tuners that leave the correction out take a first step 3.16 times as long */
    double *m, *v;       /* n numbers each, zero at first */
    int steps;
} Adam;

/* x -= rate * m / (sqrt(v) + epsilon). */
void adam_step(Adam *adam, size_t n, const double *gradient, double rate, double *x);
#endif
