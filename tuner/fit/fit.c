#include "tuner/fit/fit.h"
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include "engine/core/mono.h"
#include "engine/core/rng.h"
#include "tuner/fit/fit_internal.h"
#include "tuner/fit/round.h"

/* Keeping the trail. */

typedef struct { FitResult *result; const FitListener *listener; int iterations; double prior_games; } Watch;

static void add_step(FitResult *r, const FitStep *step) {
    if (r->steps == r->trail_cap) {
        r->trail_cap = r->trail_cap ? 2 * r->trail_cap : 16;
        r->trail = mem_realloc(r->trail, (size_t)r->trail_cap * sizeof *r->trail);
    }
    r->trail[r->steps++] = *step;
}

static bool keep_step(void *context, const FitStep *step) {
    Watch *w = context;
    FitStep held = *step;
    held.prior_games = w->prior_games;
    add_step(w->result, &held);
    return !w->listener || !w->listener->step || w->listener->step(w->listener->context, &held, w->iterations);
}

static FitLoss losses_of(const Problem *problem, const double *weights) {
    return (FitLoss){ .train = objective_loss(problem, false, weights), .valid = objective_judges(problem) ? objective_loss(problem, true, weights) : NAN };
}

/* A minimisation is finished: keep it, for a run that goes on from there. */
static bool finish_stage(const FitListener *listener, const double *theta, int first_step, FitResult *r, Err *err) {
    const FitStage stage = { .params = r->params.count, .end = r->end, .steps = r->steps - first_step };
    if (!listener || !listener->progress) return true;
    fit_progress_add(listener->progress, &stage, theta, r->trail + first_step);
    return !listener->keep || listener->keep(listener->context, listener->progress, err);
}

/* The next minimisation as an earlier run found it. */
static bool take_stage(const FitListener *listener, double *theta, FitResult *r) {
    FitStage stage;
    const FitStep *step;
    if (!listener || !listener->progress || !fit_progress_next(listener->progress, r->params.count, &stage, theta, &step)) return false;
    r->end = stage.end;
    for (int i = 0; i < stage.steps; i++) add_step(r, &step[i]);
    return true;
}

/* Minimise from theta under the prior that the parameters have, of so many games; iterations and passes are added to those before. */
static bool minimise(const FitSettings *settings, double prior_games, const FitListener *listener, double *theta, FitResult *r, Err *err) {
    Watch watch = { .result = r, .listener = listener, .iterations = (int)settings->iterations, .prior_games = prior_games };
    const OptimiseOptions options = { .iterations_max = watch.iterations, .tolerance = settings->tolerance, .learning_rate = settings->learning_rate,
                                      .batch = settings->batch, .step = keep_step, .context = &watch };
    const int first_step = r->steps;
    const bool done = take_stage(listener, theta, r);
    const bool good = done || (optimise(r->optimiser, &r->params, &r->problem, &options, theta, &r->end, err) &&
                               (r->end.stop != STOP_ASKED || err_set(err, ERR_INTERRUPTED, "the fit was stopped; nothing was written")));
    r->iterations += r->end.last.iteration;
    r->passes += r->end.last.passes;
    return good && (done || finish_stage(listener, theta, first_step, r, err));
}

static double valid_loss_at(const FitResult *r, const double *theta) {
    double *weights = mem_alloc((2 * (size_t)r->params.terms + 1) * sizeof *weights);
    params_spread(&r->params, theta, weights);
    const double loss = objective_loss(&r->problem, true, weights);
    free(weights);
    return loss;
}

/* Few games can't hold many weights: how near to the start these stay is asked of the validation games. From the strongest prior
 * to the one that was set, each starting where the one before ended. theta gets the best. */
static bool search_prior(const FitSettings *settings, const FitListener *listener, double *theta, FitResult *r, Err *err) {
    const size_t n = (size_t)r->params.count;
    double *set = mem_alloc(3 * n * sizeof *set), *x = set + n, *best_prior = x + n, best = INFINITY;
    memcpy(set, r->params.prior, n * sizeof *set);
    memcpy(x, theta, n * sizeof *x);
    OptimiseResult end = r->end;
    bool good = true;
    for (double strength = 256; good && strength >= 1; strength /= 4) {
        for (size_t i = 0; i < n; i++) r->params.prior[i] = settings->ridge + strength * (set[i] - settings->ridge);
        good = minimise(settings, settings->prior_games * strength, listener, x, r, err);
        const double loss = good ? valid_loss_at(r, x) : INFINITY;
        if (loss >= best) continue;
        best = loss;
        memcpy(theta, x, n * sizeof *x);
        memcpy(best_prior, r->params.prior, n * sizeof *set);
        r->prior_games = settings->prior_games * strength;
        end = r->end;
    }
    if (good) memcpy(r->params.prior, best_prior, n * sizeof *set);
    r->end = end;
    free(set);
    return good;
}

static bool has_moved(const FitResult *r, const double *theta) {
    double *start = mem_alloc((size_t)r->params.count * sizeof *start);
    params_gather(&r->params, r->start, start);
    const bool same = r->end.last.iteration == 0 && !memcmp(start, theta, (size_t)r->params.count * sizeof *start);
    free(start);
    return !same;
}

/* What found nothing changes nothing, not even to suit the convention. */
static void stay(FitResult *r) {
    const size_t bytes = 2 * (size_t)r->params.terms * sizeof *r->start;
    memcpy(r->fitted, r->start, bytes);
    memcpy(r->params.base, r->start, bytes);
    params_start(&r->params, r->errors.start);
}

/* Beginning with these weights. */
static bool find_weights(const FitSettings *settings, const double *from, const FitListener *listener, FitResult *r, Err *err) {
    double *theta = mem_alloc((size_t)r->params.count * sizeof *theta);
    params_gather(&r->params, from, theta);
    const LossKind loss = r->problem.compare_share > 0 ? LOSS_COMPARE : r->problem.loss;
    r->optimiser = settings->optimiser == OPTIMISER_AUTO ? optimiser_for(r->params.count, loss) : (Optimiser)settings->optimiser;
    r->prior_games = settings->prior_games;
    const bool second_order = r->optimiser == OPTIMISER_LM || r->optimiser == OPTIMISER_NEWTON;
    const bool searches = settings->prior_search && second_order && settings->prior_games > 0 && objective_judges(&r->problem);
    bool good = searches ? search_prior(settings, listener, theta, r, err) : minimise(settings, settings->prior_games, listener, theta, r, err);
    const bool moved = good && has_moved(r, theta);
    good = good && errors_find(&r->params, &r->problem, (Gauge)settings->gauge, theta, &r->errors, err);
    if (good) params_spread(&r->params, theta, r->fitted);
    if (good && !moved) stay(r);
    free(theta);
    return good;
}

/* The anchor's change by the fit, middle game and endgame together; 1 when something that belongs to its scale didn't move. */
static double anchor_ratio(const FitSettings *settings, FitResult *r) {
    const TermTable *table = &r->problem.set->table;
    const int term = term_table_find(table, settings->anchor);
    if (term < 0) return 1;
    if (settings->only.count || settings->freeze.count) {
        strcpy(r->anchor_left, settings->anchor);
        return 1;
    }
    const double before = r->start[term] + r->start[table->count + term], after = r->fitted[term] + r->fitted[table->count + term];
    return before > 0 && after > 0 ? before / after : 1;
}

/* E and K share one degree of freedom: multiply the weights, divide K, and every prediction stays. So do E and the scale of
 * comparisons. */
static void rescale(double factor, FitResult *r) {
    r->rescaled = factor;
    r->k /= factor;
    r->problem.compare.scale *= factor;
    r->problem.k = r->k; /* the targets stay: scores were recorded on their own scale */
    for (int i = 0; i < r->params.count; i++) {
        r->fitted[r->params.param[i].part * r->params.terms + r->params.param[i].term] *= factor;
        r->params.prior[i] /= factor * factor;
    }
    for (int i = 0; i < r->errors.params; i++) {
        r->errors.naive[i] *= factor;
        r->errors.clustered[i] *= factor;
    }
}

/* A weight far beyond anything that plays is one that the data hardly hold. */
static bool check_range(const FitResult *r, Err *err) {
    const TermTable *table = &r->problem.set->table;
    for (int i = 0; table->builtin && i < r->params.count; i++) {
        const Param *param = &r->params.param[i];
        const double value = r->fitted[param->part * r->params.terms + param->term];
        if (!(fabs(value) <= INT16_MAX))
            return err_set(err, ERR_INPUT, "%s became %.4g, beyond the %d that weights can hold: its %" PRId64 " games don't hold it; raise prior_games, or freeze it",
                           table->slot[param->term].name, value, INT16_MAX, r->params.games[param->term]);
    }
    return true;
}

static void round_weights(const FitSettings *settings, FitResult *r) {
    const size_t n = (size_t)r->params.count, size = 2 * (size_t)r->params.terms;
    memcpy(r->rounded, r->fitted, size * sizeof *r->rounded);
    if (!settings->round) return;
    double *curvature = mem_alloc((n * n + 1) * sizeof *curvature), *theta = mem_alloc((2 * n + 1) * sizeof *theta), *whole = theta + n;
    params_gather(&r->params, r->fitted, theta);
    params_curvature(&r->params, &r->problem, theta, true, curvature);
    r->rounding_cost = round_together(curvature, r->params.count, theta, whole, &r->rounding_alone);
    for (size_t i = 0; i < n; i++) whole[i] += 0.0; /* no minus zero */
    params_spread(&r->params, whole, r->rounded);
    free(theta);
    free(curvature);
}

/* Fit; where leaves are to follow the weights, search them anew and fit again. */
static bool fit_rounds(const FitSettings *settings, const FitData *data, const FitListener *listener, FitResult *r, Err *err) {
    if (!find_weights(settings, r->start, listener, r, err)) return false;
    for (int round = 1; r->problem.compare_share > 0 && round < settings->compare_rounds; round++)
        if (!fit_search_leaves(settings, data, r, err) || !find_weights(settings, r->fitted, listener, r, err)) return false;
    return true;
}

static bool judge(const FitSettings *settings, FitResult *r, Err *err) {
    r->at_fitted = losses_of(&r->problem, r->fitted);
    r->at_rounded = losses_of(&r->problem, r->rounded);
    calibrate(&r->problem, r->problem.valid.total ? &r->problem.valid : &r->problem.train, r->rounded, &r->calibration);
    return fit_find_agreement(settings, r, err);
}

bool fit_run(const FitSettings *settings, const FitData *data, const FitListener *listener, FitResult *result, Err *err) {
    *result = (FitResult){ 0 };
    const int64_t began = cpu_process_ns();
    bool good = fit_begin(settings, data, result, err) && fit_rounds(settings, data, listener, result, err);
    if (good) {
        result->at_start = losses_of(&result->problem, result->start); /* by the K that is theirs */
        rescale(anchor_ratio(settings, result), result);
        good = check_range(result, err);
    }
    if (good) {
        round_weights(settings, result);
        good = judge(settings, result, err);
    }
    if (!good) fit_free(result);
    result->cpu_ns = good ? cpu_process_ns() - began : 0;
    return good;
}

void fit_free(FitResult *result) {
    errors_free(&result->errors);
    params_free(&result->params);
    problem_free(&result->problem);
    compare_close(&result->again);
    trace_close(&result->nothing);
    free(result->start);
    free(result->fitted);
    free(result->rounded);
    free(result->trail);
    *result = (FitResult){ 0 };
}

static double larger(const FitResult *r, double results, double choices) {
    const Problem *p = &r->problem;
    if (p->compare_share <= 0) return results;
    return p->compare_share >= 1 ? choices : fmax(results, choices);
}

double fit_games(const FitResult *r) { return larger(r, (double)r->problem.train.games, (double)r->problem.compare.games[0]); }

double fit_positions(const FitResult *r) { return larger(r, r->problem.train.total, (double)r->problem.compare.positions[0]); }

/* The gradient against central differences. */

enum { CHECK_POINTS = 3, CHECK_DIRECTIONS = 20 };

static double check_direction(const FitResult *r, const double *at, int number, double *trial, double *gradient) {
    const size_t n = (size_t)r->params.count;
    const double h = 1e-3;
    double value[2], along = 0, size = 0;
    params_value(&r->params, &r->problem, at, gradient);
    double *direction = mem_alloc(n * sizeof *direction);
    for (size_t i = 0; i < n; i++) direction[i] = rng_real(7, (uint64_t)number, i) * 2 - 1;
    for (size_t i = 0; i < n; i++) {
        along += gradient[i] * direction[i];
        size += fabs(gradient[i] * direction[i]);
    }
    for (int side = 0; side < 2; side++) {
        for (size_t i = 0; i < n; i++) trial[i] = at[i] + (side ? h : -h) * direction[i];
        value[side] = params_value(&r->params, &r->problem, trial, NULL);
    }
    free(direction);
    return size > 0 ? fabs((value[1] - value[0]) / (2 * h) - along) / size : 0;
}

bool fit_check_gradient(const FitSettings *settings, const FitData *data, double *worst, Err *err) {
    FitResult r = { 0 };
    bool good = fit_begin(settings, data, &r, err);
    *worst = 0;
    if (good) {
        const size_t n = (size_t)r.params.count;
        double *at = mem_alloc(3 * n * sizeof *at), *trial = at + n, *gradient = trial + n;
        for (int point = 0; point < CHECK_POINTS; point++)
            for (int i = 0; i < CHECK_DIRECTIONS; i++) {
                params_start(&r.params, at);
                for (size_t j = 0; j < n; j++) at[j] += point * 10 * (rng_real(8, (uint64_t)point, j) * 2 - 1);
                *worst = fmax(*worst, check_direction(&r, at, point * CHECK_DIRECTIONS + i, trial, gradient));
            }
        free(at);
    }
    fit_free(&r);
    return good;
}
