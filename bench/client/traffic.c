#include "bench/client/traffic.h"
#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "engine/core/arena.h"
#include "engine/core/mono.h"

/* Lines are gathered, since a write for each would make games slower; a second's worth may be lost in a crash of ours. */
enum { BUFFER_SIZE = 1 << 20 };
static const int64_t flush_ns = 1000000000;

struct Traffic {
    char *path, *buffer;
    int64_t opened_ns;
    pthread_mutex_t lock; /* guards what follows */
    FILE *file;
    int processes;
    int64_t flushed_ns;
};

Traffic *traffic_open(const char *path, Err *err) {
    FILE *file = fopen(path, "w");
    if (!file) {
        err_system(err, "write", path);
        return NULL;
    }
    Traffic *traffic = mem_zalloc(1, sizeof *traffic);
    traffic->path = mem_strdup(path);
    traffic->buffer = mem_alloc(BUFFER_SIZE);
    traffic->file = file;
    traffic->opened_ns = traffic->flushed_ns = mono_ns();
    setvbuf(file, traffic->buffer, _IOFBF, BUFFER_SIZE);
    pthread_mutex_init(&traffic->lock, NULL);
    return traffic;
}

int traffic_enter(Traffic *traffic) {
    pthread_mutex_lock(&traffic->lock);
    const int number = ++traffic->processes;
    pthread_mutex_unlock(&traffic->lock);
    return number;
}

void traffic_add(Traffic *traffic, const char *name, int number, ProcVoice voice, const char *line, size_t len) {
    static const char marks[] = { [PROC_TOLD] = '>', [PROC_SAID] = '<', [PROC_COMPLAINED] = '!', [PROC_ENDED] = '=' };
    pthread_mutex_lock(&traffic->lock);
    const int64_t now_ns = mono_ns(); /* under the lock, so that times rise */
    fprintf(traffic->file, "%.3f %c%s(%d): ", (double)(now_ns - traffic->opened_ns) / 1e6, marks[voice], name, number);
    fwrite(line, 1, len, traffic->file);
    putc('\n', traffic->file);
    if (now_ns - traffic->flushed_ns >= flush_ns) {
        fflush(traffic->file);
        traffic->flushed_ns = now_ns;
    }
    pthread_mutex_unlock(&traffic->lock);
}

bool traffic_close(Traffic *traffic, Err *err) {
    if (!traffic) return true;
    const bool failed = ferror(traffic->file);
    const bool good = (fclose(traffic->file) == 0 && !failed) || err_system(err, "write", traffic->path);
    pthread_mutex_destroy(&traffic->lock);
    free(traffic->buffer);
    free(traffic->path);
    free(traffic);
    return good;
}
