#include "engine/tests/test.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "engine/core/arena.h"
#include "engine/core/mono.h"
#include "engine/proto/server.h"
#include "engine/xq/pos.h"

/* What the server said so far. The server writes under its lock; the tests read after the search has answered. */
static Buf said;

static void keep(void *context, const char *text) {
    (void)context;
    buf_add(&said, text);
}

static void bench(void *context, int depth) {
    (void)context;
    buf_addf(&said, "bench %d\n", depth);
}

static Server *start(void) {
    const ServerOutput output = { .write = keep, .bench = bench };
    Variant variant;
    Err err = { .kind = ERR_NONE };
    buf_clear(&said);
    if (!variant_load("PVSTIQ", &variant, &err)) fail_msg("%s", err.text);
    Server *server = server_new(&variant, &output, &err);
    assert_non_null(server);
    return server;
}

/* Feed lines, end the input, and leave all that was said in `said`. */
static void converse(const char *const *lines) {
    Server *server = start();
    bool going = true;
    for (; *lines && going; lines++) going = server_line(server, *lines);
    if (going) server_end_of_input(server);
    server_delete(server);
}

static void assert_said(const char *part) {
    if (!strstr(buf_text(&said), part)) fail_msg("'%s' is not in:\n%s", part, buf_text(&said));
}

static void assert_not_said(const char *part) {
    if (strstr(buf_text(&said), part)) fail_msg("'%s' is in:\n%s", part, buf_text(&said));
}

static void uci_greets_and_lists_every_option(void **state) {
    (void)state;
    converse((const char *[]){ "uci", "isready", "quit", NULL });
    assert_said("id name xqlab");
    assert_said("option name UCI_Variant type combo default xiangqi var xiangqi\n");
    assert_said("option name hash type spin default ");
    assert_said("option name mobility type check default true\n");
    assert_said("uciok\nreadyok\n");
}

static void ucci_greets_in_its_own_form_and_says_goodbye(void **state) {
    (void)state;
    converse((const char *[]){ "ucci", "quit", NULL });
    assert_said("option usemillisec type check default false\n");
    assert_said("option newgame type button\n");
    assert_said("ucciok\nbye\n");
    assert_not_said("option name");
}

static void a_search_with_a_limit_answers_after_the_input_ended(void **state) {
    (void)state;
    converse((const char *[]){ "uci", "position startpos moves h2e2", "go depth 3", NULL });
    assert_said("info depth 3 ");
    assert_said(" score cp ");
    assert_said("bestmove ");
}

static void an_endless_search_ends_with_the_input(void **state) {
    (void)state;
    converse((const char *[]){ "uci", "position startpos", "go infinite", NULL });
    assert_said("bestmove ");
}

static void stop_is_heard_while_searching(void **state) {
    (void)state;
    Server *server = start();
    server_line(server, "uci");
    server_line(server, "go infinite");
    mono_sleep_ns(20000000);
    assert_true(server_line(server, "isready"));
    const int64_t asked = mono_ns();
    server_line(server, "stop");
    server_end_of_input(server);
    assert_true(mono_ns() - asked < 2000000000);
    server_delete(server);
    assert_said("readyok\n");
    assert_said("bestmove ");
}

static void a_stop_that_comes_late_does_not_cut_the_next_search(void **state) {
    (void)state;
    converse((const char *[]){ "ucci", "setoption batch true", "position startpos", "go depth 1", "stop", "stop", "go depth 4", NULL });
    assert_said("info depth 4 ");
}

static void banned_moves_are_not_played(void **state) {
    (void)state;
    /* Red mates by one move alone; forbidden, it plays another. */
    const char *mate = "position fen 3k5/9/9/9/2R6/9/9/9/9/4K4 w - - 0 1";
    converse((const char *[]){ "ucci", "setoption batch true", mate, "go depth 4", NULL });
    char first[5];
    const char *answer = strstr(buf_text(&said), "bestmove ");
    assert_non_null(answer);
    snprintf(first, sizeof first, "%.4s", answer + 9);
    char ban[32];
    snprintf(ban, sizeof ban, "banmoves %s", first);
    converse((const char *[]){ "ucci", "setoption batch true", mate, ban, "go depth 4", NULL });
    char forbidden[32];
    snprintf(forbidden, sizeof forbidden, "bestmove %s", first);
    assert_said("bestmove ");
    assert_not_said(forbidden);
    /* A new position lifts the ban. */
    converse((const char *[]){ "ucci", "setoption batch true", mate, ban, mate, "go depth 4", NULL });
    assert_said(forbidden);
}

static void only_the_searchmoves_are_looked_at(void **state) {
    (void)state;
    converse((const char *[]){ "uci", "position startpos", "go depth 3 searchmoves a0a1", NULL });
    assert_said("bestmove a0a1");
}

static void without_a_legal_move_there_is_no_best_move(void **state) {
    (void)state;
    const char *mated = "position fen 3k1R3/4R4/9/9/9/9/9/9/9/4K4 b - - 0 1";
    converse((const char *[]){ "uci", mated, "go depth 3", NULL });
    assert_said("bestmove 0000");
    converse((const char *[]){ "ucci", mated, "go depth 3", NULL });
    assert_said("nobestmove");
}

static void depth_zero_of_ucci_is_the_static_value(void **state) {
    (void)state;
    converse((const char *[]){ "ucci", "position startpos", "go depth 0", NULL });
    assert_said("info depth 0 score ");
    assert_said("nobestmove\n");
}

static void a_draw_is_taken_when_standing_no_better(void **state) {
    (void)state;
    const char *worse = "position fen 4k4/9/9/9/9/r8/9/9/9/3K5 w - - 0 1", *better = "position fen 4k4/9/9/9/9/R8/9/9/9/3K5 w - - 0 1";
    converse((const char *[]){ "ucci", worse, "go draw depth 3", NULL });
    assert_said(" draw\n");
    converse((const char *[]){ "ucci", better, "go draw depth 3", NULL });
    assert_not_said(" draw\n");
}

static void mistakes_are_answered_and_change_nothing(void **state) {
    (void)state;
    converse((const char *[]){ "uci", "position startpos moves h2h8", "setoption name hsah value 3", "position fen junk", "go depth 2", NULL });
    assert_said("info string move 1, h2h8, is not legal\n");
    assert_said("hash");
    assert_said("info string FEN");
    assert_said("bestmove ");
}

static void options_change_the_search(void **state) {
    (void)state;
    converse((const char *[]){ "uci", "setoption name quiescence value false", "setoption name Hash value 1", "uci", "go depth 2", NULL });
    assert_said("option name quiescence type check default false\n");
    assert_said("option name hash type spin default 1 ");
}

int main(void) {
    xq_init();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(uci_greets_and_lists_every_option),
        cmocka_unit_test(ucci_greets_in_its_own_form_and_says_goodbye),
        cmocka_unit_test(a_search_with_a_limit_answers_after_the_input_ended),
        cmocka_unit_test(an_endless_search_ends_with_the_input),
        cmocka_unit_test(stop_is_heard_while_searching),
        cmocka_unit_test(a_stop_that_comes_late_does_not_cut_the_next_search),
        cmocka_unit_test(banned_moves_are_not_played),
        cmocka_unit_test(only_the_searchmoves_are_looked_at),
        cmocka_unit_test(without_a_legal_move_there_is_no_best_move),
        cmocka_unit_test(depth_zero_of_ucci_is_the_static_value),
        cmocka_unit_test(a_draw_is_taken_when_standing_no_better),
        cmocka_unit_test(mistakes_are_answered_and_change_nothing),
        cmocka_unit_test(options_change_the_search),
    };
    const int failed = cmocka_run_group_tests(tests, NULL, NULL);
    buf_free(&said);
    return failed;
}
