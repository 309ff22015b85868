/* The loss, its derivatives and single steps against figures computed elsewhere, to all their digits. */
#include "tuner/tests/traces.h"
#include <stdlib.h>
#include "engine/core/rng.h"
#include "tuner/fit/adam.h"
#include "tuner/fit/optimise.h"
#include "tuner/fit/scale.h"

static const double K = 1.13;

typedef struct { TraceSet set; Problem problem; double *start; } Fixture;

static void fixture(Fixture *f, const char *text, LossKind loss, double result_share) {
    load_text(&f->set, text);
    problem_init(&f->problem, &f->set, loss, K, result_share, 0, 1);
    f->start = problem_start(&f->set);
}

static void fixture_free(Fixture *f) {
    free(f->start);
    problem_free(&f->problem);
    trace_close(&f->set);
}

/* Rows are sorted by hash: the one with this evaluation. */
static void assert_has_score(const double *score, double wanted) {
    for (int i = 0; i < 3; i++)
        if (fabs(score[i] - wanted) < 1e-12) return;
    fail_msg("no row evaluates to %g", wanted);
}

static void predictions_of_three_rows(void **state) {
    (void)state;
    Fixture f;
    fixture(&f, three_rows, LOSS_MSE, 1);
    double score[3];
    kernel_scores(&f.problem, f.start, score);
    assert_has_score(score, 100);
    assert_has_score(score, -40);
    assert_has_score(score, -30);
    assert_near(loss_predict(K / 400, 100), 0.570159025382, 1e-12);
    assert_near(loss_predict(K / 400, -40), 0.471780022020, 1e-12);
    assert_near(loss_predict(K / 400, -30), 0.478825172610, 1e-12);
    fixture_free(&f);
}

static void squared_error_and_gradient(void **state) {
    (void)state;
    Fixture f;
    fixture(&f, three_rows, LOSS_MSE, 1);
    double gradient[4];
    assert_near(kernel_gradient(&f.problem, &f.problem.train, kernel_all, f.start, gradient), 0.138277725514, 1e-12);
    assert_near(gradient[0], -1.851541182405e-04, 1e-16);
    assert_near(gradient[1], -2.515316772458e-04, 1e-16);
    assert_near(gradient[2], 0, 1e-30);
    fixture_free(&f);
}

static void cross_entropy_gradient_and_hessian(void **state) {
    (void)state;
    Fixture f;
    fixture(&f, three_rows, LOSS_XENT, 1);
    double gradient[4], blocks[12];
    const int column[] = { 0, 1 };
    assert_near(kernel_gradient(&f.problem, &f.problem.train, kernel_all, f.start, gradient), 0.636084051517, 1e-12);
    assert_near(gradient[0], -3.781931051673e-04, 1e-16);
    assert_near(gradient[1], -5.040413294039e-04, 1e-16);
    kernel_curvature(&f.problem, &f.problem.train, f.start, column, 2, blocks);
    assert_near(blocks[0], 1.3148913503206878e-06, 1e-20);
    assert_near(blocks[1], -1.3258671615706477e-06, 1e-20);
    assert_near(blocks[2], blocks[1], 0);
    assert_near(blocks[3], 3.31559364004561e-06, 1e-20);
    fixture_free(&f);
}

static void normal_matrix_and_steps(void **state) {
    (void)state;
    Fixture f;
    fixture(&f, three_rows, LOSS_MSE, 1);
    double residual[3], pulled[4], blocks[12], step[2];
    const int column[] = { 0, 1 };
    kernel_curvature(&f.problem, &f.problem.train, f.start, column, 2, blocks);
    double sum_form[4];
    for (int i = 0; i < 4; i++) sum_form[i] = blocks[i] * 3 / 2;
    assert_near(sum_form[0], 9.749573237827117e-07, 1e-21);
    assert_near(sum_form[1], -9.912327399910817e-07, 1e-21);
    assert_near(sum_form[3], 2.4794669972525486e-06, 1e-21);
    kernel_residuals(&f.problem, &f.problem.train, f.start, residual);
    kernel_pull(&f.problem, &f.problem.train, f.start, residual, pulled);
    double minus[2] = { -3 * pulled[0], -3 * pulled[1] };
    assert_near(minus[0], 2.777311773608046e-04, 1e-18);
    assert_near(minus[1], 3.7729751586876694e-04, 1e-18);
    assert_true(newton_gain(sum_form, minus, 2, step) > 0);
    assert_near(step[0], 740.5848335856475, 1e-9);
    assert_near(step[1], 448.2372424763942, 1e-9);
    sum_form[0] *= 1 + 1e-3;
    sum_form[3] *= 1 + 1e-3;
    assert_true(newton_gain(sum_form, minus, 2, step) > 0);
    assert_near(step[0], 738.5748534335912, 1e-9);
    assert_near(step[1], 446.98671285062795, 1e-9);
    fixture_free(&f);
}

/* Two steps of Adam from the start, and the loss behind each. */
static void check_adam(bool corrected, const double wanted[2][3]) {
    Fixture f;
    fixture(&f, three_rows, LOSS_MSE, 1);
    double m[2] = { 0 }, v[2] = { 0 }, gradient[4], x[4] = { 100, 30, 0, 0 };
    Adam adam = { .beta1 = 0.9, .beta2 = 0.999, .epsilon = 1e-8, .corrected = corrected, .m = m, .v = v };
    for (int i = 0; i < 2; i++) {
        kernel_gradient(&f.problem, &f.problem.train, kernel_all, x, gradient);
        adam_step(&adam, 2, gradient, 1, x);
        assert_near(x[0], wanted[i][0], 1e-11);
        assert_near(x[1], wanted[i][1], 1e-11);
        assert_near(kernel_loss(&f.problem, &f.problem.train, x), wanted[i][2], 1e-12);
    }
    fixture_free(&f);
}

static void adam_with_correction(void **state) {
    (void)state;
    check_adam(true, (const double[2][3]){ { 100.999945993856, 30.999960245157, 0.137841602279 }, { 101.999882108006, 31.999812930446, 0.137406593722 } });
}

static void adam_without_correction(void **state) {
    (void)state;
    check_adam(false, (const double[2][3]){ { 103.156885962673, 33.158307009708, 0.136904217722 }, { 107.401214767207, 37.402589177606, 0.135075184468 } });
}

/* A rule that we don't offer, on our gradient: a step by each weight's share in the squares so far. */
static void the_first_step_of_adagrad(void **state) {
    (void)state;
    Fixture f;
    double gradient[4];
    fixture(&f, three_rows, LOSS_MSE, 1);
    kernel_gradient(&f.problem, &f.problem.train, kernel_all, f.start, gradient);
    static const double wanted[] = { 100.087987206481, 30.092925513810 };
    for (int i = 0; i < 2; i++) assert_near(f.start[i] - 0.1 * gradient[i] / sqrt(gradient[i] * gradient[i] + 1e-8), wanted[i], 1e-11);
    fixture_free(&f);
}

static void ridge_to_a_prior(void **state) {
    (void)state;
    Fixture f;
    fixture(&f, three_rows, LOSS_MSE, 1);
    Params params;
    const double prior[4] = { 90, 20, 0, 0 }, theta[2] = { 100, 30 };
    const ParamChoice choice = { .ridge = 1e-6 };
    double gradient[2];
    assert_true(params_init(&params, &f.problem, prior, &choice, NULL));
    assert_int_equal(params.count, 2); /* there is no endgame in these rows */
    assert_int_equal(params.dead_count, 2);
    assert_near(params_value(&params, &f.problem, theta, gradient), 0.138477725514, 1e-12);
    assert_near(gradient[0], -1.651541182405e-04, 1e-16);
    assert_near(gradient[1], -2.315316772458e-04, 1e-16);
    params_free(&params);
    fixture_free(&f);
}

static void results_blended_with_scores(void **state) {
    (void)state;
    Fixture f;
    fixture(&f, three_rows, LOSS_MSE, 0.7);
    static const double score[] = { 100, -40, -30 }, target[] = { 0.875184277164, 0.491534006606, 0.152118609103 };
    double found[3];
    kernel_scores(&f.problem, f.start, found);
    for (int row = 0; row < 3; row++)
        for (int i = 0; i < 3; i++)
            if (fabs(found[row] - score[i]) < 1e-9) assert_near(f.problem.train.target[row], target[i], 1e-12);
    assert_near(kernel_loss(&f.problem, &f.problem.train, f.start), 0.066722600923, 1e-12);
    fixture_free(&f);
}

static void tapered_by_phase(void **state) {
    (void)state;
    Fixture f;
    fixture(&f, three_phases, LOSS_MSE, 1);
    double score[3], gradient[4];
    kernel_scores(&f.problem, f.start, score);
    assert_has_score(score, 100);
    assert_has_score(score, -30);
    assert_has_score(score, -45);
    assert_near(kernel_gradient(&f.problem, &f.problem.train, kernel_all, f.start, gradient), 0.134826817347, 1e-12);
    assert_near(gradient[0], -1.934227326326e-04, 1e-16);
    assert_near(gradient[1], -6.484812238200e-05, 1e-16);
    assert_near(gradient[2], 4.975966883829e-06, 1e-17);
    assert_near(gradient[3], -1.746404996107e-04, 1e-16);
    fixture_free(&f);
}

static void scale_by_brent(void **state) {
    (void)state;
    const double score[] = { 100, -40, -30, 250, -180, 15, 60 }, result[] = { 1, .5, 0, 1, 0, .5, 0 };
    const float weight[] = { 1, 1, 1, 1, 1, 1, 1 };
    double at_one = 0;
    ScaleFit found;
    assert_true(scale_fit_scores(LOSS_MSE, score, result, weight, 7, &found, NULL));
    assert_near(found.k, 4.59304847, 1e-6);
    assert_near(found.loss, 0.100466437412, 1e-12);
    for (int i = 0; i < 7; i++) at_one += loss_at(LOSS_MSE, 1 / 400.0, score[i], result[i]).value / 7;
    assert_near(at_one, 0.140856762672, 1e-12);
}

/* The loss at the K found is least, for either loss and any true K; most of the way is gone on a few rows. */
static void the_scale_takes_few_passes_over_many_scores(void **state) {
    (void)state;
    enum { ROWS = 200000 };
    static double score[ROWS], result[ROWS];
    static float weight[ROWS];
    for (int trial = 0; trial < 6; trial++) {
        const double truth = 0.1 * pow(2, trial * 1.4);
        for (int i = 0; i < ROWS; i++) {
            score[i] = 1600 * rng_real(1, (uint64_t)trial, (uint64_t)i) - 800;
            result[i] = rng_real(2, (uint64_t)trial, (uint64_t)i) < loss_predict(truth / 400, score[i]);
            weight[i] = (float)rng_below(3, (uint64_t)trial, (uint64_t)i, 3);
        }
        for (int loss = LOSS_MSE; loss <= LOSS_XENT; loss++) {
            ScaleFit found;
            assert_true(scale_fit_scores((LossKind)loss, score, result, weight, ROWS, &found, NULL));
            assert_near(found.k, truth, 0.05 * truth + 0.02);
            assert_true(found.passes <= 20);
            for (int side = -1; side <= 1; side += 2) {
                double sum = 0, total = 0;
                for (int i = 0; i < ROWS; i++) {
                    sum += (double)weight[i] * loss_at((LossKind)loss, found.k * (1 + 1e-3 * side) / 400, score[i], result[i]).value;
                    total += (double)weight[i];
                }
                assert_true(sum / total > found.loss);
            }
        }
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(predictions_of_three_rows),
        cmocka_unit_test(squared_error_and_gradient),
        cmocka_unit_test(cross_entropy_gradient_and_hessian),
        cmocka_unit_test(normal_matrix_and_steps),
        cmocka_unit_test(adam_with_correction),
        cmocka_unit_test(adam_without_correction),
        cmocka_unit_test(the_first_step_of_adagrad),
        cmocka_unit_test(ridge_to_a_prior),
        cmocka_unit_test(results_blended_with_scores),
        cmocka_unit_test(tapered_by_phase),
        cmocka_unit_test(scale_by_brent),
        cmocka_unit_test(the_scale_takes_few_passes_over_many_scores),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
