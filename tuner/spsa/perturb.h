/* The two values of a parameter that an iteration compares. */
#ifndef TUNER_SPSA_PERTURB_H
#define TUNER_SPSA_PERTURB_H
#include <stdbool.h>

typedef struct {
    double value, min, max;
    double c;          /* how far from value either side shall stand */
    bool whole;        /* sides are whole numbers */
} PerturbSpec;

typedef struct {
    double plus, minus; /* within the bounds */
    bool hindered;      /* a bound kept the sides from standing c away */
} Perturbed;

/* sign is 1 or -1. Whole numbers: both sides are rounded by one draw, uniform in [0, 1): their difference is 2c in the mean,
 * never of the wrong sign, and never zero for c of 0.5 and more (where bounds leave room). Near a bound c shrinks so that both sides fit, but not to
 * nothing: beyond that the sides stand unevenly, and (plus - minus) / 2 is the difference that was really played. */
Perturbed perturb(const PerturbSpec *spec, int sign, double draw);
#endif
