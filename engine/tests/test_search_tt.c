#include "engine/tests/test.h"
#include "engine/search/tt.h"

static void an_entry_lasts_for_its_game_however_many_games_came_before(void **state) {
    (void)state;
    enum { GAMES = 300, SEARCHES = 100 };
    TT tt = { 0 };
    assert_true(tt_resize(&tt, 1 << 10, NULL));
    for (uint64_t game = 1; game <= GAMES; game++) {
        const uint64_t key = game << 32;
        TTHit hit = { .move = 1, .depth = 3, .bound = BOUND_EXACT, .eval = TT_NO_EVAL, .nodes = 10 };
        tt_new_game(&tt);
        tt_new_search(&tt, REPLACE_AGE_DEPTH);
        tt_store(&tt, key, &hit);
        for (int search = 1; search < SEARCHES; search++) {
            tt_new_search(&tt, REPLACE_AGE_DEPTH);
            if (!tt_probe(&tt, key, &hit)) fail_msg("game %d lost its entry before search %d", (int)game, search);
        }
        tt_new_game(&tt);
        assert_false(tt_probe(&tt, key, &hit));
    }
    tt_free(&tt);
}

static TT new_table(Replacement replacement) {
    TT tt = { 0 };
    assert_true(tt_resize(&tt, 4, NULL)); /* with one entry a slot: keys that differ above the low bits collide */
    tt_new_search(&tt, replacement);
    return tt;
}

static void put(TT *tt, uint64_t number, int depth, uint64_t nodes) {
    const TTHit hit = { .move = (Move)number,
                        .score = (int)number,
                        .depth = depth,
                        .bound = BOUND_EXACT,
                        .eval = TT_NO_EVAL,
                        .nodes = nodes };
    tt_store(tt, number << 32, &hit);
}
static bool has(const TT *tt, uint64_t number) {
    TTHit hit;
    return tt_probe(tt, number << 32, &hit) && hit.score == (int)number;
}

/* Entry 1 is there (depth 5, 100 nodes); then 2 comes, then 3. Which stay? */
typedef struct {
    Replacement replacement;
    int depth[2];
    uint64_t nodes[2];
    bool stays[3];
} Row;
static const Row rows[] = {
    { REPLACE_ALWAYS, { 1, 1 }, { 1, 1 }, { false, false, true } },
    { REPLACE_OLD, { 9, 9 }, { 999, 999 }, { true, false, false } },
    { REPLACE_DEPTH, { 4, 3 }, { 999, 999 }, { true, false, false } },
    { REPLACE_DEPTH, { 5, 4 }, { 1, 1 }, { false, true, false } },
    { REPLACE_BIG1, { 9, 9 }, { 50, 60 }, { true, false, false } },
    { REPLACE_BIG_ALL, { 1, 1 }, { 200, 150 }, { false, true, false } },
    { REPLACE_TWO_DEEP, { 4, 3 }, { 999, 999 }, { true, false, true } },
    { REPLACE_TWO_DEEP, { 6, 3 }, { 1, 1 }, { false, true, true } },
    { REPLACE_TWO_DEEP, { 6, 7 }, { 1, 1 }, { false, true, true } },
    { REPLACE_TWO_BIG1, { 9, 9 }, { 50, 60 }, { true, false, true } },
    { REPLACE_TWO_BIG1, { 1, 1 }, { 200, 60 }, { false, true, true } },
    { REPLACE_AGE_DEPTH, { 1, 1 }, { 1, 1 }, { true, true, true } },
};

static void schemes_keep_what_they_promise(void **state) {
    (void)state;
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        TT tt = new_table(rows[i].replacement);
        put(&tt, 1, 5, 100);
        put(&tt, 2, rows[i].depth[0], rows[i].nodes[0]);
        put(&tt, 3, rows[i].depth[1], rows[i].nodes[1]);
        for (uint64_t number = 1; number <= 3; number++)
            if (has(&tt, number) != rows[i].stays[number - 1]) fail_msg("row %zu, entry %d", i, (int)number);
        tt_free(&tt);
    }
}

static void a_bucket_gives_up_early_searches_first_then_shallow_entries(void **state) {
    (void)state;
    TT tt = new_table(REPLACE_AGE_DEPTH);
    put(&tt, 1, 7, 1);
    tt_new_search(&tt, REPLACE_AGE_DEPTH);
    for (uint64_t number = 2; number <= 4; number++) put(&tt, number, (int)number, 1);
    put(&tt, 5, 1, 1);
    assert_false(has(&tt, 1));
    put(&tt, 6, 9, 1);
    assert_false(has(&tt, 5));
    assert_true(has(&tt, 2) && has(&tt, 3) && has(&tt, 4) && has(&tt, 6));
    tt_free(&tt);
}

static void what_goes_in_comes_out(void **state) {
    (void)state;
    static const TTHit in[] = {
        { .move = 0x3fff, .score = -29999, .eval = -20000, .depth = -100, .bound = BOUND_UPPER, .nodes = 1 },
        { .move = 1, .score = 29999, .eval = TT_NO_EVAL, .depth = 100, .bound = BOUND_LOWER, .nodes = 127 },
        { .move = MOVE_NONE, .score = 0, .eval = 20000, .depth = 0, .bound = BOUND_EXACT, .nodes = 123456789 },
    };
    for (size_t i = 0; i < COUNT_OF(in); i++) {
        TT tt = new_table(REPLACE_ALWAYS);
        TTHit out;
        tt_store(&tt, 0x123456789abcdef0u, &in[i]);
        assert_true(tt_probe(&tt, 0x123456789abcdef0u, &out));
        assert_int_equal(out.move, in[i].move);
        assert_int_equal(out.score, in[i].score);
        assert_int_equal(out.eval, in[i].eval);
        assert_int_equal(out.depth, in[i].depth);
        assert_int_equal(out.bound, in[i].bound);
        assert_near((double)out.nodes, (double)in[i].nodes, (double)in[i].nodes * 0.01);
        assert_false(tt_probe(&tt, 0x123456789abcdef0u ^ (uint64_t)1 << 63, &out));
        tt_free(&tt);
    }
}

static void a_move_is_kept_when_the_new_entry_has_none(void **state) {
    (void)state;
    TT tt = new_table(REPLACE_ALWAYS);
    TTHit hit = { .move = 77, .depth = 2, .bound = BOUND_LOWER, .nodes = 1 };
    tt_store(&tt, 1 << 20, &hit);
    hit.move = MOVE_NONE;
    hit.depth = 3;
    tt_store(&tt, 1 << 20, &hit);
    assert_true(tt_probe(&tt, 1 << 20, &hit));
    assert_int_equal(hit.move, 77);
    assert_int_equal(hit.depth, 3);
    tt_free(&tt);
}

static void mate_scores_count_from_the_node(void **state) {
    (void)state;
    assert_int_equal(tt_score_out(SCORE_MATE - 7, 4), SCORE_MATE - 3);
    assert_int_equal(tt_score_in(SCORE_MATE - 3, 10), SCORE_MATE - 13);
    assert_int_equal(tt_score_in(tt_score_out(9 - SCORE_MATE, 6), 6), 9 - SCORE_MATE);
    assert_int_equal(tt_score_out(1234, 4), 1234);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_entry_lasts_for_its_game_however_many_games_came_before),
        cmocka_unit_test(schemes_keep_what_they_promise),
        cmocka_unit_test(a_bucket_gives_up_early_searches_first_then_shallow_entries),
        cmocka_unit_test(what_goes_in_comes_out),
        cmocka_unit_test(a_move_is_kept_when_the_new_entry_has_none),
        cmocka_unit_test(mate_scores_count_from_the_node),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
