#include "engine/xq/fen.h"
#include <ctype.h>
#include <stdio.h>
#include <string.h>
#include "engine/xq/placement.h"

static const char letters[] = "KABNRCP";

/* One field of the text, without its blanks. */
typedef struct { const char *at; int len; } Field;

static bool is_blank(char c) {
    return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

/* The next field, of length 0 at the end of the text. */
static Field next_field(const char **text) {
    while (is_blank(**text)) ++*text;
    Field field = { *text, 0 };
    while (**text && !is_blank(**text)) ++*text;
    field.len = (int)(*text - field.at);
    return field;
}

/* How much of a text is worth showing in a message. */
static int shown(int len) {
    return len < 40 ? len : 40;
}

static bool field_is(Field field, const char *word) {
    return field.len == (int)strlen(word) && memcmp(field.at, word, (size_t)field.len) == 0;
}

static bool field_has(Field field, char upper) {
    const size_t len = (size_t)field.len;
    return memchr(field.at, upper, len) || memchr(field.at, tolower((unsigned char)upper), len);
}

/* What G stands for: the general where no K is, the guard where no A is, nothing where both are. */
static char letter_of_g(Field board) {
    if (!field_has(board, 'K')) return 'K';
    return field_has(board, 'A') ? 0 : 'A';
}

static int piece_of_letter(char letter, char g) {
    char upper = (char)toupper((unsigned char)letter);
    if (upper == 'H') upper = 'N';
    if (upper == 'E') upper = 'B';
    if (upper == 'G') upper = g;
    const char *found = upper ? strchr(letters, upper) : NULL;
    if (!found) return PC_NONE;
    return pc_make(isupper((unsigned char)letter) ? RED : BLACK, (int)(found - letters));
}

static bool bad_letter(char c, int row, int file, Err *err) {
    if (isprint((unsigned char)c))
        return err_set(err, ERR_INPUT, "'%c' in row %d, file %d is no piece (K A B N R C P, lower case for Black)", c,
                       row, file + 1);
    return err_set(err, ERR_INPUT, "byte 0x%02x in row %d, file %d is no piece", (unsigned char)c, row, file + 1);
}

static bool parse_row(const char *at, int len, int rank, char g, Pos *pos, Err *err) {
    const int row = RANKS - rank;
    int file = 0;
    for (int i = 0; i < len; i++) {
        if (at[i] >= '1' && at[i] <= '9') {
            file += at[i] - '0';
        } else {
            const int pc = piece_of_letter(at[i], g);
            if (pc == PC_NONE) return bad_letter(at[i], row, file, err);
            if (file < FILES && !pos_put(pos, pc, sq_of(file, rank)))
                return err_set(err, ERR_INPUT, "one %s too many: '%c' in row %d, file %d", piece_name(pc), at[i], row,
                               file + 1);
            file++;
        }
        if (file > FILES) return err_set(err, ERR_INPUT, "row %d '%.*s' has more than 9 points", row, shown(len), at);
    }
    if (file < FILES) return err_set(err, ERR_INPUT, "row %d '%.*s' has %d points, not 9", row, shown(len), at, file);
    return true;
}

static bool parse_board(Field board, Pos *pos, Err *err) {
    const char g = letter_of_g(board), *at = board.at, *const end = board.at + board.len;
    for (int rank = RANKS - 1;; rank--) {
        const char *slash = memchr(at, '/', (size_t)(end - at));
        if (!parse_row(at, (int)((slash ? slash : end) - at), rank, g, pos, err)) return false;
        if (!slash && rank == 0) return true;
        if (!slash) return err_set(err, ERR_INPUT, "the board has %d rows, not 10", RANKS - rank);
        if (rank == 0) return err_set(err, ERR_INPUT, "the board has more than 10 rows");
        at = slash + 1;
    }
}

static bool parse_side(Field field, Pos *pos, Err *err) {
    if (!field.len) return err_set(err, ERR_INPUT, "the side to move is missing (w or b)");
    if (field_is(field, "b")) pos->side = BLACK;
    else if (field_is(field, "w") || field_is(field, "r")) pos->side = RED;
    else return err_set(err, ERR_INPUT, "side to move '%.*s' is neither w nor b", shown(field.len), field.at);
    return true;
}

/* A counter in 0..FEN_COUNTER_MAX; a missing field leaves *value alone. */
static bool parse_counter(Field field, const char *name, uint16_t *value, Err *err) {
    int number = 0;
    for (int i = 0; i < field.len; i++) {
        if (!isdigit((unsigned char)field.at[i]))
            return err_set(err, ERR_INPUT, "%s '%.*s' is not a number from 0 on", name, shown(field.len), field.at);
        number = number * 10 + field.at[i] - '0';
        if (number > FEN_COUNTER_MAX)
            return err_set(err, ERR_INPUT, "%s %.*s is over %d", name, shown(field.len), field.at, FEN_COUNTER_MAX);
    }
    if (field.len) *value = (uint16_t)number;
    return true;
}

static bool parse_fields(const char *text, Pos *pos, Err *err) {
    if (!parse_board(next_field(&text), pos, err) || !parse_side(next_field(&text), pos, err)) return false;
    Field field = next_field(&text);
    for (int dashes = 0; dashes < 2 && field_is(field, "-"); dashes++) field = next_field(&text);
    if (!parse_counter(field, "halfmove counter", &pos->halfmove, err)) return false;
    if (!parse_counter(next_field(&text), "move number", &pos->fullmove, err)) return false;
    field = next_field(&text);
    if (field.len) return err_set(err, ERR_INPUT, "unexpected '%.*s' after the move number", shown(field.len), field.at);
    if (pos->fullmove == 0) pos->fullmove = 1;
    return true;
}

static bool parse(const char *text, bool (*check)(const Pos *pos, Err *err), Pos *out, Err *err) {
    Pos pos;
    pos_clear(&pos);
    if (!parse_fields(text, &pos, err) || !check(&pos, err)) return err_prefix(err, "FEN: ");
    pos.key = pos_compute_key(&pos);
    *out = pos;
    return true;
}

bool fen_parse(const char *text, Pos *pos, Err *err) {
    return parse(text, placement_check, pos, err);
}

bool fen_parse_diagram(const char *text, Pos *pos, Err *err) {
    return parse(text, placement_check_men, pos, err);
}

static char *print_row(const Pos *pos, int rank, char *at) {
    int empty = 0;
    for (int file = 0; file < FILES; file++) {
        const int pc = pos->board[sq_of(file, rank)];
        if (pc == PC_NONE) {
            empty++;
            continue;
        }
        if (empty) *at++ = (char)('0' + empty);
        empty = 0;
        const char letter = letters[pc_kind(pc)];
        *at++ = pc_side(pc) == RED ? letter : (char)tolower((unsigned char)letter);
    }
    if (empty) *at++ = (char)('0' + empty);
    return at;
}

char *fen_text(const Pos *pos, char text[FEN_SIZE]) {
    char *at = text;
    for (int rank = RANKS - 1; rank >= 0; rank--) {
        at = print_row(pos, rank, at);
        if (rank) *at++ = '/';
    }
    snprintf(at, (size_t)(text + FEN_SIZE - at), " %c - - %d %d", pos->side == RED ? 'w' : 'b', pos->halfmove,
             pos->fullmove);
    return text;
}

void fen_print(const Pos *pos, Buf *out) {
    char text[FEN_SIZE];
    buf_add(out, fen_text(pos, text));
}
