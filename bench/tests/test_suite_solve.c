#include "engine/tests/test.h"
#include <stdio.h>
#include <string.h>
#include "bench/suite/solve.h"
#include "engine/xq/notation.h"

#define MATES                                                                                                     \
    "2bakab2/9/1r4n2/4p1p1p/1n7/R6R1/P1P1c1P1P/C1c1B4/2C1N4/2BAKA3 b - - bm c2c0; dm 1; id \"one\";\n"              \
    "3k5/4P2N1/3Nb1c1b/8p/9/2B6/P7P/4B4/4A4/3AK4 w - - bm d7b8; dm 1; id \"two\";\n"                               \
    "2bakab2/9/1r4n2/4p1p1p/1n7/R6R1/P1P1c1P1P/C1c1B4/2C1N4/2BAKA3 b - - am c2c0; id \"wrong on purpose\";\n"

static PlayerSpec spec_of(const char *text) {
    PlayerSpec spec;
    Err err = { 0 };
    if (!player_spec_parse(text, &spec, &err)) fail_msg("%s", err.text);
    return spec;
}

static void players_are_asked_every_item_whatever_the_workers(void **state) {
    (void)state;
    Suite suite;
    PlayerSpec player[2] = { spec_of("full"), spec_of("pvs") };
    SuiteResult result[2][6];
    assert_true(suite_parse(MATES, "x", &suite, NULL));
    for (int jobs = 1; jobs <= 2; jobs++) {
        const SolveOptions options = { .limit = { .depth = 3 }, .jobs = jobs };
        assert_true(suite_solve(&suite, player, 2, &options, result[jobs - 1], NULL));
    }
    for (int i = 0; i < 6; i++) {
        const SuiteResult *one = &result[0][i], *two = &result[1][i];
        assert_true(one->done);
        assert_int_equal(one->solved, i < 4);
        assert_int_equal(one->answer.move, two->answer.move);
        assert_int_equal(one->answer.nodes, two->answer.nodes);
        assert_int_equal(one->solved_nodes, two->solved_nodes);
        assert_int_equal(one->solved_depth > 0, one->solved);
        assert_true(one->solved_nodes <= one->answer.nodes);
    }
    /* A mate in one is seen before the last iteration by whoever iterates. */
    assert_true(result[0][0].solved_depth < 3);
    for (int i = 0; i < 2; i++) player_spec_free(&player[i]);
    suite_free(&suite);
}

static void an_engine_behind_a_pipe_knows_at_the_same_iteration(void **state) {
    (void)state;
    Suite suite;
    PlayerSpec player[2] = { spec_of("full"), spec_of("cmd=" XQ_BIN_DIR "/xqengine protocol=uci name=piped") };
    SuiteResult result[6];
    Err err = { 0 };
    const SolveOptions options = { .limit = { .depth = 6 }, .jobs = 1 };
    assert_true(suite_parse(MATES, "x", &suite, NULL));
    if (!suite_solve(&suite, player, 2, &options, result, &err)) fail_msg("%s", err.text);
    for (int i = 0; i < 6; i += 2) {
        assert_int_equal(result[i].solved, result[i + 1].solved);
        assert_int_equal(result[i].answer.move, result[i + 1].answer.move);
        assert_int_equal(result[i].solved_depth, result[i + 1].solved_depth);
        assert_int_equal(result[i].solved_nodes, result[i + 1].solved_nodes);
    }
    for (int i = 0; i < 2; i++) player_spec_free(&player[i]);
    suite_free(&suite);
}

/* A player that changes its mind as its script says; the last entry is its answer. */
typedef struct { int depth; const char *move; ScoreBound bound; } Step;
static const Step *steps;

static bool fickle_new_game(Player *player, Err *err) {
    (void)player;
    return steps != NULL || err_set(err, ERR_SYSTEM, "no game today");
}
static void fickle_go(Player *player, const Game *game, const Limit *limit, const ClockState *clock, Answer *answer) {
    (void)game;
    (void)limit;
    (void)clock;
    for (const Step *step = steps; step->move; step++) {
        *answer = (Answer){ .move = move_parse_coord(step->move, false), .bound = step->bound, .depth = step->depth,
                            .nodes = (uint64_t)step->depth * 100, .time_ns = step->depth * 1000 };
        if (step[1].move) player->listener->iteration(player->listener->context, answer);
    }
}
static void fickle_stop(Player *player) { (void)player; }
static void fickle_delete(Player *player) { (void)player; }
static Player *fickle_start(const PlayerSpec *spec, Err *err) {
    static const PlayerKind kind = { .new_game = fickle_new_game, .go = fickle_go, .stop = fickle_stop, .delete = fickle_delete };
    static Player player = { .kind = &kind };
    (void)spec;
    (void)err;
    return &player;
}
static const PlayerSpec fickle = { .name = "fickle", .start = fickle_start };

static void an_item_counts_from_when_it_stayed_solved(void **state) {
    (void)state;
    static const struct { Step step[6]; bool solved; int depth; } rows[] = {
        { { { 1, "h2e2", SCORE_EXACT }, { 2, "h2e2", SCORE_EXACT }, { 3, "h2e2", SCORE_EXACT } }, true, 1 },
        { { { 1, "h2e2", SCORE_EXACT }, { 2, "h0g2", SCORE_EXACT }, { 3, "h2e2", SCORE_EXACT }, { 4, "h2e2", SCORE_EXACT } }, true, 3 },
        { { { 1, "h2e2", SCORE_EXACT }, { 2, "h0g2", SCORE_EXACT } }, false, 0 },
        { { { 1, "h0g2", SCORE_EXACT }, { 2, "h2e2", SCORE_EXACT } }, true, 2 },
        /* A failed window names no move of its own. */
        { { { 1, "h2e2", SCORE_EXACT }, { 2, "h0g2", SCORE_UPPER }, { 2, "h2e2", SCORE_EXACT } }, true, 1 },
    };
    Suite suite;
    assert_true(suite_parse("rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w bm h2e2", "x", &suite, NULL));
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        SuiteResult result;
        const SolveOptions options = { .limit = { .depth = 9 }, .jobs = 1 };
        steps = rows[i].step;
        assert_true(suite_solve(&suite, &fickle, 1, &options, &result, NULL));
        if (result.solved != rows[i].solved || result.solved_depth != rows[i].depth)
            fail_msg("row %zu: solved %d at depth %d", i, result.solved, result.solved_depth);
        assert_int_equal(result.solved_nodes, rows[i].depth * 100);
    }
    suite_free(&suite);
}

static void failures_and_stops_are_errors(void **state) {
    (void)state;
    Suite suite;
    SuiteResult result[3];
    Err err = { 0 };
    assert_true(suite_parse(MATES, "x", &suite, NULL));
    steps = NULL;
    SolveOptions options = { .limit = { .depth = 1 }, .jobs = 1 };
    assert_false(suite_solve(&suite, &fickle, 1, &options, result, &err));
    assert_string_equal(err.text, "no game today");
    static const atomic_bool stop = true;
    options.stop = &stop;
    assert_false(suite_solve(&suite, &fickle, 1, &options, result, &err));
    assert_int_equal(err.kind, ERR_INTERRUPTED);
    assert_false(result[0].done);
    suite_free(&suite);
}

static void an_explanation_adds_up_to_the_evaluation(void **state) {
    (void)state;
    static const char line[] = "r1ba1a3/4kn3/2n1b4/pNp1p1p1p/4c4/6P2/P1P2R2P/1CcC5/9/2BAKAB2 w - - bm f3f5";
    Suite suite;
    PlayerSpec pvs = spec_of("pvs"), outsider = fickle;
    Explanation right, wrong;
    Err err = { 0 };
    const Limit limit = { .depth = 3 };
    const Move played = move_parse_coord("b6a8", false);
    assert_true(suite_parse(line, "x", &suite, NULL));
    if (!suite_explain(&suite.item[0], &pvs, &limit, played, &right, &wrong, &err)) fail_msg("%s", err.text);
    assert_int_equal(right.move[0], suite.item[0].best[0]);
    assert_int_equal(wrong.move[0], played);
    /* Without quiescence the value of a line is the evaluation at its end, which is 3 plies on: rounding aside, the sum. */
    const Explanation *both[] = { &right, &wrong };
    for (int i = 0; i < 2; i++) {
        double sum = 0;
        for (int k = 0; k < both[i]->terms; k++) sum += both[i]->term[k].value;
        assert_int_equal(both[i]->count, 3);
        assert_near(sum, both[i]->score, 1);
    }
    steps = NULL;
    assert_false(suite_explain(&suite.item[0], &outsider, &limit, played, &right, &wrong, &err));
    assert_non_null(strstr(err.text, "fickle is no builtin player"));
    player_spec_free(&pvs);
    suite_free(&suite);
}

int main(void) {
    xq_init();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(players_are_asked_every_item_whatever_the_workers),
        cmocka_unit_test(an_engine_behind_a_pipe_knows_at_the_same_iteration),
        cmocka_unit_test(an_item_counts_from_when_it_stayed_solved),
        cmocka_unit_test(failures_and_stops_are_errors),
        cmocka_unit_test(an_explanation_adds_up_to_the_evaluation),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
