/* Tunings by SPSA in the store: who plays them, and the games of iterations that a kill has cut short. */
#define _XOPEN_SOURCE 700 /* mkdtemp */
#include "bench/tests/scratch.h"
#include <string.h>
#include "bench/store/queries.h"
#include "bench/store/spsa.h"
#include "bench/store/sql.h"
#include "bench/tests/other_process.h"
#include "bench/tests/recorded.h"

static const TuningRecord beginning = { .kind = "spsa", .state = "running", .data = "a.yaml", .settings = "seed: 1\n", .start = "a: 1\n", .result = "", .report = "",
                                        .params = 1, .loss_start = NAN, .loss_end = NAN, .valid_start = NAN, .valid_end = NAN, .scale = NAN };
static const StoredParam param = { .name = "search.a", .start = 1, .min = 0, .max = 9, .c = 1, .frozen = -1 };

static Store *store_with_tuning(void **state) {
    Err err = { 0 };
    int64_t id = 0;
    Store *store = store_open(((const Scratch *)*state)->db, STORE_CREATE, &err);
    if (!store || !store_spsa_begin(store, &beginning, &param, 1, &id, &err)) fail_msg("%s", err.text);
    assert_int_equal(id, 1);
    return store;
}

static void assert_state(Store *store, const char *wanted) {
    Arena arena = { 0 };
    TuningRecord tuning;
    assert_true(store_tuning(store, &arena, 1, &tuning, NULL));
    assert_string_equal(tuning.state, wanted);
    arena_free(&arena);
}

static void a_tuning_that_another_process_plays_is_left_to_it(void **state) {
    Store *store = store_with_tuning(state);
    Err err = { 0 };
    char owner[OWNER_SIZE];
    Buf sql = { 0 };
    const pid_t child = start_child(owner);
    buf_addf(&sql, "UPDATE tuning_run SET owner = '%s'", owner);
    assert_true(sql_exec(store->db, buf_text(&sql), &err));
    assert_state(store, "running");
    assert_false(store_spsa_take(store, 1, &err));
    assert_int_equal(err.kind, ERR_INPUT);
    assert_non_null(strstr(err.text, "tuning 1 is being played by process"));
    kill(child, SIGKILL);
    waitpid(child, NULL, 0);
    assert_state(store, "interrupted");
    assert_true(store_spsa_take(store, 1, &err));
    TuningRecord done = beginning;
    done.state = "proposed";
    assert_true(store_tuning_update(store, 1, &done, &err));
    assert_state(store, "proposed");
    buf_free(&sql);
    store_close(store);
}

/* Pairs 0 to 5 in two runs, as of two sessions. */
static void add_games(Store *store, const MatchSpec *spec) {
    Err err = { 0 };
    for (int session = 0; session < 2; session++) {
        int64_t run;
        assert_true(store_run_add(store, spec, 1, &run, &err));
        assert_true(store_spsa_add_run(store, 1, run, &err));
        StoreWriter *writer = store_writer_new(store, run, &err);
        for (int i = 3 * session; i < 3 * session + 3; i++) {
            PairRecord pair = recorded_pair(spec, i, 40);
            assert_true(store_writer_add(writer, &pair, &err));
            pair_record_free(&pair);
        }
        if (!store_writer_finish(writer, &err)) fail_msg("%s", err.text);
    }
}

static void pairs_beyond_the_last_iteration_are_found_until_parameters_change(void **state) {
    Store *store = store_with_tuning(state);
    MatchSpec spec = recorded_spec(FORMAT_PAIRS, 2, 40);
    Arena arena = { 0 };
    StoredPair *pair;
    int64_t *run, other;
    int count;
    Err err = { 0 };
    assert_true(store_run_add(store, &spec, 1, &other, &err)); /* a match, none of the tuning's */
    add_games(store, &spec);
    assert_true(store_spsa_runs(store, &arena, 1, &run, &count, &err));
    assert_int_equal(count, 2);
    assert_int_equal(run[0], 2);
    assert_true(store_spsa_pairs(store, &arena, 1, 2, &pair, &count, &err));
    assert_int_equal(count, 4);
    for (int i = 0; i < count; i++) {
        PairRecord record = recorded_pair(&spec, i + 2, 40);
        assert_int_equal(pair[i].index, i + 2);
        assert_int_equal(pair[i].half_points, pair_record_half_points(&record));
        assert_int_equal(pair[i].faults, 0);
        assert_false(pair[i].twin);
        pair_record_free(&record);
    }
    assert_true(store_spsa_settle_pairs(store, 1, &err));
    assert_true(store_spsa_pairs(store, &arena, 1, 0, &pair, &count, &err));
    assert_int_equal(count, 0);
    arena_free(&arena);
    spec_free(&spec);
    store_close(store);
}

static void a_run_without_a_length_has_that_of_its_games(void **state) {
    Store *store = store_with_tuning(state);
    MatchSpec spec = recorded_spec(FORMAT_PAIRS, 2, 0);
    Arena arena = { 0 };
    RunInfo info;
    Err err = { 0 };
    add_games(store, &spec);
    assert_true(store_run_end_open(store, 1, &err));
    assert_true(store_run(store, &arena, 1, &info, &err));
    assert_string_equal(info.state, "finished");
    assert_int_equal(info.pairs_total, 3);
    assert_int_equal(info.games, 6);
    arena_free(&arena);
    spec_free(&spec);
    store_close(store);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        scratch_test(a_tuning_that_another_process_plays_is_left_to_it),
        scratch_test(pairs_beyond_the_last_iteration_are_found_until_parameters_change),
        scratch_test(a_run_without_a_length_has_that_of_its_games),
    };
    xq_init();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
