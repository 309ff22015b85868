#include "engine/tests/test.h"
#include "engine/tests/oracle.h"

typedef struct { uint8_t to[SQ_COUNT][SQ_COUNT]; int count; } MoveSet;

static void plain_set(const Pos *pos, bool captures, bool legal, MoveSet *set) {
    memset(set, 0, sizeof *set);
    for (int from = 0; from < SQ_COUNT; from++) {
        if (!oracle_may_move(pos, from)) continue;
        for (int to = 0; to < SQ_COUNT; to++) {
            const Move mv = mv_make(from, to);
            if ((pos->board[to] != PC_NONE) != captures || !oracle_pseudo_legal(pos, mv)) continue;
            if (legal && !oracle_legal(pos, mv)) continue;
            set->to[from][to] = 1;
            set->count++;
        }
    }
}

/* The list holds each move of the set once and nothing else. */
static void assert_same(const char *what, const Pos *pos, const MoveList *list, MoveSet set) {
    char text[FEN_SIZE];
    for (int i = 0; i < list->count; i++) {
        uint8_t *seen = &set.to[mv_from(list->move[i])][mv_to(list->move[i])];
        if (*seen != 1)
            fail_msg("%s: %d-%d is wrong or double in %s", what, mv_from(list->move[i]), mv_to(list->move[i]),
                     fen_text(pos, text));
        *seen = 2;
    }
    if (list->count != set.count)
        fail_msg("%s: %d moves, not %d, in %s", what, list->count, set.count, fen_text(pos, text));
}

static void check_generators(const Pos *pos, int ply) {
    (void)ply;
    MoveSet captures, quiets;
    plain_set(pos, true, false, &captures);
    plain_set(pos, false, false, &quiets);
    for (int method = 0; method < MOVEGENS; method++) {
        MoveList list = { .count = 0 };
        generators[method].captures(pos, &list);
        assert_same(generators[method].name, pos, &list, captures);
        list.count = 0;
        generators[method].quiets(pos, &list);
        assert_same(generators[method].name, pos, &list, quiets);
    }
}

static void all_generators_agree_with_the_plain_rules_on_random_walks(void **state) {
    (void)state;
    assert_true(oracle_walk(301, 100, 120, check_generators) > 5000);
}

static void check_legal(const Pos *pos, int ply) {
    (void)ply;
    MoveSet captures, both;
    plain_set(pos, true, true, &captures);
    plain_set(pos, false, true, &both);
    for (int from = 0; from < SQ_COUNT; from++)
        for (int to = 0; to < SQ_COUNT; to++) both.to[from][to] |= captures.to[from][to];
    both.count += captures.count;
    for (int method = 0; method < MOVEGENS; method++) {
        MoveList list;
        gen_legal_by((MoveGen)method, pos, &list);
        assert_same(generators[method].name, pos, &list, both);
    }
    assert_int_equal(gen_count_legal(pos), both.count);
    assert_int_equal(gen_any_legal(pos), both.count > 0);
}

static void legal_moves_of_all_generators_are_those_that_keep_the_king_safe(void **state) {
    (void)state;
    assert_true(oracle_walk(302, 100, 120, check_legal) > 5000);
}

static void generators_append_to_what_the_list_holds(void **state) {
    (void)state;
    Pos pos;
    Err err = { 0 };
    assert_true(fen_parse(POS_START_FEN, &pos, &err));
    for (int method = 0; method < MOVEGENS; method++) {
        MoveList list = { .move = { 77 }, .count = 1 };
        generators[method].captures(&pos, &list);
        assert_int_equal(list.count, 3);
        generators[method].quiets(&pos, &list);
        assert_int_equal(list.count, 45);
        assert_int_equal(list.move[0], 77);
    }
}

/* The most moves that hill climbing over placements found. No side has more than 34 moves for two rooks, 34 for two
 * cannons, 16 for horses, 15 for pawns, 5 for advisors, 6 for elephants, 4 for its king: 114. */
static void the_fullest_list_known_has_110_moves_and_room_to_spare(void **state) {
    (void)state;
    Pos pos;
    Err err = { 0 };
    assert_true(fen_parse("5k3/4P2P1/3N1P3/2C6/3P1N1P1/1C7/8R/B2ABA3/6R2/4K4 w", &pos, &err));
    for (int method = 0; method < MOVEGENS; method++) {
        MoveList list;
        assert_int_equal(gen_legal_by((MoveGen)method, &pos, &list), 110);
        list.count = 0;
        generators[method].captures(&pos, &list);
        generators[method].quiets(&pos, &list);
        assert_in_range(list.count, 110, 114);
    }
}

static void names_follow_the_table(void **state) {
    (void)state;
    for (int method = 0; method < MOVEGENS; method++)
        assert_string_equal(movegen_names[method], generators[method].name);
    assert_null(movegen_names[MOVEGENS]);
}

int main(void) {
    xq_init();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_generators_agree_with_the_plain_rules_on_random_walks),
        cmocka_unit_test(legal_moves_of_all_generators_are_those_that_keep_the_king_safe),
        cmocka_unit_test(generators_append_to_what_the_list_holds),
        cmocka_unit_test(the_fullest_list_known_has_110_moves_and_room_to_spare),
        cmocka_unit_test(names_follow_the_table),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
