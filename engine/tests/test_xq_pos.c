#include "engine/tests/test.h"
#include "engine/tests/oracle.h"
#include "engine/xq/notation.h"
#include "engine/xq/pins.h"

static Pos parsed(const char *fen) {
    Pos pos;
    Err err = { 0 };
    if (!fen_parse(fen, &pos, &err)) fail_msg("%s", err.text);
    return pos;
}

/* Every field that make and undo keep in step, from the board alone. */
static void check_fields(const Pos *pos) {
    uint16_t rank_bits[2][RANKS] = { 0 }, file_bits[2][FILES] = { 0 };
    uint32_t alive = 0;
    for (int sq = 0; sq < SQ_COUNT; sq++) {
        const int pc = pos->board[sq], man = pos->man[sq];
        assert_int_equal(pc == PC_NONE, man == MAN_NONE);
        if (pc == PC_NONE) continue;
        assert_int_equal(man_piece(man), pc);
        assert_int_equal(pos->sq_of[man], sq);
        rank_bits[pc_side(pc)][sq_rank(sq)] |= (uint16_t)(1u << sq_file(sq));
        file_bits[pc_side(pc)][sq_file(sq)] |= (uint16_t)(1u << sq_rank(sq));
        alive |= 1u << man;
    }
    for (int man = 0; man < MAN_COUNT; man++)
        if (!(alive >> man & 1)) assert_int_equal(pos->sq_of[man], SQ_NONE);
    assert_int_equal(pos->alive, alive);
    assert_memory_equal(pos->rank_bits, rank_bits, sizeof rank_bits);
    assert_memory_equal(pos->file_bits, file_bits, sizeof file_bits);
    assert_int_equal(pos->board[SQ_NONE], PC_NONE);
    assert_int_equal(pos->man[SQ_NONE], MAN_NONE);
    assert_int_equal(pos->board[SQ_WALL], PC_WALL);
    assert_int_equal(pos->man[SQ_WALL], MAN_WALL);
    assert_true(pos->key == pos_compute_key(pos));
}

/* The pseudo-legal moves by the plain rules. */
static void plain_moves(const Pos *pos, MoveList *list) {
    list->count = 0;
    for (int from = 0; from < SQ_COUNT; from++) {
        if (!oracle_may_move(pos, from)) continue;
        for (int to = 0; to < SQ_COUNT; to++)
            if (oracle_pseudo_legal(pos, mv_make(from, to))) list->move[list->count++] = mv_make(from, to);
    }
}

static void check_make_and_undo(const Pos *pos, int ply) {
    (void)ply;
    check_fields(pos);
    MoveList list;
    plain_moves(pos, &list);
    for (int i = 0; i < list.count; i++) {
        const Move mv = list.move[i];
        const bool captures = pos->board[mv_to(mv)] != PC_NONE;
        if (captures && pc_kind(pos->board[mv_to(mv)]) == KING) continue;
        Pos after = *pos;
        Undo undo;
        pos_make(&after, mv, &undo);
        check_fields(&after);
        const Pos plain = oracle_after(pos, mv);
        assert_memory_equal(after.board, plain.board, sizeof plain.board);
        assert_int_equal(after.side, pos->side ^ 1);
        assert_int_equal(after.halfmove, captures ? 0 : pos->halfmove + 1);
        assert_int_equal(after.fullmove, pos->fullmove + (pos->side == BLACK));
        pos_undo(&after, mv, &undo);
        assert_memory_equal(&after, pos, sizeof after);
    }
    Pos passed = *pos;
    Undo undo;
    pos_make_null(&passed, &undo);
    check_fields(&passed);
    assert_int_equal(passed.side, pos->side ^ 1);
    pos_undo_null(&passed, &undo);
    assert_memory_equal(&passed, pos, sizeof passed);
}

static void make_keeps_every_field_in_step_and_undo_restores_it(void **state) {
    (void)state;
    assert_true(oracle_walk(201, 40, 100, check_make_and_undo) > 2000);
}

static void check_legality(const Pos *pos, int ply) {
    (void)ply;
    Pins pins;
    pos_pins(pos, &pins);
    for (int side = RED; side <= BLACK; side++) assert_int_equal(pos_in_check(pos, side), oracle_in_check(pos, side));
    assert_int_equal(pins.in_check, pos_in_check(pos, pos->side));
    MoveList list;
    plain_moves(pos, &list);
    for (int i = 0; i < list.count; i++) {
        const Move mv = list.move[i];
        assert_int_equal(pos_is_legal(pos, mv), oracle_legal(pos, mv));
        assert_int_equal(pins_allow(&pins, pos, mv), oracle_legal(pos, mv));
        const Pos after = oracle_after(pos, mv);
        assert_int_equal(pos_gives_check(pos, mv), oracle_in_check(&after, pos->side ^ 1));
    }
}

static void legality_and_checks_agree_with_making_the_move_and_looking(void **state) {
    (void)state;
    assert_true(oracle_walk(202, 120, 120, check_legality) > 6000);
}

static void check_all_pairs(const Pos *pos, int ply) {
    if (ply % 8) return;
    for (int from = 0; from < 128; from++)
        for (int to = 0; to < 128; to++)
            assert_int_equal(pos_is_pseudo_legal(pos, mv_make(from, to)), oracle_pseudo_legal(pos, mv_make(from, to)));
}

static void pseudo_legality_of_any_pair_of_squares_follows_the_rules(void **state) {
    (void)state;
    oracle_walk(203, 24, 120, check_all_pairs);
}

static void check_images(const Pos *pos, int ply) {
    (void)ply;
    Pos flipped, mirrored, back;
    pos_flip(pos, &flipped);
    pos_mirror(pos, &mirrored);
    check_fields(&flipped);
    check_fields(&mirrored);
    assert_int_equal(flipped.side, pos->side ^ 1);
    for (int sq = 0; sq < SQ_COUNT; sq++) {
        const int pc = pos->board[sq];
        assert_int_equal(mirrored.board[sq_mirror(sq)], pc);
        assert_int_equal(flipped.board[sq_flip(sq)], pc == PC_NONE ? PC_NONE : pc ^ 8);
    }
    pos_flip(&flipped, &back);
    assert_true(back.key == pos->key);
    assert_memory_equal(back.board, pos->board, sizeof back.board);
}

static void flipping_exchanges_colours_and_mirroring_files(void **state) {
    (void)state;
    oracle_walk(204, 16, 60, check_images);
}

typedef struct { const char *what, *fen, *move; bool legal; } LegalRow;
static const LegalRow legal_rows[] = {
    { "a rook's pinned man stays on the line", "3k5/9/4r4/9/9/9/9/4R4/9/4K4 w", "e2e5", true },
    { "a rook's pinned man must not leave the line", "3k5/9/4r4/9/9/9/9/4R4/9/4K4 w", "e2d2", false },
    { "a pinned man may take its pinner", "3k5/9/4r4/9/9/9/9/4R4/9/4K4 w", "e2e7", true },
    { "no man may enter before a bare cannon", "3k5/9/4c4/9/9/9/9/R8/9/4K4 w", "a2e2", false },
    { "one of two screens must not leave", "3k5/9/4c4/9/4R4/9/4P4/9/9/4K4 w", "e5d5", false },
    { "one screen must not take the other", "3k5/9/4c4/9/4R4/9/4p4/9/9/4K4 w", "e5e3", false },
    { "the man on a horse's leg must stay", "3k5/9/9/9/9/9/5n3/5R3/4K4/9 w", "f2g2", false },
    { "the man on a horse's leg may take the horse", "3k5/9/9/9/9/9/5n3/5R3/4K4/9 w", "f2f3", true },
    { "the man between the kings must stay", "4k4/9/9/9/9/9/9/4C4/9/4K4 w", "e2f2", false },
    { "a king must not face the other", "4k4/9/9/9/9/9/9/9/9/3K5 w", "d0e0", false },
    { "a king must not retreat along a rook's file", "3k5/9/4r4/9/9/9/9/9/4K4/9 w", "e1e0", false },
    { "a king may take an unprotected man", "3k5/9/9/9/9/9/9/9/4p4/4K4 w", "e0e1", true },
};

static void legal_moves_follow_the_rules_of_pins(void **state) {
    (void)state;
    for (size_t i = 0; i < COUNT_OF(legal_rows); i++) {
        const LegalRow *row = &legal_rows[i];
        const Pos pos = parsed(row->fen);
        const Move mv = move_parse_coord(row->move, false);
        if (!pos_is_pseudo_legal(&pos, mv)) fail_msg("%s: not a move", row->what);
        if (pos_is_legal(&pos, mv) != row->legal) fail_msg("%s", row->what);
    }
}

static void a_side_holds_no_more_men_of_a_kind_than_it_has(void **state) {
    (void)state;
    Pos pos;
    pos_clear(&pos);
    assert_true(pos_put(&pos, pc_make(RED, ROOK), 0));
    assert_true(pos_put(&pos, pc_make(RED, ROOK), 1));
    assert_false(pos_put(&pos, pc_make(RED, ROOK), 2));
    assert_int_equal(pos.board[2], PC_NONE);
    assert_true(pos_put(&pos, pc_make(BLACK, ROOK), 2));
}

int main(void) {
    xq_init();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(make_keeps_every_field_in_step_and_undo_restores_it),
        cmocka_unit_test(legality_and_checks_agree_with_making_the_move_and_looking),
        cmocka_unit_test(pseudo_legality_of_any_pair_of_squares_follows_the_rules),
        cmocka_unit_test(flipping_exchanges_colours_and_mirroring_files),
        cmocka_unit_test(legal_moves_follow_the_rules_of_pins),
        cmocka_unit_test(a_side_holds_no_more_men_of_a_kind_than_it_has),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
