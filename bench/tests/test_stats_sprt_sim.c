#include "engine/tests/test.h"
#include <string.h>
#include "bench/stats/sprt_sim.h"

static const SimScenario *scenario_of(const char *name) {
    for (int i = 0; i < sim_scenario_count; i++)
        if (!strcmp(sim_scenarios[i].name, name)) return &sim_scenarios[i];
    fail_msg("no scenario %s", name);
    return NULL;
}

static SimSpec spec_of(SprtModel model, SimCounting counting, double elo1) {
    return (SimSpec){ .sprt = { .model = model, .elo1 = elo1, .alpha = .05, .beta = .05 },
                      .counting = counting,
                      .batch = 1,
                      .pairs_max = 1000000,
                      .seed = 4 };
}

static SimResult run(const SimSpec *spec, int tests) {
    SimResult result = { 0 };
    for (int i = 0; i < tests; i++) sim_add_test(spec, (uint64_t)i, &result);
    return result;
}

static double mean_pairs(const SimResult *result) {
    return (double)result->pairs / (double)result->tests;
}

static void chances_follow_the_model_of_games(void **state) {
    (void)state;
    double chances[3][3];
    sim_chances(scenario_of("balanced"), 0, chances);
    const double win = 1 / (1 + pow(10, .5)), draw = 1 - 2 * win;
    assert_near(chances[2][2], win * win, 1e-15);
    assert_near(chances[1][1], draw * draw, 1e-15);
    assert_near(chances[0][1], win * draw, 1e-15);

    /* Red's 300 go both ways: the pair is level when the players are. */
    sim_chances(scenario_of("very_biased"), 0, chances);
    assert_near(chances[2][0], pow(1 / (1 + pow(10, -.25)), 2), 1e-15);
    for (int i = 0; i < sim_scenario_count; i++) {
        double sum = 0, five[ELO_PAIRS];
        sim_chances(&sim_scenarios[i], 37, chances);
        sim_plan_chances((const double(*)[3])chances, five);
        for (int k = 0; k < ELO_PAIRS; k++) sum += five[k];
        assert_near(sum, 1, 1e-14);
        sim_chances(&sim_scenarios[i], 0, chances);
        for (int counting = SIM_PAIRS; counting <= SIM_GAMES; counting++)
            assert_near(sim_strength(SPRT_NORMALIZED, (SimCounting)counting, (const double(*)[3])chances), 0, 1e-9);
    }
}

static void strength_is_what_the_statistics_of_many_pairs_find(void **state) {
    (void)state;
    SimSpec spec = spec_of(SPRT_NORMALIZED, SIM_PAIRS, 10);
    for (int i = 0; i < sim_scenario_count; i++) {
        double five[ELO_PAIRS];
        int64_t pairs[ELO_PAIRS], games[ELO_GAMES] = { 0 };
        assert_true(sim_set_strength(&spec, &sim_scenarios[i], 24, NULL));
        sim_plan_chances((const double(*)[3])spec.chances, five);
        for (int k = 0; k < ELO_PAIRS; k++) pairs[k] = (int64_t)round(five[k] * 1e12);
        for (int k = 0; k < 9; k++) {
            games[k / 3] += (int64_t)round(spec.chances[k / 3][k % 3] * 1e12);
            games[k % 3] += (int64_t)round(spec.chances[k / 3][k % 3] * 1e12);
        }
        const EloStats by_pairs = elo_pairs(pairs), by_games = elo_games(games);
        assert_near(by_pairs.nelo, 24, 1e-6);
        assert_near(sim_strength(SPRT_NORMALIZED, SIM_GAMES, (const double(*)[3])spec.chances), by_games.nelo, 1e-6);
        assert_near(sim_strength(SPRT_LOGISTIC, SIM_PAIRS, (const double(*)[3])spec.chances), by_games.elo, 1e-6);
    }
}

static void the_lots_are_drawn_with_these_chances(void **state) {
    (void)state;
    /* Bounds so near that the first pair decides unless it is level, and one pair is all there is. */
    SimSpec spec = spec_of(SPRT_LOGISTIC, SIM_PAIRS, 100);
    spec.pairs_max = 1;
    spec.sprt.alpha = spec.sprt.beta = .4999;
    assert_true(sim_set_strength(&spec, scenario_of("biased"), 60, NULL));
    double five[ELO_PAIRS];
    sim_plan_chances((const double(*)[3])spec.chances, five);
    enum { TESTS = 20000 };
    const SimResult result = run(&spec, TESTS);
    const double h1 = five[3] + five[4], error = 4 * sqrt(h1 * (1 - h1) / TESTS);
    assert_near((double)result.accepted_h1 / TESTS, h1, error);
    assert_int_equal(result.pairs, TESTS);
}

static void a_test_is_a_pure_function_of_its_number(void **state) {
    (void)state;
    SimSpec spec = spec_of(SPRT_LOGISTIC, SIM_PAIRS, 60);
    assert_true(sim_set_strength(&spec, scenario_of("mixed"), 30, NULL));
    SimResult forward = { 0 }, parts[2] = { { 0 } }, sum = { 0 };
    for (uint64_t i = 0; i < 100; i++) sim_add_test(&spec, i, &forward);
    for (uint64_t i = 100; i-- > 0;) sim_add_test(&spec, i, &parts[i % 2]);
    sim_add(&parts[0], &sum);
    sim_add(&parts[1], &sum);
    assert_memory_equal(&sum, &forward, sizeof sum);
    assert_true(forward.accepted_h0 > 20 && forward.accepted_h1 > 20);
    spec.seed++;
    const SimResult other = run(&spec, 100);
    assert_true(other.pairs != forward.pairs);
}

/* The same games, counted by games and by pairs: the table of tests on unbalanced openings that first showed why
 * pairs must be counted (300 tests a row there, logistic [0, 10]). */
static void unbalanced_openings_make_tests_by_games_long_and_tests_by_pairs_short(void **state) {
    (void)state;
    static const struct {
        double bias, elo, by_games, by_pairs;
    } rows[] = {
        { 0, 0, 1689, 1690 },
        { 150, 0, 2080, 1613 },
        { 300, 0, 2455, 1131 },
        { 300, 20, 1996, 974 },
    };
    enum { TESTS = 150 };
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        const SimScenario scenario = { .name = "row", .draw_elo = 200, .bias = { rows[i].bias }, .biases = 1 };
        SimSpec spec = spec_of(SPRT_LOGISTIC, SIM_GAMES, 10);
        sim_chances(&scenario, rows[i].elo, spec.chances);
        const SimResult games = run(&spec, TESTS);
        spec.counting = SIM_PAIRS;
        const SimResult pairs = run(&spec, TESTS);
        print_message("bias %g, elo %g: by games H1 %d, %.0f pairs; by pairs H1 %d, %.0f\n", rows[i].bias, rows[i].elo,
                      (int)games.accepted_h1, mean_pairs(&games), (int)pairs.accepted_h1, mean_pairs(&pairs));
        /* Both means are uncertain by some 6 %. */
        assert_near(mean_pairs(&games) / rows[i].by_games, 1, .25);
        assert_near(mean_pairs(&pairs) / rows[i].by_pairs, 1, .25);
        if (rows[i].bias == 300) assert_true(mean_pairs(&games) > 1.7 * mean_pairs(&pairs));
        if (rows[i].elo > 0) assert_true(games.accepted_h1 >= TESTS - 2 && pairs.accepted_h1 >= TESTS * 9 / 10);
        else assert_true(games.accepted_h1 <= TESTS / 8 && pairs.accepted_h1 <= TESTS / 8);
    }
}

/* The highest count of errors in so many tests that 3 standard errors above the rate allow. */
static double most_errors(double rate, int tests) {
    return tests * rate + 3 * sqrt(rate * (1 - rate) * tests);
}

static void tests_err_no_more_often_than_they_promise(void **state) {
    (void)state;
    enum { TESTS = 250 };
    static const int batches[] = { 1, 20 };
    for (int row = 0; row < sim_scenario_count * 8; row++) {
        const SimScenario *scenario = &sim_scenarios[row / 8];
        SimSpec spec = spec_of((SprtModel)(row % 2), (SimCounting)(row / 2 % 2), 50);
        spec.batch = batches[row / 4 % 2];
        assert_true(sim_set_strength(&spec, scenario, 0, NULL));
        const SimResult equal = run(&spec, TESTS);
        assert_true(sim_set_strength(&spec, scenario, 50, NULL));
        const SimResult better = run(&spec, TESTS);
        assert_int_equal(equal.accepted_h0 + equal.accepted_h1, TESTS);
        if ((double)equal.accepted_h1 > most_errors(.05, TESTS) || (double)better.accepted_h0 > most_errors(.05, TESTS))
            fail_msg("%s, model %d, counting %d, batch %d: %d and %d of %d wrong", scenario->name, row % 2, row / 2 % 2,
                     spec.batch, (int)equal.accepted_h1, (int)better.accepted_h0, TESTS);
    }
}

static void a_test_that_errs_too_often_is_found_out(void **state) {
    (void)state;
    enum { TESTS = 600 };
    SimSpec spec = spec_of(SPRT_NORMALIZED, SIM_PAIRS, 50);
    spec.sprt.alpha = .12;
    assert_true(sim_set_strength(&spec, scenario_of("balanced"), 0, NULL));
    assert_true((double)run(&spec, TESTS).accepted_h1 > most_errors(.05, TESTS));
}

static void plans_foretell_the_length_of_tests(void **state) {
    (void)state;
    enum { TESTS = 400 };
    static const double truths[] = { 0, 10, 20, 30 };
    static const char *const names[] = { "balanced", "very_biased" };
    for (size_t row = 0; row < COUNT_OF(names) * COUNT_OF(truths); row++) {
        SimSpec spec = spec_of(SPRT_LOGISTIC, SIM_PAIRS, 20);
        double chances[ELO_PAIRS];
        assert_true(
            sim_set_strength(&spec, scenario_of(names[row / COUNT_OF(truths)]), truths[row % COUNT_OF(truths)], NULL));
        sim_plan_chances((const double(*)[3])spec.chances, chances);
        const SprtPlan plan = sprt_plan(&spec.sprt, chances);
        const SimResult result = run(&spec, TESTS);
        const double mean = mean_pairs(&result), square = (double)result.pairs_squared / TESTS;
        const double error = sqrt((square - mean * mean) / TESTS);
        /* Tests run a little past the bounds, which plans leave out. */
        if (mean < plan.pairs - 4 * error || mean > 1.06 * plan.pairs + 4 * error)
            fail_msg("%s, Elo %g: %.0f +- %.0f pairs, planned %.0f", names[row / COUNT_OF(truths)],
                     truths[row % COUNT_OF(truths)], mean, error, plan.pairs);
        const double h1 = (double)result.accepted_h1 / TESTS;
        assert_near(h1, plan.accept_h1, 4 * sqrt(.25 / TESTS));
    }
}

static void strengths_that_no_players_have_are_refused(void **state) {
    (void)state;
    SimSpec spec = spec_of(SPRT_LOGISTIC, SIM_PAIRS, 10);
    Err err = { 0 };
    assert_false(sim_set_strength(&spec, scenario_of("balanced"), 9000, &err));
    assert_string_equal(err.text, "no players differ by 9000 in the scenario 'balanced'");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(chances_follow_the_model_of_games),
        cmocka_unit_test(strength_is_what_the_statistics_of_many_pairs_find),
        cmocka_unit_test(the_lots_are_drawn_with_these_chances),
        cmocka_unit_test(a_test_is_a_pure_function_of_its_number),
        cmocka_unit_test(unbalanced_openings_make_tests_by_games_long_and_tests_by_pairs_short),
        cmocka_unit_test(tests_err_no_more_often_than_they_promise),
        cmocka_unit_test(a_test_that_errs_too_often_is_found_out),
        cmocka_unit_test(plans_foretell_the_length_of_tests),
        cmocka_unit_test(strengths_that_no_players_have_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
