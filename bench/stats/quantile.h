/* Quantiles of distributions, and the error of a mean over values that depend on their neighbours. */
#ifndef BENCH_STATS_QUANTILE_H
#define BENCH_STATS_QUANTILE_H

/* The value that a chi-square variable of so many degrees of freedom stays below with this probability, 0 to 1. */
double quantile_chi_square(double probability, double freedom);
/* Standard error of the mean of a series in time by non-overlapping batch means: batches so long that neighbours hardly
 * depend on each other are taken for independent. NAN for fewer than 40 values. */
double batch_means_error(const double *series, int count);
#endif
