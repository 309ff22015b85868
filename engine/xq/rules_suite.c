#include "engine/xq/rules_suite.h"
#include <stdlib.h>
#include <string.h>
#include "engine/core/file.h"
#include "engine/xq/fen.h"
#include "engine/xq/notation.h"

enum { CELLS_MAX = 32, PLIES_MAX = 1000 };

/* Cut a line at its tabs, in place. Returns how many cells there are. */
static int split_cells(char *line, char *cells[CELLS_MAX]) {
    int count = 0;
    for (char *at = line; at && count < CELLS_MAX;) {
        cells[count++] = at;
        at = strchr(at, '\t');
        if (at) *at++ = 0;
    }
    return count;
}

/* Where the columns are that a case is made of. */
enum { COLUMN_ID, COLUMN_FEN, COLUMN_PREFIX, COLUMN_CYCLE, COLUMN_EXPECTED, COLUMNS };
typedef struct { int at[COLUMNS]; } Columns;

static bool is_column(const char *cell, const char *name) {
    const size_t len = strlen(name);
    return strncmp(cell, name, len) == 0 && (cell[len] == 0 || cell[len] == '(');
}

static bool find_columns(char *header, const char *expected, Columns *columns, Err *err) {
    const char *const names[COLUMNS] = { "id", "fen", "prefix", "cycle", expected };
    char *cells[CELLS_MAX];
    const int count = split_cells(header, cells);
    for (int i = 0; i < COLUMNS; i++) {
        int at = 0;
        while (at < count && !is_column(cells[at], names[i])) at++;
        if (at == count) return err_set(err, ERR_INPUT, "no column '%s' in the header", names[i]);
        columns->at[i] = at;
    }
    return true;
}

/* "8:BLACK wins" */
static bool parse_expected(const char *text, RuleCase *item, Err *err) {
    static const struct { const char *text; Outcome outcome; } words[] = {
        { "RED wins", OUTCOME_RED }, { "BLACK wins", OUTCOME_BLACK },
        { "draw", OUTCOME_DRAW },    { "none", OUTCOME_NONE },
    };
    char *end;
    item->ply = (int)strtol(text, &end, 10);
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        if (end == text || *end != ':' || strcmp(end + 1, words[i].text) != 0) continue;
        item->outcome = words[i].outcome;
        return true;
    }
    return err_set(err, ERR_INPUT, "'%s' is no verdict: wanted PLY:RED wins, PLY:BLACK wins, PLY:draw or PLY:none", text);
}

static bool parse_case(char *line, const Columns *columns, RuleCase *item, Err *err) {
    char *cells[CELLS_MAX];
    const int count = split_cells(line, cells);
    for (int i = 0; i < COLUMNS; i++)
        if (columns->at[i] >= count)
            return err_set(err, ERR_INPUT, "the row has %d cells, wanted %d at least", count, columns->at[i] + 1);
    item->id = cells[columns->at[COLUMN_ID]];
    item->fen = cells[columns->at[COLUMN_FEN]];
    item->prefix = cells[columns->at[COLUMN_PREFIX]];
    item->cycle = cells[columns->at[COLUMN_CYCLE]];
    return parse_expected(cells[columns->at[COLUMN_EXPECTED]], item, err);
}

/* What a suite is read with: the header is needed before the first row. */
typedef struct {
    const char *column;
    char *header;
    Columns columns;
    size_t cap;
} Reader;

static bool read_row(Reader *reader, RuleSuite *suite, char *line, int number, Err *err) {
    if (!reader->header) return err_set(err, ERR_INPUT, "no line of column names (# id, fen, ...) before the rows");
    if (!suite->count && !find_columns(reader->header, reader->column, &reader->columns, err)) return false;
    if (suite->count == reader->cap) {
        reader->cap = reader->cap * 2 + 64;
        suite->cases = mem_realloc(suite->cases, reader->cap * sizeof *suite->cases);
    }
    RuleCase *item = &suite->cases[suite->count];
    *item = (RuleCase){ .line = number };
    if (!parse_case(line, &reader->columns, item, err)) return false;
    suite->count++;
    return true;
}

static bool read_rows(const char *path, const char *text, const char *column, RuleSuite *suite, Err *err) {
    Reader reader = { .column = column };
    const char *start;
    size_t len;
    for (int number = 1; text_next_line(&text, &start, &len); number++) {
        if (!len) continue;
        char *line = arena_strndup(&suite->arena, start, len);
        if (*line == '#') reader.header = line + 1;
        else if (!read_row(&reader, suite, line, number, err)) return err_prefix(err, "%s:%d: ", path, number);
    }
    return suite->count || err_set(err, ERR_INPUT, "%s: no cases", path);
}

bool rule_suite_read(const char *path, const char *column, RuleSuite *out, Err *err) {
    Buf text = { 0 };
    RuleSuite suite = { 0 };
    const bool ok = file_read_data(path, &text, err) && read_rows(path, buf_text(&text), column, &suite, err);
    buf_free(&text);
    if (ok) *out = suite;
    else rule_suite_free(&suite);
    return ok;
}

void rule_suite_free(RuleSuite *suite) {
    free(suite->cases);
    arena_free(&suite->arena);
    *suite = (RuleSuite){ 0 };
}

static int image_square(int sq, int image) {
    if (image & RULE_CASE_FLIP) sq = sq_flip(sq);
    return image & RULE_CASE_MIRROR ? sq_mirror(sq) : sq;
}

/* Play the blank-separated moves until a verdict. */
static bool play_moves(const char *moves, int image, const RuleSet *rules, Game *game, Verdict *verdict, Err *err) {
    while (verdict->outcome == OUTCOME_NONE) {
        moves += strspn(moves, " ");
        const size_t len = strcspn(moves, " ");
        if (!len) return true;
        char text[MOVE_TEXT_SIZE] = "";
        if (len < sizeof text) memcpy(text, moves, len);
        Move mv = move_parse_coord(text, false);
        if (mv) mv = mv_make(image_square(mv_from(mv), image), image_square(mv_to(mv), image));
        if (!mv || !pos_is_pseudo_legal(&game->pos, mv) || !pos_is_legal(&game->pos, mv))
            return err_set(err, ERR_INPUT, "move %d: '%.*s' is not legal", game->count + 1, (int)len, moves);
        game_push(game, mv);
        *verdict = rules_judge(game, rules);
        moves += len;
    }
    return true;
}

bool rule_case_play(const RuleCase *item, int image, const RuleSet *rules, Game *game, Verdict *verdict, Err *err) {
    Pos pos, other;
    *game = (Game){ 0 };
    if (!fen_parse(item->fen, &pos, err)) return false;
    if (image & RULE_CASE_FLIP) pos_flip(&pos, &other), pos = other;
    if (image & RULE_CASE_MIRROR) pos_mirror(&pos, &other), pos = other;
    game_init(game, &pos);
    *verdict = rules_judge(game, rules);
    if (!play_moves(item->prefix, image, rules, game, verdict, err)) return false;
    while (verdict->outcome == OUTCOME_NONE && game->count < PLIES_MAX && item->cycle[strspn(item->cycle, " ")])
        if (!play_moves(item->cycle, image, rules, game, verdict, err)) return false;
    return true;
}

Outcome rule_case_outcome(const RuleCase *item, int image) {
    const bool swaps = image & RULE_CASE_FLIP && (item->outcome == OUTCOME_RED || item->outcome == OUTCOME_BLACK);
    return !swaps ? item->outcome : item->outcome == OUTCOME_RED ? OUTCOME_BLACK : OUTCOME_RED;
}
