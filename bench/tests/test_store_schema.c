/* Files of older versions: read as they are, brought up to date, played on. stores/version_1.db.gz was written by the last
 * program of version 1: a finished run, one half of a run in two shards, a run of a suite, an experiment and a tuning. */
#define _XOPEN_SOURCE 700 /* mkdtemp */
#include "bench/store/schema.h"
#include <string.h>
#include "bench/report/run_report.h"
#include "bench/store/games.h"
#include "bench/store/merge.h"
#include "bench/store/queries.h"
#include "bench/store/sql.h"
#include "bench/store/tunings.h"
#include "bench/tests/recorded.h"
#include "bench/tests/scratch.h"
#include "engine/core/file.h"

/* What xqbench digest of that program said. */
static const char *const old_digests[] = { "08f99ab6f1d976ff2f17f92e1fea20af6a14aa6b40f07206d9eabbc673d7c092",
                                           "8cd376a9dba9cfa5cceed76539f1ef469b71ae2e6e6b41bb8c25a85532597140" };

static void read_stored(const char *name, Buf *out) {
    Err err;
    char path[256];
    snprintf(path, sizeof path, XQ_SOURCE_DIR "/bench/tests/stores/%s", name);
    if (!file_read(path, out, &err)) fail_msg("%s", err.text);
}

static void write_stored(const char *path) {
    Buf bytes = { 0 };
    read_stored("version_1.db.gz", &bytes);
    remove(path); /* of an earlier run: files are never written over a database */
    assert_true(file_write(path, bytes.text, bytes.len, NULL));
    buf_free(&bytes);
}

static Store *open_store(const char *path, StoreMode mode) {
    Err err;
    Store *store = store_open(path, mode, &err);
    if (!store) fail_msg("%s", err.text);
    return store;
}

static void change(sqlite3 *db, const char *sql) {
    Err err;
    if (!sql_exec(db, sql, &err)) fail_msg("%s: %s", sql, err.text);
}

/* As no program of today may do it. */
static void change_file(const char *path, const char *sql) {
    sqlite3 *db;
    assert_int_equal(sqlite3_open(path, &db), SQLITE_OK);
    change(db, sql);
    sqlite3_close(db);
}

static int64_t number(Store *store, const char *sql) {
    Err err;
    int64_t value = -1;
    if (!sql_number(store->db, sql, &value, &err)) fail_msg("%s: %s", sql, err.text);
    return value;
}

/* SQL without comments and layout. */
static void add_bare(const char *sql, Buf *out) {
    for (; *sql; sql++) {
        if (strncmp(sql, "--", 2) == 0) sql += strcspn(sql, "\n");
        if (*sql && !strchr(" \n\"", *sql)) buf_add_char(out, *sql);
        if (!*sql) break;
    }
    buf_add(out, "\n");
}

static void print_schema(Store *store, Buf *out) {
    sqlite3_stmt *stmt = sql_prepare(
        store->db, "SELECT type || name || ':', ifnull(sql, '') FROM sqlite_schema ORDER BY type, name", NULL);
    assert_non_null(stmt);
    bool row;
    while (sql_next(stmt, &row, NULL) && row) {
        SqlCells from = sql_cells(stmt);
        buf_add(out, sql_get_text(&from));
        add_bare(sql_get_text(&from), out);
    }
    sqlite3_finalize(stmt);
}

static void check_like_new(Store *old, const char *path) {
    Buf was = { 0 }, is = { 0 };
    Store *fresh = open_store(path, STORE_CREATE);
    print_schema(old, &was);
    print_schema(fresh, &is);
    assert_string_equal(buf_text(&was), buf_text(&is));
    assert_int_equal(number(old, "PRAGMA user_version"), number(fresh, "PRAGMA user_version"));
    assert_int_equal(number(old, "PRAGMA application_id"), number(fresh, "PRAGMA application_id"));
    store_close(fresh);
    buf_free(&was);
    buf_free(&is);
}

static void a_migrated_file_has_the_schema_of_a_new_one(void **state) {
    const Scratch *scratch = *state;
    static const char
        *const before[] = { "SELECT 1", "DROP TABLE tuning_run" /* a file that never had a tuning */,
                            "DROP VIEW v_elo; CREATE VIEW v_elo AS SELECT 1" /* a view that said something else */ };
    for (size_t i = 0; i < COUNT_OF(before); i++) {
        char path[128];
        write_stored(scratch->db);
        change_file(scratch->db, before[i]);
        Store *store = open_store(scratch->db, STORE_WRITE);
        snprintf(path, sizeof path, "%s/fresh%zu.db", scratch->folder, i);
        check_like_new(store, path);
        assert_int_equal(number(store, "SELECT count(*) FROM pragma_foreign_key_check"), 0);
        assert_int_equal(number(store, "SELECT count(*) FROM pragma_integrity_check WHERE integrity_check <> 'ok'"), 0);
        assert_int_equal(number(store, "SELECT count(*) FROM tuning_run"), i != 1);
        store_close(store);
    }
}

/* As a program wrote it on the way to this version. */
static void a_file_of_this_version_may_lack_a_column(void **state) {
    const Scratch *scratch = *state;
    char path[128];
    static const char two_columns[] = "SELECT count(*) FROM pragma_table_info('move', 'main') WHERE name IN ('win', 'draw')";
    write_stored(scratch->db);
    store_close(open_store(scratch->db, STORE_WRITE));
    change_file(scratch->db, "ALTER TABLE move DROP COLUMN draw; CREATE TABLE of_the_user (a, b, c)");
    Store *store = open_store(scratch->db, STORE_READ);
    assert_int_equal(number(store, two_columns), 1);
    assert_int_equal(number(store, "SELECT count(draw) FROM move"), 0);
    assert_true(number(store, "SELECT count(*) FROM move") > 0);
    store_close(store);
    store = open_store(scratch->db, STORE_WRITE);
    assert_int_equal(number(store, two_columns), 2);
    change(store->db, "DROP TABLE of_the_user");
    snprintf(path, sizeof path, "%s/fresh.db", scratch->folder);
    check_like_new(store, path);
    store_close(store);
}

/* The report of a run, without the seconds that it took to make. */
static void print_report(Store *store, int64_t run, Buf *out) {
    Arena arena = { 0 };
    RunReport report;
    Err err;
    if (!report_load(store, run, &arena, &report, &err)) fail_msg("%s", err.text);
    report_write(&report, TABLE_MARKDOWN, out);
    report_free(&report);
    arena_free(&arena);
}

static void check_content(Store *store) {
    for (int run = 1; run <= 2; run++) {
        char digest[SHA256_TEXT_SIZE];
        Err err;
        if (!store_digest(store, run, digest, &err)) fail_msg("%s", err.text);
        assert_string_equal(digest, old_digests[run - 1]);
    }
    Buf report = { 0 };
    print_report(store, 1, &report);
    assert_non_null(strstr(buf_text(&report), "pvs vs full"));
    assert_non_null(strstr(buf_text(&report), "| checkmate | 7 | 3 | 0 | 4 |"));
    buf_free(&report);
    Arena arena = { 0 };
    TuningRecord tuning;
    Err err;
    if (!store_tuning(store, &arena, 0, &tuning, &err)) fail_msg("%s", err.text);
    assert_string_equal(tuning.data, "fit.trace");
    assert_string_equal(tuning.state, "proposed");
    assert_int_equal(tuning.games, 271);
    arena_free(&arena);
    assert_int_equal(number(store, "SELECT count(*) FROM suite_result"),
                     2 * number(store, "SELECT items FROM suite_run"));
    assert_int_equal(number(store, "SELECT count(*) FROM experiment_measure"), 8);
}

static void an_old_file_is_read_as_it_is(void **state) {
    const Scratch *scratch = *state;
    Buf before = { 0 }, after = { 0 };
    write_stored(scratch->db);
    assert_true(file_read(scratch->db, &before, NULL));
    Store *store = open_store(scratch->db, STORE_READ);
    check_content(store);
    store_close(store);
    assert_true(file_read(scratch->db, &after, NULL));
    assert_int_equal(before.len, after.len);
    assert_memory_equal(before.text, after.text, before.len);
    buf_free(&before);
    buf_free(&after);
}

static void an_old_file_says_the_same_when_it_was_migrated(void **state) {
    const Scratch *scratch = *state;
    Buf before = { 0 }, after = { 0 };
    write_stored(scratch->db);
    Store *store = open_store(scratch->db, STORE_READ);
    for (int run = 1; run <= 2; run++) print_report(store, run, &before);
    store_close(store);
    store_close(open_store(scratch->db, STORE_WRITE));
    store = open_store(scratch->db, STORE_READ);
    assert_int_equal(number(store, "PRAGMA user_version"), SCHEMA_VERSION);
    check_content(store);
    for (int run = 1; run <= 2; run++) print_report(store, run, &after);
    assert_string_equal(buf_text(&before), buf_text(&after));
    store_close(store);
    buf_free(&before);
    buf_free(&after);
}

static void the_view_of_experiments_leaves_out_searches_that_failed(void **state) {
    const Scratch *scratch = *state;
    write_stored(scratch->db);
    Store *store = open_store(scratch->db, STORE_WRITE);
    const char *first = "WHERE cell = 1 AND budget = (SELECT min(budget) FROM experiment_measure)";
    char sql[512];
    snprintf(sql, sizeof sql, "SELECT sum(nodes) FROM experiment_measure %s AND position > 0", first);
    const int64_t others = number(store, sql);
    snprintf(sql, sizeof sql, "UPDATE experiment_measure SET fault = 'crash' %s AND position = 0", first);
    change(store->db, sql);
    snprintf(sql, sizeof sql, "SELECT nodes FROM v_experiments %s", first);
    assert_int_equal(number(store, sql), others);
    snprintf(sql, sizeof sql, "SELECT faults FROM v_experiments %s", first);
    assert_int_equal(number(store, sql), 1);
    assert_int_equal(number(store, "SELECT sum(positions) FROM v_experiments"), number(store, "SELECT count(*) - 1 FROM experiment_measure"));
    store_close(store);
}

/* What is missing in a file may be anything; here all that this version could ever have added. */
static void tables_and_columns_that_a_file_lacks_are_stood_in_for(void **state) {
    const Scratch *scratch = *state;
    store_close(open_store(scratch->db, STORE_CREATE));
    change_file(
        scratch->db,
        "INSERT INTO opening VALUES (7, 'x', ''); DROP TABLE tuning_run; DROP VIEW v_suites;"
        "ALTER TABLE game_side DROP COLUMN prunes; PRAGMA writable_schema = ON;"
        "UPDATE sqlite_schema SET sql = replace(sql, 'elapsed_ns    INTEGER NOT NULL DEFAULT 0', 'other INTEGER') "
        "WHERE name = 'run'");
    change_file(scratch->db, "INSERT INTO run SELECT 1, 'u', 'n', 'finished', 'c', '', 'pairs', 2, 1, 1, 'asian', 'o', "
                             "0, NULL, NULL, NULL, NULL, "
                             "NULL, 'b', 'p', 'h', NULL, 5, 17, NULL; PRAGMA user_version = 1");
    Store *store = open_store(scratch->db, STORE_READ);
    assert_int_equal(number(store, "SELECT count(*) FROM tuning_run"), 0);
    assert_int_equal(number(store, "SELECT count(prunes) FROM game_side"), 0);
    assert_int_equal(number(store, "SELECT elapsed_ns FROM run WHERE id = 1"), 0);
    assert_int_equal(number(store, "SELECT started_unix FROM run WHERE run.id = 1"), 5);
    assert_int_equal(number(store, "SELECT id FROM opening"), 7);
    store_close(store);
}

static void a_migration_that_fails_leaves_the_file_alone(void **state) {
    const Scratch *scratch = *state;
    Buf before = { 0 }, after = { 0 };
    Err err = { 0 };
    write_stored(scratch->db);
    change_file(scratch->db, "CREATE VIEW spsa_param AS SELECT 1 AS tuning"); /* a name that the migration needs */
    assert_true(file_read(scratch->db, &before, NULL));
    assert_null(store_open(scratch->db, STORE_WRITE, &err));
    assert_non_null(strstr(err.text, "Cannot add a column to a view"));
    assert_true(file_read(scratch->db, &after, NULL));
    assert_int_equal(before.len, after.len);
    assert_memory_equal(before.text, after.text, before.len);
    buf_free(&before);
    buf_free(&after);
}

/* Pretend that run `run` was started by this program, from what it would be started as. */
static void make_ours(Store *store, int64_t run, const MatchSpec *spec) {
    int64_t twin;
    char sql[512];
    assert_true(store_run_add(store, spec, 7, &twin, NULL));
    snprintf(sql, sizeof sql,
             "UPDATE run SET (name, config, program_hash) = (SELECT name, config, program_hash FROM run WHERE id = %d) "
             "WHERE id = %d; DELETE FROM run WHERE id = %d",
             (int)twin, (int)run, (int)twin);
    change(store->db, sql);
}

static void an_old_run_is_extended(void **state) {
    const Scratch *scratch = *state;
    Err err = { 0 };
    MatchSpec spec = recorded_spec(FORMAT_PAIRS, 2, 12);
    write_stored(scratch->db);
    Store *store = open_store(scratch->db, STORE_WRITE);
    assert_false(store_run_extend(store, 1, &spec, 7, &err)); /* by another program, with other players */
    make_ours(store, 1, &spec);
    if (!store_run_extend(store, 1, &spec, 7, &err)) fail_msg("%s", err.text);
    bool done[6] = { false };
    int half_points[6];
    assert_true(store_run_done(store, 1, 6, done, half_points, &err));
    StoreWriter *writer = store_writer_new(store, 1, &err);
    for (int i = 0; i < 6; i++) {
        assert_int_equal(done[i], i < 4);
        PairRecord pair = recorded_pair(&spec, i, 5);
        if (!done[i]) assert_true(store_writer_add(writer, &pair, &err));
        pair_record_free(&pair);
    }
    assert_true(store_writer_finish(writer, &err));
    assert_true(store_run_end(store, 1, "finished", &err));
    assert_int_equal(number(store, "SELECT count(*) FROM game JOIN pair ON pair.id = game.pair WHERE run = 1"), 12);
    assert_int_equal(number(store, "SELECT games FROM run WHERE id = 1"), 12);
    store_close(store);
    spec_free(&spec);
}

/* Into the file here, from a file of the other version. */
static void check_merged(void **state, bool old_into_new) {
    const Scratch *scratch = *state;
    char other[128], digest[SHA256_TEXT_SIZE];
    snprintf(other, sizeof other, "%s/other.db", scratch->folder);
    write_stored(scratch->db);
    write_stored(other);
    if (old_into_new) {
        store_close(open_store(scratch->db, STORE_WRITE));
        change_file(scratch->db,
                    "PRAGMA foreign_keys = ON; DELETE FROM pair WHERE run = 2; DELETE FROM run WHERE id = 1");
    } else {
        store_close(open_store(other, STORE_WRITE));
        change_file(
            scratch->db,
            "PRAGMA foreign_keys = ON; DELETE FROM pair WHERE run = 2 AND round = 0; DELETE FROM run WHERE id = 1");
    }
    Store *into = open_store(scratch->db, STORE_CREATE), *from = open_store(other, STORE_READ);
    StoreMerge merge;
    Err err;
    if (!store_merge_begin(&merge, into, &err) || !store_merge_add(&merge, from, 2, &err) ||
        !store_merge_commit(&merge, &err))
        fail_msg("%s", err.text);
    assert_int_equal(merge.run, 2);
    assert_true(merge.added > 0);
    assert_int_equal(merge.added + merge.held, 3);
    assert_true(store_digest(into, 2, digest, &err));
    assert_string_equal(digest, old_digests[1]);
    store_close(into);
    store_close(from);
}

static void an_old_file_is_merged_into_a_new_one(void **state) {
    check_merged(state, true);
}
static void a_new_file_is_merged_into_an_old_one(void **state) {
    check_merged(state, false);
}

/* The SQL of bench/README.md. */
static void read_questions(Buf *out) {
    Buf page = { 0 };
    bool inside = false;
    const char *line;
    size_t len;
    assert_true(file_read(XQ_SOURCE_DIR "/bench/README.md", &page, NULL));
    for (const char *at = page.text; text_next_line(&at, &line, &len);) {
        const bool fence = strncmp(line, "```", 3) == 0;
        if (inside && !fence) buf_add_n(out, line, len + 1);
        if (fence) inside = !inside && strncmp(line, "```sql", 6) == 0;
    }
    buf_free(&page);
}

static void every_question_of_the_page_has_an_answer(void **state) {
    const Scratch *scratch = *state;
    Buf questions = { 0 };
    int count = 0;
    write_stored(scratch->db);
    Store *store = open_store(scratch->db, STORE_WRITE);
    change(store->db, "INSERT INTO spsa_param VALUES (1, 0, 'search.lmr_base', 10, 0, 20, 2, 0, NULL);"
                      "INSERT INTO spsa_iteration VALUES (1, 0, 0, 0, 1, 0, 0, 0, 0, 5); INSERT INTO spsa_value VALUES (1, 0, 0, 12, 8, 11.5);"
                      "UPDATE move SET win = 950, draw = 40 WHERE game = 1; UPDATE game SET outcome = 'draw' WHERE id = 1;"
                      "INSERT INTO tuning_games SELECT 1, uid, 0 FROM run WHERE id = 1");
    read_questions(&questions);
    for (const char *at = buf_text(&questions), *next; *at; at = next) {
        sqlite3_stmt *stmt = NULL;
        if (sqlite3_prepare_v2(store->db, at, -1, &stmt, &next) != SQLITE_OK) fail_msg("%s\n%s", sqlite3_errmsg(store->db), at);
        if (!stmt) break; /* the line's end after the last */
        if (sqlite3_step(stmt) != SQLITE_ROW) fail_msg("no answer: %.*s", (int)(next - at), at);
        sqlite3_finalize(stmt);
        count++;
    }
    assert_in_range(count, 10, 100);
    buf_free(&questions);
    store_close(store);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        scratch_test(a_migrated_file_has_the_schema_of_a_new_one),
        scratch_test(a_file_of_this_version_may_lack_a_column),
        scratch_test(an_old_file_is_read_as_it_is),
        scratch_test(an_old_file_says_the_same_when_it_was_migrated),
        scratch_test(the_view_of_experiments_leaves_out_searches_that_failed),
        scratch_test(tables_and_columns_that_a_file_lacks_are_stood_in_for),
        scratch_test(a_migration_that_fails_leaves_the_file_alone),
        scratch_test(an_old_run_is_extended),
        scratch_test(every_question_of_the_page_has_an_answer),
        scratch_test(an_old_file_is_merged_into_a_new_one),
        scratch_test(a_new_file_is_merged_into_an_old_one),
    };
    xq_init();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
