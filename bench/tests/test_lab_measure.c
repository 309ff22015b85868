#include "engine/tests/test.h"
#include "bench/tests/laboratory.h"

static const char factorial[] = "base: PVS\ndepths: [2, 3]\ndesign: factorial\nfactors:\n"
                                "  - {name: H, set: {history: butterfly}}\n  - {name: T, set: {tt: on, tt_move: on, tt_cutoff: on}}\n";

static void measures_do_not_depend_on_the_workers(void **state) {
    Experiment e = lab_experiment(*state, factorial);
    Measure *one = lab_measure(&e, 1), *two = lab_measure(&e, 2);
    for (int i = 0; i < experiment_measures(&e); i++) {
        assert_true(one[i].done && two[i].done);
        assert_int_equal(one[i].nodes, two[i].nodes);
        assert_int_equal(one[i].score, two[i].score);
        assert_memory_equal(one[i].counter, two[i].counter, sizeof one[i].counter);
    }
    free(one);
    free(two);
    experiment_free(&e);
}

static void a_node_cap_censors(void **state) {
    Experiment e = lab_experiment(*state, "base: AB\ndepths: 3\nnode_cap: 500\nfactors: [{option: killers, levels: [off, on]}]");
    Measure *all = lab_measure(&e, 1);
    const Measure *busy = &all[experiment_index(&e, 0, 0, 0)], *bare = &all[experiment_index(&e, 0, 0, 2)];
    assert_true(busy->censored);
    assert_int_equal(busy->nodes, 500);
    assert_false(bare->censored);
    assert_int_equal(bare->depth, 3);
    free(all);
    experiment_free(&e);
}

static bool count_calls(void *context, int cell, int budget, int position, const Measure *measure, Err *err) {
    int *calls = context;
    (void)cell;
    (void)budget;
    (void)position;
    assert_true(measure->done);
    return ++*calls < 5 || err_set(err, ERR_SYSTEM, "the disk is full");
}

static void what_is_done_stays_and_the_rest_is_measured(void **state) {
    Experiment e = lab_experiment(*state, factorial);
    const int total = experiment_measures(&e);
    Measure *all = mem_zalloc((size_t)total, sizeof *all), *whole = lab_measure(&e, 1);
    int calls = 0, done = 0;
    Err err = { 0 };
    MeasureOptions options = { .jobs = 1, .context = &calls, .measured = count_calls };
    assert_false(experiment_measure(&e, &options, all, &err));
    assert_string_equal(err.text, "the disk is full");
    for (int i = 0; i < total; i++) done += all[i].done;
    assert_int_equal(done, 5);
    all[0].nodes = 12345; /* would be measured otherwise */
    options.measured = NULL;
    assert_true(experiment_measure(&e, &options, all, &err));
    assert_int_equal(all[0].nodes, 12345);
    for (int i = 1; i < total; i++) assert_int_equal(all[i].nodes, whole[i].nodes);
    free(all);
    free(whole);
    experiment_free(&e);
}

static void a_stop_interrupts(void **state) {
    Experiment e = lab_experiment(*state, factorial);
    Measure *all = mem_zalloc((size_t)experiment_measures(&e), sizeof *all);
    static const atomic_bool stop = true;
    const MeasureOptions options = { .jobs = 1, .stop = &stop };
    Err err = { 0 };
    assert_false(experiment_measure(&e, &options, all, &err));
    assert_int_equal(err.kind, ERR_INTERRUPTED);
    free(all);
    experiment_free(&e);
}

static void an_engine_behind_a_pipe_can_be_a_cell(void **state) {
    static const char text[] = "base: full\ndepths: 3\nfactors:\n  - name: way\n    levels:\n      - {name: inside, player: full}\n"
                               "      - {name: outside, player: 'cmd=" XQ_BIN_DIR "/xqengine protocol=uci'}\n";
    Experiment e = lab_experiment(*state, text);
    Measure *all = lab_measure(&e, 1);
    for (int i = 0; i < e.positions; i++) {
        assert_int_equal(all[experiment_index(&e, 0, 0, i)].nodes, all[experiment_index(&e, 1, 0, i)].nodes);
        assert_int_equal(all[experiment_index(&e, 0, 0, i)].move, all[experiment_index(&e, 1, 0, i)].move);
        assert_int_equal(all[experiment_index(&e, 1, 0, i)].counter[1], 0);
    }
    free(all);
    experiment_free(&e);
}

int main(void) {
    xq_init();
    const struct CMUnitTest tests[] = {
        scratch_test(measures_do_not_depend_on_the_workers),
        scratch_test(a_node_cap_censors),
        scratch_test(what_is_done_stays_and_the_rest_is_measured),
        scratch_test(a_stop_interrupts),
        scratch_test(an_engine_behind_a_pipe_can_be_a_cell),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
