#include "engine/tests/test.h"
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include "engine/core/arena.h"
#include "engine/core/mono.h"
#include "engine/proto/server.h"
#include "engine/search/session.h"
#include "engine/xq/pos.h"

/* What the server said so far, and how much of that await() has passed. The searching thread writes too. */
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t more = PTHREAD_COND_INITIALIZER;
static Buf said;
static size_t passed;

static void keep(void *context, const char *text) {
    (void)context;
    pthread_mutex_lock(&lock);
    buf_add(&said, text);
    pthread_cond_broadcast(&more);
    pthread_mutex_unlock(&lock);
}

static bool bench(void *context, const Variant *variant, int depth, Err *err) {
    (void)context;
    char line[128];
    if (depth > 50) return err_set(err, ERR_INPUT, "too deep");
    snprintf(line, sizeof line, "bench %s null_move %d depth %d\n", variant->name, (int)variant->search.null_move,
             depth);
    keep(NULL, line);
    return true;
}

static Server *start(void) {
    const ServerOutput output = { .write = keep, .bench = bench };
    Variant variant;
    Err err = { .kind = ERR_NONE };
    buf_clear(&said);
    passed = 0;
    if (!variant_load("PVSTIQ", &variant, &err)) fail_msg("%s", err.text);
    Server *server = server_new(&variant, &output, &err);
    assert_non_null(server);
    return server;
}

/* Wait until the server has said this, after what was awaited before. */
static void await(const char *part) {
    struct timespec end;
    clock_gettime(CLOCK_REALTIME, &end);
    end.tv_sec += 60;
    pthread_mutex_lock(&lock);
    const char *found;
    while (!(found = strstr(buf_text(&said) + passed, part)))
        if (pthread_cond_timedwait(&more, &lock, &end) != 0)
            fail_msg("'%s' did not come after:\n%s", part, buf_text(&said));
    passed = (size_t)(found - buf_text(&said)) + strlen(part);
    pthread_mutex_unlock(&lock);
}

/* Feed lines, end the input, and leave all that was said in `said`. A line that begins with "> " is awaited from the server. */
static void converse(const char *const *lines) {
    Server *server = start();
    bool going = true;
    for (; *lines && going; lines++) {
        if (strncmp(*lines, "> ", 2) == 0) await(*lines + 2);
        else going = server_line(server, *lines);
    }
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
    assert_said("option name Hash type spin default ");
    assert_said("option name Clear Hash type button\n");
    assert_said("option name mobility type check default true\n");
    assert_said("uciok\nreadyok\n");
}

static void ucci_greets_in_its_own_form_and_says_goodbye(void **state) {
    (void)state;
    converse((const char *[]){ "ucci", "quit", NULL });
    assert_said("option usemillisec type check default false\n");
    assert_said("option newgame type button\n");
    assert_said("option hashsize type spin min ");
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

static uint64_t nodes_of_a_session(const SearchLimits *limits) {
    Variant variant;
    SearchResult result;
    assert_true(variant_load("PVSTIQ", &variant, NULL));
    Session *session = session_new(&variant, NULL);
    session_new_game(session);
    session_go(session, limits, NULL, &result);
    session_delete(session);
    return result.counters.nodes;
}

static void the_last_line_counts_every_node(void **state) {
    (void)state;
    static const struct {
        const char *go;
        SearchLimits limits;
        int times; /* that the total is told */
    } rows[] = {
        { "go nodes 3000", { .nodes = 3000 }, 1 }, /* ends within an iteration */
        { "go depth 3", { .depth = 3 }, 1 },       /* ends with one: nothing is told twice */
        { "go nodes 1", { .nodes = 1 }, 1 },
    };
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        converse((const char *[]){ "uci", "ucinewgame", "position startpos", rows[i].go, NULL });
        char total[40];
        snprintf(total, sizeof total, " nodes %llu ", (unsigned long long)nodes_of_a_session(&rows[i].limits));
        const char *last = NULL;
        int times = 0;
        for (const char *at = buf_text(&said); (at = strstr(at, total)); at++, times++) last = at;
        assert_int_equal(times, rows[i].times);
        assert_string_equal(strchr(last, '\n') + 1, strstr(buf_text(&said), "bestmove "));
    }
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
    assert_true(mono_ns() - asked < 10000000000);
    server_delete(server);
    assert_said("readyok\n");
    assert_said("bestmove ");
}

/* Black's only move there is the king's, out of check. */
static void a_position_sent_right_behind_a_stop_is_searched_next(void **state) {
    (void)state;
    for (int i = 0; i < 20; i++) {
        converse((const char *[]){ "uci", "position startpos", "go infinite", "stop",
                                   "position fen 3k5/9/9/9/9/9/9/9/3R5/5K3 b - - 0 1", "go depth 1", NULL });
        assert_not_said("busy");
        assert_said("bestmove d9e9");
    }
}

static void a_stop_that_comes_late_does_not_cut_the_next_search(void **state) {
    (void)state;
    converse((const char *[]){ "ucci", "setoption batch true", "position startpos", "go depth 1", "stop", "stop",
                               "go depth 4", NULL });
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
    const char *worse = "position fen 4k4/9/9/9/9/r8/9/9/9/3K5 w - - 0 1",
               *better = "position fen 4k4/9/9/9/9/R8/9/9/9/3K5 w - - 0 1";
    converse((const char *[]){ "ucci", worse, "go draw depth 3", NULL });
    assert_said(" draw\n");
    converse((const char *[]){ "ucci", better, "go draw depth 3", NULL });
    assert_not_said(" draw\n");
}

static void mistakes_are_answered_and_change_nothing(void **state) {
    (void)state;
    converse((const char *[]){ "uci", "position startpos moves h2h8", "setoption name hsah value 3",
                               "position fen junk", "go depth 2", NULL });
    assert_said("info string move 1, h2h8, is not legal\n");
    assert_said("hash");
    assert_said("info string FEN");
    assert_said("bestmove ");
}

static void options_change_the_search(void **state) {
    (void)state;
    converse((const char *[]){ "uci", "setoption name quiescence value false", "setoption name Hash value 1",
                               "setoption name mobility value off", "setoption name Clear Hash", "uci", "go depth 2",
                               NULL });
    assert_said("option name quiescence type check default false\n");
    assert_said("option name Hash type spin default 1 ");
    assert_said("option name mobility type check default false\n");
    assert_not_said("info string");
}

static void uci_names_the_nearest_option_and_ucci_passes_over(void **state) {
    (void)state;
    converse((const char *[]){ "uci", "setoption name quiesence value false", "setoption name xyzzy value 1",
                               "setoption name Hash value 0", NULL });
    assert_said("info string there is no option 'quiesence'; did you mean 'quiescence'?\n");
    assert_said("info string there is no option 'xyzzy'\n");
    assert_said("info string hash: ");
    converse((const char *[]){ "ucci", "setoption quiesence false", "setoption usebook false",
                               "setoption bookfiles a.dat;b.dat", "setoption style risky", "setoption hashsize 0",
                               "setoption threads 0", "setoption newgame", NULL });
    assert_not_said("info");
    converse((const char *[]){ "ucci", "setoption usemillisec perhaps", NULL });
    assert_said("info message usemillisec: ");
}

static void a_command_that_follows_the_answer_at_once_is_heard(void **state) {
    (void)state;
    Server *server = start();
    server_line(server, "uci");
    for (int i = 0; i < 300; i++) {
        server_line(server, i % 2 ? "position startpos" : "position startpos moves h2e2");
        server_line(server, "go depth 1");
        await("bestmove ");
    }
    server_delete(server);
    assert_not_said("busy");
}

static void a_stop_that_finds_no_search_is_answered_over_ucci(void **state) {
    (void)state;
    converse((const char *[]){ "ucci", "stop", NULL });
    assert_said("ucciok\nnobestmove\n");
    converse((const char *[]){ "uci", "stop", NULL });
    assert_not_said("bestmove");
}

static void words_of_go_that_nobody_knows_do_not_keep_it_from_answering(void **state) {
    (void)state;
    converse((const char *[]){ "uci", "go blitz depth 2", "> info string go: 'blitz' is unknown, passed over",
                               "> bestmove ", NULL });
}

/* The values of "pophash bestmove m lowerbound v depth d upperbound v depth d". */
static void probe_tells_what_the_table_holds(void **state) {
    (void)state;
    const char *mate = "3k5/9/9/9/2R6/9/9/9/9/4K4 w - - 0 1";
    char position[96], after[128], before[96];
    snprintf(position, sizeof position, "position fen %s", mate);
    snprintf(before, sizeof before, "probe fen %s", mate);
    snprintf(after, sizeof after, "probe fen %s moves c5e5", mate);
    converse((const char *[]){ "ucci", "setoption batch true", before, "> pophash\n", position, "go depth 3",
                               "> bestmove ", before, "> pophash bestmove ", "> \n", after, "probe startpos",
                               "> pophash\n", "probe startpos moves h2h8", NULL });
    const char *known = strstr(buf_text(&said), "pophash bestmove ");
    int lower = 0, upper = 0, lower_depth = 0, upper_depth = 0;
    char move[8];
    assert_int_equal(sscanf(known, "pophash bestmove %4s lowerbound %d depth %d upperbound %d depth %d", move, &lower,
                            &lower_depth, &upper, &upper_depth),
                     5);
    assert_int_equal(lower, upper);
    assert_int_equal(lower_depth, 3);
    assert_int_equal(upper_depth, 3);
    char best[32];
    snprintf(best, sizeof best, "bestmove %s", move);
    assert_said(best);
    assert_said("info message move 1, h2h8, is not legal\n");
}

static void probe_is_answered_while_searching(void **state) {
    (void)state;
    converse((const char *[]){ "ucci", "position startpos", "go infinite", "> info depth 3", "probe startpos",
                               "> pophash bestmove ", "probe startpos moves a0a1", "> pophash", "stop", "> bestmove ",
                               "quit", NULL });
    assert_said("bye\n");
}

static void a_hopeless_side_resigns_when_told_at_which_value(void **state) {
    (void)state;
    const char *lost = "position fen 4k4/9/9/9/9/r8/1r7/9/9/3K5 w - - 0 1";
    converse((const char *[]){ "ucci", lost, "go depth 3", "> bestmove ", "setoption resignscore 1500", lost,
                               "go depth 3", "> bestmove ", "> resign\n", "quit", NULL });
    int resigned = 0;
    for (const char *at = buf_text(&said); (at = strstr(at, " resign\n")); at++) resigned++;
    assert_int_equal(resigned, 1);
}

static void a_draw_offered_with_ponderhit_is_considered(void **state) {
    (void)state;
    const char *worse = "position fen 4k4/9/9/9/9/r8/9/9/9/3K5 w - - 0 1";
    converse((const char *[]){ "ucci", "setoption usemillisec true", worse, "go ponder time 500 increment 0",
                               "> info depth 2", "ponderhit draw", "> bestmove ", "> draw\n", worse,
                               "go ponder time 500 increment 0", "> info depth 2", "ponderhit", "> bestmove ", "quit",
                               NULL });
    int draws = 0;
    for (const char *at = buf_text(&said); (at = strstr(at, " draw\n")); at++) draws++;
    assert_int_equal(draws, 1);
}

static void tools_of_the_console_answer(void **state) {
    (void)state;
    converse((const char *[]){ "uci", "position startpos moves h2e2", "d", "go perft 2", "perft 1", "eval", "bench",
                               "setoption name null_move value 3", "bench 5", "bench 60", NULL });
    assert_said("info string 2 . C . .[C]. .(.).\n");
    assert_said("info string fen rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C4/9/RNBAKABNR b - - 1 1\n");
    assert_said("Nodes searched: 1564\n");
    assert_said("Nodes searched: 45\n");
    assert_said("info string static value ");
    assert_said("bench PVSTIQ null_move 0 depth 0\n");
    assert_said("bench PVSTIQ null_move 3 depth 5\n");
    assert_said("info string too deep\n");
}

static void root_moves_are_named_in_debug_mode(void **state) {
    (void)state;
    converse((const char *[]){ "uci", "debug on", "position startpos", "go depth 2", NULL });
    assert_said("info depth 2 currmove ");
    assert_said(" currmovenumber 44\n");
    converse((const char *[]){ "ucci", "setoption debug true", "position startpos", "go depth 2", NULL });
    assert_said("info currmove ");
    converse((const char *[]){ "uci", "position startpos", "go depth 2", NULL });
    assert_not_said("currmove");
}

static void pondering_answers_only_when_told(void **state) {
    (void)state;
    Server *server = start();
    server_line(server, "uci");
    server_line(server, "position startpos moves h2e2 h9g7");
    server_line(server, "go ponder depth 2");
    mono_sleep_ns(100000000); /* the depth is reached long before */
    pthread_mutex_lock(&lock);
    const bool early = strstr(buf_text(&said), "bestmove") != NULL;
    pthread_mutex_unlock(&lock);
    assert_false(early);
    server_line(server, "ponderhit");
    await("bestmove ");
    server_delete(server);
}

/* As GUIs for UCI write: options from a dialog that knows the usual names, a clock, a ponder that misses and one that
 * hits, analysis that is stopped, a new game from a position. */
static void a_uci_gui_plays_and_analyses(void **state) {
    (void)state;
    converse((const char *[]){
        "uci",
        "> id name xqlab",
        "> uciok",
        "setoption name UCI_Variant value xiangqi",
        "setoption name Hash value 16",
        "setoption name Threads value 1",
        "setoption name Ponder value true",
        "isready",
        "> readyok",
        "ucinewgame",
        "isready",
        "> readyok",
        "position startpos",
        "go wtime 600 btime 600 winc 20 binc 20",
        "> info depth 1 ",
        "> nps ",
        "> pv ",
        "> bestmove ",
        "position startpos moves h2e2 h9g7",
        "go ponder wtime 600 btime 600 winc 20 binc 20",
        "> info depth 2 ",
        "stop",
        "> bestmove ",
        "position startpos moves h2e2 h7e7",
        "go wtime 500 btime 600 winc 20 binc 20",
        "> bestmove ",
        "position startpos moves h2e2 h7e7 h0g2 h9g7",
        "go ponder wtime 500 btime 600 movestogo 10",
        "> info depth 2 ",
        "ponderhit",
        "> bestmove ",
        "position fen rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1 moves h2e2",
        "go infinite",
        "> info depth 4 ",
        "isready",
        "> readyok",
        "stop",
        "> bestmove ",
        "position fen 3ak4/4a4/9/9/9/9/9/4B4/4A4/2BAK1R2 w",
        "go movetime 50",
        "> bestmove ",
        "go nodes 2000",
        "> bestmove ",
        "go searchmoves g0g9 depth 2",
        "> bestmove g0g9",
        "go mate 2 movetime 200",
        "> bestmove ",
        "quit",
        NULL });
    assert_not_said("info string");
}

/* As the GUIs for UCCI write: they send whatever their user has set, known or not, and a new FEN after each capture. */
static void a_ucci_gui_plays_and_bans(void **state) {
    (void)state;
    const char *chase = "position fen 1r2kab1r/2c1a4/n1c1b1n2/4p2N1/p1p6/1C4P2/P1P1P4/2N1B3C/4A4/1RBAK2R1 w - - 0 1 "
                        "moves h6i4 i9h9 i4h6 h9i9";
    converse((const char *[]){
        "ucci",
        "> id name xqlab",
        "> option usemillisec type check default false\n",
        "> ucciok",
        "setoption usemillisec true",
        "setoption hashsize 64",
        "setoption bookfiles C:\\XQWizard\\BOOK.DAT;D:\\more books\\b.dat",
        "setoption egtbpaths",
        "setoption evalapi EVALUATE.DLL",
        "setoption usebook true",
        "setoption useegtb true",
        "setoption idle none",
        "setoption pruning large",
        "setoption knowledge large",
        "setoption selectivity large",
        "setoption randomness none",
        "setoption style normal",
        "setoption promotion false",
        "setoption ponder false",
        "setoption repetition chineserule",
        "setoption drawmoves 60",
        "setoption newgame",
        "isready",
        "> readyok",
        "position fen rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1",
        "go time 600 increment 20",
        "> info time ",
        "> nodes ",
        "> info depth 1 score ",
        "> pv ",
        "> bestmove ",
        "position fen rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1 moves h2e2 h9g7",
        "go draw time 580 increment 20 opptime 600 oppincrement 20",
        "> bestmove ",
        "position fen r1bakabnr/9/1cn4c1/p1p1C1p1p/9/9/P1P1P1P1P/1C7/9/RNBAKABNR b - - 0 3",
        "go time 2000 movestogo 40 opptime 1000 oppmovestogo 40",
        "> bestmove ",
        chase,
        "banmoves h6i4",
        "go nodes 3000",
        "> bestmove ",
        chase,
        "go ponder time 600 increment 0",
        "> info depth 2",
        "stop",
        "> bestmove ",
        "go depth 0",
        "> info depth 0 score ",
        "> nobestmove",
        "go depth infinite",
        "> info depth 3",
        "isready",
        "> readyok",
        "stop",
        "> bestmove ",
        "quit",
        NULL });
    assert_not_said("info message");
    assert_said("bye\n");
}

int main(void) {
    xq_init();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(uci_greets_and_lists_every_option),
        cmocka_unit_test(ucci_greets_in_its_own_form_and_says_goodbye),
        cmocka_unit_test(a_search_with_a_limit_answers_after_the_input_ended),
        cmocka_unit_test(an_endless_search_ends_with_the_input),
        cmocka_unit_test(stop_is_heard_while_searching),
        cmocka_unit_test(a_position_sent_right_behind_a_stop_is_searched_next),
        cmocka_unit_test(a_stop_that_comes_late_does_not_cut_the_next_search),
        cmocka_unit_test(the_last_line_counts_every_node),
        cmocka_unit_test(banned_moves_are_not_played),
        cmocka_unit_test(only_the_searchmoves_are_looked_at),
        cmocka_unit_test(without_a_legal_move_there_is_no_best_move),
        cmocka_unit_test(depth_zero_of_ucci_is_the_static_value),
        cmocka_unit_test(a_draw_is_taken_when_standing_no_better),
        cmocka_unit_test(mistakes_are_answered_and_change_nothing),
        cmocka_unit_test(options_change_the_search),
        cmocka_unit_test(uci_names_the_nearest_option_and_ucci_passes_over),
        cmocka_unit_test(a_command_that_follows_the_answer_at_once_is_heard),
        cmocka_unit_test(a_stop_that_finds_no_search_is_answered_over_ucci),
        cmocka_unit_test(words_of_go_that_nobody_knows_do_not_keep_it_from_answering),
        cmocka_unit_test(probe_tells_what_the_table_holds),
        cmocka_unit_test(probe_is_answered_while_searching),
        cmocka_unit_test(a_hopeless_side_resigns_when_told_at_which_value),
        cmocka_unit_test(a_draw_offered_with_ponderhit_is_considered),
        cmocka_unit_test(tools_of_the_console_answer),
        cmocka_unit_test(root_moves_are_named_in_debug_mode),
        cmocka_unit_test(pondering_answers_only_when_told),
        cmocka_unit_test(a_uci_gui_plays_and_analyses),
        cmocka_unit_test(a_ucci_gui_plays_and_bans),
    };
    const int failed = cmocka_run_group_tests(tests, NULL, NULL);
    buf_free(&said);
    return failed;
}
