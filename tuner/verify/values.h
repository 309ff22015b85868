/* What a tuning proposes, and what it began with, as players. */
#ifndef TUNER_VERIFY_VALUES_H
#define TUNER_VERIFY_VALUES_H
#include "bench/store/spsa.h"
#include "engine/search/variant.h"

typedef enum { VALUES_START, VALUES_TUNED } ValuesSide;

/* Are they lines "term NAME MG EG", the evaluation of another engine? */
bool values_are_foreign(const TuningRecord *tuning);
/* The player with these values, as a mapping of match files, in the arena. A tuning that names no player of its own (a fit) gets
 * `variant`. ERR_INPUT: foreign values, or nothing proposed. */
ConfNode *values_player(const TuningRecord *tuning, ValuesSide side, const char *variant, Arena *arena, Err *err);
/* The builtin player with these values. ERR_INPUT: they are an engine's. */
bool values_variant(const TuningRecord *tuning, ValuesSide side, const char *variant, Variant *out, Err *err);
/* Are the proposed values such as their player takes: options and weights of ours within their ranges, those of an engine within
 * the bounds that they were tuned in? Foreign weights have none. ERR_INPUT. */
bool values_check(const TuningRecord *tuning, const StoredSpsa *tuned, Err *err);
#endif
