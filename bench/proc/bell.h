/* A bell: threads and signal handlers ring it, and who waits for an engine, or for threads, hears it at once. */
#ifndef BENCH_PROC_BELL_H
#define BENCH_PROC_BELL_H
#include <stdbool.h>
#include <stdint.h>
#include "engine/core/err.h"

/* One that is zeroed is closed: ringing it does nothing. */
typedef struct {
    int fd; /* the kernel's event counter, plus one */
} Bell;

/* ERR_SYSTEM when this program is out of descriptors. */
bool bell_open(Bell *out, Err *err);
/* Any thread, and signal handlers too. It rings on until it is silenced. */
void bell_ring(const Bell *bell);
void bell_silence(const Bell *bell);
/* What a poll finds readable while it rings; -1 for NULL or a closed one. */
int bell_fd(const Bell *bell);
/* Wait until one of these rings, or for so many milliseconds. Either may be NULL. */
void bell_await(const Bell *bell, const Bell *other, int most_ms);
/* Accepts a closed one. */
void bell_close(Bell *bell);
#endif
