#include "bench/store/owner.h"
#include <stdio.h>
#include <string.h>
#include <unistd.h>

char *host_name(char out[HOST_SIZE]) {
    if (gethostname(out, HOST_SIZE) != 0) snprintf(out, HOST_SIZE, "unknown");
    out[HOST_SIZE - 1] = 0;
    return out;
}

/* When the process began, in clock ticks since the system did (proc(5)); 0 when there is none, or a mere zombie. */
static unsigned long long process_start(long process) {
    char path[48], text[1024];
    snprintf(path, sizeof path, "/proc/%ld/stat", process);
    FILE *file = fopen(path, "r");
    if (!file) return 0;
    text[fread(text, 1, sizeof text - 1, file)] = 0;
    fclose(file);
    const char *after_name = strrchr(text, ')'); /* the program's name may hold anything */
    char state = 'Z';
    unsigned long long start = 0;
    if (after_name) sscanf(after_name, ") %c %*d %*d %*d %*d %*d %*u %*u %*u %*u %*u %*u %*u %*d %*d %*d %*d %*d %*d %llu", &state, &start);
    return state == 'Z' || state == 'X' ? 0 : start;
}

char *owner_text(char out[OWNER_SIZE]) {
    char host[HOST_SIZE];
    const long process = (long)getpid();
    snprintf(out, OWNER_SIZE, "%s:%ld:%llu", host_name(host), process, process_start(process));
    return out;
}

bool owner_lives(const char *owner) {
    char host[HOST_SIZE];
    const size_t len = strlen(host_name(host));
    long process;
    unsigned long long start;
    if (strncmp(owner, host, len) != 0 || sscanf(owner + len, ":%ld:%llu", &process, &start) != 2) return false;
    return process != (long)getpid() && start && process_start(process) == start;
}
