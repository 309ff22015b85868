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

static bool check_any(const ParamChoice *choice, const TermTable *table, Err *err) {
    for (int t = 0; t < table->count; t++)
        if (is_chosen(choice, table->slot[t].name)) return true;
    return err_set(err, ERR_INPUT, "no weight is left to tune: freeze holds every term%s", choice->only.count ? " that only names" : "");
}

/* Terms by games that they were seen in, a bit each. */
typedef struct { uint64_t *bits; size_t words; } Seen;

static Seen seen_new(int slots, uint64_t games) {
    const size_t words = (games + 63) / 64;
    return (Seen){ mem_zalloc((size_t)slots * words + 1, sizeof(uint64_t)), words };
}

static void see(Seen *seen, int term, uint32_t game) { seen->bits[(size_t)term * seen->words + game / 64] |= 1ull << game % 64; }

/* games[term] becomes at least what was seen; games that give results and comparisons aren't counted twice. */
static void seen_end(Seen *seen, int slots, int64_t *games) {
    for (int t = 0; t < slots; t++) {
        int64_t count = 0;
        for (size_t w = 0; w < seen->words; w++) count += __builtin_popcountll(seen->bits[(size_t)t * seen->words + w]);
        if (count > games[t]) games[t] = count;
    }
    free(seen->bits);
}

static void count_result_games(const Problem *problem, int64_t *games) {
    const TraceSet *set = problem->set;
    uint16_t *term = mem_alloc(((size_t)set->table.count + 1) * sizeof *term);
    int32_t *count = mem_alloc(((size_t)set->table.count + 1) * sizeof *count);
    Seen seen = seen_new(set->table.count, set->games);
    for (TraceCursor at = trace_cursor(set, 0); at.row < set->rows; trace_next(&at)) {
        if (!problem->train.weight[at.row]) continue;
        const int n = trace_entries(&at, term, count);
        for (uint32_t l = set->label_first[at.row]; l < set->label_first[at.row + 1]; l++) {
            const uint32_t game = set->label[l].game;
            for (int i = 0; problem_teaches(problem, game) && i < n; i++) see(&seen, term[i], game);
        }
    }
    seen_end(&seen, set->table.count, games);
    free(count);
    free(term);
}

/* Of comparisons, a term is seen where it makes a difference. */
static void count_choice_games(const Comparison *c, int64_t *games) {
    const CompareSet *set = c->set;
    Seen seen = seen_new(set->table.count, set->games);
    for (uint64_t p = 0; p < set->positions; p++) {
        const ComparePosition *at = &set->position[p];
        if (c->valid_game[at->game]) continue;
        for (uint64_t i = at->index; i < at[1].index; i++) see(&seen, set->index[i] % set->table.count, at->game);
    }
    seen_end(&seen, set->table.count, games);
}

/* Games of the training set that each term was seen in. */
static void count_games(const Problem *problem, int64_t *games) {
    if (problem->compare_share < 1) count_result_games(problem, games);
    if (problem->compare_share > 0) count_choice_games(&problem->compare, games);
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

/* Is the term seen in one phase alone, so that its two weights are one, and is this the smaller part? */
static bool is_lesser_twin(const Params *params, const double *gram, size_t i) {
    const size_t n = (size_t)params->count;
    for (size_t j = 0; j < n; j++) {
        if (j == i || params->param[j].term != params->param[i].term) continue;
        const double own = gram[i * n + i], other = gram[j * n + j], both = gram[i * n + j];
        return own * other - both * both < 1e-9 * own * other && (own < other || (own == other && i > j));
    }
    return false;
}

/* Drop parameters that no evaluation depends on, or none by itself. gram: of all that were chosen; diagonal gets that of those which stay. */
static void drop_dead(Params *params, const double *gram, double *diagonal) {
    const size_t n = (size_t)params->count;
    Param *all = mem_alloc((n + 1) * sizeof *all);
    bool *dead = mem_alloc((n + 1) * sizeof *dead);
    memcpy(all, params->param, n * sizeof *all);
    for (size_t i = 0; i < n; i++) dead[i] = !(gram[i * n + i] > 0) || is_lesser_twin(params, gram, i);
    params->count = 0;
    for (size_t i = 0; i < n; i++) {
        if (dead[i]) {
            params->dead[params->dead_count++] = all[i].part * params->terms + all[i].term;
            continue;
        }
        diagonal[params->count] = gram[i * n + i];
        params->param[params->count++] = all[i];
    }
    free(all);
    free(dead);
    number_columns(params);
}

/* What a term's positions would weigh if they weighed as much as the average one. Its own curvature won't do: a term that is seen
 * in decided positions alone has next to none, and would be held by nothing. gram: its diagonal. */
static void set_priors(Params *params, const Problem *problem, const ParamChoice *choice, const double *gram) {
    const size_t n = (size_t)params->count;
    double *theta = mem_alloc((n + 1) * sizeof *theta), *curvature = mem_alloc((n * n + 1) * sizeof *curvature);
    double counts = 0, weight = 0;
    params_start(params, theta);
    params_curvature(params, problem, theta, false, curvature);
    for (size_t i = 0; i < n; i++) {
        counts += gram[i];
        weight += curvature[i * n + i];
    }
    for (size_t i = 0; i < n; i++) {
        const int64_t games = params->games[params->param[i].term];
        params->one_game[i] = games ? gram[i] * weight / counts / 2 / (double)games : 0;
        params->prior[i] = choice->ridge + (games ? choice->prior_games * gram[i] * weight / counts / 2 / (double)games : 0);
    }
    free(theta);
    free(curvature);
}

bool params_init(Params *params, const Problem *problem, const double *start, const ParamChoice *choice, Err *err) {
    const TermTable *table = &problem->set->table;
    *params = (Params){ .terms = table->count, .l1 = choice->l1 };
    if (!check_patterns(&choice->only, table, "only", err) || !check_patterns(&choice->freeze, table, "freeze", err) || !check_any(choice, table, err)) return false;
    const size_t most = 2 * (size_t)table->count + 1;
    params->column = mem_alloc(most * sizeof *params->column);
    params->base = mem_alloc(most * sizeof *params->base);
    params->games = mem_zalloc(most, sizeof *params->games);
    params->dead = mem_alloc(most * sizeof *params->dead);
    params->prior = mem_zalloc(most, sizeof *params->prior);
    params->one_game = mem_zalloc(most, sizeof *params->one_game);
    memcpy(params->base, start, 2 * (size_t)table->count * sizeof *start);
    list_chosen(params, table, choice);
    number_columns(params);
    count_games(problem, params->games);
    const size_t chosen = (size_t)params->count;
    double *gram = mem_alloc((chosen * chosen + 1) * sizeof *gram), *diagonal = mem_alloc((chosen + 1) * sizeof *diagonal);
    params_gram(params, problem, gram);
    drop_dead(params, gram, diagonal);
    if (params->count) set_priors(params, problem, choice, diagonal);
    free(gram);
    free(diagonal);
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
    free(params->one_game);
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
    double value = gradient ? objective_gradient(problem, slice, weights, all) : objective_loss(problem, false, weights);
    for (int i = 0; i < params->count; i++) {
        const double off = theta[i] - params->base[place_of(params, i)];
        const double root = sqrt(1 + off * off);
        value += params->prior[i] * off * off + params->l1 * (root - 1);
        if (gradient) gradient[i] = all[place_of(params, i)] + 2 * params->prior[i] * off + params->l1 * off / root;
    }
    free(weights);
    return value;
}

double params_value(const Params *params, const Problem *problem, const double *theta, double *gradient) {
    return params_value_slice(params, problem, kernel_all, theta, gradient);
}

static void find_curvature(const Params *params, const Problem *problem, CurvatureKind kind, const double *weights, double *matrix) {
    const size_t c = (size_t)params->columns, n = (size_t)params->count;
    double *blocks = mem_alloc((3 * c * c + 1) * sizeof *blocks);
    objective_curvature(problem, kind, weights, params->column, params->columns, blocks);
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < n; j++) {
            const bool turned = params->param[i].part < params->param[j].part; /* the mixed block has the endgame by rows */
            const Param *a = &params->param[turned ? j : i], *b = &params->param[turned ? i : j];
            const double *block = blocks + (size_t)(a->part + b->part) * c * c;
            matrix[i * n + j] = block[(size_t)params->column[a->term] * c + (size_t)params->column[b->term]];
        }
    free(blocks);
}

void params_curvature(const Params *params, const Problem *problem, const double *theta, bool with_prior, double *matrix) {
    const size_t n = (size_t)params->count;
    double *weights = mem_alloc((2 * (size_t)params->terms + 1) * sizeof *weights);
    params_spread(params, theta, weights);
    find_curvature(params, problem, CURVATURE_CONVEX, weights, matrix);
    for (size_t i = 0; with_prior && i < n; i++) {
        const double off = theta[i] - params->base[place_of(params, (int)i)], square = 1 + off * off;
        matrix[i * n + i] += 2 * params->prior[i] + params->l1 / (square * sqrt(square));
    }
    free(weights);
}

void params_curvature_exact(const Params *params, const Problem *problem, const double *theta, double *matrix) {
    double *weights = mem_alloc((2 * (size_t)params->terms + 1) * sizeof *weights);
    params_spread(params, theta, weights);
    find_curvature(params, problem, CURVATURE_EXACT, weights, matrix);
    free(weights);
}

void params_gram(const Params *params, const Problem *problem, double *matrix) { find_curvature(params, problem, CURVATURE_GRAM, NULL, matrix); }
