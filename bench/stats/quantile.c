#include "bench/stats/quantile.h"
#include <gsl/gsl_cdf.h>
#include <gsl/gsl_rstat.h>
#include <math.h>

enum { BATCHES = 20 };

double quantile_chi_square(double probability, double freedom) {
    return gsl_cdf_chisq_Pinv(probability, freedom);
}

double batch_means_error(const double *series, int count) {
    if (count < 2 * BATCHES) return NAN;
    gsl_rstat_workspace *means = gsl_rstat_alloc();
    if (!means) return NAN;
    for (int b = 0; b < BATCHES; b++) {
        const int first = (int)((long long)count * b / BATCHES), end = (int)((long long)count * (b + 1) / BATCHES);
        double sum = 0;
        for (int i = first; i < end; i++) sum += series[i];
        gsl_rstat_add(sum / (end - first), means);
    }
    const double error = gsl_rstat_sd(means) / sqrt(BATCHES);
    gsl_rstat_free(means);
    return error;
}
