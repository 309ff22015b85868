/* What leaving a term out would cost, by the data: a fit without it need not be made. */
#ifndef TUNER_FIT_LEAVE_OUT_H
#define TUNER_FIT_LEAVE_OUT_H
#include "tuner/fit/nulls.h"

/* A term, or a table of one. */
typedef struct {
    char *name;        /* "mobility", "psqt[4]" */
    int params, rank;
    double cost;       /* rise of the mean training loss after all others were fitted anew, to second order */
    bool too_far;      /* zero is too far off for that: cost is the rise with the others as they are, which it can't be above */
    double chi2, p;    /* of all its weights being zero: Hotelling's T^2 on rank degrees of freedom, by the errors that know of games; p NAN when
                        * there are no more games than those */
} TermTest;

/* Where a fit ended. */
typedef struct {
    const Params *params;
    const Problem *problem;
    const Nulls *nulls;
    const double *theta;     /* by the convention; params->base with it */
    const double *as_fitted; /* as the optimiser left it */
    const double *curvature; /* of the mean training loss there, without the prior */
    const double *meat;      /* sum over games of s s', s the gradient of a game's share of the loss */
    double games, dispersion;
} FitEnd;

/* Test every term. What the fit's own prior holds is no finding of the data, so the tests are those of a fit with prior_games = 1 and no ridge,
 * found from this one by a step of Newton: enough of a prior that slots that hardly ever occur are no way out for the others, and the same
 * whatever the fit was made with. *out is the caller's, each name too. False: the curvature isn't positive. */
bool leave_out_test(const FitEnd *end, TermTest **out, int *count);
#endif
