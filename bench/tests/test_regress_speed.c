#include "engine/tests/test.h"
#include <string.h>
#include "bench/regress/finding.h"
#include "bench/regress/speed.h"
#include "bench/stats/stats.h"
#include "bench/tests/laboratory.h"
#include "engine/xq/pos.h"

static void slower_means_the_whole_interval_beyond_the_threshold(void **state) {
    (void)state;
    static const struct { double low, high; bool narrow; SpeedVerdict verdict; } rows[] = {
        { 0.996, 1.004, true, SPEED_HELD },     { 1.015, 1.024, true, SPEED_SLOWER },   { 1.005, 1.014, true, SPEED_HELD },
        { 0.990, 1.020, false, SPEED_UNCLEAR }, { 1.005, 1.030, false, SPEED_UNCLEAR }, { 1.011, 1.060, false, SPEED_SLOWER },
        { 0.900, 0.950, false, SPEED_HELD },    { NAN, NAN, false, SPEED_UNCLEAR },
    };
    const SpeedSpec spec = { .threshold = 1 };
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        const SpeedResult result = { .ratio = { .value = 1, .low = rows[i].low, .high = rows[i].high }, .narrow = rows[i].narrow };
        if (speed_verdict(&result, &spec) != rows[i].verdict) fail_msg("[%g, %g]: verdict %d", rows[i].low, rows[i].high, speed_verdict(&result, &spec));
    }
}

/* Much slower than any noise: what is tested is the sampling, not this machine. */
static void a_player_that_wastes_time_is_found(void **state) {
    (void)state;
    PlayerSpec player;
    Openings positions;
    SpeedResult result;
    Err err = { 0 };
    SpeedSpec spec = { .limit = { .depth = 4 }, .positions = 2, .threshold = 50, .width = 0.01, .level = 0.99, .seconds = 0.5, .seed = 1 };
    if (!player_spec_parse("pvsht", &player, &err) || !openings_parse(lab_positions, "test", &positions, &err)) fail_msg("%s", err.text);
    if (!speed_compare(&player, &player, &positions, &spec, 200, NULL, &result, &err)) fail_msg("%s", err.text);
    assert_null(result.faulty);
    assert_true(result.by_node);
    assert_true(result.samples >= 2);
    if (speed_verdict(&result, &spec) != SPEED_SLOWER) fail_msg("%g [%g, %g]", result.ratio.value, result.ratio.low, result.ratio.high);
    openings_free(&positions);
    player_spec_free(&player);
}

static void a_wide_enough_interval_ends_the_sampling(void **state) {
    (void)state;
    PlayerSpec player;
    Openings positions;
    SpeedResult result;
    Err err = { 0 };
    const SpeedSpec spec = { .limit = { .depth = 3 }, .positions = 1, .threshold = 1, .width = 1e9, .level = 0.99, .seconds = 100, .seed = 1 };
    if (!player_spec_parse("pvsht", &player, &err) || !openings_parse(lab_positions, "test", &positions, &err)) fail_msg("%s", err.text);
    if (!speed_compare(&player, &player, &positions, &spec, 0, NULL, &result, &err)) fail_msg("%s", err.text);
    assert_true(result.narrow);
    assert_int_equal(result.samples, 12);
    atomic_bool stop = true;
    assert_false(speed_compare(&player, &player, &positions, &spec, 0, &stop, &result, &err));
    assert_int_equal(err.kind, ERR_INTERRUPTED);
    openings_free(&positions);
    player_spec_free(&player);
}

static void the_heaviest_finding_is_the_verdict(void **state) {
    (void)state;
    static const struct { FindingState states[3]; bool passes; int code; } rows[] = {
        { { FINDING_HELD, FINDING_HELD, FINDING_HELD }, false, EXIT_HELD },
        { { FINDING_HELD, FINDING_CHANGED, FINDING_HELD }, false, EXIT_HELD },
        { { FINDING_INCONCLUSIVE, FINDING_CHANGED, FINDING_HELD }, false, EXIT_INCONCLUSIVE },
        { { FINDING_INCONCLUSIVE, FINDING_CHANGED, FINDING_HELD }, true, EXIT_HELD },
        { { FINDING_HELD, FINDING_REGRESSED, FINDING_INCONCLUSIVE }, true, EXIT_REGRESSED },
        { { FINDING_FAULTY, FINDING_REGRESSED, FINDING_INCONCLUSIVE }, true, EXIT_FAULTS },
    };
    const Buf text = { 0 };
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        Findings findings = { .count = 0 };
        for (int k = 0; k < 3; k++) findings_add(&findings, "check", rows[i].states[k], &text, NULL);
        assert_int_equal(findings_exit_code(&findings, rows[i].passes), rows[i].code);
        findings_free(&findings);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(slower_means_the_whole_interval_beyond_the_threshold),
        cmocka_unit_test(a_player_that_wastes_time_is_found),
        cmocka_unit_test(a_wide_enough_interval_ends_the_sampling),
        cmocka_unit_test(the_heaviest_finding_is_the_verdict),
    };
    xq_init();
    stats_init();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
