/* Lines go into a ring, and one thread of our own brings them into the file: a disk that stands still never holds up a
 * clock. When the ring is full, lines are left out and counted. */
#include "bench/client/traffic.h"
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>
#include "engine/core/arena.h"
#include "engine/core/draft.h"
#include "engine/core/mono.h"

/* The thread sleeps until a good piece has come together, an engine has ended, or some time has passed: waking it for every
 * line would make games slower. */
enum { RING_SIZE = 4 << 20, PIECE_SIZE = RING_SIZE / 8, WRITE_SECONDS = 1, HEAD_SIZE = 160 };

struct Traffic {
    char *path;
    int file;
    int64_t opened_ns;
    pthread_t thread;
    pthread_mutex_t lock;      /* guards what follows; held by nobody who writes */
    pthread_cond_t filled;     /* the thread has something to do */
    char *ring;                /* count bytes from `first` on, round and round */
    size_t first, count;
    int64_t missing, left_out; /* lines that found no room: since the last that did, in all */
    int processes;
    bool hurry, closing;       /* write soon; all that will ever come is there */
    int error;                 /* of the first write that failed; nothing is written after it */
};

/* --- the thread --- */

/* 0, or why it can't be written. */
static int write_piece(int file, const char *text, size_t len) {
    while (len) {
        const ssize_t written = write(file, text, len);
        if (written < 0 && errno != EINTR) return errno;
        text += written > 0 ? written : 0;
        len -= written > 0 ? (size_t)written : 0;
    }
    return 0;
}

/* Under the lock, which is given up meanwhile. */
static void wait_for_lines(Traffic *traffic) {
    struct timespec until;
    clock_gettime(CLOCK_MONOTONIC, &until);
    until.tv_sec += WRITE_SECONDS;
    int waited = 0;
    while (!traffic->closing && !traffic->hurry && traffic->count < PIECE_SIZE && waited != ETIMEDOUT)
        waited = pthread_cond_timedwait(&traffic->filled, &traffic->lock, &until);
    traffic->hurry = false;
}

/* Under the lock, which is given up meanwhile. */
static void write_out(Traffic *traffic, size_t count) {
    while (count) {
        const size_t to_end = RING_SIZE - traffic->first, len = count < to_end ? count : to_end;
        const char *text = traffic->ring + traffic->first;
        if (!traffic->error) {
            pthread_mutex_unlock(&traffic->lock);
            const int error = write_piece(traffic->file, text, len);
            pthread_mutex_lock(&traffic->lock);
            traffic->error = error;
        }
        traffic->first = (traffic->first + len) % RING_SIZE;
        traffic->count -= len;
        count -= len;
    }
}

static void *write_all(void *object) {
    Traffic *traffic = object;
    pthread_mutex_lock(&traffic->lock);
    while (!traffic->closing || traffic->count) {
        wait_for_lines(traffic);
        write_out(traffic, traffic->count);
    }
    pthread_mutex_unlock(&traffic->lock);
    return NULL;
}

/* --- whoever has something to log --- */

/* Under the lock; there is room. */
static void put(Traffic *traffic, const char *text, size_t len) {
    const size_t at = (traffic->first + traffic->count) % RING_SIZE;
    const size_t to_end = RING_SIZE - at, before_end = len < to_end ? len : to_end;
    memcpy(traffic->ring + at, text, before_end);
    memcpy(traffic->ring, text + before_end, len - before_end);
    traffic->count += len;
}

static int print_time(const Traffic *traffic, char out[HEAD_SIZE]) {
    const int64_t us = (mono_ns() - traffic->opened_ns) / 1000;
    return snprintf(out, HEAD_SIZE, "%" PRId64 ".%03d ", us / 1000, (int)(us % 1000));
}

static size_t print_missing(const Traffic *traffic, char out[HEAD_SIZE]) {
    const int len = print_time(traffic, out);
    return (size_t)(len + snprintf(out + len, HEAD_SIZE - (size_t)len, "?lines left out here, since the file was too slow: %" PRId64 "\n",
                                   traffic->missing));
}

/* Under the lock. false: there is no room. */
static bool add_line(Traffic *traffic, const char *head, size_t head_len, const char *line, size_t len) {
    char notice[HEAD_SIZE];
    const size_t notice_len = traffic->missing ? print_missing(traffic, notice) : 0;
    if (notice_len + head_len + len + 1 > RING_SIZE - traffic->count) return false;
    put(traffic, notice, notice_len);
    put(traffic, head, head_len);
    put(traffic, line, len);
    put(traffic, "\n", 1);
    return true;
}

void traffic_add(Traffic *traffic, const char *name, int number, ProcVoice voice, const char *line, size_t len) {
    static const char marks[] = { [PROC_TOLD] = '>', [PROC_SAID] = '<', [PROC_COMPLAINED] = '!', [PROC_ENDED] = '=' };
    char head[HEAD_SIZE];
    pthread_mutex_lock(&traffic->lock);
    const bool was_little = traffic->count < PIECE_SIZE;
    const int time_len = print_time(traffic, head); /* under the lock, so that times rise */
    const int head_len = time_len + snprintf(head + time_len, HEAD_SIZE - (size_t)time_len, "%c%.99s(%d): ", marks[voice], name, number);
    if (add_line(traffic, head, (size_t)head_len, line, len)) {
        traffic->missing = 0;
    } else {
        traffic->missing++;
        traffic->left_out++;
    }
    traffic->hurry |= voice == PROC_ENDED;
    if (voice == PROC_ENDED || (was_little && traffic->count >= PIECE_SIZE)) pthread_cond_signal(&traffic->filled);
    pthread_mutex_unlock(&traffic->lock);
}

int traffic_enter(Traffic *traffic) {
    pthread_mutex_lock(&traffic->lock);
    const int number = ++traffic->processes;
    pthread_mutex_unlock(&traffic->lock);
    return number;
}

int64_t traffic_left_out(Traffic *traffic) {
    pthread_mutex_lock(&traffic->lock);
    const int64_t lines = traffic->left_out;
    pthread_mutex_unlock(&traffic->lock);
    return lines;
}

/* --- the owner --- */

/* Everything but the thread. */
static void delete_log(Traffic *traffic) {
    pthread_cond_destroy(&traffic->filled);
    pthread_mutex_destroy(&traffic->lock);
    free(traffic->ring);
    free(traffic->path);
    free(traffic);
}

Traffic *traffic_open(const char *path, Err *err) {
    if (!draft_may_replace(path, err)) return NULL;
    const int file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    if (file < 0) {
        err_system(err, "write", path);
        return NULL;
    }
    Traffic *traffic = mem_zalloc(1, sizeof *traffic);
    traffic->path = mem_strdup(path);
    traffic->ring = mem_alloc(RING_SIZE);
    traffic->file = file;
    traffic->opened_ns = mono_ns();
    pthread_condattr_t monotonic;
    pthread_condattr_init(&monotonic);
    pthread_condattr_setclock(&monotonic, CLOCK_MONOTONIC);
    pthread_mutex_init(&traffic->lock, NULL);
    pthread_cond_init(&traffic->filled, &monotonic);
    pthread_condattr_destroy(&monotonic);
    const int code = pthread_create(&traffic->thread, NULL, write_all, traffic);
    if (code == 0) return traffic;
    err_set(err, ERR_SYSTEM, "cannot start the thread that writes %s: %s", path, strerror(code));
    close(file);
    delete_log(traffic);
    return NULL;
}

bool traffic_close(Traffic *traffic, Err *err) {
    char notice[HEAD_SIZE];
    if (!traffic) return true;
    pthread_mutex_lock(&traffic->lock);
    traffic->closing = true;
    pthread_cond_signal(&traffic->filled);
    pthread_mutex_unlock(&traffic->lock);
    pthread_join(traffic->thread, NULL);
    if (traffic->missing && !traffic->error) traffic->error = write_piece(traffic->file, notice, print_missing(traffic, notice));
    errno = 0;
    if (close(traffic->file) != 0 && !traffic->error) traffic->error = errno;
    errno = traffic->error;
    const bool good = !traffic->error || err_system(err, "write", traffic->path);
    delete_log(traffic);
    return good;
}
