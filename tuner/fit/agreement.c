#include "tuner/fit/agreement.h"
#include <gsl/gsl_errno.h>
#include <gsl/gsl_min.h>
#include <math.h>
#include <stdlib.h>

/* Margins of all rows, and which positions count. */
typedef struct { const Comparison *c; const double *margin; bool valid; } Margins;

static double *margins_at(const Comparison *c, const double *weights) {
    double *margin = mem_alloc((c->set->rows + 1) * sizeof *margin);
    comparison_margins(c, weights, margin);
    return margin;
}

static bool counts(const Margins *m, uint64_t p) { return m->c->valid_game[m->c->set->position[p].game] == m->valid; }

/* Minus the logarithm of the played move's probability. Moves below all others, which lose to a mate, have none. */
static double surprise_at(const Margins *m, uint64_t p, double temperature) {
    const ComparePosition *at = &m->c->set->position[p];
    double most = 0, sum = 0;
    for (uint64_t r = at->row; r < at[1].row; r++) most = fmax(most, m->margin[r] / temperature);
    for (uint64_t r = at->row; r < at[1].row; r++) sum += exp(m->margin[r] / temperature - most);
    return most + log(sum + exp(-most));
}

static double mean_surprise(const Margins *m, double temperature) {
    double sum = 0, positions = 0;
    for (uint64_t p = 0; p < m->c->set->positions; p++) {
        if (!counts(m, p)) continue;
        sum += surprise_at(m, p, temperature);
        positions++;
    }
    return positions ? sum / positions : 0;
}

/* Numbers that leaves are told apart by: less is rounding of sums. */
static const double EQUAL = 1e-9;

static void add_position(const Margins *m, uint64_t p, Agreement *out) {
    const ComparePosition *at = &m->c->set->position[p];
    int above = 0, equal = 0;
    for (uint64_t r = at->row; r < at[1].row; r++) {
        above += m->margin[r] > EQUAL;
        equal += fabs(m->margin[r]) <= EQUAL;
    }
    const double moves = (double)(at[1].row - at->row) + 1 + at->below;
    out->positions++;
    out->top1 += above ? 0 : 1.0 / (equal + 1);
    out->top5 += fmax(0, fmin(1, (5.0 - above) / (equal + 1)));
    out->rank += 1 + above + equal / 2.0;
    out->moves += moves;
    out->chance1 += 1 / moves;
    out->chance5 += fmin(1, 5 / moves);
    out->blind += log(moves);
}

void agreement_find(const Comparison *c, bool valid, const double *weights, double temperature, Agreement *out) {
    *out = (Agreement){ 0 };
    double *margin = margins_at(c, weights);
    const Margins m = { c, margin, valid };
    for (uint64_t p = 0; p < c->set->positions; p++)
        if (counts(&m, p)) add_position(&m, p, out);
    out->surprise = mean_surprise(&m, temperature);
    double *const means[] = { &out->top1, &out->top5, &out->rank, &out->moves, &out->chance1, &out->chance5, &out->blind };
    for (size_t i = 0; out->positions && i < sizeof means / sizeof means[0]; i++) *means[i] /= (double)out->positions;
    free(margin);
}

/* Over the logarithm of the temperature: the range is wide. */
static double surprise_of(double log_temperature, void *context) { return mean_surprise(context, exp(log_temperature)); }

/* A triple whose middle is lowest, by a coarse walk over the range. */
static bool bracket(Margins *m, double *low, double *middle, double *high) {
    const double first = log(1), last = log(1e5), step = (last - first) / 24;
    double best = INFINITY;
    for (double at = first; at < last + step / 2; at += step) {
        const double here = surprise_of(at, m);
        if (here >= best) continue;
        best = here;
        *middle = at;
    }
    *low = *middle - step;
    *high = *middle + step;
    return *middle > first && *high < last + step / 2 && surprise_of(*low, m) > best && surprise_of(*high, m) > best;
}

static bool minimise(Margins *m, double low, double middle, double high, double *out) {
    gsl_function function = { .function = surprise_of, .params = m };
    gsl_min_fminimizer *minimiser = gsl_min_fminimizer_alloc(gsl_min_fminimizer_brent);
    const bool good = gsl_min_fminimizer_set(minimiser, &function, middle, low, high) == GSL_SUCCESS;
    for (int i = 0; good && i < 60 && gsl_min_test_interval(gsl_min_fminimizer_x_lower(minimiser), gsl_min_fminimizer_x_upper(minimiser), 1e-6, 0) == GSL_CONTINUE; i++)
        if (gsl_min_fminimizer_iterate(minimiser) != GSL_SUCCESS) break; /* as close as rounding allows */
    if (good) *out = exp(gsl_min_fminimizer_x_minimum(minimiser));
    gsl_min_fminimizer_free(minimiser);
    return good;
}

bool agreement_temperature(const Comparison *c, const double *weights, double *temperature, Err *err) {
    double *margin = margins_at(c, weights), low = 0, middle = 0, high = 0;
    Margins m = { c, margin, false };
    const bool good = bracket(&m, &low, &middle, &high) && minimise(&m, low, middle, high, temperature);
    free(margin);
    return good || err_set(err, ERR_INPUT, "no temperature between 1 and 100000 makes the moves that were played the likely ones: these weights say nothing of them");
}
