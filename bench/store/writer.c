/* The writer: one thread that commits batches of pairs, behind a queue that holds workers back when the disk is slower
 * than the games. A transaction is open only while its rows are written, so that other programs can write in between. */
#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include "bench/store/pairs.h"
#include "bench/store/sql.h"
#include "bench/store/store.h"
#include "engine/core/arena.h"
#include "engine/core/mono.h"

enum { QUEUE_SIZE = 64, BATCH_SIZE = QUEUE_SIZE / 2, BATCH_SECONDS = 1 };

struct StoreWriter {
    /* The thread's alone after start. */
    Store *store;
    int64_t run, seen_ns;      /* seen: up to here the time of play is in the store */
    PairInserter inserter;
    sqlite3_stmt *elapsed;

    pthread_t thread;
    pthread_mutex_t lock;      /* guards everything below */
    pthread_cond_t filled;     /* more is queued, or no more will come */
    pthread_cond_t room;       /* the queue was emptied, a batch was written, or writing failed */
    PairRecord *queue[QUEUE_SIZE];
    int count;
    bool ending;
    bool writing;              /* a batch has left the queue and isn't committed */
    bool flushing;             /* somebody waits for everything to be committed */
    Err failure;               /* kind ERR_NONE as long as all went well */
};

static GameRecord copy_game(const GameRecord *game) {
    GameRecord copy = *game;
    copy.cap = copy.count;
    copy.move = mem_alloc((size_t)copy.count * sizeof *copy.move);
    if (copy.count) memcpy(copy.move, game->move, (size_t)copy.count * sizeof *copy.move);
    for (int side = RED; side <= BLACK; side++)
        if (game->side[side].talk) copy.side[side].talk = mem_strdup(game->side[side].talk);
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

static void delete_pairs(PairRecord *const *pairs, int count) {
    for (int i = 0; i < count; i++) {
        pair_record_free(pairs[i]);
        free(pairs[i]);
    }
}

/* The thread's side. */

/* Take what is queued: at once when much is, else what comes within a second of the first. 0: nothing will come any more. */
static int take_batch(StoreWriter *writer, PairRecord *batch[QUEUE_SIZE]) {
    pthread_mutex_lock(&writer->lock);
    while (!writer->count && !writer->ending) pthread_cond_wait(&writer->filled, &writer->lock);
    struct timespec until;
    clock_gettime(CLOCK_MONOTONIC, &until);
    until.tv_sec += BATCH_SECONDS;
    int waited = 0;
    while (writer->count < BATCH_SIZE && !writer->ending && !writer->flushing && waited != ETIMEDOUT)
        waited = pthread_cond_timedwait(&writer->filled, &writer->lock, &until);
    const int count = writer->count;
    memcpy(batch, writer->queue, (size_t)count * sizeof *batch);
    writer->count = 0;
    writer->writing = count > 0;
    pthread_cond_broadcast(&writer->room);
    pthread_mutex_unlock(&writer->lock);
    return count;
}

/* Also sees whether the run is still there, to which all that is written belongs. */
static bool add_elapsed(StoreWriter *writer, Err *err) {
    const int64_t now_ns = mono_ns();
    SqlCells to = sql_cells(writer->elapsed);
    sql_put_int(&to, now_ns - writer->seen_ns);
    sql_put_int(&to, writer->run);
    writer->seen_ns = now_ns;
    return sql_run(writer->elapsed, err) &&
           (sqlite3_changes(writer->store->db) == 1 || err_set(err, ERR_SYSTEM, "%s: the run was deleted while it was played", writer->store->path));
}

/* Each row that the writer adds refers to rows of the same transaction: looking every one of them up is a fifth of all its
 * work. add_elapsed looks at the only other one. */
static bool check_references(const StoreWriter *writer, bool yes, Err *err) {
    return sql_exec(writer->store->db, yes ? "PRAGMA foreign_keys = ON" : "PRAGMA foreign_keys = OFF", err);
}

/* SQLite writes on into a file that was deleted, and all is lost when it closes it. */
static bool check_still_there(const Store *store, Err *err) {
    int moved = 0;
    sqlite3_file_control(store->db, "main", SQLITE_FCNTL_HAS_MOVED, &moved);
    return !moved || err_set(err, ERR_SYSTEM, "%s: was deleted, moved or replaced while it was written to", store->path);
}

/* One transaction: all of the batch or nothing. */
static bool write_batch(StoreWriter *writer, PairRecord *const *batch, int count, Err *err) {
    sqlite3 *db = writer->store->db;
    bool good = sql_exec(db, "BEGIN IMMEDIATE", err);
    for (int i = 0; good && i < count; i++) good = pair_insert(&writer->inserter, batch[i], err);
    good = good && add_elapsed(writer, err) && sql_exec(db, "COMMIT", err);
    if (!good) sql_rollback(db);
    /* Asked after an error too: of a file that is gone, SQLite may say anything. */
    return check_still_there(writer->store, err) && good;
}

static void *write_all(void *object) {
    StoreWriter *writer = object;
    PairRecord *batch[QUEUE_SIZE];
    int count;
    bool good = true;
    while (good && (count = take_batch(writer, batch)) > 0) {
        Err err;
        good = write_batch(writer, batch, count, &err);
        delete_pairs(batch, count);
        pthread_mutex_lock(&writer->lock);
        writer->writing = false;
        if (!good) writer->failure = err;
        pthread_cond_broadcast(&writer->room);
        pthread_mutex_unlock(&writer->lock);
    }
    return NULL;
}

/* The owner's side. */

static bool prepare(StoreWriter *writer, Err *err) {
    sqlite3 *db = writer->store->db;
    writer->elapsed = sql_prepare(db, "UPDATE run SET elapsed_ns = elapsed_ns + ? WHERE id = ?", err);
    return writer->elapsed && check_references(writer, false, err) && pair_inserter_init(&writer->inserter, db, writer->run, err);
}

static void init_queue(StoreWriter *writer) {
    pthread_condattr_t monotonic;
    pthread_condattr_init(&monotonic);
    pthread_condattr_setclock(&monotonic, CLOCK_MONOTONIC);
    pthread_mutex_init(&writer->lock, NULL);
    pthread_cond_init(&writer->filled, &monotonic);
    pthread_cond_init(&writer->room, NULL);
    pthread_condattr_destroy(&monotonic);
}

/* Everything but the thread. */
static void delete_writer(StoreWriter *writer) {
    delete_pairs(writer->queue, writer->count);
    check_references(writer, true, NULL);
    pair_inserter_free(&writer->inserter);
    sqlite3_finalize(writer->elapsed);
    pthread_cond_destroy(&writer->room);
    pthread_cond_destroy(&writer->filled);
    pthread_mutex_destroy(&writer->lock);
    free(writer);
}

StoreWriter *store_writer_new(Store *store, int64_t run, Err *err) {
    StoreWriter *writer = mem_zalloc(1, sizeof *writer);
    writer->store = store;
    writer->run = run;
    writer->seen_ns = mono_ns();
    init_queue(writer);
    if (prepare(writer, err)) {
        const int code = pthread_create(&writer->thread, NULL, write_all, writer);
        if (code == 0) return writer;
        err_set(err, ERR_SYSTEM, "cannot start the writer's thread: %s", strerror(code));
    }
    delete_writer(writer);
    return NULL;
}

bool store_writer_add(StoreWriter *writer, const PairRecord *pair, Err *err) {
    PairRecord *copy = copy_pair(pair);
    pthread_mutex_lock(&writer->lock);
    while (writer->count == QUEUE_SIZE && writer->failure.kind == ERR_NONE) pthread_cond_wait(&writer->room, &writer->lock);
    const bool good = writer->failure.kind == ERR_NONE;
    if (good) {
        writer->queue[writer->count++] = copy;
        if (writer->count == 1 || writer->count == BATCH_SIZE) pthread_cond_signal(&writer->filled);
    } else if (err) {
        *err = writer->failure;
    }
    pthread_mutex_unlock(&writer->lock);
    if (!good) delete_pairs(&copy, 1);
    return good;
}

bool store_writer_flush(StoreWriter *writer, Err *err) {
    pthread_mutex_lock(&writer->lock);
    writer->flushing = true;
    pthread_cond_signal(&writer->filled);
    while ((writer->count || writer->writing) && writer->failure.kind == ERR_NONE) pthread_cond_wait(&writer->room, &writer->lock);
    writer->flushing = false;
    const bool good = writer->failure.kind == ERR_NONE;
    if (!good && err) *err = writer->failure;
    pthread_mutex_unlock(&writer->lock);
    return good;
}

bool store_writer_finish(StoreWriter *writer, Err *err) {
    pthread_mutex_lock(&writer->lock);
    writer->ending = true;
    pthread_cond_signal(&writer->filled);
    pthread_mutex_unlock(&writer->lock);
    pthread_join(writer->thread, NULL);
    const bool good = writer->failure.kind == ERR_NONE;
    if (!good && err) *err = writer->failure;
    delete_writer(writer);
    return good;
}
