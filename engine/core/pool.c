#include "engine/core/pool.h"
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "engine/core/arena.h"
#include "engine/core/cgroup.h"
#include "engine/core/file.h"
#include "engine/core/pool_internal.h"

int pool_count_cpus(const char *list) {
    int count = 0;
    while (*list >= '0' && *list <= '9') {
        char *end;
        const long first = strtol(list, &end, 10), last = *end == '-' ? strtol(end + 1, &end, 10) : first;
        if (last < first || last - first > 1 << 20) return 0;
        count += (int)(last - first) + 1;
        list = end + (*end == ',');
    }
    return count;
}

static int min_known(int a, int b) {
    if (!a || !b) return a ? a : b;
    return a < b ? a : b;
}

/* The affinity mask, read from /proc because sched_getaffinity is no part of POSIX; 0: unknown. */
static int allowed_cpus(void) {
    static const char label[] = "\nCpus_allowed_list:\t";
    Buf status = { 0 };
    int count = 0;
    if (file_read("/proc/self/status", &status, NULL)) {
        const char *found = strstr(status.text, label);
        if (found) count = pool_count_cpus(found + sizeof label - 1);
    }
    buf_free(&status);
    return count;
}

int pool_cores(void) {
    const long online = sysconf(_SC_NPROCESSORS_ONLN);
    const int cores = min_known(online > 0 ? (int)online : 0, min_known(allowed_cpus(), cgroup_cpus("")));
    return cores > 0 ? cores : 1;
}

/* What the workers share: constant but for the counter. */
typedef struct {
    unsigned jobs;
    atomic_uint next; /* the first job that nobody has taken */
    void (*work)(void *context, int worker, int job);
    void *context;
    const atomic_bool *stop;
    atomic_bool abandoned; /* a worker could not be started */
} Pool;

typedef struct {
    Pool *pool;
    pthread_t thread;
    int number;
} Worker;

static bool is_stopped(const Pool *pool) {
    return atomic_load(&pool->abandoned) || (pool->stop && atomic_load(pool->stop));
}

static void *worker_main(void *argument) {
    const Worker *worker = argument;
    Pool *pool = worker->pool;
    while (!is_stopped(pool)) {
        const unsigned job = atomic_fetch_add(&pool->next, 1);
        if (job >= pool->jobs) break;
        pool->work(pool->context, worker->number, (int)job);
    }
    return NULL;
}

/* A search recurses deeply; do not depend on the shell's stack limit. */
static int start_worker(Worker *worker) {
    enum { STACK_SIZE = 8 << 20 };
    pthread_attr_t attributes;
    pthread_attr_init(&attributes);
    pthread_attr_setstacksize(&attributes, STACK_SIZE);
    const int code = pthread_create(&worker->thread, &attributes, worker_main, worker);
    pthread_attr_destroy(&attributes);
    return code;
}

bool pool_run(int workers, int jobs, void (*work)(void *context, int worker, int job), void *context,
              const atomic_bool *stop, Err *err) {
    if (workers > jobs) workers = jobs;
    if (jobs <= 0) return true;
    if (workers < 1) workers = 1;
    Pool pool = { .jobs = (unsigned)jobs, .work = work, .context = context, .stop = stop };
    Worker *crew = mem_zalloc((size_t)workers, sizeof *crew);
    int started = 0, code = 0;
    for (; started < workers; started++) {
        crew[started] = (Worker){ .pool = &pool, .number = started };
        if ((code = start_worker(&crew[started])) != 0) break;
    }
    if (code) atomic_store(&pool.abandoned, true);
    for (int i = 0; i < started; i++) pthread_join(crew[i].thread, NULL);
    free(crew);
    if (!code) return true;
    return err_set(err, ERR_SYSTEM, "cannot start worker thread %d of %d: %s", started + 1, workers, strerror(code));
}
