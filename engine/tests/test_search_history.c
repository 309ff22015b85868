#include "engine/tests/test.h"
#include <stdlib.h>
#include "engine/search/history.h"

static SearchOptions options_with(bool bounded) {
    SearchOptions options;
    opt_defaults(&search_options, &options);
    options.history_bounded = bounded;
    return options;
}

static void a_bonus_is_depth_squared_or_a_power_of_two(void **state) {
    (void)state;
    SearchOptions options = options_with(false);
    options.history_increment = INCREMENT_D2;
    assert_int_equal(history_bonus(&options, 5), 25);
    options.history_increment = INCREMENT_2D;
    assert_int_equal(history_bonus(&options, 5), 32);
    assert_int_equal(history_bonus(&options, 100), 1 << 20);
}

static void bounded_scores_saturate(void **state) {
    (void)state;
    History *history = calloc(1, sizeof *history);
    const SearchOptions options = options_with(true);
    int last = 0;
    for (int i = 0; i < 1000; i++) {
        history_add(history, &options, 3, 100);
        assert_true(history->score[3] >= last && history->score[3] <= HISTORY_BOUND);
        last = history->score[3];
    }
    assert_true(last > HISTORY_BOUND / 2);
    for (int i = 0; i < 1000; i++) history_add(history, &options, 3, -100);
    assert_true(history->score[3] < -HISTORY_BOUND / 2 && history->score[3] >= -HISTORY_BOUND);
    free(history);
}

static void unbounded_scores_are_halved_together_when_one_overflows(void **state) {
    (void)state;
    History *history = calloc(1, sizeof *history);
    const SearchOptions options = options_with(false);
    history_add(history, &options, 1, 1000);
    history_add(history, &options, 2, HISTORY_OVERFLOW - 1);
    assert_int_equal(history->score[1], 1000);
    history_add(history, &options, 2, 1);
    assert_int_equal(history->score[1], 500);
    assert_int_equal(history->score[2], HISTORY_OVERFLOW / 2);
    free(history);
}

static void a_new_game_forgets_rows_too(void **state) {
    (void)state;
    History *history = calloc(1, sizeof *history);
    const SearchOptions options = options_with(true);
    history_add(history, &options, 5, 10);
    history_add_row(history_row(history, 17), 23, 10);
    assert_true(history_row(history, 17)[23] > 0);
    history_new_game(history);
    assert_int_equal(history->score[5], 0);
    assert_int_equal(history_row(history, 17)[23], 0);
    history_free(history);
    free(history);
}

static void between_searches_scores_age_as_told(void **state) {
    (void)state;
    History *history = calloc(1, sizeof *history);
    SearchOptions options = options_with(true);
    static const int aging[] = { AGING_KEEP, AGING_HALVE, AGING_CLEAR }, expected[] = { 100, 50, 0 };
    for (size_t i = 0; i < COUNT_OF(aging); i++) {
        options.history_aging = aging[i];
        history->score[7] = 100;
        history_new_search(history, &options);
        assert_int_equal(history->score[7], expected[i]);
    }
    free(history);
}

static void the_two_shapes_index_different_things(void **state) {
    (void)state;
    SearchOptions options = options_with(true);
    const Move a = mv_make(10, 20), b = mv_make(11, 20);
    options.history = HISTORY_BUTTERFLY;
    assert_int_not_equal(history_index(&options, 3, a), history_index(&options, 3, b));
    assert_int_equal(history_index(&options, 3, a), history_index(&options, 11, a));
    options.history = HISTORY_PIECE_TO;
    assert_int_equal(history_index(&options, 3, a), history_index(&options, 3, b));
    assert_int_not_equal(history_index(&options, 3, a), history_index(&options, 11, a));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_bonus_is_depth_squared_or_a_power_of_two),
        cmocka_unit_test(bounded_scores_saturate),
        cmocka_unit_test(unbounded_scores_are_halved_together_when_one_overflows),
        cmocka_unit_test(a_new_game_forgets_rows_too),
        cmocka_unit_test(between_searches_scores_age_as_told),
        cmocka_unit_test(the_two_shapes_index_different_things),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
