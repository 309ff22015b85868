/* What the steps of a fit share. */
#ifndef TUNER_FIT_FIT_INTERNAL_H
#define TUNER_FIT_FIT_INTERNAL_H
#include "tuner/fit/fit.h"

/* Problem, scales, parameters and start of a fit; fit_free releases what was begun, after an error too. */
bool fit_begin(const FitSettings *settings, const FitData *data, FitResult *r, Err *err);
/* Search the leaves of the comparisons anew with the fitted weights, and begin again with those; the start and the scales stay. */
bool fit_search_leaves(const FitSettings *settings, const FitData *data, FitResult *r, Err *err);
/* How start and result agree with the moves that were played. */
bool fit_find_agreement(const FitSettings *settings, FitResult *r, Err *err);
/* The 2 * WEIGHT_COUNT values of a builtin table as weights: rounded, and cut to what these hold. */
void fit_as_weights(const double *values, Weights *out);
#endif
