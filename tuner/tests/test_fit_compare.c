/* Comparison training: planted weights come back, agreement rises to what the truth has, blends end in the pure losses. */
#include <stdlib.h>
#include <string.h>
#include "engine/core/arena.h"
#include "bench/stats/stats.h"
#include "tuner/data/compare_build.h"
#include "tuner/data/trace_build.h"
#include "tuner/fit/fit.h"
#include "tuner/fit/fit_report.h"
#include "tuner/tests/positions.h"

enum { POSITIONS = 1000, A_GAME = 4, WEIGHTS_ALL = 2 * WEIGHT_COUNT };
static const double TEMPERATURE = 100;

/* Decisions at random positions, drawn by the true weights; leaves are the positions after the moves, which no weights choose. Results are
 * drawn by them too. */
static CompareSet set;
static TraceSet results;
static Weights start, truth;
static double true_weights[WEIGHTS_ALL];

static int list_choices(Choice *out) {
    int count = 0;
    for (int i = 0; i < POSITIONS; i++) {
        MoveList list;
        const Pos pos = random_position(i, 8 + i % 70);
        if (gen_legal(&pos, &list) < 2) continue;
        out[count++] = (Choice){ .pos = pos, .right = { list.move[0] }, .rights = 1, .game = (uint64_t)i / A_GAME + 1 };
    }
    return count;
}

static void build(const Choice *choice, int count, CompareSet *out) {
    Arena arena = { 0 };
    TermTable table;
    ChoiceCounts counts;
    size_t size;
    Err err = { 0 };
    LeafRules rules = { .weights = &start, .depth = -1, .threads = 2 };
    opt_defaults(&eval_options, &rules.groups);
    term_table_builtin(&table, &start, &arena);
    void *image = compare_build(choice, (size_t)count, &table, &rules, &size, &counts, &err);
    if (!image || !compare_adopt(out, image, size, "choices", &err)) fail_msg("%s", err.text);
    arena_free(&arena);
}

/* Draw each decision anew in proportion to exp(E / TEMPERATURE) of the true weights. */
static int draw(const CompareSet *from, Choice *out) {
    Comparison c;
    Choice *choice;
    double *margin = mem_alloc(from->rows * sizeof *margin);
    comparison_init(&c, from, COMPARE_SOFTMAX, false, 0, 1);
    comparison_margins(&c, true_weights, margin);
    assert_true(compare_choices(from, &choice, NULL));
    for (uint64_t p = 0; p < from->positions; p++) {
        const ComparePosition *at = &from->position[p];
        double sum = 1, u;
        for (uint64_t r = at->row; r < at[1].row; r++) sum += exp(margin[r] / TEMPERATURE);
        u = rng_real(9, 0, p) * sum - 1;
        for (uint64_t r = at->row; u > 0 && r < at[1].row; r++) {
            u -= exp(margin[r] / TEMPERATURE);
            choice[p].right[0] = from->row[r].move;
        }
        out[p] = choice[p];
    }
    const int count = (int)from->positions;
    free(choice);
    free(margin);
    comparison_free(&c);
    return count;
}

static void make_results(const Choice *choice, int count) {
    Arena arena = { 0 };
    TermTable table;
    EvalOptions groups;
    size_t size;
    opt_defaults(&eval_options, &groups);
    term_table_builtin(&table, &start, &arena);
    TraceBuilder *builder = trace_builder_new(&table, false);
    for (int i = 0; i < count; i++) {
        Trace trace;
        int32_t uses[WEIGHT_COUNT];
        eval_trace(&choice[i].pos, &groups, &trace);
        for (int t = 0; t < WEIGHT_COUNT; t++) uses[t] = trace.flat[t];
        const int e = eval(&choice[i].pos, &truth, &groups), red = choice[i].pos.side == RED ? e : -e;
        const TraceFacts facts = { .phase = eval_phase(&choice[i].pos), .game = choice[i].game, .score = TRACE_NO_SCORE,
                                   .half_points = rng_real(10, 0, (uint64_t)i) < loss_predict(1.0 / 400, red) ? 2 : 0 };
        assert_true(trace_builder_add(builder, &facts, uses, NULL));
    }
    void *image = trace_builder_finish(builder, &size);
    assert_true(trace_adopt(&results, image, size, "results", NULL));
    arena_free(&arena);
}

static const char *const tuned[] = { "material", "mobility", "palace_attack" };

static int make(void **state) {
    (void)state;
    Choice *choice = mem_zalloc(POSITIONS, sizeof *choice);
    CompareSet first;
    start = truth = weights_default;
    for (size_t k = 0; k < COUNT_OF(tuned); k++) {
        const Term *term = term_find(tuned[k]);
        for (int i = term->first; i < term->first + term->count; i++) {
            const Score was = truth.flat[i];
            start.flat[i] = (Score){ was.mg / 4, was.eg / 4 };
            if (k) truth.flat[i] = (Score){ 3 * was.mg, 3 * was.eg }; /* but for material */
        }
    }
    for (int i = 0; i < WEIGHT_COUNT; i++) {
        true_weights[i] = truth.flat[i].mg;
        true_weights[WEIGHT_COUNT + i] = truth.flat[i].eg;
    }
    build(choice, list_choices(choice), &first);
    const int count = draw(&first, choice);
    compare_close(&first);
    build(choice, count, &set);
    make_results(choice, count);
    free(choice);
    return 0;
}

static int unmake(void **state) {
    (void)state;
    compare_close(&set);
    trace_close(&results);
    return 0;
}

static FitSettings settings_of(CompareKind kind) {
    FitSettings s;
    opt_defaults(&fit_options, &s);
    s.loss = LOSS_COMPARE;
    s.compare_loss = kind;
    for (size_t i = 0; i < COUNT_OF(tuned); i++) s.only.item[s.only.count++] = tuned[i];
    s.prior_games = 0;
    s.ridge = 1e-12;
    s.validation = 0.2;
    s.jobs = 1;
    s.round = false;
    return s;
}

static void fit(const FitSettings *settings, const FitData *data, FitResult *result) {
    Err err = { 0 };
    if (!fit_run(settings, data, NULL, result, &err)) fail_msg("%s", err.text);
}

static void planted_weights_come_back_within_their_errors(void **state) {
    (void)state;
    FitSettings s = settings_of(COMPARE_SOFTMAX);
    s.compare_scale = TEMPERATURE;
    s.tolerance = 1e-6;
    FitResult r;
    fit(&s, &(FitData){ .choices = &set }, &r);
    int known = 0, within = 0, within_naive = 0;
    double moved = 0;
    for (int i = 0; i < r.params.count; i++) {
        const int at = r.params.param[i].part * WEIGHT_COUNT + r.params.param[i].term;
        const double off = fabs(r.fitted[at] - true_weights[at]), error = r.errors.clustered[i];
        if (!isfinite(error) || r.params.games[r.params.param[i].term] < 60) continue; /* errors need some games */
        known++;
        within += off < 1.96 * error;
        within_naive += off < 1.96 * r.errors.naive[i];
        moved = fmax(moved, fabs(r.fitted[at] - r.start[at]) / error);
        assert_true(off < 4.5 * error);
    }
    assert_true(known >= 12);
    print_message("%d of %d weights within 1.96 errors, %d naively\n", within, known, within_naive);
    assert_true(within >= 0.85 * known && within_naive >= 0.7 * known);
    assert_true(moved > 6); /* the data say much more than nothing */
    assert_near(r.agreement.temperature, TEMPERATURE, 10);
    fit_free(&r);
}

static void agreement_rises_to_what_the_truth_has(void **state) {
    (void)state;
    for (CompareKind kind = COMPARE_SIGMOID; kind <= COMPARE_SOFTMAX; kind++) {
        FitSettings s = settings_of(kind);
        s.prior_games = 5;
        s.compare_mean = false;
        FitResult r;
        Agreement best;
        fit(&s, &(FitData){ .choices = &set }, &r);
        agreement_find(&r.problem.compare, true, true_weights, TEMPERATURE, &best);
        const FitAgreement *a = &r.agreement;
        assert_true(a->valid && a->result.positions > 100);
        assert_true(a->start.top1 > a->start.chance1 && a->result.top1 > a->start.top1 && a->result.rank < a->start.rank);
        print_message("%s: first %.3f -> %.3f, truth %.3f; surprise %.3f -> %.3f, truth %.3f\n", compare_kind_names[kind], a->start.top1, a->result.top1,
                      best.top1, a->start.surprise, a->result.surprise, best.surprise);
        assert_true(a->result.top1 - a->start.top1 > 0.6 * (best.top1 - a->start.top1));
        assert_true(a->start.surprise - a->result.surprise > 0.6 * (a->start.surprise - best.surprise));
        assert_true(a->result.surprise > best.surprise - 0.05 && best.surprise < best.blind);
        assert_false(a->has_own); /* no weights choose these leaves */
        fit_free(&r);
    }
}

static void a_fall_of_agreement_is_told(void **state) {
    (void)state;
    const FitSettings s = settings_of(COMPARE_SOFTMAX);
    FitResult r;
    Buf out = { 0 };
    fit(&s, &(FitData){ .choices = &set }, &r);
    fit_report(&r, TABLE_TEXT, &out);
    assert_null(strstr(buf_text(&out), "agree less often"));
    r.agreement.start.top1 = 0.99;
    buf_clear(&out);
    fit_report(&r, TABLE_TEXT, &out);
    assert_non_null(strstr(buf_text(&out), "The new weights agree less often: their first move is the one played in "));
    assert_non_null(strstr(buf_text(&out), "%, that of the start was in 99.0%, though the loss fell.\n"));
    buf_free(&out);
    fit_free(&r);
}

static void blind_weights_agree_as_often_as_chance(void **state) {
    (void)state;
    static const double zero[WEIGHTS_ALL];
    Comparison c;
    Agreement a;
    double temperature;
    Err err = { 0 };
    comparison_init(&c, &set, COMPARE_SIGMOID, true, 0, 1);
    agreement_find(&c, false, zero, 1, &a);
    assert_int_equal(a.positions, set.positions);
    double below = 0;
    for (uint64_t p = 0; p < set.positions; p++) below += set.position[p].below;
    assert_true(below < 0.02 * (double)set.rows); /* what loses to a mate ranks last even so */
    assert_near(a.top1, a.chance1, 0.001);
    assert_near(a.top5, a.chance5, 0.003);
    assert_near(a.surprise, a.blind, 0.01);
    assert_false(agreement_temperature(&c, zero, &temperature, &err));
    assert_non_null(strstr(err.text, "say nothing"));
    comparison_free(&c);
}

static void the_temperature_has_the_least_surprise(void **state) {
    (void)state;
    Comparison c;
    Agreement at, below, above;
    double temperature;
    comparison_init(&c, &set, COMPARE_SOFTMAX, false, 0, 1);
    assert_true(agreement_temperature(&c, true_weights, &temperature, NULL));
    assert_near(temperature, TEMPERATURE, 10);
    agreement_find(&c, false, true_weights, temperature, &at);
    agreement_find(&c, false, true_weights, temperature * 1.02, &above);
    agreement_find(&c, false, true_weights, temperature / 1.02, &below);
    assert_true(at.surprise < above.surprise && at.surprise < below.surprise);
    c.scale = temperature;
    assert_near(comparison_loss(&c, false, true_weights), at.surprise, 1e-9); /* it is the loss by softmax */
    comparison_free(&c);
}

static void gradients_are_those_of_the_loss(void **state) {
    (void)state;
    static const struct { CompareKind kind; bool mean; double l1, share; } rows[] = {
        { COMPARE_SIGMOID, true, 0, 1 }, { COMPARE_SIGMOID, false, 1e-3, 1 }, { COMPARE_SOFTMAX, false, 1e-3, 1 }, { COMPARE_SIGMOID, true, 0, 0.4 },
    };
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        FitSettings s = settings_of(rows[i].kind);
        FitData data = { .choices = &set };
        double worst;
        Err err = { 0 };
        s.only.count = 0; /* every term */
        s.compare_mean = rows[i].mean;
        s.l1 = rows[i].l1;
        s.prior_games = 100;
        if (rows[i].share < 1) {
            s.loss = LOSS_XENT;
            s.compare_share = rows[i].share;
            data.results = &results;
        }
        if (!fit_check_gradient(&s, &data, &worst, &err)) fail_msg("%s", err.text);
        assert_true(worst < 1e-6);
    }
}

/* H v against the gradients on both sides of the point; rows with a taper are among them. */
static void the_exact_curvature_is_the_change_of_the_gradient(void **state) {
    (void)state;
    for (CompareKind kind = COMPARE_SIGMOID; kind <= COMPARE_SOFTMAX; kind++) {
        Problem problem;
        Params params;
        Err err = { 0 };
        const ParamChoice choice = { .ridge = 0 };
        problem_init(&problem, &results, LOSS_MSE, 1, 1, 0, 1);
        problem_compare(&problem, &set, &(CompareChoice){ .kind = kind, .mean = true, .share = 1 }, 0);
        problem.compare.scale = 60;
        if (!params_init(&params, &problem, true_weights, &choice, &err)) fail_msg("%s", err.text);
        const size_t n = (size_t)params.count;
        double *h = mem_alloc(n * n * sizeof *h), *vector = mem_alloc(5 * n * sizeof *vector), *v = vector, *x = v + n, *trial = x + n, *up = trial + n, *down = up + n;
        params_start(&params, x);
        params_curvature_exact(&params, &problem, x, h);
        for (size_t i = 0; i < n; i++) v[i] = rng_real(3, 0, i) * 2 - 1;
        const double step = 1e-3;
        for (size_t i = 0; i < n; i++) trial[i] = x[i] + step * v[i];
        params_value(&params, &problem, trial, up);
        for (size_t i = 0; i < n; i++) trial[i] = x[i] - step * v[i];
        params_value(&params, &problem, trial, down);
        double off = 0, size = 0;
        for (size_t i = 0; i < n; i++) {
            double product = 0;
            for (size_t j = 0; j < n; j++) product += h[i * n + j] * v[j];
            off += fabs(product - (up[i] - down[i]) / (2 * step));
            size += fabs(product);
        }
        assert_true(off < 1e-5 * size);
        free(h);
        free(vector);
        params_free(&params);
        problem_free(&problem);
    }
}

static void all_methods_find_the_same_minimum(void **state) {
    (void)state;
    for (CompareKind kind = COMPARE_SIGMOID; kind <= COMPARE_SOFTMAX; kind++) {
        static const Optimiser methods[] = { OPTIMISER_NEWTON, OPTIMISER_LBFGS };
        FitResult r[2];
        for (int m = 0; m < 2; m++) {
            FitSettings s = settings_of(kind);
            s.optimiser = methods[m];
            s.prior_games = 50;
            s.prior_search = false;
            s.validation = 0;
            s.tolerance = 1e-9;
            s.iterations = 1000;
            fit(&s, &(FitData){ .choices = &set }, &r[m]);
        }
        assert_near(r[0].end.last.objective, r[1].end.last.objective, 1e-9);
        for (int i = 0; i < WEIGHTS_ALL; i++) assert_near(r[0].fitted[i], r[1].fitted[i], 1e-3 * (1 + fabs(r[0].fitted[i])));
        fit_free(&r[0]);
        fit_free(&r[1]);
    }
}

static void any_number_of_threads_gives_the_same_bits(void **state) {
    (void)state;
    static const struct { CompareKind kind; Optimiser optimiser; } rows[] = {
        { COMPARE_SIGMOID, OPTIMISER_NEWTON }, { COMPARE_SOFTMAX, OPTIMISER_NEWTON }, { COMPARE_SOFTMAX, OPTIMISER_LBFGS }, { COMPARE_SIGMOID, OPTIMISER_ADAM },
    };
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        static const int jobs[3] = { 1, 2, 4 };
        FitResult r[3];
        for (int j = 0; j < 3; j++) {
            FitSettings s = settings_of(rows[i].kind);
            s.optimiser = rows[i].optimiser;
            s.prior_search = false;
            s.iterations = 5;
            s.batch = 300;
            s.jobs = jobs[j];
            fit(&s, &(FitData){ .choices = &set }, &r[j]);
        }
        for (int j = 1; j < 3; j++) {
            assert_memory_equal(r[j].fitted, r[0].fitted, sizeof(double) * WEIGHTS_ALL);
            assert_memory_equal(r[j].errors.clustered, r[0].errors.clustered, sizeof(double) * (size_t)r[0].errors.params);
            assert_true(r[j].agreement.temperature == r[0].agreement.temperature);
        }
        for (int j = 0; j < 3; j++) fit_free(&r[j]);
    }
}

static void blends_end_in_the_pure_losses(void **state) {
    (void)state;
    FitSettings pure = settings_of(COMPARE_SIGMOID), blended = pure;
    FitResult one, other, between;
    blended.loss = LOSS_MSE;
    pure.prior_games = blended.prior_games = 20;
    blended.compare_share = 1;
    fit(&pure, &(FitData){ .choices = &set }, &one);
    fit(&blended, &(FitData){ .choices = &set, .results = &results }, &other);
    assert_memory_equal(one.fitted, other.fitted, sizeof(double) * WEIGHTS_ALL);
    assert_memory_equal(one.errors.clustered, other.errors.clustered, sizeof(double) * (size_t)one.errors.params);
    fit_free(&other);
    fit_free(&one);
    pure.loss = LOSS_MSE;
    blended.compare_share = 0;
    fit(&pure, &(FitData){ .results = &results }, &one);
    fit(&blended, &(FitData){ .choices = &set, .results = &results }, &other);
    assert_memory_equal(one.fitted, other.fitted, sizeof(double) * WEIGHTS_ALL);
    assert_memory_equal(one.errors.clustered, other.errors.clustered, sizeof(double) * (size_t)one.errors.params);
    blended.compare_share = 0.5;
    fit(&blended, &(FitData){ .choices = &set, .results = &results }, &between);
    assert_true(between.agreement.result.top1 > other.agreement.result.top1);
    assert_true(between.at_fitted.valid < between.at_start.valid);
    fit_free(&between);
    fit_free(&other);
    fit_free(&one);
}

static void leaves_that_no_weights_choose_stay_when_searched_anew(void **state) {
    (void)state;
    FitSettings once = settings_of(COMPARE_SOFTMAX), thrice = once;
    once.tolerance = thrice.tolerance = 1e-9;
    thrice.compare_rounds = 3;
    FitResult one, three;
    fit(&once, &(FitData){ .choices = &set }, &one);
    fit(&thrice, &(FitData){ .choices = &set }, &three);
    assert_int_equal(three.again.rows, set.rows);
    assert_true(three.passes > one.passes);
    for (int i = 0; i < WEIGHTS_ALL; i++) assert_near(three.fitted[i], one.fitted[i], 1e-3 * (1 + fabs(one.fitted[i])));
    fit_free(&one);
    fit_free(&three);
}

static void l1_keeps_small_changes_from_happening(void **state) {
    (void)state;
    FitSettings s = settings_of(COMPARE_SOFTMAX);
    FitResult plain, held;
    fit(&s, &(FitData){ .choices = &set }, &plain);
    s.l1 = 3e-3;
    fit(&s, &(FitData){ .choices = &set }, &held);
    double moved = 0, moved_held = 0;
    for (int i = 0; i < WEIGHTS_ALL; i++) {
        moved += fabs(plain.fitted[i] - plain.start[i]);
        moved_held += fabs(held.fitted[i] - held.start[i]);
    }
    assert_true(moved_held < 0.8 * moved && moved_held > 0);
    fit_free(&plain);
    fit_free(&held);
}

static void what_does_not_fit_together_is_refused(void **state) {
    (void)state;
    Arena arena = { 0 };
    TermTable table;
    TraceSet others;
    size_t size;
    term_table_builtin(&table, &start, &arena);
    table.slot[3].name = "another";
    table.builtin = false;
    void *image = trace_builder_finish(trace_builder_new(&table, true), &size);
    assert_true(trace_adopt(&others, image, size, "others", NULL));
    const struct { LossKind loss; Optimiser optimiser; int64_t games_min; FitData data; const char *says; } rows[] = {
        { LOSS_COMPARE, OPTIMISER_AUTO, 100, { .results = &results }, "comparisons alone" },
        { LOSS_COMPARE, OPTIMISER_AUTO, 100, { .results = &results, .choices = &set }, "comparisons alone" },
        { LOSS_MSE, OPTIMISER_AUTO, 100, { .choices = &set }, "set loss to compare" },
        { LOSS_COMPARE, OPTIMISER_LM, 100, { .choices = &set }, "squared errors" },
        { LOSS_MSE, OPTIMISER_LM, 100, { .choices = &set, .results = &results }, "squared errors" },
        { LOSS_COMPARE, OPTIMISER_AUTO, 100000, { .choices = &set }, "too few" },
        { LOSS_MSE, OPTIMISER_AUTO, 100, { .choices = &set, .results = &others }, "count different terms" },
    };
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        FitSettings s = settings_of(COMPARE_SIGMOID);
        FitResult r;
        Err err = { 0 };
        s.loss = (int)rows[i].loss;
        s.optimiser = rows[i].optimiser;
        s.games_min = rows[i].games_min;
        assert_false(fit_run(&s, &rows[i].data, NULL, &r, &err));
        if (!strstr(err.text, rows[i].says)) fail_msg("row %zu says: %s", i, err.text);
    }
    trace_close(&others);
    arena_free(&arena);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(planted_weights_come_back_within_their_errors),
        cmocka_unit_test(agreement_rises_to_what_the_truth_has),
        cmocka_unit_test(a_fall_of_agreement_is_told),
        cmocka_unit_test(blind_weights_agree_as_often_as_chance),
        cmocka_unit_test(the_temperature_has_the_least_surprise),
        cmocka_unit_test(gradients_are_those_of_the_loss),
        cmocka_unit_test(the_exact_curvature_is_the_change_of_the_gradient),
        cmocka_unit_test(all_methods_find_the_same_minimum),
        cmocka_unit_test(any_number_of_threads_gives_the_same_bits),
        cmocka_unit_test(blends_end_in_the_pure_losses),
        cmocka_unit_test(leaves_that_no_weights_choose_stay_when_searched_anew),
        cmocka_unit_test(l1_keeps_small_changes_from_happening),
        cmocka_unit_test(what_does_not_fit_together_is_refused),
    };
    xq_init();
    stats_init();
    return cmocka_run_group_tests(tests, make, unmake);
}
