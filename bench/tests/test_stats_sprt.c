#include "engine/tests/test.h"
#include <string.h>
#include "bench/stats/sprt.h"
#include "engine/core/rng.h"

#define NORM SPRT_NORMALIZED
#define LOGI SPRT_LOGISTIC

static SprtSpec spec_of(SprtModel model, double elo0, double elo1) {
    return (SprtSpec){ .model = model, .elo0 = elo0, .elo1 = elo1, .alpha = .05, .beta = .05 };
}

typedef struct {
    SprtModel model;
    double elo0, elo1;
    int kinds;
    int64_t counts[ELO_PAIRS]; /* lost first */
    double llr, tolerance;
} Row;

/* Exact ratios, worked out independently with bisection to machine precision; half of the last digit given. */
static const Row rows[] = {
    { NORM, 0, 2, 3, { 36027, 68692, 36433 }, .9233, 5e-5 },
    { NORM, -1.75, .25, 3, { 10650, 20431, 10871 }, 2.2975, 5e-5 },
    { NORM, 0, 10, 3, { 0, 0, 4250 }, 120.5483, 5e-5 },
    { LOGI, .5, 2.5, 3, { 21184, 40708, 21404 }, -1.5719, 5e-5 },
    { LOGI, 0, 2, 3, { 57030, 106593, 57433 }, -2.5930, 5e-5 },
    { NORM, 0, 2, 5, { 365, 16618, 36229, 16974, 390 }, 2.2504, 5e-5 },
    { NORM, -1.75, .25, 5, { 127, 4883, 10712, 5150, 104 }, 3.0102, 5e-5 },
    { NORM, 0, 5, 5, { 0, 0, 0, 0, 5550 }, 111.7976, 5e-5 },
    { LOGI, .5, 2.5, 5, { 223, 9863, 21279, 10037, 246 }, -3.0741, 5e-5 },
    { LOGI, 0, 2, 5, { 871, 26175, 55983, 26678, 821 }, -4.9787, 5e-5 },
    { LOGI, -3, 1, 5, { 10789, 19328, 33806, 19402, 10543 }, 2.13107, 5e-6 },
    { LOGI, -3, 1, 3, { 65804, 56553, 65388 }, 2.04904, 5e-6 },
    { LOGI, .2, .9, 5, { 39, 2226, 31451, 2412, 40 }, 2.16254, 5e-6 },
    { NORM, .764, 3.439, 5, { 39, 2226, 31451, 2412, 40 }, 2.16294, 5e-6 },
    { NORM, .5, 2.5, 5, { 39, 8843, 26675, 9240, 44 }, 2.94168, 5e-6 },
    { LOGI, .5, 2.5, 5, { 39, 8843, 26675, 9240, 44 }, .55552, 5e-6 },
    { NORM, -3, 1, 5, { 10789, 19328, 33806, 19402, 10543 }, .30087, 5e-6 },
    { LOGI, 0, 5, 3, { 100, 200, 150 }, 1.21265, 5e-6 },
    { NORM, 0, 5, 3, { 100, 200, 150 }, .91898, 5e-6 },
    { LOGI, -3, 1, 3, { 100, 200, 150 }, 1.06249, 5e-6 },
    { NORM, -3, 1, 3, { 100, 200, 150 }, .78715, 5e-6 },
    { LOGI, 0, 5, 3, { 0, 0, 10 }, .14288, 5e-6 },
    { NORM, 0, 5, 3, { 0, 0, 10 }, .14286, 5e-6 },
    { LOGI, 0, 5, 3, { 1, 0, 0 }, -.01449, 5e-6 },
    { NORM, 0, 5, 3, { 1, 0, 0 }, -.01449, 5e-6 },
    { LOGI, 0, 5, 3, { 5, 90, 5 }, -.10270, 5e-6 },
    { NORM, 0, 5, 3, { 5, 90, 5 }, -.01036, 5e-6 },
    { LOGI, 0, 5, 5, { 10, 100, 300, 120, 15 }, 1.08900, 5e-6 },
    { NORM, 0, 5, 5, { 10, 100, 300, 120, 15 }, .68450, 5e-6 },
    { LOGI, 0, 2, 5, { 10, 100, 300, 120, 15 }, .52757, 5e-6 },
    { NORM, 0, 2, 5, { 10, 100, 300, 120, 15 }, .30081, 5e-6 },
    { LOGI, 0, 5, 5, { 0, 0, 50, 0, 0 }, -.71761, 5e-6 },
    { NORM, 0, 5, 5, { 0, 0, 50, 0, 0 }, -.01756, 5e-6 },
    { NORM, 0, 50, 5, { 0, 0, 50, 0, 0 }, -2.0217, 5.2e-5 }, /* at 1e-3; 1e-2 would give -1.9758 */
    { LOGI, 0, 10, 5, { 0, 3, 20, 9, 1 }, .90916, 5e-6 },
    { NORM, 0, 10, 5, { 0, 3, 20, 9, 1 }, .44612, 5e-6 },
    { LOGI, -5, 0, 5, { 0, 3, 20, 9, 1 }, .47767, 5e-6 },
    { NORM, -5, 0, 5, { 0, 3, 20, 9, 1 }, .23899, 5e-6 },
    { LOGI, 0, 5, 3, { 0, 1, 20 }, .300, 5e-4 }, /* where the quadratic approximation says 6.298 */
};

static double llr_of(const SprtSpec *spec, int kinds, const int64_t *counts) {
    return kinds == ELO_GAMES ? sprt_state_games(spec, counts).llr : sprt_state(spec, counts).llr;
}

static void the_ratio_agrees_with_the_exact_one_to_the_last_digit_given(void **state) {
    (void)state;
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        const Row *row = &rows[i];
        const SprtSpec spec = spec_of(row->model, row->elo0, row->elo1);
        const double llr = llr_of(&spec, row->kinds, row->counts);
        if (!(fabs(llr - row->llr) <= row->tolerance)) fail_msg("row %zu: LLR %.8f, expected %.8f", i, llr, row->llr);
    }
}

static void bounds_follow_from_the_error_rates(void **state) {
    (void)state;
    static const struct { double alpha, beta, lower, upper; } bounds[] = {
        { .05, .05, -2.944438979166, 2.944438979166 },
        { .01, .01, -4.595119850135, 4.595119850135 },
        { .05, .10, -2.251291798606, 2.890371757896 },
        { .10, .05, -2.890371757896, 2.251291798606 },
    };
    for (size_t i = 0; i < COUNT_OF(bounds); i++) {
        const SprtSpec spec = { .elo1 = 5, .alpha = bounds[i].alpha, .beta = bounds[i].beta };
        const SprtState s = sprt_state(&spec, (const int64_t[5]){ 0 });
        assert_near(s.lower, bounds[i].lower, 1e-12);
        assert_near(s.upper, bounds[i].upper, 1e-12);
        assert_true(s.llr == 0 && s.verdict == SPRT_CONTINUE);
    }
}

static void the_verdict_comes_at_the_bound(void **state) {
    (void)state;
    static const struct { int64_t pairs[5]; SprtVerdict verdict; const char *name; } verdicts[] = {
        { { 0, 0, 900, 0, 0 }, SPRT_CONTINUE, "continue" },
        { { 100, 1000, 3000, 1200, 150 }, SPRT_ACCEPT_H1, "H1" },
        { { 150, 1200, 3000, 1000, 100 }, SPRT_ACCEPT_H0, "H0" },
    };
    const SprtSpec spec = spec_of(NORM, 0, 5);
    for (size_t i = 0; i < COUNT_OF(verdicts); i++) {
        const SprtState s = sprt_state(&spec, verdicts[i].pairs);
        assert_int_equal(s.verdict, verdicts[i].verdict);
        assert_string_equal(sprt_verdict_name(s.verdict), verdicts[i].name);
    }
}

static void a_test_that_cannot_be_run_is_refused_with_the_reason(void **state) {
    (void)state;
    static const struct { SprtSpec spec; const char *part; } wrong[] = {
        { { NORM, 5, 5, .05, .05 }, "elo0 is 5 and elo1 is 5" },
        { { LOGI, 5, 0, .05, .05 }, "elo0 must be the smaller" },
        { { NORM, 0, 5, 0, .05 }, "alpha is 0" },
        { { NORM, 0, 5, .05, 1 }, "beta is 1" },
        { { NORM, 0, 5, .6, .4 }, "add up to 1" },
        { { NORM, 0, 201, .05, .05 }, "elo1 is 201" },
        { { NORM, NAN, 5, .05, .05 }, "elo0 is nan" },
        { { NORM, 0, 5, NAN, .05 }, "alpha is nan" },
    };
    for (size_t i = 0; i < COUNT_OF(wrong); i++) {
        Err err = { 0 };
        assert_false(sprt_check(&wrong[i].spec, &err));
        assert_int_equal(err.kind, ERR_INPUT);
        if (!strstr(err.text, wrong[i].part)) fail_msg("'%s' lacks '%s'", err.text, wrong[i].part);
    }
    const SprtSpec right = { NORM, -200, 200, .3, .6 };
    assert_true(sprt_check(&right, NULL));
}

/* Counts as they come from matches and as they don't: few, many, lopsided, empty outcomes. */
static void random_counts(uint64_t seed, uint64_t draw, int64_t counts[5]) {
    const double scale = pow(10, 1 + 4 * rng_real(seed, draw, 0));
    for (uint64_t k = 0; k < 5; k++) {
        const double weight = pow(rng_real(seed, draw, 1 + k), 1 + 9 * rng_real(seed, draw, 10));
        counts[k] = rng_below(seed, draw, 20 + k, 6) ? (int64_t)(scale * weight) : 0;
    }
}

static void adjoining_intervals_add_up_and_mirrored_ones_cancel(void **state) {
    (void)state;
    for (uint64_t draw = 0; draw < 3000; draw++) {
        int64_t counts[5], turned[5];
        random_counts(4711, draw, counts);
        for (int k = 0; k < 5; k++) turned[k] = counts[4 - k];
        const SprtModel model = draw % 2 ? LOGI : NORM;
        const double e0 = -20 + 40 * rng_real(4711, draw, 30), e1 = e0 + .1 + 10 * rng_real(4711, draw, 31),
                     e2 = e1 + 3;
        const SprtSpec first = spec_of(model, e0, e1), second = spec_of(model, e1, e2), both = spec_of(model, e0, e2),
                       mirror = spec_of(model, -e1, -e0);
        const double a = sprt_state(&first, counts).llr, b = sprt_state(&second, counts).llr,
                     whole = sprt_state(&both, counts).llr, back = sprt_state(&mirror, turned).llr;
        const double tolerance = 1e-6 * (1 + fabs(a) + fabs(b));
        if (!(fabs(a + b - whole) <= tolerance)) fail_msg("draw %d: %g + %g != %g", (int)draw, a, b, whole);
        if (!(fabs(a + back) <= tolerance)) fail_msg("draw %d: %g turned round gives %g", (int)draw, a, back);
    }
}

static void won_pairs_for_lost_ones_raise_the_ratio(void **state) {
    (void)state;
    const SprtSpec specs[] = { spec_of(NORM, 0, 5), spec_of(LOGI, 0, 5), spec_of(NORM, -50, 100),
                               spec_of(LOGI, -8, -3) };
    for (size_t i = 0; i < COUNT_OF(specs); i++) {
        double last = -INFINITY;
        for (int won = 60; won <= 160; won++) {
            const double llr = sprt_state(&specs[i], (const int64_t[5]){ 10, 220 - won, 300, won, 10 }).llr;
            assert_true(llr > last);
            last = llr;
        }
    }
}

/* The likelihood falls on both sides of the observed score. (The ratio itself is not monotone in every single result:
 * a won pair that widens the distribution can weaken a lead.) */
static void a_score_beyond_both_hypotheses_favours_the_nearer_one(void **state) {
    (void)state;
    for (uint64_t draw = 0; draw < 3000; draw++) {
        int64_t counts[5];
        random_counts(99, draw, counts);
        double total = 0, score = 0;
        for (int k = 0; k < 5; k++) {
            const double count = counts[k] ? (double)counts[k] : SPRT_REGULARISER;
            total += count, score += count * k / 4;
        }
        const double elo = elo_from_score(score / total);
        if (!(fabs(elo) < SPRT_ELO_LIMIT - 10) || total < 1) continue;
        const SprtSpec below = spec_of(LOGI, elo - 6, elo - 1), above = spec_of(LOGI, elo + 1, elo + 6);
        assert_true(sprt_state(&below, counts).llr > 0);
        assert_true(sprt_state(&above, counts).llr < 0);
    }
}

static void the_ratio_grows_with_the_sample_in_proportion(void **state) {
    (void)state;
    const SprtSpec specs[] = { spec_of(NORM, 0, 5), spec_of(LOGI, 0, 5) };
    for (size_t i = 0; i < COUNT_OF(specs); i++) {
        const double one = sprt_state(&specs[i], (const int64_t[5]){ 3, 50, 110, 61, 5 }).llr;
        const double ten = sprt_state(&specs[i], (const int64_t[5]){ 30, 500, 1100, 610, 50 }).llr;
        assert_near(ten, 10 * one, 1e-8);
    }
}

static void every_possible_count_gives_a_finite_ratio(void **state) {
    (void)state;
    for (uint64_t draw = 0; draw < 20000; draw++) {
        int64_t counts[5];
        random_counts(5, draw, counts);
        const double reach = pow(10, -2 * rng_real(5, draw, 40)) * SPRT_ELO_LIMIT;
        const double e0 = reach * (2 * rng_real(5, draw, 41) - 1), e1 = e0 + (reach - e0) * rng_real(5, draw, 42);
        const SprtSpec spec = spec_of(draw % 3 ? NORM : LOGI, e0, e1);
        assert_true(isfinite(sprt_state(&spec, counts).llr));
        assert_true(isfinite(sprt_state_games(&spec, counts).llr));
    }
}

typedef struct { int runs, accepted_h1; double pairs; } Simulation;

/* Whole tests on random pairs, the state looked at after every pair. */
static Simulation simulate(const SprtSpec *spec, const double chances[5], int runs, uint64_t seed) {
    Simulation sim = { .runs = runs };
    for (int run = 0; run < runs; run++) {
        int64_t pairs[5] = { 0 };
        SprtVerdict verdict = SPRT_CONTINUE;
        for (uint64_t index = 0; verdict == SPRT_CONTINUE; index++) {
            double rest = rng_real(seed, (uint64_t)run, index);
            int k = 0;
            while (k < 4 && rest >= chances[k]) rest -= chances[k++];
            pairs[k]++;
            sim.pairs++;
            verdict = sprt_state(spec, pairs).verdict;
        }
        sim.accepted_h1 += verdict == SPRT_ACCEPT_H1;
    }
    sim.pairs /= runs;
    return sim;
}

static void error_rates_stay_nominal_and_the_length_is_as_planned(void **state) {
    (void)state;
    /* nElo 0, and nElo of the second distribution by its moments. */
    const double level[5] = { .05, .20, .50, .20, .05 }, better[5] = { .04, .16, .48, .25, .07 };
    double mean = 0, variance = 0;
    for (int k = 0; k < 5; k++) mean += better[k] * k / 4;
    for (int k = 0; k < 5; k++) variance += better[k] * pow(k / 4. - mean, 2);
    const SprtSpec spec = spec_of(NORM, 0, ELO_PER_NELO * (mean - .5) / sqrt(2 * variance));

    enum { RUNS = 800 };
    const double three_errors = 3 * sqrt(.05 * .95 / RUNS);
    const Simulation h0 = simulate(&spec, level, RUNS, 1), h1 = simulate(&spec, better, RUNS, 2);
    const double false_h1 = h0.accepted_h1 / (double)RUNS, false_h0 = 1 - h1.accepted_h1 / (double)RUNS;
    print_message("nElo [0, %.1f]: false H1 %.3f, false H0 %.3f, pairs %.1f and %.1f\n", spec.elo1, false_h1,
                  false_h0, h0.pairs, h1.pairs);
    assert_true(false_h1 <= .05 + three_errors && false_h1 >= .02);
    assert_true(false_h0 <= .05 + three_errors && false_h0 >= .02);

    const SprtPlan plan0 = sprt_plan(&spec, level), plan1 = sprt_plan(&spec, better);
    print_message("planned pairs %.1f and %.1f\n", plan0.pairs, plan1.pairs);
    assert_near(plan0.accept_h1, .05, .005);
    assert_near(plan1.accept_h1, .95, .005);
    assert_true(h0.pairs > .93 * plan0.pairs && h0.pairs < 1.15 * plan0.pairs); /* overshoot makes tests longer */
    assert_true(h1.pairs > .93 * plan1.pairs && h1.pairs < 1.15 * plan1.pairs);
}

static void a_plan_is_symmetric_and_longest_between_the_hypotheses(void **state) {
    (void)state;
    const SprtSpec spec = spec_of(LOGI, 0, 10);
    double chances[5], longest = 0;
    SprtPlan plan[3];
    for (int i = 0; i < 3; i++) {
        assert_true(sprt_chances(5. * i, .6, chances, NULL));
        plan[i] = sprt_plan(&spec, chances);
        longest = fmax(longest, plan[i].pairs);
    }
    assert_true(longest == plan[1].pairs);
    assert_near(plan[1].accept_h1, .5, 1e-4);
    assert_near(plan[0].accept_h1, 1 - plan[2].accept_h1, 1e-4);
    assert_near(plan[0].pairs / plan[2].pairs, 1, 3e-3);
    assert_true(sprt_chances(600, 0, chances, NULL)); /* far beyond: certain, each won pair counting ln(m1 / m0) */
    plan[0] = sprt_plan(&spec, chances);
    assert_near(plan[0].accept_h1, 1, 1e-9);
    assert_near(plan[0].pairs, 2.944439 / log(elo_to_score(10) / elo_to_score(0)), 20);
}

static void the_rest_of_a_test_is_planned_from_where_it_stands(void **state) {
    (void)state;
    const SprtSpec spec = spec_of(LOGI, 0, 10);
    /* At the start of a test that stands at 0 the rest is the whole. */
    const int64_t level[5] = { 0, 0, 0, 0, 0 }, even[5] = { 10, 62, 124, 72, 12 };
    assert_true(isnan(sprt_plan_rest(&spec, level).pairs));
    double shares[5];
    for (int k = 0; k < 5; k++) shares[k] = (double)even[k] / 280;
    const SprtPlan rest = sprt_plan_rest(&spec, even), whole = sprt_plan(&spec, shares);
    const SprtState at = sprt_state(&spec, even);
    assert_near(rest.nelo, whole.nelo, 1e-6);
    assert_true(at.llr > 0 && at.llr < at.upper);
    assert_true(rest.accept_h1 > whole.accept_h1);
    /* The mean of where the walk ends is where it stands plus its drift over the rest. */
    const double drift = (whole.accept_h1 * at.upper + (1 - whole.accept_h1) * at.lower) / whole.pairs;
    assert_near(rest.accept_h1 * at.upper + (1 - rest.accept_h1) * at.lower, at.llr + drift * rest.pairs, 1e-6);

    const int64_t won[5] = { 10, 50, 200, 150, 60 };
    assert_int_equal(sprt_state(&spec, won).verdict, SPRT_ACCEPT_H1);
    assert_true(sprt_plan_rest(&spec, won).pairs == 0 && sprt_plan_rest(&spec, won).accept_h1 == 1);
}

static void chances_have_the_score_and_the_draws_asked_for(void **state) {
    (void)state;
    double chances[5], sum = 0, score = 0;
    Err err = { 0 };
    assert_true(sprt_chances(50, .5, chances, &err));
    for (int k = 0; k < 5; k++) sum += chances[k], score += chances[k] * k / 4;
    assert_near(sum, 1, 1e-15);
    assert_near(score, elo_to_score(50), 1e-15);
    assert_near(sqrt(chances[4]) + sqrt(chances[0]), .5, 1e-15);
    assert_false(sprt_chances(400, .5, chances, &err));
    assert_string_equal(err.text, "an Elo difference of 400 leaves room for a draw ratio of 0.182 at most, not 0.5");
    assert_false(sprt_chances(0, 1, chances, &err));
    assert_false(sprt_chances(0, NAN, chances, &err));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_ratio_agrees_with_the_exact_one_to_the_last_digit_given),
        cmocka_unit_test(bounds_follow_from_the_error_rates),
        cmocka_unit_test(the_verdict_comes_at_the_bound),
        cmocka_unit_test(a_test_that_cannot_be_run_is_refused_with_the_reason),
        cmocka_unit_test(adjoining_intervals_add_up_and_mirrored_ones_cancel),
        cmocka_unit_test(won_pairs_for_lost_ones_raise_the_ratio),
        cmocka_unit_test(a_score_beyond_both_hypotheses_favours_the_nearer_one),
        cmocka_unit_test(the_ratio_grows_with_the_sample_in_proportion),
        cmocka_unit_test(every_possible_count_gives_a_finite_ratio),
        cmocka_unit_test(error_rates_stay_nominal_and_the_length_is_as_planned),
        cmocka_unit_test(a_plan_is_symmetric_and_longest_between_the_hypotheses),
        cmocka_unit_test(the_rest_of_a_test_is_planned_from_where_it_stands),
        cmocka_unit_test(chances_have_the_score_and_the_draws_asked_for),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
