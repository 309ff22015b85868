/* The judge's command line as scripts see it: output, exit code, message. */
#include "engine/tests/command.h"
#include <stdio.h>
#include <string.h>

/* Run "xqengine judge ARGS", both streams into out; returns the exit code. */
static int judge(const char *args, char *out, size_t size) {
    char command[1024];
    snprintf(command, sizeof command, "judge %s", args);
    return run_into("xqengine", command, out, size);
}

static void the_judge_prints_ply_verdict_and_reason(void **state) {
    (void)state;
    static const struct { const char *args; int code; const char *out; } rows[] = {
        { "--moves 'h2e2 h9g7'", 0, "2 none none\n" },
        { "--moves 'C2=5 h8+7 h0g2'", 0, "3 none none\n" },
        { "--fen '3k5/9/9/9/9/9/9/9/9/3R1K3 b' --moves 'd9e9 d0e0 e9d9 e0d0 d9e9 d0e0 e9d9 e0d0'", 0,
          "8 black perpetual_check\n" },
        { "--rule-set league --fen '3k5/9/9/9/9/9/9/9/9/3R1K3 b' --moves 'd9e9 d0e0 e9d9 e0d0 d9e9 d0e0 e9d9 e0d0'", 0,
          "8 none none\n" },
        { "--fen '3k5/8R/9/9/9/9/9/9/7R1/4K4 w' --moves 'h1h9 d9d8'", 0, "1 red checkmate\n" }, /* the rest is not played */
        { "--explain --fen '3k5/8R/9/9/9/9/9/9/7R1/4K4 w' --moves 'h1h9'", 0,
          "1 red checkmate\nno legal move, in check (checkmate): Red wins\n" },
        { "--suite '" XQ_SOURCE_DIR "/suites/rules/repetition.tsv'", 0, "42 of 42 cases as in column pikafish\n" },
        { "--suite '" XQ_SOURCE_DIR "/suites/rules/repetition.tsv' --rule-set league", 0,
          "42 of 42 cases as in column elephanteye_4fold\n" },
    };
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        char out[4096];
        const int code = judge(rows[i].args, out, sizeof out);
        if (strcmp(out, rows[i].out) != 0) fail_msg("judge %s: %s", rows[i].args, out);
        assert_int_equal(code, rows[i].code);
    }
}

static void wrong_input_ends_with_code_2_and_one_line(void **state) {
    (void)state;
    static const struct { const char *args, *part; } rows[] = {
        { "--moves 'h2e2 h9g7 e2e9'", "at move 3: " },
        { "--moves 'h2e2 nonsense'", "at move 2: " },
        { "--fen '9/9' --moves 'h2e2'", "xqengine: " },
        { "", "judge needs --moves or --suite" },
        { "--rule-set fide --moves h2e2", "fide" },
        { "--suite nowhere.tsv", "nowhere.tsv" },
        { "--suite '" XQ_SOURCE_DIR "/suites/rules/repetition.tsv' --rule-set simple", "--column" },
    };
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        char out[4096];
        const int code = judge(rows[i].args, out, sizeof out);
        if (code != 2 || !strstr(out, rows[i].part) || strchr(out, '\n') != out + strlen(out) - 1)
            fail_msg("judge %s: code %d, %s", rows[i].args, code, out);
    }
}

static void a_suite_that_differs_ends_with_code_1_and_names_the_rows(void **state) {
    (void)state;
    char out[4096];
    assert_int_equal(judge("--suite '" XQ_SOURCE_DIR "/suites/rules/repetition.tsv' --column fairy_sf", out, sizeof out), 1);
    assert_non_null(strstr(out, "own-C7: 8 draw repetition, expected 8 black\n"));
    assert_non_null(strstr(out, "36 of 42 cases as in column fairy_sf\n"));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_judge_prints_ply_verdict_and_reason),
        cmocka_unit_test(wrong_input_ends_with_code_2_and_one_line),
        cmocka_unit_test(a_suite_that_differs_ends_with_code_1_and_names_the_rows),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
