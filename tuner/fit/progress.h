/* How far a fit has come, as bytes that another run of the same fit goes on from. A fit is a row of minimisations, each a function of
 * data, settings and those before: what is finished is kept, and what was under way is done again, so that the end is the same, bit
 * by bit. */
#ifndef TUNER_FIT_PROGRESS_H
#define TUNER_FIT_PROGRESS_H
#include "engine/core/buf.h"
#include "tuner/fit/optimise.h"

typedef struct {
    Buf bytes;   /* finished minimisations, one after another */
    size_t at;   /* those before are taken */
} FitProgress;

/* A finished minimisation. */
typedef struct { OptimiseResult end; int params, steps; } FitStage;

/* Put down another one: where it ended and its iterations. Everything that was not taken is dropped. */
void fit_progress_add(FitProgress *progress, const FitStage *stage, const double *theta, const FitStep *step);
/* Take the next one: theta gets its end, *step its iterations (in the bytes). false when there is none of so many parameters: the
 * bytes end, or they are damaged; what was taken before holds. */
bool fit_progress_next(FitProgress *progress, int params, FitStage *stage, double *theta, const FitStep **step);
void fit_progress_free(FitProgress *progress);
#endif
