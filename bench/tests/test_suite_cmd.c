/* xqbench suite as its users see it. */
#include "engine/tests/command.h"
#include <stdio.h>
#include <string.h>
#include "bench/tests/scratch.h"
#include "engine/core/buf.h"
#include "engine/core/file.h"

static const char mates[] =
    "2bakab2/9/1r4n2/4p1p1p/1n7/R6R1/P1P1c1P1P/C1c1B4/2C1N4/2BAKA3 b - - bm c2c0; dm 1; id \"one\";\n"
    "2bakab2/9/1r4n2/4p1p1p/1n7/R6R1/P1P1c1P1P/C1c1B4/2C1N4/2BAKA3 b - - am c2c0; id \"never\"; c0 \"mates, though\";\n";

/* Run `xqbench suite FILE ARGUMENTS` on this suite; both outputs go to *out. Returns the exit code. */
static int run(const Scratch *scratch, const char *suite, const char *arguments, Buf *out) {
    char path[96];
    Buf command = { 0 };
    snprintf(path, sizeof path, "%s/suite.epd", scratch->folder);
    assert_true(file_write(path, suite, strlen(suite), NULL));
    buf_addf(&command, "cd '%s' && '%s/xqbench' suite suite.epd %s 2>&1", scratch->folder, XQ_BIN_DIR, arguments);
    const int code = run_line(buf_text(&command), out);
    buf_free(&command);
    return code;
}

static void the_exit_code_tells_whether_enough_was_solved(void **state) {
    Buf out = { 0 };
    assert_int_equal(run(*state, mates, "--player pvs --depth 2", &out), 0);
    assert_int_equal(run(*state, mates, "--player pvs --depth 2 --min-solved 1", &out), 0);
    assert_int_equal(run(*state, mates, "--player pvs --depth 2 --min-solved 2", &out), 1);
    buf_free(&out);
}

static void forms_hold_solved_and_unsolved(void **state) {
    static const struct { const char *arguments, *has, *has_not; } rows[] = {
        { "--depth 2", "never  am c2c0  c2c0 mate 1 d2", "solved d" },
        { "--depth 2 --all", "one    bm c2c0; dm 1  solved d2", "|" },
        { "--depth 2 --markdown", "| never | am c2c0 | c2c0 mate 1 d2 | mates, though |", "solved d" },
        { "--depth 2 --csv", "never,am c2c0,c2c0 mate 1 d2,\"mates, though\",2bakab2/9/", "player" },
        { "--depth 2 --explain", "played line: c2c0 (mate 1, depth 2)", "solved d" },
        { "--depth 2 --player full --all", "solved d2 73 nodes", NULL },
        { "--json --depth 2", "{\"suite\": \"suite.epd\", \"total\": 2, \"solved\": 1, ", NULL },
    };
    Buf out = { 0 };
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        char arguments[128];
        snprintf(arguments, sizeof arguments, "--player pvs %s", rows[i].arguments);
        const int code = run(*state, mates, arguments, &out);
        if (code != 0 || !strstr(buf_text(&out), rows[i].has) || (rows[i].has_not && strstr(buf_text(&out), rows[i].has_not)))
            fail_msg("%s: code %d\n%s", arguments, code, buf_text(&out));
    }
    buf_free(&out);
}

static void a_warning_names_its_player(void **state) {
    Buf out = { 0 };
    assert_int_equal(run(*state, mates, "--player pvs --player 'cmd=\"" XQ_BIN_DIR "/xqengine\" protocol=uci name=piped option.hsah=1' --depth 1", &out), 0);
    if (!strstr(buf_text(&out), "warning: player piped: it declares no option 'hsah'")) fail_msg("%s", buf_text(&out));
    buf_free(&out);
}

/* As every command says of players that fail. */
static void an_engine_that_fails_is_code_3(void **state) {
    Buf out = { 0 };
    assert_int_equal(run(*state, mates, "--player 'cmd=" XQ_BIN_DIR "/../tests/fake_engine protocol=uci arg=deed=crash arg=at=1' --depth 1", &out), 3);
    if (!strstr(buf_text(&out), "before it answered 'go depth 1'")) fail_msg("%s", buf_text(&out));
    buf_free(&out);
}

static void runs_are_kept_and_compared(void **state) {
    Buf out = { 0 };
    assert_int_equal(run(*state, mates, "--player pvs --depth 2 --db lab.db", &out), 0);
    assert_non_null(strstr(buf_text(&out), "kept in lab.db as suite run 1"));
    /* A player of one ply sees no mate: one item is lost, the other gained. */
    assert_int_equal(run(*state, mates, "--player pvs --depth 1 --db lab.db --compare 1", &out), 0);
    assert_non_null(strstr(buf_text(&out), "Compared with run 1"));
    assert_non_null(strstr(buf_text(&out), "pvs     pvs       2            1    1       1     1"));
    assert_non_null(strstr(buf_text(&out), "pvs     one    bm c2c0; dm 1  solved c2c0"));
    /* 0 is the newest run before this one: nothing changed since. */
    assert_int_equal(run(*state, mates, "--player pvs --depth 1 --db lab.db --compare 0", &out), 0);
    assert_non_null(strstr(buf_text(&out), "Compared with run 2"));
    assert_null(strstr(buf_text(&out), "Changed since then"));
    assert_int_equal(run(*state, mates, "--player pvs --depth 1 --db lab.db --compare 9 2>&1; '" XQ_BIN_DIR "/xqbench' report lab.db", &out), 0);
    assert_non_null(strstr(buf_text(&out), "there is no run 9 of a suite"));
    assert_non_null(strstr(buf_text(&out), "Runs of suites: 3; sqlite3 lab.db 'SELECT * FROM v_suites' shows them\nNo runs of matches"));
    assert_int_equal(run(*state, mates, "--player pvs --depth 1 >/dev/null; '" XQ_BIN_DIR "/xqbench' report lab.db --run 1 2>&1", &out), 2);
    buf_free(&out);
}

static void wrong_use_is_one_line_and_code_2(void **state) {
    static const struct { const char *suite, *arguments, *part; } rows[] = {
        { mates, "", "suite needs a --player" },
        { mates, "more.epd --player pvs", "'more.epd' is too much" },
        { mates, "--player pvs --json --csv", "only one of" },
        { mates, "--player pvs --compare 1", "--compare needs the --db" },
        { mates, "--player pvs --player pvs", "two players are called pvs" },
        { mates, "--player 'pvs null_mov=2'", "--player pvs null_mov=2: " },
        { "\n3k5 w bm e2e4\n", "--player pvs", "suite.epd:2: " },
    };
    Buf out = { 0 };
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        const int code = run(*state, rows[i].suite, rows[i].arguments, &out);
        const char *text = buf_text(&out), *end = strchr(text, '\n');
        if (code != 2 || !strstr(text, rows[i].part) || !end || end[1]) fail_msg("%s: code %d\n%s", rows[i].arguments, code, text);
    }
    buf_free(&out);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        scratch_test(the_exit_code_tells_whether_enough_was_solved),
        scratch_test(forms_hold_solved_and_unsolved),
        scratch_test(a_warning_names_its_player),
        scratch_test(an_engine_that_fails_is_code_3),
        scratch_test(runs_are_kept_and_compared),
        scratch_test(wrong_use_is_one_line_and_code_2),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
