/* A fit from traces to weights: settings, the work in its order, and everything that is known of the result. */
#ifndef TUNER_FIT_FIT_H
#define TUNER_FIT_FIT_H
#include "tuner/fit/calibrate.h"
#include "tuner/fit/errors.h"
#include "tuner/fit/optimise.h"

/* Fields are rows of fit_options: keys of configuration files. */
typedef struct {
    char data[OPT_TEXT_SIZE], start[OPT_TEXT_SIZE], out[OPT_TEXT_SIZE], c_out[OPT_TEXT_SIZE], report[OPT_TEXT_SIZE], plots[OPT_TEXT_SIZE];
    OptList only, freeze;
    int loss, optimiser, gauge;
    double result_share, k, validation, prior_games, ridge, tolerance, learning_rate;
    int64_t iterations, batch, games_min, jobs;
    char anchor[OPT_TEXT_SIZE];
    bool round, prior_search;
} FitSettings;
extern const OptTable fit_options;

/* Mean losses of one set of weights. */
typedef struct { double train, valid; /* NAN: no games */ } FitLoss;

typedef struct {
    Problem problem;
    Params params;
    double k;               /* natural base, of the scale of the weights below */
    double *start, *fitted; /* 2 * terms: middle game of every term, then endgame */
    double *rounded;        /* the same as whole numbers; equal to fitted when settings.round is off */
    FitLoss at_start, at_fitted, at_rounded;
    double prior_games;     /* as chosen by the validation games, or set */
    FitStep *trail;         /* every iteration, of every prior that was tried */
    int steps, trail_cap;
    int iterations, passes; /* in all */
    Optimiser optimiser;
    OptimiseResult end;     /* of the run that led to the result */
    FitErrors errors;       /* of the weights, on their scale */
    double rescaled;        /* the fitted weights were multiplied by this, and K divided, for the anchor's sake; 1: not */
    double rounding_cost, rounding_alone; /* rise of the loss, to second order: together, and each by itself */
    Calibration calibration; /* of the rounded weights, on the games that judge, or without them on those that teach */
    int64_t cpu_ns;         /* of the whole process while it ran */
} FitResult;

typedef struct {
    /* After every iteration; false stops the fit (ERR_INTERRUPTED). May be NULL. */
    bool (*step)(void *context, const FitStep *step, int iterations_max);
    void *context;
} FitListener;

/* Fit the traces of set. start: 2 * terms, or NULL for those of the table. Errors name what is wrong with data or settings: too few
 * games, all one result, unknown terms. */
bool fit_run(const FitSettings *settings, const TraceSet *set, const double *start, const FitListener *listener, FitResult *result, Err *err);
/* Largest relative difference between the gradient and central differences of the objective, along 20 random directions at
 * 3 points around the start. Nothing is fitted. */
bool fit_check_gradient(const FitSettings *settings, const TraceSet *set, const double *start, double *worst, Err *err);
void fit_free(FitResult *result);
#endif
