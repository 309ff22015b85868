#include "tuner/fit/errors.h"
#include <gsl/gsl_blas.h>
#include <gsl/gsl_errno.h>
#include <gsl/gsl_linalg.h>
#include <stdlib.h>
#include <string.h>

/* Training labels by game: label[first[g] .. first[g + 1]) are those of game g, with the row of each. */
typedef struct { uint32_t *first, *label, *row; } ByGame;

static ByGame sort_by_game(const Problem *problem) {
    const TraceSet *set = problem->set;
    ByGame by = { .first = mem_zalloc(set->games + 2, sizeof(uint32_t)), .label = mem_alloc((set->labels + 1) * sizeof(uint32_t)),
                  .row = mem_alloc((set->labels + 1) * sizeof(uint32_t)) };
    for (uint64_t i = 0; i < set->labels; i++) by.first[set->label[i].game + 2]++;
    for (uint64_t g = 1; g <= set->games; g++) by.first[g + 1] += by.first[g];
    for (uint64_t row = 0; row < set->rows; row++)
        for (uint32_t i = set->label_first[row]; i < set->label_first[row + 1]; i++) {
            const uint32_t at = by.first[set->label[i].game + 1]++;
            by.label[at] = i;
            by.row[at] = (uint32_t)row;
        }
    return by;
}

static void by_game_free(ByGame *by) {
    free(by->first);
    free(by->label);
    free(by->row);
}

/* One game's score: the sum of its labels' gradients by the parameters. `touched` lists where it isn't zero. */
typedef struct { double *score; bool *known; int *touched; int count; } GameScore;

typedef struct {
    const Params *params;
    const Problem *problem;
    const double *evaluation; /* by row */
    int *at[2];               /* by part and term: the parameter, or -1 */
    uint16_t *term;
    int32_t *uses;
    double *share;            /* by row: of the middle game */
} Scorer;

static void add_score(GameScore *game, int param, double by) {
    game->score[param] += by;
    if (!game->known[param]) game->touched[game->count++] = param;
    game->known[param] = true;
}

static void add_label(const Scorer *s, uint32_t label, uint32_t row, GameScore *game) {
    const Problem *p = s->problem;
    const TraceCursor at = trace_cursor(p->set, row);
    const double weight = (1 - p->compare_share) / p->train.total;
    const double slope = weight * loss_at(p->loss, p->k / 400, s->evaluation[row], problem_target(p, &p->set->label[label])).slope;
    const int n = trace_entries(&at, s->term, s->uses);
    for (int part = 0; part < 2; part++) {
        const double by = slope * (part ? 1 - s->share[row] : s->share[row]);
        for (int i = 0; i < n; i++) {
            const int j = s->at[part][s->term[i]];
            if (j >= 0) add_score(game, j, by * s->uses[i]);
        }
    }
}

static void clear_score(GameScore *game) {
    for (int i = 0; i < game->count; i++) {
        game->score[game->touched[i]] = 0;
        game->known[game->touched[i]] = false;
    }
    game->count = 0;
}

/* Add the outer product of the game's score to meat, each pair to one of its two places, and clear it. */
static void finish_game(GameScore *game, size_t n, double *meat) {
    for (int i = 0; i < game->count; i++) {
        const int a = game->touched[i];
        for (int j = 0; j <= i; j++) meat[(size_t)a * n + (size_t)game->touched[j]] += game->score[a] * game->score[game->touched[j]];
    }
    clear_score(game);
}

static Scorer scorer_new(const Params *params, const Problem *problem, double *evaluation) {
    const TraceSet *set = problem->set;
    const size_t slots = (size_t)set->table.count + 1;
    Scorer s = { .params = params, .problem = problem, .evaluation = evaluation, .term = mem_alloc(slots * sizeof(uint16_t)),
                 .uses = mem_alloc(slots * sizeof(int32_t)), .share = mem_alloc((set->rows + 1) * sizeof(double)) };
    for (int part = 0; part < 2; part++) {
        s.at[part] = mem_alloc(slots * sizeof(int));
        for (size_t i = 0; i < slots; i++) s.at[part][i] = -1;
    }
    for (int i = 0; i < params->count; i++) s.at[params->param[i].part][params->param[i].term] = i;
    for (int phase = 0; phase <= set->table.phases; phase++)
        for (uint64_t row = set->phase_first[phase]; row < set->phase_first[phase + 1]; row++) s.share[row] = (double)phase / set->table.phases;
    return s;
}

static void scorer_free(Scorer *s) {
    free(s->at[0]);
    free(s->at[1]);
    free(s->term);
    free(s->uses);
    free(s->share);
}

static GameScore score_new(size_t n) {
    return (GameScore){ .score = mem_zalloc(n + 1, sizeof(double)), .known = mem_zalloc(n + 1, sizeof(bool)), .touched = mem_alloc((n + 1) * sizeof(int)) };
}

static void score_free(GameScore *score) {
    free(score->score);
    free(score->known);
    free(score->touched);
}

/* Comparisons: their positions by game, and the scores of one position on its way to its game's. */
typedef struct {
    const Scorer *scorer;
    double weight;        /* of a position's gradient in the whole */
    double *margin;       /* by row */
    uint64_t *by_game;    /* positions, those of each game together */
    uint64_t *first;      /* games + 1 */
    bool *done;           /* by game: its score was taken */
    GameScore one;
    double squares;       /* sum over positions of the squares of their scores */
} ChoiceScorer;

/* Positions sorted by game. */
static void sort_choices(const CompareSet *set, ChoiceScorer *c) {
    c->first = mem_zalloc(set->games + 2, sizeof *c->first);
    c->by_game = mem_alloc((set->positions + 1) * sizeof *c->by_game);
    for (uint64_t p = 0; p < set->positions; p++) c->first[set->position[p].game + 2]++;
    for (uint64_t g = 1; g <= set->games; g++) c->first[g + 1] += c->first[g];
    for (uint64_t p = 0; p < set->positions; p++) c->by_game[c->first[set->position[p].game + 1]++] = p;
}

static ChoiceScorer choice_scorer_new(const Scorer *scorer, const double *weights) {
    const Comparison *compare = &scorer->problem->compare;
    ChoiceScorer c = { .scorer = scorer };
    if (scorer->problem->compare_share <= 0) return c;
    c.weight = scorer->problem->compare_share / (double)compare->positions[0];
    c.margin = mem_alloc((compare->set->rows + 1) * sizeof *c.margin);
    c.done = mem_zalloc(compare->set->games + 1, sizeof *c.done);
    c.one = score_new((size_t)scorer->params->count);
    comparison_margins(compare, weights, c.margin);
    sort_choices(compare->set, &c);
    return c;
}

static void choice_scorer_free(ChoiceScorer *c) {
    free(c->margin);
    free(c->by_game);
    free(c->first);
    free(c->done);
    score_free(&c->one);
}

static void add_piece(void *context, int at, double by) {
    ChoiceScorer *c = context;
    const int slots = c->scorer->params->terms, j = c->scorer->at[at / slots][at % slots];
    if (j >= 0) add_score(&c->one, j, c->weight * by);
}

static void add_choices(ChoiceScorer *c, uint64_t game_index, GameScore *game) {
    c->done[game_index] = true;
    for (uint64_t i = c->first[game_index]; i < c->first[game_index + 1]; i++) {
        comparison_visit_gradient(&c->scorer->problem->compare, c->by_game[i], c->margin, add_piece, c);
        for (int k = 0; k < c->one.count; k++) {
            const double by = c->one.score[c->one.touched[k]];
            c->squares += by * by;
            add_score(game, c->one.touched[k], by);
        }
        clear_score(&c->one);
    }
}

/* The comparisons of the game of this identity, if there are any: the games of a set stand in ascending order. */
static void add_choices_of(ChoiceScorer *c, uint64_t id, GameScore *game) {
    const CompareSet *set = c->scorer->problem->compare.set;
    uint64_t low = 0, high = c->margin ? set->games : 0;
    while (low < high) {
        const uint64_t middle = low + (high - low) / 2;
        if (set->game[middle] < id) low = middle + 1;
        else high = middle;
    }
    if (c->margin && low < set->games && set->game[low] == id) add_choices(c, low, game);
}

/* Sum over training games of s s', n x n, with the small-sample factor. A game that gives results and comparisons is one. *squares gets the
 * sum over comparisons of the squares of their scores. Returns the number of games. */
static double find_meat(const Params *params, const Problem *problem, const double *weights, double *meat, double *squares) {
    const TraceSet *set = problem->set;
    const size_t n = (size_t)params->count;
    double *evaluation = mem_alloc((set->rows + 1) * sizeof *evaluation), games = 0;
    kernel_scores(problem, weights, evaluation);
    ByGame by = sort_by_game(problem);
    Scorer scorer = scorer_new(params, problem, evaluation);
    ChoiceScorer choices = choice_scorer_new(&scorer, weights);
    GameScore game = score_new(n);
    memset(meat, 0, n * n * sizeof *meat);
    for (uint64_t g = 0; problem->compare_share < 1 && g < set->games; g++) {
        if (!problem_teaches(problem, (uint32_t)g)) continue;
        for (uint32_t i = by.first[g]; i < by.first[g + 1]; i++) add_label(&scorer, by.label[i], by.row[i], &game);
        add_choices_of(&choices, set->game[g], &game);
        finish_game(&game, n, meat);
        games++;
    }
    for (uint64_t g = 0; choices.margin && g < problem->compare.set->games; g++) {
        if (problem->compare.valid_game[g] || choices.done[g]) continue;
        add_choices(&choices, g, &game);
        finish_game(&game, n, meat);
        games++;
    }
    const double factor = games > 1 ? games / (games - 1) : 1;
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j <= i; j++)
            meat[i * n + j] = meat[j * n + i] = (meat[i * n + j] + (i == j ? 0 : meat[j * n + i])) * factor;
    *squares = choices.squares;
    score_free(&game);
    choice_scorer_free(&choices);
    scorer_free(&scorer);
    by_game_free(&by);
    free(evaluation);
    return games;
}

/* The rows and columns of the determined parameters. */
static gsl_matrix *pick(const Nulls *nulls, const double *matrix) {
    const size_t r = (size_t)nulls->rank, n = (size_t)nulls->n;
    gsl_matrix *out = gsl_matrix_alloc(r, r);
    for (size_t i = 0; i < r; i++)
        for (size_t j = 0; j < r; j++) gsl_matrix_set(out, i, j, matrix[(size_t)nulls->pivot[i] * n + (size_t)nulls->pivot[j]]);
    return out;
}

/* The other way, zero elsewhere, then into the gauge. */
static double *spread(const Nulls *nulls, const gsl_matrix *matrix) {
    const size_t r = (size_t)nulls->rank, n = (size_t)nulls->n;
    double *out = mem_zalloc(n * n + 1, sizeof *out);
    for (size_t i = 0; i < r; i++)
        for (size_t j = 0; j < r; j++) out[(size_t)nulls->pivot[i] * n + (size_t)nulls->pivot[j]] = gsl_matrix_get(matrix, i, j);
    nulls_apply_covariance(nulls, out);
    return out;
}

/* The covariance, and the inverse curvature that naive errors come from: of determined parameters alone, put into the gauge. */
typedef struct { double *inverse, *clustered; } Covariances;

static bool find_covariances(const Nulls *nulls, const double *curvature, const double *middle, Covariances *out) {
    const size_t r = (size_t)nulls->rank;
    gsl_matrix *inverse = pick(nulls, curvature), *sandwich = pick(nulls, middle), *half = gsl_matrix_alloc(r, r);
    const bool good = gsl_linalg_cholesky_decomp1(inverse) == GSL_SUCCESS && gsl_linalg_cholesky_invert(inverse) == GSL_SUCCESS;
    if (good) {
        out->inverse = spread(nulls, inverse);
        gsl_blas_dsymm(CblasLeft, CblasLower, 1, inverse, sandwich, 0, half);
        gsl_blas_dsymm(CblasRight, CblasLower, 1, inverse, half, 0, sandwich);
        out->clustered = spread(nulls, sandwich);
    }
    gsl_matrix_free(inverse);
    gsl_matrix_free(sandwich);
    gsl_matrix_free(half);
    return good;
}

/* The share of the inverse curvature that is the covariance when labels are independent. Of comparisons no model says it: it is the mean
 * over the weights of what their scores vary by, against the curvature. */
static double dispersion_of(const Problem *problem, int rank, const double *curvature, size_t n, double loss, double squares) {
    double trace = 0;
    if (problem->compare_share <= 0)
        return problem->loss == LOSS_MSE ? 2 * loss / fmax(problem->train.total - rank, 1) : 1 / problem->train.total;
    for (size_t i = 0; i < n; i++) trace += curvature[i * n + i];
    return squares / trace + (problem->compare_share < 1 ? (1 - problem->compare_share) / problem->train.total : 0);
}

/* The prior counts as labels that were seen before, so that a weight that it alone holds is as sure as the prior, not certain. */
static bool hold_covariances(const Nulls *nulls, const double *curvature, const double *meat, const double *prior, double dispersion, Covariances *out) {
    const size_t n = (size_t)nulls->n;
    double *held = mem_alloc((n * n + 1) * sizeof *held), *spread_out = mem_alloc((n * n + 1) * sizeof *spread_out);
    memcpy(held, curvature, n * n * sizeof *held);
    memcpy(spread_out, meat, n * n * sizeof *spread_out);
    for (size_t i = 0; i < n; i++) {
        held[i * n + i] += 2 * prior[i];
        spread_out[i * n + i] += dispersion * 2 * prior[i];
    }
    const bool good = find_covariances(nulls, held, spread_out, out);
    free(held);
    free(spread_out);
    return good;
}

static void take_errors(const Nulls *nulls, const Covariances *v, double dispersion, FitErrors *out) {
    const size_t n = (size_t)nulls->n;
    out->naive = mem_alloc((n + 1) * sizeof(double));
    out->clustered = mem_alloc((n + 1) * sizeof(double));
    for (size_t i = 0; i < n; i++) {
        out->naive[i] = nulls->open[i] ? NAN : sqrt(fmax(0, dispersion * v->inverse[i * n + i]));
        out->clustered[i] = nulls->open[i] ? NAN : sqrt(fmax(0, v->clustered[i * n + i]));
    }
}

static void name_directions(const Nulls *nulls, const Params *params, const TermTable *table, FitErrors *out) {
    out->null = mem_zalloc((size_t)nulls->count + 1, sizeof *out->null);
    out->null_count = nulls->count;
    for (int i = 0; i < nulls->count; i++) {
        Buf text = { 0 };
        nulls_print(nulls, params, table, i, &text);
        out->null[i] = mem_strdup(buf_text(&text));
        buf_free(&text);
    }
}

/* Errors and tests at the end of a fit. Where comparisons bend the loss the wrong way, as a sigmoid may away from its minimum, the curvature
 * that steps are taken by stands in. */
static bool find_at(FitEnd *end, FitErrors *out) {
    const Params *params = end->params;
    const Problem *problem = end->problem;
    const size_t n = (size_t)params->count;
    double *curvature = mem_alloc((n * n + 1) * sizeof *curvature), *meat = mem_alloc((n * n + 1) * sizeof *meat), squares;
    double *weights = mem_alloc((2 * (size_t)params->terms + 1) * sizeof *weights);
    Covariances v = { 0 };
    bool good = false;
    params_spread(params, end->theta, weights);
    end->games = find_meat(params, problem, weights, meat, &squares);
    const double loss = objective_loss(problem, false, weights);
    for (int exact = 1; !good && exact >= 0; exact--) {
        if (exact) params_curvature_exact(params, problem, end->theta, curvature);
        else params_curvature(params, problem, end->theta, false, curvature);
        end->dispersion = dispersion_of(problem, end->nulls->rank, curvature, n, loss, squares);
        good = hold_covariances(end->nulls, curvature, meat, params->prior, end->dispersion, &v);
    }
    if (good) take_errors(end->nulls, &v, end->dispersion, out);
    end->curvature = curvature;
    end->meat = meat;
    good = good && leave_out_test(end, &out->term, &out->term_count);
    free(v.inverse);
    free(v.clustered);
    free(curvature);
    free(meat);
    free(weights);
    return good;
}

/* The start by the convention too, so that what the convention alone moves is no change. */
static double *start_by_convention(const Nulls *nulls, const Params *params, const TermTable *table) {
    const size_t size = 2 * (size_t)params->terms;
    double *start = mem_alloc(((size_t)params->count + 1) * sizeof *start), *base = mem_alloc((size + 1) * sizeof *base);
    memcpy(base, params->base, size * sizeof *base);
    params_start(params, start);
    nulls_apply(nulls, params, table, start, base);
    free(base);
    return start;
}

bool errors_find(Params *params, const Problem *problem, Gauge gauge, double *theta, FitErrors *out, Err *err) {
    const size_t n = (size_t)params->count;
    const TermTable *table = &problem->set->table;
    *out = (FitErrors){ .params = params->count };
    double *gram = mem_alloc((n * n + 1) * sizeof *gram), *as_fitted = mem_alloc((n + 1) * sizeof *as_fitted);
    Nulls nulls;
    memcpy(as_fitted, theta, n * sizeof *theta);
    params_gram(params, problem, gram);
    nulls_find(params, table, gram, gauge == GAUGE_TABLES, &nulls);
    out->start = start_by_convention(&nulls, params, table);
    nulls_apply(&nulls, params, table, theta, params->base);
    out->rank = nulls.rank;
    name_directions(&nulls, params, table, out);
    const bool good = find_at(&(FitEnd){ .params = params, .problem = problem, .nulls = &nulls, .theta = theta, .as_fitted = as_fitted }, out);
    nulls_free(&nulls);
    free(as_fitted);
    free(gram);
    return good || err_set(err, ERR_INPUT, "the curvature of the loss at the fitted weights is not positive; no errors can be given");
}

void errors_free(FitErrors *errors) {
    for (int i = 0; i < errors->null_count; i++) free(errors->null[i]);
    for (int i = 0; i < errors->term_count; i++) free(errors->term[i].name);
    free(errors->null);
    free(errors->term);
    free(errors->start);
    free(errors->naive);
    free(errors->clustered);
    *errors = (FitErrors){ 0 };
}
