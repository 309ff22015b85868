#include "tuner/fit/scale.h"
#include <gsl/gsl_errno.h>
#include <gsl/gsl_min.h>
#include <stdlib.h>

/* The search is over log K, since the range is wide and the loss smooth there; moved away from zero, for GSL's Brent takes steps no
 * smaller than a share of where it is. */
static const double SHIFT = 5, K_MIN = 0.01, K_MAX = 100;
static double k_at(double at) { return exp(at - SHIFT); }

typedef struct {
    LossKind kind;
    const double *score, *result;
    const float *weight;
    size_t count, stride; /* looks at every stride-th row */
    double passes;        /* over all rows, so far */
} Scored;

static double loss_of(double at, void *context) {
    Scored *s = context;
    const double scale = k_at(at) / 400;
    double sum = 0, total = 0;
    for (size_t i = 0; i < s->count; i += s->stride) {
        if (!s->weight[i]) continue;
        sum += (double)s->weight[i] * loss_at(s->kind, scale, s->score[i], s->result[i]).value;
        total += (double)s->weight[i];
    }
    s->passes += 1.0 / (double)s->stride;
    return total > 0 ? sum / total : 0;
}

/* Three places, the middle one with the least loss. */
typedef struct { double at[3], loss[3]; } Triple;

/* Around the middle, moved downhill in strides that double as long as it goes down. False when the best K lies at an end of the range, or nowhere. */
static bool bracket(Scored *s, double middle, double step, Triple *t) {
    for (int i = 0; i < 3; i++) t->loss[i] = loss_of(t->at[i] = middle + (i - 1) * step, s);
    while (t->loss[0] < t->loss[1] || t->loss[2] < t->loss[1]) {
        const int way = t->loss[0] < t->loss[2] ? 0 : 2, other = 2 - way;
        if (t->at[way] < log(K_MIN) + SHIFT || t->at[way] > log(K_MAX) + SHIFT) return false;
        t->at[other] = t->at[1], t->loss[other] = t->loss[1];
        t->at[1] = t->at[way], t->loss[1] = t->loss[way];
        step *= 2;
        t->at[way] += way ? step : -step;
        t->loss[way] = loss_of(t->at[way], s);
    }
    return t->loss[0] > t->loss[1] && t->loss[2] > t->loss[1];
}

/* The vertex of a narrow parabola around a point near the minimum is the minimum, to the square of its width. A step as long as the
 * parabola is wide was too long to be believed, and is followed by another. */
static void polish(Scored *s, double *at, double *loss) {
    enum { STEPS = 8 };
    const double width = 1e-4;
    for (int i = 0; i < STEPS; i++) {
        const double below = loss_of(*at - width, s), here = i ? loss_of(*at, s) : *loss, above = loss_of(*at + width, s);
        const double slope = (above - below) / 2, bend = above + below - 2 * here, step = bend > 0 ? -slope / bend : 0; /* in widths */
        *at += width * step;
        *loss = here - (bend > 0 ? slope * slope / (2 * bend) : 0);
        if (fabs(step) <= 1) return;
    }
}

/* Brent's method, as long as it takes great strides; *at and *loss are of the minimum. */
static bool minimise(Scored *s, const Triple *t, double *at, double *loss) {
    enum { ITERATIONS = 60 };
    const double near = 1e-3;
    gsl_function function = { .function = loss_of, .params = s };
    gsl_min_fminimizer *m = gsl_min_fminimizer_alloc(gsl_min_fminimizer_brent);
    const bool good = gsl_min_fminimizer_set_with_values(m, &function, t->at[1], t->loss[1], t->at[0], t->loss[0], t->at[2], t->loss[2]) == GSL_SUCCESS;
    for (int i = 0; good && i < ITERATIONS; i++) {
        const double before = gsl_min_fminimizer_x_minimum(m);
        if (gsl_min_fminimizer_iterate(m) != GSL_SUCCESS) break; /* as close as rounding allows */
        const double moved = fabs(gsl_min_fminimizer_x_minimum(m) - before); /* 0: the step was for nothing, and says nothing */
        if ((moved > 0 && moved < near) || gsl_min_fminimizer_x_upper(m) - gsl_min_fminimizer_x_lower(m) < near) break;
    }
    *at = gsl_min_fminimizer_x_minimum(m);
    *loss = gsl_min_fminimizer_f_minimum(m);
    gsl_min_fminimizer_free(m);
    if (good) polish(s, at, loss);
    return good;
}

/* A place to begin at, and how far from it to look: a coarse walk over the range, then the minimum, of some thousands of rows. */
static double guess(const Scored *all, double *step, double *passes) {
    enum { ROWS = 4096 };
    Scored few = *all;
    Triple triple;
    const double first = log(K_MIN) + SHIFT, last = log(K_MAX) + SHIFT, coarse = (last - first) / 24, fine = 0.06; /* some errors of so few */
    double best = INFINITY, where = first, found, loss;
    few.stride = all->count > ROWS ? all->count / ROWS : 1;
    for (double at = first; at < last + coarse / 2; at += coarse) {
        loss = loss_of(at, &few);
        if (loss >= best) continue;
        best = loss;
        where = at;
    }
    const bool refined = few.stride > 1 && bracket(&few, where, coarse, &triple) && minimise(&few, &triple, &found, &loss);
    *passes = few.passes;
    *step = refined ? fine : coarse;
    return refined ? found : where;
}

bool scale_fit_scores(LossKind kind, const double *score, const double *result, const float *weight, size_t count, ScaleFit *out, Err *err) {
    Scored scored = { .kind = kind, .score = score, .result = result, .weight = weight, .count = count, .stride = 1 };
    Triple triple;
    double step, at, passes;
    const double middle = guess(&scored, &step, &passes);
    if (!bracket(&scored, middle, step, &triple))
        return err_set(err, ERR_INPUT, "no scale K between 0.01 and 100 fits: the evaluation of the start weights says nothing about the results");
    if (!minimise(&scored, &triple, &at, &out->loss)) return err_set(err, ERR_INPUT, "K can't be found: the results don't depend on the evaluation");
    out->k = k_at(at);
    out->passes = passes + scored.passes;
    return true;
}

bool scale_fit(const Problem *problem, const double *weights, ScaleFit *out, Err *err) {
    const TraceSet *set = problem->set;
    double *score = mem_alloc((set->rows + 1) * sizeof *score);
    kernel_scores(problem, weights, score);
    const bool good = scale_fit_scores(problem->loss, score, problem->train.target, problem->train.weight, set->rows, out, err);
    free(score);
    return good;
}
