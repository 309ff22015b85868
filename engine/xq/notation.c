#include "engine/xq/notation.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "engine/core/buf.h"
#include "engine/xq/placement.h"

const char *const notation_names[] = { "iccs", "wxf", "chinese", NULL };

/* ---- What both notations say of a man and a move ---- */

typedef enum { FORWARD, SIDEWAYS, BACKWARD } Direction;

/* How a man is told from others of its kind. */
typedef enum { BY_FILE, BY_FRONT, BY_MIDDLE, BY_REAR, BY_NUMBER } Place;

/* A man's rank among the men of its piece on its file, 0 for the foremost, and how many they are. */
typedef struct { int index, count; } Column;

static int file_number(int side, int sq) {
    return side == RED ? FILES - sq_file(sq) : sq_file(sq) + 1;
}

/* How many ranks `to` lies ahead of `from`, negative when behind. */
static int advance(int side, int from, int to) {
    return side == RED ? sq_rank(to) - sq_rank(from) : sq_rank(from) - sq_rank(to);
}

static Column column_of(const Pos *pos, int sq) {
    const int pc = pos->board[sq];
    Column column = { 0, 0 };
    for (int other = sq_file(sq); other < SQ_COUNT; other += FILES) {
        if (pos->board[other] != pc) continue;
        column.count++;
        column.index += advance(pc_side(pc), sq, other) > 0;
    }
    return column;
}

/* Number of a pawn among all that share a file with another, from the mover's right to left and front to back; how
 * many files hold such pawns goes to *files. */
static int pawn_number(const Pos *pos, int sq, int *files) {
    const int pc = pos->board[sq], side = pc_side(pc);
    int number = column_of(pos, sq).index + 1;
    *files = 0;
    for (int file = 0; file < FILES; file++) {
        int at = file;
        while (at < SQ_COUNT && pos->board[at] != pc) at += FILES;
        if (at >= SQ_COUNT || column_of(pos, at).count < 2) continue;
        ++*files;
        if (file_number(side, at) < file_number(side, sq)) number += column_of(pos, at).count;
    }
    return number;
}

static Direction direction_of(int side, int from, int to) {
    const int ahead = advance(side, from, to);
    return ahead > 0 ? FORWARD : ahead < 0 ? BACKWARD : SIDEWAYS;
}

/* The number a move ends with: steps for straight movers along a file, else the file of arrival. */
static int target_of(int pc, int from, int to) {
    const int kind = pc_kind(pc), side = pc_side(pc);
    const bool straight = kind != ADVISOR && kind != ELEPHANT && kind != HORSE;
    const int steps = abs(advance(side, from, to));
    return straight && steps ? steps : file_number(side, to);
}

/* ---- Printing ---- */

static const char *const chinese_pieces[2] = { "帅仕相马车炮兵", "将士象马车炮卒" };
static const char *const chinese_digits[2] = { "一二三四五六七八九", "１２３４５６７８９" };
static const char *const chinese_directions = "进平退", *const chinese_places = "前中后";

/* Append the character of this index in a text of three-byte characters. */
static void add_character(char *out, const char *characters, int index) {
    const size_t len = strlen(out);
    memcpy(out + len, characters + 3 * index, 3);
    out[len + 3] = 0;
}

/* Advisors and elephants need no more than their file: of two on a file only one can go the given way. Up to `named`
 * men on the only crowded file have words of their own, more are numbered. */
static Place place_of(const Pos *pos, int sq, int named) {
    const int kind = pc_kind(pos->board[sq]);
    const Column column = column_of(pos, sq);
    if (column.count == 1 || kind == ADVISOR || kind == ELEPHANT) return BY_FILE;
    int files = 0;
    if (kind == PAWN) pawn_number(pos, sq, &files);
    if (files > 1 || column.count > named) return BY_NUMBER;
    return column.index == 0 ? BY_FRONT : column.index == column.count - 1 ? BY_REAR : BY_MIDDLE;
}

static void print_wxf(const Pos *pos, Move mv, char out[MOVE_TEXT_SIZE]) {
    const int from = mv_from(mv), to = mv_to(mv), pc = pos->board[from], side = pc_side(pc);
    char head[8] = { "KAEHRCP"[pc_kind(pc)] };
    switch (place_of(pos, from, 2)) {
    case BY_FILE: head[1] = (char)('0' + file_number(side, from)); break;
    case BY_FRONT: head[1] = '+'; break;
    case BY_REAR: head[1] = '-'; break;
    case BY_NUMBER:
    case BY_MIDDLE:
        head[0] = (char)('1' + column_of(pos, from).index);
        head[1] = (char)('0' + file_number(side, from));
    }
    snprintf(out, MOVE_TEXT_SIZE, "%s%c%d", head, "+=-"[direction_of(side, from, to)], target_of(pc, from, to));
}

static void print_chinese(const Pos *pos, Move mv, char out[MOVE_TEXT_SIZE]) {
    const int from = mv_from(mv), to = mv_to(mv), pc = pos->board[from], side = pc_side(pc);
    const Place place = place_of(pos, from, 3);
    int files;
    out[0] = 0;
    if (place == BY_NUMBER) add_character(out, chinese_digits[RED], pawn_number(pos, from, &files) - 1);
    else if (place != BY_FILE) add_character(out, chinese_places, place - BY_FRONT);
    add_character(out, chinese_pieces[side], pc_kind(pc));
    if (place == BY_FILE) add_character(out, chinese_digits[side], file_number(side, from) - 1);
    add_character(out, chinese_directions, direction_of(side, from, to));
    add_character(out, chinese_digits[side], target_of(pc, from, to) - 1);
}

char *move_text(const Pos *pos, Move mv, Notation notation, char out[MOVE_TEXT_SIZE]) {
    switch (notation) {
    case NOTATION_WXF: print_wxf(pos, mv, out); break;
    case NOTATION_CHINESE: print_chinese(pos, mv, out); break;
    case NOTATION_ICCS:
    case NOTATIONS: move_coord(mv, false, out);
    }
    return out;
}

/* ---- Reading ---- */

typedef enum { SYMBOL_NONE, SYMBOL_KIND, SYMBOL_DIGIT, SYMBOL_DIRECTION, SYMBOL_PLACE, SYMBOL_SIGN } SymbolClass;
typedef struct {
    SymbolClass class;
    int value;              /* Kind, digit, Direction; Place for SYMBOL_PLACE */
    const char *characters; /* UTF-8: every spelling met */
} Symbol;

/* A sign is a direction before the last number and a place before that: C+=5. */
static const Symbol symbols[] = {
    { SYMBOL_KIND, KING,     "KkＫｋ帅帥将將" },
    { SYMBOL_KIND, ADVISOR,  "AaＡａ士仕" },
    { SYMBOL_KIND, ELEPHANT, "EeBbＥｅＢｂ相象" },
    { SYMBOL_KIND, HORSE,    "HhNnＨｈＮｎ马馬傌" },
    { SYMBOL_KIND, ROOK,     "RrＲｒ车車俥" },
    { SYMBOL_KIND, CANNON,   "CcＣｃ炮砲包" },
    { SYMBOL_KIND, PAWN,     "PpＰｐ兵卒" },
    { SYMBOL_DIRECTION, FORWARD,  "进進" },
    { SYMBOL_DIRECTION, SIDEWAYS, "平" },
    { SYMBOL_DIRECTION, BACKWARD, "退" },
    { SYMBOL_PLACE, BY_FRONT,  "前" },
    { SYMBOL_PLACE, BY_MIDDLE, "中" },
    { SYMBOL_PLACE, BY_REAR,   "后後" },
    { SYMBOL_SIGN, FORWARD,  "+＋" },
    { SYMBOL_SIGN, SIDEWAYS, "=＝.．" },
    { SYMBOL_SIGN, BACKWARD, "-－−–" },
    { SYMBOL_DIGIT, 1, "1１一" }, { SYMBOL_DIGIT, 2, "2２二" }, { SYMBOL_DIGIT, 3, "3３三" },
    { SYMBOL_DIGIT, 4, "4４四" }, { SYMBOL_DIGIT, 5, "5５五" }, { SYMBOL_DIGIT, 6, "6６六" },
    { SYMBOL_DIGIT, 7, "7７七" }, { SYMBOL_DIGIT, 8, "8８八" }, { SYMBOL_DIGIT, 9, "9９九" },
};

/* Bytes of the UTF-8 character that begins with this byte (our own tables: well-formed, at most three). */
static size_t character_size(char first) {
    return (unsigned char)first < 0x80 ? 1 : (unsigned char)first < 0xe0 ? 2 : 3;
}

/* The symbol at *text, which moves past it; class SYMBOL_NONE when there is none. */
static Symbol next_symbol(const char **text) {
    for (size_t i = 0; i < sizeof symbols / sizeof symbols[0]; i++)
        for (const char *at = symbols[i].characters; *at; at += character_size(*at)) {
            const size_t size = character_size(*at);
            if (strncmp(*text, at, size) != 0) continue;
            *text += size;
            return symbols[i];
        }
    return (Symbol){ SYMBOL_NONE, 0, NULL };
}

/* A move as WXF and Chinese say it. */
typedef struct {
    Place place;
    int kind;
    int file;   /* file number of the man, 0 if not said */
    int number; /* of a pawn, with BY_NUMBER: within `file` if that is said, else through all crowded files */
    Direction direction;
    int target;
} Words;

enum { HEAD_MAX = 3, SYMBOLS_MAX = HEAD_MAX + 2 };

/* One symbol of the part before the direction: kind, file, place or number, each at most once. A digit before the
 * kind or before another digit (pawns need no name) is the number, any other the file. */
static bool take_head(Words *words, Symbol symbol, SymbolClass next) {
    switch (symbol.class) {
    case SYMBOL_KIND:
        if (words->kind != KINDS) return false;
        words->kind = symbol.value;
        return true;
    case SYMBOL_PLACE:
    case SYMBOL_SIGN:
        if (words->place != BY_FILE) return false;
        words->place = symbol.class == SYMBOL_PLACE ? (Place)symbol.value : (Place)(BY_FRONT + symbol.value);
        return true;
    case SYMBOL_DIGIT:
        if (next == SYMBOL_KIND || (words->kind == KINDS && next == SYMBOL_DIGIT)) {
            if (words->place != BY_FILE) return false;
            words->place = BY_NUMBER;
            words->number = symbol.value;
            return true;
        }
        if (words->file) return false;
        words->file = symbol.value;
        return true;
    case SYMBOL_DIRECTION:
    case SYMBOL_NONE: break;
    }
    return false;
}

static bool parse_words(const char *text, Words *words) {
    Symbol symbol[SYMBOLS_MAX];
    int count = 0;
    while (*text) {
        if (count == SYMBOLS_MAX) return false;
        symbol[count] = next_symbol(&text);
        if (symbol[count++].class == SYMBOL_NONE) return false;
    }
    if (count < 4) return false;
    const Symbol direction = symbol[count - 2], target = symbol[count - 1];
    if (direction.class != SYMBOL_SIGN && direction.class != SYMBOL_DIRECTION) return false;
    if (target.class != SYMBOL_DIGIT) return false;
    *words = (Words){ BY_FILE, .kind = KINDS, .direction = (Direction)direction.value, .target = target.value };
    for (int i = 0; i < count - 2; i++)
        if (!take_head(words, symbol[i], symbol[i + 1].class)) return false;
    if (words->kind == KINDS) words->kind = PAWN;
    return words->file || words->place != BY_FILE;
}

static bool words_name_man(const Words *words, const Pos *pos, int sq) {
    const int pc = pos->board[sq];
    if (pc != pc_make(pos->side, words->kind)) return false;
    if (words->file && words->file != file_number(pos->side, sq)) return false;
    if (words->place == BY_FILE) return true;
    const Column column = column_of(pos, sq);
    if (column.count < 2) return false;
    int files;
    switch (words->place) {
    case BY_FRONT: return column.index == 0;
    case BY_REAR: return column.index == column.count - 1;
    case BY_MIDDLE: return column.index > 0 && column.index < column.count - 1;
    case BY_NUMBER: return words->number == (words->file ? column.index + 1 : pawn_number(pos, sq, &files));
    case BY_FILE: break;
    }
    return true;
}

/* What the squares of the board say to a text. */
typedef struct {
    int men;              /* that it names */
    MoveList legal;       /* moves that it may mean */
    Move illegal;         /* a move that it would mean, were the king safe */
} Matches;

static void match_man(const Words *words, const Pos *pos, int from, Matches *matches) {
    const int pc = pos->board[from];
    matches->men++;
    for (int to = 0; to < SQ_COUNT; to++) {
        const Move mv = mv_make(from, to);
        if (direction_of(pos->side, from, to) != words->direction) continue;
        if (target_of(pc, from, to) != words->target || !pos_is_pseudo_legal(pos, mv)) continue;
        if (pos_is_legal(pos, mv)) matches->legal.move[matches->legal.count++] = mv;
        else matches->illegal = mv;
    }
}

static bool say_ambiguous(const char *text, const MoveList *moves, Err *err) {
    char list[MOVE_TEXT_SIZE * 5] = "", move[MOVE_TEXT_SIZE];
    for (int i = 0; i < moves->count && i < 5; i++) {
        if (i) strcat(list, i + 1 < moves->count ? ", " : " or ");
        strcat(list, move_coord(moves->move[i], false, move));
    }
    return err_set(err, ERR_INPUT, "move '%s' is ambiguous: %s", text, list);
}

static bool say_unsafe(const char *text, int side, Err *err) {
    const char *king = piece_name(pc_make(side, KING));
    return err_set(err, ERR_INPUT, "move '%s' is illegal: it leaves the %s in check", text, king);
}

static const char *side_name(int side) {
    return side == RED ? "Red" : "Black";
}

static Move match_words(const Words *words, const Pos *pos, const char *text, Err *err) {
    Matches matches = { .men = 0 };
    for (int sq = 0; sq < SQ_COUNT; sq++)
        if (words_name_man(words, pos, sq)) match_man(words, pos, sq, &matches);
    if (matches.legal.count == 1) return matches.legal.move[0];
    if (matches.legal.count)
        say_ambiguous(text, &matches.legal, err);
    else if (matches.illegal)
        say_unsafe(text, pos->side, err);
    else if (matches.men)
        err_set(err, ERR_INPUT, "move '%s' is illegal: the %s cannot go there", text,
                piece_name(pc_make(pos->side, words->kind)));
    else
        err_set(err, ERR_INPUT, "move '%s': %s has no such man there", text, side_name(pos->side));
    return MOVE_NONE;
}

static Move check_coord(Move mv, const Pos *pos, const char *text, Err *err) {
    const int from = mv_from(mv), to = mv_to(mv), pc = pos->board[from];
    const bool pseudo_legal = pos_is_pseudo_legal(pos, mv);
    if (pseudo_legal && pos_is_legal(pos, mv)) return mv;
    if (pseudo_legal)
        say_unsafe(text, pos->side, err);
    else if (pc == PC_NONE)
        err_set(err, ERR_INPUT, "move '%s' is illegal: no man stands on %c%d", text, 'a' + sq_file(from), sq_rank(from));
    else if (pc_side(pc) != pos->side)
        err_set(err, ERR_INPUT, "move '%s' is illegal: %s is to move, %c%d holds a %s", text, side_name(pos->side),
                'a' + sq_file(from), sq_rank(from), piece_name(pc));
    else
        err_set(err, ERR_INPUT, "move '%s' is illegal: the %s cannot go to %c%d", text, piece_name(pc),
                'a' + sq_file(to), sq_rank(to));
    return MOVE_NONE;
}

Move move_parse_based(const Pos *pos, const char *text, bool one_based, Err *err) {
    const Move mv = move_parse_coord(text, one_based);
    if (mv) return check_coord(mv, pos, text, err);
    Words words;
    if (parse_words(text, &words)) return match_words(&words, pos, text, err);
    err_set(err, ERR_INPUT, "'%.40s' is no move in coordinates (h2e2), WXF (C2=5) or Chinese (炮二平五)", text);
    return MOVE_NONE;
}

Move move_parse(const Pos *pos, const char *text, Err *err) {
    return move_parse_based(pos, text, !move_parse_coord(text, false) && move_parse_coord(text, true), err);
}
