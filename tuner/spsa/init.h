/* The first draft of a tuning's configuration, from what a player has to tune. */
#ifndef TUNER_SPSA_INIT_H
#define TUNER_SPSA_INIT_H
#include "bench/client/tunables.h"
#include "engine/core/opt.h"

/* Append a configuration for the player of this line (as --player has it), with every parameter that matches one of `only`; without
 * any, all but weights. What would need special care (sizes, threads, squares that a man can't reach) stays out, in a comment where it was not asked
 * for by name. ERR_INPUT when nothing is left. */
bool spsa_init_config(const char *line, const OptList *only, Buf *out, Err *err);
#endif
