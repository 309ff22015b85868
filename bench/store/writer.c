/* The writer: one thread that commits batches of pairs, behind a queue that holds workers back when the disk is slower than the games. */
#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include "bench/store/pairs.h"
#include "bench/store/sql.h"
#include "bench/store/store.h"
#include "engine/core/arena.h"

enum { QUEUE_SIZE = 64, BATCH_SECONDS = 1 };

struct StoreWriter {
    Store *store;              /* the thread's alone after start */
    PairInserter inserter;
    pthread_t thread;
    pthread_mutex_t lock;      /* guards everything below */
    pthread_cond_t changed;
    PairRecord *queue[QUEUE_SIZE];
    int head, count;
    bool ending, failed;
    Err failure;               /* why, once failed */
};

static GameRecord copy_game(const GameRecord *game) {
    GameRecord copy = *game;
    copy.cap = copy.count;
    copy.move = mem_alloc((size_t)copy.count * sizeof *copy.move);
    if (copy.count) memcpy(copy.move, game->move, (size_t)copy.count * sizeof *copy.move);
    return copy;
}

static PairRecord *copy_pair(const PairRecord *pair) {
    PairRecord *copy = mem_alloc(sizeof *copy);
    *copy = *pair;
    copy->opening_move = mem_alloc((size_t)pair->opening_count * sizeof *pair->opening_move);
    if (pair->opening_count) memcpy(copy->opening_move, pair->opening_move, (size_t)pair->opening_count * sizeof *pair->opening_move);
    for (int leg = 0; leg < 2; leg++) copy->game[leg] = copy_game(&pair->game[leg]);
    return copy;
}

static void delete_pair(PairRecord *pair) {
    pair_record_free(pair);
    free(pair);
}

/* The next pair, waiting for one until the deadline; NULL when there is none. *ended: none will come any more. */
static PairRecord *take(StoreWriter *writer, const struct timespec *deadline, bool *ended) {
    PairRecord *pair = NULL;
    pthread_mutex_lock(&writer->lock);
    int waited = 0;
    while (!writer->count && !writer->ending && waited != ETIMEDOUT)
        waited = deadline ? pthread_cond_timedwait(&writer->changed, &writer->lock, deadline) : pthread_cond_wait(&writer->changed, &writer->lock);
    if (writer->count) {
        pair = writer->queue[writer->head];
        writer->head = (writer->head + 1) % QUEUE_SIZE;
        writer->count--;
        pthread_cond_broadcast(&writer->changed);
    }
    *ended = !pair && writer->ending;
    pthread_mutex_unlock(&writer->lock);
    return pair;
}

/* One transaction: from the first pair on, all that come within the second. */
static bool write_batch(StoreWriter *writer, PairRecord *pair, bool *ended, Err *err) {
    struct timespec deadline;
    clock_gettime(CLOCK_REALTIME, &deadline); /* what condition variables wait by */
    deadline.tv_sec += BATCH_SECONDS;
    bool good = sql_exec(writer->store->db, "BEGIN IMMEDIATE", err);
    while (pair) {
        good = good && pair_insert(&writer->inserter, pair, err);
        delete_pair(pair);
        if (!good) break;
        struct timespec now;
        clock_gettime(CLOCK_REALTIME, &now);
        const bool late = now.tv_sec > deadline.tv_sec || (now.tv_sec == deadline.tv_sec && now.tv_nsec >= deadline.tv_nsec);
        pair = late ? NULL : take(writer, &deadline, ended);
    }
    if (good && sql_exec(writer->store->db, "COMMIT", err)) return true;
    sqlite3_exec(writer->store->db, "ROLLBACK", NULL, NULL, NULL);
    return false;
}

static void fail(StoreWriter *writer, const Err *err) {
    pthread_mutex_lock(&writer->lock);
    writer->failed = true;
    writer->failure = *err;
    pthread_cond_broadcast(&writer->changed);
    pthread_mutex_unlock(&writer->lock);
}

static void *write_all(void *object) {
    StoreWriter *writer = object;
    bool ended = false;
    while (!ended) {
        PairRecord *pair = take(writer, NULL, &ended);
        Err err = { .kind = ERR_NONE };
        if (pair && !write_batch(writer, pair, &ended, &err)) {
            fail(writer, &err);
            break;
        }
    }
    return NULL;
}

StoreWriter *store_writer_new(const char *path, int64_t run, Err *err) {
    StoreWriter *writer = mem_zalloc(1, sizeof *writer);
    pthread_mutex_init(&writer->lock, NULL);
    pthread_cond_init(&writer->changed, NULL);
    if (!(writer->store = store_open(path, STORE_WRITE, err))) goto fail;
    if (!pair_inserter_init(&writer->inserter, writer->store->db, run, err)) goto fail;
    const int code = pthread_create(&writer->thread, NULL, write_all, writer);
    if (code == 0) return writer;
    err_set(err, ERR_SYSTEM, "cannot start the writer's thread: %s", strerror(code));
    pair_inserter_free(&writer->inserter);
fail:
    store_close(writer->store);
    pthread_cond_destroy(&writer->changed);
    pthread_mutex_destroy(&writer->lock);
    free(writer);
    return NULL;
}

bool store_writer_add(StoreWriter *writer, const PairRecord *pair, Err *err) {
    PairRecord *copy = copy_pair(pair);
    pthread_mutex_lock(&writer->lock);
    while (writer->count == QUEUE_SIZE && !writer->failed) pthread_cond_wait(&writer->changed, &writer->lock);
    const bool good = !writer->failed;
    if (good) {
        writer->queue[(writer->head + writer->count++) % QUEUE_SIZE] = copy;
        pthread_cond_broadcast(&writer->changed);
    } else {
        *err = writer->failure;
    }
    pthread_mutex_unlock(&writer->lock);
    if (!good) delete_pair(copy);
    return good;
}

bool store_writer_finish(StoreWriter *writer, Err *err) {
    pthread_mutex_lock(&writer->lock);
    writer->ending = true;
    pthread_cond_broadcast(&writer->changed);
    pthread_mutex_unlock(&writer->lock);
    pthread_join(writer->thread, NULL);
    const bool good = !writer->failed;
    if (!good && err) *err = writer->failure;
    for (int i = 0; i < writer->count; i++) delete_pair(writer->queue[(writer->head + i) % QUEUE_SIZE]);
    pair_inserter_free(&writer->inserter);
    store_close(writer->store);
    pthread_cond_destroy(&writer->changed);
    pthread_mutex_destroy(&writer->lock);
    free(writer);
    return good;
}
