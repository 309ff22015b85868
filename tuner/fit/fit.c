#include "tuner/fit/fit.h"
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include "engine/core/pool.h"
#include "engine/core/rng.h"
#include "tuner/fit/round.h"
#include "tuner/fit/scale.h"

static int64_t cpu_ns(void) {
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return now.tv_sec * INT64_C(1000000000) + now.tv_nsec;
}

/* Data that can teach: enough games, more than one result, scores where they are asked for. */
static bool check_data(const FitSettings *settings, const Problem *problem, Err *err) {
    const TraceSet *set = problem->set;
    int64_t results[3] = { 0 }, scored = 0;
    for (uint64_t i = 0; i < set->labels; i++) {
        results[set->label[i].half_points]++;
        scored += set->label[i].score != TRACE_NO_SCORE;
    }
    if (!set->labels) return err_set(err, ERR_INPUT, "%s: holds no position", set->path);
    if (problem->train.games < (uint64_t)settings->games_min)
        return err_set(err, ERR_INPUT, "%s: %" PRIu64 " training games are too few for a fit (of %" PRIu64 ", less the validation games; games_min is %" PRId64
                       "): play more", set->path, problem->train.games, set->games, settings->games_min);
    for (int i = 0; i < 3; i++)
        if (results[i] == (int64_t)set->labels)
            return err_set(err, ERR_INPUT, "%s: all positions have one result (%s): nothing can be learned from them", set->path,
                           i == 0 ? "Black won" : i == 1 ? "a draw" : "Red won");
    if (settings->result_share < 1 && !scored)
        return err_set(err, ERR_INPUT, "%s: no position has a score; result_share must be 1", set->path);
    return true;
}

static bool begin(const FitSettings *settings, const TraceSet *set, const double *start, FitResult *r, Err *err) {
    const size_t size = 2 * (size_t)set->table.count;
    const int threads = settings->jobs ? (int)settings->jobs : pool_cores();
    r->start = problem_start(set);
    if (start) memcpy(r->start, start, size * sizeof *start);
    r->fitted = mem_alloc(size * sizeof *r->fitted);
    r->rounded = mem_alloc(size * sizeof *r->rounded);
    /* K is found against results alone: against blended targets, which hold K themselves, it would run away. */
    problem_init(&r->problem, set, (LossKind)settings->loss, 1, 1, settings->validation, threads);
    if (!check_data(settings, &r->problem, err)) return false;
    r->k = settings->k;
    if (r->k == 0 && !scale_fit(&r->problem, r->start, &r->k, NULL, err)) return err_prefix(err, "%s: ", set->path);
    r->problem.result_share = settings->result_share;
    problem_set_k(&r->problem, r->k);
    const ParamChoice choice = { .only = settings->only, .freeze = settings->freeze, .ridge = settings->ridge, .prior_games = settings->prior_games };
    return params_init(&r->params, &r->problem, r->start, &choice, err);
}

/* Keeping the trail. */

typedef struct { FitResult *result; const FitListener *listener; int iterations; } Watch;

static bool keep_step(void *context, const FitStep *step) {
    Watch *w = context;
    FitResult *r = w->result;
    if (r->steps == r->trail_cap) {
        r->trail_cap = r->trail_cap ? 2 * r->trail_cap : 16;
        r->trail = mem_realloc(r->trail, (size_t)r->trail_cap * sizeof *r->trail);
    }
    r->trail[r->steps++] = *step;
    return !w->listener || !w->listener->step || w->listener->step(w->listener->context, step, w->iterations);
}

static FitLoss losses_of(const Problem *problem, const double *weights) {
    return (FitLoss){ .train = kernel_loss(problem, &problem->train, weights),
                      .valid = problem->valid.total ? kernel_loss(problem, &problem->valid, weights) : NAN };
}

/* Minimise from theta; iterations and passes are added to those before. */
static bool minimise(const FitSettings *settings, const FitListener *listener, double *theta, FitResult *r, Err *err) {
    Watch watch = { .result = r, .listener = listener, .iterations = (int)settings->iterations };
    const OptimiseOptions options = { .iterations_max = watch.iterations, .tolerance = settings->tolerance, .learning_rate = settings->learning_rate,
                                      .batch = settings->batch, .step = keep_step, .context = &watch };
    const bool good = optimise(r->optimiser, &r->params, &r->problem, &options, theta, &r->end, err);
    r->iterations += r->end.last.iteration;
    r->passes += r->end.last.passes;
    return good && (r->end.stop != STOP_ASKED || err_set(err, ERR_INTERRUPTED, "the fit was stopped; nothing was written"));
}

static double valid_loss_at(const FitResult *r, const double *theta) {
    double *weights = mem_alloc((2 * (size_t)r->params.terms + 1) * sizeof *weights);
    params_spread(&r->params, theta, weights);
    const double loss = kernel_loss(&r->problem, &r->problem.valid, weights);
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
        good = minimise(settings, listener, x, r, err);
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

static bool find_weights(const FitSettings *settings, const FitListener *listener, FitResult *r, Err *err) {
    double *theta = mem_alloc((size_t)r->params.count * sizeof *theta);
    params_start(&r->params, theta);
    r->optimiser = settings->optimiser == OPTIMISER_AUTO ? optimiser_for(r->params.count, r->problem.loss) : (Optimiser)settings->optimiser;
    r->prior_games = settings->prior_games;
    const bool second_order = r->optimiser == OPTIMISER_LM || r->optimiser == OPTIMISER_NEWTON;
    const bool searches = settings->prior_search && second_order && settings->prior_games > 0 && r->problem.valid.total > 0;
    const bool good = (searches ? search_prior(settings, listener, theta, r, err) : minimise(settings, listener, theta, r, err)) &&
                      errors_find(&r->params, &r->problem, (Gauge)settings->gauge, theta, &r->errors, err);
    if (good) params_spread(&r->params, theta, r->fitted);
    free(theta);
    return good;
}

/* The anchor's change by the fit, middle game and endgame together; 1 when something that belongs to its scale didn't move. */
static double anchor_ratio(const FitSettings *settings, const FitResult *r) {
    const TermTable *table = &r->problem.set->table;
    const int term = term_table_find(table, settings->anchor);
    if (term < 0 || settings->only.count || settings->freeze.count) return 1;
    const double before = r->start[term] + r->start[table->count + term], after = r->fitted[term] + r->fitted[table->count + term];
    return before > 0 && after > 0 ? before / after : 1;
}

/* E and K share one degree of freedom: multiply the weights, divide K, and every prediction stays. */
static void rescale(double factor, FitResult *r) {
    r->rescaled = factor;
    r->k /= factor;
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

bool fit_run(const FitSettings *settings, const TraceSet *set, const double *start, const FitListener *listener, FitResult *result, Err *err) {
    *result = (FitResult){ 0 };
    const int64_t began = cpu_ns();
    if (!begin(settings, set, start, result, err) || !find_weights(settings, listener, result, err)) {
        fit_free(result);
        return false;
    }
    result->at_start = losses_of(&result->problem, result->start);
    rescale(anchor_ratio(settings, result), result);
    if (!check_range(result, err)) {
        fit_free(result);
        return false;
    }
    round_weights(settings, result);
    result->at_fitted = losses_of(&result->problem, result->fitted);
    result->at_rounded = losses_of(&result->problem, result->rounded);
    calibrate(&result->problem, result->problem.valid.total ? &result->problem.valid : &result->problem.train, result->rounded, &result->calibration);
    result->cpu_ns = cpu_ns() - began;
    return true;
}

void fit_free(FitResult *result) {
    errors_free(&result->errors);
    params_free(&result->params);
    problem_free(&result->problem);
    free(result->start);
    free(result->fitted);
    free(result->rounded);
    free(result->trail);
    *result = (FitResult){ 0 };
}

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

bool fit_check_gradient(const FitSettings *settings, const TraceSet *set, const double *start, double *worst, Err *err) {
    FitResult r = { 0 };
    bool good = begin(settings, set, start, &r, err);
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
