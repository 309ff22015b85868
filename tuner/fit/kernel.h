/* The passes over the data that every optimiser is made of.
 *
 * Rows are sorted by phase, so inside one phase a row's evaluation is a dot product with one blended vector of weights, and
 * gradient and curvature need one entry a term; middle game and endgame are told apart once a phase. Weights are one vector:
 * middle game of every term, then endgame. Any number of threads gives the same bits (lanes.h). */
#ifndef TUNER_FIT_KERNEL_H
#define TUNER_FIT_KERNEL_H
#include "tuner/fit/lanes.h"
#include "tuner/fit/problem.h"

/* Mean loss. */
double kernel_loss(const Problem *problem, const Labels *labels, const double *weights);
/* Mean loss of a slice and its gradient, 2 * terms numbers. */
double kernel_gradient(const Problem *problem, const Labels *labels, KernelSlice slice, const double *weights, double *gradient);
/* The evaluation of every row, Red's view. */
void kernel_scores(const Problem *problem, const double *weights, double *score);
/* Residuals sqrt(weight / total) (p - target) of every row, 0 where there is no label: the sum of squares is the mean of
 * squared errors but for the spread of merged labels. */
void kernel_residuals(const Problem *problem, const Labels *labels, const double *weights, double *residual);
/* transposed Jacobian of these residuals, times u: 2 * terms numbers. */
void kernel_pull(const Problem *problem, const Labels *labels, const double *weights, const double *u, double *out);
/* The curvature of the mean loss (loss.h) over chosen terms: column[term] is its place or -1. blocks gets three
 * columns x columns matrices: middle game by middle game, endgame by middle game (row by column), endgame by endgame. */
void kernel_curvature(const Problem *problem, const Labels *labels, const double *weights, const int *column, int columns, double *blocks);
#endif
