/* Whole numbers for many weights at once. */
#ifndef TUNER_FIT_ROUND_H
#define TUNER_FIT_ROUND_H

/* Round theta (n numbers) so that the quadratic form of the curvature (n x n, positive definite) of the change stays small:
 * one weight after another, the rest solved anew each time (Babai's nearest plane), then single steps of one while they help.
 * Never worse than rounding each by itself. Returns half the form at the result: the loss that rounding costs. *alone, if not
 * NULL, gets what rounding each by itself would cost. */
double round_together(const double *curvature, int n, const double *theta, double *out, double *alone);
#endif
