#include "engine/xq/pgn.h"
#include <ctype.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include "engine/core/text.h"
#include "engine/xq/fen.h"
#include "engine/xq/gb18030.h"

/* ---- The game ---- */

void pgn_game_reset(PgnGame *game, const Pos *start) {
    arena_free(&game->arena);
    game->tag_count = game->move_count = 0;
    game->comment = NULL;
    game->result = OUTCOME_NONE;
    game->start = *start;
}

void pgn_game_free(PgnGame *game) {
    arena_free(&game->arena);
    free(game->tags);
    free(game->moves);
    *game = (PgnGame){ 0 };
}

const char *pgn_tag(const PgnGame *game, const char *name) {
    const char *alias = !strcmp(name, "Red") ? "White" : !strcmp(name, "White") ? "Red" : name;
    for (size_t i = 0; i < game->tag_count; i++)
        if (!strcmp(game->tags[i].name, name) || !strcmp(game->tags[i].name, alias)) return game->tags[i].value;
    return NULL;
}

/* An array with room for one more element. */
static void *grow(void *array, size_t count, size_t *cap, size_t size) {
    if (count < *cap) return array;
    *cap = *cap ? *cap * 2 : 32;
    return mem_realloc(array, *cap * size);
}

static void append_tag(PgnGame *game, const char *name, const char *value) {
    game->tags = grow(game->tags, game->tag_count, &game->tag_cap, sizeof *game->tags);
    game->tags[game->tag_count++] = (PgnTag){ name, value };
}

static void append_move(PgnGame *game, Move mv, const char *comment) {
    game->moves = grow(game->moves, game->move_count, &game->move_cap, sizeof *game->moves);
    game->moves[game->move_count++] = (PgnMove){ mv, comment };
}

void pgn_add_tag(PgnGame *game, const char *name, const char *value) {
    append_tag(game, arena_strdup(&game->arena, name), arena_strdup(&game->arena, value));
}

void pgn_add_move(PgnGame *game, Move mv, const char *comment) {
    append_move(game, mv, comment ? arena_strdup(&game->arena, comment) : NULL);
}

/* ---- The text ---- */

bool pgn_open(PgnReader *reader, const char *name, const char *bytes, size_t len, Err *err) {
    *reader = (PgnReader){ .name = name, .line = 1 };
    const bool utf16 = len >= 2 && (!memcmp(bytes, "\xff\xfe", 2) || !memcmp(bytes, "\xfe\xff", 2));
    if (utf16) return err_set(err, ERR_INPUT, "%s: is UTF-16; games are read in UTF-8 and GB18030", name);
    if (memchr(bytes, 0, len)) return err_set(err, ERR_INPUT, "%s: is no text (it holds a zero byte)", name);
    const size_t mark = len >= 3 && !memcmp(bytes, "\xef\xbb\xbf", 3) ? 3 : 0;
    if (utf8_valid(bytes, len)) buf_add_n(&reader->text, bytes + mark, len - mark);
    else if (!gb18030_to_utf8(bytes, len, &reader->text, err)) return err_prefix(err, "%s: ", name);
    reader->at = buf_text(&reader->text);
    return true;
}

void pgn_close(PgnReader *reader) {
    buf_free(&reader->text);
    free(reader->words);
    *reader = (PgnReader){ 0 };
}

/* Say what is wrong on this line. Returns false. */
__attribute__((format(printf, 4, 5)))
static bool fault(PgnReader *reader, int line, Err *err, const char *format, ...) {
    va_list args;
    va_start(args, format);
    err_setv(err, ERR_INPUT, format, args);
    va_end(args);
    reader->fault_line = line;
    return false;
}

static void step(PgnReader *reader) {
    reader->line += *reader->at++ == '\n';
}

static void step_to(PgnReader *reader, const char *end) {
    while (reader->at < end) step(reader);
}

static bool is_blank(char c) {
    return c == ' ' || c == '\t' || c == '\r';
}

static void skip_blanks(PgnReader *reader) {
    while (is_blank(*reader->at)) reader->at++;
}

static void skip_space(PgnReader *reader) {
    while (is_blank(*reader->at) || *reader->at == '\n') step(reader);
}

/* To the beginning of the next line, or to the end. */
static void skip_line(PgnReader *reader) {
    const char *end = strchr(reader->at, '\n');
    step_to(reader, end ? end + 1 : reader->at + strlen(reader->at));
}

/* Is nothing but blanks before this place on its line? */
static bool begins_line(const PgnReader *reader) {
    const char *at = reader->at, *const start = buf_text(&reader->text);
    while (at > start && is_blank(at[-1])) at--;
    return at == start || at[-1] == '\n';
}

static bool at_tag(const PgnReader *reader) {
    return *reader->at == '[' && isalpha((unsigned char)reader->at[1]);
}

/* ---- Tags ---- */

static bool is_name(char c) {
    return isalnum((unsigned char)c) || c == '_';
}

static bool bad_tag(PgnReader *reader, Err *err) {
    const int len = (int)strcspn(reader->at, "\r\n");
    return fault(reader, reader->line, err, "'%.*s' is no tag; a tag is [Name \"value\"]", len < 60 ? len : 60,
                 reader->at);
}

/* The quote that ends a value stands before the closing bracket; others inside it ought to be escaped, but not every
 * writer does so. Returns the place behind the bracket, NULL when this quote is no such end. */
static const char *value_end(const char *quote) {
    for (quote++; is_blank(*quote);) quote++;
    return *quote == ']' ? quote + 1 : NULL;
}

/* Copy the value that follows this quote to the arena. Returns the place behind its tag, NULL when the tag doesn't
 * end on its line. */
static const char *tag_value(PgnGame *game, const char *quote, const char **value) {
    const char *at = quote + 1, *end = NULL;
    char *to = arena_alloc(&game->arena, strcspn(quote, "\n") + 1);
    *value = to;
    for (; *at && *at != '\n'; at++) {
        if (*at == '"' && (end = value_end(at))) return end;
        if (*at == '\\' && (at[1] == '"' || at[1] == '\\')) at++;
        *to++ = *at;
    }
    return NULL;
}

static bool read_tag(PgnReader *reader, PgnGame *game, Err *err) {
    const char *const name = reader->at + 1, *value = NULL;
    size_t len = 0;
    while (is_name(name[len])) len++;
    const char *quote = name + len;
    while (is_blank(*quote)) quote++;
    const char *end = *quote == '"' ? tag_value(game, quote, &value) : NULL;
    if (!end) return bad_tag(reader, err);
    append_tag(game, arena_strndup(&game->arena, name, len), value);
    step_to(reader, end);
    if (strcmp(game->tags[game->tag_count - 1].name, "FEN") || !*value) return true;
    reader->fault_line = reader->line;
    return fen_parse(value, &game->start, err);
}

/* Has the game a tag of this name already? Then the tag at hand begins another game. */
static bool repeats_tag(const PgnReader *reader, const PgnGame *game) {
    const char *const name = reader->at + 1;
    for (size_t i = 0; i < game->tag_count; i++) {
        const size_t len = strlen(game->tags[i].name);
        if (!strncmp(game->tags[i].name, name, len) && !is_name(name[len])) return true;
    }
    return false;
}

static bool read_tags(PgnReader *reader, PgnGame *game, Err *err) {
    for (skip_space(reader); at_tag(reader) && !repeats_tag(reader, game); skip_space(reader))
        if (!read_tag(reader, game, err)) return false;
    return true;
}

/* ---- Moves as words ---- */

static const struct { const char *text; Outcome outcome; } results[] = {
    { "1-0", OUTCOME_RED },      { "0-1", OUTCOME_BLACK },   { "1/2-1/2", OUTCOME_DRAW }, { "*", OUTCOME_NONE },
    { "红胜", OUTCOME_RED },     { "黑胜", OUTCOME_BLACK },  { "和棋", OUTCOME_DRAW },    { "1/2", OUTCOME_DRAW },
    { "紅勝", OUTCOME_RED },     { "黑勝", OUTCOME_BLACK },  { "½-½", OUTCOME_DRAW },
};

static bool find_result(const char *text, size_t len, Outcome *outcome) {
    for (size_t i = 0; i < sizeof results / sizeof results[0]; i++) {
        if (strlen(results[i].text) != len || memcmp(results[i].text, text, len) != 0) continue;
        *outcome = results[i].outcome;
        return true;
    }
    return false;
}

/* Copy text to the arena with every run of white space as one blank, none at the ends. */
static char *squeeze(Arena *arena, const char *text, size_t len) {
    char *const copy = arena_alloc(arena, len + 1), *to = copy;
    for (size_t i = 0; i < len; i++) {
        const bool space = isspace((unsigned char)text[i]);
        if (!space) *to++ = text[i];
        else if (to > copy && to[-1] != ' ') *to++ = ' ';
    }
    if (to > copy && to[-1] == ' ') to[-1] = 0;
    return copy;
}

/* A comment joins the move before it, or stands before the first. */
static void add_comment(PgnReader *reader, PgnGame *game, const char *text, size_t len) {
    const char **comment = reader->word_count ? &reader->words[reader->word_count - 1].comment : &game->comment;
    const char *const added = squeeze(&game->arena, text, len);
    if (!*added) return;
    *comment = *comment ? arena_printf(&game->arena, "%s %s", *comment, added) : added;
}

static bool read_comment(PgnReader *reader, PgnGame *game, Err *err) {
    const char *const text = reader->at + 1, *const end = strchr(text, '}');
    if (!end) return fault(reader, reader->line, err, "a comment begins here that is never closed by '}'");
    add_comment(reader, game, text, (size_t)(end - text));
    step_to(reader, end + 1);
    return true;
}

/* Pass over a variation with what is nested in it; comments may hold brackets. */
static bool skip_variation(PgnReader *reader, Err *err) {
    const char *at = reader->at;
    int depth = 0;
    do {
        const char *const comment_end = *at == '{' ? strchr(at, '}') : NULL;
        if (comment_end) at = comment_end;
        depth += (*at == '(') - (*at == ')');
        if (!*at) return fault(reader, reader->line, err, "a variation begins here that is never closed by ')'");
        at++;
    } while (depth);
    step_to(reader, at);
    return true;
}

/* The dots of move numbers in the forms that Chinese texts have, and the marks behind moves: good, bad, check, mate. */
static const char *const dots[] = { ".", "．", "、", "…", NULL };
static const char *const marks[] = { "!", "?", "+", "#", "！", "？", NULL };

/* Length of the one of these strings with which the text begins (or ends), 0 when it is none. */
static size_t affix_len(const char *const *strings, const char *text, size_t len, bool at_end) {
    for (; *strings; strings++) {
        const size_t size = strlen(*strings);
        if (size <= len && !memcmp(at_end ? text + len - size : text, *strings, size)) return size;
    }
    return 0;
}

/* Length of the move number before a word: "12.", "12...", "12"; 0 for moves that begin with digits (15=6, 15.6). */
static size_t number_len(const char *text, size_t len) {
    size_t digits = 0;
    while (digits < len && isdigit((unsigned char)text[digits])) digits++;
    size_t number = digits;
    for (size_t dot; (dot = affix_len(dots, text + number, len - number, false));) number += dot;
    const bool pawn_sideways = digits == 2 && number == 3 && len == 4 && isdigit((unsigned char)text[3]);
    const bool dotted = number > digits, alone = number == len;
    return !pawn_sideways && (dotted || alone) ? number : 0;
}

/* Length of a word without the marks behind it. */
static size_t bare_len(const char *text, size_t len) {
    for (size_t mark; (mark = affix_len(marks, text, len, true));) len -= mark;
    return len;
}

static void add_word(PgnReader *reader, PgnGame *game, const char *text, size_t len) {
    reader->words = grow(reader->words, reader->word_count, &reader->word_cap, sizeof *reader->words);
    reader->words[reader->word_count++] = (PgnWord){ arena_strndup(&game->arena, text, len), NULL, reader->line };
}

static const char wide_blank[] = "　"; /* U+3000 */

/* Length of the word here: up to white space or a sign that begins something else. */
static size_t word_len(const char *text) {
    const size_t len = strcspn(text, " \t\r\n{}();[]$");
    for (size_t i = 0; i < len; i++)
        if (!strncmp(text + i, wide_blank, sizeof wide_blank - 1)) return i;
    return len;
}

/* One word: number, result or move. *over is set by a result. */
static bool read_word(PgnReader *reader, PgnGame *game, bool *over, Err *err) {
    const char *text = reader->at;
    size_t len = word_len(text);
    if (!len) return fault(reader, reader->line, err, "unexpected '%c' among the moves", *text);
    reader->at += len;
    *over = find_result(text, len, &game->result);
    if (*over) return true;
    const size_t number = number_len(text, len);
    text += number;
    len = bare_len(text, len - number);
    *over = len && find_result(text, len, &game->result);
    if (len && !*over) add_word(reader, game, text, len);
    return true;
}

/* What stands at reader->at: space, comment, annotation, variation or word. */
static bool read_item(PgnReader *reader, PgnGame *game, bool *over, Err *err) {
    switch (*reader->at) {
    case ' ': case '\t': case '\r': case '\n':
        skip_space(reader);
        return true;
    case '{': return read_comment(reader, game, err);
    case '(': return skip_variation(reader, err);
    case ';':
        add_comment(reader, game, reader->at + 1, strcspn(reader->at, "\n") - 1);
        skip_line(reader);
        return true;
    case '%': /* an escaped line */
        if (!begins_line(reader)) return read_word(reader, game, over, err);
        skip_line(reader);
        return true;
    case '$':
        reader->at += 1 + strspn(reader->at + 1, "0123456789");
        return true;
    default:
        if (strncmp(reader->at, wide_blank, sizeof wide_blank - 1)) return read_word(reader, game, over, err);
        reader->at += sizeof wide_blank - 1;
        return true;
    }
}

static bool read_words(PgnReader *reader, PgnGame *game, Err *err) {
    bool over = false;
    while (*reader->at && !over) {
        if (at_tag(reader) && begins_line(reader)) break;
        if (!read_item(reader, game, &over, err)) return false;
    }
    return true;
}

/* ---- Words as moves ---- */

/* What the coordinates of a game tell of how they count ranks. */
typedef enum { RANKS_UNKNOWN, RANKS_FROM_0, RANKS_FROM_1 } RankBase;

static RankBase rank_base(const PgnReader *reader) {
    RankBase base = RANKS_UNKNOWN;
    for (size_t i = 0; i < reader->word_count; i++) {
        const char *text = reader->words[i].text;
        const bool zero = move_parse_coord(text, false), one = move_parse_coord(text, true);
        if (one && !zero) return RANKS_FROM_1;
        if (zero && !one) base = RANKS_FROM_0;
    }
    return base;
}

static bool play_words(PgnReader *reader, PgnGame *game, bool one_based, Err *err) {
    Pos pos = game->start;
    game->move_count = 0;
    for (size_t i = 0; i < reader->word_count; i++) {
        const PgnWord *word = &reader->words[i];
        const Move mv = move_parse_based(&pos, word->text, one_based, err);
        if (!mv) {
            reader->fault_line = word->line;
            return err_prefix(err, "move %d of %s: ", pos.fullmove, pos.side == RED ? "Red" : "Black");
        }
        Undo undo;
        pos_make(&pos, mv, &undo);
        append_move(game, mv, word->comment);
    }
    return true;
}

/* Ranks that tell nothing are tried both ways, first as the writer's habit is: Variant is Fairy-Stockfish's tag. */
static bool interpret(PgnReader *reader, PgnGame *game, Err *err) {
    const RankBase base = rank_base(reader);
    if (base != RANKS_UNKNOWN) return play_words(reader, game, base == RANKS_FROM_1, err);
    const bool fairy = pgn_tag(game, "Variant") && !pgn_tag(game, "Format");
    return play_words(reader, game, fairy, NULL) || play_words(reader, game, !fairy, NULL) ||
           play_words(reader, game, fairy, err);
}

/* The result behind the moves counts; the tag's where there is none. */
static void settle_result(PgnGame *game) {
    const char *tag = pgn_tag(game, "Result");
    if (game->result == OUTCOME_NONE && tag) find_result(tag, strlen(tag), &game->result);
}

static bool at_first_number(const PgnReader *reader) {
    return reader->at[0] == '1' && affix_len(dots, reader->at + 1, strnlen(reader->at + 1, 4), false);
}

/* To the next line that begins a game: with a tag, or with the first move number. False at the end. */
static bool find_game(PgnReader *reader) {
    while (*reader->at) {
        skip_blanks(reader);
        if (at_tag(reader) || at_first_number(reader)) return true;
        skip_line(reader);
    }
    return false;
}

static void skip_to_tag(PgnReader *reader) {
    while (*reader->at && !at_tag(reader)) skip_line(reader);
}

/* Behind a fault what belongs to the game is passed over: its other tags, its moves, which may begin with "1.". */
static bool read_game(PgnReader *reader, PgnGame *game, Err *err) {
    if (!read_tags(reader, game, err)) {
        for (skip_line(reader); at_tag(reader); skip_line(reader)) {}
        skip_to_tag(reader);
        return false;
    }
    if (!read_words(reader, game, err)) {
        skip_line(reader);
        if (game->tag_count) skip_to_tag(reader);
        return false;
    }
    if (!begins_line(reader)) skip_line(reader);
    settle_result(game);
    return interpret(reader, game, err);
}

PgnStatus pgn_next(PgnReader *reader, PgnGame *game, Err *err) {
    Pos start;
    fen_parse(POS_START_FEN, &start, NULL);
    pgn_game_reset(game, &start);
    reader->word_count = 0;
    if (!find_game(reader)) return PGN_END;
    reader->games++;
    if (read_game(reader, game, err)) return PGN_GAME;
    err_prefix(err, "%s:%d: game %d: ", reader->name, reader->fault_line, reader->games);
    return PGN_BAD;
}
