/* Signals of commands that end cleanly. */
#ifndef BENCH_CMD_STOP_H
#define BENCH_CMD_STOP_H
#include <stdatomic.h>
#include "bench/proc/bell.h"

/* From now on the first SIGINT, SIGTERM or SIGHUP (the terminal was closed; not under nohup) sets the flag and rings
 * the bell, and a second ends the program at once. */
void stop_on_signals(void);
const atomic_bool *stop_flag(void);
const Bell *stop_bell(void);
#endif
