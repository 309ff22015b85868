/* The command lines of perft and of the generators' benchmark as scripts see them: output, exit code, message. */
#include "engine/tests/command.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static int xqengine(const char *args, char *out, size_t size) { return run_into("xqengine", args, out, size); }

#define ROOKS "r3k3r/9/9/9/9/9/9/9/9/R2K4R w"

static void perft_prints_the_number_of_leaves_first(void **state) {
    (void)state;
    static const struct { const char *args, *start; } rows[] = {
        { "perft 0", "1 leaves, " },
        { "perft 3", "79666 leaves, " },
        { "perft 3 --no-bulk", "79666 leaves, " },
        { "perft 2 --fen '" ROOKS "'", "500 leaves, " },
        { "perft 2 --fen " ROOKS " - - 0 1", "500 leaves, " },
        { "perft --fen " ROOKS " - - 0 1 2", "500 leaves, " },
        { "perft --fen " ROOKS " 2", "500 leaves, " },
        { "perft 3 --movegen scan", "79666 leaves, " },
        { "perft 3 --movegen template", "79666 leaves, " },
        { "perft 3 --movegen bitboard", "79666 leaves, " },
    };
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        char out[4096];
        const int code = xqengine(rows[i].args, out, sizeof out);
        if (code != 0 || strncmp(out, rows[i].start, strlen(rows[i].start)))
            fail_msg("%s: code %d, %s", rows[i].args, code, out);
    }
}

static void divide_prints_every_first_move_and_the_sum(void **state) {
    (void)state;
    char out[4096];
    assert_int_equal(xqengine("perft 2 --divide --fen '3k5/9/9/9/9/9/9/9/9/4K3R w'", out, sizeof out), 0);
    unsigned long sum = 0, moves = 0;
    char *line = strtok(out, "\n");
    for (; line && strchr(line, ':'); line = strtok(NULL, "\n"), moves++)
        sum += strtoul(strchr(line, ':') + 1, NULL, 10);
    assert_non_null(line);
    assert_int_equal(strtoul(line, NULL, 10), sum);
    assert_int_equal(moves, 14); /* 12 of the rook; the king forward or away, not to face the other */
}

static void wrong_input_ends_with_code_2_and_one_line(void **state) {
    (void)state;
    static const struct { const char *args, *part; } rows[] = {
        { "perft", "needs a depth, or --suite FILE" },
        { "perft x", "depth: 'x'" },
        { "perft 31", "31 is out of range; 0 to 30" },
        { "perft 3 w", "'w' is one argument too many" },
        { "perft 3 --fen 9/9", "FEN: " },
        { "perft 3 --movegen magic", "--movegen: " },
        { "perft 3 --suite x.epd", "leave DEPTH, --fen and --divide out" },
        { "perft --suite nowhere.epd", "nowhere.epd" },
        { "bench --movegen x", "x" },
    };
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        char out[4096];
        const int code = xqengine(rows[i].args, out, sizeof out);
        if (code != 2 || !strstr(out, rows[i].part) || strchr(out, '\n') != out + strlen(out) - 1)
            fail_msg("%s: code %d, %s", rows[i].args, code, out);
    }
}

/* Run perft over a suite of this text. */
static int check_suite(const char *text, char *out, size_t size) {
    char path[] = "perft_suite_XXXXXX", args[64];
    const int fd = mkstemp(path);
    assert_true(fd >= 0);
    assert_int_equal(write(fd, text, strlen(text)), strlen(text));
    close(fd);
    snprintf(args, sizeof args, "perft --suite %s", path);
    const int code = xqengine(args, out, size);
    unlink(path);
    return code;
}

static void a_suite_with_a_wrong_count_ends_with_code_1_and_shows_both(void **state) {
    (void)state;
    char out[4096];
    assert_int_equal(check_suite("# counts\n\n" ROOKS " ;D1 25 ;D2 500\n" ROOKS " ;D1 25 ;D2 501\n", out, sizeof out),
                     1);
    assert_non_null(strstr(out, "ok   3: " ROOKS " - - 0 1 ;D1 25 ;D2 500\n"));
    assert_non_null(strstr(out, "FAIL 4: " ROOKS " - - 0 1 ;D1 25 ;D2 500 (not 501)\n"));
    assert_non_null(strstr(out, "\n2 positions, 4 counts, 1 wrong; "));
}

static void a_bad_line_is_named_before_anything_is_counted(void **state) {
    (void)state;
    char out[4096];
    assert_int_equal(check_suite(ROOKS " ;D1 25\n" ROOKS " ;25\n", out, sizeof out), 2);
    assert_non_null(strstr(out, ":2: '25' is no count"));
    assert_null(strstr(out, "ok"));
    assert_int_equal(check_suite("# nothing\n", out, sizeof out), 2);
    assert_non_null(strstr(out, "holds no position"));
}

static void the_generators_are_compared_in_one_table(void **state) {
    (void)state;
    char out[4096];
    assert_int_equal(xqengine("bench --movegen --rounds 1", out, sizeof out), 0);
    static const char *const rows[] = { "\nscan ", "\ntemplate ", "\ntable ", "\nbitboard " };
    for (size_t i = 0; i < COUNT_OF(rows); i++)
        if (!strstr(out, rows[i])) fail_msg("no row%s in: %s", rows[i], out);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(perft_prints_the_number_of_leaves_first),
        cmocka_unit_test(divide_prints_every_first_move_and_the_sum),
        cmocka_unit_test(wrong_input_ends_with_code_2_and_one_line),
        cmocka_unit_test(a_suite_with_a_wrong_count_ends_with_code_1_and_shows_both),
        cmocka_unit_test(a_bad_line_is_named_before_anything_is_counted),
        cmocka_unit_test(the_generators_are_compared_in_one_table),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
