#include "engine/tests/test.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "engine/core/rng.h"
#include "engine/core/text.h"
#include "engine/xq/fen.h"
#include "engine/xq/gen.h"
#include "engine/xq/pgn.h"

static void open_text(PgnReader *reader, const char *text, size_t len) {
    Err err = { 0 };
    if (!pgn_open(reader, "games.pgn", text, len, &err)) fail_msg("%s", err.text);
}

/* The moves of a game in coordinates, blanks between. */
static const char *moves_of(const PgnGame *game, Buf *out) {
    buf_clear(out);
    for (size_t i = 0; i < game->move_count; i++) {
        char text[MOVE_TEXT_SIZE];
        buf_addf(out, "%s%s", i ? " " : "", move_coord(game->moves[i].move, false, text));
    }
    return buf_text(out);
}

static void a_game_is_read_in_every_notation_and_spelling(void **state) {
    (void)state;
    static const char *const opening = "h2e2 h9g7 h0g2 i9h9";
    static const struct { const char *text, *moves; Outcome result; } rows[] = {
        { "1. h2e2 h9g7 2. h0g2 i9h9", opening, OUTCOME_NONE },
        { "1.h2e2 h9g7 2.h0g2 i9h9 1-0", opening, OUTCOME_RED },
        { "1. H2-E2 H9-G7 2. H0-G2 I9-H9 0-1", opening, OUTCOME_BLACK },
        { "1. C2=5 H8+7 2. H2+3 R9=8 1/2-1/2", opening, OUTCOME_DRAW },
        { "1. c2.5 n8+7 2. n2+3 r9.8 *", opening, OUTCOME_NONE },
        { "1. 炮二平五 马８进７ 2. 马二进三 车９平８ 红胜", opening, OUTCOME_RED },
        { "1．砲二平五　馬８進７　２．", NULL, OUTCOME_NONE },
        { "1．砲二平五　馬８進７", "h2e2 h9g7", OUTCOME_NONE },
        { "1．砲二平五 馬8進7 2、傌二進三 車9平8 和棋", opening, OUTCOME_DRAW },
        { "  1. 炮二平五 h9g7\n\t2. H2+3 车９平８\r\n  0-1\r\n", opening, OUTCOME_BLACK },
        { "1. h3e3 h10g8 2. h1g3 i10h10", opening, OUTCOME_NONE },
        { "1. h3e3 h8e8", "h2e2 h7e7", OUTCOME_NONE }, /* neither rank 0 nor rank 10: only one way is legal */
        { "1. h2e2 h7e7", "h2e2 h7e7", OUTCOME_NONE },
        { "1. h2e2! h9g7?! 2. h0g2+ i9h9#", opening, OUTCOME_NONE },
        { "1. h2e2 ! $1 h9g7 $12 2. h0g2$3 i9h9", opening, OUTCOME_NONE },
        { "1. h2e2 (1. b2e2 h9g7 {) (} (1... b9c7) 2. b0c2) 1... h9g7 2. h0g2 i9h9", opening, OUTCOME_NONE },
        { "1. h2e2 {central cannon [x] 1-0} 1... h9g7 ; the horse (\n2. h0g2 i9h9", opening, OUTCOME_NONE },
        { "1. h2e2\n% 1-0 an escaped line\nh9g7 2. h0g2 i9h9", opening, OUTCOME_NONE },
        { "1. h2e2 … h9g7 2 h0g2 2…i9h9", opening, OUTCOME_NONE },
        { "\xef\xbb\xbf""1. h2e2 h9g7", "h2e2 h9g7", OUTCOME_NONE },
        { "[Result \"1-0\"]\n1. h2e2 h9g7 *", "h2e2 h9g7", OUTCOME_RED },
        { "[Result \"1-0\"]\n1. h2e2 h9g7 0-1", "h2e2 h9g7", OUTCOME_BLACK },
        { "[Result \"?\"]\n1. h2e2 h9g7", "h2e2 h9g7", OUTCOME_NONE },
        { "[Event \"e\"]\nh2e2 h9g7", "h2e2 h9g7", OUTCOME_NONE },
        { "[FEN \"3k5/9/2P6/2P6/2P6/9/9/9/9/4K4 w - - 0 1\"]\n1. 17.8 d9d8 2. 15.6", NULL, OUTCOME_NONE },
        { "[FEN \"3k5/9/2P6/2P6/2P6/9/9/9/9/4K4 w - - 0 1\"]\n1.17.8 d9d8 2.27.6", "c7b7 d9d8 c5d5", OUTCOME_NONE },
        { "[FEN \"3k5/9/2P6/2P6/2P6/9/9/9/9/4K4 w - - 0 1\"]\n1. 17.8 d9d8 2. P-=6", "c7b7 d9d8 c5d5", OUTCOME_NONE },
        { "[FEN \"3k5/9/2P6/2P6/2P6/9/9/9/9/4K4 b - - 0 30\"]\n30... d9d8 31. 27=6", "d9d8 c6d6", OUTCOME_NONE },
    };
    Buf moves = { 0 };
    PgnGame game = { 0 };
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        PgnReader reader;
        Err err = { 0 };
        open_text(&reader, rows[i].text, strlen(rows[i].text));
        const PgnStatus status = pgn_next(&reader, &game, &err);
        if (!rows[i].moves) {
            assert_int_equal(status, PGN_BAD);
        } else {
            if (status != PGN_GAME) fail_msg("%s\n%s", rows[i].text, err.text);
            assert_string_equal(moves_of(&game, &moves), rows[i].moves);
            assert_int_equal(game.result, rows[i].result);
            assert_int_equal(pgn_next(&reader, &game, &err), PGN_END);
        }
        pgn_close(&reader);
    }
    pgn_game_free(&game);
    buf_free(&moves);
}

/* Two moves, a tag and a comment as GB18030 has them; the closing text is a four-byte character and a damaged byte. */
static void a_game_in_gb18030_is_read_as_the_same_in_utf8(void **state) {
    (void)state;
    static const char text[] = "[Red \"\xba\xfa\xc8\xd9\xbb\xaa\"]\r\n"                      /* 胡荣华 */
                               "[Event \"\xd6\xd0\\\\\xb9\xfa\"]\r\n"                         /* 中\国 */
                               "1. \xc5\xda\xb6\xfe\xc6\xbd\xce\xe5 \xc2\xed\xa3\xb8\xbd\xf8\xa3\xb7" /* 炮二平五 马８进７ */
                               " {\xba\xc3\xc6\xe5}\r\n"                                      /* 好棋 */
                               "2. \xc2\xed\xb6\xfe\xbd\xf8\xc8\xfd \xdc\x87\xa3\xb9\xc6\xbd\xa3\xb8" /* 马二进三 車９平８ */
                               " {\x82\x34\x8e\x36 \xff}\r\n0-1\r\n";
    PgnReader reader;
    PgnGame game = { 0 };
    Err err = { 0 };
    Buf moves = { 0 };
    open_text(&reader, text, sizeof text - 1);
    if (pgn_next(&reader, &game, &err) != PGN_GAME) fail_msg("%s", err.text);
    assert_string_equal(pgn_tag(&game, "Red"), "胡荣华");
    assert_string_equal(pgn_tag(&game, "Event"), "中\\国");
    assert_string_equal(moves_of(&game, &moves), "h2e2 h9g7 h0g2 i9h9");
    assert_string_equal(game.moves[1].comment, "好棋");
    assert_int_equal(game.result, OUTCOME_BLACK);
    assert_true(utf8_valid(game.moves[3].comment, strlen(game.moves[3].comment)));
    assert_non_null(strstr(game.moves[3].comment, "?"));
    pgn_game_free(&game);
    pgn_close(&reader);
    buf_free(&moves);
}

static void tags_and_comments_are_kept(void **state) {
    (void)state;
    static const char text[] = "  [Event \"a \\\"quoted\\\" \\\\ cup\"]\n[Site \"an \"unescaped\" quote\" ]\n[White  \"w\"]\n"
                               "[Black\t\"b\"]\n\n[Round \"\"]\n{before}\n; and more\n1. h2e2 {one}{two} h9g7 ;three\n2. h0g2\n";
    PgnReader reader;
    PgnGame game = { 0 };
    Err err = { 0 };
    open_text(&reader, text, sizeof text - 1);
    if (pgn_next(&reader, &game, &err) != PGN_GAME) fail_msg("%s", err.text);
    assert_string_equal(pgn_tag(&game, "Event"), "a \"quoted\" \\ cup");
    assert_string_equal(pgn_tag(&game, "Site"), "an \"unescaped\" quote");
    assert_string_equal(pgn_tag(&game, "Red"), "w");
    assert_string_equal(pgn_tag(&game, "White"), "w");
    assert_string_equal(pgn_tag(&game, "Black"), "b");
    assert_string_equal(pgn_tag(&game, "Round"), "");
    assert_null(pgn_tag(&game, "Date"));
    assert_string_equal(game.comment, "before and more");
    assert_string_equal(game.moves[0].comment, "one two");
    assert_string_equal(game.moves[1].comment, "three");
    assert_null(game.moves[2].comment);
    pgn_game_free(&game);
    pgn_close(&reader);
}

static void a_bad_game_is_named_and_the_next_one_is_read(void **state) {
    (void)state;
    static const struct { const char *text, *reason; size_t moves; } rows[] = {
        { "[Event \"x\"]\n\n1. h2e2 h9g7\n2. h2e2 h0g2\n", "games.pgn:4: game 1: move 2 of Red: move 'h2e2' is illegal: no man", 2 },
        { "[Event \"x\"]\n\n1. h2e2 h9g7 2. xyz h0g2\n", "games.pgn:3: game 1: move 2 of Red: 'xyz' is no move", 2 },
        { "[Event \"x\"]\n\n1. h2e2 炮八进七\n", "games.pgn:3: game 1: move 1 of Black: move '炮八进七' is illegal", 1 },
        { "[Event \"x]\n[Site \"y\"]\n1. h2e2\n", "games.pgn:1: game 1: '[Event \"x]' is no tag; a tag is [Name \"value\"]", 0 },
        { "[Event \"x\"]\n[Site]\n[Round \"1\"]\n\n1. h2e2\n", "games.pgn:2: game 1: '[Site]' is no tag", 0 },
        { "[Event \"x\"]\n[Site y]\n1. h2e2\n", "games.pgn:2: game 1: '[Site y]' is no tag", 0 },
        { "[Event \"x\"]\n[FEN \"9/9 w\"]\n[Site \"y\"]\n\n1. h2e2\n1. b2e2\n", "games.pgn:2: game 1: FEN: the board has 2 rows", 0 },
        { "[Event \"x\"]\n1. h2e2 {never\nclosed\n", "games.pgn:2: game 1: a comment begins here that is never closed", 0 },
        { "[Event \"x\"]\n1. h2e2\n\n(1. b2e2\n(\n", "games.pgn:4: game 1: a variation begins here that is never closed", 0 },
        { "[Event \"x\"]\n1. h2e2 ) h9g7\n", "games.pgn:2: game 1: unexpected ')' among the moves", 0 },
        { "[Event \"x\"]\n1. h2e2 [%clk 5] h9g7\n1. b2e2\n", "games.pgn:2: game 1: unexpected '[' among the moves", 0 },
        { "[Event \"x\"]\n1. a0a1 a9a10\n", "games.pgn:2: game 1: move 1 of Red: ", 0 },
    };
    static const char good[] = "[Event \"good\"]\n\n1. 炮二平五 0-1\n";
    PgnGame game = { 0 };
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        PgnReader reader;
        Buf text = { 0 };
        Err err = { 0 };
        buf_add(&text, rows[i].text);
        buf_add(&text, good);
        open_text(&reader, text.text, text.len);
        assert_int_equal(pgn_next(&reader, &game, &err), PGN_BAD);
        if (strncmp(err.text, rows[i].reason, strlen(rows[i].reason)))
            fail_msg("%s\n  said '%s', expected '%s'", rows[i].text, err.text, rows[i].reason);
        assert_int_equal(game.move_count, rows[i].moves);
        if (pgn_next(&reader, &game, &err) != PGN_GAME) fail_msg("%s\nthen %s", rows[i].text, err.text);
        assert_string_equal(pgn_tag(&game, "Event"), "good");
        assert_int_equal(game.move_count, 1);
        assert_int_equal(pgn_next(&reader, &game, &err), PGN_END);
        pgn_close(&reader);
        buf_free(&text);
    }
    pgn_game_free(&game);
}

static void games_are_told_apart_with_and_without_results(void **state) {
    (void)state;
    static const struct { const char *text; const char *sizes; } rows[] = {
        { "", "" },
        { "no games, but 1. some [text]\n", "" },
        { "[Event \"a\"]\n[Event \"b\"]\n", "0 0 " },
        { "[Event \"a\"]\n\n[Event \"b\"]\n\n1. h2e2", "0 1 " },
        { "[Event \"a\"]\n\n1. h2e2 h9g7\n[Event \"b\"]\n1. h2e2", "2 1 " },
        { "[Event \"a\"]\n1. h2e2 h9g7 1-0\n====\nsome words\n\n[Event \"b\"]\n1. h2e2 *\n", "2 1 " },
        { "1. h2e2 h9g7 1-0\n1. h2e2 0-1\n1、h2e2", "2 1 1 " },
        { "1. h2e2 1-0 1. b2e2 1-0\n", "1 " }, /* one game a line at most */
        { "[Event \"a\"]\n*\n[Event \"a\"]\n1. h2e2 *", "0 1 " },
    };
    PgnGame game = { 0 };
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        PgnReader reader;
        Buf sizes = { 0 };
        Err err = { 0 };
        PgnStatus status;
        open_text(&reader, rows[i].text, strlen(rows[i].text));
        while ((status = pgn_next(&reader, &game, &err)) == PGN_GAME) buf_addf(&sizes, "%zu ", game.move_count);
        assert_int_equal(status, PGN_END);
        assert_string_equal(buf_text(&sizes), rows[i].sizes);
        pgn_close(&reader);
        buf_free(&sizes);
    }
    pgn_game_free(&game);
}

static void what_is_no_text_is_refused(void **state) {
    (void)state;
    PgnReader reader;
    Err err = { 0 };
    assert_false(pgn_open(&reader, "x.pgn", "\xff\xfe[\0", 4, &err));
    assert_string_equal(err.text, "x.pgn: is UTF-16; games are read in UTF-8 and GB18030");
    assert_false(pgn_open(&reader, "x.pgn", "1. h2\0e2", 8, &err));
    assert_string_equal(err.text, "x.pgn: is no text (it holds a zero byte)");
}

/* ---- Writing ---- */

static void add_moves(PgnGame *game, const char *first, const char *comment, const char *second) {
    pgn_add_move(game, move_parse_coord(first, false), comment);
    pgn_add_move(game, move_parse_coord(second, false), NULL);
}

static void a_game_is_written_with_the_usual_tags(void **state) {
    (void)state;
    Pos start;
    PgnGame game = { 0 };
    Buf out = { 0 };
    assert_true(fen_parse(POS_START_FEN, &start, NULL));
    pgn_game_reset(&game, &start);
    pgn_add_tag(&game, "Red", "the \"red\" \\ one");
    pgn_add_tag(&game, "Black", "black");
    pgn_add_tag(&game, "Date", "2024.01.02");
    pgn_add_tag(&game, "RedElo", "2800");
    game.comment = "from the book";
    add_moves(&game, "h2e2", "0.12 {8}\n 5 ms", "b9c7");
    add_moves(&game, "h0g2", NULL, "h9g7");
    game.result = OUTCOME_DRAW;
    pgn_write(&game, &(PgnStyle){ NOTATION_ICCS, false }, &out);
    assert_string_equal(buf_text(&out), "[Game \"Chinese Chess\"]\n[Event \"?\"]\n[Site \"?\"]\n[Date \"2024.01.02\"]\n"
                                        "[Round \"?\"]\n[Red \"the \\\"red\\\" \\\\ one\"]\n[Black \"black\"]\n"
                                        "[Result \"1/2-1/2\"]\n[RedElo \"2800\"]\n[Format \"ICCS\"]\n\n"
                                        "{from the book} 1. h2e2 {0.12 {8) 5 ms} 1... b9c7 2. h0g2 h9g7 1/2-1/2\n\n");
    buf_clear(&out);
    game.start.fullmove = 31;
    pgn_write(&game, &(PgnStyle){ NOTATION_ICCS, true }, &out);
    assert_string_equal(buf_text(&out),
                        "[Event \"?\"]\n[Site \"?\"]\n[Date \"2024.01.02\"]\n[Round \"?\"]\n"
                        "[White \"the \\\"red\\\" \\\\ one\"]\n[Black \"black\"]\n[Result \"1/2-1/2\"]\n[RedElo \"2800\"]\n"
                        "[SetUp \"1\"]\n[FEN \"rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 31\"]\n"
                        "[Variant \"xiangqi\"]\n\n"
                        "{from the book} 31. h3e3 {0.12 {8) 5 ms} 31... b10c8 32. h1g3 h10g8 1/2-1/2\n\n");
    pgn_game_free(&game);
    buf_free(&out);
}

static void random_game(PgnGame *game, uint64_t seed, int plies) {
    Pos pos;
    assert_true(fen_parse(POS_START_FEN, &pos, NULL));
    pgn_game_reset(game, &pos);
    game->result = (Outcome)(seed % 4);
    for (int ply = 0; ply < plies; ply++) {
        MoveList list;
        if (!gen_legal(&pos, &list)) break;
        const Move mv = list.move[rng_below(seed, 0, (uint64_t)ply, (uint64_t)list.count)];
        const bool comment = rng_below(seed, 1, (uint64_t)ply, 3) == 0;
        pgn_add_move(game, mv, comment ? "book 0.31/12 好棋 of some length that makes lines break" : NULL);
        Undo undo;
        pos_make(&pos, mv, &undo);
    }
}

/* No line of the moves longer than 80 columns: a Chinese character is three bytes long and two columns wide. */
static void assert_lines_fit(const char *text) {
    for (const char *line = strstr(text, "\n\n") + 2; *line;) {
        size_t columns = 0;
        for (; *line != '\n'; line++) columns += (unsigned char)*line < 0x80 ? 1 : ((unsigned char)*line >= 0xc0) * 2;
        assert_true(columns <= 80);
        line++;
    }
}

static void random_games_come_back_from_every_style(void **state) {
    (void)state;
    static const PgnStyle styles[] = {
        { NOTATION_ICCS, false }, { NOTATION_WXF, false }, { NOTATION_CHINESE, false }, { NOTATION_ICCS, true },
    };
    PgnGame game = { 0 }, again = { 0 };
    Buf text = { 0 };
    for (uint64_t seed = 0; seed < 40; seed++) {
        const PgnStyle *style = &styles[seed % 4];
        random_game(&game, seed, (int)seed * 5);
        buf_clear(&text);
        pgn_write(&game, style, &text);
        assert_lines_fit(text.text);
        PgnReader reader;
        Err err = { 0 };
        open_text(&reader, text.text, text.len);
        if (pgn_next(&reader, &again, &err) != PGN_GAME) fail_msg("%s\n%s", text.text, err.text);
        assert_int_equal(again.move_count, game.move_count);
        assert_int_equal(again.result, game.result);
        for (size_t i = 0; i < game.move_count; i++) {
            assert_int_equal(again.moves[i].move, game.moves[i].move);
            assert_int_equal(!again.moves[i].comment, !game.moves[i].comment);
            if (game.moves[i].comment) assert_string_equal(again.moves[i].comment, game.moves[i].comment);
        }
        assert_int_equal(pgn_next(&reader, &again, &err), PGN_END);
        pgn_close(&reader);
    }
    pgn_game_free(&game);
    pgn_game_free(&again);
    buf_free(&text);
}

int main(void) {
    xq_init();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_game_is_read_in_every_notation_and_spelling),
        cmocka_unit_test(a_game_in_gb18030_is_read_as_the_same_in_utf8),
        cmocka_unit_test(tags_and_comments_are_kept),
        cmocka_unit_test(a_bad_game_is_named_and_the_next_one_is_read),
        cmocka_unit_test(games_are_told_apart_with_and_without_results),
        cmocka_unit_test(what_is_no_text_is_refused),
        cmocka_unit_test(a_game_is_written_with_the_usual_tags),
        cmocka_unit_test(random_games_come_back_from_every_style),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
