#define _XOPEN_SOURCE 700 /* mkdtemp */
#include "bench/tests/scratch.h"
#include <string.h>
#include "bench/store/tunings.h"

static const TuningRecord proposal = {
    .kind = "fit", .state = "proposed", .data = "games.trace", .settings = "loss: mse\n", .start = "weights:\n  tempo: 10\n",
    .result = "weights:\n  tempo: 12\n", .report = "# report\n", .positions = 1000, .games = 100, .params = 2, .loss_start = 0.11, .loss_end = 0.1,
    .valid_start = NAN, .valid_end = NAN, .scale = 1.5, .cpu_ns = 7,
};

static Store *open_scratch(const char *path, StoreMode mode) {
    Err err = { 0 };
    Store *store = store_open(path, mode, &err);
    if (!store) fail_msg("%s", err.text);
    return store;
}

static void a_tuning_comes_back_as_it_was_kept(void **state) {
    Store *store = open_scratch(((Scratch *)*state)->db, STORE_CREATE);
    Arena arena = { 0 };
    TuningRecord read;
    int64_t id;
    assert_true(store_tuning_add(store, &proposal, &id, NULL));
    assert_int_equal(id, 1);
    assert_true(store_tuning(store, &arena, 0, &read, NULL));
    assert_string_equal(read.result, proposal.result);
    assert_string_equal(read.settings, proposal.settings);
    assert_string_equal(read.state, "proposed");
    assert_int_equal(read.positions, 1000);
    assert_near(read.loss_end, 0.1, 0);
    assert_true(isnan(read.valid_end));
    assert_int_equal(strlen(read.uid), 32);
    arena_free(&arena);
    store_close(store);
}

static void a_store_is_tried_and_stays_as_it_was(void **state) {
    const char *db = ((Scratch *)*state)->db;
    Store *store = open_scratch(db, STORE_CREATE);
    Arena arena = { 0 };
    TuningRecord *all;
    Err err = { 0 };
    int64_t id;
    int count;
    assert_true(store_tuning_add(store, &proposal, &id, NULL));
    assert_true(store_tuning_try(store, &err));
    assert_true(store_tunings(store, &arena, &all, &count, NULL));
    assert_int_equal(count, 1);
    assert_true(store_tuning_add(store, &proposal, &id, NULL));
    assert_int_equal(id, 2);
    store_close(store);
    store = open_scratch(db, STORE_READ);
    assert_false(store_tuning_try(store, &err));
    assert_non_null(strstr(err.text, "readonly"));
    arena_free(&arena);
    store_close(store);
}

static void a_decision_names_the_run_that_made_it(void **state) {
    Store *store = open_scratch(((Scratch *)*state)->db, STORE_CREATE);
    Arena arena = { 0 };
    TuningRecord read;
    Err err = { 0 };
    int64_t id;
    assert_true(store_tuning_add(store, &proposal, &id, NULL));
    assert_true(store_tuning_add(store, &proposal, &id, NULL));
    assert_true(store_tuning_decide(store, 1, "accepted", "cafe", NULL));
    assert_true(store_tuning(store, &arena, 1, &read, NULL));
    assert_string_equal(read.state, "accepted");
    assert_string_equal(read.proof, "cafe");
    assert_true(read.decided_unix > 0);
    assert_true(store_tuning(store, &arena, 2, &read, NULL));
    assert_string_equal(read.state, "proposed");
    assert_false(store_tuning_decide(store, 3, "accepted", "", &err));
    assert_non_null(strstr(err.text, "has no tuning 3; it holds tunings 1 to 2"));
    assert_false(store_tuning_decide(store, 1, "excellent", "", &err)); /* not a state */
    arena_free(&arena);
    store_close(store);
}

static void a_store_that_never_had_one_has_none(void **state) {
    Store *store = open_scratch(((Scratch *)*state)->db, STORE_CREATE);
    Arena arena = { 0 };
    TuningRecord *all, one;
    Err err = { 0 };
    int count;
    assert_true(store_tunings(store, &arena, &all, &count, NULL));
    assert_int_equal(count, 0);
    assert_false(store_tuning(store, &arena, 0, &one, &err));
    assert_non_null(strstr(err.text, "holds no tuning yet"));
    arena_free(&arena);
    store_close(store);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        scratch_test(a_tuning_comes_back_as_it_was_kept),
        scratch_test(a_store_is_tried_and_stays_as_it_was),
        scratch_test(a_decision_names_the_run_that_made_it),
        scratch_test(a_store_that_never_had_one_has_none),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
