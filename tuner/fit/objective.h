/* What a fit makes small, but for the prior: the loss of results, the loss of comparisons, or a blend of both. */
#ifndef TUNER_FIT_OBJECTIVE_H
#define TUNER_FIT_OBJECTIVE_H
#include "tuner/fit/kernel.h"

/* Mean loss of what judges (valid) or teaches. */
double objective_loss(const Problem *problem, bool valid, const double *weights);
/* Mean loss of a slice of what teaches, and its gradient, 2 * terms numbers. */
double objective_gradient(const Problem *problem, KernelSlice slice, const double *weights, double *gradient);
/* Curvature over chosen terms, as comparison_curvature has it. Of squared errors it is Gauss-Newton's, whichever was asked for; for
 * CURVATURE_GRAM weights may be NULL. */
void objective_curvature(const Problem *problem, CurvatureKind kind, const double *weights, const int *column, int columns, double *blocks);
/* Is there anything that judges? */
bool objective_judges(const Problem *problem);
/* How many rows and positions a pass goes over. */
uint64_t objective_rows(const Problem *problem);
/* The rise of the loss, to first order in the noise, that comes from fitting `params` weights to noise alone; loss: where the fit is. */
double objective_noise(const Problem *problem, int params, double loss);
#endif
