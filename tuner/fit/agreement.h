/* How often an evaluation agrees with the moves that were played, and how sure of them a prior made of it should be. */
#ifndef TUNER_FIT_AGREEMENT_H
#define TUNER_FIT_AGREEMENT_H
#include "engine/core/err.h"
#include "tuner/fit/comparison.h"

/* Means over positions. Moves are ranked by the evaluation of their leaves; of equal ones each is as likely to be first. */
typedef struct {
    uint64_t positions;
    double top1, top5;       /* share of positions whose played move ranks first, among the first five */
    double rank, moves;      /* its rank, from 1, and how many moves there are */
    double chance1, chance5; /* what a blind choice would have */
    double surprise, blind;  /* minus the logarithm of the played move's probability: by exp(E / temperature), and by a blind choice */
} Agreement;

/* Of the positions that judge (valid) or teach. All zero without any. */
void agreement_find(const Comparison *c, bool valid, const double *weights, double temperature, Agreement *out);
/* The temperature, in units of the evaluation, at which moves drawn in proportion to exp(E / temperature) are most likely those that were played
 * in the positions that teach, by Brent's method. ERR_INPUT when the evaluation says nothing of the moves: none between 1 and 100000 is the best. */
bool agreement_temperature(const Comparison *c, const double *weights, double *temperature, Err *err);
#endif
