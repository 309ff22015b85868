#include "bench/match/openings.h"
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include "engine/core/file.h"
#include "engine/core/fnv.h"
#include "engine/xq/epd.h"
#include "engine/xq/fen.h"
#include "engine/xq/gen.h"
#include "engine/xq/notation.h"
#include "engine/xq/pgn.h"

enum { OPENING_PLIES_MAX = 1024 };

/* One opening while it is read. */
typedef struct { Pos start, pos; Move move[OPENING_PLIES_MAX]; int count; char name[256]; } Draft;

typedef struct { const char *file; Openings *openings; uint32_t cap; Draft draft; } Reader;

/* The content that decides games: positions and moves, not names. */
static void hash_opening(uint64_t *hash, const Opening *opening) {
    *hash = fnv_add(*hash, opening->fen, strlen(opening->fen) + 1);
    for (int i = 0; i < opening->count; i++) {
        const uint8_t squares[2] = { (uint8_t)mv_from(opening->move[i]), (uint8_t)mv_to(opening->move[i]) };
        *hash = fnv_add(*hash, squares, sizeof squares);
    }
    *hash = fnv_add(*hash, "\n", 1);
}

static bool add_opening(Reader *reader, Err *err) {
    const Draft *draft = &reader->draft;
    Openings *openings = reader->openings;
    if (!gen_any_legal(&draft->pos)) return err_set(err, ERR_INPUT, "the game is over after this opening");
    if (openings->count == reader->cap) {
        reader->cap = reader->cap ? reader->cap * 2 : 64;
        openings->item = mem_realloc(openings->item, reader->cap * sizeof *openings->item);
    }
    char fen[FEN_SIZE];
    Opening *opening = &openings->item[openings->count++];
    opening->fen = arena_strdup(&openings->arena, fen_text(&draft->start, fen));
    opening->name = arena_strdup(&openings->arena, draft->name);
    opening->count = draft->count;
    opening->move = NULL;
    if (draft->count) {
        opening->move = arena_alloc(&openings->arena, (size_t)draft->count * sizeof(Move));
        memcpy(opening->move, draft->move, (size_t)draft->count * sizeof(Move));
    }
    hash_opening(&openings->hash, opening);
    return true;
}

/* Lines. */

static const char blanks[] = " \t\r";

static bool read_moves(const char *text, size_t len, Draft *draft, Err *err) {
    const char *const end = text + len;
    for (const char *at = text; at += strspn(at, blanks), at < end;) {
        char word[MOVE_TEXT_SIZE];
        const size_t rest = (size_t)(end - at), all = strcspn(at, blanks), size = all < rest ? all : rest;
        if (size >= sizeof word) return err_set(err, ERR_INPUT, "'%.*s' is no move", (int)sizeof word, at);
        memcpy(word, at, size);
        word[size] = 0;
        if (draft->count == OPENING_PLIES_MAX)
            return err_set(err, ERR_INPUT, "an opening of more than %d plies", OPENING_PLIES_MAX);
        const Move mv = move_parse(&draft->pos, word, err);
        if (mv == MOVE_NONE) return false;
        Undo undo;
        pos_make(&draft->pos, mv, &undo);
        draft->move[draft->count++] = mv;
        at += size;
    }
    return true;
}

static void read_name(const char *text, size_t len, Draft *draft) {
    const size_t size = len < sizeof draft->name ? len : sizeof draft->name - 1;
    memcpy(draft->name, text, size);
    draft->name[size] = 0;
}

static bool read_operations(const char *text, Draft *draft, Err *err) {
    for (EpdOperation operation; epd_next(&text, &operation);) {
        size_t len;
        const char *unquoted = epd_unquoted(&operation, &len);
        if (epd_is(&operation, "id")) read_name(unquoted, len, draft);
        if (epd_is(&operation, "moves") && !read_moves(operation.value, operation.value_len, draft, err)) return false;
    }
    return true;
}

static bool read_line(Reader *reader, char *line, Err *err) {
    line += strspn(line, blanks);
    if (!*line || *line == '#') return true;
    Draft *draft = &reader->draft;
    draft->count = 0;
    draft->name[0] = 0;
    const size_t len = epd_fen_len(line);
    char *rest = line + len, behind = *rest;
    *rest = 0;
    if (!fen_parse(line, &draft->start, err)) return false;
    *rest = behind;
    draft->pos = draft->start;
    return read_operations(rest, draft, err) && add_opening(reader, err);
}

static bool read_lines(Reader *reader, const char *text, Err *err) {
    const char *line;
    Buf copy = { 0 };
    size_t len;
    bool good = true;
    for (int number = 1; good && text_next_line(&text, &line, &len); number++) {
        buf_clear(&copy);
        buf_add_n(&copy, line, len);
        buf_add_char(&copy, '\n');
        copy.text[len] = 0;
        good = read_line(reader, copy.text, err);
        if (!good) err_prefix(err, "%s:%d: ", reader->file, number);
    }
    buf_free(&copy);
    return good;
}

/* Games. */

static bool read_game(Reader *reader, const PgnGame *game, int plies, Err *err) {
    Draft *draft = &reader->draft;
    const char *name = pgn_tag(game, "Opening");
    const size_t all = game->move_count, wanted = plies && (size_t)plies < all ? (size_t)plies : all;
    if (wanted > OPENING_PLIES_MAX)
        return err_set(err, ERR_INPUT, "an opening of more than %d plies", OPENING_PLIES_MAX);
    draft->start = draft->pos = game->start;
    draft->count = 0;
    read_name(name ? name : "", name ? strlen(name) : 0, draft);
    for (size_t i = 0; i < wanted; i++) {
        Undo undo;
        draft->move[draft->count++] = game->moves[i].move;
        pos_make(&draft->pos, game->moves[i].move, &undo);
    }
    return add_opening(reader, err);
}

static bool read_games(Reader *reader, const Buf *text, int plies, Err *err) {
    PgnReader pgn;
    PgnGame game = { 0 };
    if (!pgn_open(&pgn, reader->file, buf_text(text), text->len, err)) return false;
    PgnStatus status;
    bool good = true;
    while (good && (status = pgn_next(&pgn, &game, err)) != PGN_END) {
        good = status == PGN_GAME;
        if (good && !read_game(reader, &game, plies, err)) good = err_prefix(err, "%s:%d: ", reader->file, pgn.line);
    }
    pgn_game_free(&game);
    pgn_close(&pgn);
    return good;
}

/* Openings of a text, as lines or (plies >= 0) as games. */
static bool read_text(const Buf *text, const char *name, int plies, Openings *out, Err *err) {
    Openings openings = { .hash = FNV_START };
    Reader *reader = mem_zalloc(1, sizeof *reader);
    reader->file = name;
    reader->openings = &openings;
    bool good = plies < 0 ? read_lines(reader, buf_text(text), err) : read_games(reader, text, plies, err);
    free(reader);
    if (good && !openings.count) good = err_set(err, ERR_INPUT, "%s: there is no opening in it", name);
    if (good) *out = openings;
    else openings_free(&openings);
    return good;
}

bool openings_parse(const char *text, const char *name, Openings *out, Err *err) {
    Buf copy = { 0 };
    buf_add(&copy, text);
    const bool good = read_text(&copy, name, -1, out, err);
    buf_free(&copy);
    return good;
}

/* Does the name say that games are in it? */
static bool is_pgn(const char *path) {
    const size_t len = strlen(path), packed = len > 3 && !strcmp(path + len - 3, ".gz") ? 3 : 0;
    return len - packed > 4 && !strncasecmp(path + len - packed - 4, ".pgn", 4);
}

bool openings_load(const char *path, int plies, Openings *out, Err *err) {
    if (!*path) return openings_parse(POS_START_FEN, "the start position", out, err);
    const bool games = is_pgn(path);
    Buf file = { 0 }, text = { 0 };
    file_data_path(path, &file);
    const bool good = (games ? file_read : file_read_text)(buf_text(&file), &text, err) && read_text(&text, path, games ? plies : -1, out, err);
    buf_free(&text);
    buf_free(&file);
    return good;
}

void openings_drop(Openings *openings, const bool *drop) {
    uint32_t kept = 0;
    openings->hash = FNV_START;
    for (uint32_t i = 0; i < openings->count; i++) {
        if (drop[i]) continue;
        openings->item[kept] = openings->item[i];
        hash_opening(&openings->hash, &openings->item[kept++]);
    }
    openings->count = kept;
}

void openings_free(Openings *openings) {
    arena_free(&openings->arena);
    free(openings->item);
    *openings = (Openings){ 0 };
}
