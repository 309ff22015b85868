/* The commands notation and pgn as scripts see them: output, exit code, message. */
#include "engine/tests/command.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define START "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR"
#define SUITES XQ_SOURCE_DIR "/suites/notation/"

static int xqengine(const char *args, char *out, size_t size) { return run_into("xqengine", args, out, size); }

static void a_line_of_moves_is_converted(void **state) {
    (void)state;
    static const struct { const char *args, *out; } rows[] = {
        { "notation '" START " w - - 0 1' h2e2 --to wxf", "C2=5\n" },
        { "notation '" START " w - - 0 1' C2=5 马８进７ H0-G2 --to chinese", "炮二平五\n马８进７\n马二进三\n" },
        { "notation --to iccs " START " w - - 0 1 炮二平五 H8+7", "h2e2\nh9g7\n" },
        { "notation " START " b b10c8", "b9c7\n" },
        { "notation startpos h2e2 --to chinese", "炮二平五\n" },
        { "notation --suite '" SUITES "wxf.tsv'", "335 of 335 rows agree both ways\n" },
        { "notation --suite '" SUITES "chinese.tsv'", "49 of 49 rows agree both ways\n" },
    };
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        char out[4096];
        const int code = xqengine(rows[i].args, out, sizeof out);
        if (code || strcmp(out, rows[i].out)) fail_msg("%s: code %d, %s", rows[i].args, code, out);
    }
}

static void wrong_input_ends_with_code_2_and_one_line(void **state) {
    (void)state;
    static const struct { const char *args, *part; } rows[] = {
        { "notation", "a position (FEN) is missing" },
        { "notation '" START " w'", "needs a move" },
        { "notation '" START " w' h2h8", "xqengine: move 'h2h8' is illegal: the red cannon cannot go to h8\n" },
        { "notation '" START " w' h2e2 h2e2", "ply 2: move 'h2e2' is illegal" },
        { "notation 'x w' h2e2", "FEN: " },
        { "notation '" START " w' h2e2 --to san", "san" },
        { "notation '" START " w' h2e2 --suite '" SUITES "wxf.tsv'", "not both" },
        { "notation --suite nowhere.tsv", "nowhere.tsv" },
        { "notation --suite /dev/null", "holds no rows" },
        { "pgn", "pgn needs a file" },
        { "pgn nowhere.pgn", "nowhere.pgn" },
        { "pgn /dev/null", "holds no game" },
    };
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        char out[4096];
        const int code = xqengine(rows[i].args, out, sizeof out);
        if (code != 2 || !strstr(out, rows[i].part) || strchr(out, '\n') != out + strlen(out) - 1)
            fail_msg("%s: code %d, %s", rows[i].args, code, out);
    }
}

/* Write text to a new file; its name goes to path. */
static void write_file(const char *text, char path[32]) {
    strcpy(path, "/tmp/xq_notation_XXXXXX");
    const int fd = mkstemp(path);
    assert_true(fd >= 0);
    assert_int_equal(write(fd, text, strlen(text)), (ssize_t)strlen(text));
    close(fd);
}

static void a_suite_that_differs_names_its_rows_and_ends_with_code_1(void **state) {
    (void)state;
    char path[32], args[128], out[4096];
    write_file("# header\n" START " w\th2e2\tC2=5\n" START " w\th2e2\tC2=6\n" START " w\th2e2\tC2.5\t炮二平五\n", path);
    snprintf(args, sizeof args, "notation --suite %s", path);
    assert_int_equal(xqengine(args, out, sizeof out), 1);
    assert_non_null(strstr(out, ":3: h2e2 is written C2=5, not C2=6\n"));
    assert_non_null(strstr(out, ":3: C2=6 is read as h2d2, not h2e2\n"));
    assert_non_null(strstr(out, ":4: h2e2 is written C2=5, not C2.5\n"));
    assert_non_null(strstr(out, "1 of 3 rows agree both ways\n"));
    unlink(path);
    write_file(START " w\th2e2\n", path);
    assert_int_equal(xqengine(args, out, sizeof out), 2);
    unlink(path);
}

static void game_files_are_checked_and_rewritten(void **state) {
    (void)state;
    char path[32], args[128], out[4096];
    write_file("[Red \"a\"]\n[Black \"b\"]\n\n1. 炮二平五 马８进７ 1-0\n\n[Red \"c\"]\n\n1. h2e2 h2e2\n", path);
    snprintf(args, sizeof args, "pgn %s", path);
    assert_int_equal(xqengine(args, out, sizeof out), 1);
    assert_non_null(strstr(out, ":8: game 2: move 1 of Black: move 'h2e2' is illegal"));
    assert_non_null(strstr(out, "1 game, 2 plies read; 1 refused\n"));
    snprintf(args, sizeof args, "pgn %s --to wxf", path);
    assert_int_equal(xqengine(args, out, sizeof out), 1);
    assert_non_null(strstr(out, "[Format \"WXF\"]\n\n1. C2=5 H8+7 1-0\n"));
    unlink(path);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_line_of_moves_is_converted),
        cmocka_unit_test(wrong_input_ends_with_code_2_and_one_line),
        cmocka_unit_test(a_suite_that_differs_names_its_rows_and_ends_with_code_1),
        cmocka_unit_test(game_files_are_checked_and_rewritten),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
