#include "engine/tests/test.h"
#include <stdio.h>
#include <string.h>
#include "bench/regress/baseline.h"
#include "engine/conf/conf.h"

static bool parse(const char *text, const char *const *assignments, Baseline *out, Err *err) {
    Arena arena = { 0 };
    ConfNode *map = conf_parse(text, strlen(text), "b.yaml", &arena, err);
    const bool good = map && baseline_from_conf(map, assignments, &arena, out, err);
    arena_free(&arena);
    return good;
}

static const char settings[] = "# mine\nplayer: pvs\nsignature: { limit: depth=3 }\nsuites:\n  - { file: a.epd, tolerance: 2 }\n";

static void what_has_no_section_is_not_checked(void **state) {
    (void)state;
    Baseline baseline;
    Err err = { 0 };
    if (!parse(settings, NULL, &baseline, &err)) fail_msg("%s", err.text);
    assert_true(baseline.signature.wanted);
    assert_int_equal(baseline.signature.limit.depth, 3);
    assert_string_equal(baseline.signature.suite, "suites/bench/positions.epd");
    assert_int_equal(baseline.suites, 1);
    assert_int_equal(baseline.suite[0].tolerance, 2);
    assert_int_equal(baseline.suite[0].limit.nodes, 20000);
    assert_false(baseline.match.wanted);
    assert_false(baseline.sprt.wanted);
    assert_false(baseline.recorded.signature.known);
    assert_near(baseline.speed.threshold, 0.5, 0);
    baseline_free(&baseline);
}

static void figures_written_are_read_back_and_the_settings_stay(void **state) {
    (void)state;
    int64_t nodes[12];
    Recorded recorded = { .player = "a \"b\" \\c", .suites = 1,
                          .signature = { .known = true, .suite = "0123456789abcdef", .limit = "depth=3", .nodes = 0, .position = nodes, .positions = 12 },
                          .suite = { { .file = "a.epd", .suite = "fedcba9876543210", .limit = "nodes=20000", .solved = 7, .items = 9 } } };
    for (int i = 0; i < 12; i++) recorded.signature.nodes += nodes[i] = 1000 * i + 1;
    Buf once = { 0 }, twice = { 0 };
    Baseline baseline;
    Err err = { 0 };
    baseline_update(settings, &recorded, &once);
    assert_memory_equal(once.text, settings, strlen(settings));
    if (!parse(once.text, NULL, &baseline, &err)) fail_msg("%s\n%s", err.text, once.text);
    const Recorded *back = &baseline.recorded;
    assert_string_equal(back->player, recorded.player);
    assert_true(back->signature.known);
    assert_int_equal(back->signature.nodes, recorded.signature.nodes);
    assert_int_equal(back->signature.positions, 12);
    assert_memory_equal(back->signature.position, nodes, sizeof nodes);
    assert_string_equal(back->signature.suite, "0123456789abcdef");
    assert_int_equal(back->suites, 1);
    assert_string_equal(back->suite[0].suite, "fedcba9876543210");
    assert_int_equal(back->suite[0].solved, 7);
    assert_string_equal(back->suite[0].place, "b.yaml:16");
    baseline_update(once.text, back, &twice);
    assert_string_equal(once.text, twice.text);
    baseline_free(&baseline);
    buf_free(&once);
    buf_free(&twice);
}

static void assignments_change_single_keys(void **state) {
    (void)state;
    static const char *const assignments[] = { "match.games=6", "speed.seconds=2.5", "sprt.elo0=-3", NULL };
    Baseline baseline;
    Err err = { 0 };
    if (!parse(settings, assignments, &baseline, &err)) fail_msg("%s", err.text);
    assert_true(baseline.match.wanted);
    assert_int_equal(baseline.match.games, 6);
    assert_near(baseline.speed.seconds, 2.5, 0);
    assert_true(baseline.sprt.wanted);
    assert_near(baseline.sprt.test.elo0, -3, 0);
    assert_near(baseline.sprt.test.elo1, 0, 0);
    baseline_free(&baseline);
}

static void bad_files_are_told_with_their_place(void **state) {
    (void)state;
    static const struct { const char *text, *part; } rows[] = {
        { "signatur: {}\n", "b.yaml:1:1: " },
        { "signatur: {}\n", "signature" },
        { "signature: { dept: 3 }\n", "b.yaml:1:14: " },
        { "signature: { limit: 3 }\n", "b.yaml:1:21: " },
        { "signature: { limit: movetime=10 }\n", "depends on a clock" },
        { "suites: a.epd\n", "a list is wanted" },
        { "suites: [a.epd]\n", "a suite is a mapping" },
        { "suites: [{ limit: depth=3 }]\n", "file: is missing" },
        { "match: { games: 3 }\n", "an even number" },
        { "match: { games: many }\n", "b.yaml:1:17: " },
        { "sprt: { elo0: 5, elo1: 0 }\n", "sprt: " },
        { "speed: { threshold: -1 }\n", "threshold" },
        { "recorded: 3\n", "written by xqbench regress --update" },
        { "recorded: { signature: {} }\n", "whose figures" },
        { "recorded: { player: full, signature: { positions: [1, x] } }\n", "b.yaml:1:55: " },
        { "recorded: { player: full, suite: [] }\n", "suites" },
        { "[]\n", "a baseline is a mapping" },
    };
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        Baseline baseline;
        Err err = { 0 };
        if (parse(rows[i].text, NULL, &baseline, &err)) fail_msg("%s was taken", rows[i].text);
        if (err.kind != ERR_INPUT || !strstr(err.text, rows[i].part)) fail_msg("%s: '%s' lacks '%s'", rows[i].text, err.text, rows[i].part);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_has_no_section_is_not_checked),
        cmocka_unit_test(figures_written_are_read_back_and_the_settings_stay),
        cmocka_unit_test(assignments_change_single_keys),
        cmocka_unit_test(bad_files_are_told_with_their_place),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
