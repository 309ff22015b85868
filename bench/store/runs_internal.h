/* What makes a run itself: for the files of this folder. */
#ifndef BENCH_STORE_RUNS_INTERNAL_H
#define BENCH_STORE_RUNS_INTERNAL_H
#include "engine/core/buf.h"

enum { UID_SIZE = 33 };

/* 128 bits that no other run has: time, process and the monotonic clock, mixed. */
void make_uid(char out[UID_SIZE]);
/* The first line in which two configurations differ: "stored 'seed: 7', now 'seed: 8'" with these names. */
void print_difference(const char *old_name, const char *stored, const char *new_name, const char *now, Buf *out);
#endif
