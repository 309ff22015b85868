/* A log of all that the engines of a run are told and say, for those who look for a fault. */
#ifndef BENCH_CLIENT_TRAFFIC_H
#define BENCH_CLIENT_TRAFFIC_H
#include "bench/proc/proc.h"

typedef struct Traffic Traffic;

/* A new log in this file, which is emptied. NULL with *err. */
Traffic *traffic_open(const char *path, Err *err);
/* A number for another process whose lines will come, from 1. Any thread. */
int traffic_enter(Traffic *traffic);
/* Write a line: "1234.567 >name(3): go nodes 500", in milliseconds since the log was opened; '>' to the engine, '<' from it,
 * '!' from its standard error, '=' how it ended. Any thread; lines of one process keep their order. */
void traffic_add(Traffic *traffic, const char *name, int number, ProcVoice voice, const char *line, size_t len);
/* Close it; accepts NULL. false with *err when anything was not written. */
bool traffic_close(Traffic *traffic, Err *err);
#endif
