/* What is fitted: traces, the target of every row, which games teach and which judge. */
#ifndef TUNER_FIT_PROBLEM_H
#define TUNER_FIT_PROBLEM_H
#include "tuner/data/trace.h"
#include "tuner/fit/comparison.h"
#include "tuner/fit/loss.h"

/* One side of the split, by row. Equal traces were merged: the loss of n labels against targets t_k is n times that
 * against their mean, and a constant. */
typedef struct {
    double *target;   /* mean of the row's labels */
    float *weight;    /* how many there are */
    double total;     /* labels */
    double spread;    /* sum of squares of the targets around their row's mean */
    uint64_t games;
} Labels;

typedef struct {
    const TraceSet *set;
    LossKind loss;
    double k;         /* natural base */
    double result_share; /* lambda: the target is lambda * result + (1 - lambda) * predicted score of the search */
    Labels train, valid;
    bool *valid_game; /* by game: does it judge? */
    bool *left_out;   /* by game: neither teaches nor judges; NULL: none is */
    Comparison compare;    /* of the moves that were played; empty: results alone */
    double compare_share;  /* of its loss in the whole; the rest is that of the results */
    int threads;
} Problem;

/* How comparisons are taken into a problem. */
typedef struct { CompareKind kind; bool mean; double share; } CompareChoice;

/* Is this game kept for validation? By its identity, so that a game stays where it is when data are added. */
bool problem_is_valid_game(uint64_t game, double share);
/* A problem with this share of the games for validation; targets are those of k. */
void problem_init(Problem *problem, const TraceSet *set, LossKind loss, double k, double result_share, double valid_share, int threads);
/* Does this game teach? */
bool problem_teaches(const Problem *problem, uint32_t game);
/* Of the games that teach only this share does from now on, chosen by their identity: games of a smaller share are among those of
 * a larger one. */
void problem_teach(Problem *problem, double share);
void problem_free(Problem *problem);
/* Take in comparisons of the same table, in place of those before; they must outlive the problem. */
void problem_compare(Problem *problem, const CompareSet *set, const CompareChoice *choice, double valid_share);
/* Another scale: targets that blend in search scores change with it. */
void problem_set_k(Problem *problem, double k);
/* One label's target. */
double problem_target(const Problem *problem, const TraceLabel *label);
/* The start values of the table as one vector: middle game of every term, then endgame. The caller's. */
double *problem_start(const TraceSet *set);
#endif
