#include "engine/tests/test.h"
#include "bench/stats/bootstrap.h"
#include "bench/stats/stats.h"
#include "engine/core/rng.h"

static int start(void **state) {
    (void)state;
    stats_init();
    return 0;
}

/* A normal number with mean 0 and deviation 1 (Box and Muller). */
static double normal(uint64_t seed, uint64_t stream, uint64_t index) {
    const double u = 1 - rng_real(seed, stream, 2 * index), v = rng_real(seed, stream, 2 * index + 1);
    return sqrt(-2 * log(u)) * cos(2 * acos(-1) * v);
}

static void the_seed_alone_decides_the_interval(void **state) {
    (void)state;
    const double values[] = { 3, 1, 4, 1, 5, 9, 2, 6, 5, 3, 5 };
    const BootstrapSpec spec = { .seed = 7, .resamples = 500 }, other = { .seed = 8, .resamples = 500 };
    BootstrapInterval a, b, c;
    assert_true(bootstrap_mean(values, COUNT_OF(values), &spec, &a, NULL));
    assert_true(bootstrap_mean(values, COUNT_OF(values), &spec, &b, NULL));
    assert_true(bootstrap_mean(values, COUNT_OF(values), &other, &c, NULL));
    assert_memory_equal(&a, &b, sizeof a);
    assert_near(a.value, 4, 1e-15);
    assert_true(a.low < 4 && a.high > 4 && (a.low != c.low || a.high != c.high));
}

static void a_large_sample_gets_the_normal_interval(void **state) {
    (void)state;
    enum { COUNT = 2000 };
    double values[COUNT], sum = 0, squares = 0;
    for (uint64_t i = 0; i < COUNT; i++) values[i] = 10 + 3 * normal(1, 0, i);
    for (int i = 0; i < COUNT; i++) sum += values[i];
    for (int i = 0; i < COUNT; i++) squares += (values[i] - sum / COUNT) * (values[i] - sum / COUNT);
    const double mean = sum / COUNT, half = 1.959964 * sqrt(squares) / COUNT;
    BootstrapInterval interval;
    assert_true(bootstrap_mean(values, COUNT, &(BootstrapSpec){ .seed = 3 }, &interval, NULL));
    assert_near(interval.value, mean, 1e-12);
    assert_near(interval.low, mean - half, .04 * half);
    assert_near(interval.high, mean + half, .04 * half);

    BootstrapInterval narrow;
    assert_true(bootstrap_mean(values, COUNT, &(BootstrapSpec){ .seed = 3, .level = .5 }, &narrow, NULL));
    assert_near(narrow.high - narrow.low, 2 * half * .67449 / 1.959964, .06 * half);
}

static void ratios_of_the_swapped_sides_are_reciprocal(void **state) {
    (void)state;
    const double new[] = { 100, 250, 90, 40, 700, 120 }, old[] = { 90, 300, 60, 41, 500, 121 };
    const BootstrapSpec spec = { .seed = 11, .resamples = 2000 };
    BootstrapInterval forth, back;
    assert_true(bootstrap_ratio(new, old, COUNT_OF(new), &spec, &forth, NULL));
    assert_true(bootstrap_ratio(old, new, COUNT_OF(new), &spec, &back, NULL));
    double product = 1;
    for (size_t i = 0; i < COUNT_OF(new); i++) product *= new[i] / old[i];
    assert_near(forth.value, pow(product, 1. / COUNT_OF(new)), 1e-12);
    assert_near(forth.value * back.value, 1, 1e-12);
    assert_near(forth.low * back.high, 1, 1e-12);
    assert_near(forth.high * back.low, 1, 1e-12);
    assert_true(forth.low < forth.value && forth.value < forth.high);
}

static void equal_values_leave_no_doubt_and_one_value_says_nothing(void **state) {
    (void)state;
    const double same[] = { 2.5, 2.5, 2.5, 2.5 };
    BootstrapInterval interval;
    assert_true(bootstrap_mean(same, 4, &(BootstrapSpec){ .seed = 1 }, &interval, NULL));
    assert_true(interval.value == 2.5 && interval.low == 2.5 && interval.high == 2.5);
    assert_true(bootstrap_mean(same, 1, &(BootstrapSpec){ .seed = 1 }, &interval, NULL));
    assert_true(interval.value == 2.5 && isnan(interval.low) && isnan(interval.high));
}

static void values_without_a_mean_or_a_ratio_are_refused(void **state) {
    (void)state;
    const double bad[] = { 1, 2, INFINITY }, zero[] = { 1, 0, 2 }, good[] = { 1, 2, 3 };
    const BootstrapSpec spec = { .seed = 1 }, wide = { .level = 1.5 };
    BootstrapInterval interval;
    Err err = { 0 };
    assert_false(bootstrap_mean(bad, 3, &spec, &interval, &err));
    assert_string_equal(err.text, "bootstrap: value 3 is inf");
    assert_false(bootstrap_mean(bad, 0, &spec, &interval, &err));
    assert_string_equal(err.text, "bootstrap: there are no values");
    assert_false(bootstrap_mean(good, 3, &wide, &interval, &err));
    assert_string_equal(err.text, "bootstrap: the level is 1.5, it must lie between 0 and 1");
    assert_false(bootstrap_ratio(good, zero, 3, &spec, &interval, &err));
    assert_string_equal(err.text, "bootstrap: pair 2 is 2 and 0, a ratio needs positive values");
    assert_int_equal(err.kind, ERR_INPUT);
}

/* Skewed ratios of few positions, as node counts give them. */
static void intervals_of_small_samples_cover_the_truth(void **state) {
    (void)state;
    enum { SAMPLES = 1500, COUNT = 12 };
    int covered = 0;
    for (uint64_t s = 0; s < SAMPLES; s++) {
        double new[COUNT], old[COUNT];
        for (uint64_t i = 0; i < COUNT; i++) {
            old[i] = exp(8 + normal(5, s, 2 * i));
            new[i] = old[i] * exp(-.3 + .5 * normal(5, s, 2 * i + 1));
        }
        BootstrapInterval interval;
        assert_true(bootstrap_ratio(new, old, COUNT, &(BootstrapSpec){ .seed = s, .resamples = 1000 }, &interval, NULL));
        covered += interval.low <= exp(-.3) && exp(-.3) <= interval.high;
    }
    print_message("coverage with 12 values: %.3f\n", covered / (double)SAMPLES);
    assert_true(covered > .93 * SAMPLES && covered < .97 * SAMPLES);
}

static void the_sign_test_counts_directions_exactly(void **state) {
    (void)state;
    static const struct { size_t more, less, equal; double p; } rows[] = {
        { 8, 2, 3, .109375 },    { 2, 8, 0, .109375 }, { 10, 0, 0, .001953125 }, { 5, 5, 1, 1 },
        { 60, 40, 0, .0568879 }, { 0, 0, 4, 1 },       { 0, 1, 0, 1 },
    };
    for (size_t r = 0; r < COUNT_OF(rows); r++) {
        double new[128], old[128] = { 0 };
        size_t count = 0;
        for (size_t i = 0; i < rows[r].more; i++) new[count++] = 1;
        for (size_t i = 0; i < rows[r].less; i++) new[count++] = -1;
        for (size_t i = 0; i < rows[r].equal; i++) new[count++] = 0;
        const SignTest test = sign_test(new, old, count);
        assert_int_equal(test.more, rows[r].more);
        assert_int_equal(test.less, rows[r].less);
        assert_int_equal(test.equal, rows[r].equal);
        assert_near(test.p, rows[r].p, 1e-7);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_seed_alone_decides_the_interval),
        cmocka_unit_test(a_large_sample_gets_the_normal_interval),
        cmocka_unit_test(ratios_of_the_swapped_sides_are_reciprocal),
        cmocka_unit_test(equal_values_leave_no_doubt_and_one_value_says_nothing),
        cmocka_unit_test(values_without_a_mean_or_a_ratio_are_refused),
        cmocka_unit_test(intervals_of_small_samples_cover_the_truth),
        cmocka_unit_test(the_sign_test_counts_directions_exactly),
    };
    return cmocka_run_group_tests(tests, start, NULL);
}
