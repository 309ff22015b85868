/* What two tunings moved the same way. */
#include "engine/tests/test.h"
#include <string.h>
#include "engine/core/arena.h"
#include "tuner/verify/agree.h"

static TuningRecord tuning_of(int64_t id, const char *start, const char *result) { return (TuningRecord){ .id = id, .kind = "spsa", .start = start, .result = result }; }

/* The first proposes; `result` is what is left of it. */
static void check(const char *first_start, const char *first_end, const char *second_start, const char *second_end, int count, int kept, const char *result) {
    const TuningRecord first = tuning_of(1, first_start, first_end), second = tuning_of(2, second_start, second_end);
    Arena arena = { 0 };
    Agreed agreed;
    Buf out = { 0 };
    Err err = { 0 };
    if (!agree_find(&first, &second, &arena, &agreed, &out, &err)) fail_msg("%s", err.text);
    assert_int_equal(agreed.count, count);
    assert_int_equal(agreed.kept, kept);
    assert_string_equal(buf_text(&out), result);
    buf_free(&out);
    arena_free(&arena);
}

static void numbers_that_moved_the_other_way_go_back(void **state) {
    (void)state;
    check("extends: full\nname: a\nsearch:\n  up: 10\n  down: 20\n  against: 30\n  still: 40\n  stays: 5\n",
          "extends: full\nname: b\nsearch:\n  up: 12\n  down: 15\n  against: 33\n  still: 41\n  stays: 5\n",
          "extends: full\nname: c\nsearch:\n  up: 11\n  down: 21\n  against: 31\n  still: 40\n  stays: 5\n",
          "extends: full\nname: d\nsearch:\n  up: 30\n  down: 20\n  against: 30\n  still: 40\n  stays: 9\n", 4, 2,
          "extends: full\nname: b\nsearch:\n  up: 12\n  down: 15\n  against: 30\n  still: 40\n  stays: 5\n");
}

static void weights_are_compared_one_by_one(void **state) {
    (void)state;
    check("weights:\n  pair: [[10, 20], [30, 40]]\n", "# Fitted\nweights:\n  pair: [[11, 19], [33, 40]]\n", "weights:\n  pair: [[10, 20], [30, 40]]\n",
          "weights:\n  pair: [[15, 25], [20, 50]]\n", 3, 1, "weights:\n  pair:\n    - - 11\n      - 20\n    - - 30\n      - 40\n");
}

static void what_the_other_does_not_know_stays(void **state) {
    (void)state;
    check("a: 1\nb: 1\n", "a: 2\nb: 2\n", "a: 5\n", "a: 4\n", 2, 1, "a: 1\nb: 2\n");
}

static void fits_are_refused(void **state) {
    (void)state;
    TuningRecord first = tuning_of(1, "a: 1\n", "a: 2\n"), second = first;
    Arena arena = { 0 };
    Agreed agreed;
    Buf out = { 0 };
    Err err = { 0 };
    second.id = 2;
    second.kind = "fit";
    assert_false(agree_find(&first, &second, &arena, &agreed, &out, &err));
    assert_non_null(strstr(err.text, "tuning 2 is a fit; only tunings by SPSA can agree"));
    assert_false(agree_find(&second, &first, &arena, &agreed, &out, &err));
    assert_int_equal(err.kind, ERR_INPUT);
    buf_free(&out);
    arena_free(&arena);
}

static void what_has_nothing_in_common_is_refused(void **state) {
    (void)state;
    static const struct { const char *start, *result, *says; } rows[] = {
        { "b: 1\n", "b: 2\n", "tuning 2 knows nothing of the numbers that tuning 1 moved" },
        { "a: 1\n", "", "tuning 2 proposes nothing yet" },
        { "term a 1 1\n", "# Weights\nterm a 2 2\n", "tuning 2 is of another engine's evaluation" },
    };
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        const TuningRecord first = tuning_of(1, "a: 1\n", "a: 2\n"), second = tuning_of(2, rows[i].start, rows[i].result);
        Arena arena = { 0 };
        Agreed agreed;
        Buf out = { 0 };
        Err err = { 0 };
        assert_false(agree_find(&first, &second, &arena, &agreed, &out, &err));
        assert_string_equal(err.text, rows[i].says);
        buf_free(&out);
        arena_free(&arena);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(numbers_that_moved_the_other_way_go_back),
        cmocka_unit_test(weights_are_compared_one_by_one),
        cmocka_unit_test(what_the_other_does_not_know_stays),
        cmocka_unit_test(fits_are_refused),
        cmocka_unit_test(what_has_nothing_in_common_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
