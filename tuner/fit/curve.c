#include "tuner/fit/curve.h"
#include "tuner/fit/objective.h"

static bool check(const FitSettings *settings, const FitData *data, Err *err) {
    if (!data->results || data->choices) return err_set(err, ERR_INPUT, "a curve is of results alone, without comparisons");
    return settings->validation > 0 || err_set(err, ERR_INPUT, "validation: a curve needs games that judge, and there are none");
}

static void judge(const FitSettings *settings, const FitData *data, const FitResult *r, CurvePoint *out) {
    Problem results;
    problem_init(&results, data->results, r->problem.loss, r->k, 1, settings->validation, r->problem.threads);
    out->valid = objective_loss(&results, true, r->fitted);
    problem_set_k(&results, r->k * r->rescaled); /* as the start weights have it */
    out->valid_start = objective_loss(&results, true, r->start);
    problem_free(&results);
    out->games = fit_games(r);
}

static bool fit_point(const FitSettings *settings, const FitData *data, const FitListener *listener, CurvePoint *out, Err *err) {
    FitResult result;
    if (!fit_run(settings, data, listener, &result, err)) return false;
    judge(settings, data, &result, out);
    fit_free(&result);
    return true;
}

bool fit_share_curve(const FitSettings *settings, const FitData *data, const FitListener *listener, CurvePoint out[SHARE_CURVE_POINTS], Err *err) {
    FitSettings changed = *settings;
    if (!check(settings, data, err)) return false;
    for (int i = 0; i < SHARE_CURVE_POINTS; i++) {
        out[i].share = changed.result_share = i / (SHARE_CURVE_POINTS - 1.0);
        if (!fit_point(&changed, data, listener, &out[i], err)) return false;
    }
    return true;
}

bool fit_learning_curve(const FitSettings *settings, const FitData *data, const FitListener *listener, CurvePoint out[LEARNING_CURVE_POINTS], Err *err) {
    FitSettings changed = *settings;
    if (!check(settings, data, err)) return false;
    for (int i = 0; i < LEARNING_CURVE_POINTS; i++) {
        out[i].share = changed.teach = ldexp(settings->teach, i + 1 - LEARNING_CURVE_POINTS);
        changed.games_min = i + 1 < LEARNING_CURVE_POINTS ? 1 : settings->games_min; /* few games are what is to be seen */
        if (!fit_point(&changed, data, listener, &out[i], err)) return false;
    }
    return true;
}

double curve_next_gain(const CurvePoint *before, const CurvePoint *last) {
    const double fall = before->valid - last->valid, span = 1 / before->games - 1 / last->games;
    return fall > 0 && span > 0 ? fall / span / (2 * last->games) : NAN;
}
