/* Limited-memory BFGS (Nocedal 1980) over scaled variables: each is divided by the root of its curvature at the start, without
 * which the method needs ten times as many passes. */
#include <stdlib.h>
#include <string.h>
#include "tuner/fit/optimise_internal.h"

enum { MEMORY = 10, LINE_TRIES = 25 };
static const double ARMIJO = 1e-4, WOLFE = 0.9;

typedef struct {
    Run *run;
    size_t n;
    double *scale;                    /* theta = scaled * scale */
    double *s[MEMORY], *y[MEMORY], rho[MEMORY];
    int pairs;                        /* seen so far */
    double *x, *g, *trial, *trial_g, *direction, *theta;
} Lbfgs;

static double dot(const double *a, const double *b, size_t n) {
    double sum = 0;
    for (size_t i = 0; i < n; i++) sum += a[i] * b[i];
    return sum;
}

static double value_at(Lbfgs *l, const double *x, double *gradient) {
    for (size_t i = 0; i < l->n; i++) l->theta[i] = x[i] * l->scale[i];
    const double value = params_value(l->run->params, l->run->problem, l->theta, gradient);
    for (size_t i = 0; i < l->n; i++) gradient[i] *= l->scale[i];
    l->run->passes++;
    return value;
}

/* Minus the inverse curvature times the gradient, by the two loops over the pairs kept. */
static void find_direction(Lbfgs *l) {
    double alpha[MEMORY];
    const int oldest = l->pairs > MEMORY ? l->pairs - MEMORY : 0;
    for (size_t i = 0; i < l->n; i++) l->direction[i] = -l->g[i];
    for (int k = l->pairs - 1; k >= oldest; k--) {
        const int at = k % MEMORY;
        alpha[at] = l->rho[at] * dot(l->s[at], l->direction, l->n);
        for (size_t i = 0; i < l->n; i++) l->direction[i] -= alpha[at] * l->y[at][i];
    }
    if (l->pairs) {
        const int at = (l->pairs - 1) % MEMORY;
        const double gamma = 1 / (l->rho[at] * dot(l->y[at], l->y[at], l->n));
        for (size_t i = 0; i < l->n; i++) l->direction[i] *= gamma;
    }
    for (int k = oldest; k < l->pairs; k++) {
        const int at = k % MEMORY;
        const double beta = l->rho[at] * dot(l->y[at], l->direction, l->n);
        for (size_t i = 0; i < l->n; i++) l->direction[i] += (alpha[at] - beta) * l->s[at][i];
    }
}

/* A point along the direction that is lower by enough and where the slope has flattened; bisection between too short and
 * too long. false when there is none. */
static bool search_line(Lbfgs *l, double *value) {
    const double slope = dot(l->g, l->direction, l->n), from = *value;
    double step = 1, low = 0, high = INFINITY;
    if (!(slope < 0)) return false;
    for (int tries = 0; tries < LINE_TRIES; tries++) {
        for (size_t i = 0; i < l->n; i++) l->trial[i] = l->x[i] + step * l->direction[i];
        const double there = value_at(l, l->trial, l->trial_g);
        if (!(there <= from + ARMIJO * step * slope)) high = step;
        else if (dot(l->trial_g, l->direction, l->n) < WOLFE * slope) low = step;
        else {
            *value = there;
            return true;
        }
        step = high < INFINITY ? (low + high) / 2 : 2 * step;
    }
    return false;
}

static void remember(Lbfgs *l) {
    const int at = l->pairs % MEMORY;
    for (size_t i = 0; i < l->n; i++) {
        l->s[at][i] = l->trial[i] - l->x[i];
        l->y[at][i] = l->trial_g[i] - l->g[i];
    }
    const double curvature = dot(l->s[at], l->y[at], l->n);
    memcpy(l->x, l->trial, l->n * sizeof(double));
    memcpy(l->g, l->trial_g, l->n * sizeof(double));
    if (curvature <= 0) return;
    l->rho[at] = 1 / curvature;
    l->pairs++;
}

void find_scale(const Run *run, double *scale) {
    const size_t n = (size_t)run->params->count;
    double *curvature = mem_alloc((n * n + 1) * sizeof *curvature);
    params_curvature(run->params, run->problem, run->theta, true, curvature);
    for (size_t i = 0; i < n; i++) scale[i] = 1 / sqrt(curvature[i * n + i]);
    free(curvature);
}

static void init(Lbfgs *l, Run *run) {
    *l = (Lbfgs){ .run = run, .n = (size_t)run->params->count };
    double **const vectors[] = { &l->scale, &l->x, &l->g, &l->trial, &l->trial_g, &l->direction, &l->theta };
    for (size_t i = 0; i < sizeof vectors / sizeof vectors[0]; i++) *vectors[i] = mem_zalloc(l->n + 1, sizeof(double));
    for (int i = 0; i < MEMORY; i++) {
        l->s[i] = mem_zalloc(l->n + 1, sizeof(double));
        l->y[i] = mem_zalloc(l->n + 1, sizeof(double));
    }
    find_scale(run, l->scale);
    for (size_t i = 0; i < l->n; i++) l->x[i] = run->theta[i] / l->scale[i];
}

static void release(Lbfgs *l) {
    double *const vectors[] = { l->scale, l->x, l->g, l->trial, l->trial_g, l->direction, l->theta };
    for (size_t i = 0; i < sizeof vectors / sizeof vectors[0]; i++) free(vectors[i]);
    for (int i = 0; i < MEMORY; i++) {
        free(l->s[i]);
        free(l->y[i]);
    }
}

bool run_lbfgs(Run *run, Err *err) {
    Lbfgs l;
    init(&l, run);
    double value = value_at(&l, l.x, l.g);
    for (int i = 0;; i++) {
        find_direction(&l);
        /* The quasi-Newton decrement stands for Newton's once the pairs know the curvature. */
        const double expected = l.pairs >= MEMORY ? -dot(l.g, l.direction, l.n) / 2 : NAN;
        for (size_t k = 0; k < l.n; k++) l.theta[k] = l.x[k] * l.scale[k];
        if (run_step(run, i, l.theta, value, expected)) break;
        if (!search_line(&l, &value)) {
            if (!l.pairs) {
                run->result->stop = STOP_FLAT;
                break;
            }
            l.pairs = 0; /* the curvature remembered is no good here: along the gradient once more */
            find_direction(&l);
            if (!search_line(&l, &value)) {
                run->result->stop = STOP_FLAT;
                break;
            }
        }
        remember(&l);
    }
    release(&l);
    return value - value == 0 || err_set(err, ERR_INPUT, "the loss is not a number: the start weights or K are out of reason");
}
