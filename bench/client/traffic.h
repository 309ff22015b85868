/* A log of all that the engines of a run are told and say, for those who look for a fault. A thread of its own writes it, so
 * that a slow disk holds up no game; what waits to be written takes 4 MB at the most. */
#ifndef BENCH_CLIENT_TRAFFIC_H
#define BENCH_CLIENT_TRAFFIC_H
#include "bench/proc/proc.h"

typedef struct Traffic Traffic;

/* A new log in this file, which is emptied. NULL with *err. */
Traffic *traffic_open(const char *path, Err *err);
/* A number for another process whose lines will come, from 1. Any thread. */
int traffic_enter(Traffic *traffic);
/* Log a line: "1234.567 >name(3): go nodes 500", in milliseconds since the log was opened; '>' to the engine, '<' from it,
 * '!' from its standard error, '=' how it ended. Never waits for the file: a line that finds no room is left out, and
 * where it should stand is "1234.567 ?lines left out here, since the file was too slow: 17". What was logged is brought
 * into the file within a second, and at once when an engine ends. Any thread; lines of one process keep their order. */
void traffic_add(Traffic *traffic, const char *name, int number, ProcVoice voice, const char *line, size_t len);
/* How many lines were left out so far. */
int64_t traffic_left_out(Traffic *traffic);
/* Bring what was logged into the file and close it; accepts NULL. false with *err when anything could not be written. */
bool traffic_close(Traffic *traffic, Err *err);
#endif
