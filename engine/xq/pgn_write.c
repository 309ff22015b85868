#include <stdio.h>
#include <string.h>
#include "engine/xq/fen.h"
#include "engine/xq/pgn.h"

enum { COLUMNS = 80 };

static const char *const result_texts[] = {
    [OUTCOME_NONE] = "*", [OUTCOME_RED] = "1-0", [OUTCOME_BLACK] = "0-1", [OUTCOME_DRAW] = "1/2-1/2",
};
static const char *const format_names[] = {
    [NOTATION_ICCS] = "ICCS", [NOTATION_WXF] = "WXF", [NOTATION_CHINESE] = "Chinese",
};

/* The tags that come first, with what stands where they are unknown. */
static const struct { const char *name, *fairy_name, *unknown; } roster[] = {
    { "Event", "Event", "?" }, { "Site", "Site", "?" },   { "Date", "Date", "????.??.??" },
    { "Round", "Round", "?" }, { "Red", "White", "?" },   { "Black", "Black", "?" },
};
enum { ROSTER = sizeof roster / sizeof roster[0] };

/* ---- Tags ---- */

static void write_tag(const char *name, const char *value, Buf *out) {
    buf_addf(out, "[%s \"", name);
    for (; *value; value++) {
        if (*value == '"' || *value == '\\') buf_add_char(out, '\\');
        buf_add_char(out, (unsigned char)*value < ' ' ? ' ' : *value);
    }
    buf_add(out, "\"]\n");
}

/* Is this tag written by its own rule? */
static bool is_placed(const char *name) {
    static const char *const own[] = { "Game", "Result", "FEN", "Format", "Variant", "SetUp" };
    for (size_t i = 0; i < sizeof own / sizeof own[0]; i++)
        if (!strcmp(own[i], name)) return true;
    for (int i = 0; i < ROSTER; i++)
        if (!strcmp(roster[i].name, name) || !strcmp(roster[i].fairy_name, name)) return true;
    return false;
}

static void write_tags(const PgnGame *game, const PgnStyle *style, Buf *out) {
    char fen[FEN_SIZE];
    if (!style->fairy) write_tag("Game", "Chinese Chess", out);
    for (int i = 0; i < ROSTER; i++) {
        const char *name = style->fairy ? roster[i].fairy_name : roster[i].name, *value = pgn_tag(game, name);
        write_tag(name, value && *value ? value : roster[i].unknown, out);
    }
    write_tag("Result", result_texts[game->result], out);
    for (size_t i = 0; i < game->tag_count; i++)
        if (!is_placed(game->tags[i].name)) write_tag(game->tags[i].name, game->tags[i].value, out);
    if (strcmp(fen_text(&game->start, fen), POS_START_FEN) != 0) {
        if (style->fairy) write_tag("SetUp", "1", out); /* what readers of chess PGN want before a FEN */
        write_tag("FEN", fen, out);
    }
    if (style->fairy) write_tag("Variant", "xiangqi", out);
    else write_tag("Format", format_names[style->notation], out);
    buf_add_char(out, '\n');
}

/* ---- Moves ---- */

/* Words on lines of at most COLUMNS. */
typedef struct { Buf *out; size_t column; } Lines;

/* Columns on a terminal: characters outside ASCII count two, as the Chinese ones do. */
static size_t width(const char *text, size_t len) {
    size_t columns = 0;
    for (size_t i = 0; i < len; i++) {
        const unsigned char byte = (unsigned char)text[i];
        if (byte < 0x80) columns++;
        else if (byte >= 0xc0) columns += 2;
    }
    return columns;
}

static void put_word(Lines *lines, const char *text, size_t len) {
    const size_t columns = width(text, len);
    if (lines->column) {
        const bool fits = lines->column + 1 + columns <= COLUMNS;
        buf_add_char(lines->out, fits ? ' ' : '\n');
        lines->column = fits ? lines->column + 1 : 0;
    }
    buf_add_n(lines->out, text, len);
    lines->column += columns;
}

/* A comment word by word: '}' would end it early, and control characters have no place in it. */
static void put_comment(Lines *lines, const char *comment) {
    Buf word = { 0 };
    buf_add_char(&word, '{');
    for (; *comment; comment++) {
        if ((unsigned char)*comment > ' ') {
            buf_add_char(&word, *comment == '}' ? ')' : *comment);
        } else if (word.len) {
            put_word(lines, word.text, word.len);
            buf_clear(&word);
        }
    }
    buf_add_char(&word, '}');
    put_word(lines, word.text, word.len);
    buf_free(&word);
}

/* A move with its number, which stays on its line. */
static void put_move(Lines *lines, const Pos *pos, Move mv, const PgnStyle *style, bool numbered) {
    char move[MOVE_TEXT_SIZE], text[MOVE_TEXT_SIZE + 16] = "";
    if (style->fairy && style->notation == NOTATION_ICCS) move_coord(mv, true, move);
    else move_text(pos, mv, style->notation, move);
    if (numbered) snprintf(text, sizeof text, "%d%s %s", pos->fullmove, pos->side == RED ? "." : "...", move);
    else snprintf(text, sizeof text, "%s", move);
    put_word(lines, text, strlen(text));
}

void pgn_write(const PgnGame *game, const PgnStyle *style, Buf *out) {
    write_tags(game, style, out);
    Lines lines = { out, 0 };
    Pos pos = game->start;
    if (game->comment) put_comment(&lines, game->comment);
    bool numbered = true; /* Black's moves too, at the start and behind a comment */
    for (size_t i = 0; i < game->move_count; i++) {
        const PgnMove *move = &game->moves[i];
        put_move(&lines, &pos, move->move, style, numbered || pos.side == RED);
        if (move->comment) put_comment(&lines, move->comment);
        numbered = move->comment != NULL;
        Undo undo;
        pos_make(&pos, move->move, &undo);
    }
    const char *result = result_texts[game->result];
    put_word(&lines, result, strlen(result));
    buf_add(out, "\n\n");
}
