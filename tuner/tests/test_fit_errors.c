/* What the data leave open, what a term is worth, whole numbers. */
#include "tuner/tests/synthetic.h"
#include "bench/stats/stats.h"
#include "tuner/data/trace_text.h"
#include "tuner/fit/fit.h"
#include "tuner/fit/round.h"

static FitSettings quick_settings(void) {
    FitSettings s;
    opt_defaults(&fit_options, &s);
    s.k = 1.5;
    s.validation = 0;
    s.games_min = 1;
    s.jobs = 1;
    s.tolerance = 1e-9;
    s.round = false;
    return s;
}

static void fit(const FitSettings *settings, const TraceSet *set, FitResult *result) {
    Err err = { 0 };
    if (!fit_run(settings, &(FitData){ .results = set }, NULL, result, &err)) fail_msg("%s", err.text);
}

/* Positions over a table of the given names; make_counts says what each position counts. */
typedef void MakeCounts(int position, int32_t *count);

static void build(const char *const *names, int slots, int phases, int positions, MakeCounts *make, TraceSet *set) {
    Arena arena = { 0 };
    TermTable table = { .slot = arena_alloc(&arena, (size_t)slots * sizeof(TermSlot)), .count = slots, .phases = phases };
    for (int i = 0; i < slots; i++) table.slot[i].name = names[i];
    TraceBuilder *builder = trace_builder_new(&table, true);
    int32_t *count = mem_zalloc((size_t)slots, sizeof *count);
    for (int i = 0; i < positions; i++) {
        memset(count, 0, (size_t)slots * sizeof *count);
        make(i, count);
        double e = 0;
        for (int t = 0; t < slots; t++) e += count[t] * 60.0;
        const TraceFacts facts = { .phase = phases == 1 ? 1 : i % (phases + 1), .game = (uint64_t)i + 1, .score = TRACE_NO_SCORE,
                                   .half_points = 2 * (rng_real(1, 9, (uint64_t)i) < loss_predict(1.5 / 400, e)) };
        assert_true(trace_builder_add(builder, &facts, count, NULL));
    }
    size_t size;
    void *image = trace_builder_finish(builder, &size);
    assert_true(trace_adopt(set, image, size, "made", NULL));
    free(count);
    arena_free(&arena);
}

static int32_t draw(int position, int stream) { return (int32_t)rng_below(3, (uint64_t)stream, (uint64_t)position, 5) - 2; }

/* b is always twice a; c is never there; d is free. */
static void make_collinear(int position, int32_t *count) {
    count[0] = draw(position, 1);
    count[1] = 2 * count[0];
    count[3] = draw(position, 2);
}

static int find_param(const FitResult *r, int term) {
    for (int i = 0; i < r->params.count; i++)
        if (r->params.param[i].term == term) return i;
    return -1;
}

static void dead_and_collinear_terms_are_named_without_bogus_errors(void **state) {
    (void)state;
    static const char *const names[] = { "a", "b", "c", "d" };
    static const Optimiser methods[] = { OPTIMISER_LM, OPTIMISER_NEWTON, OPTIMISER_LBFGS };
    TraceSet set;
    build(names, 4, 1, 2000, make_collinear, &set);
    for (size_t m = 0; m < COUNT_OF(methods); m++) {
        FitSettings s = quick_settings();
        s.optimiser = methods[m];
        FitResult r;
        fit(&s, &set, &r);
        assert_int_equal(r.params.count, 3);
        assert_int_equal(r.params.dead_count, 1 + 4); /* c, and every endgame weight */
        assert_int_equal(r.errors.null_count, 1);
        assert_non_null(strstr(r.errors.null[0], "a mg"));
        assert_non_null(strstr(r.errors.null[0], "b mg"));
        assert_true(isnan(r.errors.clustered[find_param(&r, 0)]));
        assert_true(isnan(r.errors.clustered[find_param(&r, 1)]));
        const double d_error = r.errors.clustered[find_param(&r, 3)];
        assert_true(d_error > 1 && d_error < 20);
        assert_near(r.fitted[0] + 2 * r.fitted[1], 180, 25); /* what they can tell together */
        assert_near(r.fitted[3], 60, 4 * d_error);
        fit_free(&r);
    }
    trace_close(&set);
}

/* A table of four squares, exactly one of which each side's man stands on, and the man himself. */
static void make_table(int position, int32_t *count) {
    const int red = (int)rng_below(3, 1, (uint64_t)position, 5), black = (int)rng_below(3, 2, (uint64_t)position, 5); /* 4: no man */
    if (red < 4) count[1 + red]++;
    if (black < 4) count[1 + black]--;
    count[0] = (red < 4) - (black < 4);
}

static void tables_are_brought_to_mean_zero_without_changing_any_evaluation(void **state) {
    (void)state;
    static const char *const names[] = { "man", "table[0][0]", "table[0][1]", "table[0][2]", "table[0][3]" };
    TraceSet set;
    build(names, 5, 8, 4000, make_table, &set);
    FitSettings s = quick_settings();
    FitResult tables, start;
    fit(&s, &set, &tables);
    s.gauge = GAUGE_START;
    fit(&s, &set, &start);
    assert_int_equal(tables.errors.null_count, 2); /* middle game and endgame */
    assert_int_equal(tables.params.count, 10);
    for (int part = 0; part < 2; part++) {
        double mean = 0;
        for (int i = 1; i < 5; i++) mean += tables.fitted[5 * part + i] / 4;
        assert_near(mean, 0, 1e-6);
        assert_true(fabs(tables.fitted[5 * part]) > 10);
    }
    assert_near(tables.at_fitted.train, start.at_fitted.train, 1e-12);
    for (int i = 0; i < 10; i++) {
        assert_true(tables.errors.clustered[i] > 0.5 && tables.errors.clustered[i] < 100);
        assert_true(isnan(start.errors.clustered[i])); /* no convention says which of them it is */
    }
    fit_free(&tables);
    fit_free(&start);
    trace_close(&set);
}

static void what_the_convention_alone_moves_is_no_change(void **state) {
    (void)state;
    static const char *const names[] = { "man", "table[0][0]", "table[0][1]", "table[0][2]", "table[0][3]" };
    const double start[10] = { 20, 50, 30, 50, 30, 20, 50, 30, 50, 30 }, same[10] = { 60, 10, -10, 10, -10, 60, 10, -10, 10, -10 };
    TraceSet set;
    Err err = { 0 };
    FitResult held, none;
    build(names, 5, 8, 4000, make_table, &set);
    FitSettings s = quick_settings();
    s.prior_games = 1e7;
    assert_true(fit_run(&s, &(FitData){ .results = &set, .start = start }, NULL, &held, &err));
    assert_true(held.iterations > 0);
    for (int i = 0; i < 10; i++) {
        const int at = 5 * held.params.param[i].part + held.params.param[i].term;
        assert_near(held.fitted[at], same[at], 1);
        assert_near(held.errors.start[i], same[at], 1e-3);
    }
    s.tolerance = 1000; /* whatever there is to gain is less than noise hides */
    strcpy(s.anchor, "man");
    assert_true(fit_run(&s, &(FitData){ .results = &set, .start = start }, NULL, &none, &err));
    assert_int_equal(none.iterations, 0);
    assert_near(none.rescaled, 1, 0);
    assert_memory_equal(none.fitted, start, sizeof start);
    for (int i = 0; i < 10; i++) assert_near(none.errors.start[i], start[5 * none.params.param[i].part + none.params.param[i].term], 0);
    fit_free(&held);
    fit_free(&none);
    trace_close(&set);
}

/* A square that hardly anyone stands on, and a bonus for standing there: only their sum can be told. */
static void make_rare_square(int position, int32_t *count) {
    for (int side = 0; side < 2; side++) {
        const int square = rng_below(3, (uint64_t)side + 1, (uint64_t)position, 200) == 0 ? 3 : (int)rng_below(4, (uint64_t)side + 1, (uint64_t)position, 3);
        const int sign = side == 0 ? 1 : -1;
        const bool there = rng_below(5, (uint64_t)side + 1, (uint64_t)position, 3) > 0;
        if (!there) continue;
        count[0] += sign;
        count[1 + square] += sign;
        if (square == 3) count[5] += sign;
    }
}

static void a_rare_square_does_not_pay_for_the_mean_of_its_table(void **state) {
    (void)state;
    static const char *const names[] = { "man", "table[0][0]", "table[0][1]", "table[0][2]", "table[0][3]", "bonus" };
    TraceSet set;
    build(names, 6, 1, 4000, make_rare_square, &set);
    FitSettings s = quick_settings();
    FitResult r;
    fit(&s, &set, &r);
    assert_int_equal(r.errors.null_count, 2);
    double mean = 0;
    for (int i = 1; i < 5; i++) mean += r.fitted[i] / 4;
    assert_near(mean, 0, 1e-6);
    assert_true(fabs(r.fitted[0]) > 60); /* the man took what his table gave up */
    assert_true(fabs(r.fitted[4]) < 40 && fabs(r.fitted[5]) < 80); /* together 60, as everywhere */
    fit_free(&r);
    trace_close(&set);
}

static double weights_of_five[] = { 120, 40, 0, -60, 2 };

static void what_a_term_is_worth_is_what_a_new_fit_without_it_loses(void **state) {
    (void)state;
    const Synthetic synthetic = { .slots = 5, .games = 20000, .per_game = 1, .phases = 1, .k = 1.5, .step = 1, .seed = 3, .mg = weights_of_five };
    TraceSet set;
    synthetic_build(&synthetic, &set);
    FitSettings s = quick_settings();
    s.prior_games = 0;
    FitResult all;
    fit(&s, &set, &all);
    for (int i = 0; i < 5; i++) {
        s.freeze = (OptList){ .item = { slot_names(i) }, .count = 1 }; /* the start is zero */
        FitResult without;
        fit(&s, &set, &without);
        const double lost = without.at_fitted.train - all.at_fitted.train;
        assert_string_equal(all.errors.term[i].name, slot_names(i));
        assert_near(all.errors.term[i].cost, lost, fmax(0.35 * lost, 1e-8)); /* to second order */
        fit_free(&without);
    }
    assert_true(all.errors.term[0].p < 1e-10);
    assert_true(all.errors.term[3].p < 1e-10);
    assert_true(all.errors.term[2].p > 0.01);
    fit_free(&all);
    trace_close(&set);
}

static void tests_of_terms_are_of_the_games_not_of_the_prior(void **state) {
    (void)state;
    const Synthetic synthetic = { .slots = 5, .games = 4000, .per_game = 1, .phases = 1, .k = 1.5, .step = 1, .seed = 3, .mg = weights_of_five };
    static const double priors[] = { 0, 100, 1e4, 1e8 };
    const double start[10] = { 110, 45, 12, -50, 0 };
    double chi2[COUNT_OF(priors)];
    TraceSet set;
    synthetic_build(&synthetic, &set);
    FitSettings s = quick_settings();
    for (size_t i = 0; i < COUNT_OF(priors); i++) {
        FitResult r;
        Err err = { 0 };
        s.prior_games = priors[i];
        assert_true(fit_run(&s, &(FitData){ .results = &set, .start = start }, NULL, &r, &err));
        assert_true(r.errors.term[0].p < 1e-10);
        assert_true(r.errors.term[2].p > 0.01); /* zero in truth, wherever it started */
        chi2[i] = r.errors.term[2].chi2;
        assert_near(chi2[i], chi2[0], 0.1 + 0.2 * chi2[0]);
        fit_free(&r);
    }
    trace_close(&set);
}

/* Weights ten times too large, held there: the curvature at such a place says nothing of one as far off as zero. */
static void no_term_is_said_to_be_worth_more_than_the_loss_can_rise(void **state) {
    (void)state;
    const Synthetic synthetic = { .slots = 5, .games = 2000, .per_game = 1, .phases = 1, .k = 1.5, .step = 1, .seed = 3, .mg = weights_of_five };
    const double start[10] = { 1200, 400, 0, -600, 20 };
    TraceSet set;
    Err err = { 0 };
    FitResult r;
    synthetic_build(&synthetic, &set);
    FitSettings s = quick_settings();
    s.prior_games = 1e8;
    assert_true(fit_run(&s, &(FitData){ .results = &set, .start = start }, NULL, &r, &err));
    for (int i = 0; i < r.errors.term_count; i++) assert_true(r.errors.term[i].cost < 0.25); /* of a blind guess */
    fit_free(&r);
    trace_close(&set);
}

static void rounding_together_is_never_worse_than_alone(void **state) {
    (void)state;
    enum { N = 12 };
    int better = 0;
    for (int trial = 0; trial < 50; trial++) {
        double a[N][N], h[N * N], theta[N], out[N], alone;
        for (int i = 0; i < N; i++) {
            theta[i] = 40 * rng_real(5, (uint64_t)trial, (uint64_t)i) - 20;
            for (int j = 0; j < N; j++) a[i][j] = rng_real(6, (uint64_t)trial, (uint64_t)(N * i + j)) - 0.5 + (j == 0); /* strongly tied */
        }
        for (int i = 0; i < N; i++)
            for (int j = 0; j < N; j++) {
                h[i * N + j] = i == j ? 1e-3 : 0;
                for (int k = 0; k < N; k++) h[i * N + j] += a[k][i] * a[k][j];
            }
        const double together = round_together(h, N, theta, out, &alone);
        for (int i = 0; i < N; i++) assert_near(out[i], round(out[i]), 0);
        assert_true(together <= alone);
        better += together < 0.5 * alone;
    }
    assert_true(better > 25);
}

static void a_fit_with_rounding_says_what_it_costs(void **state) {
    (void)state;
    const Synthetic synthetic = { .slots = 5, .games = 5000, .per_game = 1, .phases = 1, .k = 1.5, .step = 1, .seed = 4, .mg = weights_of_five };
    TraceSet set;
    synthetic_build(&synthetic, &set);
    FitSettings s = quick_settings();
    s.round = true;
    FitResult r;
    fit(&s, &set, &r);
    for (int i = 0; i < 10; i++) assert_near(r.rounded[i], round(r.rounded[i]), 0);
    assert_near(r.at_rounded.train - r.at_fitted.train, r.rounding_cost, 1e-6);
    fit_free(&r);
    trace_close(&set);
}

static void the_anchor_keeps_its_value_and_predictions_stay(void **state) {
    (void)state;
    const Synthetic synthetic = { .slots = 5, .games = 5000, .per_game = 1, .phases = 1, .k = 1.5, .step = 1, .seed = 5, .mg = weights_of_five };
    TraceSet set;
    synthetic_build(&synthetic, &set);
    FitSettings s = quick_settings();
    const double start[10] = { 300, 50, 0, -50, 0 };
    FitResult plain, anchored;
    Err err = { 0 };
    assert_true(fit_run(&s, &(FitData){ .results = &set, .start = start }, NULL, &plain, &err));
    strcpy(s.anchor, "t0");
    assert_true(fit_run(&s, &(FitData){ .results = &set, .start = start }, NULL, &anchored, &err));
    assert_near(anchored.fitted[0], 300, 1e-9);
    assert_near(anchored.k * 300, plain.k * plain.fitted[0], 1e-6);
    assert_near(anchored.at_fitted.train, plain.at_fitted.train, 1e-12);
    assert_near(anchored.errors.clustered[0] / 300, plain.errors.clustered[0] / plain.fitted[0], 1e-9);
    fit_free(&plain);
    fit_free(&anchored);
    trace_close(&set);
}

static void rare_terms_stay_near_the_start(void **state) {
    (void)state;
    /* t0 is in every game, "rare" in ten of 3000 */
    TraceSet set;
    Buf text = { 0 };
    Err err = { 0 };
    buf_add(&text, "# xqlab trace 1\nterm common 100\nterm rare 50\ndata\n");
    for (int i = 0; i < 3000; i++) {
        const int common = draw(i, 1);
        buf_addf(&text, "%d - 1 g%d | common:%d%s\n", rng_real(1, 1, (uint64_t)i) < loss_predict(1.5 / 400, 100 * common) ? 1 : 0, i, common,
                 i % 300 == 0 ? " rare:-1" : "");
    }
    assert_true(trace_text_read(&set, buf_text(&text), "text", &err));
    FitSettings s = quick_settings();
    FitResult held, loose;
    fit(&s, &set, &held);
    s.prior_games = 0;
    fit(&s, &set, &loose);
    assert_true(fabs(held.fitted[1] - 50) < 0.2 * fabs(loose.fitted[1] - 50));
    assert_near(held.fitted[0], loose.fitted[0], 5);
    assert_true(held.errors.clustered[1] > held.errors.clustered[0]); /* held, not known */
    fit_free(&held);
    fit_free(&loose);
    trace_close(&set);
    buf_free(&text);
}

static void few_games_are_held_nearer_to_the_start(void **state) {
    (void)state;
    enum { TERMS = 40 };
    double truth[TERMS], start[2 * TERMS] = { 0 };
    for (int i = 0; i < TERMS; i++) start[i] = (truth[i] = 100 - 5 * i) + (i % 3 - 1); /* a good start */
    double prior[2];
    for (int many = 0; many < 2; many++) {
        const Synthetic synthetic = { .slots = TERMS, .games = many ? 6000 : 250, .per_game = 10, .phases = 1, .k = 1.5, .step = 0.1, .seed = 8, .mg = truth,
                                      .shared_result = true };
        TraceSet set;
        Err err = { 0 };
        FitResult searched, plain;
        FitSettings s = quick_settings();
        synthetic_build(&synthetic, &set);
        s.validation = 0.3;
        s.tolerance = 1e-6;
        if (many) memset(start, 0, sizeof start); /* a bad one */
        assert_true(fit_run(&s, &(FitData){ .results = &set, .start = start }, NULL, &searched, &err));
        s.prior_search = false;
        assert_true(fit_run(&s, &(FitData){ .results = &set, .start = start }, NULL, &plain, &err));
        assert_true(searched.at_fitted.valid <= plain.at_fitted.valid + 1e-6);
        assert_near(plain.prior_games, 100, 0);
        prior[many] = searched.prior_games;
        fit_free(&searched);
        fit_free(&plain);
        trace_close(&set);
    }
    assert_true(prior[0] > 10 * prior[1]);
}

static void data_that_cannot_teach_are_refused(void **state) {
    (void)state;
    static const struct { const char *rows, *key, *value, *says; } cases[] = {
        { "1 - 1 a | x:1\n0 - 1 b | x:-1\n", NULL, NULL, "2 training games are too few" },
        { "1 - 1 a | x:1\n1 - 1 b | x:-1\n", "games_min", "1", "all positions have one result (Red won)" },
        { "1 - 1 a | x:1\n0 - 1 b | x:-1\n0 - 1 c | x:1\n", "result_share", "0.5", "result_share must be 1" },
        { "1 - 1 a | y:1\n0 - 1 b | y:-1\n0 - 1 c | y:1\n", "only", "x", "never seen" },
        { "1 - 1 a | x:1\n0 - 1 b | x:-1\n0 - 1 c | x:1\n", "freeze", "z*", "no term is named 'z*'" },
        { "1 - 1 a | x:1\n0 - 1 b | x:1\n", "k", "0", "says nothing about the results" },
        { "", NULL, NULL, "holds no position" },
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        Buf text = { 0 };
        TraceSet set;
        FitResult r;
        Err err = { 0 };
        FitSettings s = quick_settings();
        if (cases[i].key) assert_true(opt_set(&fit_options, &s, "games_min", "1", NULL));
        else s.games_min = 100;
        if (cases[i].key) assert_true(opt_set(&fit_options, &s, cases[i].key, cases[i].value, NULL));
        buf_addf(&text, "# xqlab trace 1\nterm x 10\nterm y 10\ndata\n%s", cases[i].rows);
        assert_true(trace_text_read(&set, buf_text(&text), "text", &err));
        assert_false(fit_run(&s, &(FitData){ .results = &set }, NULL, &r, &err));
        if (!strstr(err.text, cases[i].says)) fail_msg("row %zu says: %s", i, err.text);
        trace_close(&set);
        buf_free(&text);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(dead_and_collinear_terms_are_named_without_bogus_errors),
        cmocka_unit_test(tables_are_brought_to_mean_zero_without_changing_any_evaluation),
        cmocka_unit_test(what_the_convention_alone_moves_is_no_change),
        cmocka_unit_test(a_rare_square_does_not_pay_for_the_mean_of_its_table),
        cmocka_unit_test(what_a_term_is_worth_is_what_a_new_fit_without_it_loses),
        cmocka_unit_test(tests_of_terms_are_of_the_games_not_of_the_prior),
        cmocka_unit_test(no_term_is_said_to_be_worth_more_than_the_loss_can_rise),
        cmocka_unit_test(rounding_together_is_never_worse_than_alone),
        cmocka_unit_test(a_fit_with_rounding_says_what_it_costs),
        cmocka_unit_test(the_anchor_keeps_its_value_and_predictions_stay),
        cmocka_unit_test(rare_terms_stay_near_the_start),
        cmocka_unit_test(few_games_are_held_nearer_to_the_start),
        cmocka_unit_test(data_that_cannot_teach_are_refused),
    };
    stats_init();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
