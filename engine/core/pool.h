/* Worker threads over numbered jobs: job i runs on some worker, each worker owns its state. */
#ifndef ENGINE_CORE_POOL_H
#define ENGINE_CORE_POOL_H
#include <stdatomic.h>
#include <stdbool.h>
#include "engine/core/err.h"

/* Cores this process may use (affinity and cgroup quota respected), at least 1. */
int pool_cores(void);
/* Run work(context, worker, job) for job in [0, jobs) on `workers` threads, in increasing order of start; returns
 * when all are done. Stops handing out jobs once *stop is true (stop may be NULL). */
bool pool_run(int workers, int jobs, void (*work)(void *context, int worker, int job), void *context,
              const atomic_bool *stop, Err *err);
#endif
