#include "engine/tests/test.h"
#include <stdio.h>
#include <string.h>
#include "engine/core/file.h"
#include "engine/core/rng.h"
#include "engine/xq/fen.h"
#include "engine/xq/gen.h"
#include "engine/xq/notation.h"
#include "engine/xq/placement.h"

/* Positions that the rows share. */
#define START "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1"
#define START_BLACK "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR b - - 0 1"
#define TWO_CANNONS "3k5/9/2C6/9/9/2C6/9/9/9/4K4 w - - 0 1"
#define TWO_HORSES_BLACK "4k4/9/2n6/9/9/2n6/9/9/9/3K5 b - - 0 1"
#define THREE_PAWNS "3k5/9/2P6/2P6/2P6/9/9/9/9/4K4 w - - 0 1"
#define FIVE_PAWNS_BLACK "4k4/9/9/9/9/2p6/2p6/2p6/2p6/2p2K3 b - - 0 1"
#define TWO_AND_TWO "3k5/9/2P1P4/2P1P4/9/9/9/9/9/4K4 w - - 0 1"
#define TWO_AND_TWO_BLACK "4k4/9/9/9/9/2p1p4/2p1p4/9/9/3K5 b - - 0 1"

static void parse_position(const char *fen, Pos *pos) {
    Err err = { 0 };
    if (!fen_parse_diagram(fen, pos, &err)) fail_msg("%s: %s", fen, err.text);
}

static void assert_reads(const Pos *pos, const char *text, const char *iccs) {
    Err err = { 0 };
    char coord[MOVE_TEXT_SIZE], fen[FEN_SIZE];
    const Move mv = move_parse(pos, text, &err);
    if (!mv) fail_msg("%s: %s", fen_text(pos, fen), err.text);
    if (strcmp(move_coord(mv, false, coord), iccs))
        fail_msg("%s: %s read as %s, not %s", fen_text(pos, fen), text, coord, iccs);
}

static void coordinates_are_read_in_both_conventions(void **state) {
    (void)state;
    static const struct { const char *text; bool one_based; const char *iccs; } rows[] = {
        { "h2e2", false, "h2e2" },  { "H2-E2", false, "h2e2" }, { "H2E2", false, "h2e2" }, { "a0a9", false, "a0a9" },
        { "h3e3", true, "h2e2" },   { "b10c8", true, "b9c7" },  { "a1a10", true, "a0a9" }, { "A10-A1", true, "a9a0" },
        { "b10c8", false, NULL },   { "a0a1", true, NULL },     { "a11a1", true, NULL },   { "a1", false, NULL },
        { "", false, NULL },        { "a", false, NULL },       { "h2", true, NULL },      { "h2-", false, NULL },
        { "h2e2x", false, NULL },   { "j2e2", false, NULL },    { "h2h2", false, NULL },   { "h2--e2", false, NULL },
        { "炮二平五", false, NULL }, { "C2=5", false, NULL },
    };
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        char out[MOVE_TEXT_SIZE];
        const Move mv = move_parse_coord(rows[i].text, rows[i].one_based);
        if (!rows[i].iccs != !mv) fail_msg("%s: read %s", rows[i].text, mv ? "as a move" : "as none");
        if (mv) assert_string_equal(move_coord(mv, false, out), rows[i].iccs);
    }
    char out[MOVE_TEXT_SIZE];
    assert_string_equal(move_coord(mv_make(sq_of(1, 9), sq_of(2, 7)), true, out), "b10c8");
}

static void moves_are_written_with_blanks_between_them(void **state) {
    (void)state;
    const Move moves[] = { mv_make(sq_of(7, 2), sq_of(4, 2)), mv_make(sq_of(1, 9), sq_of(2, 7)) };
    Buf text = { 0 };
    moves_coord(moves, 0, &text);
    assert_string_equal(buf_text(&text), "");
    buf_add(&text, "moves ");
    moves_coord(moves, 2, &text);
    assert_string_equal(buf_text(&text), "moves h2e2 b9c7");
    buf_free(&text);
}

static void the_usual_spellings_are_read(void **state) {
    (void)state;
    static const struct { const char *fen, *text, *iccs; } rows[] = {
        { START, "c2.5", "h2e2" },       { START, "C2=5", "h2e2" },      { START, "N2+3", "h0g2" },
        { START, "n2+3", "h0g2" },       { START, "B3+5", "g0e2" },      { START, "e3+5", "g0e2" },
        { START, "H2-E2", "h2e2" },      { START, "炮2平5", "h2e2" },    { START, "砲二平五", "h2e2" },
        { START, "包２平５", "h2e2" },   { START, "馬二進三", "h0g2" },  { START, "傌二進三", "h0g2" },
        { START, "車九進一", "a0a1" },   { START, "俥9进1", "a0a1" },    { START, "帥五進一", "e0e1" },
        { START, "象三进五", "g0e2" },   { START, "士六进五", "d0e1" },  { START, "卒三进一", "g3g4" },
        { START, "Ｃ２＝５", "h2e2" },   { START, "Ｈ２＋３", "h0g2" },  { START, "a0a1", "a0a1" },
        { START_BLACK, "b10c8", "b9c7" }, { START_BLACK, "B10-C8", "b9c7" },
        { START_BLACK, "炮八平五", "h7e7" }, { START_BLACK, "將５進１", "e9e8" }, { START_BLACK, "帅5进1", "e9e8" },
        { START_BLACK, "兵３进１", "c6c5" }, { START_BLACK, "仕4进5", "d9e8" },
        { TWO_CANNONS, "+C=5", "c7e7" }, { TWO_CANNONS, "C+=5", "c7e7" },  { TWO_CANNONS, "C-.5", "c4e4" },
        { TWO_CANNONS, "-C+2", "c4c6" }, { TWO_CANNONS, "C--2", "c4c2" },  { TWO_CANNONS, "前砲平５", "c7e7" },
        { TWO_CANNONS, "後炮平五", "c4e4" }, { TWO_CANNONS, "炮后平五", "c4e4" }, { TWO_CANNONS, "前炮七平五", "c7e7" },
        { TWO_CANNONS, "C--4", "c4c0" },   { TWO_HORSES_BLACK, "N++2", "c4b2" },
        { TWO_HORSES_BLACK, "+h+2", "c4b2" }, { TWO_HORSES_BLACK, "后馬退5", "c7e8" },
        /* the file alone, when only one of the two can go there */
        { TWO_CANNONS, "炮七退四", "c4c0" }, { TWO_CANNONS, "C7-4", "c4c0" },
        { THREE_PAWNS, "P.=8", "c6b6" }, { THREE_PAWNS, "P+=8", "c7b7" }, { THREE_PAWNS, "二兵平八", "c6b6" },
        { THREE_PAWNS, "三兵平八", "c5b5" },
        { TWO_AND_TWO, "前兵平四", "e7f7" }, { TWO_AND_TWO, "前兵七平八", "c7b7" }, { TWO_AND_TWO, "后七平八", "c6b6" },
        { TWO_AND_TWO, "一七平八", "c7b7" }, { TWO_AND_TWO, "27=8", "c6b6" }, { TWO_AND_TWO, "3兵平8", "c7b7" },
        { TWO_AND_TWO_BLACK, "１卒平２", "c3b3" },
    };
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        Pos pos;
        parse_position(rows[i].fen, &pos);
        assert_reads(&pos, rows[i].text, rows[i].iccs);
    }
}

static void what_is_no_legal_move_is_refused_with_its_reason(void **state) {
    (void)state;
    static const char *const pinned = "4k4/9/9/4r4/9/9/9/9/4R4/4K4 w - - 0 1";
    static const struct { const char *fen, *text, *reason; } rows[] = {
        { START, "", "is no move" },
        { START, "C2=", "is no move" },
        { START, "C2=5=", "is no move" },
        { START, "C=5", "is no move" },
        { START, "25", "is no move" },
        { START, "C2=0", "is no move" },
        { START, "CC=5", "is no move" },
        { START, "C22=5", "is no move" },
        { START, "炮二进", "is no move" },
        { START, "炮二平五五", "is no move" },
        { START, "炮二\xe5\xb9", "is no move" },
        { START, "前前炮平五", "is no move" },
        { START, "\xff\xfe", "is no move" },
        { START, "0000", "is no move" },
        { START, "C3=5", "Red has no such man there" },
        { START, "前炮平五", "Red has no such man there" },
        { START, "15=6", "Red has no such man there" },
        { START_BLACK, "炮3平5", "Black has no such man there" },
        { START, "C2+8", "the red cannon cannot go there" },
        { START, "H2+4", "the red horse cannot go there" },
        { START, "P7=8", "the red pawn cannot go there" },
        { START, "h2i4", "the red cannon cannot go to i4" },
        { START, "e4e5", "no man stands on e4" },
        { START, "h7e7", "Red is to move, h7 holds a black cannon" },
        { pinned, "e1d1", "leaves the red king in check" },
        { pinned, "R5=6", "leaves the red king in check" },
        { pinned, "车五平六", "leaves the red king in check" },
        { TWO_CANNONS, "C7=5", "is ambiguous: c4e4 or c7e7" },
        { TWO_CANNONS, "炮七平五", "is ambiguous: c4e4 or c7e7" },
        { THREE_PAWNS, "P7=8", "is ambiguous: c5b5, c6b6 or c7b7" },
        { FIVE_PAWNS_BLACK, "中卒平4", "is ambiguous: c1d1, c2d2 or c3d3" },
        { TWO_AND_TWO, "前兵进一", "is ambiguous: c7c8 or e7e8" },
    };
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        Pos pos;
        Err err = { 0 };
        parse_position(rows[i].fen, &pos);
        if (move_parse(&pos, rows[i].text, &err)) fail_msg("%s: '%s' was read", rows[i].fen, rows[i].text);
        if (!strstr(err.text, rows[i].reason))
            fail_msg("%s: '%s' gave '%s', expected '%s'", rows[i].fen, rows[i].text, err.text, rows[i].reason);
        assert_int_equal(err.kind, ERR_INPUT);
    }
}

static void check_row(char *line) {
    char *rest = line, out[MOVE_TEXT_SIZE];
    const char *const fen = strtok_r(line, "\t", &rest), *const iccs = strtok_r(NULL, "\t", &rest);
    assert_non_null(iccs);
    Pos pos;
    parse_position(fen, &pos);
    assert_reads(&pos, iccs, iccs);
    for (const char *text; (text = strtok_r(NULL, "\t", &rest));) {
        const Notation notation = (unsigned char)*text < 0x80 ? NOTATION_WXF : NOTATION_CHINESE;
        assert_string_equal(move_text(&pos, move_parse_coord(iccs, false), notation, out), text);
        assert_reads(&pos, text, iccs);
    }
}

static int check_suite(const char *path) {
    Buf text = { 0 };
    Err err = { 0 };
    if (!file_read(path, &text, &err)) fail_msg("%s", err.text);
    int rows = 0;
    char *rest = text.text;
    for (char *line; (line = strtok_r(NULL, "\n", &rest));) {
        if (*line == '#') continue;
        check_row(line);
        rows++;
    }
    buf_free(&text);
    return rows;
}

static void every_row_of_the_suites_agrees_both_ways(void **state) {
    (void)state;
    assert_int_equal(check_suite(XQ_SOURCE_DIR "/suites/notation/wxf.tsv"), 335);
    assert_int_equal(check_suite(XQ_SOURCE_DIR "/suites/notation/chinese.tsv"), 49);
}

static void assert_every_move_comes_back(const Pos *pos) {
    MoveList list;
    gen_legal(pos, &list);
    for (int i = 0; i < list.count; i++)
        for (int notation = 0; notation < NOTATIONS; notation++) {
            char out[MOVE_TEXT_SIZE], iccs[MOVE_TEXT_SIZE];
            assert_reads(pos, move_text(pos, list.move[i], (Notation)notation, out), move_coord(list.move[i], false, iccs));
        }
}

static void every_move_of_random_games_comes_back_from_each_notation(void **state) {
    (void)state;
    for (uint64_t game = 0; game < 10; game++) {
        Pos pos;
        parse_position(POS_START_FEN, &pos);
        for (uint64_t ply = 0; ply < 80; ply++) {
            MoveList list;
            if (!gen_legal(&pos, &list)) break;
            assert_every_move_comes_back(&pos);
            Undo undo;
            pos_make(&pos, list.move[rng_below(11, game, ply, (uint64_t)list.count)], &undo);
        }
    }
}

/* Five pawns and a pair of each officer on few files: the crowded cases that play seldom reaches. */
static void every_move_of_crowded_positions_comes_back_from_each_notation(void **state) {
    (void)state;
    static const int kinds[] = { KING, PAWN, PAWN, PAWN, PAWN, PAWN, ROOK, ROOK, CANNON, CANNON, HORSE, HORSE,
                                 ADVISOR, ADVISOR, ELEPHANT, ELEPHANT };
    int tried = 0;
    for (uint64_t stream = 0; tried < 200; stream++) {
        uint64_t index = 0;
        Pos pos;
        pos_clear(&pos);
        pos.side = stream & 1;
        for (size_t i = 0; i < COUNT_OF(kinds); i++)
            for (int attempts = 0; attempts < 50; attempts++) {
                const bool crowd = kinds[i] >= HORSE;
                const int file = (int)rng_below(3, stream, index++, crowd ? 3 : FILES) + (crowd ? 2 : 0);
                const int sq = sq_of(file, (int)rng_below(3, stream, index++, RANKS));
                if (pos.board[sq] != PC_NONE || !placement_allows(pc_make(pos.side, kinds[i]), sq)) continue;
                pos_put(&pos, pc_make(pos.side, kinds[i]), sq);
                break;
            }
        const int far_corner = pos.side == RED ? sq_of(5, 9) : sq_of(5, 0);
        if (pos.board[far_corner] == PC_NONE) pos_put(&pos, pc_make(pos.side ^ 1, KING), far_corner);
        if (!placement_check(&pos, NULL)) continue;
        assert_every_move_comes_back(&pos);
        tried++;
    }
}

int main(void) {
    xq_init();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(coordinates_are_read_in_both_conventions),
        cmocka_unit_test(moves_are_written_with_blanks_between_them),
        cmocka_unit_test(the_usual_spellings_are_read),
        cmocka_unit_test(what_is_no_legal_move_is_refused_with_its_reason),
        cmocka_unit_test(every_row_of_the_suites_agrees_both_ways),
        cmocka_unit_test(every_move_of_random_games_comes_back_from_each_notation),
        cmocka_unit_test(every_move_of_crowded_positions_comes_back_from_each_notation),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
