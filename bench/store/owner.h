/* Who is playing a run: a process, told apart from a later one that got the same number. */
#ifndef BENCH_STORE_OWNER_H
#define BENCH_STORE_OWNER_H
#include <stdbool.h>

enum { HOST_SIZE = 64, OWNER_SIZE = HOST_SIZE + 48 };

/* The name of this machine, cut to fit. Returns out. */
char *host_name(char out[HOST_SIZE]);
/* This process, as "host:process:start". Returns out. */
char *owner_text(char out[OWNER_SIZE]);
/* Does another process that owner_text called this live on this machine? Of other machines nothing can be known: no. */
bool owner_lives(const char *owner);
#endif
