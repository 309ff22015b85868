/* A fit that was killed ends like one that wasn't, wherever its checkpoint was cut, on any number of threads; and curves of fits. */
#include "tuner/tests/synthetic.h"
#include "bench/stats/stats.h"
#include "tuner/fit/curve.h"

enum { SLOTS = 8 };

static TraceSet set;

static int make(void **state) {
    (void)state;
    stats_init();
    synthetic_slopes(SLOTS, 400, 6, 15, 8, &set);
    return 0;
}

static int unmake(void **state) {
    (void)state;
    trace_close(&set);
    return 0;
}

static FitSettings settings_of(LossKind loss, Optimiser optimiser, int jobs) {
    FitSettings s;
    opt_defaults(&fit_options, &s);
    s.loss = loss;
    s.optimiser = optimiser;
    s.jobs = jobs;
    s.games_min = 10;
    s.k = 1.5; /* the start weights are zero */
    return s;
}

/* A sink for checkpoints that a kill comes down on after so many. */
typedef struct { FitProgress last; int kept, killed_after; } Sink;

static bool keep(void *context, const FitProgress *progress, Err *err) {
    Sink *sink = context;
    buf_clear(&sink->last.bytes);
    buf_add_n(&sink->last.bytes, progress->bytes.text, progress->bytes.len);
    return ++sink->kept != sink->killed_after || err_set(err, ERR_INTERRUPTED, "killed");
}

/* Fit from what `from` holds. */
static bool fit_from(const FitSettings *settings, const Buf *from, Sink *sink, FitResult *result) {
    FitProgress progress = { .at = 0 };
    Err err = { 0 };
    if (from) buf_add_n(&progress.bytes, from->text, from->len);
    const FitListener listener = { .context = sink, .progress = &progress, .keep = keep };
    const bool good = fit_run(settings, &(FitData){ .results = &set }, &listener, result, &err);
    if (!good && err.kind != ERR_INTERRUPTED) fail_msg("%s", err.text);
    fit_progress_free(&progress);
    return good;
}

static void assert_same_bits(const FitResult *a, const FitResult *b) {
    assert_memory_equal(a->fitted, b->fitted, 2 * SLOTS * sizeof *a->fitted);
    assert_memory_equal(a->rounded, b->rounded, 2 * SLOTS * sizeof *a->rounded);
    assert_memory_equal(a->errors.clustered, b->errors.clustered, (size_t)a->errors.params * sizeof(double));
    assert_memory_equal(&a->prior_games, &b->prior_games, sizeof a->prior_games);
    assert_memory_equal(&a->at_rounded, &b->at_rounded, sizeof a->at_rounded);
    assert_int_equal(a->iterations, b->iterations);
    assert_int_equal(a->passes, b->passes);
    assert_int_equal(a->steps, b->steps);
    assert_int_equal(a->end.stop, b->end.stop);
    for (int i = 0; i < a->steps; i++) {
        assert_memory_equal(&a->trail[i].objective, &b->trail[i].objective, sizeof(double));
        assert_memory_equal(&a->trail[i].valid_loss, &b->trail[i].valid_loss, sizeof(double));
    }
}

static void a_checkpoint_cut_at_any_byte_leads_to_the_same_bits(void **state) {
    (void)state;
    static const int threads[] = { 1, 2, 4 };
    const FitSettings settings = settings_of(LOSS_MSE, OPTIMISER_AUTO, 1);
    FitResult whole, other;
    Sink sink = { .kept = 0 };
    assert_true(fit_from(&settings, NULL, &sink, &whole));
    assert_int_equal(sink.kept, 5); /* priors that were tried */
    const Buf all = sink.last.bytes;
    size_t resumed = 0;
    for (size_t cut = 0, step = 0; cut <= all.len; cut += 1 + 3 * (step++ % 5), resumed++) {
        const FitSettings here = settings_of(LOSS_MSE, OPTIMISER_AUTO, threads[resumed % COUNT_OF(threads)]);
        const Buf part = { .text = all.text, .len = cut };
        Sink again = { .kept = 0 };
        assert_true(fit_from(&here, &part, &again, &other));
        assert_same_bits(&other, &whole);
        assert_true(cut == all.len ? again.kept == 0 : again.kept >= 1 && again.kept <= 5);
        if (again.kept) assert_int_equal(again.last.bytes.len, all.len);
        fit_progress_free(&again.last);
        fit_free(&other);
    }
    assert_true(resumed > 200);
    fit_progress_free(&sink.last);
    fit_free(&whole);
}

static void a_damaged_checkpoint_is_not_believed(void **state) {
    (void)state;
    const FitSettings settings = settings_of(LOSS_XENT, OPTIMISER_NEWTON, 2);
    FitResult whole, other;
    Sink sink = { .kept = 0 };
    assert_true(fit_from(&settings, NULL, &sink, &whole));
    for (size_t at = 0; at < sink.last.bytes.len; at += 97) {
        Buf bytes = { 0 };
        Sink again = { .kept = 0 };
        buf_add_n(&bytes, sink.last.bytes.text, sink.last.bytes.len);
        bytes.text[at] ^= 0x40;
        assert_true(fit_from(&settings, &bytes, &again, &other));
        assert_same_bits(&other, &whole);
        assert_true(again.kept >= 1);
        fit_progress_free(&again.last);
        buf_free(&bytes);
        fit_free(&other);
    }
    fit_progress_free(&sink.last);
    fit_free(&whole);
}

static void a_fit_killed_again_and_again_ends_the_same(void **state) {
    (void)state;
    static const Optimiser methods[] = { OPTIMISER_LM, OPTIMISER_LBFGS, OPTIMISER_ADAM };
    for (size_t i = 0; i < COUNT_OF(methods); i++) {
        FitSettings settings = settings_of(LOSS_MSE, methods[i], 1);
        settings.iterations = 30;
        FitResult whole, other;
        Sink none = { .kept = 0 }, sink = { .killed_after = 1 };
        assert_true(fit_from(&settings, NULL, &none, &whole));
        Buf from = { 0 };
        int kills = 0;
        while (!fit_from(&settings, &from, &sink, &other)) {
            buf_clear(&from);
            buf_add_n(&from, sink.last.bytes.text, sink.last.bytes.len);
            sink.kept = 0;
            kills++;
        }
        assert_int_equal(kills, none.kept);
        assert_same_bits(&other, &whole);
        fit_progress_free(&none.last);
        fit_progress_free(&sink.last);
        buf_free(&from);
        fit_free(&whole);
        fit_free(&other);
    }
}

/* Curves. */

static void more_games_teach_more(void **state) {
    (void)state;
    CurvePoint point[LEARNING_CURVE_POINTS];
    FitSettings settings = settings_of(LOSS_MSE, OPTIMISER_AUTO, 1);
    Err err = { 0 };
    if (!fit_learning_curve(&settings, &(FitData){ .results = &set }, NULL, point, &err)) fail_msg("%s", err.text);
    for (int i = 0; i < LEARNING_CURVE_POINTS; i++) {
        assert_near(point[i].share, ldexp(1, i - 3), 0);
        assert_near(point[i].valid_start, point[0].valid_start, 1e-12);
        assert_true(i == 0 || (point[i].games > 1.6 * point[i - 1].games && point[i].games < 2.5 * point[i - 1].games));
    }
    assert_true(point[3].valid < point[0].valid);
    assert_true(point[3].valid < point[3].valid_start - 0.01);
}

/* However few games teach, a fit is compared with the others on one scale. */
static void a_learning_curve_has_one_start_and_errors(void **state) {
    (void)state;
    CurvePoint point[LEARNING_CURVE_POINTS];
    FitSettings settings = settings_of(LOSS_MSE, OPTIMISER_AUTO, 1);
    Err err = { 0 };
    double start[64];
    assert_true(2 * set.table.count <= 64);
    for (int i = 0; i < 2 * set.table.count; i++) start[i] = 40; /* K needs an evaluation that says something */
    settings.k = 0;
    if (!fit_learning_curve(&settings, &(FitData){ .results = &set, .start = start }, NULL, point, &err)) fail_msg("%s", err.text);
    assert_true(isnan(point[0].above));
    for (int i = 0; i < LEARNING_CURVE_POINTS; i++) {
        assert_near(point[i].valid_start, point[0].valid_start, 1e-12);
        assert_true(point[i].error > 0 && point[i].judges > 10);
        if (!i) continue;
        assert_near(point[i].above, point[i].valid - point[i - 1].valid, 1e-12);
        assert_true(point[i].above_error > 0 && point[i].above_error < 0.1);
    }
}

static void what_is_within_the_error_is_no_difference(void **state) {
    (void)state;
    assert_int_equal(curve_differs(&(CurvePoint){ .above = 3e-5, .above_error = 2e-5 }), 0);
    assert_int_equal(curve_differs(&(CurvePoint){ .above = 5e-5, .above_error = 2e-5 }), 1);
    assert_int_equal(curve_differs(&(CurvePoint){ .above = -5e-5, .above_error = 2e-5 }), -1);
    assert_int_equal(curve_differs(&(CurvePoint){ .above = 5e-5, .above_error = NAN }), 0); /* one game */
    assert_int_equal(curve_differs(&(CurvePoint){ .above = NAN, .above_error = NAN }), 0);
}

static void the_gain_of_twice_the_games_is_that_of_a_loss_falling_with_their_number(void **state) {
    (void)state;
    const CurvePoint half = { .games = 1000, .valid = 0.1 + 2.0 / 1000 }, all = { .games = 2000, .valid = 0.1 + 2.0 / 2000 };
    assert_near(curve_next_gain(&half, &all), 2.0 / 2000 - 2.0 / 4000, 1e-12);
    assert_true(isnan(curve_next_gain(&all, &half)));
}

static void a_curve_over_shares_needs_scores_and_games_that_judge(void **state) {
    (void)state;
    CurvePoint point[SHARE_CURVE_POINTS];
    int best;
    FitSettings settings = settings_of(LOSS_MSE, OPTIMISER_AUTO, 1);
    Err err = { 0 };
    assert_false(fit_share_curve(&settings, &(FitData){ .results = &set }, NULL, point, &best, &err));
    assert_non_null(strstr(err.text, "no position has a score"));
    settings.validation = 0;
    assert_false(fit_share_curve(&settings, &(FitData){ .results = &set }, NULL, point, &best, &err));
    assert_non_null(strstr(err.text, "a curve needs games that judge"));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_checkpoint_cut_at_any_byte_leads_to_the_same_bits),
        cmocka_unit_test(a_damaged_checkpoint_is_not_believed),
        cmocka_unit_test(a_fit_killed_again_and_again_ends_the_same),
        cmocka_unit_test(more_games_teach_more),
        cmocka_unit_test(a_learning_curve_has_one_start_and_errors),
        cmocka_unit_test(what_is_within_the_error_is_no_difference),
        cmocka_unit_test(the_gain_of_twice_the_games_is_that_of_a_loss_falling_with_their_number),
        cmocka_unit_test(a_curve_over_shares_needs_scores_and_games_that_judge),
    };
    return cmocka_run_group_tests(tests, make, unmake);
}
