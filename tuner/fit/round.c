#include "tuner/fit/round.h"
#include <gsl/gsl_errno.h>
#include <gsl/gsl_linalg.h>
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include "engine/core/arena.h"

enum { SWEEPS_MAX = 50 };

static double half_form(const double *h, size_t n, const double *theta, const double *at) {
    double sum = 0;
    for (size_t i = 0; i < n; i++) {
        double row = 0;
        for (size_t j = 0; j < n; j++) row += h[i * n + j] * (at[j] - theta[j]);
        sum += row * (at[i] - theta[i]);
    }
    return sum / 2;
}

/* With H = L L' the form is |L' (z - theta)|^2: from the last coordinate to the first, each is rounded where the later ones
 * have moved its best value to. */
static bool nearest_plane(const double *h, size_t n, const double *theta, double *out) {
    gsl_matrix *factor = gsl_matrix_alloc(n, n);
    gsl_matrix_const_view from = gsl_matrix_const_view_array(h, n, n);
    gsl_matrix_memcpy(factor, &from.matrix);
    const bool good = gsl_linalg_cholesky_decomp1(factor) == GSL_SUCCESS;
    for (size_t i = n; good && i-- > 0;) {
        double best = theta[i];
        for (size_t j = i + 1; j < n; j++) best += gsl_matrix_get(factor, j, i) / gsl_matrix_get(factor, i, i) * (theta[j] - out[j]);
        out[i] = round(best);
    }
    gsl_matrix_free(factor);
    return good;
}

/* Move single weights by one as long as that lowers the form. */
static void descend(const double *h, size_t n, const double *theta, double *out) {
    double *slope = mem_zalloc(n + 1, sizeof *slope);
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < n; j++) slope[i] += h[i * n + j] * (out[j] - theta[j]);
    bool moved = true;
    for (int sweep = 0; moved && sweep < SWEEPS_MAX; sweep++) {
        moved = false;
        for (size_t i = 0; i < n; i++) {
            const double step = slope[i] > 0 ? -1 : 1;
            if (step * slope[i] + h[i * n + i] / 2 >= -1e-15 * fabs(slope[i])) continue;
            out[i] += step;
            for (size_t j = 0; j < n; j++) slope[j] += step * h[j * n + i];
            moved = true;
        }
    }
    free(slope);
}

double round_together(const double *h, int count, const double *theta, double *out, double *alone) {
    const size_t n = (size_t)count;
    double *plain = mem_alloc((n + 1) * sizeof *plain);
    for (size_t i = 0; i < n; i++) plain[i] = round(theta[i]);
    const double plain_cost = half_form(h, n, theta, plain);
    if (!nearest_plane(h, n, theta, out) || half_form(h, n, theta, out) > plain_cost) memcpy(out, plain, n * sizeof *plain);
    descend(h, n, theta, out);
    free(plain);
    if (alone) *alone = plain_cost;
    return half_form(h, n, theta, out);
}
