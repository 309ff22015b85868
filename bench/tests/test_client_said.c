#include "engine/tests/test.h"
#include <string.h>
#include "bench/client/said.h"

/* What an answer holds once these lines have been heard. */
typedef struct {
    const char *name;
    const char *lines[4];
    double scale; /* 0: 1 */
    int score, depth, seldepth;
    ScoreBound bound;
    uint64_t nodes;
} Row;

static const Row rows[] = {
    { "a whole UCI line",
      { "info depth 7 seldepth 12 multipv 1 score cp -31 nodes 900 nps 4500 hashfull 3 tbhits 0 time 200 pv h2e2 "
        "h9g7" },
      0,
      -31,
      7,
      12,
      SCORE_EXACT,
      900 },
    { "UCCI has no word cp",
      { "info time 20 nodes 500", "info depth 5 score 44 pv b2e2" },
      0,
      44,
      5,
      0,
      SCORE_EXACT,
      500 },
    { "UCCI with the word all the same", { "info depth 5 score cp 44 pv b2e2" }, 0, 44, 5, 0, SCORE_EXACT, 0 },
    { "an upper bound", { "info depth 5 score cp 10 upperbound nodes 7" }, 0, 10, 5, 0, SCORE_UPPER, 7 },
    { "a lower bound before the rest", { "info score cp 10 lowerbound depth 5 nodes 7" }, 0, 10, 5, 0, SCORE_LOWER, 7 },
    { "mate in three moves is five plies away",
      { "info depth 9 score mate 3" },
      0,
      ANSWER_MATE - 5,
      9,
      0,
      SCORE_EXACT,
      0 },
    { "mated in two moves is four plies away",
      { "info depth 9 score mate -2" },
      0,
      -(ANSWER_MATE - 4),
      9,
      0,
      SCORE_EXACT,
      0 },
    { "mated already", { "info depth 0 score mate 0" }, 0, -ANSWER_MATE, 0, 0, SCORE_EXACT, 0 },
    { "the longest mate", { "info depth 9 score mate 500" }, 0, ANSWER_MATE - 999, 9, 0, SCORE_EXACT, 0 },
    { "the longest way to be mated", { "info depth 9 score mate -500" }, 0, -ANSWER_MATE_MIN, 9, 0, SCORE_EXACT, 0 },
    { "a mate past all counting is none", { "info depth 9 score cp 3", "info score mate 501", "info score mate -999999999" }, 0, 3, 9, 0, SCORE_EXACT, 0 },
    { "a score by its scale", { "info depth 9 score cp 200" }, 2.5, 500, 9, 0, SCORE_EXACT, 0 },
    { "a scaled score rounds away from zero", { "info depth 9 score cp -5" }, 0.5, -3, 9, 0, SCORE_EXACT, 0 },
    { "a mate is not scaled", { "info depth 9 score mate 1" }, 2.5, ANSWER_MATE - 1, 9, 0, SCORE_EXACT, 0 },
    { "a huge score is no mate",
      { "info depth 9 score cp 1000000000" },
      0,
      ANSWER_MATE_MIN - 1,
      9,
      0,
      SCORE_EXACT,
      0 },
    { "a score beyond all bounds is none", { "info depth 9 score cp 3", "info depth 9 score cp -99999999999999999999999" }, 0, 3, 9, 0, SCORE_EXACT, 0 },
    { "depths beyond all bounds are none",
      { "info depth 9 seldepth 20 score cp 3", "info depth 99999999999999999999 seldepth 1001 score cp 4", "info depth 1001", "info depth -3" },
      0, 4, 9, 20, SCORE_EXACT, 0 },
    { "nodes beyond all bounds are none",
      { "info nodes 100000000000000", "info nodes 100000000000001", "info nodes 18446744073709551615", "info nodes -7" },
      0, 0, 0, 0, SCORE_NONE, 100000000000000 },
    { "xboard's numbers have the same bounds",
      { "7 3 1 50", "1001 100501 1 100000000000001 h2e2", "99999999999999999999 -100501 1 -1" }, 0, 3, 7, 0, SCORE_EXACT, 50 },
    { "our own mates in UCCI", { "info depth 9 score 29997" }, 3, 29997, 9, 0, SCORE_EXACT, 0 },
    { "the newest line counts",
      { "info depth 3 score cp 1 nodes 5", "info depth 4 score cp 2 nodes 9" },
      0,
      2,
      4,
      0,
      SCORE_EXACT,
      9 },
    { "an iteration begun is not one finished",
      { "info depth 3 score cp 1 nodes 5", "info depth 4 currmove h2e2 currmovenumber 1" },
      0,
      1,
      3,
      0,
      SCORE_EXACT,
      5 },
    { "a depth is better than none", { "info depth 2", "info nodes 8" }, 0, 0, 2, 0, SCORE_NONE, 8 },
    { "second lines are left out, their nodes are not",
      { "info multipv 1 depth 3 score cp 1 nodes 5", "info multipv 2 depth 3 score cp -70 nodes 8" },
      0,
      1,
      3,
      0,
      SCORE_EXACT,
      8 },
    { "text is no news",
      { "info string depth 9 score cp 4 nodes 3", "info message score 4" },
      0,
      0,
      0,
      0,
      SCORE_NONE,
      0 },
    { "unknown words are passed over", { "info foo depth 3 bar 7 score cp 6 baz" }, 0, 6, 3, 0, SCORE_EXACT, 0 },
    { "words without their numbers", { "info depth score cp nodes pv" }, 0, 0, 0, 0, SCORE_NONE, 0 },
    { "a word where a number should be", { "info depth x3 score cp 1x nodes -5" }, 0, 0, 0, 0, SCORE_NONE, 0 },
    { "tabs and blanks", { "  info\tdepth  3   score cp\t6" }, 0, 6, 3, 0, SCORE_EXACT, 0 },
    { "not an info line", { "information depth 3 score cp 6", "readyok", "" }, 0, 0, 0, 0, SCORE_NONE, 0 },
    { "xboard's thinking", { "7 -120 34 56789 h2e2 h9g7" }, 0, -120, 7, 0, SCORE_EXACT, 56789 },
    { "with a mark on the depth", { " 12. 15 3 40\th2e2" }, 0, 15, 12, 0, SCORE_EXACT, 40 },
    { "xboard's mate", { "5 100003 1 20 h2e2" }, 0, ANSWER_MATE - 5, 5, 0, SCORE_EXACT, 20 },
    { "xboard's mate for the other side", { "5 -100002 1 20 h2e2" }, 0, -(ANSWER_MATE - 4), 5, 0, SCORE_EXACT, 20 },
    { "no thinking: three numbers", { "5 10 1" }, 0, 0, 0, 0, SCORE_NONE, 0 },
    { "no thinking: a word first", { "move 5 10 1 20", "x5 10 1 20", "5abcde 10 1 20" }, 0, 0, 0, 0, SCORE_NONE, 0 },
};

static void takes_what_is_said(void **state) {
    const Row *row = *state;
    Answer answer = { 0 };
    for (int i = 0; i < 4 && row->lines[i]; i++) {
        Info info;
        if (said_info(row->lines[i], &info) || said_thinking(row->lines[i], &info))
            said_take(&info, row->scale ? row->scale : 1, &answer);
    }
    assert_int_equal(answer.score, row->score);
    assert_int_equal(answer.depth, row->depth);
    assert_int_equal(answer.seldepth, row->seldepth);
    assert_int_equal(answer.bound, row->bound);
    assert_int_equal(answer.nodes, row->nodes);
}

static void chances_and_time_are_taken_with_what_they_belong_to(void **state) {
    (void)state;
    static const struct {
        const char *lines[3];
        int16_t wdl[3];
        int64_t said_ms; /* -1: nothing */
    } cases[] = {
        { { "info depth 5 score cp 4 wdl 312 500 188 nodes 7 time 20" }, { 312, 500, 188 }, 20 },
        { { "info depth 5 score cp 4 wdl 312 500 188", "info depth 5 nodes 9 time 33" }, { 312, 500, 188 }, 33 },
        { { "info depth 5 score cp 4 wdl 312 500 188", "info depth 6 score cp 5" }, { 0, 0, 0 }, -1 },
        { { "info depth 5 score cp 4 wdl 312 500 188", "info multipv 2 depth 5 score cp 1 wdl 0 1000 0" }, { 312, 500, 188 }, -1 },
        { { "info depth 5 score mate 2 wdl 1000 0 0" }, { 1000, 0, 0 }, -1 },
        { { "info depth 5 score cp 4 wdl 312 500 189 time 8" }, { 0, 0, 0 }, 8 },
        { { "info depth 5 score cp 4 wdl 312 time 8" }, { 0, 0, 0 }, 8 },
        { { "info depth 5 score cp 4 wdl 1200 -100 -100 time 0" }, { 0, 0, 0 }, 0 },
        { { "5 10 31 20 h2e2" }, { 0, 0, 0 }, 310 },
        { { "info depth 5 score cp 4 time 20", "info time -1", "info time 1000000001" }, { 0, 0, 0 }, 20 },
        { { "5 10 31 20", "5 10 -1 20", "5 10 100000001 20" }, { 0, 0, 0 }, 310 },
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        Answer answer = { 0 };
        for (int k = 0; k < 3 && cases[i].lines[k]; k++) {
            Info info;
            if (said_info(cases[i].lines[k], &info) || said_thinking(cases[i].lines[k], &info)) said_take(&info, 1, &answer);
        }
        assert_memory_equal(answer.wdl, cases[i].wdl, sizeof answer.wdl);
        assert_int_equal(answer.says_time ? answer.said_ns / 1000000 : -1, cases[i].said_ms);
    }
}

static void best_moves_are_read(void **state) {
    (void)state;
    static const struct {
        const char *line, *move, *ponder;
        bool draw, resign, good;
    } lines[] = {
        { "bestmove h2e2", "h2e2", "", false, false, true },
        { "  bestmove  h2e2 \t", "h2e2", "", false, false, true },
        { "bestmove h3e3 ponder h10g8", "h3e3", "h10g8", false, false, true },
        { "bestmove h2e2 draw", "h2e2", "", true, false, true },
        { "bestmove h2e2 ponder h9g7 draw resign", "h2e2", "h9g7", true, true, true },
        { "bestmove h2e2 resign", "h2e2", "", false, true, true },
        { "bestmove", "", "", false, false, true },
        { "bestmove h2e2 ponder", "h2e2", "", false, false, true },
        { "nobestmove", "", "", false, false, true },
        { "bestmove a-move-that-is-much-too-long-to-be-one", "a-move-that-is-", "", false, false, true },
        { "bestmoves h2e2", "", "", false, false, false },
        { "info bestmove h2e2", "", "", false, false, false },
        { "", "", "", false, false, false },
    };
    for (size_t i = 0; i < COUNT_OF(lines); i++) {
        BestMove best;
        assert_int_equal(said_best_move(lines[i].line, &best), lines[i].good);
        assert_string_equal(best.move, lines[i].move);
        assert_string_equal(best.ponder, lines[i].ponder);
        assert_int_equal(best.draw, lines[i].draw);
        assert_int_equal(best.resign, lines[i].resign);
    }
}

static void a_word_ends_where_a_blank_begins(void **state) {
    (void)state;
    const char *rest;
    assert_true(said_word("  id \t name", "id", &rest));
    assert_string_equal(rest, "name");
    assert_true(said_word("uciok", "uciok", &rest));
    assert_string_equal(rest, "");
    assert_false(said_word("uciokay", "uciok", NULL));
    assert_false(said_word("uci", "uciok", NULL));
}

int main(void) {
    struct CMUnitTest tests[COUNT_OF(rows) + 3];
    for (size_t i = 0; i < COUNT_OF(rows); i++)
        tests[i] = (struct CMUnitTest){ .name = rows[i].name,
                                        .test_func = takes_what_is_said,
                                        .initial_state = (void *)&rows[i] };
    tests[COUNT_OF(rows)] = (struct CMUnitTest)cmocka_unit_test(best_moves_are_read);
    tests[COUNT_OF(rows) + 1] = (struct CMUnitTest)cmocka_unit_test(a_word_ends_where_a_blank_begins);
    tests[COUNT_OF(rows) + 2] = (struct CMUnitTest)cmocka_unit_test(chances_and_time_are_taken_with_what_they_belong_to);
    return _cmocka_run_group_tests("said", tests, COUNT_OF(tests), NULL, NULL);
}
