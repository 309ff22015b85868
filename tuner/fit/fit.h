/* A fit from traces to weights: settings, the work in its order, and everything that is known of the result. */
#ifndef TUNER_FIT_FIT_H
#define TUNER_FIT_FIT_H
#include "tuner/fit/agreement.h"
#include "tuner/fit/calibrate.h"
#include "tuner/fit/errors.h"
#include "tuner/fit/optimise.h"
#include "tuner/fit/progress.h"

/* Fields are rows of fit_options: keys of configuration files. */
typedef struct {
    char data[OPT_TEXT_SIZE], compare[OPT_TEXT_SIZE], start[OPT_TEXT_SIZE], out[OPT_TEXT_SIZE], c_out[OPT_TEXT_SIZE], variant[OPT_TEXT_SIZE],
        report[OPT_TEXT_SIZE], plots[OPT_TEXT_SIZE];
    OptList only, freeze;
    int loss, optimiser, gauge, compare_loss;
    double result_share, k, validation, teach, prior_games, ridge, l1, tolerance, learning_rate, compare_share, compare_scale;
    int64_t iterations, batch, games_min, jobs, compare_rounds;
    char anchor[OPT_TEXT_SIZE];
    bool round, prior_search, compare_mean;
} FitSettings;
extern const OptTable fit_options;

/* Mean losses of one set of weights. */
typedef struct { double train, valid; /* NAN: no games */ } FitLoss;

/* What a fit learns from. start: 2 * terms weights, or NULL for those of the tables. */
typedef struct {
    const TraceSet *results;   /* NULL: comparisons alone */
    const CompareSet *choices; /* NULL: results alone; else of the same table */
    const double *start;
} FitData;

/* How the weights agree with the moves that were played, on the games that judge, or without them on those that teach. */
typedef struct {
    bool valid;                /* is it of games that judge? */
    Agreement start, result;   /* by the leaves that the last fit was made with: of the start weights, of the rounded ones */
    bool has_own;
    Agreement own;             /* of the rounded weights by the leaves that they find themselves */
    double temperature_start, temperature_fitted, temperature; /* of a prior made of each; the last by the best leaves there are. NAN: none */
} FitAgreement;

typedef struct {
    Problem problem;
    Params params;
    TraceSet nothing;       /* stands in for results when there are none */
    CompareSet again;       /* comparisons whose leaves were searched anew; empty when they never were */
    FitAgreement agreement; /* zero without comparisons */
    double k;               /* natural base, of the scale of the weights below */
    double *start, *fitted; /* 2 * terms: middle game of every term, then endgame */
    double *rounded;        /* the same as whole numbers; equal to fitted when settings.round is off */
    FitLoss at_start, at_fitted, at_rounded;
    double prior_games;     /* as chosen by the validation games, or set */
    FitStep *trail;         /* every iteration, of every prior that was tried one after another: each counts from 0 */
    int steps, trail_cap;
    int iterations, passes; /* in all */
    Optimiser optimiser;
    OptimiseResult end;     /* of the run that led to the result */
    FitErrors errors;       /* of the weights, on their scale */
    char anchor_left[OPT_TEXT_SIZE]; /* the anchor that isn't held, since some terms were not to be tuned; "": none */
    double rescaled;        /* the fitted weights were multiplied by this, K divided and the scale of comparisons multiplied, for the anchor's sake; 1: not */
    double rounding_cost, rounding_alone; /* rise of the loss, to second order: together, and each by itself */
    Calibration calibration; /* of the rounded weights, on the games that judge, or without them on those that teach */
    int64_t cpu_ns;         /* of the whole process while it ran */
} FitResult;

typedef struct {
    /* After every iteration; false stops the fit (ERR_INTERRUPTED). May be NULL. */
    bool (*step)(void *context, const FitStep *step, int iterations_max);
    void *context;
    /* What an earlier run of the same fit has done, and the place where more is added; NULL: neither. */
    FitProgress *progress;
    /* After something was added to progress; false ends the fit with *err. May be NULL. */
    bool (*keep)(void *context, const FitProgress *progress, Err *err);
} FitListener;

/* Fit. Errors name what is wrong with data or settings: too few games, all one result, unknown terms. */
bool fit_run(const FitSettings *settings, const FitData *data, const FitListener *listener, FitResult *result, Err *err);
/* Largest relative difference between the gradient and central differences of the objective, along 20 random directions at
 * 3 points around the start. Nothing is fitted. */
bool fit_check_gradient(const FitSettings *settings, const FitData *data, double *worst, Err *err);
void fit_free(FitResult *result);
/* Games and positions that taught, results and comparisons: the larger number of both, since they are mostly the same games. */
double fit_games(const FitResult *result);
double fit_positions(const FitResult *result);
#endif
