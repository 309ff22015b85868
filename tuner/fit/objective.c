#include "tuner/fit/objective.h"
#include <stdlib.h>

/* A part without weight isn't computed: a blend at its ends is the one loss, bit for bit. */
static bool has_results(const Problem *p) { return p->compare_share < 1; }
static bool has_choices(const Problem *p) { return p->compare_share > 0; }

/* out = a (1 - share) + b share; whichever is there. */
static double blend(const Problem *p, double results, double choices) {
    if (!has_choices(p)) return results;
    if (!has_results(p)) return choices;
    return (1 - p->compare_share) * results + p->compare_share * choices;
}

double objective_loss(const Problem *p, bool valid, const double *weights) {
    const double results = has_results(p) ? kernel_loss(p, valid ? &p->valid : &p->train, weights) : 0;
    return blend(p, results, has_choices(p) ? comparison_loss(&p->compare, valid, weights) : 0);
}

double objective_gradient(const Problem *p, KernelSlice slice, const double *weights, double *gradient) {
    if (!has_choices(p)) return kernel_gradient(p, &p->train, slice, weights, gradient);
    if (!has_results(p)) return comparison_gradient(&p->compare, slice, weights, gradient);
    const size_t size = 2 * (size_t)p->set->table.count;
    double *other = mem_alloc(size * sizeof *other);
    const double results = kernel_gradient(p, &p->train, slice, weights, gradient), choices = comparison_gradient(&p->compare, slice, weights, other);
    for (size_t i = 0; i < size; i++) gradient[i] = blend(p, gradient[i], other[i]);
    free(other);
    return blend(p, results, choices);
}

/* Where all weights are zero every position of results has the same curvature. */
static void results_gram(const Problem *p, const int *column, int columns, double *blocks) {
    const size_t n = (size_t)columns;
    double *zero = mem_zalloc(2 * (size_t)p->set->table.count + 1, sizeof *zero);
    kernel_curvature(p, &p->train, zero, column, columns, blocks);
    const double each = loss_at(p->loss, p->k / 400, 0, 0.5).curvature;
    for (size_t i = 0; i < 3 * n * n; i++) blocks[i] /= each;
    free(zero);
}

static void choices_curvature(const Problem *p, CurvatureKind kind, const double *weights, const int *column, int columns, double *blocks) {
    double *zero = weights ? NULL : mem_zalloc(2 * (size_t)p->set->table.count + 1, sizeof *zero);
    comparison_curvature(&p->compare, kind, weights ? weights : zero, column, columns, blocks);
    free(zero);
}

void objective_curvature(const Problem *p, CurvatureKind kind, const double *weights, const int *column, int columns, double *blocks) {
    const size_t size = 3 * (size_t)columns * (size_t)columns;
    if (has_results(p) && kind == CURVATURE_GRAM) results_gram(p, column, columns, blocks);
    else if (has_results(p)) kernel_curvature(p, &p->train, weights, column, columns, blocks);
    if (!has_choices(p)) return;
    double *choices = has_results(p) ? mem_alloc((size + 1) * sizeof *choices) : blocks;
    choices_curvature(p, kind, weights, column, columns, choices);
    if (choices == blocks) return;
    for (size_t i = 0; i < size; i++) blocks[i] = blend(p, blocks[i], choices[i]);
    free(choices);
}

bool objective_judges(const Problem *p) {
    return (!has_results(p) || p->valid.total > 0) && (!has_choices(p) || p->compare.positions[1] > 0);
}

uint64_t objective_rows(const Problem *p) {
    const uint64_t results = has_results(p) ? p->set->rows : 0, choices = has_choices(p) ? p->compare.set->positions : 0;
    return results > choices ? results : choices;
}

/* Squared error falls by p sigma^2 / N, the likelihoods by p / 2N; a sigmoid's share of moves above is treated like a count, whose
 * variance is its mean. */
double objective_noise(const Problem *p, int params, double loss) {
    const double results = has_results(p) ? (p->loss == LOSS_MSE ? loss : 0.5) / p->train.total : 0;
    const double choices = has_choices(p) ? (p->compare.kind == COMPARE_SIGMOID ? loss / 2 : 0.5) / (double)p->compare.positions[0] : 0;
    return params * blend(p, results, choices);
}
