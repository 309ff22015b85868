#include "engine/tests/test.h"
#include <math.h>
#include "bench/lab/analyse.h"
#include "bench/stats/stats.h"
#include "bench/tests/laboratory.h"

#define THREE "factors:\n  - {name: H, set: {history: butterfly}}\n  - {name: K, set: {killers: on}}\n  - {name: C, set: {capture_order: see}}\n"

/* Nodes as a product: each factor multiplies, two of them together once more; positions differ by a constant. */
static double true_nodes(const Cell *cell, int position) {
    static const double factor[] = { 0.5, 0.8, 0.25 }, place[] = { 1000000, 4000000, 250000 };
    double nodes = place[position];
    for (int i = 0; i < 3; i++) nodes *= cell->level[i] ? factor[i] : 1;
    return nodes * (cell->level[0] && cell->level[1] ? 1.25 : 1);
}

static Measure *invent(const Experiment *e) {
    Measure *all = mem_zalloc((size_t)experiment_measures(e), sizeof *all);
    for (int cell = 0; cell < e->design.count; cell++)
        for (int i = 0; i < e->positions; i++)
            all[experiment_index(e, cell, 0, i)] = (Measure){
                .done = true, .depth = 3, .score = 17, .nodes = (uint64_t)true_nodes(&e->design.cell[cell], i), .time_ns = 1000 };
    return all;
}

static const Effect *find_effect(const Effect *effect, int count, int factor, int other) {
    for (int i = 0; i < count; i++)
        if (effect[i].factor == factor && effect[i].other == other) return &effect[i];
    fail_msg("no effect %d x %d", factor, other);
    return NULL;
}

static void effects_of_a_factorial_are_found_exactly(void **state) {
    Experiment e = lab_experiment(*state, "base: PVS\ndepths: 3\ndesign: factorial\n" THREE);
    Measure *all = invent(&e);
    Arena arena = { 0 };
    Effect *effect;
    int count;
    assert_true(analyse_effects(&e, all, 0, &arena, &effect, &count, NULL));
    assert_int_equal(count, 6);
    /* A main effect is the average over the other's levels: half of the interaction's logarithm is in it. */
    assert_near(find_effect(effect, count, 0, -1)->ratio.value, 0.5 * sqrt(1.25), 1e-4);
    assert_near(find_effect(effect, count, 1, -1)->ratio.value, 0.8 * sqrt(1.25), 1e-4);
    assert_near(find_effect(effect, count, 2, -1)->ratio.value, 0.25, 1e-4);
    assert_near(find_effect(effect, count, 0, 1)->ratio.value, 1.25, 1e-4);
    assert_near(find_effect(effect, count, 0, 2)->ratio.value, 1, 1e-4);
    assert_near(find_effect(effect, count, 1, 2)->ratio.value, 1, 1e-4);
    arena_free(&arena);
    free(all);
    experiment_free(&e);
}

static void a_fraction_finds_main_effects_without_interactions(void **state) {
    Experiment e = lab_experiment(*state, "base: PVS\ndepths: 3\ndesign: fractional\nfraction: 1\n" THREE);
    Measure *all = invent(&e);
    for (int cell = 0; cell < e.design.count; cell++) /* take the interaction out again */
        for (int i = 0; e.design.cell[cell].level[0] && e.design.cell[cell].level[1] && i < e.positions; i++)
            all[experiment_index(&e, cell, 0, i)].nodes = (uint64_t)(true_nodes(&e.design.cell[cell], i) / 1.25);
    Arena arena = { 0 };
    Effect *effect;
    int count;
    assert_int_equal(e.design.count, 4);
    assert_true(analyse_effects(&e, all, 0, &arena, &effect, &count, NULL));
    assert_near(find_effect(effect, count, 0, -1)->ratio.value, 0.5, 1e-4);
    assert_near(find_effect(effect, count, 1, -1)->ratio.value, 0.8, 1e-4);
    assert_near(find_effect(effect, count, 2, -1)->ratio.value, 0.25, 1e-4);
    arena_free(&arena);
    free(all);
    experiment_free(&e);
}

static void ratios_are_means_over_positions_and_of_sums(void **state) {
    Experiment e = lab_experiment(*state, "base: PVS\ndepths: 3\nfactors: [{option: killers, levels: [off, on]}]");
    static const uint64_t nodes[2][3] = { { 100, 1000, 10 }, { 200, 500, 10 } };
    Measure *all = mem_zalloc(6, sizeof *all);
    for (int i = 0; i < 6; i++) all[i] = (Measure){ .done = true, .depth = 3, .nodes = nodes[i / 3][i % 3], .time_ns = 1, .score = i == 4 };
    CellSummary cell;
    assert_true(analyse_cell(&e, all, 1, 0, &cell, NULL));
    assert_near(cell.ratio[QUANTITY_NODES].mean.value, 1, 1e-12); /* 2 * 1/2 * 1 */
    assert_near(cell.ratio[QUANTITY_NODES].of_sums, 710.0 / 1110, 1e-12);
    assert_int_equal(cell.ratio[QUANTITY_NODES].positions, 3);
    assert_int_equal(cell.values_differ, 1);
    assert_true(cell.must_agree);
    assert_true(isnan(cell.ratio[QUANTITY_LEAVES].mean.value));
    free(all);
    experiment_free(&e);
}

static void searches_that_failed_count_in_no_figure(void **state) {
    Experiment e = lab_experiment(*state, "base: PVS\ndepths: 3\nfactors: [{option: killers, levels: [off, on]}]");
    static const uint64_t nodes[2][3] = { { 100, 1000, 10 }, { 200, 0, 30 } };
    Measure *all = mem_zalloc(6, sizeof *all);
    for (int i = 0; i < 6; i++) all[i] = (Measure){ .done = true, .depth = 3, .nodes = nodes[i / 3][i % 3], .time_ns = 1000 };
    all[4] = (Measure){ .done = true, .fault = FAULT_CRASH, .time_ns = 77, .score = 5 };
    CellSummary cell;
    assert_true(analyse_cell(&e, all, 1, 0, &cell, NULL));
    assert_int_equal(cell.faults, 1);
    assert_int_equal(cell.counted, 2);
    assert_near(cell.sum[QUANTITY_NODES], 230, 1e-12);
    assert_near(cell.sum[QUANTITY_TIME], 2000, 1e-12);
    assert_near(cell.mean_depth, 3, 1e-12);
    assert_int_equal(cell.values_differ, 0);
    assert_int_equal(cell.ratio[QUANTITY_NODES].positions, 2);
    assert_near(cell.ratio[QUANTITY_NODES].of_sums, 230.0 / 110, 1e-12);
    assert_near(cell.ratio[QUANTITY_TIME].of_sums, 1, 1e-12);
    all[3].fault = all[5].fault = FAULT_TIME;
    assert_true(analyse_cell(&e, all, 1, 0, &cell, NULL));
    assert_int_equal(cell.faults, 3);
    assert_true(isnan(cell.sum[QUANTITY_NODES]) && isnan(cell.mean_depth));
    free(all);
    experiment_free(&e);
}

static void censored_measures_are_bounds(void **state) {
    Experiment e = lab_experiment(*state, "base: PVS\ndepths: 3\nnode_cap: 1000\nfactors: [{option: killers, levels: [off, on]}]");
    static const struct { bool base[3], cell[3], at_least, at_most; int positions; } rows[] = {
        { { 0, 0, 0 }, { 0, 0, 0 }, false, false, 3 }, { { 0, 0, 0 }, { 1, 0, 0 }, true, false, 3 },  { { 1, 0, 0 }, { 0, 0, 0 }, false, true, 3 },
        { { 1, 0, 0 }, { 0, 1, 0 }, true, true, 3 },   { { 1, 0, 0 }, { 1, 0, 0 }, false, false, 2 }, { { 1, 1, 1 }, { 1, 1, 1 }, false, false, 0 },
    };
    for (size_t row = 0; row < COUNT_OF(rows); row++) {
        Measure all[6];
        for (int i = 0; i < 3; i++) {
            all[i] = (Measure){ .done = true, .depth = 3, .nodes = 1000, .score = i, .censored = rows[row].base[i] };
            all[3 + i] = (Measure){ .done = true, .depth = 3, .nodes = 1000, .score = 3 + i, .censored = rows[row].cell[i] };
        }
        CellSummary cell;
        assert_true(analyse_cell(&e, all, 1, 0, &cell, NULL));
        const Ratio *ratio = &cell.ratio[QUANTITY_NODES];
        assert_int_equal(ratio->positions, rows[row].positions);
        assert_int_equal(ratio->at_least, rows[row].at_least);
        assert_int_equal(ratio->at_most, rows[row].at_most);
        /* A search that was cut has no value to compare. */
        int compared = 0;
        for (int i = 0; i < 3; i++) compared += !rows[row].base[i] && !rows[row].cell[i];
        assert_int_equal(cell.values_differ, compared);
    }
    experiment_free(&e);
}

static void only_equal_values_must_agree(void **state) {
    static const struct { const char *set, *level; bool must; } rows[] = {
        { "", "{killers: on}", true },
        { "", "{tt: on, tt_cutoff: on, tt_bits: 8}", true },
        { "", "{tt: on, tt_cutoff: on, tt_cutoff_depth: at_least}", false },
        { "", "{tt: on, tt_cutoff: off, tt_cutoff_depth: at_least}", true },
        { "", "{tt_cutoff_depth: at_least}", true },
        { "", "{null_move: 2}", false },
        { "null_move: 2", "{killers: on}", false },
        { "", "{null_move_adaptive: on}", true },
        { "", "{quiescence: on}", false },
        { "quiescence: on", "{killers: on, tt: on, tt_cutoff: on}", true },
        { "quiescence: on", "{tt: on, quiescence_tt: on}", false },
        { "quiescence: on", "{quiescence_delta: on}", false },
        { "check_extension: on", "{history: butterfly}", true },
        { "", "{search_repetition: full}", false },
        { "", "{eval.mobility: off}", false },
        { "", "{algorithm: mtdf, tt: on, tt_cutoff: on}", true },
    };
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        char text[256];
        snprintf(text, sizeof text, "base: PVS\nset: {%s}\ndepths: 3\nfactors: [{name: X, set: %s}]", rows[i].set, rows[i].level);
        Experiment e = lab_experiment(*state, text);
        if (player_spec_same_value(&e.player[0], &e.player[1]) != rows[i].must) fail_msg("row %zu: {%s} and %s", i, rows[i].set, rows[i].level);
        experiment_free(&e);
    }
}

static void disagreements_are_listed_and_real_searches_have_none(void **state) {
    Experiment e = lab_experiment(*state, "base: PVS\nset: {quiescence: on, check_extension: on}\ndepths: [2, 3]\ndesign: factorial\nfactors:\n"
                                          "  - {name: C, set: {capture_order: see}}\n  - {name: T, set: {tt: on, tt_move: on, tt_cutoff: on}}\n"
                                          "  - {name: M, set: {algorithm: mtdf, tt: on}}\n  - {name: N, set: {null_move: 2}}\n");
    Measure *all = lab_measure(&e, 2);
    Arena arena = { 0 };
    Disagreement *found;
    int count, checked;
    analyse_disagreements(&e, all, &arena, &found, &count, &checked);
    assert_int_equal(count, 0);
    assert_int_equal(checked, 7 * 2 * 3); /* the cells without null move */
    all[experiment_index(&e, 3, 1, 2)].score++;
    analyse_disagreements(&e, all, &arena, &found, &count, &checked);
    assert_int_equal(count, 1);
    assert_int_equal(found->cell, 3);
    assert_int_equal(found->budget, 1);
    assert_int_equal(found->position, 2);
    arena_free(&arena);
    free(all);
    experiment_free(&e);
}

int main(void) {
    xq_init();
    stats_init();
    const struct CMUnitTest tests[] = {
        scratch_test(effects_of_a_factorial_are_found_exactly),
        scratch_test(a_fraction_finds_main_effects_without_interactions),
        scratch_test(ratios_are_means_over_positions_and_of_sums),
        scratch_test(searches_that_failed_count_in_no_figure),
        scratch_test(censored_measures_are_bounds),
        scratch_test(only_equal_values_must_agree),
        scratch_test(disagreements_are_listed_and_real_searches_have_none),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
