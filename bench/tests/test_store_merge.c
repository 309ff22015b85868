#define _XOPEN_SOURCE 700 /* mkdtemp */
#include "bench/store/merge.h"
#include <string.h>
#include "bench/store/games.h"
#include "bench/store/queries.h"
#include "bench/store/sql.h"
#include "bench/tests/recorded.h"
#include "bench/tests/scratch.h"

enum { PLIES = 12 };
static const uint64_t openings_hash = 0x1234;

static Store *open_named(void **state, const char *name, StoreMode mode) {
    char path[128];
    Err err;
    snprintf(path, sizeof path, "%s/%s", ((const Scratch *)*state)->folder, name);
    Store *store = store_open(path, mode, &err);
    if (!store) fail_msg("%s", err.text);
    return store;
}

static void change(Store *store, const char *sql) {
    Err err;
    if (!sql_exec(store->db, sql, &err)) fail_msg("%s: %s", sql, err.text);
}

static int64_t number(Store *store, const char *sql) {
    Err err;
    int64_t value = -1;
    if (!sql_number(store->db, sql, &value, &err)) fail_msg("%s: %s", sql, err.text);
    return value;
}

/* A store with one run of this match and its pairs of index shard modulo shards. */
static Store *played(void **state, const char *name, const MatchSpec *spec, int shard, int shards) {
    Err err;
    int64_t run;
    Store *store = open_named(state, name, STORE_CREATE);
    if (!store_run_add(store, spec, openings_hash, &run, &err)) fail_msg("%s", err.text);
    StoreWriter *writer = store_writer_new(store, run, &err);
    assert_non_null(writer);
    for (int i = shard; i < schedule_pairs(spec); i += shards) {
        PairRecord pair = recorded_pair(spec, i, PLIES);
        assert_true(store_writer_add(writer, &pair, &err));
        pair_record_free(&pair);
    }
    assert_true(store_writer_finish(writer, &err));
    assert_true(store_run_end(store, run, "interrupted", &err));
    return store;
}

/* Merge run 1 of every store; the counts. */
static StoreMerge merge_all(Store *into, Store *const *from, int count) {
    StoreMerge merge;
    Err err;
    if (!store_merge_begin(&merge, into, &err)) fail_msg("%s", err.text);
    for (int i = 0; i < count; i++)
        if (!store_merge_add(&merge, from[i], 1, &err)) fail_msg("%s", err.text);
    if (!store_merge_commit(&merge, &err)) fail_msg("%s", err.text);
    return merge;
}

static void check_same_digest(Store *a, Store *b) {
    char x[SHA256_TEXT_SIZE], y[SHA256_TEXT_SIZE];
    assert_true(store_digest(a, 1, x, NULL) && store_digest(b, 1, y, NULL));
    assert_string_equal(x, y);
}

static void shards_merge_into_what_one_machine_would_have_played(void **state) {
    MatchSpec spec = recorded_spec(FORMAT_ROUND_ROBIN, 3, 20);
    Store *whole = played(state, "whole", &spec, 0, 1), *into = open_named(state, "into", STORE_CREATE);
    Store *const parts[] = { played(state, "a", &spec, 2, 3), played(state, "b", &spec, 0, 3),
                             played(state, "c", &spec, 1, 3) };
    const StoreMerge merge = merge_all(into, parts, 3);
    assert_int_equal(merge.run, 1);
    assert_int_equal(merge.added, 30);
    assert_int_equal(merge.held, 0);
    check_same_digest(into, whole);
    static const char *const same[] = {
        "SELECT count(*) FROM pair",
        "SELECT count(*) FROM game",
        "SELECT count(*) FROM game_side",
        "SELECT count(*) FROM move",
        "SELECT count(*) FROM opening",
        "SELECT count(*) FROM player",
        "SELECT count(*) FROM run_player",
        "SELECT sum(time_ns * ply + overhead_ns) FROM move",
        "SELECT sum(time_max_ns + overhead_ns + tt_hits) FROM game_side",
        "SELECT sum(started_ns + ended_ns * leg) FROM game",
        "SELECT sum(half_points * idx) FROM pair",
    };
    for (size_t i = 0; i < COUNT_OF(same); i++) assert_int_equal(number(into, same[i]), number(whole, same[i]));
    assert_int_equal(number(into, "SELECT count(*) FROM pragma_foreign_key_check"), 0);
    assert_int_equal(number(into, "SELECT state = 'finished' AND owner IS NULL AND length(uid) = 32 FROM run"), 1);
    int64_t elapsed = 0;
    for (int i = 0; i < 3; i++) elapsed += number(parts[i], "SELECT elapsed_ns FROM run");
    assert_int_equal(number(into, "SELECT elapsed_ns FROM run"), elapsed);
    for (int i = 0; i < 3; i++) store_close(parts[i]);
    store_close(into);
    store_close(whole);
    spec_free(&spec);
}

static void pairs_that_are_there_are_passed_over(void **state) {
    MatchSpec spec = recorded_spec(FORMAT_PAIRS, 2, 40);
    Store *whole = played(state, "whole", &spec, 0, 1), *into = played(state, "into", &spec, 1, 2),
          *part = played(state, "a", &spec, 0, 4);
    StoreMerge merge = merge_all(into, &part, 1);
    assert_int_equal(merge.added, 5);
    assert_int_equal(merge.held, 0);
    assert_int_equal(number(into, "SELECT state = 'interrupted' FROM run"), 1);
    merge = merge_all(into, &part, 1);
    assert_int_equal(merge.added, 0);
    assert_int_equal(merge.held, 5);
    const int64_t elapsed = number(into, "SELECT elapsed_ns FROM run");
    merge = merge_all(into, &whole, 1);
    assert_int_equal(merge.added, 5);
    assert_int_equal(merge.held, 15);
    assert_int_equal(number(into, "SELECT count(*) FROM run"), 1);
    assert_true(number(into, "SELECT elapsed_ns FROM run") > elapsed);
    check_same_digest(into, whole);
    store_close(part);
    store_close(into);
    store_close(whole);
    spec_free(&spec);
}

static void a_longer_part_makes_the_run_longer(void **state) {
    MatchSpec spec = recorded_spec(FORMAT_PAIRS, 2, 10);
    Store *into = played(state, "into", &spec, 0, 1);
    spec.games = 16;
    Store *whole = played(state, "whole", &spec, 0, 1);
    merge_all(into, &whole, 1);
    assert_int_equal(number(into, "SELECT games * 100 + pairs_total FROM run WHERE state = 'finished'"), 1608);
    check_same_digest(into, whole);
    store_close(into);
    store_close(whole);
    spec_free(&spec);
}

static void another_seed(MatchSpec *spec) {
    spec->seed++;
}
static void another_player(MatchSpec *spec) {
    strcpy(strstr(spec->player[1].resolved, "number: 1"), "number: 3");
}
static void an_sprt(MatchSpec *spec) {
    spec->use_sprt = true;
}
static void nothing(MatchSpec *spec) {
    (void)spec;
}

static void what_does_not_belong_together_is_refused_and_nothing_written(void **state) {
    static const struct {
        void (*change)(MatchSpec *spec);
        const char *sql, *says;
    } rows[] = {
        { another_seed, NULL, "one has 'seed: 7', the other 'seed: 8'" },
        { another_player, NULL, "one has 'number: 1', the other 'number: 3'" },
        { an_sprt, NULL, "has an SPRT, which counts its pairs in order and can't be pooled" },
        { nothing, "UPDATE run SET program_hash = '0123456789abcdef', build = 'an old one'",
          ": 0123456789ab of an old one, and " },
        { nothing, "UPDATE game SET move_hash = 5 WHERE id = 4", "pair of round 3, pairing 0 went otherwise than in " },
        { nothing, "UPDATE game_side SET nodes = nodes + 1 WHERE game = 5 AND colour = 'red'",
          "pair of round 4, pairing 0 went otherwise" },
    };
    MatchSpec spec = recorded_spec(FORMAT_PAIRS, 2, 40);
    Store *into = played(state, "into", &spec, 1, 2), *good = played(state, "good", &spec, 0, 4);
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        MatchSpec other = recorded_spec(FORMAT_PAIRS, 2, 40);
        char name[8];
        Err err = { 0 };
        rows[i].change(&other);
        snprintf(name, sizeof name, "bad%d", (int)i);
        /* Its first pairs are new, so that something is written before what is refused. */
        Store *bad = played(state, name, &other, 2, 1);
        if (rows[i].sql) change(bad, rows[i].sql);
        StoreMerge merge;
        assert_true(store_merge_begin(&merge, into, &err));
        assert_true(store_merge_add(&merge, good, 1, &err));
        if (store_merge_add(&merge, bad, 1, &err) || err.kind != ERR_INPUT || !strstr(err.text, rows[i].says))
            fail_msg("row %d: '%s' instead of '%s'", (int)i, err.text, rows[i].says);
        store_merge_drop(&merge);
        assert_int_equal(number(into, "SELECT count(*) FROM pair"), 10);
        assert_int_equal(number(into, "SELECT count(*) FROM run"), 1);
        store_close(bad);
        spec_free(&other);
    }
    store_close(good);
    store_close(into);
    spec_free(&spec);
}

static void a_store_of_other_runs_takes_none(void **state) {
    MatchSpec spec = recorded_spec(FORMAT_PAIRS, 2, 4);
    Store *into = played(state, "into", &spec, 0, 1);
    spec.limit.nodes = 77;
    Store *other = played(state, "other", &spec, 0, 1);
    StoreMerge merge;
    Err err = { 0 };
    assert_true(store_merge_begin(&merge, into, &err));
    assert_false(store_merge_add(&merge, other, 1, &err));
    assert_non_null(strstr(err.text, "one has 'limit: nodes=1000', the other 'limit: nodes=77'"));
    store_merge_drop(&merge);
    /* The run of the same specification is found among others. */
    int64_t run;
    spec.limit.nodes = 78;
    assert_true(store_run_add(other, &spec, openings_hash, &run, NULL));
    assert_true(store_merge_begin(&merge, other, &err));
    spec.limit.nodes = 77;
    Store *same = played(state, "same", &spec, 0, 1);
    assert_true(store_merge_add(&merge, same, 1, &err));
    assert_int_equal(merge.run, 1);
    assert_int_equal(merge.held, 2);
    store_merge_drop(&merge);
    store_close(same);
    store_close(other);
    store_close(into);
    spec_free(&spec);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        scratch_test(shards_merge_into_what_one_machine_would_have_played),
        scratch_test(pairs_that_are_there_are_passed_over),
        scratch_test(a_longer_part_makes_the_run_longer),
        scratch_test(what_does_not_belong_together_is_refused_and_nothing_written),
        scratch_test(a_store_of_other_runs_takes_none),
    };
    xq_init();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
