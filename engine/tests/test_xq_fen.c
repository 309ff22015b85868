#include "engine/tests/test.h"
#include <stdlib.h>
#include <string.h>
#include "engine/core/rng.h"
#include "engine/xq/fen.h"
#include "engine/xq/gen.h"
#include "engine/xq/placement.h"

static void a_fen_is_printed_in_the_standard_dialect(void **state) {
    (void)state;
    static const struct { const char *text, *standard; } rows[] = {
        { POS_START_FEN, POS_START_FEN },
        { "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w",
          "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1" },
        { "rheakaehr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RHEAKAEHR r - - 3 12",
          "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 3 12" },
        { "3g5/9/9/9/9/9/9/9/4A4/4G4 b - - 7 9", "3k5/9/9/9/9/9/9/9/4A4/4K4 b - - 7 9" },
        { "3k5/4g4/9/9/9/9/9/9/4G4/4K4 b - - 7 9", "3k5/4a4/9/9/9/9/9/9/4A4/4K4 b - - 7 9" },
        { "3k5/9/9/9/9/9/9/9/9/4K4 b 5 8", "3k5/9/9/9/9/9/9/9/9/4K4 b - - 5 8" },
        { "3k5/9/9/9/9/9/9/9/9/4K4 b -", "3k5/9/9/9/9/9/9/9/9/4K4 b - - 0 1" },
        { "3k5/9/9/9/9/9/9/9/9/4K4 b - -", "3k5/9/9/9/9/9/9/9/9/4K4 b - - 0 1" },
        { "3k5/9/9/9/9/9/9/9/9/4K4 b - - 119", "3k5/9/9/9/9/9/9/9/9/4K4 b - - 119 1" },
        { "3k5/9/9/9/9/9/9/9/9/4K4 w - - 0 0", "3k5/9/9/9/9/9/9/9/9/4K4 w - - 0 1" },
        { "3k5/9/9/9/9/9/9/9/9/4K4 w - - 30000 30000", "3k5/9/9/9/9/9/9/9/9/4K4 w - - 30000 30000" },
        { " \t3k5/45/9/9/9/9/9/9/111111111/4K4  w\t-  -  0  1 \r\n", "3k5/9/9/9/9/9/9/9/9/4K4 w - - 0 1" },
        /* two uncrossed pawns of one file can't come about, but are played from in composed positions */
        { "3ak4/4a4/9/c3p3c/9/4P4/C3P3C/9/4A4/3AK4 w", "3ak4/4a4/9/c3p3c/9/4P4/C3P3C/9/4A4/3AK4 w - - 0 1" },
    };
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        Pos pos;
        Err err = { 0 };
        char text[FEN_SIZE];
        if (!fen_parse(rows[i].text, &pos, &err)) fail_msg("%s: %s", rows[i].text, err.text);
        assert_string_equal(fen_text(&pos, text), rows[i].standard);
        assert_true(pos.key == pos_compute_key(&pos));
    }
}

static void a_bad_fen_is_refused_with_its_reason(void **state) {
    (void)state;
    static const struct { const char *text, *reason; } rows[] = {
        { "", "row 1 '' has 0 points, not 9" },
        { "rnbakabnr w - - 0 1", "the board has 1 rows, not 10" },
        { "3k5/9/9/9/9/9/9/9/4K4 w - - 0 1", "the board has 9 rows, not 10" },
        { "3k5/9/9/9/9/9/9/9/9/9/4K4 w - - 0 1", "the board has more than 10 rows" },
        { "3k5/9/9/9/9/9/9/9/9/4K4/ w - - 0 1", "the board has more than 10 rows" },
        { "3k5/9/9/9/9/9/9/9/9/4K3 w - - 0 1", "row 10 '4K3' has 8 points, not 9" },
        { "3k5/9/9/91/9/9/9/9/9/4K4 w - - 0 1", "row 4 '91' has more than 9 points" },
        { "3k5/9/9/9r/9/9/9/9/9/4K4 w - - 0 1", "row 4 '9r' has more than 9 points" },
        { "3k5/9/9/999999999999999999999/9/9/9/9/9/4K4 w - - 0 1", "has more than 9 points" },
        { "3k5/9/0r8/9/9/9/9/9/9/4K4 w - - 0 1", "'0' in row 3, file 1 is no piece" },
        { "3k5/9/9/9/4x4/9/9/9/9/4K4 w - - 0 1", "'x' in row 5, file 5 is no piece" },
        { "3k5/9/9/9/4\x80""4/9/9/9/9/4K4 w - - 0 1", "byte 0x80 in row 5, file 5 is no piece" },
        { "3kg4/4a4/9/9/9/9/9/9/9/4K4 w - - 0 1", "'g' in row 1, file 5 is no piece" },
        { "3k5/9/9/9/RRR6/9/9/9/9/4K4 w - - 0 1", "one red rook too many: 'R' in row 5, file 3" },
        { "3k1k3/9/9/9/9/9/9/9/9/4K4 w - - 0 1", "one black king too many: 'k' in row 1, file 6" },
        { "3k5/9/9/PPPPPP3/9/9/9/9/9/4K4 w - - 0 1", "one red pawn too many: 'P' in row 4, file 6" },
        { "9/9/9/9/9/9/9/9/9/4K4 w - - 0 1", "there is no black king" },
        { "4k4/9/9/9/9/9/9/9/9/9 w - - 0 1", "there is no red king" },
        { "4k4/9/9/9/9/9/4K4/9/9/9 w - - 0 1", "a red king cannot stand on e3 (row 7, file 5)" },
        { "2k6/9/9/9/9/9/9/9/9/4K4 w - - 0 1", "a black king cannot stand on c9 (row 1, file 3)" },
        { "3k5/9/9/9/9/9/9/9/3A5/4K4 w - - 0 1", "a red advisor cannot stand on d1 (row 9, file 4)" },
        { "3k5/9/4a4/9/9/9/9/9/9/4K4 w - - 0 1", "a black advisor cannot stand on e7 (row 3, file 5)" },
        { "3k5/9/9/9/2B6/9/9/9/9/4K4 w - - 0 1", "a red elephant cannot stand on c5 (row 5, file 3)" },
        { "3k5/9/9/9/4b4/9/9/9/9/4K4 w - - 0 1", "a black elephant cannot stand on e5 (row 5, file 5)" },
        { "3k5/9/9/9/9/9/1P7/9/9/4K4 w - - 0 1", "a red pawn cannot stand on b3 (row 7, file 2)" },
        { "3k5/9/9/9/9/9/9/P8/9/4K4 w - - 0 1", "a red pawn cannot stand on a2 (row 8, file 1)" },
        { "3k5/9/9/9/5p3/9/9/9/9/4K4 w - - 0 1", "a black pawn cannot stand on f5 (row 5, file 6)" },
        { "3kp4/9/9/9/9/9/9/9/9/4K4 w - - 0 1", "a black pawn cannot stand on e9 (row 1, file 5)" },
        { "4k4/9/9/9/9/9/9/9/9/4K4 w - - 0 1", "the kings face each other on file e" },
        { "3k5/9/9/9/9/3R5/9/9/9/4K4 w - - 0 1", "Red is to move, but the black king on d9 is in check" },
        { "3k5/9/9/9/4r4/9/9/9/9/4K4 b - - 0 1", "Black is to move, but the red king on e0 is in check" },
        { "3k5/9/9/9/9/9/9/9/9/4K4", "the side to move is missing" },
        { "3k5/9/9/9/9/9/9/9/9/4K4 x - - 0 1", "side to move 'x' is neither w nor b" },
        { "3k5/9/9/9/9/9/9/9/9/4K4 white - - 0 1", "side to move 'white' is neither w nor b" },
        { "3k5/9/9/9/9/9/9/9/9/4K4 w KQkq - 0 1", "halfmove counter 'KQkq' is not a number" },
        { "3k5/9/9/9/9/9/9/9/9/4K4 w - - - 0 1", "halfmove counter '-' is not a number" },
        { "3k5/9/9/9/9/9/9/9/9/4K4 w - - -1 1", "halfmove counter '-1' is not a number" },
        { "3k5/9/9/9/9/9/9/9/9/4K4 w - - 1x 1", "halfmove counter '1x' is not a number" },
        { "3k5/9/9/9/9/9/9/9/9/4K4 w - - 30001 1", "halfmove counter 30001 is over 30000" },
        { "3k5/9/9/9/9/9/9/9/9/4K4 w - - 0 99999999999999999999", "move number 99999999999999999999 is over 30000" },
        { "3k5/9/9/9/9/9/9/9/9/4K4 w - - 0 +1", "move number '+1' is not a number" },
        { "3k5/9/9/9/9/9/9/9/9/4K4 w - - 0 1 moves h2e2", "unexpected 'moves' after the move number" },
    };
    Pos before;
    pos_clear(&before);
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        Pos pos = before;
        Err err = { 0 };
        if (fen_parse(rows[i].text, &pos, &err)) fail_msg("accepted: %s", rows[i].text);
        if (strncmp(err.text, "FEN: ", 5) || !strstr(err.text, rows[i].reason))
            fail_msg("%s:\n  said '%s', expected '%s'", rows[i].text, err.text, rows[i].reason);
        assert_int_equal(err.kind, ERR_INPUT);
        assert_memory_equal(&pos, &before, sizeof pos);
    }
}

static void a_diagram_may_leave_the_waiting_king_in_check_but_no_man_where_it_cannot_stand(void **state) {
    (void)state;
    Pos pos;
    Err err = { 0 };
    assert_true(fen_parse_diagram("3k5/9/2N6/9/9/9/9/9/9/4K4 w - - 0 1", &pos, &err));
    assert_true(fen_parse_diagram("4k4/9/9/9/9/9/9/9/9/4K4 w - - 0 1", &pos, &err));
    assert_false(fen_parse_diagram("4k4/9/9/9/9/9/9/P8/9/4K4 w - - 0 1", &pos, &err));
    assert_false(fen_parse_diagram("9/9/9/9/9/9/9/9/9/4K4 w - - 0 1", &pos, &err));
}

/* Every cut of a FEN, in a block of exactly its size, so that a sanitizer sees a read past the end. */
static void a_cut_fen_is_never_read_past_its_end(void **state) {
    (void)state;
    for (size_t len = 0; len < strlen(POS_START_FEN); len++) {
        char *cut = malloc(len + 1);
        assert_non_null(cut);
        memcpy(cut, POS_START_FEN, len);
        cut[len] = 0;
        Pos pos;
        Err err = { 0 };
        const bool has_side = strstr(cut, " w") != NULL;
        assert_int_equal(fen_parse(cut, &pos, &err), has_side);
        free(cut);
    }
}

static void positions_of_random_games_come_back_from_their_fen(void **state) {
    (void)state;
    enum { GAMES = 40, PLIES = 120 };
    for (uint64_t game = 0; game < GAMES; game++) {
        Pos pos;
        assert_true(fen_parse(POS_START_FEN, &pos, NULL));
        for (uint64_t ply = 0; ply < PLIES; ply++) {
            MoveList list;
            if (!gen_legal(&pos, &list)) break;
            Undo undo;
            pos_make(&pos, list.move[rng_bits(7, game, ply) % (uint64_t)list.count], &undo);
            Pos again;
            Err err = { 0 };
            char text[FEN_SIZE], once_more[FEN_SIZE];
            if (!fen_parse(fen_text(&pos, text), &again, &err)) fail_msg("%s: %s", text, err.text);
            assert_string_equal(fen_text(&again, once_more), text);
            assert_memory_equal(again.board, pos.board, sizeof pos.board);
            assert_true(again.key == pos.key && again.side == pos.side && again.halfmove == pos.halfmove);
        }
    }
}

static void a_man_can_stand_on_as_many_squares_as_the_rules_give_it(void **state) {
    (void)state;
    static const int squares[KINDS] = { 9, 5, 7, 90, 90, 90, 55 };
    for (int side = RED; side <= BLACK; side++)
        for (int kind = KING; kind < KINDS; kind++) {
            int count = 0;
            for (int sq = 0; sq < SQ_COUNT; sq++) {
                const bool allowed = placement_allows(pc_make(side, kind), sq);
                assert_int_equal(allowed, placement_allows(pc_make(side, kind), sq_mirror(sq)));
                assert_int_equal(allowed, placement_allows(pc_make(side ^ 1, kind), sq_flip(sq)));
                count += allowed;
            }
            assert_int_equal(count, squares[kind]);
        }
}

int main(void) {
    xq_init();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_fen_is_printed_in_the_standard_dialect),
        cmocka_unit_test(a_bad_fen_is_refused_with_its_reason),
        cmocka_unit_test(a_diagram_may_leave_the_waiting_king_in_check_but_no_man_where_it_cannot_stand),
        cmocka_unit_test(a_cut_fen_is_never_read_past_its_end),
        cmocka_unit_test(positions_of_random_games_come_back_from_their_fen),
        cmocka_unit_test(a_man_can_stand_on_as_many_squares_as_the_rules_give_it),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
