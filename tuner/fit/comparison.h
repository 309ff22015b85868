/* The loss of comparisons: how far moves that were not played stand above the one that was, and the passes over them.
 *
 * d is what a row gives times the weights, the other move's leaf less the played one's. The sigmoid loss of Tesauro and of the Bonanza
 * method (Hoki, Kaneko 2014) counts, smoothly, the moves above: sum of 1 / (1 + exp(-d / scale)), or their share of the other moves.
 * The softmax loss is minus the logarithm of the probability that moves drawn in proportion to exp(E / scale) would be the played
 * ones: convex, and in keeping with a prior for tree search. */
#ifndef TUNER_FIT_COMPARISON_H
#define TUNER_FIT_COMPARISON_H
#include "tuner/data/compare.h"
#include "tuner/fit/lanes.h"

typedef enum { COMPARE_SIGMOID, COMPARE_SOFTMAX } CompareKind;
extern const char *const compare_kind_names[]; /* sigmoid softmax, NULL-terminated */

typedef struct {
    const CompareSet *set; /* NULL: there are no comparisons */
    CompareKind kind;
    bool mean;             /* sigmoid: the share of the other moves that stand above, not their number */
    double scale;          /* of d, in units of the evaluation */
    bool *valid_game;      /* by game: does it judge? */
    uint64_t games[2], positions[2]; /* that teach, that judge */
    int threads;
} Comparison;

/* Split the set's games by their identity (problem.h); scale is 1 until it is set. Empty for a NULL set. */
void comparison_init(Comparison *c, const CompareSet *set, CompareKind kind, bool mean, double valid_share, int threads);
void comparison_free(Comparison *c);

/* Mean loss of the positions that judge (valid) or teach; 0 without any. Weights: middle game of every term, then endgame. */
double comparison_loss(const Comparison *c, bool valid, const double *weights);
/* Mean loss of a slice of the positions that teach, and its gradient, 2 * terms numbers. */
double comparison_gradient(const Comparison *c, KernelSlice slice, const double *weights, double *gradient);
/* d of every row, those that judge and those that teach. */
void comparison_margins(const Comparison *c, const double *weights, double *margin);

/* The sigmoid loss is not convex. Its curvature is s (1-s)^2 - s^2 (1-s) by scale^2, s the sigmoid: of that the first part alone is
 * never negative and never too small, which is what steps want; errors want all of it. */
typedef enum { CURVATURE_CONVEX, CURVATURE_EXACT, CURVATURE_GRAM /* 1 for every row */ } CurvatureKind;
/* Curvature of the mean loss of the positions that teach, over chosen terms: column[term] is its place or -1. blocks gets three columns x
 * columns matrices: middle game by middle game, endgame by middle game (row by column), endgame by endgame. */
void comparison_curvature(const Comparison *c, CurvatureKind kind, const double *weights, const int *column, int columns, double *blocks);

/* The gradient of one position's loss, given the margins of all rows, as pieces to be added up: what errors by game are made of. `at` is
 * a place among the 2 * terms weights. */
void comparison_visit_gradient(const Comparison *c, uint64_t position, const double *margin, void (*add)(void *context, int at, double by), void *context);
#endif
