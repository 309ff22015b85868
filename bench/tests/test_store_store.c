#define _XOPEN_SOURCE 700 /* mkdtemp */
#include "bench/tests/scratch.h"
#include <string.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>
#include "bench/store/queries.h"
#include "bench/store/schema.h"
#include "bench/store/sql.h"
#include "bench/tests/recorded.h"
#include "engine/core/file.h"
#include "engine/core/mono.h"

static Store *open_store(const char *path, StoreMode mode) {
    Err err;
    Store *store = store_open(path, mode, &err);
    if (!store) fail_msg("%s", err.text);
    return store;
}

static int64_t number(Store *store, const char *sql) {
    Err err;
    int64_t value = -1;
    if (!sql_number(store->db, sql, &value, &err)) fail_msg("%s: %s", sql, err.text);
    return value;
}

/* SQLite at work on a file that may be anything. */
static void change_file(const char *path, const char *sql) {
    sqlite3 *db;
    assert_int_equal(sqlite3_open(path, &db), SQLITE_OK);
    if (sqlite3_exec(db, sql, NULL, NULL, NULL) != SQLITE_OK) fail_msg("%s: %s", sql, sqlite3_errmsg(db));
    sqlite3_close(db);
}

static void write_text(const char *path, const char *text) {
    Err err;
    if (!file_write(path, text, strlen(text), &err)) fail_msg("%s", err.text);
}

static void a_new_store_bears_our_marks_and_no_run(void **state) {
    const Scratch *scratch = *state;
    Store *store = open_store(scratch->db, STORE_CREATE);
    assert_int_equal(number(store, "PRAGMA application_id"), 0x58514c42);
    assert_int_equal(number(store, "PRAGMA user_version"), SCHEMA_VERSION);
    assert_int_equal(number(store, "SELECT count(*) FROM sqlite_schema WHERE sql LIKE 'CREATE TABLE%' AND sql NOT LIKE '%STRICT%'"), 0);
    assert_int_equal(number(store, "SELECT count(*) FROM run"), 0);
    store_close(store);
    store = open_store(scratch->db, STORE_READ);
    Arena arena = { 0 };
    RunInfo info;
    Err err;
    assert_false(store_run(store, &arena, 0, &info, &err));
    assert_non_null(strstr(err.text, "holds no runs yet"));
    arena_free(&arena);
    store_close(store);
}

/* A limit on the size of files stands for the full disk; in a child, since it cannot be lifted again. */
static void a_full_disk_leaves_no_empty_file(void **state) {
    const Scratch *scratch = *state;
    int status;
    fflush(NULL);
    remove(scratch->db);
    const pid_t child = fork();
    if (child == 0) {
        const struct rlimit limit = { 4096, 4096 };
        signal(SIGXFSZ, SIG_IGN);
        const bool refused = setrlimit(RLIMIT_FSIZE, &limit) == 0 && !store_open(scratch->db, STORE_CREATE, NULL);
        _exit(refused ? 0 : 1);
    }
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_int_equal(status, 0);
    assert_false(file_exists(scratch->db));
}

/* Told after some seconds, never waited for without end. */
static void a_file_that_another_process_keeps_locked_is_refused(void **state) {
    const Scratch *scratch = *state;
    sqlite3 *other;
    Err err = { 0 };
    char expected[128];
    store_close(open_store(scratch->db, STORE_CREATE));
    assert_int_equal(sqlite3_open(scratch->db, &other), SQLITE_OK);
    assert_int_equal(sqlite3_exec(other, "BEGIN EXCLUSIVE", NULL, NULL, NULL), SQLITE_OK);
    const int64_t begun_ns = mono_ns();
    assert_null(store_open(scratch->db, STORE_READ, &err));
    assert_true(mono_ns() - begun_ns < INT64_C(8000000000));
    snprintf(expected, sizeof expected, "%s: is locked by another process", scratch->db);
    assert_string_equal(err.text, expected);
    assert_int_equal(err_exit_code(err.kind), EXIT_BAD_INPUT);
    sqlite3_close(other);
}

/* Writers of one file hold each other up for moments. */
static void a_short_lock_is_waited_for(void **state) {
    const Scratch *scratch = *state;
    int ends[2], status;
    char byte;
    store_close(open_store(scratch->db, STORE_CREATE));
    assert_int_equal(pipe(ends), 0);
    const pid_t child = fork();
    if (child == 0) {
        sqlite3 *db;
        const bool locked = sqlite3_open(scratch->db, &db) == SQLITE_OK && sqlite3_exec(db, "BEGIN EXCLUSIVE", NULL, NULL, NULL) == SQLITE_OK;
        const bool told = locked && write(ends[1], "x", 1) == 1;
        sqlite3_sleep(300);
        _exit(told && sqlite3_close(db) == SQLITE_OK ? 0 : 1);
    }
    close(ends[1]);
    assert_int_equal(read(ends[0], &byte, 1), 1);
    close(ends[0]);
    store_close(open_store(scratch->db, STORE_WRITE));
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_int_equal(status, 0);
}

static void make_foreign(const char *path) { change_file(path, "CREATE TABLE results (id INTEGER)"); }
static void make_newer(const char *path) {
    store_close(open_store(path, STORE_CREATE));
    change_file(path, "PRAGMA user_version = 99");
}
static void make_unversioned(const char *path) {
    store_close(open_store(path, STORE_CREATE));
    change_file(path, "PRAGMA user_version = 0");
}
static void make_text(const char *path) { write_text(path, "players: [pvs, full]\n"); }
static void make_long_text(const char *path) {
    Buf text = { 0 };
    for (int i = 0; i < 1000; i++) buf_addf(&text, "line %d of something else\n", i);
    write_text(path, buf_text(&text));
    buf_free(&text);
}
static void make_empty(const char *path) { write_text(path, ""); }
static void make_folder(const char *path) { assert_int_equal(mkdir(path, 0777), 0); }
static void make_pipe(const char *path) { assert_int_equal(mkfifo(path, 0666), 0); }
static void make_nothing(const char *path) { (void)path; }

static void read_file(const char *path, Buf *out) {
    struct stat info;
    if (stat(path, &info) == 0 && S_ISREG(info.st_mode)) assert_true(file_read(path, out, NULL));
}

static void what_is_no_store_is_refused_and_left_alone(void **state) {
    const Scratch *scratch = *state;
    static const struct { const char *name; void (*make)(const char *path); StoreMode mode; const char *says; } rows[] = {
        { "foreign",    make_foreign,   STORE_CREATE, "is a database of another program" },
        { "foreign",    make_foreign,   STORE_READ,   "is a database of another program" },
        { "newer",      make_newer,     STORE_CREATE, "was written by a newer xqlab (store version 99, this program knows 2)" },
        { "newer",      make_newer,     STORE_READ,   "was written by a newer xqlab" },
        { "unversioned", make_unversioned, STORE_CREATE, "bears no store version" },
        { "unversioned", make_unversioned, STORE_READ,  "bears no store version" },
        { "text",       make_text,      STORE_CREATE, "is no database file" },
        { "text",       make_text,      STORE_READ,   "is no database file" },
        { "long_text",  make_long_text, STORE_CREATE, "is no database file" },
        { "empty",      make_empty,     STORE_READ,   "holds no runs: the file is empty" },
        { "empty",      make_empty,     STORE_WRITE,  "holds no runs: the file is empty" },
        { "missing",    make_nothing,   STORE_READ,   "No such file or directory" },
        { "missing",    make_nothing,   STORE_WRITE,  "No such file or directory" },
        { "no/folder",  make_nothing,   STORE_CREATE, "cannot write in its folder: No such file or directory" },
        { "folder",     make_folder,    STORE_CREATE, "is a folder" },
        { "folder",     make_folder,    STORE_READ,   "is a folder" },
        { "pipe",       make_pipe,      STORE_CREATE, "is no ordinary file" },
    };
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        char path[128];
        Buf before = { 0 }, after = { 0 };
        snprintf(path, sizeof path, "%s/%s", scratch->folder, rows[i].name);
        remove(path);
        rows[i].make(path);
        read_file(path, &before);
        Err err = { 0 };
        assert_null(store_open(path, rows[i].mode, &err));
        read_file(path, &after);
        if (!strstr(err.text, rows[i].says) || !strstr(err.text, path)) fail_msg("%s, mode %d: %s", rows[i].name, rows[i].mode, err.text);
        assert_int_equal(before.len, after.len);
        if (before.len) assert_memory_equal(before.text, after.text, before.len);
        buf_free(&before);
        buf_free(&after);
    }
}

/* store_open in a child that isn't root, since nothing is read-only for root. */
static void open_as_nobody(const char *path, StoreMode mode, Err *why) {
    enum { NOBODY = 65534 };
    int ends[2];
    assert_int_equal(pipe(ends), 0);
    const pid_t child = fork();
    if (child == 0) {
        Err err = { 0 };
        if (geteuid() == 0 && (setgid(NOBODY) != 0 || setuid(NOBODY) != 0)) _exit(1);
        store_close(store_open(path, mode, &err));
        _exit(write(ends[1], &err, sizeof err) != sizeof err);
    }
    close(ends[1]);
    assert_int_equal(read(ends[0], why, sizeof *why), sizeof *why);
    close(ends[0]);
    int status;
    waitpid(child, &status, 0);
    assert_int_equal(status, 0);
}

static void a_file_without_the_right_to_write_is_refused_for_writing_alone(void **state) {
    const Scratch *scratch = *state;
    Err why;
    store_close(open_store(scratch->db, STORE_CREATE));
    assert_int_equal(chmod(scratch->db, 0444), 0);
    assert_int_equal(chmod(scratch->folder, 0777), 0);
    open_as_nobody(scratch->db, STORE_CREATE, &why);
    assert_non_null(strstr(why.text, "cannot be written: the file is read-only"));
    open_as_nobody(scratch->db, STORE_READ, &why);
    assert_int_equal(why.kind, ERR_NONE);
}

static void a_folder_without_the_right_to_write_is_refused_for_writing_alone(void **state) {
    const Scratch *scratch = *state;
    Err why;
    store_close(open_store(scratch->db, STORE_CREATE));
    assert_int_equal(chmod(scratch->db, 0666), 0);
    assert_int_equal(chmod(scratch->folder, 0555), 0);
    open_as_nobody(scratch->db, STORE_CREATE, &why);
    assert_non_null(strstr(why.text, "cannot write in its folder: Permission denied"));
    open_as_nobody(scratch->db, STORE_READ, &why);
    assert_int_equal(why.kind, ERR_NONE);
    char other[128];
    snprintf(other, sizeof other, "%s/other.db", scratch->folder);
    open_as_nobody(other, STORE_CREATE, &why);
    assert_non_null(strstr(why.text, "cannot write in its folder: Permission denied"));
    assert_int_equal(chmod(scratch->folder, 0755), 0);
}

static void an_empty_file_becomes_a_store(void **state) {
    const Scratch *scratch = *state;
    make_empty(scratch->db);
    store_close(open_store(scratch->db, STORE_CREATE));
    store_close(open_store(scratch->db, STORE_READ));
}

static void two_programs_may_create_the_same_store(void **state) {
    const Scratch *scratch = *state;
    for (int i = 0; i < 8; i++) {
        char path[128];
        snprintf(path, sizeof path, "%s/%d.db", scratch->folder, i);
        const pid_t child = fork();
        if (child == 0) {
            Store *store = store_open(path, STORE_CREATE, NULL);
            _exit(!store);
        }
        Store *store = open_store(path, STORE_CREATE);
        int status;
        waitpid(child, &status, 0);
        assert_int_equal(status, 0);
        assert_int_equal(number(store, "SELECT count(*) FROM sqlite_schema WHERE name = 'run'"), 1);
        store_close(store);
    }
}

static void a_closed_store_is_one_plain_file(void **state) {
    const Scratch *scratch = *state;
    Store *store = open_store(scratch->db, STORE_CREATE);
    MatchSpec spec = recorded_spec(FORMAT_PAIRS, 2, 2);
    int64_t run;
    char log[128];
    snprintf(log, sizeof log, "%s-wal", scratch->db);
    assert_true(store_run_add(store, &spec, 1, &run, NULL));
    assert_true(file_exists(log));
    store_close(store);
    assert_false(file_exists(log));
    Buf bytes = { 0 };
    assert_true(file_read(scratch->db, &bytes, NULL));
    assert_memory_equal(bytes.text + 18, "\1\1", 2); /* no WAL: a reader needs no right to the folder */
    buf_free(&bytes);
    spec_free(&spec);
}

static void a_snapshot_stays_as_it_was(void **state) {
    const Scratch *scratch = *state;
    Store *writer = open_store(scratch->db, STORE_CREATE);
    MatchSpec spec = recorded_spec(FORMAT_PAIRS, 2, 2);
    int64_t run;
    assert_true(store_run_add(writer, &spec, 1, &run, NULL));
    Store *reader = open_store(scratch->db, STORE_READ);
    assert_true(store_snapshot_begin(reader, NULL));
    assert_int_equal(number(reader, "SELECT count(*) FROM run"), 1);
    assert_true(store_run_add(writer, &spec, 1, &run, NULL));
    assert_int_equal(number(reader, "SELECT count(*) FROM run"), 1);
    store_snapshot_end(reader);
    assert_int_equal(number(reader, "SELECT count(*) FROM run"), 2);
    store_close(reader);
    store_close(writer);
    spec_free(&spec);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        scratch_test(a_new_store_bears_our_marks_and_no_run),
        scratch_test(what_is_no_store_is_refused_and_left_alone),
        scratch_test(a_file_without_the_right_to_write_is_refused_for_writing_alone),
        scratch_test(a_folder_without_the_right_to_write_is_refused_for_writing_alone),
        scratch_test(an_empty_file_becomes_a_store),
        scratch_test(a_full_disk_leaves_no_empty_file),
        scratch_test(a_file_that_another_process_keeps_locked_is_refused),
        scratch_test(a_short_lock_is_waited_for),
        scratch_test(two_programs_may_create_the_same_store),
        scratch_test(a_closed_store_is_one_plain_file),
        scratch_test(a_snapshot_stays_as_it_was),
    };
    xq_init();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
