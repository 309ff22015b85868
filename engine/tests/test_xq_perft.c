#include "engine/tests/test.h"
#include <stdio.h>
#include <string.h>
#include "engine/core/file.h"
#include "engine/xq/fen.h"
#include "engine/xq/perft.h"

static Pos parsed(const char *fen) {
    Pos pos;
    Err err = { 0 };
    if (!fen_parse(fen, &pos, &err)) fail_msg("%s", err.text);
    return pos;
}

/* Count every position of the suite to every known depth up to this one. */
static void check_suite(int max_depth, MoveGen method, bool bulk) {
    Buf text = { 0 };
    Err err = { 0 };
    if (!file_read(XQ_SOURCE_DIR "/suites/perft/standard.epd", &text, &err)) fail_msg("%s", err.text);
    const char *cursor = buf_text(&text), *line;
    size_t len;
    int positions = 0;
    for (int number = 1; text_next_line(&cursor, &line, &len); number++) {
        PerftCase test;
        if (*line == '#') continue;
        if (!perft_parse_case(line, len, &test, &err)) fail_msg("line %d: %s", number, err.text);
        positions++;
        for (int depth = 1; depth <= max_depth; depth++) {
            if (!test.known[depth]) continue;
            const uint64_t leaves = perft(&test.pos, depth, method, bulk);
            if (leaves != test.leaves[depth])
                fail_msg("line %d, depth %d, %s: %llu leaves, not %llu", number, depth, movegen_names[method],
                         (unsigned long long)leaves, (unsigned long long)test.leaves[depth]);
        }
    }
    buf_free(&text);
    assert_int_equal(positions, 42);
}

static void every_generator_counts_the_suite_to_depth_3(void **state) {
    (void)state;
    for (int method = 0; method < MOVEGENS; method++) check_suite(3, (MoveGen)method, true);
}

static void every_generator_counts_the_suite_by_making_every_leaf(void **state) {
    (void)state;
    for (int method = 0; method < MOVEGENS; method++) check_suite(3, (MoveGen)method, false);
}

static void the_default_generator_counts_the_suite_to_depth_4(void **state) {
    (void)state;
    check_suite(4, (MoveGen)MOVEGEN_DEFAULT, true);
}

static void perft_leaves_the_position_as_it_was(void **state) {
    (void)state;
    Pos pos = parsed("r1ba1a3/4kn3/2n1b4/pNp1p1p1p/4c4/6P2/P1P2R2P/1CcC5/9/2BAKAB2 w - - 7 30");
    const Pos before = pos;
    assert_int_equal(perft(&pos, 3, (MoveGen)MOVEGEN_DEFAULT, false), 43929);
    assert_memory_equal(&pos, &before, sizeof pos);
}

static void no_plies_have_one_line(void **state) {
    (void)state;
    Pos pos = parsed(POS_START_FEN);
    assert_int_equal(perft(&pos, 0, (MoveGen)MOVEGEN_DEFAULT, true), 1);
}

static bool read_case(const char *line, PerftCase *test, Err *err) {
    return perft_parse_case(line, strlen(line), test, err);
}

static void a_suite_line_holds_counts_by_depth(void **state) {
    (void)state;
    PerftCase test;
    Err err = { 0 };
    assert_true(read_case("3k5/9/9/9/9/9/9/9/9/4K4 w - - 0 1 ;D1 3;d3 18446744073709551615 ", &test, &err));
    assert_int_equal(test.leaves[1], 3);
    assert_true(test.leaves[3] == UINT64_MAX);
    assert_true(test.known[3]);
    assert_false(test.known[2]);
    assert_int_equal(test.pos.side, RED);
}

typedef struct { const char *line, *says; } BadRow;
static const BadRow bad_rows[] = {
    { "3k5/9/9/9/9/9/9/9/9/4K4 w", "no count" },
    { "3k5/9/9/9/9/9/9/9/9/4K4 w ;", "'' is no count" },
    { "3k5/9/9/9/9/9/9/9/9/4K4 w ;D1 ", "'D1 ' is no count" },
    { "3k5/9/9/9/9/9/9/9/9/4K4 w ;3 4", "'3 4' is no count" },
    { "3k5/9/9/9/9/9/9/9/9/4K4 w ;D1 4 moves", "'D1 4 moves' is no count" },
    { "3k5/9/9/9/9/9/9/9/9/4K4 w ;D1 18446744073709551616", "is no count" },
    { "3k5/9/9/9/9/9/9/9/9/4K4 w ;D0 1", "depth 0 is out of range; 1 to 30" },
    { "3k5/9/9/9/9/9/9/9/9/4K4 w ;D31 1", "depth 31 is out of range; 1 to 30" },
    { "3k5/9/9/9/9/9/9/9/9/4K4 w ;D2 1 ;D2 1", "depth 2 is given twice" },
    { "3k5/9/9/9/9/9/9/9/4K4 w ;D1 4", "FEN" },
};

static void a_bad_suite_line_is_refused_with_the_reason(void **state) {
    (void)state;
    for (size_t i = 0; i < COUNT_OF(bad_rows); i++) {
        PerftCase test;
        Err err = { 0 };
        if (read_case(bad_rows[i].line, &test, &err)) fail_msg("accepted: %s", bad_rows[i].line);
        if (!strstr(err.text, bad_rows[i].says)) fail_msg("%s\nsays: %s", bad_rows[i].line, err.text);
    }
}

int main(void) {
    xq_init();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_generator_counts_the_suite_to_depth_3),
        cmocka_unit_test(every_generator_counts_the_suite_by_making_every_leaf),
        cmocka_unit_test(the_default_generator_counts_the_suite_to_depth_4),
        cmocka_unit_test(perft_leaves_the_position_as_it_was),
        cmocka_unit_test(no_plies_have_one_line),
        cmocka_unit_test(a_suite_line_holds_counts_by_depth),
        cmocka_unit_test(a_bad_suite_line_is_refused_with_the_reason),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
