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
    const SpeedResult few = { .ratio = { .value = 1.02, .low = 1.015, .high = 1.024 }, .few = true };
    assert_int_equal(speed_verdict(&few, &spec), SPEED_UNCLEAR);
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        const SpeedResult result = { .ratio = { .value = 1, .low = rows[i].low, .high = rows[i].high }, .narrow = rows[i].narrow };
        if (speed_verdict(&result, &spec) != rows[i].verdict) fail_msg("[%g, %g]: verdict %d", rows[i].low, rows[i].high, speed_verdict(&result, &spec));
    }
}

/* A player on the small positions. */
typedef struct {
    PlayerSpec player;
    Openings positions;
} Track;

static void set_out(const char *player, Track *out) {
    Err err = { 0 };
    if (!player_spec_parse(player, &out->player, &err) || !openings_parse(lab_positions, "test", &out->positions, &err)) fail_msg("%s", err.text);
}

static void clear_away(Track *track) {
    openings_free(&track->positions);
    player_spec_free(&track->player);
}

static SpeedRun against_itself(const Track *track, const SpeedSpec *spec) {
    return (SpeedRun){ .first = &track->player, .second = &track->player, .positions = &track->positions, .spec = spec, .meter = METER_TASK_CLOCK };
}

/* Much slower than any noise: what is tested is the sampling, not this machine. By CPU time, and by a counter of the
 * kernel, which stands in for the processor's: both are wasted by as much as is asked for. */
static void a_player_that_wastes_is_found_by_time_and_by_counter(void **state) {
    (void)state;
    static const struct { int counter; bool counted; } rows[] = { { SPEED_CPU_TIME, false }, { SPEED_AUTO, true }, { SPEED_INSTRUCTIONS, true } };
    Track track;
    set_out("pvsht", &track);
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        const SpeedSpec spec = { .counter = rows[i].counter, .limit = { .depth = 4 }, .positions = 2, .threshold = 50, .width = 1e9, .level = 0.99, .seconds = 60, .seed = 1 };
        SpeedRun run = against_itself(&track, &spec);
        SpeedResult result;
        Err err = { 0 };
        run.slow_down = 900;
        if (!speed_compare(&run, &result, &err)) fail_msg("%s", err.text);
        assert_null(result.faulty);
        assert_true(result.by_node);
        assert_int_equal(result.samples, 12);
        assert_int_equal(result.counted, rows[i].counted);
        if (speed_verdict(&result, &spec) != SPEED_SLOWER) fail_msg("row %d: %g [%g, %g]", (int)i, result.ratio.value, result.ratio.low, result.ratio.high);
        speed_free(&result);
    }
    clear_away(&track);
}

static void an_engine_behind_pipes_is_counted_with_its_threads(void **state) {
    (void)state;
    Track track;
    Err err = { 0 };
    SpeedResult result;
    SpeedFigure figure;
    const SpeedSpec spec = { .limit = { .depth = 5 }, .positions = 2, .threshold = 1, .width = 1e9, .level = 0.99, .seconds = 20, .seed = 1 };
    set_out("\"cmd=" XQ_BIN_DIR "/xqengine\" protocol=uci name=piped", &track);
    const SpeedRun run = against_itself(&track, &spec);
    if (!speed_compare(&run, &result, &err)) fail_msg("%s", err.text);
    assert_true(result.counted && result.narrow);
    if (result.ratio.value < 0.5 || result.ratio.value > 2) fail_msg("ratio %g", result.ratio.value);
    for (int i = 0; i < result.samples; i++) /* the kernel's clock of a process is less than that of it and of us */
        assert_true(result.cost[0][i].instructions > 0 && result.cost[0][i].instructions < result.cost[0][i].cpu_ns * 1.2 + 1e6);
    if (!speed_measure(&run, &figure, &err)) fail_msg("%s", err.text);
    assert_true(figure.cost.instructions > 0 && figure.cost.nodes > 100);
    speed_free(&result);
    clear_away(&track);
}

static void without_a_counter_time_is_compared_unless_instructions_are_demanded(void **state) {
    (void)state;
    Track track;
    Err err = { 0 };
    SpeedResult result;
    SpeedFigure figure;
    SpeedSpec spec = { .limit = { .depth = 3 }, .positions = 1, .threshold = 1, .width = 1e9, .level = 0.99, .seconds = 20, .seed = 1 };
    set_out("pvsht", &track);
    SpeedRun run = against_itself(&track, &spec);
    run.meter = METER_NONE; /* opens, and never reads: as a counter that somebody else holds */
    if (!speed_compare(&run, &result, &err)) fail_msg("%s", err.text);
    assert_false(result.counted);
    assert_true(result.narrow);
    speed_free(&result);
    assert_false(speed_measure(&run, &figure, &err));
    assert_int_equal(err.kind, ERR_SYSTEM);
    Meter meter;
    if (!meter_open(METER_INSTRUCTIONS, 0, &meter, &err)) { /* here is none: a demand for it is refused, with the reason */
        spec.counter = SPEED_INSTRUCTIONS;
        run.meter = METER_INSTRUCTIONS;
        assert_false(speed_compare(&run, &result, &err));
        assert_int_equal(err.kind, ERR_INPUT);
        assert_non_null(strstr(err.text, "cannot count instructions here"));
        speed_free(&result);
    }
    meter_close(&meter);
    clear_away(&track);
}

static void a_wide_enough_interval_ends_the_sampling(void **state) {
    (void)state;
    Track track;
    SpeedResult result;
    Err err = { 0 };
    const SpeedSpec spec = { .limit = { .depth = 3 }, .positions = 1, .threshold = 1, .width = 1e9, .level = 0.99, .seconds = 100, .seed = 1 };
    set_out("pvsht", &track);
    SpeedRun run = against_itself(&track, &spec);
    if (!speed_compare(&run, &result, &err)) fail_msg("%s", err.text);
    assert_true(result.narrow);
    assert_int_equal(result.samples, 12);
    speed_free(&result);
    atomic_bool stop = true;
    run.stop = &stop;
    assert_false(speed_compare(&run, &result, &err));
    assert_int_equal(err.kind, ERR_INTERRUPTED);
    speed_free(&result);
    clear_away(&track);
}

/* Samples of a machine that counts: the same work at every run, but for what little an interrupt adds. */
static void counted_instructions_show_two_per_cent_in_twelve_samples(void **state) {
    (void)state;
    enum { SAMPLES = 12 };
    static const struct { double slow; SpeedVerdict verdict; } rows[] = { { 1, SPEED_HELD }, { 1.02, SPEED_SLOWER }, { 1.003, SPEED_HELD }, { 0.98, SPEED_HELD } };
    const SpeedSpec spec = { .threshold = 0.5, .width = 1, .level = 0.99, .seed = 1 };
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        SpeedCost first[SAMPLES], second[SAMPLES];
        for (int k = 0; k < SAMPLES; k++) { /* times say the opposite, and are not asked */
            first[k] = (SpeedCost){ .cpu_ns = 1e6, .instructions = 4e8 * rows[i].slow + 100 * k, .nodes = 40000 };
            second[k] = (SpeedCost){ .cpu_ns = 3e6, .instructions = 4e8 - 70 * k, .nodes = 40000 };
        }
        SpeedResult result = { .cost = { first, second }, .samples = SAMPLES };
        Err err = { 0 };
        if (!speed_estimate(&spec, &result, &err)) fail_msg("%s", err.text);
        assert_true(result.counted && result.by_node && result.narrow);
        assert_int_equal(speed_verdict(&result, &spec), rows[i].verdict);
        second[3].instructions = 0; /* one that could not be counted */
        if (!speed_estimate(&spec, &result, &err)) fail_msg("%s", err.text);
        assert_false(result.counted);
        assert_true(result.ratio.value < 0.5);
    }
}

/* Two samples that happen to agree have an interval of no width. */
static void few_samples_say_nothing_however_well_they_agree(void **state) {
    (void)state;
    static const struct { double level; int samples; bool few; } rows[] = {
        { 0.99, 2, true }, { 0.99, 7, true }, { 0.99, 8, false }, { 0.9, 4, true }, { 0.9, 5, false }, { 0.5, 2, false },
    };
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        const SpeedSpec spec = { .counter = SPEED_CPU_TIME, .threshold = 0.5, .width = 1, .level = rows[i].level, .seed = 1 };
        SpeedCost first[8], second[8];
        for (int k = 0; k < 8; k++) {
            first[k] = (SpeedCost){ .cpu_ns = 1.03e6, .nodes = 1000 };
            second[k] = (SpeedCost){ .cpu_ns = 1e6, .nodes = 1000 };
        }
        SpeedResult result = { .cost = { first, second }, .samples = rows[i].samples };
        Err err = { 0 };
        if (!speed_estimate(&spec, &result, &err)) fail_msg("%s", err.text);
        assert_int_equal(result.few, rows[i].few);
        assert_int_equal(result.narrow, !rows[i].few);
        assert_int_equal(speed_verdict(&result, &spec), rows[i].few ? SPEED_UNCLEAR : SPEED_SLOWER);
    }
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
        cmocka_unit_test(a_player_that_wastes_is_found_by_time_and_by_counter),
        cmocka_unit_test(an_engine_behind_pipes_is_counted_with_its_threads),
        cmocka_unit_test(without_a_counter_time_is_compared_unless_instructions_are_demanded),
        cmocka_unit_test(counted_instructions_show_two_per_cent_in_twelve_samples),
        cmocka_unit_test(few_samples_say_nothing_however_well_they_agree),
        cmocka_unit_test(a_wide_enough_interval_ends_the_sampling),
        cmocka_unit_test(the_heaviest_finding_is_the_verdict),
    };
    xq_init();
    stats_init();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
