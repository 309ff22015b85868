/* Starting and ending the engine of an external player; for bench/client and bench/check. */
#ifndef BENCH_CLIENT_EXTERNAL_START_H
#define BENCH_CLIENT_EXTERNAL_START_H
#include "bench/client/external.h"

/* Start the process and bring it so far that it can be asked: introduction, options, dialect. ERR_INPUT when it can't
 * be run, ERR_SYSTEM when this machine is at its limits, ERR_FAULT when the engine fails to do its part. */
bool external_start(External *self, Err *err);
/* Begin a new game, and wait until it is ready. */
bool external_get_ready(External *self, Err *err);
/* Can the process play more than one game? */
bool external_reuses(const External *self);
/* End the process, if there is one, gently unless it failed. */
void external_end(External *self);
/* By the ranks of its moves, from 0 or from 1: ask for the only move of a position. */
bool external_probe_ranks(External *self, Err *err);
/* What an option of this name has: what it was told goes before what it has by default; "" when neither is known. */
const char *external_option_value(const External *self, const char *name);
/* A player of this kind, and a trial of it; see PlayerSpec. */
Player *external_new(const PlayerSpec *spec, Err *err);
bool external_prepare(PlayerSpec *spec, const Limit *limit, Buf *warnings, Err *err);
#endif
