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

int main(void) {
    const struct CMUnitTest tests[] = { cmocka_unit_test(an_entry_lasts_for_its_game_however_many_games_came_before) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
