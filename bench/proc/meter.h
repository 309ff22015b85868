/* What the kernel counts of a thread or a process. Instructions retired are nearly the same at every run of the same
 * work, where seconds are noise; but virtual machines and containers often have no counter for them. */
#ifndef BENCH_PROC_METER_H
#define BENCH_PROC_METER_H
#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>
#include "engine/core/err.h"

typedef enum {
    METER_NONE,
    METER_INSTRUCTIONS, /* of the processor, outside the kernel */
    METER_TASK_CLOCK,   /* nanoseconds of CPU time, counted by the kernel: where a machine counts nothing else */
} MeterKind;
enum { METER_KINDS = METER_TASK_CLOCK + 1 };
extern const char *const meter_names[METER_KINDS]; /* none, instructions, task_clock */

/* One that is zeroed is closed. */
typedef struct {
    int fd; /* of the kernel's counter, plus one */
} Meter;

/* Count the calling thread from now on (pid 0), or a process from its exec on, which is still to come, with every thread
 * and process that it starts. METER_NONE opens nothing. ERR_SYSTEM when this machine has no such counter or doesn't let
 * us have it, with what could be done about it; *out is closed then. */
bool meter_open(MeterKind kind, pid_t pid, Meter *out, Err *err);
/* What it has counted. false when it is closed, or had to share the processor's counter and missed something. */
bool meter_read(const Meter *meter, uint64_t *count);
/* Accepts a closed one. */
void meter_close(Meter *meter);
#endif
