/* The parameters of a fit: which weights may move, where they start, and how strongly they are held there. */
#ifndef TUNER_FIT_PARAMS_H
#define TUNER_FIT_PARAMS_H
#include "engine/core/buf.h"
#include "engine/core/opt.h"
#include "tuner/fit/objective.h"

typedef struct { int term, part; /* 0 middle game, 1 endgame */ } Param;

typedef struct {
    int count;
    Param *param;       /* middle game ones first */
    int columns;        /* terms that have a parameter */
    int *column;        /* by term: its column or -1 */
    int terms;
    double *base;       /* 2 * terms: every weight's start; those that don't move stay there */
    double *prior;      /* by parameter: lambda, so that the objective is mean loss + sum of lambda (w - start)^2 */
    double *one_game;   /* what prior_games = 1 without a ridge would make of it */
    double l1;          /* and l1 times the sum of sqrt(1 + (w - start)^2) - 1, a rounded |w - start| */
    int64_t *games;     /* by term: games of the training set that it was seen in */
    int *dead;          /* chosen but no parameters, as places among the 2 * terms weights: never seen, or the lesser of a term's two
                         * weights when it was seen in one phase alone */
    int dead_count;
} Params;

typedef struct {
    OptList only;        /* patterns; empty: all */
    OptList freeze;
    double ridge;        /* lambda of every parameter */
    double l1;
    double prior_games;  /* a term seen in so many games, in positions of average weight, goes half the way that the data alone would take it */
} ParamChoice;

/* Choose parameters; the weights start at `start` (2 * terms). ERR_INPUT: a pattern that matches nothing, or nothing left to tune. */
bool params_init(Params *params, const Problem *problem, const double *start, const ParamChoice *choice, Err *err);
void params_free(Params *params);
/* "psqt[4][9][0] mg" of a parameter. */
void params_name(const Params *params, const TermTable *table, int index, Buf *out);

/* Parameters to weights (2 * terms) and the other way. */
void params_spread(const Params *params, const double *theta, double *weights);
void params_gather(const Params *params, const double *weights, double *theta);
/* The start as parameters. */
void params_start(const Params *params, double *theta);

/* The objective, mean training loss and prior; gradient may be NULL. */
double params_value(const Params *params, const Problem *problem, const double *theta, double *gradient);
/* The same over a slice of the data. */
double params_value_slice(const Params *params, const Problem *problem, KernelSlice slice, const double *theta, double *gradient);
/* Curvature of the mean loss by parameters that steps are taken by, never negative, count x count; the prior's diagonal only when asked
 * for. */
void params_curvature(const Params *params, const Problem *problem, const double *theta, bool with_prior, double *matrix);
/* The curvature as it is, without the prior: of comparisons by sigmoid it may be negative somewhere. */
void params_curvature_exact(const Params *params, const Problem *problem, const double *theta, double *matrix);
/* Mean of the outer products of the parameters' counts, count x count: what the evaluations depend on, whatever the results. */
void params_gram(const Params *params, const Problem *problem, double *matrix);
#endif
