/* The gradient of every loss, in the weights of every group of terms, against central differences: 20 random directions at each of
 * 3 points. */
#include <string.h>
#include "bench/stats/stats.h"
#include "engine/core/arena.h"
#include "tuner/data/compare_build.h"
#include "tuner/data/trace_build.h"
#include "tuner/fit/fit.h"
#include "tuner/tests/positions.h"

enum { POSITIONS = 60 };

static TraceSet results;
static CompareSet choices;

/* Random positions of one game each: their results and scores, and a random move as the right one. */
static int list_choices(Choice *out) {
    int count = 0;
    for (int i = 0; i < POSITIONS; i++) {
        MoveList list;
        const Pos pos = random_position(i, 8 + i % 90);
        if (gen_legal(&pos, &list) > 1) out[count++] = (Choice){ .pos = pos, .right = { list.move[0] }, .rights = 1, .game = (uint64_t)i + 1 };
    }
    return count;
}

static void make_results(const Choice *choice, int count, const TermTable *table, const EvalOptions *groups) {
    TraceBuilder *builder = trace_builder_new(table, true);
    size_t size;
    for (int i = 0; i < count; i++) {
        Trace trace;
        int32_t uses[WEIGHT_COUNT];
        eval_trace(&choice[i].pos, groups, &trace);
        for (int t = 0; t < WEIGHT_COUNT; t++) uses[t] = trace.flat[t];
        const TraceFacts facts = { .phase = eval_phase(&choice[i].pos), .game = choice[i].game, .score = (int)rng_below(3, 0, (uint64_t)i, 800) - 400,
                                   .half_points = (int)rng_below(3, 1, (uint64_t)i, 3) };
        assert_true(trace_builder_add(builder, &facts, uses, NULL));
    }
    void *image = trace_builder_finish(builder, &size);
    assert_true(trace_adopt(&results, image, size, "results", NULL));
}

static int make(void **state) {
    (void)state;
    Choice choice[POSITIONS];
    Arena arena = { 0 };
    TermTable table;
    ChoiceCounts counts;
    size_t size;
    Err err = { 0 };
    LeafRules rules = { .weights = &weights_default, .threads = 1 };
    const int count = list_choices(choice);
    opt_defaults(&eval_options, &rules.groups);
    term_table_builtin(&table, &weights_default, &arena);
    make_results(choice, count, &table, &rules.groups);
    void *image = compare_build(choice, (size_t)count, &table, &rules, &size, &counts, &err);
    if (!image || !compare_adopt(&choices, image, size, "choices", &err)) fail_msg("%s", err.text);
    arena_free(&arena);
    return 0;
}

static int unmake(void **state) {
    (void)state;
    trace_close(&results);
    compare_close(&choices);
    return 0;
}

/* The terms of a group; with NULL all that there are. */
static OptList terms_of(const char *group) {
    OptList list = { .count = 0 };
    for (int i = 0; group && i < term_count; i++)
        if (!strcmp(terms[i].group, group)) list.item[list.count++] = terms[i].name;
    return list;
}

static void check(FitSettings *s, bool with_results, bool with_choices, const char *what) {
    static const char *const groups[] = { "material", "psqt", "mobility", "cooperation", "king_safety", NULL };
    const FitData data = { .results = with_results ? &results : NULL, .choices = with_choices ? &choices : NULL };
    for (size_t i = 0; i < COUNT_OF(groups); i++) {
        double worst = NAN;
        Err err = { 0 };
        s->only = terms_of(groups[i]);
        assert_true(groups[i] ? s->only.count > 0 : s->only.count == 0);
        if (!fit_check_gradient(s, &data, &worst, &err)) fail_msg("%s, %s: %s", what, groups[i] ? groups[i] : "all", err.text);
        if (!(worst < 1e-6)) fail_msg("%s, %s: off by %g", what, groups[i] ? groups[i] : "all", worst);
    }
}

static FitSettings settings_of(LossKind loss) {
    FitSettings s;
    opt_defaults(&fit_options, &s);
    s.loss = loss;
    s.k = 1.5;
    s.validation = 0;
    s.games_min = 1;
    s.jobs = 1;
    return s;
}

static void every_group_s_gradient_of_losses_by_results(void **state) {
    (void)state;
    static const char *const names[] = { [LOSS_MSE] = "squared error", [LOSS_XENT] = "cross-entropy" };
    for (int loss = LOSS_MSE; loss <= LOSS_XENT; loss++)
        for (int blended = 0; blended < 2; blended++) {
            FitSettings s = settings_of((LossKind)loss);
            s.result_share = blended ? 0.4 : 1;
            s.ridge = blended ? 1e-4 : 0;
            check(&s, true, false, names[loss]);
        }
}

static void every_group_s_gradient_of_losses_by_comparisons(void **state) {
    (void)state;
    static const struct { const char *name; CompareKind kind; bool mean; double l1; } rows[] = {
        { "sigmoid, share", COMPARE_SIGMOID, true, 0 }, { "sigmoid, number", COMPARE_SIGMOID, false, 0 }, { "softmax with l1", COMPARE_SOFTMAX, false, 1e-3 },
    };
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        FitSettings s = settings_of(LOSS_COMPARE);
        s.compare_loss = rows[i].kind;
        s.compare_mean = rows[i].mean;
        s.compare_scale = 90;
        s.l1 = rows[i].l1;
        check(&s, false, true, rows[i].name);
    }
}

static void every_group_s_gradient_of_a_blend(void **state) {
    (void)state;
    for (int loss = LOSS_MSE; loss <= LOSS_XENT; loss++) {
        FitSettings s = settings_of((LossKind)loss);
        s.compare_share = 0.3;
        s.compare_scale = 90;
        check(&s, true, true, "blend");
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_group_s_gradient_of_losses_by_results),
        cmocka_unit_test(every_group_s_gradient_of_losses_by_comparisons),
        cmocka_unit_test(every_group_s_gradient_of_a_blend),
    };
    xq_init();
    stats_init();
    return cmocka_run_group_tests(tests, make, unmake);
}
