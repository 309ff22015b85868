#include "engine/tests/test.h"
#include <string.h>
#include "engine/xq/board_text.h"
#include "engine/xq/fen.h"

static void assert_board(const char *fen, Move last, BoardStyle style, const char *expected) {
    Pos pos;
    Buf out = { 0 };
    assert_true(fen_parse(fen, &pos, NULL));
    board_text(&pos, last, &style, &out);
    assert_string_equal(buf_text(&out), expected);
    buf_free(&out);
}

static const char after_central_cannon[] = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C4/9/RNBAKABNR b - - 1 1";

static Move move_of(int from_file, int from_rank, int to_file, int to_rank) {
    return mv_make(sq_of(from_file, from_rank), sq_of(to_file, to_rank));
}

static void the_board_is_shown_in_letters_with_the_last_move_marked(void **state) {
    (void)state;
    assert_board(after_central_cannon, move_of(7, 2, 4, 2), (BoardStyle){ .set = BOARD_LETTERS },
                 "9 r n b a k a b n r\n"
                 "8 . . . . . . . . .\n"
                 "7 . c . . . . . c .\n"
                 "6 p . p . p . p . p\n"
                 "5 . . . . . . . . .\n"
                 "  ~~~~~~~~~~~~~~~~~\n"
                 "4 . . . . . . . . .\n"
                 "3 P . P . P . P . P\n"
                 "2 . C . .[C]. .(.).\n"
                 "1 . . . . . . . . .\n"
                 "0 R N B A K A B N R\n"
                 "  a b c d e f g h i\n");
}

static void black_may_sit_below_and_see_chinese_characters(void **state) {
    (void)state;
    assert_board(after_central_cannon, move_of(7, 2, 4, 2), (BoardStyle){ .set = BOARD_CHINESE, .black_below = true },
                 "  一 二 三 四 五 六 七 八 九\n"
                 "0 俥 傌 相 仕 帥 仕 相 傌 俥\n"
                 "1 ． ． ． ． ． ． ． ． ．\n"
                 "2 ．(．)． ．[炮]． ． 炮 ．\n"
                 "3 兵 ． 兵 ． 兵 ． 兵 ． 兵\n"
                 "4 ． ． ． ． ． ． ． ． ．\n"
                 "     楚 河          漢 界\n"
                 "5 ． ． ． ． ． ． ． ． ．\n"
                 "6 卒 ． 卒 ． 卒 ． 卒 ． 卒\n"
                 "7 ． 砲 ． ． ． ． ． 砲 ．\n"
                 "8 ． ． ． ． ． ． ． ． ．\n"
                 "9 車 馬 象 士 將 士 象 馬 車\n"
                 "  ９ ８ ７ ６ ５ ４ ３ ２ １\n"
                 "  ｉ ｈ ｇ ｆ ｅ ｄ ｃ ｂ ａ\n");
}

static void a_move_to_the_next_point_and_the_edge_stays_readable(void **state) {
    (void)state;
    static const char expected[] = "9 . . . k . . . . .\n8 . . . . . . . . .\n7 . . . . . . . . .\n6 . . . . . . . . .\n"
                                   "5 . . . . . . . . .\n  ~~~~~~~~~~~~~~~~~\n4 . . . . . . . . .\n3 . . . . . . . . .\n"
                                   "2 . . . . . . . . .\n1 . . . . . . .(.[R]\n0 . . . . K . . . .\n  a b c d e f g h i\n";
    assert_board("3k5/9/9/9/9/9/9/9/8R/4K4 b", move_of(7, 1, 8, 1), (BoardStyle){ .set = BOARD_LETTERS }, expected);
}

static void colours_surround_the_men_alone(void **state) {
    (void)state;
    Pos pos;
    Buf plain = { 0 }, coloured = { 0 }, stripped = { 0 };
    assert_true(fen_parse(POS_START_FEN, &pos, NULL));
    board_text(&pos, MOVE_NONE, &(BoardStyle){ .set = BOARD_CHINESE }, &plain);
    board_text(&pos, MOVE_NONE, &(BoardStyle){ .set = BOARD_CHINESE, .colour = true }, &coloured);
    assert_non_null(strstr(coloured.text, "\033[31m帥\033[0m"));
    assert_non_null(strstr(coloured.text, "\033[32m將\033[0m"));
    for (const char *at = coloured.text; *at; at++) {
        if (*at == '\033') at = strchr(at, 'm');
        else buf_add_char(&stripped, *at);
    }
    assert_string_equal(stripped.text, plain.text);
    buf_free(&plain);
    buf_free(&coloured);
    buf_free(&stripped);
}

int main(void) {
    xq_init();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_board_is_shown_in_letters_with_the_last_move_marked),
        cmocka_unit_test(black_may_sit_below_and_see_chinese_characters),
        cmocka_unit_test(a_move_to_the_next_point_and_the_edge_stays_readable),
        cmocka_unit_test(colours_surround_the_men_alone),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
