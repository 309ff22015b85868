/* Do counts times weights give the evaluation that was counted? For traces whose scores are that evaluation and no search's. */
#ifndef TUNER_DATA_TRACE_CHECK_H
#define TUNER_DATA_TRACE_CHECK_H
#include "engine/core/buf.h"
#include "tuner/data/trace.h"

typedef struct {
    int64_t scored, off; /* results with a score; those that are off by more than the tolerance */
    double mean, worst;  /* distance */
    uint64_t row;        /* the worst one's */
    double counted;      /* what it counts, Red's view */
    int score;           /* what stands there */
} TraceCheck;

/* weights: 2 * terms, the middle game's first; NULL: those of the table. */
void trace_check(const TraceSet *set, const double *weights, double tolerance, TraceCheck *out);
/* Append the row as a line of a text trace has it, from the phase on. */
void trace_print_row(const TraceSet *set, uint64_t row, Buf *out);
#endif
