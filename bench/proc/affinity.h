/* Which processor a thread, and the engines that it starts, run on. */
#ifndef BENCH_PROC_AFFINITY_H
#define BENCH_PROC_AFFINITY_H
#include <stdbool.h>

/* Pin the calling thread, and the threads and processes that it starts from now on, to one of the processors that this
 * program may use: the number-th (from 0, round and round), one of every core before the second ones of any. false
 * when the system refuses: then nothing has changed. */
bool affinity_pin(int number);
#endif
