#include "engine/tests/test.h"
#include "engine/xq/fen.h"
#include "engine/xq/gen.h"

static uint64_t count(const Pos *pos, int depth) {
    MoveList list;
    gen_legal(pos, &list);
    if (depth == 1) return (uint64_t)list.count;
    uint64_t sum = 0;
    for (int i = 0; i < list.count; i++) {
        Pos child = *pos;
        Undo undo;
        pos_make(&child, list.move[i], &undo);
        assert_true(child.key == pos_compute_key(&child));
        sum += count(&child, depth - 1);
        pos_undo(&child, list.move[i], &undo);
        assert_memory_equal(&child, pos, sizeof child);
    }
    return sum;
}

static void the_start_position_has_79666_lines_of_three_plies(void **state) {
    (void)state;
    Pos pos;
    Err err = { 0 };
    assert_true(fen_parse(POS_START_FEN, &pos, &err));
    assert_int_equal(count(&pos, 1), 44);
    assert_int_equal(count(&pos, 2), 1920);
    assert_int_equal(count(&pos, 3), 79666);
}

static void a_middle_game_position_counts_right(void **state) {
    (void)state;
    Pos pos;
    Err err = { 0 };
    assert_true(fen_parse("r1ba1a3/4kn3/2n1b4/pNp1p1p1p/4c4/6P2/P1P2R2P/1CcC5/9/2BAKAB2 w", &pos, &err));
    assert_int_equal(count(&pos, 3), 43929);
}

int main(void) {
    xq_init();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_start_position_has_79666_lines_of_three_plies),
        cmocka_unit_test(a_middle_game_position_counts_right),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
