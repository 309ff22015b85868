#include "tuner/fit/params.h"
#include <stdlib.h>
#include <string.h>

/* Choosing. */

static bool matches_any(const OptList *patterns, const char *name) {
    for (int i = 0; i < patterns->count; i++)
        if (term_name_matches(name, patterns->item[i])) return true;
    return false;
}

static bool check_patterns(const OptList *patterns, const TermTable *table, const char *key, Err *err) {
    for (int i = 0; i < patterns->count; i++) {
        bool found = false;
        for (int t = 0; t < table->count && !found; t++) found = term_name_matches(table->slot[t].name, patterns->item[i]);
        if (!found) return err_set(err, ERR_INPUT, "%s: no term is named '%s'; the first ones are %s and %s", key, patterns->item[i], table->slot[0].name,
                                   table->slot[table->count > 1].name);
    }
    return true;
}

static bool is_chosen(const ParamChoice *choice, const char *name) {
    return (!choice->only.count || matches_any(&choice->only, name)) && !matches_any(&choice->freeze, name);
}

/* Games of the training set that each term was seen in. */
static void count_games(const Problem *problem, int64_t *games) {
    const TraceSet *set = problem->set;
    uint16_t *term = mem_alloc(((size_t)set->table.count + 1) * sizeof *term);
    int32_t *count = mem_alloc(((size_t)set->table.count + 1) * sizeof *count);
    const size_t words = (set->games + 63) / 64;
    uint64_t *bits = mem_zalloc((size_t)set->table.count * words + 1, sizeof *bits);
    for (TraceCursor at = trace_cursor(set, 0); at.row < set->rows; trace_next(&at)) {
        if (!problem->train.weight[at.row]) continue;
        const int n = trace_entries(&at, term, count);
        for (uint32_t l = set->label_first[at.row]; l < set->label_first[at.row + 1]; l++)
            for (int i = 0; i < n; i++) bits[term[i] * words + set->label[l].game / 64] |= 1ull << set->label[l].game % 64;
    }
    for (int t = 0; t < set->table.count; t++)
        for (size_t w = 0; w < words; w++) games[t] += __builtin_popcountll(bits[(size_t)t * words + w]);
    free(bits);
    free(count);
    free(term);
}

/* All terms that are chosen, both parts: what is never seen is sorted out by its curvature. */
static void list_chosen(Params *params, const TermTable *table, const ParamChoice *choice) {
    params->param = mem_alloc(2 * (size_t)table->count * sizeof(Param));
    for (int part = 0; part < 2; part++)
        for (int t = 0; t < table->count; t++)
            if (is_chosen(choice, table->slot[t].name)) params->param[params->count++] = (Param){ t, part };
}

static void number_columns(Params *params) {
    params->columns = 0;
    for (int t = 0; t < params->terms; t++) params->column[t] = -1;
    for (int i = 0; i < params->count; i++)
        if (params->column[params->param[i].term] < 0) params->column[params->param[i].term] = params->columns++;
}

/* Drop parameters that the data don't depend on. */
static void drop_dead(Params *params, const double *curvature) {
    const size_t n = (size_t)params->count;
    int kept = 0;
    for (size_t i = 0; i < n; i++) {
        if (curvature[i * n + i] > 0) {
            params->param[kept++] = params->param[i];
        } else {
            params->dead[params->dead_count++] = params->param[i].part * params->terms + params->param[i].term;
        }
    }
    params->count = kept;
    number_columns(params);
}

static void set_priors(Params *params, const ParamChoice *choice, const double *diagonal) {
    for (int i = 0; i < params->count; i++) {
        const int64_t games = params->games[params->param[i].term];
        params->prior[i] = choice->ridge + (games ? choice->prior_games * diagonal[i] / 2 / (double)games : 0);
    }
}

bool params_init(Params *params, const Problem *problem, const double *start, const ParamChoice *choice, Err *err) {
    const TermTable *table = &problem->set->table;
    *params = (Params){ .terms = table->count };
    if (!check_patterns(&choice->only, table, "only", err) || !check_patterns(&choice->freeze, table, "freeze", err)) return false;
    const size_t most = 2 * (size_t)table->count + 1;
    params->column = mem_alloc(most * sizeof *params->column);
    params->base = mem_alloc(most * sizeof *params->base);
    params->games = mem_zalloc(most, sizeof *params->games);
    params->dead = mem_alloc(most * sizeof *params->dead);
    params->prior = mem_zalloc(most, sizeof *params->prior);
    memcpy(params->base, start, 2 * (size_t)table->count * sizeof *start);
    list_chosen(params, table, choice);
    number_columns(params);
    count_games(problem, params->games);
    double *theta = mem_alloc(most * sizeof *theta), *curvature = mem_alloc(((size_t)params->count * (size_t)params->count + 1) * sizeof *curvature);
    params_start(params, theta);
    params_curvature(params, problem, theta, false, curvature);
    const size_t n = (size_t)params->count;
    int kept = 0;
    for (size_t i = 0; i < n; i++)
        if (curvature[i * n + i] > 0) theta[kept++] = curvature[i * n + i];
    drop_dead(params, curvature);
    set_priors(params, choice, theta);
    free(theta);
    free(curvature);
    if (params->count) return true;
    params_free(params);
    return err_set(err, ERR_INPUT, "no weight is left to tune: the chosen terms are never seen in the training games");
}

void params_free(Params *params) {
    free(params->param);
    free(params->column);
    free(params->base);
    free(params->games);
    free(params->dead);
    free(params->prior);
    *params = (Params){ 0 };
}

void params_name(const Params *params, const TermTable *table, int index, Buf *out) {
    static const char *const parts[] = { "mg", "eg" };
    buf_addf(out, "%s %s", table->slot[params->param[index].term].name, parts[params->param[index].part]);
}

/* Vectors. */

static size_t place_of(const Params *params, int index) {
    return (size_t)(params->param[index].part * params->terms + params->param[index].term);
}

void params_spread(const Params *params, const double *theta, double *weights) {
    memcpy(weights, params->base, 2 * (size_t)params->terms * sizeof *weights);
    for (int i = 0; i < params->count; i++) weights[place_of(params, i)] = theta[i];
}

void params_gather(const Params *params, const double *weights, double *theta) {
    for (int i = 0; i < params->count; i++) theta[i] = weights[place_of(params, i)];
}

void params_start(const Params *params, double *theta) { params_gather(params, params->base, theta); }

double params_value_slice(const Params *params, const Problem *problem, KernelSlice slice, const double *theta, double *gradient) {
    const size_t size = 2 * (size_t)params->terms;
    double *weights = mem_alloc(2 * (size + 1) * sizeof *weights), *all = weights + size + 1;
    params_spread(params, theta, weights);
    double value = gradient ? kernel_gradient(problem, &problem->train, slice, weights, all) : kernel_loss(problem, &problem->train, weights);
    for (int i = 0; i < params->count; i++) {
        const double off = theta[i] - params->base[place_of(params, i)];
        value += params->prior[i] * off * off;
        if (gradient) gradient[i] = all[place_of(params, i)] + 2 * params->prior[i] * off;
    }
    free(weights);
    return value;
}

double params_value(const Params *params, const Problem *problem, const double *theta, double *gradient) {
    return params_value_slice(params, problem, kernel_all, theta, gradient);
}

void params_curvature(const Params *params, const Problem *problem, const double *theta, bool with_prior, double *matrix) {
    const size_t c = (size_t)params->columns, n = (size_t)params->count;
    double *blocks = mem_alloc((3 * c * c + 1) * sizeof *blocks), *weights = mem_alloc((2 * (size_t)params->terms + 1) * sizeof *weights);
    params_spread(params, theta, weights);
    kernel_curvature(problem, &problem->train, weights, params->column, params->columns, blocks);
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < n; j++) {
            const Param *a = &params->param[i], *b = &params->param[j];
            const double *block = blocks + (size_t)(a->part + b->part) * c * c;
            matrix[i * n + j] = block[(size_t)params->column[a->term] * c + (size_t)params->column[b->term]];
        }
    for (size_t i = 0; with_prior && i < n; i++) matrix[i * n + i] += 2 * params->prior[i];
    free(weights);
    free(blocks);
}
