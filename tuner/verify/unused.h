/* The openings of a proof: those that the tuning's data can't have come from.
 *
 * The rule: of the list, in its order, all openings but those that a run of the store used which began no later than the
 * tuning was kept, and those of the pairs of SPSA itself. Games that were played afterwards can't have taught it. The tuning's own proofs don't count, so that a
 * proof that is resumed finds the same openings. */
#ifndef TUNER_VERIFY_UNUSED_H
#define TUNER_VERIFY_UNUSED_H
#include "bench/match/openings.h"
#include "bench/store/tunings.h"

typedef struct { uint32_t all, played; } UnusedCount;

/* Drop from the list what was played. Of the stores `more` (the games' own database, when it is another), every run counts.
 * ERR_INPUT: nothing is left. */
bool unused_openings(Openings *openings, Store *store, const TuningRecord *tuning, Store *const *more, int more_count, UnusedCount *out, Err *err);
#endif
