/* xqbench experiment as its users see it. */
#include "engine/tests/command.h"
#include <stdio.h>
#include "bench/tests/laboratory.h"

#define FAKE_ENGINE XQ_BIN_DIR "/../tests/fake_engine"

static const char ladder[] = "name: small\nbase: PVS\ndesign: ladder\ndepths: [2]\nexpected: fewer and fewer nodes\nsuite: positions.epd\nfactors:\n"
                             "  - {name: C, set: {capture_order: see}}\n  - {name: H, set: {history: butterfly}}\n";

/* Run `xqbench experiment x.yaml ARGUMENTS` on this configuration; both outputs go to *out. Returns the exit code. */
static int run(const Scratch *scratch, const char *config, const char *arguments, Buf *out) {
    char path[96];
    Buf command = { 0 };
    snprintf(path, sizeof path, "%s/x.yaml", scratch->folder);
    assert_true(file_write(path, config, strlen(config), NULL));
    snprintf(path, sizeof path, "%s/positions.epd", scratch->folder);
    assert_true(file_write(path, lab_positions, strlen(lab_positions), NULL));
    buf_addf(&command, "cd '%s' && '%s/xqbench' experiment x.yaml --quiet %s 2>&1", scratch->folder, XQ_BIN_DIR, arguments);
    const int code = run_line(buf_text(&command), out);
    buf_free(&command);
    return code;
}

/* What the page of this name in the scratch folder shows; *out holds it. */
static const char *page_of(const Scratch *scratch, const char *name, Buf *out) {
    char path[96];
    snprintf(path, sizeof path, "%s/%s", scratch->folder, name);
    buf_clear(out);
    assert_true(file_read(path, out, NULL));
    const char *shown = strstr(buf_text(out), "<main>");
    assert_non_null(shown);
    return shown;
}

static void every_form_tells_of_every_cell(void **state) {
    static const struct { const char *arguments, *has; } rows[] = {
        { "", "\nC H " },
        { "", "Expected: fewer and fewer nodes" },
        { "", "A node is one move made" },
        { "", "0 of 6 values that must agree do not." },
        { "--markdown", "| C H |" },
        { "--csv", "\n2,C H," },
        { "--json", "\"budgets\": [{\"depth\": 2, \"cells\": [{\"name\": \"base\", \"levels\": {\"C\": \"off\", \"H\": \"off\"}" },
        { "--set positions=1 --set node_cap=5", "given up (censored) at 5 nodes" },
        { "--set design=factorial", "C x H" },
    };
    Buf out = { 0 };
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        const int code = run(*state, ladder, rows[i].arguments, &out);
        if (code != 0 || !strstr(buf_text(&out), rows[i].has)) fail_msg("%s: code %d\n%s", rows[i].arguments, code, buf_text(&out));
    }
    buf_free(&out);
}

/* The same search behind a pipe: its own options are factors, and its nodes those of the builtin player. */
static void an_engines_own_options_are_factors_too(void **state) {
    static const char piped[] = "name: piped\nbase: 'cmd=\"" XQ_BIN_DIR "/xqengine\" protocol=uci arg=--variant arg=pvs name=piped'\ndesign: factorial\ndepths: [2]\n"
                                "factors:\n  - { name: C, set: { option.capture_order: mvv_lva } }\n  - { option: option.history, levels: [off, butterfly] }\n";
    static const char builtin[] = "name: builtin\nbase: pvs\ndesign: factorial\ndepths: [2]\n"
                                  "factors:\n  - { name: C, set: { capture_order: mvv_lva } }\n  - { option: history, levels: [off, butterfly] }\n";
    Buf out = { 0 }, own = { 0 };
    char nodes[2][4][32];
    if (run(*state, piped, "--csv", &out) != 0 || run(*state, builtin, "--csv", &own) != 0) fail_msg("%s%s", buf_text(&out), buf_text(&own));
    for (int k = 0; k < 2; k++) {
        const char *line = strchr(buf_text(k ? &own : &out), '\n');
        for (int i = 0; i < 4; i++, line = strchr(line + 1, '\n')) assert_int_equal(sscanf(line, "\n2,%*[^,],%31[0-9]", nodes[k][i]), 1);
    }
    for (int i = 0; i < 4; i++) assert_string_equal(nodes[0][i], nodes[1][i]);
    assert_string_not_equal(nodes[0][0], nodes[0][1]);
    assert_int_equal(run(*state, piped, "--markdown", &out), 0);
    assert_non_null(strstr(buf_text(&out), "A node of an engine behind pipes is what it reports as one"));
    assert_null(strstr(buf_text(&out), "a leaf is one call"));
    assert_int_equal(run(*state, piped, "--json", &out), 0);
    assert_non_null(strstr(buf_text(&out), "\"levels\": {\"C\": \"off\", \"option.history\": \"butterfly\"}"));
    buf_free(&out);
    buf_free(&own);
}

/* Every search is a new game: the third one fails. */
static void searches_that_failed_are_told_in_every_form(void **state) {
    static const char config[] = "name: piped\nbase: cmd=" FAKE_ENGINE " protocol=uci arg=deed=crash arg=at=1 arg=game=3\ndesign: one_at_a_time\nnodes: [20]\n"
                                 "suite: positions.epd\nfactors:\n  - { name: good, levels: [{name: off}, {name: on, player: 'cmd=" FAKE_ENGINE " protocol=uci'}] }\n";
    static const char says[] = "1 of 6 searches ended in a fault of the player and count in no figure; by cell: off 1\n";
    static const struct { const char *arguments, *has; } rows[] = {
        { "", "\nWarning: 1 of 6 searches ended in a fault" }, { "", "censored  faults\n" },
        { "--markdown", "\n**Warning:** 1 of 6 searches" },     { "--markdown", "| faults |" },
        { "--csv", ",censored,faults\n20,off,40," },
        { "--json", "\"faults\": 1, \"values_checked\"" },   { "--json", "\"nodes\": 40," },
    };
    Buf out = { 0 };
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        char arguments[64];
        snprintf(arguments, sizeof arguments, "--jobs 1 %s", rows[i].arguments);
        const int code = run(*state, config, arguments, &out);
        if (code != 3 || !strstr(buf_text(&out), rows[i].has) || !strstr(buf_text(&out), says))
            fail_msg("%s: code %d\n%s", rows[i].arguments, code, buf_text(&out));
    }
    assert_int_equal(run(*state, config, "--jobs 1 --html made.html", &out), 3);
    const char *page = page_of(*state, "made.html", &out);
    assert_non_null(strstr(page, "<strong>Warning.</strong> 1 of 6 searches ended in a fault"));
    assert_non_null(strstr(page, "faults</th>"));
    buf_free(&out);
}

static void a_warning_names_its_player(void **state) {
    static const char config[] = "name: piped\nbase: 'cmd=\"" XQ_BIN_DIR "/xqengine\" protocol=uci name=piped'\ndesign: ladder\ndepths: [1]\n"
                                 "factors:\n  - { name: C, set: { option.hsah: 16 } }\n";
    Buf out = { 0 };
    run(*state, config, "", &out);
    if (!strstr(buf_text(&out), "warning: player piped: it declares no option 'hsah'")) fail_msg("%s", buf_text(&out));
    buf_free(&out);
}

static void a_committed_experiment_is_found_from_anywhere(void **state) {
    const Scratch *scratch = *state;
    Buf command = { 0 }, out = { 0 };
    buf_addf(&command, "cd '%s' && '%s/xqbench' experiment configs/experiments/b-3-extensions.yaml --quiet --set positions=1 --set depths=1 2>&1",
             scratch->folder, XQ_BIN_DIR);
    if (run_line(buf_text(&command), &out) != 0) fail_msg("%s", buf_text(&out));
    buf_free(&command);
    buf_free(&out);
}

static void a_finished_experiment_is_shown_again_from_the_store(void **state) {
    Buf first = { 0 }, again = { 0 };
    assert_int_equal(run(*state, ladder, "--db lab.db --json", &first), 0);
    assert_int_equal(run(*state, ladder, "--db lab.db --json --resume", &again), 0);
    assert_string_equal(buf_text(&first), buf_text(&again)); /* times too: nothing was measured anew */
    assert_int_equal(run(*state, ladder, "--db lab.db --resume --set positions=2", &again), 2);
    assert_non_null(strstr(buf_text(&again), "cannot resume experiment 'small', it changed: stored 'positions: 3"));
    assert_int_equal(run(*state, ladder, "--db lab.db --resume --set name=other", &again), 2);
    assert_non_null(strstr(buf_text(&again), "there is no experiment 'other'"));
    buf_free(&first);
    buf_free(&again);
}

static void a_page_from_the_store_is_the_page_of_the_experiment_itself(void **state) {
    static const struct { const char *set, *has; } rows[] = {
        { "", "class=\"dot\"" },
        { "--set design=factorial --set name=second", "Interactions: " },
        { "--set node_cap=5 --set name=third", "censored) at 5 nodes" },
    };
    Buf out = { 0 }, made = { 0 }, stored = { 0 };
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        Buf arguments = { 0 };
        buf_addf(&arguments, "--db %zu.db --html made.html %s && '%s/xqbench' report %zu.db --html stored.html", i, rows[i].set, XQ_BIN_DIR, i);
        if (run(*state, ladder, buf_text(&arguments), &out) != 0) fail_msg("%s", buf_text(&out));
        const char *page = page_of(*state, "made.html", &made);
        assert_non_null(strstr(page, rows[i].has));
        assert_string_equal(page, page_of(*state, "stored.html", &stored));
        buf_free(&arguments);
    }
    buf_free(&out);
    buf_free(&made);
    buf_free(&stored);
}

static void a_report_without_runs_says_where_experiments_are_shown(void **state) {
    Buf out = { 0 };
    assert_int_equal(run(*state, ladder, "--db lab.db && '" XQ_BIN_DIR "/xqbench' report lab.db", &out), 0);
    if (!strstr(buf_text(&out), "xqbench report lab.db --html FILE shows what they found\nNo runs of matches")) fail_msg("%s", buf_text(&out));
    assert_non_null(strstr(buf_text(&out), "\nExperiment: "));
    buf_free(&out);
}

static void wrong_use_is_one_line_and_code_2(void **state) {
    static const struct { const char *config, *arguments, *part; } rows[] = {
        { ladder, "more.yaml", "'more.yaml' is too much" },
        { ladder, "--json --csv", "only one of" },
        { ladder, "--resume", "--resume needs the --db" },
        { "base: pvs\n", "", "x.yaml:1:1: " },
        { ladder, "--html x.yaml", "x.yaml: is read (the configuration), and --html would replace it" },
        { ladder, "--html positions.epd", "positions.epd: is read (its suite), and --html would replace it" },
        { ladder, "--db new.db --html ./new.db", "./new.db: both --db and --html would write it" },
        { ladder, "--set desing=ladder", "design" },
    };
    Buf out = { 0 };
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        const int code = run(*state, rows[i].config, rows[i].arguments, &out);
        const char *text = buf_text(&out), *end = strchr(text, '\n');
        if (code != 2 || !strstr(text, rows[i].part) || !end || end[1]) fail_msg("%s: code %d\n%s", rows[i].arguments, code, text);
    }
    buf_free(&out);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        scratch_test(every_form_tells_of_every_cell),
        scratch_test(an_engines_own_options_are_factors_too),
        scratch_test(searches_that_failed_are_told_in_every_form),
        scratch_test(a_warning_names_its_player),
        scratch_test(a_committed_experiment_is_found_from_anywhere),
        scratch_test(a_finished_experiment_is_shown_again_from_the_store),
        scratch_test(a_page_from_the_store_is_the_page_of_the_experiment_itself),
        scratch_test(a_report_without_runs_says_where_experiments_are_shown),
        scratch_test(wrong_use_is_one_line_and_code_2),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
