/* Which processor a thread, and the engines that it starts, run on. */
#ifndef BENCH_PROC_AFFINITY_H
#define BENCH_PROC_AFFINITY_H
#include <stdbool.h>

/* Keep the calling thread, and the threads and processes that it starts from now on, to one of the processors that this
 * program may use: one that no other thread has claimed by this function, here or in another running program of ours;
 * if possible of the core that it runs on, else of another, and a second one of a core only when every core has its
 * claim. Returns the claim, to be given back, or -1 when nothing is free: then nothing has changed. */
int affinity_claim(void);
/* The same without a claim, when there are more threads than processors: round and round by number, from 0. */
void affinity_share(int number);
/* Give a claim back; accepts -1. */
void affinity_release(int claim);
#endif
