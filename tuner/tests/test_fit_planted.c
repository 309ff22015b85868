/* Planted truth: do the intervals hold the weights that the data were made with? Positions of a game share one draw, so they
 * are far from independent: errors that take them for independent must fail, and those by game must not.
 *   test_fit_planted [SEEDS [GAMES]]   more seeds and games than the quick default; scripts/check-errors runs 100 of 4000 */
#include "tuner/tests/synthetic.h"
#include "bench/stats/stats.h"
#include "tuner/fit/fit.h"

enum { SLOTS = 20, POSITIONS_A_GAME = 50 };
static int seeds = 12, games = 400;

static void fit_seed(int seed, const double *truth, int *naive, int *clustered) {
    const Synthetic synthetic = { .slots = SLOTS, .games = games, .per_game = POSITIONS_A_GAME, .phases = 1, .k = 1.5, .step = 0.05,
                                  .seed = (uint64_t)seed + 100, .mg = truth, .shared_result = true };
    TraceSet set;
    FitSettings settings;
    FitResult result;
    Err err = { 0 };
    synthetic_build(&synthetic, &set);
    opt_defaults(&fit_options, &settings);
    settings.k = 1.5;
    settings.validation = settings.prior_games = 0;
    settings.tolerance = 1e-6;
    settings.round = false;
    if (!fit_run(&settings, &(FitData){ .results = &set }, NULL, &result, &err)) fail_msg("%s", err.text);
    for (int i = 0; i < SLOTS; i++) {
        const double off = fabs(result.fitted[result.params.param[i].term] - truth[result.params.param[i].term]);
        *naive += off < 1.959964 * result.errors.naive[i];
        *clustered += off < 1.959964 * result.errors.clustered[i];
    }
    fit_free(&result);
    trace_close(&set);
}

static void intervals_by_game_hold_the_truth_and_naive_ones_do_not(void **state) {
    (void)state;
    double truth[SLOTS];
    int naive = 0, clustered = 0;
    for (int i = 0; i < SLOTS; i++) truth[i] = 150 - 15 * i;
    for (int seed = 0; seed < seeds; seed++) fit_seed(seed, truth, &naive, &clustered);
    const double all = seeds * SLOTS;
    print_message("%d seeds of %d games: 95 %% intervals hold the truth %.1f %% of the time by game, %.1f %% naively\n", seeds, games, 100 * clustered / all,
                  100 * naive / all);
    assert_true(clustered / all > 0.90 && clustered / all < 0.99);
    assert_true(naive / all < 0.60);
}

int main(int argc, char **argv) {
    const struct CMUnitTest tests[] = { cmocka_unit_test(intervals_by_game_hold_the_truth_and_naive_ones_do_not) };
    if (argc > 1) seeds = atoi(argv[1]);
    if (argc > 2) games = atoi(argv[2]);
    stats_init();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
