/* From data to a problem: what can teach, the scales, the parameters. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include "engine/core/pool.h"
#include "tuner/data/compare_build.h"
#include "tuner/data/trace_build.h"
#include "tuner/fit/fit_internal.h"
#include "tuner/fit/scale.h"

static bool check_games(const FitSettings *settings, const char *path, uint64_t games, uint64_t all, Err *err) {
    return games >= (uint64_t)settings->games_min ||
           err_set(err, ERR_INPUT, "%s: %" PRIu64 " training games are too few for a fit (of %" PRIu64 ", less the validation games; games_min is %" PRId64
                   "): play more", path, games, all, settings->games_min);
}

/* Results that can teach: enough games, more than one result, scores where they are asked for. */
static bool check_results(const FitSettings *settings, const Problem *problem, Err *err) {
    const TraceSet *set = problem->set;
    int64_t results[3] = { 0 }, scored = 0;
    for (uint64_t i = 0; i < set->labels; i++) {
        results[set->label[i].half_points]++;
        scored += set->label[i].score != TRACE_NO_SCORE;
    }
    if (!set->labels) return err_set(err, ERR_INPUT, "%s: holds no position", set->path);
    if (!check_games(settings, set->path, problem->train.games, set->games, err)) return false;
    for (int i = 0; i < 3; i++)
        if (results[i] == (int64_t)set->labels)
            return err_set(err, ERR_INPUT, "%s: all positions have one result (%s): nothing can be learned from them", set->path,
                           i == 0 ? "Black won" : i == 1 ? "a draw" : "Red won");
    return settings->result_share >= 1 || scored || err_set(err, ERR_INPUT, "%s: no position has a score; result_share must be 1", set->path);
}

/* What is there must be what the settings ask for. */
static bool check_kinds(const FitSettings *settings, const FitData *data, Err *err) {
    if (settings->loss == LOSS_COMPARE && (data->results || !data->choices))
        return err_set(err, ERR_INPUT, "loss: compare learns from comparisons alone; to blend in results set loss to mse or xent, and compare to the file of comparisons");
    if (settings->loss != LOSS_COMPARE && !data->results)
        return err_set(err, ERR_INPUT, "loss: %s needs results, and there are only comparisons: set loss to compare", loss_names[settings->loss]);
    if (data->results && data->choices) {
        Err why = { 0 };
        if (!term_table_check(&data->choices->table, &data->results->table, &why))
            return err_set(err, ERR_INPUT, "%s and %s count different terms: %s", data->choices->path, data->results->path, why.text);
    }
    if (settings->compare_rounds > 1 && data->choices && !data->choices->table.builtin)
        return err_set(err, ERR_INPUT, "compare_rounds: leaves can be searched anew for our own evaluation alone");
    return true;
}

/* A set of no rows, for what is asked of results when there are none. */
static bool make_nothing(const CompareSet *choices, TraceSet *out, Err *err) {
    size_t size;
    void *image = trace_builder_finish(trace_builder_new(&choices->table, true), &size);
    return trace_adopt(out, image, size, choices->path, err);
}

static double share_of(const FitSettings *settings, const FitData *data) {
    return !data->choices ? 0 : !data->results ? 1 : settings->compare_share;
}

static void take_choices(const FitSettings *settings, const FitData *data, const CompareSet *set, Problem *problem) {
    const CompareChoice choice = { .kind = (CompareKind)settings->compare_loss, .mean = settings->compare_mean, .share = share_of(settings, data) };
    problem_compare(problem, set, &choice, settings->validation);
}

/* K is found against results alone: against blended targets, which hold K themselves, it would run away. */
static bool find_k(const FitSettings *settings, FitResult *r, Err *err) {
    r->k = settings->k;
    if (r->k == 0 && r->problem.compare_share == 1) r->k = 1; /* nothing depends on it */
    if (r->k == 0) {
        ScaleFit found;
        if (!scale_fit(&r->problem, r->start, &found, err)) return err_prefix(err, "%s: ", r->problem.set->path);
        r->k = found.k;
    }
    r->problem.result_share = settings->result_share;
    problem_set_k(&r->problem, r->k);
    return true;
}

static bool find_compare_scale(const FitSettings *settings, FitResult *r, Err *err) {
    Comparison *c = &r->problem.compare;
    c->scale = settings->compare_scale;
    if (r->problem.compare_share == 0 || c->scale > 0) return true;
    return agreement_temperature(c, r->start, &c->scale, err) || err_prefix(err, "%s: compare_scale can't be found, set it: ", c->set->path);
}

static bool find_params(const FitSettings *settings, FitResult *r, Err *err) {
    const ParamChoice choice = { .only = settings->only, .freeze = settings->freeze, .ridge = settings->ridge, .l1 = settings->l1,
                                 .prior_games = settings->prior_games };
    return params_init(&r->params, &r->problem, r->start, &choice, err);
}

bool fit_begin(const FitSettings *settings, const FitData *data, FitResult *r, Err *err) {
    if (!check_kinds(settings, data, err) || (!data->results && !make_nothing(data->choices, &r->nothing, err))) return false;
    const TraceSet *set = data->results ? data->results : &r->nothing;
    const size_t size = 2 * (size_t)set->table.count;
    const int threads = settings->jobs ? (int)settings->jobs : pool_cores();
    r->start = problem_start(set);
    if (data->start) memcpy(r->start, data->start, size * sizeof *r->start);
    r->fitted = mem_alloc(size * sizeof *r->fitted);
    r->rounded = mem_alloc(size * sizeof *r->rounded);
    problem_init(&r->problem, set, (LossKind)settings->loss, 1, 1, settings->validation, threads);
    if (settings->teach < 1 && share_of(settings, data) > 0) return err_set(err, ERR_INPUT, "teach: less than 1 is for results alone, without comparisons");
    if (settings->teach < 1) problem_teach(&r->problem, settings->teach);
    if (data->choices) take_choices(settings, data, data->choices, &r->problem);
    const Problem *p = &r->problem;
    if (p->compare_share < 1 && !check_results(settings, p, err)) return false;
    if (p->compare_share > 0 && !check_games(settings, data->choices->path, p->compare.games[0], data->choices->games, err)) return false;
    return find_k(settings, r, err) && find_compare_scale(settings, r, err) && find_params(settings, r, err);
}

/* Leaves anew. */

static int16_t to_weight(double value) { return (int16_t)(value > INT16_MAX ? INT16_MAX : value < INT16_MIN ? INT16_MIN : lround(value)); }

void fit_as_weights(const double *values, Weights *out) {
    for (int i = 0; i < WEIGHT_COUNT; i++) out->flat[i] = (Score){ .mg = to_weight(values[i]), .eg = to_weight(values[WEIGHT_COUNT + i]) };
}

bool fit_search_leaves(const FitSettings *settings, const FitData *data, FitResult *r, Err *err) {
    CompareSet found;
    Weights weights;
    fit_as_weights(r->fitted, &weights);
    if (!compare_rebuild(data->choices, &weights, r->problem.threads, &found, err)) return false;
    const double scale = r->problem.compare.scale;
    take_choices(settings, data, NULL, &r->problem);
    compare_close(&r->again);
    r->again = found;
    take_choices(settings, data, &r->again, &r->problem);
    r->problem.compare.scale = scale;
    params_free(&r->params);
    errors_free(&r->errors);
    return find_params(settings, r, err);
}

/* Agreement. */

static double temperature_of(const Comparison *c, const double *weights) {
    double temperature;
    Err none = { 0 };
    return agreement_temperature(c, weights, &temperature, &none) ? temperature : NAN;
}

static bool find_own(const FitSettings *settings, FitResult *r, Err *err) {
    FitAgreement *a = &r->agreement;
    CompareSet set;
    Comparison own;
    Weights weights;
    fit_as_weights(r->rounded, &weights);
    if (!compare_rebuild(r->problem.compare.set, &weights, r->problem.threads, &set, err)) return false;
    comparison_init(&own, &set, COMPARE_SOFTMAX, false, settings->validation, r->problem.threads);
    a->temperature = temperature_of(&own, r->rounded);
    agreement_find(&own, a->valid, r->rounded, a->temperature, &a->own);
    a->has_own = true;
    comparison_free(&own);
    compare_close(&set);
    return true;
}

bool fit_find_agreement(const FitSettings *settings, FitResult *r, Err *err) {
    const Comparison *c = &r->problem.compare;
    FitAgreement *a = &r->agreement;
    if (!c->set) return true;
    a->valid = c->positions[1] > 0;
    a->temperature_start = temperature_of(c, r->start);
    a->temperature = a->temperature_fitted = temperature_of(c, r->rounded);
    agreement_find(c, a->valid, r->start, a->temperature_start, &a->start);
    agreement_find(c, a->valid, r->rounded, a->temperature, &a->result);
    const bool follows = c->set->table.builtin && c->set->depth >= 0; /* else no weights choose the leaves */
    return !follows || find_own(settings, r, err);
}
