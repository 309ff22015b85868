#include "engine/core/mono.h"
#include <time.h>

static int64_t read_clock(clockid_t clock) {
    struct timespec now;
    clock_gettime(clock, &now);
    return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}

int64_t mono_ns(void) {
    return read_clock(CLOCK_MONOTONIC);
}

int64_t cpu_thread_ns(void) {
    return read_clock(CLOCK_THREAD_CPUTIME_ID);
}

int64_t cpu_process_ns(void) {
    return read_clock(CLOCK_PROCESS_CPUTIME_ID);
}

void mono_sleep_ns(int64_t ns) {
    const struct timespec time = { .tv_sec = (time_t)(ns / 1000000000), .tv_nsec = (long)(ns % 1000000000) };
    nanosleep(&time, NULL);
}
