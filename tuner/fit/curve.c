#include "tuner/fit/curve.h"
#include <stdlib.h>
#include "tuner/fit/fit_internal.h"

static bool check(const FitSettings *settings, const FitData *data, Err *err) {
    if (!data->results || data->choices) return err_set(err, ERR_INPUT, "a curve is of results alone, without comparisons");
    return settings->validation > 0 || err_set(err, ERR_INPUT, "validation: a curve needs games that judge, and there are none");
}

/* By game: the sum of its positions' losses, if it judges. The caller's. */
static double *losses_by_game(const Problem *p, const double *weights) {
    const TraceSet *set = p->set;
    double *score = mem_alloc((set->rows + 1) * sizeof *score), *sum = mem_zalloc(set->games + 1, sizeof *sum);
    kernel_scores(p, weights, score);
    for (uint64_t row = 0; row < set->rows; row++)
        for (uint32_t i = set->label_first[row]; i < set->label_first[row + 1]; i++) {
            const TraceLabel *label = &set->label[i];
            if (p->valid_game[label->game]) sum[label->game] += loss_at(p->loss, p->k / 400, score[row], problem_target(p, label)).value;
        }
    free(score);
    return sum;
}

/* Which games judge, and by how many positions. */
typedef struct { uint64_t games; double *positions, all, judges; } Judges;

static Judges judges_of(const FitSettings *settings, const TraceSet *set) {
    Judges out = { .games = set->games, .positions = mem_zalloc(set->games + 1, sizeof(double)) };
    for (uint64_t i = 0; i < set->labels; i++)
        if (problem_is_valid_game(set->game[set->label[i].game], settings->validation)) out.positions[set->label[i].game]++;
    for (uint64_t g = 0; g < set->games; g++) {
        out.all += out.positions[g];
        out.judges += out.positions[g] > 0;
    }
    return out;
}

/* Mean of a less that of b over positions, and its standard error over games. */
static double difference(const Judges *judges, const double *a, const double *b, double *error) {
    double sum = 0, squares = 0;
    for (uint64_t g = 0; g < judges->games; g++) sum += a[g] - b[g];
    const double mean = sum / judges->all;
    for (uint64_t g = 0; g < judges->games; g++) {
        const double off = a[g] - b[g] - judges->positions[g] * mean;
        squares += off * off;
    }
    *error = judges->judges > 1 ? sqrt(squares * judges->judges / (judges->judges - 1)) / judges->all : NAN;
    return mean;
}

/* The losses by game of the fit; the caller's. */
static double *judge(const FitSettings *settings, const FitData *data, const Judges *judges, const FitResult *r, CurvePoint *out) {
    Problem results;
    problem_init(&results, data->results, r->problem.loss, r->k, 1, settings->validation, r->problem.threads);
    double *fitted = losses_by_game(&results, r->fitted);
    out->valid = objective_loss(&results, true, r->fitted);
    problem_set_k(&results, r->k * r->rescaled); /* as the start weights have it */
    double *start = losses_by_game(&results, r->start);
    out->valid_start = objective_loss(&results, true, r->start);
    difference(judges, fitted, start, &out->error);
    problem_free(&results);
    free(start);
    out->games = fit_games(r);
    out->judges = judges->judges;
    out->above = out->above_error = NAN;
    return fitted;
}

/* NULL on error. */
static double *fit_point(const FitSettings *settings, const FitData *data, const Judges *judges, const FitListener *listener, CurvePoint *out, Err *err) {
    FitResult result;
    if (!fit_run(settings, data, listener, &result, err)) return NULL;
    double *losses = judge(settings, data, judges, &result, out);
    fit_free(&result);
    return losses;
}

bool fit_share_curve(const FitSettings *settings, const FitData *data, const FitListener *listener, CurvePoint out[SHARE_CURVE_POINTS],
                     int *best, Err *err) {
    FitSettings changed = *settings;
    double *losses[SHARE_CURVE_POINTS] = { NULL };
    bool good = check(settings, data, err);
    if (!good) return false;
    Judges judges = judges_of(settings, data->results);
    *best = 0;
    for (int i = 0; good && i < SHARE_CURVE_POINTS; i++) {
        out[i].share = changed.result_share = i / (SHARE_CURVE_POINTS - 1.0);
        good = (losses[i] = fit_point(&changed, data, &judges, listener, &out[i], err)) != NULL;
        if (good && out[i].valid < out[*best].valid) *best = i;
    }
    for (int i = 0; i < SHARE_CURVE_POINTS; i++)
        if (good && i != *best) out[i].above = difference(&judges, losses[i], losses[*best], &out[i].above_error);
    for (int i = 0; i < SHARE_CURVE_POINTS; i++) free(losses[i]);
    free(judges.positions);
    return good;
}

/* K of all games that teach. */
static bool find_k(const FitSettings *settings, const FitData *data, double *k, Err *err) {
    FitResult r = { 0 };
    const bool good = fit_begin(settings, data, &r, err);
    *k = r.k;
    fit_free(&r);
    return good;
}

bool fit_learning_curve(const FitSettings *settings, const FitData *data, const FitListener *listener, CurvePoint out[LEARNING_CURVE_POINTS], Err *err) {
    FitSettings changed = *settings;
    double *before = NULL;
    if (!check(settings, data, err) || !find_k(settings, data, &changed.k, err)) return false;
    Judges judges = judges_of(settings, data->results);
    bool good = true;
    for (int i = 0; good && i < LEARNING_CURVE_POINTS; i++) {
        out[i].share = changed.teach = ldexp(settings->teach, i + 1 - LEARNING_CURVE_POINTS);
        changed.games_min = i + 1 < LEARNING_CURVE_POINTS ? 1 : settings->games_min; /* few games are what is to be seen */
        double *losses = fit_point(&changed, data, &judges, listener, &out[i], err);
        good = losses != NULL;
        if (good && before) out[i].above = difference(&judges, losses, before, &out[i].above_error);
        free(before);
        before = losses;
    }
    free(before);
    free(judges.positions);
    return good;
}

int curve_differs(const CurvePoint *point) {
    const double quantile = 1.96; /* of 95 % */
    if (!(fabs(point->above) > quantile * point->above_error)) return 0;
    return point->above > 0 ? 1 : -1;
}

double curve_next_gain(const CurvePoint *before, const CurvePoint *last) {
    const double fall = before->valid - last->valid, span = 1 / before->games - 1 / last->games;
    return fall > 0 && span > 0 ? fall / span / (2 * last->games) : NAN;
}
