#include "engine/tests/test.h"
#include <pthread.h>
#include "engine/core/mono.h"
#include "engine/search/session.h"
#include "engine/xq/fen.h"
#include "engine/xq/gen.h"

/* Far more than a search needs to notice, for machines that are busy with others. */
static const int64_t SOON_NS = 10000000000;

static Session *new_session(const char *name) {
    Variant variant;
    Err err = { 0 };
    if (!variant_from_grammar(name, &variant)) fail_msg("%s is no variant", name);
    Session *session = session_new(&variant, &err);
    assert_non_null(session);
    return session;
}

static void set_fen(Session *session, const char *fen) {
    Pos pos;
    assert_true(fen_parse(fen, &pos, NULL));
    assert_true(session_set_position(session, &pos, NULL, 0, NULL));
}

static void a_node_limit_is_met_exactly(void **state) {
    (void)state;
    static const uint64_t limits[] = { 1, 2, 43, 44, 45, 100, 1000, 1023, 1024, 1025, 20000 };
    Session *session = new_session("PVSCTIQ");
    for (size_t i = 0; i < COUNT_OF(limits); i++) {
        SearchResult result;
        session_go(session, &(SearchLimits){ .nodes = limits[i] }, NULL, &result);
        assert_int_equal(result.counters.nodes, limits[i]);
        assert_int_not_equal(result.best, MOVE_NONE);
    }
    session_delete(session);
}

static void a_new_game_forgets_everything(void **state) {
    (void)state;
    Session *session = new_session("PVSCTIQ");
    SearchResult first, warm, again;
    const SearchLimits limits = { .depth = 5 };
    session_go(session, &limits, NULL, &first);
    session_go(session, &limits, NULL, &warm);
    session_new_game(session);
    session_go(session, &limits, NULL, &again);
    assert_int_not_equal(warm.counters.nodes, first.counters.nodes);
    assert_memory_equal(&again.counters, &first.counters, sizeof again.counters);
    assert_int_equal(again.best, first.best);
    session_delete(session);
}

static void the_line_is_legal_and_begins_with_the_best_move(void **state) {
    (void)state;
    Session *session = new_session("PVSCTIQ");
    SearchResult result;
    session_go(session, &(SearchLimits){ .depth = 6 }, NULL, &result);
    assert_true(result.pv_len >= 1);
    assert_int_equal(result.pv[0], result.best);
    Pos pos = session_game(session)->pos;
    for (int i = 0; i < result.pv_len; i++) {
        Undo undo;
        assert_true(pos_is_pseudo_legal(&pos, result.pv[i]) && pos_is_legal(&pos, result.pv[i]));
        pos_make(&pos, result.pv[i], &undo);
    }
    session_delete(session);
}

static void mate_and_stalemate_are_scored_by_distance(void **state) {
    (void)state;
    Session *session = new_session("PVSCTI");
    SearchResult result;
    set_fen(session, "3k5/9/9/9/9/9/9/9/R8/1R3K3 w - - 0 1"); /* b0d0 and a1e1 */
    session_go(session, &(SearchLimits){ .depth = 4 }, NULL, &result);
    assert_int_equal(result.score, SCORE_MATE - 3);
    set_fen(session, "3k5/9/9/9/9/9/9/9/R3R4/5K3 w - - 0 1");
    const Move quiet = mv_make(sq_of(0, 1), sq_of(0, 8)); /* leaves no move and gives no check */
    session_go(session, &(SearchLimits){ .depth = 2, .root_moves = &quiet, .root_move_count = 1 }, NULL, &result);
    assert_int_equal(result.score, SCORE_MATE - 1);
    session_delete(session);
}

static void only_the_root_moves_asked_for_are_considered(void **state) {
    (void)state;
    Session *session = new_session("PVSCTIQ");
    MoveList list;
    SearchResult result;
    gen_legal(&session_game(session)->pos, &list);
    session_go(session, &(SearchLimits){ .depth = 3, .root_moves = list.move, .root_move_count = 1 }, NULL, &result);
    assert_int_equal(result.best, list.move[0]);
    session_go(session, &(SearchLimits){ .depth = 3, .banned = list.move + 1, .banned_count = list.count - 1 }, NULL,
               &result);
    assert_int_equal(result.best, list.move[0]);
    session_go(session, &(SearchLimits){ .depth = 3, .banned = list.move, .banned_count = list.count }, NULL, &result);
    assert_int_equal(result.best, MOVE_NONE);
    session_delete(session);
}

static void illegal_moves_are_named(void **state) {
    (void)state;
    Session *session = new_session("AB");
    Err err = { 0 };
    Pos start = session_game(session)->start;
    const Move moves[] = { mv_make(sq_of(7, 2), sq_of(4, 2)), mv_make(0, 1) };
    assert_false(session_set_position(session, &start, moves, 2, &err));
    assert_string_equal(err.text, "move 2, a0b0, is not legal");
    assert_true(session_set_position(session, &start, moves, 1, &err));
    assert_int_equal(session_game(session)->count, 1);
    session_delete(session);
}

static void *stop_after_20_ms(void *session) {
    mono_sleep_ns(20000000);
    session_stop(session);
    return NULL;
}

static void a_stop_from_another_thread_ends_an_infinite_search_soon(void **state) {
    (void)state;
    Session *session = new_session("PVSCTIQ");
    pthread_t thread;
    SearchResult result;
    const int64_t start = mono_ns(); /* the other thread may run before the search begins */
    pthread_create(&thread, NULL, stop_after_20_ms, session);
    session_go(session, &(SearchLimits){ .infinite = true }, NULL, &result);
    const int64_t time_ns = mono_ns() - start;
    pthread_join(thread, NULL);
    assert_true(time_ns >= 20000000 && time_ns < SOON_NS);
    assert_int_not_equal(result.best, MOVE_NONE);
    session_delete(session);
}

/* 10 ms of 100 nodes each, said with the limits or by the option; of a clock as of the time for one move. */
static void a_time_of_nodes_is_the_same_every_time(void **state) {
    (void)state;
    static const SearchLimits limits[] = { { .movetime_ns = 10000000 }, { .time_ns = 300000000, .increment_ns = 5000000 } };
    for (size_t i = 0; i < COUNT_OF(limits); i++) {
        uint64_t nodes[2] = { 0 };
        for (int by_option = 0; by_option < 2; by_option++) {
            Session *session = new_session("PVSCTIQ");
            SearchLimits given = limits[i];
            SearchResult result;
            if (by_option) assert_true(session_set(session, "nodestime", "100", NULL));
            else given.nodestime = 100;
            session_go(session, &given, NULL, &result);
            nodes[by_option] = result.counters.nodes;
            assert_int_not_equal(result.best, MOVE_NONE);
            session_delete(session);
        }
        assert_int_equal(nodes[0], nodes[1]);
        assert_in_range(nodes[0], 100, i == 0 ? 1000 : 6000);
    }
}

static void *ponderhit_after_20_ms(void *session) {
    mono_sleep_ns(20000000);
    session_ponderhit(session);
    return NULL;
}

static void time_begins_with_the_ponderhit(void **state) {
    (void)state;
    Session *session = new_session("PVSCTIQ");
    pthread_t thread;
    SearchResult result;
    const int64_t start = mono_ns();
    pthread_create(&thread, NULL, ponderhit_after_20_ms, session);
    session_go(session, &(SearchLimits){ .ponder = true, .movetime_ns = 60000000 }, NULL, &result);
    const int64_t time_ns = mono_ns() - start;
    pthread_join(thread, NULL);
    assert_true(time_ns >= 70000000 && time_ns < SOON_NS); /* 20 ms and 60, less what is kept back for the way */
    session_delete(session);
}

int main(void) {
    xq_init();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_node_limit_is_met_exactly),
        cmocka_unit_test(a_new_game_forgets_everything),
        cmocka_unit_test(the_line_is_legal_and_begins_with_the_best_move),
        cmocka_unit_test(mate_and_stalemate_are_scored_by_distance),
        cmocka_unit_test(only_the_root_moves_asked_for_are_considered),
        cmocka_unit_test(illegal_moves_are_named),
        cmocka_unit_test(a_stop_from_another_thread_ends_an_infinite_search_soon),
        cmocka_unit_test(a_time_of_nodes_is_the_same_every_time),
        cmocka_unit_test(time_begins_with_the_ponderhit),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
