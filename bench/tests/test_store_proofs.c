/* Proofs of tunings in the store. */
#define _XOPEN_SOURCE 700 /* mkdtemp */
#include "bench/tests/scratch.h"
#include <string.h>
#include "bench/store/proofs.h"
#include "bench/store/sql.h"
#include "bench/store/tunings.h"
#include "bench/tests/recorded.h"

static const TuningRecord proposal = { .kind = "fit", .state = "proposed", .data = "a.trace", .settings = "", .start = "", .result = "a: 1\n", .report = "" };

static Store *open_scratch(void **state) {
    Err err = { 0 };
    Store *store = store_open(((const Scratch *)*state)->db, STORE_CREATE, &err);
    if (!store) fail_msg("%s", err.text);
    return store;
}

static int64_t count_runs(Store *store) {
    int64_t count = 0;
    assert_true(sql_number(store->db, "SELECT count(*) FROM run", &count, NULL));
    return count;
}

/* Both saw none before. */
static void of_two_that_begin_a_proof_one_does(void **state) {
    Store *first = open_scratch(state), *second = open_scratch(state);
    MatchSpec spec = recorded_spec(FORMAT_PAIRS, 2, 40);
    ProofRecord proof = { .attempt = 1, .stage = "gain", .limit = "nodes=1000", .options = "" }, *kept;
    Arena arena = { 0 };
    Err err = { 0 };
    int64_t run = 0, other = 0;
    int count;
    assert_true(store_tuning_add(first, &proposal, &proof.tuning, NULL));
    if (!store_proof_begin(first, &proof, &spec, 1, &run, &err)) fail_msg("%s", err.text);
    assert_false(store_proof_begin(second, &proof, &spec, 1, &other, &err));
    assert_int_equal(err.kind, ERR_INPUT);
    assert_non_null(strstr(err.text, "another process has begun this proof of tuning 1"));
    assert_int_equal(other, 0);
    assert_int_equal(count_runs(second), 1); /* none is left that nobody plays */
    assert_true(store_proofs(second, &arena, proof.tuning, &kept, &count, NULL));
    assert_int_equal(count, 1);
    assert_int_equal(kept[0].run_id, run);
    assert_string_equal(kept[0].verdict, "");
    proof.attempt = 2;
    assert_true(store_proof_begin(second, &proof, &spec, 1, &other, NULL));
    assert_int_equal(count_runs(first), 2);
    arena_free(&arena);
    spec_free(&spec);
    store_close(first);
    store_close(second);
}

int main(void) {
    const struct CMUnitTest tests[] = { scratch_test(of_two_that_begin_a_proof_one_does) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
