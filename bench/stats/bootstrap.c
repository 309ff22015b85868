#include "bench/stats/bootstrap.h"
#include <gsl/gsl_cdf.h>
#include <gsl/gsl_sort.h>
#include <gsl/gsl_statistics_double.h>
#include <math.h>
#include <stdlib.h>
#include "engine/core/arena.h"
#include "engine/core/rng.h"

enum { RESAMPLES_DEFAULT = 10000 };

static bool check_values(const double *values, size_t count, double level, Err *err) {
    if (!(level > 0 && level < 1))
        return err_set(err, ERR_INPUT, "bootstrap: the level is %g, it must lie between 0 and 1", level);
    if (count == 0) return err_set(err, ERR_INPUT, "bootstrap: there are no values");
    for (size_t i = 0; i < count; i++)
        if (!isfinite(values[i])) return err_set(err, ERR_INPUT, "bootstrap: value %zu is %g", i + 1, values[i]);
    return true;
}

static double mean_of(const double *values, size_t count) {
    double sum = 0;
    for (size_t i = 0; i < count; i++) sum += values[i];
    return sum / (double)count;
}

/* The tail of the resamples' distribution to cut off on each side. */
static double expanded_tail(double level, size_t count) {
    const double n = (double)count, t = gsl_cdf_tdist_Pinv((1 - level) / 2, n - 1);
    return gsl_cdf_ugaussian_P(t * sqrt(n / (n - 1)));
}

bool bootstrap_mean(const double *values, size_t count, const BootstrapSpec *spec, BootstrapInterval *out, Err *err) {
    const double level = spec->level != 0 ? spec->level : 0.95;
    const size_t resamples = spec->resamples ? spec->resamples : RESAMPLES_DEFAULT;
    if (!check_values(values, count, level, err)) return false;
    *out = (BootstrapInterval){ .value = mean_of(values, count), .low = NAN, .high = NAN };
    if (count == 1) return true;

    double *means = mem_alloc(resamples * sizeof *means);
    for (size_t r = 0; r < resamples; r++) {
        double sum = 0;
        for (size_t i = 0; i < count; i++) sum += values[rng_below(spec->seed, r, i, count)];
        means[r] = sum / (double)count;
    }
    gsl_sort(means, 1, resamples);
    const double tail = expanded_tail(level, count);
    out->low = gsl_stats_quantile_from_sorted_data(means, 1, resamples, tail);
    out->high = gsl_stats_quantile_from_sorted_data(means, 1, resamples, 1 - tail);
    free(means);
    return true;
}

bool bootstrap_ratio(const double *new, const double *old, size_t count, const BootstrapSpec *spec,
                     BootstrapInterval *out, Err *err) {
    double *logs = mem_alloc((count + 1) * sizeof *logs);
    bool ok = true;
    for (size_t i = 0; ok && i < count; i++) {
        logs[i] = log(new[i]) - log(old[i]);
        if (!(new[i] > 0 && old[i] > 0))
            ok = err_set(err, ERR_INPUT, "bootstrap: pair %zu is %g and %g, a ratio needs positive values", i + 1,
                         new[i], old[i]);
    }
    BootstrapInterval interval;
    ok = ok && bootstrap_mean(logs, count, spec, &interval, err);
    free(logs);
    if (ok) *out = (BootstrapInterval){ exp(interval.value), exp(interval.low), exp(interval.high) };
    return ok;
}

SignTest sign_test(const double *new, const double *old, size_t count) {
    SignTest test = { .p = 1 };
    for (size_t i = 0; i < count; i++) {
        if (new[i] > old[i]) test.more++;
        else if (new[i] < old[i]) test.less++;
        else test.equal++;
    }
    const unsigned fewer = (unsigned)(test.more < test.less ? test.more : test.less);
    if (test.more + test.less > 0)
        test.p = fmin(1, 2 * gsl_cdf_binomial_P(fewer, 0.5, (unsigned)(test.more + test.less)));
    return test;
}
