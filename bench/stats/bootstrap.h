/* Intervals and a test without assumptions about distributions: bootstrap of means and of ratios, sign test. For
 * figures measured position by position, such as nodes, times and their ratios. */
#ifndef BENCH_STATS_BOOTSTRAP_H
#define BENCH_STATS_BOOTSTRAP_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "engine/core/err.h"

/* The result is a pure function of this and the values. */
typedef struct {
    uint64_t seed;
    size_t resamples; /* 0: 10,000, which leaves the bounds uncertain by about 1 % of the interval */
    double level;     /* coverage, between 0 and 1; 0: 0.95 */
} BootstrapSpec;

/* low and high are NAN for a single value. */
typedef struct {
    double value, low, high;
} BootstrapInterval;

/* Mean of the values with its interval: percentiles of the means of resamples, moved outwards as the t distribution
 * asks for small samples (expanded percentile interval, T. Hesterberg, "What teachers should know about the bootstrap",
 * 2015); plain percentiles are too narrow below about 30 values. stats_init comes first. Errors (ERR_INPUT): no values,
 * one that is not finite, a level outside (0, 1). */
bool bootstrap_mean(const double *values, size_t count, const BootstrapSpec *spec, BootstrapInterval *out, Err *err);
/* Geometric mean of new[i] / old[i], the interval likewise on the scale of logarithms, so that swapping new and old
 * gives the reciprocals. Error also: a value that is not positive. */
bool bootstrap_ratio(const double *new, const double *old, size_t count, const BootstrapSpec *spec,
                     BootstrapInterval *out, Err *err);

typedef struct {
    size_t more, less, equal; /* items where new is greater, smaller, the same */
    double p;                 /* two-sided: chance of a split this uneven if both directions were equally likely; equal
                               * items don't count; 1 when there are no others */
} SignTest;

/* Exact sign test of paired values. stats_init comes first. */
SignTest sign_test(const double *new, const double *old, size_t count);
#endif
