/* The optimisers agree, whatever the number of threads; gradients are those of the loss. */
#include "tuner/tests/synthetic.h"
#include "bench/stats/stats.h"
#include "tuner/fit/fit.h"

enum { SLOTS = 25 };

static TraceSet set;

static int make(void **state) {
    (void)state;
    synthetic_slopes(SLOTS, 500, 10, 5, 4, &set);
    return 0;
}

static int unmake(void **state) {
    (void)state;
    trace_close(&set);
    return 0;
}

static FitSettings settings_of(LossKind loss, Optimiser optimiser) {
    FitSettings s;
    opt_defaults(&fit_options, &s);
    s.loss = loss;
    s.optimiser = optimiser;
    s.k = 1.5;
    s.validation = 0;
    s.tolerance = 1e-10;
    s.iterations = 2000;
    s.prior_games = 0;
    s.ridge = 1e-9;
    s.jobs = 1;
    s.round = false;
    return s;
}

static void fit(const FitSettings *settings, FitResult *result) {
    Err err = { 0 };
    if (!fit_run(settings, &(FitData){ .results = &set }, NULL, result, &err)) fail_msg("%s", err.text);
}

static void assert_same_optimum(const FitResult *a, const FitResult *b) {
    assert_near(a->end.last.objective, b->end.last.objective, 1e-10);
    for (int i = 0; i < 2 * SLOTS; i++) assert_near(a->fitted[i], b->fitted[i], 1e-4 * (1 + fabs(b->fitted[i])));
}

static void all_methods_find_the_same_minimum(void **state) {
    (void)state;
    static const struct { LossKind loss; Optimiser first, second, third; } rows[] = {
        { LOSS_MSE, OPTIMISER_LM, OPTIMISER_NEWTON, OPTIMISER_LBFGS },
        { LOSS_XENT, OPTIMISER_NEWTON, OPTIMISER_LBFGS, OPTIMISER_BFGS2 },
        { LOSS_MSE, OPTIMISER_LM, OPTIMISER_BFGS2, OPTIMISER_NEWTON },
    };
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        const Optimiser methods[] = { rows[i].first, rows[i].second, rows[i].third };
        FitResult result[3];
        for (int m = 0; m < 3; m++) {
            FitSettings s = settings_of(rows[i].loss, methods[m]);
            fit(&s, &result[m]);
        }
        assert_same_optimum(&result[1], &result[0]);
        assert_same_optimum(&result[2], &result[0]);
        for (int m = 0; m < 3; m++) fit_free(&result[m]);
    }
}

static void adam_comes_near_it(void **state) {
    (void)state;
    FitSettings s = settings_of(LOSS_MSE, OPTIMISER_LM);
    FitResult exact, adam;
    fit(&s, &exact);
    s.optimiser = OPTIMISER_ADAM;
    s.iterations = 60;
    s.batch = 512;
    s.learning_rate = 4;
    fit(&s, &adam);
    assert_near(adam.end.last.objective, exact.end.last.objective, 2e-4);
    fit_free(&adam);
    fit_free(&exact);
}

static void levenberg_marquardt_refuses_cross_entropy(void **state) {
    (void)state;
    const FitSettings s = settings_of(LOSS_XENT, OPTIMISER_LM);
    FitResult result;
    Err err = { 0 };
    assert_false(fit_run(&s, &(FitData){ .results = &set }, NULL, &result, &err));
    assert_non_null(strstr(err.text, "squared errors"));
}

static void any_number_of_threads_gives_the_same_bits(void **state) {
    (void)state;
    static const struct { LossKind loss; Optimiser optimiser; } rows[] = {
        { LOSS_MSE, OPTIMISER_LM }, { LOSS_XENT, OPTIMISER_NEWTON }, { LOSS_MSE, OPTIMISER_LBFGS }, { LOSS_XENT, OPTIMISER_ADAM },
    };
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        FitResult result[3];
        static const int jobs[3] = { 1, 2, 4 };
        for (int j = 0; j < 3; j++) {
            FitSettings s = settings_of(rows[i].loss, rows[i].optimiser);
            s.jobs = jobs[j];
            s.iterations = 8;
            s.batch = 1000;
            fit(&s, &result[j]);
        }
        for (int j = 1; j < 3; j++) {
            assert_memory_equal(result[j].fitted, result[0].fitted, sizeof(double) * 2 * SLOTS);
            assert_memory_equal(result[j].errors.clustered, result[0].errors.clustered, sizeof(double) * (size_t)result[0].errors.params);
        }
        for (int j = 0; j < 3; j++) fit_free(&result[j]);
    }
}

static void gradients_are_those_of_the_loss(void **state) {
    (void)state;
    for (int loss = LOSS_MSE; loss <= LOSS_XENT; loss++)
        for (int ridge = 0; ridge < 2; ridge++) {
            FitSettings s = settings_of((LossKind)loss, OPTIMISER_AUTO);
            double worst;
            s.ridge = ridge * 1e-4;
            assert_true(fit_check_gradient(&s, &(FitData){ .results = &set }, &worst, NULL));
            assert_true(worst < 1e-6);
        }
}

static void the_fit_stops_where_noise_hides_the_rest(void **state) {
    (void)state;
    FitSettings s = settings_of(LOSS_MSE, OPTIMISER_LM), exact = s;
    s.tolerance = 0.1;
    FitResult early, late;
    fit(&s, &early);
    fit(&exact, &late);
    assert_int_equal(early.end.stop, STOP_NOISE);
    assert_true(early.end.last.iteration < late.end.last.iteration);
    const double floor = early.params.count * late.end.last.objective / early.problem.train.total;
    assert_true(early.end.last.objective - late.end.last.objective < 0.1 * floor);
    fit_free(&early);
    fit_free(&late);
}

static bool stop_at_two(void *context, const FitStep *step, int iterations_max) {
    (void)context;
    (void)iterations_max;
    return step->iteration < 2;
}

static void a_listener_stops_the_fit(void **state) {
    (void)state;
    const FitSettings s = settings_of(LOSS_MSE, OPTIMISER_LM);
    const FitListener listener = { .step = stop_at_two };
    FitResult result;
    Err err = { 0 };
    assert_false(fit_run(&s, &(FitData){ .results = &set }, &listener, &result, &err));
    assert_int_equal(err.kind, ERR_INTERRUPTED);
}

static void validation_games_are_told_by_their_identity(void **state) {
    (void)state;
    int valid = 0;
    for (uint64_t game = 1; game <= 10000; game++) valid += problem_is_valid_game(game, 0.1);
    assert_true(valid > 900 && valid < 1100);
    assert_false(problem_is_valid_game(5, 0));
    FitSettings s = settings_of(LOSS_MSE, OPTIMISER_LM);
    s.validation = 0.2;
    FitResult result;
    fit(&s, &result);
    assert_int_equal(result.problem.train.games + result.problem.valid.games, 500);
    assert_true(result.problem.valid.games > 70 && result.problem.valid.games < 130);
    assert_true(result.at_fitted.valid < result.at_start.valid);
    fit_free(&result);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_methods_find_the_same_minimum),
        cmocka_unit_test(adam_comes_near_it),
        cmocka_unit_test(levenberg_marquardt_refuses_cross_entropy),
        cmocka_unit_test(any_number_of_threads_gives_the_same_bits),
        cmocka_unit_test(gradients_are_those_of_the_loss),
        cmocka_unit_test(the_fit_stops_where_noise_hides_the_rest),
        cmocka_unit_test(a_listener_stops_the_fit),
        cmocka_unit_test(validation_games_are_told_by_their_identity),
    };
    stats_init();
    return cmocka_run_group_tests(tests, make, unmake);
}
