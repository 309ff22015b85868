/* Where two tunings of the same numbers moved the same way: what gains at one limit alone often loses at another, and chance has no
 * direction. */
#ifndef TUNER_VERIFY_AGREE_H
#define TUNER_VERIFY_AGREE_H
#include "bench/store/tunings.h"

/* A number that the first tuning moved. */
typedef struct {
    const char *name;        /* "search.lmr_base", "weights.material[4][0]" */
    double start, end;       /* in the first tuning */
    double other_start, other_end; /* in the second; NAN: not there */
    bool kept;               /* both moved the same way, or the second knows nothing of it */
} AgreedNumber;
typedef struct { AgreedNumber *number; int count, kept, shared; } Agreed;

/* *result gets what the first tuning proposes, where the second doesn't contradict: numbers that it moved the other way, or not at all, are
 * back at their start. Names live in the arena. ERR_INPUT: one is a fit, whose weights move together where that changes no evaluation; proposes nothing yet, values of another engine's evaluation, nothing in
 * common. */
bool agree_find(const TuningRecord *first, const TuningRecord *second, Arena *arena, Agreed *out, Buf *result, Err *err);
#endif
