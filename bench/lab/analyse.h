/* What an experiment's measures say: cells compared with the base, effects of factors, values that must agree. Pure. */
#ifndef BENCH_LAB_ANALYSE_H
#define BENCH_LAB_ANALYSE_H
#include "bench/lab/measure.h"
#include "bench/stats/bootstrap.h"

/* What is compared by ratios: nodes, leaf nodes, time. */
typedef enum { QUANTITY_NODES, QUANTITY_LEAVES, QUANTITY_TIME, QUANTITIES } Quantity;
extern const char *const quantity_names[QUANTITIES];

/* A ratio to the base. Where a position was censored it is a bound: of the cell alone from below, of the base alone from
 * above; censored in both it says nothing and is left out. */
typedef struct {
    BootstrapInterval mean; /* geometric, over positions; NAN when there are none */
    double of_sums;
    int positions;          /* that it is made of */
    bool at_least, at_most;
} Ratio;

/* Searches that a fault of the player ended say nothing: no figure counts them. */
typedef struct {
    int counted, censored, faults; /* searches: the figures are made of so many, of which some were cut, and beside them some failed */
    double sum[QUANTITIES];        /* NAN when none counts */
    double mean_depth;             /* likewise */
    double first_cutoffs;   /* share of beta cutoffs by the first move; NAN without any */
    Ratio ratio[QUANTITIES];
    int values_differ, moves_differ; /* from the base, of positions finished in both */
    bool must_agree;        /* with the base: its values_differ should be 0 */
} CellSummary;

/* One cell at one budget. */
bool analyse_cell(const Experiment *experiment, const Measure *all, int cell, int budget, CellSummary *out, Err *err);

/* An effect on log nodes, as a factor: what the level multiplies nodes by, on the average over all other settings; for
 * two factors, by how much one level changes the other's effect (1: none). */
typedef struct { int factor, level, other, other_level; /* other -1: a main effect */ BootstrapInterval ratio; int censored; /* measures at their cap */ } Effect;
/* Main effects, then interactions of two, of a factorial or fractional design at one budget; intervals are over positions.
 * *out lives in the arena. Other designs have none. */
bool analyse_effects(const Experiment *experiment, const Measure *all, int budget, Arena *arena, Effect **out, int *count, Err *err);

/* Two cells that must find the same value and did not. */
typedef struct { int budget, position, cell, other; } Disagreement;
/* All of them, each cell against the first that it must agree with. *checked: how many pairs of values were compared. */
void analyse_disagreements(const Experiment *experiment, const Measure *all, Arena *arena, Disagreement **out, int *count, int *checked);
#endif
