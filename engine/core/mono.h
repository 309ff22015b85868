/* The monotonic clock: the only clock that limits, timings and deadlines read. */
#ifndef ENGINE_CORE_MONO_H
#define ENGINE_CORE_MONO_H
#include <stdint.h>

/* Nanoseconds since some fixed moment. */
int64_t mono_ns(void);
/* CPU time of the calling thread, nanoseconds. */
int64_t cpu_thread_ns(void);
/* CPU time of all threads of the process, nanoseconds. */
int64_t cpu_process_ns(void);
/* Sleep this many nanoseconds (shorter if a signal arrives). */
void mono_sleep_ns(int64_t ns);
#endif
