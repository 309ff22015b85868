#include "engine/tests/test.h"
#include <stdio.h>
#include <string.h>
#include "bench/suite/suite.h"
#include "engine/xq/notation.h"

#define MATE_FEN "2bakab2/9/1r4n2/4p1p1p/1n7/R6R1/P1P1c1P1P/C1c1B4/2C1N4/2BAKA3 b - - "
#define START "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w "

static void a_line_says_what_is_wanted(void **state) {
    (void)state;
    static const struct { const char *line, *name, *wanted, *comment; } rows[] = {
        { MATE_FEN "bm c2c0; dm 1; id \"puzzle 2\";", "puzzle 2", "bm c2c0; dm 1", "" },
        { START "- - 0 1 am h2h9 b2b9 ; id \"x;y\"; c0 \"don't\"", "x;y", "am h2h9 b2b9", "don't" },
        { START "bm C2=5 h0g2", "line 1", "bm h2e2 h0g2", "" },
        { START "ce -50 50; acd 12; xyz", "line 1", "ce -50 50", "" },
        { START "ce 20; ce 5 30000; bm h2e2", "line 1", "bm h2e2; ce 5 30000", "" },
        { START "bm h9g7; moves h2e2;", "line 1", "bm h9g7", "" },
    };
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        Suite suite;
        Err err = { 0 };
        if (!suite_parse(rows[i].line, "x.epd", &suite, &err)) fail_msg("%s: %s", rows[i].line, err.text);
        assert_int_equal(suite.count, 1);
        assert_string_equal(suite.item[0].name, rows[i].name);
        assert_string_equal(suite.item[0].wanted, rows[i].wanted);
        assert_string_equal(suite.item[0].comment, rows[i].comment);
        suite_free(&suite);
    }
}

static void what_cannot_be_asked_is_refused_with_its_line(void **state) {
    (void)state;
    static const struct { const char *text, *part; } rows[] = {
        { "# nothing\n\n", "x.epd: there is no position in it" },
        { "\n" START, "x.epd:2: nothing is asked" },
        { START "ce 20;", "x.epd:1: nothing is asked" },
        { "rnbakabnr/9 w bm h2e2", "x.epd:1: " },
        { START "bm;", "x.epd:1: bm: a move is missing" },
        { START "bm h2h9x;", "x.epd:1: bm: " },
        { START "am a0a5", "x.epd:1: am: " },
        { START "bm h2e2 h2h2h2h2h2h2h2h2h2h2h2h2h2h2h2h2h2h2h2", "is too long" },
        { START "dm 0", "x.epd:1: dm: the moves to mate should be 1 to" },
        { START "dm", "x.epd:1: dm: the moves to mate" },
        { START "dm 3 4", "'4' is one number too many" },
        { START "dm three", "'three' is not a number" },
        { START "ce 100 -100", "x.epd:1: ce: the lower score comes first" },
        { START "ce 0 40000", "'40000' is not a number" },
        { START "bm h2e2; am b2b9 h2e2;", "x.epd:1: h2e2 can't be both a best move (bm) and one to avoid (am)" },
        { START "bm h2e2; bm b2e2;", "x.epd:1: bm: stands twice" },
        { START "bm h2e2; id \"a\"; id \"b\";", "x.epd:1: id: stands twice" },
        { START "bm h2e2; id \"a; c0 b;", "x.epd:1: id: a quote is not closed" },
        { "\n" START "bm h2e2; id \"a\";\n" START "bm h2e2; id \"b\";\n" START "bm b2e2; id \"a\";\n", "x.epd:4: id: 'a' is the name of line 2 already" },
        { START "moves h2e2 h2e2; bm h9g7", "x.epd:1: moves: " },
        { "3k5/4P4/4P4/9/9/9/9/9/9/3R1K3 b - - ce 0 0", "there is no move to ask for" },
    };
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        Suite suite = { 0 };
        Err err = { 0 };
        if (suite_parse(rows[i].text, "x.epd", &suite, &err)) fail_msg("'%s' was read", rows[i].text);
        if (!strstr(err.text, rows[i].part)) fail_msg("'%s': %s", rows[i].text, err.text);
        assert_null(suite.item);
    }
}

static void an_answer_must_be_all_that_was_asked(void **state) {
    (void)state;
    enum { MATE_1 = ANSWER_MATE - 1, MATE_2 = ANSWER_MATE - 3, MATE_3 = ANSWER_MATE - 5 };
    static const struct { const char *asked, *move; int score; ScoreBound bound; bool solved; } rows[] = {
        { "bm h2e2 b2e2", "h2e2", 0, SCORE_NONE, true },
        { "bm h2e2 b2e2", "b2e2", 0, SCORE_EXACT, true },
        { "bm h2e2 b2e2", "h0g2", 0, SCORE_EXACT, false },
        { "am h2h9", "h2h9", 0, SCORE_EXACT, false },
        { "am h2h9", "h2e2", 0, SCORE_EXACT, true },
        { "am h2h9", NULL, 0, SCORE_EXACT, false },
        { "dm 2", "h2e2", MATE_2, SCORE_EXACT, true },
        { "dm 2", "h2e2", MATE_1, SCORE_LOWER, true },
        { "dm 2", "h2e2", MATE_3, SCORE_EXACT, false },
        { "dm 2", "h2e2", MATE_2, SCORE_UPPER, false },
        { "dm 2", "h2e2", MATE_2, SCORE_NONE, false },
        { "dm 2", "h2e2", -MATE_1, SCORE_EXACT, false },
        { "bm b2e2; dm 2", "h2e2", MATE_2, SCORE_EXACT, false },
        { "ce -20 20", "h2e2", 20, SCORE_EXACT, true },
        { "ce -20 20", "h2e2", 21, SCORE_EXACT, false },
        { "ce -20 20", "h2e2", 5, SCORE_LOWER, false },
        { "ce 300 30000", "h2e2", 400, SCORE_LOWER, true },
        { "ce 300 30000", "h2e2", 400, SCORE_UPPER, false },
        { "ce -30000 0", "h2e2", -10, SCORE_UPPER, true },
        { "ce -30000 0", "h2e2", -10, SCORE_NONE, false },
    };
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        char line[256];
        Suite suite;
        snprintf(line, sizeof line, "%s%s", START, rows[i].asked);
        assert_true(suite_parse(line, "x.epd", &suite, NULL));
        const Answer answer = { .move = rows[i].move ? move_parse_coord(rows[i].move, false) : MOVE_NONE, .score = rows[i].score,
                                .bound = rows[i].bound };
        if (suite_solves(&suite.item[0], &answer) != rows[i].solved) fail_msg("row %zu: %s", i, rows[i].asked);
        const Answer late = { .move = answer.move, .score = answer.score, .bound = answer.bound, .fault = FAULT_TIME };
        assert_false(suite_solves(&suite.item[0], &late));
        suite_free(&suite);
    }
}

static void names_and_comments_are_no_part_of_a_suites_identity(void **state) {
    (void)state;
    Suite a, b, c;
    assert_true(suite_parse(START "bm h2e2; id \"one\";", "x", &a, NULL));
    assert_true(suite_parse("# comment\n" START "- - 0 1 id \"two\"; bm h2e2; c0 \"best\"", "y", &b, NULL));
    assert_true(suite_parse(START "am h2e2;", "z", &c, NULL));
    assert_true(a.hash == b.hash);
    assert_true(a.hash != c.hash);
    suite_free(&a);
    suite_free(&b);
    suite_free(&c);
}

static void the_committed_suites_can_be_read(void **state) {
    (void)state;
    static const struct { const char *file; int least; } rows[] = {
        { "mates/short.epd", 45 }, { "mates/puzzles.epd", 1444 }, { "perpetuals/perpetuals.epd", 27 }, { "tactics/selfplay.epd", 100 },
        { "zugzwang/zugzwang.epd", 26 },
    };
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        char path[512];
        Suite suite;
        Err err = { 0 };
        snprintf(path, sizeof path, "%s/suites/%s", XQ_SOURCE_DIR, rows[i].file);
        if (!suite_load(path, &suite, &err)) fail_msg("%s", err.text);
        if (suite.count < rows[i].least) fail_msg("%s: %d positions", rows[i].file, suite.count);
        for (int k = 1; k < suite.count; k++)
            for (int j = 0; j < k; j++)
                if (suite.item[j].pos.key == suite.item[k].pos.key && !strcmp(suite.item[j].wanted, suite.item[k].wanted))
                    fail_msg("%s: %s and %s are the same", rows[i].file, suite.item[j].name, suite.item[k].name);
        suite_free(&suite);
    }
}

int main(void) {
    xq_init();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_line_says_what_is_wanted),
        cmocka_unit_test(what_cannot_be_asked_is_refused_with_its_line),
        cmocka_unit_test(an_answer_must_be_all_that_was_asked),
        cmocka_unit_test(the_committed_suites_can_be_read),
        cmocka_unit_test(names_and_comments_are_no_part_of_a_suites_identity),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
