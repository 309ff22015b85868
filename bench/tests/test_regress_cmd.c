/* xqbench regress as its users see it. */
#include "engine/tests/test.h"
#include "bench/tests/laboratory.h"
#include "bench/tests/shell.h"

static const char small[] = "player: pvsht\nsignature: { suite: positions.epd, limit: depth=3 }\n"
                            "suites:\n  - { file: suite.epd, limit: depth=2 }\nmatch: { games: 2, limit: depth=1 }\n";
static const char suite[] = "2Rckab1C/4a4/4R3n/p5p2/9/2N6/2P5P/C5r2/4K4/2B2A3 w - - bm e7e8; dm 1; id \"one\";\n"
                            "4k4/9/9/9/9/3R5/9/9/9/3K5 w - - bm d0d1; id \"hardly\";\n";

static void put(const Scratch *scratch, const char *name, const char *text) {
    char path[96];
    snprintf(path, sizeof path, "%s/%s", scratch->folder, name);
    assert_true(file_write(path, text, strlen(text), NULL));
}

static void get(const Scratch *scratch, const char *name, Buf *out) {
    char path[96];
    Err err = { 0 };
    snprintf(path, sizeof path, "%s/%s", scratch->folder, name);
    buf_clear(out);
    if (!file_read(path, out, &err)) fail_msg("%s", err.text);
}

/* `xqbench regress ARGUMENTS`, outside of GitHub's runners. */
static void print_line(const char *arguments, Buf *out) { buf_addf(out, "GITHUB_ACTIONS= \"$BIN/xqbench\" regress --quiet %s", arguments); }

static int run(const Scratch *scratch, const char *arguments, Buf *out) {
    Buf line = { 0 };
    print_line(arguments, &line);
    const int code = shell(scratch, buf_text(&line), out);
    buf_free(&line);
    return code;
}

static void expect(const Scratch *scratch, int code, const char *arguments, const char *part) {
    Buf line = { 0 };
    print_line(arguments, &line);
    expect_line(scratch, code, buf_text(&line), part);
    buf_free(&line);
}

static void prepare(const Scratch *scratch) {
    put(scratch, "b.yaml", small);
    put(scratch, "positions.epd", lab_positions);
    put(scratch, "suite.epd", suite);
    expect(scratch, 0, "--baseline b.yaml --update", "The baseline holds these figures now");
}

static void a_baseline_holds_until_the_player_changes(void **state) {
    const Scratch *scratch = *state;
    prepare(scratch);
    expect(scratch, 0, "--baseline b.yaml", "Verdict: held (code 0)");
    expect(scratch, 1, "--baseline b.yaml --player 'pvs name=pvsht'", "Verdict: regressed (code 1)");
    expect(scratch, 1, "--baseline b.yaml --player 'pvs name=pvsht'", "two: 482 nodes, were 697");
    expect(scratch, 0, "--baseline b.yaml --player 'pvs name=pvsht' --update", "changed");
    expect(scratch, 0, "--baseline b.yaml --player 'pvs name=pvsht'", "as recorded");
}

static void every_position_is_listed_on_request(void **state) {
    prepare(*state);
    expect(*state, 0, "--baseline b.yaml --each --details", "three: ");
}

static void what_was_never_recorded_is_inconclusive(void **state) {
    const Scratch *scratch = *state;
    prepare(scratch);
    put(scratch, "b.yaml", small);
    expect(scratch, 11, "--baseline b.yaml", "nothing recorded to compare with");
    expect(scratch, 0, "--baseline b.yaml --inconclusive pass", "Verdict: inconclusive (code 0)");
    expect(scratch, 11, "--baseline b.yaml --inconclusive fail", "--update records these figures");
}

static void bad_input_is_one_line_and_code_2(void **state) {
    static const struct { const char *arguments, *part; } rows[] = {
        { "--baseline nowhere.yaml", "there is no baseline nowhere.yaml; --update makes it" },
        { "--baseline b.yaml --set match.gmes=2", "games" },
        { "--baseline b.yaml --set signature.limit=depth=4", "b.yaml:10: recorded at depth=3, but positions.epd is searched at depth=4" },
        { "--baseline b.yaml --set signature.suite=suite.epd", "b.yaml:10: recorded over another suite.epd" },
        { "--baseline b.yaml --player pvs", "recorded for player 'pvsht', not for 'pvs'" },
        { "--baseline b.yaml --update --set match.games=6", "--update records what the baseline's file asks for" },
        { "--baseline b.yaml --sprt elo0=0", "--sprt needs the other player" },
        { "--baseline b.yaml --slow-down 3", "--slow-down needs the other player" },
        { "--baseline b.yaml --against ./nobody", "--against ./nobody: " },
        { "extra", "'extra' is too much" },
    };
    Buf out = { 0 };
    prepare(*state);
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        const int code = run(*state, rows[i].arguments, &out);
        const char *text = buf_text(&out), *end = strchr(text, '\n');
        if (code != 2 || !strstr(text, rows[i].part) || !end || end[1]) fail_msg("%s: code %d\n%s", rows[i].arguments, code, text);
    }
    buf_free(&out);
}

static void a_changed_suite_wants_new_figures(void **state) {
    const Scratch *scratch = *state;
    prepare(scratch);
    put(scratch, "suite.epd", "4k4/9/9/9/9/3R5/9/9/9/3K5 w - - bm d4d9; id \"other\";\n");
    expect(scratch, 2, "--baseline b.yaml", "recorded over another suite.epd");
    expect(scratch, 0, "--baseline b.yaml --update", "changed");
    expect(scratch, 0, "--baseline b.yaml", "held");
}

static void faults_are_code_3_and_are_never_accepted(void **state) {
    const Scratch *scratch = *state;
    static const char *const deeds[] = { "crash", "illegal" };
    Buf before = { 0 }, after = { 0 };
    put(scratch, "f.yaml", "match: { games: 2, limit: depth=1 }\n");
    get(scratch, "f.yaml", &before);
    for (size_t i = 0; i < COUNT_OF(deeds); i++) {
        char arguments[256];
        snprintf(arguments, sizeof arguments, "--baseline f.yaml --player 'cmd=%s/../tests/fake_engine protocol=uci arg=deed=%s'", XQ_BIN_DIR, deeds[i]);
        expect(scratch, 3, arguments, "lost by a fault");
        strcat(arguments, " --update");
        expect(scratch, 3, arguments, "is not updated: the player failed");
    }
    get(scratch, "f.yaml", &after);
    assert_string_equal(buf_text(&before), buf_text(&after));
    buf_free(&before);
    buf_free(&after);
}

/* Figures are told to be kept when they are. */
static void a_baseline_that_is_not_updated_is_not_said_to_be(void **state) {
    const Scratch *scratch = *state;
    Buf out = { 0 };
    put(scratch, "f.yaml", "match: { games: 2, limit: depth=1 }\n");
    assert_int_equal(run(scratch, "--baseline f.yaml --update --player 'cmd=" XQ_BIN_DIR "/../tests/fake_engine protocol=uci arg=deed=crash'", &out), 3);
    if (strstr(buf_text(&out), "holds these figures now")) fail_msg("%s", buf_text(&out));
    prepare(scratch);
    assert_int_equal(shell(scratch, "ulimit -f 0; \"$BIN/xqbench\" regress --quiet --baseline b.yaml --update", &out), 2);
    assert_non_null(strstr(buf_text(&out), "cannot write b.yaml: File too large"));
    assert_non_null(strstr(buf_text(&out), "(code 2)"));
    if (strstr(buf_text(&out), "holds these figures now")) fail_msg("%s", buf_text(&out));
    buf_free(&out);
}

/* A file that was cut off must not pass. */
static void a_baseline_that_checks_nothing_is_bad_input(void **state) {
    const Scratch *scratch = *state;
    static const char *const texts[] = { "", "# nothing yet\n", "player: pvsht\n", "suites: []\n", "speed: { seconds: 1 }\n" };
    for (size_t i = 0; i < COUNT_OF(texts); i++) {
        put(scratch, "b.yaml", texts[i]);
        expect(scratch, 2, "--baseline b.yaml", "b.yaml: asks for nothing that is checked");
        expect(scratch, 2, "--baseline b.yaml --inconclusive pass", "b.yaml: asks for nothing that is checked");
    }
    put(scratch, "b.yaml", "");
    expect(scratch, 2, "--baseline b.yaml --update", "b.yaml: asks for nothing that is checked");
    expect(scratch, 0, "--baseline b.yaml --shard 1/1 --part a.json", "a.json: part 1 of 1");
    expect(scratch, 2, "--merge a.json", "b.yaml: asks for nothing that is checked");
}

static void no_output_replaces_what_is_read_or_another_output(void **state) {
    const Scratch *scratch = *state;
    static const struct { const char *arguments, *part; } rows[] = {
        { "--baseline b.yaml --junit b.yaml", "b.yaml: is read (--baseline), and --junit would replace it" },
        { "--baseline b.yaml --markdown ./b.yaml", "./b.yaml: is read (--baseline), and --markdown would replace it" },
        { "--baseline b.yaml --json b.yaml", "b.yaml: is read (--baseline), and --json would replace it" },
        { "--baseline b.yaml --update --junit b.yaml", "b.yaml: both --baseline and --junit would write it" },
        { "--baseline b.yaml --junit suite.epd", "suite.epd: is read (suite of the baseline), and --junit would replace it" },
        { "--baseline b.yaml --junit positions.epd", "positions.epd: is read (suite of the signature), and --junit would replace it" },
        { "--baseline b.yaml --junit q --markdown q", "q: both --junit and --markdown would write it" },
        { "--baseline b.yaml --shard 1/2 --part b.yaml", "b.yaml: is read (--baseline), and --part would replace it" },
        { "--merge a.json --json a.json", "a.json: is read (a part), and --json would replace it" },
    };
    Buf before = { 0 }, after = { 0 };
    prepare(scratch);
    expect(scratch, 0, "--baseline b.yaml --shard 1/1 --part a.json", "a.json: part 1 of 1");
    get(scratch, "b.yaml", &before);
    for (size_t i = 0; i < COUNT_OF(rows); i++) expect(scratch, 2, rows[i].arguments, rows[i].part);
    get(scratch, "b.yaml", &after);
    assert_string_equal(buf_text(&before), buf_text(&after));
    buf_free(&before);
    buf_free(&after);
}

static void reports_are_written_for_every_reader(void **state) {
    const Scratch *scratch = *state;
    Buf text = { 0 };
    prepare(scratch);
    expect(scratch, 1, "--baseline b.yaml --player 'pvs name=pvsht' --junit j.xml --markdown m.md --json h.json --annotations",
           "::error title=xqbench signature regressed::");
    expect(scratch, 0, "--baseline b.yaml --json h.json", "held");
    get(scratch, "j.xml", &text);
    assert_non_null(strstr(buf_text(&text), "<failure message=\"regressed: "));
    assert_non_null(strstr(buf_text(&text), "failures=\"1\" errors=\"0\" skipped=\"0\""));
    get(scratch, "m.md", &text);
    assert_non_null(strstr(buf_text(&text), "| signature "));
    assert_non_null(strstr(buf_text(&text), "**Verdict: regressed** (code 1)"));
    get(scratch, "h.json", &text); /* one line a run */
    const char *second = strchr(buf_text(&text), '\n');
    assert_non_null(second);
    assert_non_null(strstr(buf_text(&text), "\"verdict\": \"regressed\", \"code\": 1"));
    assert_non_null(strstr(second, "\"verdict\": \"held\", \"code\": 0"));
    assert_string_equal(strchr(second + 1, '\n'), "\n");
    buf_free(&text);
}

static void without_a_baseline_the_other_player_is_the_reference(void **state) {
    static const char quick[] = "--set signature.limit=depth=2 --set speed.seconds=0.1 --set speed.limit=nodes=5000 --set speed.positions=4 --set speed.threshold=900 --set match.games=2 --set match.limit=depth=1 --inconclusive pass";
    char arguments[512];
    snprintf(arguments, sizeof arguments, "%s --player pvsht --against 'pvs name=other'", quick);
    expect(*state, 0, arguments, ", other: ");
    snprintf(arguments, sizeof arguments, "%s --player pvsht --against pvsht", quick);
    expect(*state, 0, arguments, "as pvsht (before)");
    snprintf(arguments, sizeof arguments, "%s --player pvsht --against '%s/xqengine'", quick, XQ_BIN_DIR);
    expect(*state, 0, arguments, "as pvsht (before)");
}

/* Three jobs, then one verdict: the same as of one job. */
static void parts_are_judged_as_one_gate(void **state) {
    const Scratch *scratch = *state;
    Buf whole = { 0 }, pooled = { 0 };
    char arguments[128];
    prepare(scratch);
    for (int i = 1; i <= 3; i++) {
        snprintf(arguments, sizeof arguments, "--baseline b.yaml --shard %d/3", i);
        expect(scratch, 0, arguments, "of 3 of the gate of pvsht; xqbench regress --merge judges all parts");
    }
    static const char merge[] = "--merge gate-3-of-3.json gate-1-of-3.json gate-2-of-3.json --markdown pooled.md --junit pooled.xml --json pooled.json";
    expect(scratch, 0, merge, "Verdict: held (code 0)");
    expect(scratch, 0, "--baseline b.yaml --markdown whole.md", "Verdict: held (code 0)");
    get(scratch, "pooled.md", &pooled);
    get(scratch, "whole.md", &whole);
    for (char *c = whole.text; *c; c++) /* seconds differ */
        if (*c >= '0' && *c <= '9') *c = '0';
    for (char *c = pooled.text; *c; c++)
        if (*c >= '0' && *c <= '9') *c = '0';
    assert_string_equal(buf_text(&whole), buf_text(&pooled));
    expect(scratch, 0, merge, "2 games at depth=1 without a fault");
    get(scratch, "pooled.xml", &pooled);
    assert_non_null(strstr(buf_text(&pooled), "failures=\"0\" errors=\"0\""));
    get(scratch, "pooled.json", &pooled);
    assert_non_null(strstr(buf_text(&pooled), "\"verdict\": \"held\""));
    buf_free(&whole);
    buf_free(&pooled);
}

static void a_regression_in_one_part_is_one_of_the_whole(void **state) {
    const Scratch *scratch = *state;
    prepare(scratch);
    expect(scratch, 0, "--baseline b.yaml --player 'pvs name=pvsht' --shard 1/2 --part a.json", "a.json: part 1 of 2");
    expect(scratch, 0, "--baseline b.yaml --player 'pvs name=pvsht' --shard 2/2 --part b.json", "b.json: part 2 of 2");
    expect(scratch, 1, "--merge a.json b.json", "two: 482 nodes, were 697");
    expect(scratch, 0, "--baseline b.yaml --player 'pvs name=pvsht' --shard 1/2 --part a.json --update", "part 1 of 2");
    expect(scratch, 2, "--merge a.json b.json", "b.json: was measured with --update 'off', but a.json: 'on'");
    expect(scratch, 0, "--baseline b.yaml --player 'pvs name=pvsht' --shard 2/2 --part b.json --update", "part 2 of 2");
    expect(scratch, 2, "--merge a.json b.json", "--merge needs it too");
    expect(scratch, 0, "--merge a.json b.json --update", "The baseline holds these figures now");
    expect(scratch, 0, "--baseline b.yaml --player 'pvs name=pvsht'", "as recorded");
}

static void parts_that_do_not_fit_are_refused(void **state) {
    const Scratch *scratch = *state;
    static const char *const jobs[] = {
        "--baseline b.yaml --shard 1/2 --part a.json", "--baseline b.yaml --shard 2/2 --part b.json", "--baseline b.yaml --shard 1/3 --part third.json",
        "--baseline b.yaml --shard 2/2 --set match.games=4 --part set.json", "--baseline c.yaml --shard 2/2 --part other.json",
        "--baseline c.yaml --player pvs --shard 2/2 --part player.json", "--baseline b.yaml --shard 2/2 --update --part update.json",
    };
    static const struct { const char *arguments, *part; } rows[] = {
        { "--merge a.json", "part 2 of 2 is missing" },
        { "--merge a.json a.json b.json", "a.json and a.json are both part 1 of 2" },
        { "--merge third.json b.json", "b.json: part 2 of 2, but third.json: of 3" },
        { "--merge a.json set.json", "set.json: was measured with --set 'match.games=4', but a.json: ''" },
        { "--merge set.json b.json", "b.json: was measured with --set '', but set.json: 'match.games=4'" },
        { "--merge a.json update.json", "update.json: was measured with --update 'on', but a.json: 'off'" },
        { "--merge a.json other.json", "other.json: its baseline c.yaml has another content than b.yaml of a.json" },
        { "--merge a.json changed.json", "changed.json: its baseline b.yaml has another content than b.yaml of a.json" },
        { "--merge a.json bare.json", "bare.json: holds other checks than a.json" },
        { "--merge a.json player.json", "player.json: judges player 'pvs', but a.json: 'pvsht'" },
        { "--merge b.yaml", "b.yaml:1:1: text: a value is wanted here" },
        { "--merge nowhere.json", "nowhere.json" },
        { "--merge", "--merge needs the parts" },
        { "--merge a.json b.json --player full", "'full' belongs to --shard" },
        { "--shard 3/2", "'3/2' is no part" },
        { "--part x.json", "--part is what --shard I/N writes" },
        { "--shard 1/2 --junit x.xml", "belong to --merge" },
    };
    prepare(scratch);
    put(scratch, "c.yaml", "player: pvsht\nsignature: { suite: positions.epd, limit: depth=2 }\n");
    for (size_t i = 0; i < COUNT_OF(jobs); i++) expect(scratch, 0, jobs[i], ": part ");
    Buf text = { 0 };
    get(scratch, "b.json", &text); /* as if written by hand: without its match */
    char *match = strstr(text.text, ", \"match\": {");
    assert_non_null(match);
    memmove(match, strchr(match, '}') + 1, strlen(strchr(match, '}')));
    put(scratch, "bare.json", text.text);
    get(scratch, "b.yaml", &text);
    buf_add(&text, "# once more\n");
    put(scratch, "b.yaml", text.text);
    expect(scratch, 0, "--baseline b.yaml --shard 2/2 --part changed.json", ": part ");
    buf_free(&text);
    for (size_t i = 0; i < COUNT_OF(rows); i++) expect(scratch, 2, rows[i].arguments, rows[i].part);
}

static void speed_and_a_test_are_pooled_too(void **state) {
    const Scratch *scratch = *state;
    static const char job[] = "--player pvsht --against 'pvs name=other' --set signature.suite=positions.epd --set signature.limit=depth=2 --set match.games=2 "
                              "--set match.limit=depth=1 --set speed.seconds=0.1 --set speed.limit=depth=2 --set speed.positions=2 --set speed.suite=positions.epd "
                              "--set speed.threshold=900 --sprt elo0=-100,elo1=100,games=8,limit=depth=1 --shard";
    char arguments[768];
    put(scratch, "positions.epd", lab_positions);
    for (int i = 1; i <= 2; i++) {
        snprintf(arguments, sizeof arguments, "%s %d/2", job, i);
        expect(scratch, 0, arguments, "of 2 of the gate of pvsht");
    }
    Buf out = { 0 };
    run(scratch, "--merge gate-1-of-2.json gate-2-of-2.json --inconclusive pass", &out);
    const char *text = buf_text(&out);
    assert_non_null(strstr(text, " after 8 games against other: LLR "));
    assert_non_null(strstr(text, " paired samples; more than 900 % is regressed"));
    assert_non_null(strstr(text, "2 games at depth=1 without a fault"));
    assert_non_null(strstr(text, ", other: "));
    buf_free(&out);
}

/* A kept figure of another machine; here it is compared, or the reason is told why it can't be. */
static void recorded_instructions_are_compared_where_they_are_counted(void **state) {
    const Scratch *scratch = *state;
    static const char recorded[] = "player: pvsht\nspeed: { suite: positions.epd, limit: depth=3, positions: 2 }\n"
                                   "recorded:\n  player: pvsht\n  speed: { suite: SUITE, limit: depth=3, counter: 'instructions:u', positions: 2, instructions: 100, nodes: 100 }\n";
    Buf out = { 0 };
    put(scratch, "positions.epd", lab_positions);
    put(scratch, "i.yaml", recorded);
    expect(scratch, 2, "--baseline i.yaml", "recorded over another positions.epd (content SUITE, now ");
    run(scratch, "--baseline i.yaml", &out);
    const char *now = strstr(buf_text(&out), ", now ") + strlen(", now ");
    char text[512];
    const char *gap = strstr(recorded, "SUITE");
    snprintf(text, sizeof text, "%.*s'%.16s'%s", (int)(gap - recorded), recorded, now, gap + strlen("SUITE"));
    put(scratch, "i.yaml", text);
    expect(scratch, 2, "--baseline i.yaml --set speed.positions=1", "recorded over 2 positions, not 1: accept that with --update");
    char *counter = strstr(text, "instructions:u");
    memcpy(counter, "instructions:k", strlen("instructions:k"));
    put(scratch, "k.yaml", text);
    expect(scratch, 2, "--baseline k.yaml", "recorded by the counter 'instructions:k', not 'instructions:u'");
    const int code = run(scratch, "--baseline i.yaml", &out);
    const bool counted = !strstr(buf_text(&out), "cannot count instructions here");
    assert_int_equal(code, counted ? 1 : 11);
    if (counted) assert_non_null(strstr(buf_text(&out), " instructions a node over 2 positions at depth=3, recorded: 1 ("));
    else assert_non_null(strstr(buf_text(&out), "speed can be compared with another player here (--against)"));
    expect(scratch, 0, "--baseline i.yaml --update", "The baseline holds these figures now");
    get(scratch, "i.yaml", &out);
    assert_non_null(strstr(buf_text(&out), "counter: \"instructions:u\"")); /* who can't count forgets nothing */
    buf_free(&out);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        scratch_test(a_baseline_holds_until_the_player_changes),
        scratch_test(every_position_is_listed_on_request),
        scratch_test(what_was_never_recorded_is_inconclusive),
        scratch_test(bad_input_is_one_line_and_code_2),
        scratch_test(a_changed_suite_wants_new_figures),
        scratch_test(faults_are_code_3_and_are_never_accepted),
        scratch_test(a_baseline_that_is_not_updated_is_not_said_to_be),
        scratch_test(a_baseline_that_checks_nothing_is_bad_input),
        scratch_test(no_output_replaces_what_is_read_or_another_output),
        scratch_test(reports_are_written_for_every_reader),
        scratch_test(without_a_baseline_the_other_player_is_the_reference),
        scratch_test(parts_are_judged_as_one_gate),
        scratch_test(a_regression_in_one_part_is_one_of_the_whole),
        scratch_test(parts_that_do_not_fit_are_refused),
        scratch_test(speed_and_a_test_are_pooled_too),
        scratch_test(recorded_instructions_are_compared_where_they_are_counted),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
