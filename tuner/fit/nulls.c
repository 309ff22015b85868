#include "tuner/fit/nulls.h"
#include <gsl/gsl_eigen.h>
#include <gsl/gsl_linalg.h>
#include <stdlib.h>
#include <string.h>

/* What is left of a parameter's counts when the others explain the rest, as a share of their squares: below this nothing is. */
static const double OPEN_BELOW = 1e-10;

static const char *name_of(const Params *params, const TermTable *table, int i) { return table->slot[params->param[i].term].name; }

static bool same_table(const Params *params, const TermTable *table, int a, int b) {
    const char *x = name_of(params, table, a), *y = name_of(params, table, b);
    const size_t length = term_group_length(x);
    return params->param[a].part == params->param[b].part && length == term_group_length(y) && memcmp(x, y, length) == 0;
}

/* Cholesky with pivots, stopped where nothing is left: order[0..rank) determine the others. factor: rank rows of n, in the
 * order of the parameters. */
static int pivoted_cholesky(const double *matrix, const double *scale, size_t n, int *order, double *factor) {
    double *left = mem_alloc((n + 1) * sizeof *left);
    int rank = 0;
    for (size_t i = 0; i < n; i++) {
        left[i] = 1;
        order[i] = (int)i;
    }
    for (; rank < (int)n; rank++) {
        int best = rank;
        for (int i = rank + 1; i < (int)n; i++)
            if (left[order[i]] > left[order[best]]) best = i;
        if (left[order[best]] < OPEN_BELOW) break;
        const int p = order[best];
        order[best] = order[rank];
        order[rank] = p;
        double *row = factor + (size_t)rank * n;
        const double root = sqrt(left[p]);
        memset(row, 0, n * sizeof *row);
        row[p] = root;
        for (int i = rank + 1; i < (int)n; i++) {
            const int j = order[i];
            double sum = matrix[(size_t)j * n + (size_t)p] * scale[j] * scale[p];
            for (int k = 0; k < rank; k++) sum -= factor[(size_t)k * n + (size_t)j] * factor[(size_t)k * n + (size_t)p];
            row[j] = sum / root;
            left[j] -= row[j] * row[j];
        }
    }
    free(left);
    return rank;
}

/* The combination of determined parameters that undoes the one left over. */
static void find_direction(const int *order, int rank, const double *factor, const double *scale, size_t n, int over, double *z) {
    memset(z, 0, n * sizeof *z);
    z[over] = 1;
    for (int k = rank - 1; k >= 0; k--) {
        double sum = -factor[(size_t)k * n + (size_t)over];
        for (int l = k + 1; l < rank; l++) sum -= factor[(size_t)k * n + (size_t)order[l]] * z[order[l]];
        z[order[k]] = sum / factor[(size_t)k * n + (size_t)order[k]];
    }
    double largest = 0;
    for (size_t i = 0; i < n; i++) {
        z[i] *= scale[i];
        if (fabs(z[i]) > fabs(largest)) largest = z[i];
    }
    for (size_t i = 0; i < n; i++) z[i] = fabs(z[i] / largest) < 1e-5 ? 0 : z[i] / largest;
}

/* Means that should be zero: of tables in the sense of the names, and of one-slot-a-side terms that a direction consists of. */
typedef struct { int n, count; double *row; } Means;

static void add_mean(Means *means, const bool *member) {
    int members = 0;
    means->row = mem_realloc(means->row, (size_t)(means->count + 1) * (size_t)means->n * sizeof *means->row);
    double *row = means->row + (size_t)means->count++ * (size_t)means->n;
    for (int i = 0; i < means->n; i++) members += member[i];
    for (int i = 0; i < means->n; i++) row[i] = member[i] ? 1.0 / members : 0;
}

static void find_table_means(const Params *params, const TermTable *table, Means *means) {
    bool *member = mem_zalloc((size_t)means->n + 1, sizeof *member), *done = mem_zalloc((size_t)means->n + 1, sizeof *done);
    for (int i = 0; i < means->n; i++) {
        const char *name = name_of(params, table, i);
        if (done[i] || name[term_group_length(name)] != '[' || memchr(name, '[', term_group_length(name)) == NULL) continue;
        for (int j = 0; j < means->n; j++) done[j] |= member[j] = same_table(params, table, i, j);
        add_mean(means, member);
    }
    free(member);
    free(done);
}

/* A direction that lies within one term: each side has exactly one of its slots. */
static void find_term_means(const Params *params, const TermTable *table, const Nulls *nulls, Means *means) {
    bool *member = mem_zalloc((size_t)means->n + 1, sizeof *member);
    for (int d = 0; d < nulls->count; d++) {
        const double *z = nulls->direction + (size_t)d * (size_t)means->n;
        int first = -1;
        bool within = true;
        for (int i = 0; i < means->n; i++) {
            member[i] = z[i] != 0;
            if (!member[i]) continue;
            if (first < 0) first = i;
            within = within && same_table(params, table, first, i) && fabs(z[i] - z[first]) < 1e-5;
        }
        if (within && strchr(name_of(params, table, first), '[')) add_mean(means, member);
    }
    free(member);
}

/* Which directions the means leave open: those along which none of them changes. */
static void find_open(Nulls *nulls, const gsl_matrix *fixed) {
    const size_t d = (size_t)nulls->count, n = (size_t)nulls->n;
    gsl_matrix *copy = gsl_matrix_alloc(d, d), *vectors = gsl_matrix_alloc(d, d);
    gsl_vector *values = gsl_vector_alloc(d);
    gsl_eigen_symmv_workspace *work = gsl_eigen_symmv_alloc(d);
    gsl_matrix_memcpy(copy, fixed);
    gsl_eigen_symmv(copy, values, vectors, work);
    for (size_t v = 0; v < d; v++) {
        if (gsl_vector_get(values, v) > 1e-8) continue;
        for (size_t i = 0; i < n; i++) {
            double sum = 0;
            for (size_t k = 0; k < d; k++) sum += gsl_matrix_get(vectors, k, v) * nulls->direction[k * n + i];
            nulls->open[i] |= fabs(sum) > 1e-5;
        }
    }
    gsl_eigen_symmv_free(work);
    gsl_vector_free(values);
    gsl_matrix_free(vectors);
    gsl_matrix_free(copy);
}

/* With Z the directions and C the means: minimise |C (theta - Z t)|^2 + small |theta - Z t - start|^2 over t, which is linear in
 * theta: t = M^-1 ((Z'C'C + small Z') theta - small Z' start). Distance from the start is in weights, not in what the data see of
 * them: else a slot that hardly ever occurs would be the cheapest way to bring the mean of its table to zero. */
static void find_gauge(const Params *params, Nulls *nulls, const Means *means) {
    const size_t d = (size_t)nulls->count, n = (size_t)nulls->n;
    const double small = 1e-9;
    double *right = mem_zalloc(d * n + 1, sizeof *right), *start = mem_alloc((n + 1) * sizeof *start);
    gsl_matrix *fixed = gsl_matrix_calloc(d, d), *m = gsl_matrix_calloc(d, d);
    for (size_t a = 0; a < d; a++)
        for (int c = 0; c < means->count; c++) {
            double along = 0;
            for (size_t i = 0; i < n; i++) along += means->row[(size_t)c * n + i] * nulls->direction[a * n + i];
            for (size_t i = 0; i < n; i++) right[a * n + i] += along * means->row[(size_t)c * n + i];
        }
    for (size_t a = 0; a < d; a++)
        for (size_t b = 0; b < d; b++) {
            double by_means = 0, by_start = 0;
            for (size_t i = 0; i < n; i++) {
                by_means += right[a * n + i] * nulls->direction[b * n + i];
                by_start += nulls->direction[a * n + i] * nulls->direction[b * n + i];
            }
            gsl_matrix_set(fixed, a, b, by_means);
            gsl_matrix_set(m, a, b, by_means + small * by_start);
        }
    find_open(nulls, fixed);
    params_start(params, start);
    gsl_linalg_cholesky_decomp1(m);
    for (size_t i = 0; i <= n; i++) { /* the last column is the offset */
        gsl_vector *column = gsl_vector_calloc(d);
        for (size_t a = 0; a < d; a++) {
            double value = 0;
            if (i < n) value = right[a * n + i] + small * nulls->direction[a * n + i];
            else for (size_t j = 0; j < n; j++) value += small * nulls->direction[a * n + j] * start[j];
            gsl_vector_set(column, a, value);
        }
        gsl_linalg_cholesky_svx(m, column);
        for (size_t a = 0; a < d; a++) *(i < n ? &nulls->gauge[a * n + i] : &nulls->offset[a]) = gsl_vector_get(column, a);
        gsl_vector_free(column);
    }
    gsl_matrix_free(m);
    gsl_matrix_free(fixed);
    free(start);
    free(right);
}

void nulls_find(const Params *params, const TermTable *table, const double *gram, bool with_tables, Nulls *out) {
    const size_t n = (size_t)params->count;
    double *scale = mem_alloc((n + 1) * sizeof *scale), *factor = mem_alloc((n * n + 1) * sizeof *factor);
    *out = (Nulls){ .n = params->count, .pivot = mem_alloc((n + 1) * sizeof(int)), .open = mem_zalloc(n + 1, sizeof(bool)) };
    for (size_t i = 0; i < n; i++) scale[i] = 1 / sqrt(gram[i * n + i]);
    out->rank = pivoted_cholesky(gram, scale, n, out->pivot, factor);
    out->count = out->n - out->rank;
    const size_t d = (size_t)out->count;
    out->direction = mem_zalloc(d * n + 1, sizeof(double));
    out->gauge = mem_zalloc(d * n + 1, sizeof(double));
    out->offset = mem_zalloc(d + 1, sizeof(double));
    for (size_t i = 0; i < d; i++) find_direction(out->pivot, out->rank, factor, scale, n, out->pivot[(size_t)out->rank + i], out->direction + i * n);
    Means means = { .n = out->n };
    if (d && with_tables) {
        find_table_means(params, table, &means);
        find_term_means(params, table, out, &means);
    }
    if (d) find_gauge(params, out, &means);
    free(means.row);
    free(factor);
    free(scale);
}

void nulls_free(Nulls *nulls) {
    free(nulls->pivot);
    free(nulls->direction);
    free(nulls->gauge);
    free(nulls->offset);
    free(nulls->open);
    *nulls = (Nulls){ 0 };
}

/* The coefficient that a direction has for every parameter of a slot's table and part; 0 when they differ or there are none. */
static double table_coefficient(const Params *params, const TermTable *table, const double *z, int term, int part) {
    const char *name = table->slot[term].name;
    const size_t length = term_group_length(name);
    double common = 0;
    bool first = true;
    if (name[length] != '[') return 0;
    for (int i = 0; i < params->count; i++) {
        const char *other = name_of(params, table, i);
        if (params->param[i].part != part || term_group_length(other) != length || memcmp(other, name, length) != 0) continue;
        if (!first && fabs(z[i] - common) > 1e-5) return 0;
        common = z[i];
        first = false;
    }
    return common;
}

void nulls_apply(const Nulls *nulls, const Params *params, const TermTable *table, double *theta, double *base) {
    const size_t n = (size_t)nulls->n, d = (size_t)nulls->count;
    double *t = mem_alloc((d + 1) * sizeof *t);
    for (size_t a = 0; a < d; a++) {
        t[a] = -nulls->offset[a];
        for (size_t i = 0; i < n; i++) t[a] += nulls->gauge[a * n + i] * theta[i];
    }
    for (size_t a = 0; a < d; a++) {
        const double *z = nulls->direction + a * n;
        for (size_t i = 0; i < n; i++) theta[i] -= t[a] * z[i];
        for (int i = 0; i < params->dead_count; i++) {
            const int term = params->dead[i] % params->terms, part = params->dead[i] / params->terms;
            if (term_table_is_reachable(table, term)) base[params->dead[i]] -= t[a] * table_coefficient(params, table, z, term, part);
        }
    }
    free(t);
}

/* G V G' with G = 1 - Z A, first from the left, then, V being symmetric, once more on the transposed. */
void nulls_apply_covariance(const Nulls *nulls, double *v) {
    const size_t n = (size_t)nulls->n, d = (size_t)nulls->count;
    double *t = mem_alloc((d + 1) * sizeof *t);
    for (int side = 0; side < 2; side++) {
        for (size_t column = 0; column < n; column++) {
            for (size_t a = 0; a < d; a++) {
                t[a] = 0;
                for (size_t i = 0; i < n; i++) t[a] += nulls->gauge[a * n + i] * v[i * n + column];
            }
            for (size_t a = 0; a < d; a++)
                for (size_t i = 0; i < n; i++) v[i * n + column] -= t[a] * nulls->direction[a * n + i];
        }
        for (size_t i = 0; i < n; i++)
            for (size_t j = 0; j < i; j++) {
                const double swap = v[i * n + j];
                v[i * n + j] = v[j * n + i];
                v[j * n + i] = swap;
            }
    }
    free(t);
}

void nulls_print(const Nulls *nulls, const Params *params, const TermTable *table, int number, Buf *out) {
    static const char *const parts[] = { "mg", "eg" };
    const double *z = nulls->direction + (size_t)number * (size_t)nulls->n;
    const char *gap = "";
    for (int i = 0, end; i < nulls->n; i = end) {
        int slots = z[i] != 0;
        for (end = i + 1; end < nulls->n && same_table(params, table, i, end) && (z[end] == 0 || z[i] == 0 || fabs(z[end] - z[i]) < 1e-5); end++) {
            if (z[i] == 0 && z[end] != 0) break;
            slots += z[end] != 0;
        }
        if (!slots) continue;
        const char *name = name_of(params, table, i);
        if (slots == 1) buf_addf(out, "%s%s %s %+.4g", gap, name, parts[params->param[i].part], z[i]);
        else buf_addf(out, "%s%.*s %s (%d slots) %+.4g", gap, (int)term_group_length(name), name, parts[params->param[i].part], slots, z[i]);
        gap = ", ";
    }
}
