#include "engine/xq/board_text.h"

const char *const board_set_names[] = { "letters", "chinese", NULL };

/* How a set draws: every text of a set is equally wide. */
typedef struct {
    const char *piece[2][KINDS];
    const char *empty;
    const char *letter[FILES];     /* of files */
    const char *numeral[2][FILES]; /* of files by side, 1 to 9; NULL: not shown */
    const char *river;
} Set;

static const Set sets[BOARD_SETS] = {
    [BOARD_LETTERS] = {
        .piece = { { "K", "A", "B", "N", "R", "C", "P" }, { "k", "a", "b", "n", "r", "c", "p" } },
        .empty = ".",
        .letter = { "a", "b", "c", "d", "e", "f", "g", "h", "i" },
        .river = "  ~~~~~~~~~~~~~~~~~",
    },
    [BOARD_CHINESE] = {
        .piece = { { "帥", "仕", "相", "傌", "俥", "炮", "兵" }, { "將", "士", "象", "馬", "車", "砲", "卒" } },
        .empty = "．",
        .letter = { "ａ", "ｂ", "ｃ", "ｄ", "ｅ", "ｆ", "ｇ", "ｈ", "ｉ" },
        .numeral = { { "一", "二", "三", "四", "五", "六", "七", "八", "九" },
                     { "１", "２", "３", "４", "５", "６", "７", "８", "９" } },
        .river = "     楚 河          漢 界",
    },
};

static const char *const colours[2] = { "\033[31m", "\033[32m" };
static const char colour_end[] = "\033[0m";

/* The square in this row and column of the screen, from the upper left. */
static int shown_sq(const BoardStyle *style, int row, int column) {
    const int sq = sq_of(column, RANKS - 1 - row);
    return style->black_below ? SQ_COUNT - 1 - sq : sq;
}

/* Put brackets around the point of this row that shows sq, if one does. */
static void mark(char gaps[FILES + 1], const BoardStyle *style, int row, int sq, const char *brackets) {
    for (int column = 0; column < FILES; column++) {
        if (shown_sq(style, row, column) != sq) continue;
        gaps[column] = brackets[0];
        gaps[column + 1] = brackets[1];
    }
}

static void print_point(const Pos *pos, int sq, const BoardStyle *style, Buf *out) {
    const Set *set = &sets[style->set];
    const int pc = pos->board[sq];
    if (pc == PC_NONE) {
        buf_add(out, set->empty);
        return;
    }
    const char *const text = set->piece[pc_side(pc)][pc_kind(pc)];
    if (style->colour) buf_addf(out, "%s%s%s", colours[pc_side(pc)], text, colour_end);
    else buf_add(out, text);
}

/* Moves beside each other share a gap: the end of the move has it. */
static void print_row(const Pos *pos, Move last, const BoardStyle *style, int row, Buf *out) {
    char gaps[FILES + 1];
    for (int i = 0; i <= FILES; i++) gaps[i] = ' ';
    if (last) {
        mark(gaps, style, row, mv_from(last), "()");
        mark(gaps, style, row, mv_to(last), "[]");
    }
    buf_addf(out, "%d", sq_rank(shown_sq(style, row, 0)));
    for (int column = 0; column < FILES; column++) {
        buf_add_char(out, gaps[column]);
        print_point(pos, shown_sq(style, row, column), style, out);
    }
    if (gaps[FILES] != ' ') buf_add_char(out, gaps[FILES]);
    buf_add_char(out, '\n');
}

static void print_letters(const BoardStyle *style, Buf *out) {
    buf_add_char(out, ' ');
    for (int column = 0; column < FILES; column++)
        buf_addf(out, " %s", sets[style->set].letter[sq_file(shown_sq(style, 0, column))]);
    buf_add_char(out, '\n');
}

/* The numbers of the files as this side counts them, from its right. */
static void print_numerals(const BoardStyle *style, int side, Buf *out) {
    const char *const *numeral = sets[style->set].numeral[side];
    if (!numeral[0]) return;
    buf_add_char(out, ' ');
    for (int column = 0; column < FILES; column++) {
        const int file = sq_file(shown_sq(style, 0, column));
        buf_addf(out, " %s", numeral[side == RED ? FILES - 1 - file : file]);
    }
    buf_add_char(out, '\n');
}

void board_text(const Pos *pos, Move last, const BoardStyle *style, Buf *out) {
    const int below = style->black_below ? BLACK : RED;
    print_numerals(style, side_other(below), out);
    for (int row = 0; row < RANKS; row++) {
        if (row == RANKS / 2) buf_addf(out, "%s\n", sets[style->set].river);
        print_row(pos, last, style, row, out);
    }
    print_numerals(style, below, out);
    print_letters(style, out);
}
