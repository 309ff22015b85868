/* One job's part of a run that several share. */
#ifndef BENCH_CMD_SHARD_H
#define BENCH_CMD_SHARD_H
#include <stdbool.h>
#include "engine/core/err.h"

/* Read "I/N", the I-th of N parts; *shard counts from 0. */
bool shard_parse(const char *text, int *shard, int *shards, Err *err);
#endif
