#define _XOPEN_SOURCE 700 /* mkdtemp */
#include "bench/tests/scratch.h"
#include <string.h>
#include "bench/store/games.h"
#include "bench/store/queries.h"
#include "bench/store/sql.h"
#include "bench/tests/recorded.h"
#include "engine/core/mono.h"

static Store *store_with_run(const char *path, const MatchSpec *spec) {
    Err err;
    int64_t run;
    Store *store = store_open(path, STORE_CREATE, &err);
    if (!store || !store_run_add(store, spec, 1, &run, &err)) fail_msg("%s", err.text);
    return store;
}

static int64_t number(Store *store, const char *sql) {
    Err err;
    int64_t value = -1;
    if (!sql_number(store->db, sql, &value, &err)) fail_msg("%s: %s", sql, err.text);
    return value;
}

static bool add_pair(StoreWriter *writer, const MatchSpec *spec, int index, Err *err) {
    PairRecord pair = recorded_pair(spec, index, 60);
    const bool good = store_writer_add(writer, &pair, err);
    pair_record_free(&pair);
    return good;
}

/* A disk that is full at a random moment: SQLite reports a limit of pages just like it. */
static void a_full_disk_keeps_what_was_committed_and_nothing_by_halves(void **state) {
    const Scratch *scratch = *state;
    MatchSpec spec = recorded_spec(FORMAT_PAIRS, 2, 2000);
    for (int pages = 60; pages <= 400; pages += 85) {
        remove(scratch->db);
        Store *store = store_with_run(scratch->db, &spec);
        Err err = { 0 }, late = { 0 };
        Buf limit = { 0 };
        buf_addf(&limit, "PRAGMA max_page_count = %d", pages);
        assert_true(sql_exec(store->db, buf_text(&limit), &err));
        StoreWriter *writer = store_writer_new(store, 1, &err);
        int given = 0;
        while (given < schedule_pairs(&spec) && add_pair(writer, &spec, given, &err)) given++;
        assert_in_range(given, 1, schedule_pairs(&spec) - 1);
        assert_int_equal(err.kind, ERR_SYSTEM);
        assert_non_null(strstr(err.text, "games.db: cannot write: database or disk is full"));
        assert_false(add_pair(writer, &spec, given, &late)); /* and so ever after */
        assert_false(store_writer_finish(writer, &late));
        assert_string_equal(err.text, late.text);
        store_close(store);

        store = store_open(scratch->db, STORE_WRITE, &err);
        assert_non_null(store);
        const int64_t kept = number(store, "SELECT count(*) FROM pair");
        assert_in_range(kept, 0, given - 1);
        if (pages > 200) assert_true(kept > 0);
        assert_int_equal(number(store, "SELECT count(*) FROM pragma_integrity_check WHERE integrity_check <> 'ok'"), 0);
        assert_int_equal(number(store, "SELECT count(*) FROM pragma_foreign_key_check"), 0);
        assert_int_equal(number(store, "SELECT count(*) FROM game"), 2 * kept);
        assert_int_equal(number(store, "SELECT count(*) FROM game_side"), 4 * kept);
        assert_int_equal(number(store, "SELECT count(*) FROM game WHERE plies <> (SELECT count(*) FROM move WHERE game = game.id)"), 0);

        /* With room again the rest is played. */
        int64_t run;
        if (!store_run_resume(store, &spec, 1, &run, &err)) fail_msg("%s", err.text);
        writer = store_writer_new(store, run, &err);
        for (int i = (int)kept; i < given; i++) assert_true(add_pair(writer, &spec, i, &err));
        assert_true(store_writer_finish(writer, &err));
        assert_int_equal(number(store, "SELECT count(*) FROM pair"), given);
        store_close(store);
        buf_free(&limit);
    }
    spec_free(&spec);
}

static void a_pair_is_on_disk_within_a_second_and_a_bit(void **state) {
    const Scratch *scratch = *state;
    MatchSpec spec = recorded_spec(FORMAT_PAIRS, 2, 2000);
    Err err;
    Store *store = store_with_run(scratch->db, &spec), *reader = store_open(scratch->db, STORE_READ, &err);
    StoreWriter *writer = store_writer_new(store, 1, &err);
    assert_true(add_pair(writer, &spec, 0, &err));
    const int64_t start_ns = mono_ns(), patience_ns = 20000000000; /* for a machine that is busy */
    while (number(reader, "SELECT count(*) FROM pair") == 0 && mono_ns() - start_ns < patience_ns) mono_sleep_ns(10000000);
    assert_int_equal(number(reader, "SELECT count(*) FROM pair"), 1);
    assert_true(number(reader, "SELECT elapsed_ns FROM run") > 0);
    /* Nothing waits for the next second when much is there. */
    for (int i = 1; i < 200; i++) assert_true(add_pair(writer, &spec, i, &err));
    assert_true(store_writer_finish(writer, &err));
    assert_int_equal(number(reader, "SELECT count(*) FROM pair"), 200);
    store_close(reader);
    store_close(store);
    spec_free(&spec);
}

/* The lock is held while rows are written, not while pairs are waited for. */
static void two_writers_share_a_file(void **state) {
    const Scratch *scratch = *state;
    MatchSpec spec = recorded_spec(FORMAT_PAIRS, 2, 2000);
    enum { EACH = 100 };
    Err err;
    Store *store[2] = { store_with_run(scratch->db, &spec), store_with_run(scratch->db, &spec) };
    StoreWriter *writer[2];
    for (int i = 0; i < 2; i++) assert_non_null(writer[i] = store_writer_new(store[i], i + 1, &err));
    for (int index = 0; index < EACH; index++)
        for (int i = 0; i < 2; i++)
            if (!add_pair(writer[i], &spec, index, &err)) fail_msg("%s", err.text);
    for (int i = 0; i < 2; i++)
        if (!store_writer_finish(writer[i], &err)) fail_msg("%s", err.text);
    char digest[2][SHA256_TEXT_SIZE];
    for (int i = 0; i < 2; i++) assert_true(store_digest(store[0], i + 1, digest[i], &err));
    assert_string_equal(digest[0], digest[1]);
    assert_int_equal(number(store[1], "SELECT count(*) FROM pair"), 2 * EACH);
    store_close(store[0]);
    store_close(store[1]);
    spec_free(&spec);
}

static void a_pair_that_is_there_already_is_an_error(void **state) {
    (void)state;
    MatchSpec spec = recorded_spec(FORMAT_PAIRS, 2, 2000);
    Err err = { 0 };
    Store *store = store_with_run(NULL, &spec);
    StoreWriter *writer = store_writer_new(store, 1, &err);
    assert_true(add_pair(writer, &spec, 3, &err));
    add_pair(writer, &spec, 3, &err);
    assert_false(store_writer_finish(writer, &err));
    assert_non_null(strstr(err.text, "UNIQUE constraint failed"));
    store_close(store);
    spec_free(&spec);
}

/* Somebody else's SQL may take the run away; nothing is left without one. */
static void a_run_that_is_deleted_meanwhile_is_an_error(void **state) {
    const Scratch *scratch = *state;
    MatchSpec spec = recorded_spec(FORMAT_PAIRS, 2, 2000);
    Err err = { 0 };
    Store *store = store_with_run(scratch->db, &spec), *other = store_open(scratch->db, STORE_WRITE, &err);
    StoreWriter *writer = store_writer_new(store, 1, &err);
    assert_true(sql_exec(other->db, "DELETE FROM run", &err));
    assert_true(add_pair(writer, &spec, 0, &err));
    assert_false(store_writer_finish(writer, &err));
    if (!strstr(err.text, "games.db: the run was deleted while it was played")) fail_msg("%s", err.text);
    assert_int_equal(number(store, "SELECT (SELECT count(*) FROM pair) + (SELECT count(*) FROM game) + (SELECT count(*) FROM move)"), 0);
    assert_int_equal(number(store, "PRAGMA foreign_keys"), 1);
    store_close(other);
    store_close(store);
    spec_free(&spec);
}

/* SQLite would write on into a file that nobody can find again. */
static void a_database_that_is_deleted_or_replaced_is_an_error(void **state) {
    const Scratch *scratch = *state;
    MatchSpec spec = recorded_spec(FORMAT_PAIRS, 2, 2000);
    for (int replaced = 0; replaced < 2; replaced++) {
        Err err = { 0 };
        Store *store = store_with_run(scratch->db, &spec), *other = NULL;
        StoreWriter *writer = store_writer_new(store, 1, &err);
        assert_true(add_pair(writer, &spec, 0, &err));
        assert_int_equal(remove(scratch->db), 0);
        if (replaced) {
            char log[96];
            snprintf(log, sizeof log, "%s-wal", scratch->db);
            remove(log);
            other = store_with_run(scratch->db, &spec);
        }
        add_pair(writer, &spec, 1, &err);
        assert_false(store_writer_finish(writer, &err));
        assert_int_equal(err.kind, ERR_SYSTEM);
        if (!strstr(err.text, "games.db: was deleted, moved or replaced while it was written to")) fail_msg("%s", err.text);
        store_close(store);
        store_close(other);
    }
    spec_free(&spec);
}

static void a_flush_commits_what_was_handed_over(void **state) {
    const Scratch *scratch = *state;
    MatchSpec spec = recorded_spec(FORMAT_PAIRS, 2, 2000);
    Err err = { 0 };
    Store *store = store_with_run(scratch->db, &spec), *reader = store_open(scratch->db, STORE_READ, &err);
    StoreWriter *writer = store_writer_new(store, 1, &err);
    assert_true(store_writer_flush(writer, &err)); /* of nothing */
    for (int i = 0, given = 0; i < 20; i++) {
        for (int end = given + 1 + i % 5; given < end; given++) assert_true(add_pair(writer, &spec, given, &err));
        assert_true(store_writer_flush(writer, &err));
        assert_int_equal(number(reader, "SELECT count(*) FROM pair"), given);
    }
    assert_true(add_pair(writer, &spec, 0, &err)); /* is there */
    assert_false(store_writer_flush(writer, &err));
    assert_non_null(strstr(err.text, "UNIQUE constraint failed"));
    assert_false(store_writer_finish(writer, &err));
    store_close(reader);
    store_close(store);
    spec_free(&spec);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        scratch_test(a_full_disk_keeps_what_was_committed_and_nothing_by_halves),
        scratch_test(a_pair_is_on_disk_within_a_second_and_a_bit),
        scratch_test(a_flush_commits_what_was_handed_over),
        scratch_test(two_writers_share_a_file),
        scratch_test(a_database_that_is_deleted_or_replaced_is_an_error),
        scratch_test(a_run_that_is_deleted_meanwhile_is_an_error),
        cmocka_unit_test(a_pair_that_is_there_already_is_an_error),
    };
    xq_init();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
