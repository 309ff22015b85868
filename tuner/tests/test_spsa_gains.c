/* Gains as fishtest, OpenBench and weather-factory have them, the planner's numbers, and the two sides of an iteration. */
#include "engine/tests/test.h"
#include "bench/stats/stats.h"
#include "engine/core/rng.h"
#include "tuner/spsa/gains.h"
#include "tuner/spsa/perturb.h"
#include "tuner/spsa/plan.h"

static void fishtest_s_sequences_are_kept(void **state) {
    (void)state;
    static const Gains gains = { .schedule = SCHEDULE_FISHTEST, .r = 0.002, .alpha = 0.602, .gamma = 0.101, .stability = 0.1, .pairs = 30000, .batch = 1 };
    static const struct { int64_t pairs; double c, r, step; } rows[] = {
        { 0, 28.3262606267, 0.001055559612, 0.029900056673 },
        { 999, 14.0990303927, 0.003583907394, 0.050529619274 },
        { 14999, 10.7251661682, 0.002504339943, 0.026859462026 },
        { 29999, 10, 0.002, 0.02 },
    };
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        const GainStep step = gains_at(&gains, 10, false, rows[i].pairs);
        assert_near(step.c, rows[i].c, 1e-10);
        assert_near(step.r, rows[i].r, 1e-12);
        assert_near(step.r * step.c, rows[i].step, 1e-12);
    }
    const GainStep first = gains_at(&gains, 10, false, 0);
    assert_near(100 + first.r * first.c * 3, 100.0897001700, 1e-10);
    assert_near(gains_at(&gains, 10, false, 8).c, 22.6887595856, 1e-10);
}

static void openbench_s_sequences_are_kept(void **state) {
    (void)state;
    static const Gains gains = { .schedule = SCHEDULE_OPENBENCH, .r = 0.002, .alpha = 0.602, .gamma = 0.101, .stability = 0.1, .pairs = 25000 * 8, .batch = 8 };
    static const struct { int64_t games; double c, r, move; } rows[] = {
        { 0, 27.8094206191, 0.001095115569, -0.091363588435 },
        { 16000, 13.8403827032, 0.003610841528, -0.149926285872 },
        { 399984, 10, 0.002, -0.06 },
    };
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        const GainStep step = gains_at(&gains, 10, true, rows[i].games / 2);
        assert_near(step.c, rows[i].c, 1e-10);
        assert_near(step.r, rows[i].r, 1e-12);
        assert_near(step.r * step.c * -1 * 3, rows[i].move, 1e-12);
    }
    /* Whole numbers keep half a step, and the gain follows it. */
    const GainStep real = gains_at(&gains, 0.1, false, 199992), whole = gains_at(&gains, 0.1, true, 199992);
    assert_near(real.c, 0.1, 1e-12);
    assert_near(whole.c, 0.5, 1e-12);
    assert_near(whole.r, 0.002 * 0.1 * 0.1 / 0.25, 1e-12);
}

static void weather_factory_s_sequences_are_kept(void **state) {
    (void)state;
    /* Its A counts games: 1e5 of them. */
    static const Gains gains = { .schedule = SCHEDULE_WEATHER_FACTORY, .a = 1, .c = 1, .alpha = 0.601, .gamma = 0.102, .stability = 0.1,
                                 .pairs = 500000, .batch = 16 };
    static const struct { int64_t games; double c, move; } rows[] = {
        { 32, 0.7022224379, 0.042224356764 },
        { 3200, 0, 0.066286494817 },
        { 320000, 0.2744572467, 0.045611434266 },
    };
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        const GainStep step = gains_at(&gains, 10, false, rows[i].games / 2 - gains.batch);
        if (rows[i].c > 0) assert_near(step.c / 10, rows[i].c, 1e-10);
        assert_near(step.r * step.c * 3, rows[i].move, 1e-12);
    }
    const GainStep first = gains_at(&gains, 10, false, 0);
    assert_near(first.r * (first.c / 10) * (first.c / 10), 0.000988363025, 1e-12);
}

/* A range of 200 with 2 Elo lost at its ends; c is a sixth of it. */
static PlanSpec plan_of(int params, double draws) {
    const double half_range = 100, c = 200.0 / 6;
    return (PlanSpec){ .params = params, .variance = 1 - draws, .elo_at_c = 2 * (c / half_range) * (c / half_range), .precision = 0.5, .confidence = 0.95 };
}

static void the_planner_gives_the_known_numbers(void **state) {
    (void)state;
    static const double games[] = { 152589, 237991, 310414, 376868, 439738, 500158 };
    for (int params = 1; params <= 6; params++) {
        const PlanSpec plan = plan_of(params, 0.61);
        assert_near(3 * plan_relaxation(&plan, plan_gain(&plan)), games[params - 1], 0.5);
    }
    const PlanSpec plan = plan_of(4, 0.61);
    assert_near(plan_gain(&plan), 0.0031114212, 5e-11);
}

static void the_model_s_numbers_are_right(void **state) {
    (void)state;
    const PlanSpec plan = plan_of(4, 0.5);
    const double r = plan_gain(&plan);
    assert_near(r, 0.0024269086, 5e-11);
    assert_near(plan_relaxation(&plan, r), 161054.7007, 5e-5);
    assert_near(plan_stationary_loss(&plan, r), 0.210799, 5e-7);
    assert_near(plan_last_loss(&plan, r, 2, 300000), 0.253923, 5e-7);
    assert_near(plan_null_deviation(r, 200.0 / 6, 0.5, 120000), 19.815626, 5e-7);
}

/* With the start forgotten the gain cancels: the loss is that of the averaging law. */
static void the_mean_of_the_tail_follows_its_law(void **state) {
    (void)state;
    PlanSpec plan = plan_of(4, 0.5);
    plan.elo_at_c = 0.89;
    const double r = plan_gain(&plan), tail = 96000, law = 7544.468 * 4 * 0.5 / (0.89 * tail);
    assert_near(plan_tail_loss(&plan, 64 * r, 2, 120000, 0.8), law, 0.01 * law);
    assert_near(plan_games_for(&plan, 0.5), 7544.468 * 4 * 0.5 / (0.89 * 0.5) * 1.25, 1);
    assert_near(plan_games(&plan), 7544.468 * 4 * 0.5 / (0.89 * 0.5) * 1.25 * 9.487729 / 4, 3); /* the 95 % point of four squares */
    /* A short run is still where it began. */
    assert_near(plan_tail_loss(&plan, r, 2, 100, 0.8), 2, 0.05);
}

/* Far from the start the loss is chi-square, scaled; near it the start is all that counts. */
static void most_runs_end_nearer_than_the_plan_s_worst(void **state) {
    (void)state;
    PlanSpec plan = plan_of(4, 0.5);
    plan.elo_at_c = 0.89;
    const double r = 64 * plan_gain(&plan), mean = plan_tail_loss(&plan, r, 2, 120000, 0.8);
    assert_near(plan_tail_worst(&plan, r, 2, 120000, 0.8), mean * 9.487729 / 4, 1e-3 * mean); /* the 95 % point of four squares */
    assert_near(plan_tail_worst(&plan, plan_gain(&plan), 2, 100, 0.8), 2, 0.1);
    plan.confidence = 0.5;
    assert_near(plan_tail_worst(&plan, r, 2, 120000, 0.8), mean * 3.356694 / 4, 1e-3 * mean);
}

/* Chance is shared out evenly, the way from the start is not. */
static void two_halves_lose_as_much_by_chance_and_more_by_the_start(void **state) {
    (void)state;
    PlanSpec plan = plan_of(4, 0.5), halved = plan;
    halved.halves = true;
    const double r = plan_gain(&plan), fast = 64 * r;
    assert_near(plan_tail_loss(&halved, fast, 2, 400000, 0.8), plan_tail_loss(&plan, fast, 2, 400000, 0.8), 0.03 * plan_tail_loss(&plan, fast, 2, 400000, 0.8));
    assert_true(plan_tail_loss(&halved, r, 20, 120000, 0.8) > 1.2 * plan_tail_loss(&plan, r, 20, 120000, 0.8));
    assert_near(plan_relaxation(&halved, r), 2 * plan_relaxation(&plan, r), 1e-6);
}

static void both_sides_share_one_rounding(void **state) {
    (void)state;
    static const struct { double value, c; int difference[4]; /* in thousandths, by plus - minus */ } rows[] = {
        { 15.25, 0.50, { 0, 1000, 0, 0 } }, { 15.25, 0.75, { 0, 500, 500, 0 } }, { 15.25, 1, { 0, 0, 1000, 0 } }, { 15.5, 0.25, { 500, 500, 0, 0 } },
    };
    enum { DRAWS = 100000 };
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        int count[4] = { 0 };
        const PerturbSpec spec = { .value = rows[i].value, .min = 0, .max = 100, .c = rows[i].c, .whole = true };
        for (int k = 0; k < DRAWS; k++) {
            const Perturbed sides = perturb(&spec, 1, rng_real(5, i, (uint64_t)k));
            assert_true(sides.plus >= sides.minus && sides.plus - sides.minus < 4);
            count[(int)(sides.plus - sides.minus)]++;
        }
        for (int k = 0; k < 4; k++) assert_near(count[k] * 1000.0 / DRAWS, rows[i].difference[k], 8);
    }
}

static void whole_sides_are_never_equal_nor_inverted_and_right_in_the_mean(void **state) {
    (void)state;
    enum { DRAWS = 1000000 };
    double off = 0, squares = 0;
    for (uint64_t k = 0; k < DRAWS; k++) {
        const double c = 0.5 + 3 * rng_real(1, 0, k);
        const PerturbSpec spec = { .value = -50 + 100 * rng_real(1, 1, k), .min = -60, .max = 60, .c = c, .whole = true };
        const int sign = rng_bits(1, 2, k) & 1 ? 1 : -1;
        const Perturbed sides = perturb(&spec, sign, rng_real(1, 3, k));
        const double difference = sign * (sides.plus - sides.minus);
        if (!(difference >= 1) || sides.hindered) fail_msg("draw %d: the sides are %g and %g", (int)k, sides.plus, sides.minus);
        off += difference - 2 * c;
        squares += (difference - 2 * c) * (difference - 2 * c);
    }
    assert_near(off / DRAWS, 0, 3 * sqrt(squares / DRAWS / DRAWS));
}

static void bounds_are_kept_and_the_sides_never_meet_there(void **state) {
    (void)state;
    static const struct { const char *what; double value, c; bool whole; double plus, minus; } rows[] = {
        { "room enough", 5, 2, false, 7, 3 },
        { "c shrinks to the room", 8.5, 2, false, 10, 7 },
        { "half of it is kept", 9.5, 2, false, 10, 8.5 },
        { "at the bound", 10, 2, false, 10, 9 },
        { "below it", 0, 2, false, 1, 0 },
        { "a whole number at the bound", 10, 1, true, 10, 9 },
        { "the other bound", 0, 1, true, 1, 0 },
    };
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        const PerturbSpec spec = { .value = rows[i].value, .min = 0, .max = 10, .c = rows[i].c, .whole = rows[i].whole };
        for (int sign = -1; sign <= 1; sign += 2) {
            const Perturbed sides = perturb(&spec, sign, 0.3);
            const double high = sign > 0 ? sides.plus : sides.minus, low = sign > 0 ? sides.minus : sides.plus;
            if (high != rows[i].plus || low != rows[i].minus) fail_msg("%s: the sides are %g and %g", rows[i].what, sides.plus, sides.minus);
            assert_int_equal(sides.hindered, i > 0);
        }
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(fishtest_s_sequences_are_kept),
        cmocka_unit_test(openbench_s_sequences_are_kept),
        cmocka_unit_test(weather_factory_s_sequences_are_kept),
        cmocka_unit_test(the_planner_gives_the_known_numbers),
        cmocka_unit_test(the_model_s_numbers_are_right),
        cmocka_unit_test(the_mean_of_the_tail_follows_its_law),
        cmocka_unit_test(most_runs_end_nearer_than_the_plan_s_worst),
        cmocka_unit_test(two_halves_lose_as_much_by_chance_and_more_by_the_start),
        cmocka_unit_test(both_sides_share_one_rounding),
        cmocka_unit_test(whole_sides_are_never_equal_nor_inverted_and_right_in_the_mean),
        cmocka_unit_test(bounds_are_kept_and_the_sides_never_meet_there),
    };
    stats_init();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
