/* Starting and ending the engine of an external player; for bench/client alone. */
#ifndef BENCH_CLIENT_EXTERNAL_START_H
#define BENCH_CLIENT_EXTERNAL_START_H
#include "bench/client/external.h"

/* Start the process and bring it so far that it can be asked: introduction, options, dialect. ERR_INPUT when it can't be
 * run, ERR_SYSTEM when this machine is at its limits, ERR_FAULT when the engine fails to do its part. */
bool external_start(External *self, Err *err);
/* Begin a new game, and wait until it is ready. */
bool external_get_ready(External *self, Err *err);
/* Can the process play more than one game? */
bool external_reuses(const External *self);
/* End the process, if there is one, gently unless it failed. */
void external_end(External *self);
/* A player of this kind; see PlayerSpec.start. */
Player *external_new(const PlayerSpec *spec, Err *err);
#endif
