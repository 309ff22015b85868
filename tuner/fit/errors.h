/* How sure the weights are: standard errors that know that the positions of a game share one result, directions that the data
 * leave open, and which terms earn their keep. */
#ifndef TUNER_FIT_ERRORS_H
#define TUNER_FIT_ERRORS_H
#include "tuner/fit/leave_out.h"

typedef enum { GAUGE_TABLES, GAUGE_START } Gauge;

typedef struct {
    int params, rank;
    double *start;             /* by parameter: where it would have started by the same convention */
    double *naive, *clustered; /* by parameter; NAN: the data and the gauge leave it open. Of weights held by the prior: it counts as data */
    char **null;               /* directions in weights that change no evaluation, as text */
    int null_count;
    TermTest *term;
    int term_count;
} FitErrors;

/* Errors of the fitted theta. Where the data leave a choice theta is moved to the gauge first: piece-square tables, and terms
 * of which each side has exactly one slot, with mean zero (GAUGE_TABLES), and otherwise, or all (GAUGE_START), as near to the start
 * as can be. No evaluation of the training positions changes by that; slots of tables that they never show move along with
 * their table, in params->base. Sandwich estimator: H^-1 (sum over games of s s') H^-1 (Liang, Zeger 1986). */
bool errors_find(Params *params, const Problem *problem, Gauge gauge, double *theta, FitErrors *out, Err *err);
void errors_free(FitErrors *errors);
#endif
