/* Directions that the data leave open, and the convention that closes them. */
#ifndef TUNER_FIT_NULLS_H
#define TUNER_FIT_NULLS_H
#include "tuner/fit/params.h"

typedef struct {
    int n, rank, count;  /* parameters; of the Gram matrix; directions */
    int *pivot;          /* rank parameters that the data determine, given the others */
    double *direction;   /* count vectors of n, the largest entry of each 1 */
    double *gauge;       /* count x n: moving theta by minus (gauge theta) along the directions brings it to the convention */
    double *offset;      /* count: what gauge theta should be there */
    bool *open;          /* by parameter: no convention fixes it */
} Nulls;

/* From the Gram matrix of the parameters (n x n, params_gram). with_tables: tables have mean zero where they can, else all stays near the start. */
void nulls_find(const Params *params, const TermTable *table, const double *gram, bool with_tables, Nulls *out);
void nulls_free(Nulls *nulls);
/* Bring theta to the convention, and in base (2 * terms) the slots that were never seen along with the tables that they belong to. */
void nulls_apply(const Nulls *nulls, const Params *params, const TermTable *table, double *theta, double *base);
/* The covariance (n x n) of the weights so brought. */
void nulls_apply_covariance(const Nulls *nulls, double *matrix);
/* Direction number i in words: "psqt[4] mg (50 slots) +1, material[4] mg -1". */
void nulls_print(const Nulls *nulls, const Params *params, const TermTable *table, int i, Buf *out);
#endif
