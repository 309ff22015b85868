/* The loop of SPSA on players whose best settings are known. */
#include "engine/tests/test.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "bench/stats/stats.h"
#include "tuner/spsa/preflight.h"
#include "tuner/tests/simulated.h"

enum { PARAMS = 4, BATCH = 8 };
static const char *const names[] = { "search.a", "search.b", "weights.c[0].mg", "weights.c[0].eg", "options.D" };

/* Four parameters, c 1, 0.89 Elo lost at one c, a start 2 Elo below the best. */
static const PlanSpec plan = { .params = PARAMS, .variance = 0.5, .elo_at_c = 0.89, .precision = 0.5, .confidence = 0.95 };

static SpsaRules rules_of(double r, uint64_t seed) {
    return (SpsaRules){ .gains = { .schedule = SCHEDULE_CONSTANT, .r = r, .batch = BATCH }, .seed = seed, .lag = 1, .tail = 0.8,
                        .plan = plan, .prior_pairs = 100 };
}

static SimulatedPlayers quadratic(uint64_t seed) {
    SimulatedPlayers s = { .player = { .draws = 0.5, .seed = seed }, .params = PARAMS };
    for (int i = 0; i < PARAMS; i++) {
        s.player.elo[i] = 0.89;
        s.player.best[i] = sqrt(2 / (PARAMS * 0.89)) * (i % 2 ? 1 : -1);
    }
    return s;
}

static void add_params(Spsa *spsa, int count, bool whole) {
    for (int i = 0; i < count; i++) spsa_add(spsa, &(SpsaParamSpec){ .name = names[i], .min = -100, .max = 100, .c = 1, .whole = whole });
}

static void run(Spsa *spsa, int until, SimulatedPlayers *simulated) {
    const SpsaPlayers players = { .context = simulated, .submit = simulated_submit, .collect = simulated_collect };
    Err err = { 0 };
    if (!spsa_run(spsa, until, &players, NULL, &err)) fail_msg("%s", err.text);
}

static void the_last_point_loses_what_the_formula_says_and_the_mean_far_less(void **state) {
    (void)state;
    enum { RUNS = 120, GAMES = 120000 };
    const double r = 3 * plan_gain(&plan);
    double last = 0, mean = 0;
    for (uint64_t seed = 0; seed < RUNS; seed++) {
        Spsa spsa;
        const SpsaRules rules = rules_of(r, seed);
        SimulatedPlayers simulated = quadratic(seed + 1000);
        double finals[PARAMS], means[PARAMS];
        spsa_init(&spsa, &rules);
        add_params(&spsa, PARAMS, false);
        run(&spsa, GAMES / 2 / BATCH, &simulated);
        for (int i = 0; i < PARAMS; i++) {
            const SpsaFinding finding = spsa_finding(&spsa, i);
            finals[i] = finding.final;
            means[i] = finding.mean;
        }
        last += simulated_loss(&simulated.player, finals, PARAMS) / RUNS;
        mean += simulated_loss(&simulated.player, means, PARAMS) / RUNS;
        spsa_free(&spsa);
    }
    const double formula = plan_last_loss(&plan, r, 2, GAMES), law = plan_tail_loss(&plan, r, 2, GAMES, 0.8);
    print_message("the last point loses %.3f Elo (formula %.3f), the mean of the last 80 %% %.3f (law %.3f)\n", last, formula, mean, law);
    assert_near(last, formula, 0.2 * formula);
    assert_near(mean, law, 0.25 * law);
    assert_true(mean < last / 2);
}

/* Two halves: what their mean loses is what the law says of it, and the distance between them tells it without knowing the best. */
static void the_halves_are_as_far_apart_as_their_mean_is_off(void **state) {
    (void)state;
    enum { RUNS = 100, GAMES = 60000 };
    const double r = 8 * plan_gain(&plan);
    double mean = 0, apart = 0;
    for (uint64_t seed = 0; seed < RUNS; seed++) {
        Spsa spsa;
        SpsaRules rules = rules_of(r, seed);
        SimulatedPlayers simulated = quadratic(seed + 3000);
        double means[PARAMS];
        rules.halves = true;
        spsa_init(&spsa, &rules);
        add_params(&spsa, PARAMS, false);
        run(&spsa, GAMES / 2 / BATCH, &simulated);
        for (int i = 0; i < PARAMS; i++) {
            const SpsaFinding finding = spsa_finding(&spsa, i);
            means[i] = finding.mean;
            apart += simulated.player.elo[i] * finding.apart * finding.apart / 4 / RUNS;
        }
        mean += simulated_loss(&simulated.player, means, PARAMS) / RUNS;
        spsa_free(&spsa);
    }
    PlanSpec halved = plan;
    halved.halves = true;
    const double law = plan_tail_loss(&halved, r, 2, GAMES, 0.8);
    print_message("the mean of two halves loses %.3f Elo (law %.3f), their distance says %.3f\n", mean, law, apart);
    assert_near(mean, law, 0.25 * law);
    assert_near(apart, mean, 0.25 * mean);
}

static int compare(const void *a, const void *b) {
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* Kolmogorov and Smirnov's test against the standard normal distribution: the chance of so large a distance. */
static double normal_p(double *values, int count) {
    double distance = 0, p = 0;
    qsort(values, (size_t)count, sizeof *values, compare);
    for (int i = 0; i < count; i++) {
        const double below = 0.5 * erfc(-values[i] / sqrt(2));
        distance = fmax(distance, fmax(fabs(below - (double)i / count), fabs((double)(i + 1) / count - below)));
    }
    const double root = sqrt(count), lambda = (root + 0.12 + 0.11 / root) * distance;
    for (int k = 1; k <= 100; k++) p += (k % 2 ? 2 : -2) * exp(-2.0 * k * k * lambda * lambda);
    return fmin(fmax(p, 0), 1);
}

static void the_z_of_a_parameter_without_effect_is_standard_normal(void **state) {
    (void)state;
    enum { RUNS = 200, ITERATIONS = 1500 };
    double z[RUNS];
    for (uint64_t seed = 0; seed < RUNS; seed++) {
        Spsa spsa;
        SpsaRules rules = rules_of(0, seed);
        SimulatedPlayers simulated = quadratic(seed + 5000);
        rules.live = true;
        rules.multiple = 3;
        rules.halves = seed % 4 >= 2;
        simulated.player.elo[0] = 0;
        spsa_init(&spsa, &rules);
        add_params(&spsa, PARAMS, seed % 2);
        run(&spsa, ITERATIONS, &simulated);
        z[seed] = spsa_finding(&spsa, 0).z;
        spsa_free(&spsa);
    }
    const double p = normal_p(z, RUNS);
    print_message("z of 200 runs against the standard normal distribution: p = %.3f\n", p);
    assert_true(p > 0.01);
    for (int i = 0; i < RUNS; i++) z[i] *= 1.5; /* the test would see a wrong scale */
    assert_true(normal_p(z, RUNS) < 0.01);
}

static void a_parameter_that_matters_has_a_large_z(void **state) {
    (void)state;
    Spsa spsa;
    SpsaRules rules = rules_of(0, 3);
    SimulatedPlayers simulated = quadratic(4);
    rules.live = true;
    rules.multiple = 3;
    simulated.player.best[1] = 6;
    spsa_init(&spsa, &rules);
    add_params(&spsa, PARAMS, false);
    run(&spsa, 4000, &simulated);
    const SpsaFinding finding = spsa_finding(&spsa, 1);
    assert_true(finding.z > 4);
    assert_near(finding.mean, 6, 2);
    assert_true(finding.error > 0.01 && finding.error < 1);
    spsa_free(&spsa);
}

/* At its bound a parameter moves by what was really played. */
static void the_difference_that_was_played_enters_the_update(void **state) {
    (void)state;
    Spsa spsa;
    SpsaTask task;
    const SpsaRules rules = rules_of(0.01, 9);
    spsa_init(&spsa, &rules);
    spsa_add(&spsa, &(SpsaParamSpec){ .name = "search.a", .start = 10, .min = 0, .max = 10, .c = 4 });
    spsa_propose(&spsa, 0, &task);
    const double half = (task.plus[0] - task.minus[0]) / 2, sign = half > 0 ? 1 : -1;
    assert_near(half, sign * 1, 1e-12); /* 10 and 8 */
    assert_true(task.hindered[0]);
    SpsaOutcome outcome = { .twins = 0 };
    outcome.pairs[half > 0 ? 0 : 4] = 8; /* the side at the bound loses every game */
    spsa_learn(&spsa, &task, &outcome);
    assert_near(spsa.param[0].value, 10 - 0.01 * 1 * 16, 1e-12);
    assert_int_equal(spsa.param[0].hindered, 1);
    spsa_task_free(&task);
    spsa_propose(&spsa, 1, &task);
    outcome = (SpsaOutcome){ .twins = 0 };
    outcome.pairs[task.plus[0] > task.minus[0] ? 4 : 0] = 1000; /* wins enough to leave the bounds */
    spsa_learn(&spsa, &task, &outcome);
    assert_near(spsa.param[0].value, 10, 0);
    spsa_task_free(&task);
    spsa_free(&spsa);
}

/* An interrupted run that replays what it had goes on as if nothing had happened, tasks that were out included. */
typedef struct { SimulatedPlayers *simulated; SpsaOutcome *stored; int count; } Replay;

static bool replay_collect(void *context, const SpsaTask *task, SpsaOutcome *out, Err *err) {
    Replay *replay = context;
    if (task->iteration >= replay->count) return simulated_collect(replay->simulated, task, out, err);
    *out = replay->stored[task->iteration];
    return true;
}

static bool store_outcome(void *context, const Spsa *spsa, const SpsaTask *task, const SpsaOutcome *outcome, Err *err) {
    (void)spsa;
    (void)err;
    ((Replay *)context)->stored[task->iteration] = *outcome;
    return true;
}

static void check_replayed(bool halves) {
    enum { ITERATIONS = 300, STOPPED = 137 };
    SpsaOutcome stored[ITERATIONS];
    double end[2][PARAMS];
    for (int again = 0; again < 2; again++) {
        Spsa spsa;
        SpsaRules rules = rules_of(0, 12);
        SimulatedPlayers simulated = quadratic(13);
        Replay replay = { &simulated, stored, again ? STOPPED : 0 };
        const SpsaPlayers players = { .context = &replay, .submit = simulated_submit, .collect = replay_collect };
        const SpsaListener listener = { .context = &replay, .iteration = store_outcome };
        rules.live = true;
        rules.multiple = 3;
        rules.lag = 3;
        rules.halves = halves;
        spsa_init(&spsa, &rules);
        add_params(&spsa, PARAMS, true);
        assert_true(spsa_run(&spsa, ITERATIONS, &players, &listener, NULL));
        for (int i = 0; i < PARAMS; i++) end[again][i] = spsa_finding(&spsa, i).mean;
        spsa_free(&spsa);
    }
    assert_memory_equal(end[0], end[1], sizeof end[0]);
}

static void a_replayed_run_goes_on_as_if_it_had_never_stopped(void **state) {
    (void)state;
    check_replayed(false);
    check_replayed(true);
}

/* A half is a run of its own: it walks as one that plays its iterations alone, with their draws. */
static void halves_know_nothing_of_each_other(void **state) {
    (void)state;
    enum { ITERATIONS = 40 };
    SpsaRules rules = rules_of(0.01, 31);
    double odd[2][ITERATIONS];
    for (int other = 0; other < 2; other++) {
        Spsa spsa;
        rules.halves = true;
        spsa_init(&spsa, &rules);
        add_params(&spsa, 1, false);
        for (int k = 0; k < ITERATIONS; k++) {
            SpsaTask task;
            SpsaOutcome outcome = { .twins = 0 };
            outcome.pairs[k % 2 ? k % 3 : other ? 4 : 0] = BATCH; /* the even ones win all, or lose all */
            spsa_propose(&spsa, k, &task);
            spsa_learn(&spsa, &task, &outcome);
            spsa_task_free(&task);
            odd[other][k] = k % 2 ? spsa.param[0].value : 0;
        }
        assert_true(fabs(spsa_finding(&spsa, 0).apart) > 0.1);
        spsa_free(&spsa);
    }
    assert_memory_equal(odd[0], odd[1], sizeof odd[0]);
}

/* Freezing keeps the mean; a newcomer doesn't change the draws of the others. */
static void parameters_freeze_and_join_between_iterations(void **state) {
    (void)state;
    Spsa spsa;
    SpsaTask before, after;
    const SpsaRules rules = rules_of(0.005, 21);
    SimulatedPlayers simulated = quadratic(22);
    spsa_init(&spsa, &rules);
    add_params(&spsa, PARAMS, true);
    run(&spsa, 200, &simulated);
    const double mean = spsa_finding(&spsa, 1).mean;
    spsa_propose(&spsa, 200, &before);
    spsa_freeze(&spsa, 1);
    assert_int_equal(spsa_add(&spsa, &(SpsaParamSpec){ .name = names[4], .start = 7, .min = 0, .max = 10, .c = 1, .whole = true }), PARAMS);
    spsa_propose(&spsa, 200, &after);
    for (int i = 0; i < PARAMS; i++) {
        assert_near(after.plus[i], i == 1 ? round(mean) : before.plus[i], 0);
        assert_near(after.minus[i], i == 1 ? round(mean) : before.minus[i], 0);
    }
    run(&spsa, 300, &simulated);
    assert_near(spsa_finding(&spsa, 1).mean, mean, 0);
    assert_int_equal(spsa.param[4].first, 200);
    spsa_task_free(&before);
    spsa_task_free(&after);
    spsa_free(&spsa);
}

/* The gain follows the variance of the pairs: fewer decided games, larger steps. */
static void gains_follow_the_variance_of_the_pairs(void **state) {
    (void)state;
    Spsa spsa;
    SpsaRules rules = rules_of(0, 2);
    rules.prior_pairs = 0;
    spsa_init(&spsa, &rules);
    const int64_t pairs[ELO_PAIRS] = { 10, 20, 40, 20, 10 };
    memcpy(spsa.sum.pairs, pairs, sizeof pairs);
    /* 20 pairs of +-2 and 40 of +-1: 120 over 100 pairs, half of it a game. */
    assert_near(spsa_variance(&spsa), 0.6, 1e-12);
    spsa.rules.prior_pairs = 100;
    assert_near(spsa_variance(&spsa), 0.55, 1e-12);
    spsa_free(&spsa);
}

static void many_idle_parameters_are_counted_not_cut(void **state) {
    (void)state;
    enum { MANY = 40 };
    char name[MANY][32];
    PreflightParam tried[MANY] = { { 0, 0 } };
    const Preflight preflight = { .param = tried, .params = MANY, .positions = 32 };
    const SpsaRules rules = rules_of(0.01, 1);
    Spsa spsa;
    Err err = { 0 };
    spsa_init(&spsa, &rules);
    for (int i = 0; i < MANY; i++) {
        snprintf(name[i], sizeof name[i], "search.parameter_%02d", i);
        spsa_add(&spsa, &(SpsaParamSpec){ .name = name[i], .min = -100, .max = 100, .c = 1, .whole = true });
    }
    spsa_freeze(&spsa, 0);
    tried[1].answers = 1;
    assert_false(preflight_check(&preflight, &spsa, &err));
    assert_non_null(strstr(err.text, "no answer for search.parameter_02, search.parameter_03, "));
    assert_non_null(strstr(err.text, ", search.parameter_15 and 24 more: is it switched off?"));
    assert_non_null(strstr(err.text, "or set preflight: off"));
    for (int i = 0; i < MANY - 1; i++) tried[i].answers = 1;
    assert_false(preflight_check(&preflight, &spsa, &err));
    assert_non_null(strstr(err.text, "no answer for search.parameter_39: is it"));
    spsa_free(&spsa);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_last_point_loses_what_the_formula_says_and_the_mean_far_less),
        cmocka_unit_test(the_halves_are_as_far_apart_as_their_mean_is_off),
        cmocka_unit_test(the_z_of_a_parameter_without_effect_is_standard_normal),
        cmocka_unit_test(a_parameter_that_matters_has_a_large_z),
        cmocka_unit_test(the_difference_that_was_played_enters_the_update),
        cmocka_unit_test(a_replayed_run_goes_on_as_if_it_had_never_stopped),
        cmocka_unit_test(halves_know_nothing_of_each_other),
        cmocka_unit_test(parameters_freeze_and_join_between_iterations),
        cmocka_unit_test(gains_follow_the_variance_of_the_pairs),
        cmocka_unit_test(many_idle_parameters_are_counted_not_cut),
    };
    stats_init();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
