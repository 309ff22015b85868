#include "engine/tests/test.h"
#include "bench/tests/laboratory.h"

static void assert_names(const Experiment *e, const char *expected) {
    Buf names = { 0 };
    for (int i = 0; i < e->design.count; i++) buf_addf(&names, "%s%s", i ? ", " : "", e->cell[i]);
    assert_string_equal(buf_text(&names), expected);
    buf_free(&names);
}

static void cells_are_named_by_what_they_change(void **state) {
    static const struct { const char *text, *names; } rows[] = {
        { "base: pvs\ndepths: 2\nfactors: [{option: null_move, levels: [0, 2, 3]}]", "0, 2, 3" },
        { "base: pvs\ndepths: 2\nfactors: [{name: H, set: {history: butterfly}}, {option: null_move, levels: [0, 2]}]\ndesign: factorial",
          "base, H, null_move=2, H null_move=2" },
        { "base: pvs\ndepths: 2\nfactors: [{name: H, set: {history: butterfly}}, {name: K, set: {killers: on}}]\ndesign: leave_one_out",
          "all, all -H, all -K" },
        { "base: pvs\ndepths: 2\nfactors: [{name: H, set: {history: butterfly}}, {name: K, set: {killers: on}}]\ndesign: ladder", "base, H, H K" },
        { "base: pvs\ndepths: [1, 2]\nfactors: [{name: engine, levels: [{player: MM}, {player: AB, name: alpha-beta}, {name: mine, set: {history: butterfly}}]}]",
          "MM, alpha-beta, mine" },
    };
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        Experiment e = lab_experiment(*state, rows[i].text);
        assert_names(&e, rows[i].names);
        experiment_free(&e);
    }
}

static void levels_reach_the_players(void **state) {
    Experiment e = lab_experiment(*state, "base: pvs\nset: {capture_order: see, eval.mobility: off}\ndepths: 2\ndesign: factorial\nfactors:\n"
                                          "  - {name: T, set: {tt: on, tt_bits: 10}}\n  - {option: null_move, levels: [0, 3]}\n");
    assert_non_null(strstr(e.player[0].resolved, "\ntt: false\n"));
    assert_non_null(strstr(e.player[3].resolved, "\ntt: true\n"));
    assert_non_null(strstr(e.player[3].resolved, "\ntt_bits: 10\n"));
    assert_non_null(strstr(e.player[3].resolved, "\nnull_move: 3\n"));
    assert_non_null(strstr(e.player[1].resolved, "\nnull_move: 0\n"));
    for (int i = 0; i < 4; i++) {
        assert_non_null(strstr(e.player[i].resolved, "\ncapture_order: see\n"));
        assert_non_null(strstr(e.player[i].resolved, "\nmobility: false\n"));
    }
    experiment_free(&e);
}

static void positions_are_spread_over_the_suite(void **state) {
    Experiment e = lab_experiment(*state, "base: pvs\ndepths: 2\npositions: 2\nfactors: [{option: killers, levels: [off, on]}]");
    assert_int_equal(e.positions, 2);
    assert_int_equal(e.position[0], 0);
    assert_int_equal(e.position[1], 1);
    assert_int_equal(experiment_measures(&e), 4);
    experiment_free(&e);
    e = lab_experiment(*state, "base: pvs\nnodes: [100, 200]\npositions: 9\nfactors: [{option: killers, levels: [off, on]}]");
    assert_int_equal(e.positions, 3);
    assert_false(e.by_depth);
    assert_int_equal(experiment_limit(&e, 1).nodes, 200);
    assert_int_equal(experiment_index(&e, 1, 1, 2), 11);
    experiment_free(&e);
}

static void mistakes_are_named_with_their_place(void **state) {
    static const struct { const char *text, *part; } rows[] = {
        { "depths: 2\nfactors: []", "x.yaml:1:1: base: is missing" },
        { "base: pv\ndepths: 2\nfactors: []", "x.yaml:1:7: " },
        { "base: pvs\nfactor: []", "factors" },
        { "base: pvs\nfactors: [{option: killers, levels: [off, on]}]", "either `depths` or `nodes`" },
        { "base: pvs\ndepths: 2\nfactors: [{name: \"a\\nb\", set: {history: butterfly}}]", "the factor's name 'a?b' is not one line" },
        { "base: pvs\ndepths: 2\nfactors: [{name: f, levels: [{player: MM}, {player: AB, name: \"a\\tb\"}]}]", "the level's name 'a?b' is not one line" },
        { "base: pvs\ndepths: 2\nnodes: 3\nfactors: [{option: killers, levels: [off, on]}]", "either `depths` or `nodes`" },
        { "base: pvs\ndepths: [2, x]\nfactors: []", "x.yaml:2:13: 'x' is not a number from 1 to 60" },
        { "base: pvs\ndepths: 2\nfactors: []", "1 to 16 factors, not 0" },
        { "base: pvs\ndepths: 2", "factors: is missing" },
        { "base: pvs\ndepths: 2\nfactors:\n  - {option: kilers, levels: [off, on]}", "x.yaml:4:31: " },
        { "base: pvs\ndepths: 2\nfactors:\n  - {option: kilers, levels: [off, on]}", "killers" },
        { "base: pvs\ndepths: 2\nfactors:\n  - {option: killers, levels: [off, maybe]}", "x.yaml:4:37: " },
        { "base: pvs\ndepths: 2\nfactors:\n  - {option: killers, levels: [off]}", "two levels at least" },
        { "base: pvs\ndepths: 2\nfactors:\n  - {name: K, levels: [off, on]}", "'off': a factor without `option`" },
        { "base: pvs\ndepths: 2\nfactors:\n  - {name: K}", "either `levels` or `set`" },
        { "base: pvs\ndepths: 2\nfactors:\n  - {name: K, set: {killers: [on]}}", "one value is wanted" },
        { "base: pvs\ndepths: 2\nfactors:\n  - {name: K, set: {killers: on}, level: 3}", "levels" },
        { "base: pvs\ndepths: 2\nset: {killers: 3}\nfactors: [{option: killers, levels: [off, on]}]", "x.yaml:3:16: " },
        { "base: pvs\ndepths: 2\nfactors:\n  - {name: E, levels: [{player: MM}, {player: XX}]}", "x.yaml:4:47: 'XX' is no variant" },
        { "base: pvs\ndepths: 2\nsuite: nowhere.epd\nfactors: [{option: killers, levels: [off, on]}]", "x.yaml:3:8: suite: " },
        { "base: pvs\ndepths: 2\nfactors:\n  - {name: a, set: {killers: on}}\n  - {name: a, set: {null_move: 2}}", "x.yaml:5:5: two factors are called 'a'" },
        { "base: pvs\ndepths: 2\nfactors: [{option: null_move, levels: [0, 2, 0]}]", "x.yaml:3:46: factor null_move: two levels are '0'" },
        { "base: pvs\nnodes: [50, 60, 50]\nfactors: [{option: null_move, levels: [0, 2]}]", "x.yaml:2:17: 50 stands twice" },
        { "base: pvs\ndepths: 2\ndesign: factorial\nfactors:\n  - {name: a, set: {killers: on}}\n  - {name: b, set: {null_move: 2}}\n  - {name: a b, set: {tt: on}}",
          "x.yaml:5:3: two cells are called 'a b'" },
        { "base: pvs\ndepths: 2\ndesign: factorial\nfactors:\n  - {name: a, set: {null_move: 2}}\n  - {name: b, set: {Null-Move: 3}}",
          "x.yaml:6:5: two factors set null_move=2 and Null-Move=3, of which a cell can hold only one" },
        { "base: pvs\ndepths: 2\nfactors:\n  - {name: a, option: null_move, levels: [0, 2]}\n  - {name: b, option: null_move, levels: [0, 3]}",
          "x.yaml:5:5: two factors set null_move=0 and null_move=3" },
        { "base: pvs\ndepths: 2\ndesign: factorial\nfactors:\n  - {name: a, levels: [{player: MM}, {player: AB}]}\n  - {name: b, levels: [{player: pvs}, {player: full}]}",
          "x.yaml:6:5: 'MM' and 'pvs' are players of two factors" },
        { "base: pvs\ndepths: 2\ndesign: lader\nfactors: []", "ladder" },
    };
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        Experiment e;
        Err err = { 0 };
        if (lab_parse(*state, rows[i].text, &e, &err)) fail_msg("'%s' was read", rows[i].text);
        if (!strstr(err.text, rows[i].part)) fail_msg("'%s': %s", rows[i].text, err.text);
    }
}

static void what_does_not_decide_measures_is_no_part_of_the_configuration(void **state) {
    static const char common[] = "base: pvs\ndepths: 2\nfactors: [{option: killers, levels: [off, on]}]";
    const char *const same[] = { "", "\nseed: 7", "\nname: other", "\nexpected: nothing" }, *const other[] = { "\nnode_cap: 9", "\npositions: 1", "\nset: {tt: on}" };
    char text[256];
    Buf first = { 0 }, next = { 0 };
    for (size_t i = 0; i < COUNT_OF(same) + COUNT_OF(other); i++) {
        snprintf(text, sizeof text, "%s%s", common, i < COUNT_OF(same) ? same[i] : other[i - COUNT_OF(same)]);
        Experiment e = lab_experiment(*state, text);
        buf_clear(&next);
        experiment_print(&e, i ? &next : &first);
        if (i) assert_int_equal(!strcmp(buf_text(&first), buf_text(&next)), i < COUNT_OF(same));
        experiment_free(&e);
    }
    buf_free(&first);
    buf_free(&next);
}

static void the_committed_experiments_can_be_read(void **state) {
    (void)state;
    static const char *const names[] = { "a-1-engines", "a-2-factorial", "a-2-fraction", "b-3-extensions", "c-1-ordering",
                                         "c-2-iid", "mtdf", "null-move", "tt-replacement", "values" };
    for (size_t i = 0; i < COUNT_OF(names); i++) {
        char path[512], suite[512];
        Experiment e;
        Err err = { 0 };
        snprintf(path, sizeof path, "%s/configs/experiments/%s.yaml", XQ_SOURCE_DIR, names[i]);
        snprintf(suite, sizeof suite, "suite=%s/suites/bench/positions.epd", XQ_SOURCE_DIR);
        if (!experiment_load(path, (const char *[]){ suite, NULL }, &e, &err)) fail_msg("%s", err.text);
        assert_int_equal(e.positions, 40);
        if (!*e.expected || !*e.found) fail_msg("%s does not say what was expected and found", names[i]);
        experiment_free(&e);
    }
}

/* The YAML of the page of keys, block by block; the engine that it speaks of is stood in for by a program that is there. */
static void the_examples_of_the_page_can_be_read(void **state) {
    Buf page = { 0 }, block = { 0 };
    bool inside = false;
    int examples = 0;
    const char *line;
    size_t len;
    assert_true(file_read(XQ_SOURCE_DIR "/configs/experiments/KEYS.md", &page, NULL));
    for (const char *at = page.text; text_next_line(&at, &line, &len);) {
        const bool fence = strncmp(line, "```", 3) == 0;
        if (inside && !fence && strncmp(line, "base: cmd=./mine ", 17) == 0) buf_add(&block, "base: cmd=sh protocol=uci\n");
        else if (inside && !fence) buf_add_n(&block, line, len + 1);
        if (inside && fence) {
            Experiment e = lab_experiment(*state, buf_text(&block));
            assert_true(e.design.count >= 4);
            experiment_free(&e);
            buf_clear(&block);
            examples++;
        }
        if (fence) inside = !inside;
    }
    assert_int_equal(examples, 2);
    buf_free(&page);
    buf_free(&block);
}

int main(void) {
    xq_init();
    const struct CMUnitTest tests[] = {
        scratch_test(cells_are_named_by_what_they_change),
        scratch_test(levels_reach_the_players),
        scratch_test(positions_are_spread_over_the_suite),
        scratch_test(mistakes_are_named_with_their_place),
        cmocka_unit_test(the_committed_experiments_can_be_read),
        scratch_test(the_examples_of_the_page_can_be_read),
        scratch_test(what_does_not_decide_measures_is_no_part_of_the_configuration),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
