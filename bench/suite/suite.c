#include "bench/suite/suite.h"
#include <stdlib.h>
#include <string.h>
#include "engine/core/file.h"
#include "engine/core/fnv.h"
#include "engine/xq/epd.h"
#include "engine/xq/fen.h"
#include "engine/xq/gen.h"
#include "engine/xq/notation.h"

enum { ITEM_PLIES_MAX = 1024, MATE_MOVES_MAX = 200 };

typedef struct { const char *file; int line; Suite *suite; int cap; } Reader;

static bool add_move(const Pos *pos, const char *word, Move *list, int max, int *count, Err *err) {
    const Move mv = move_parse(pos, word, err);
    if (mv == MOVE_NONE) return false;
    if (*count == max) return err_set(err, ERR_INPUT, "more than %d moves", max);
    list[(*count)++] = mv;
    return true;
}

/* The next word of an operation's value; false at its end. Too long a word is an error, *good tells. */
static bool next_word(const char **at, const char *end, char word[MOVE_TEXT_SIZE], bool *good, Err *err) {
    static const char blanks[] = " \t\r";
    *at += strspn(*at, blanks);
    if (*at >= end) return false;
    const size_t rest = (size_t)(end - *at), all = strcspn(*at, blanks), size = all < rest ? all : rest;
    if (size >= MOVE_TEXT_SIZE) return *good = err_set(err, ERR_INPUT, "'%.*s...' is too long", MOVE_TEXT_SIZE, *at);
    memcpy(word, *at, size);
    word[size] = 0;
    *at += size;
    return true;
}

static bool read_best(const EpdOperation *operation, const Pos *pos, Move list[SUITE_MOVES_MAX], int *count, Err *err) {
    char word[MOVE_TEXT_SIZE];
    bool good = true;
    const char *at = operation->value;
    while (good && next_word(&at, operation->value + operation->value_len, word, &good, err))
        good = add_move(pos, word, list, SUITE_MOVES_MAX, count, err);
    return good && (*count || err_set(err, ERR_INPUT, "a move is missing"));
}

static bool read_moves(const EpdOperation *operation, Arena *arena, SuiteItem *item, Err *err) {
    char word[MOVE_TEXT_SIZE];
    bool good = true;
    const char *at = operation->value;
    item->move = arena_alloc(arena, ITEM_PLIES_MAX * sizeof *item->move);
    while (good && next_word(&at, operation->value + operation->value_len, word, &good, err)) {
        good = add_move(&item->pos, word, item->move, ITEM_PLIES_MAX, &item->moves, err);
        Undo undo;
        if (good) pos_make(&item->pos, item->move[item->moves - 1], &undo);
    }
    return good;
}

/* Whole numbers, `max` at most and nothing else. */
static bool read_numbers(const EpdOperation *operation, long *numbers, int max, int *count, Err *err) {
    char word[MOVE_TEXT_SIZE], *rest;
    bool good = true;
    const char *at = operation->value;
    for (*count = 0; good && next_word(&at, operation->value + operation->value_len, word, &good, err); ++*count) {
        if (*count == max) return err_set(err, ERR_INPUT, "'%s' is one number too many", word);
        numbers[*count] = strtol(word, &rest, 10);
        if (rest == word || *rest || numbers[*count] < -ANSWER_MATE || numbers[*count] > ANSWER_MATE)
            return err_set(err, ERR_INPUT, "'%s' is not a number from %d to %d", word, -ANSWER_MATE, ANSWER_MATE);
    }
    return good;
}

static bool read_mate(const EpdOperation *operation, SuiteItem *item, Err *err) {
    long moves;
    int count;
    if (!read_numbers(operation, &moves, 1, &count, err)) return false;
    if (count == 0 || moves < 1 || moves > MATE_MOVES_MAX)
        return err_set(err, ERR_INPUT, "the moves to mate should be 1 to %d", MATE_MOVES_MAX);
    item->mate = (int)moves;
    return true;
}

static bool read_range(const EpdOperation *operation, SuiteItem *item, Err *err) {
    long bound[2];
    int count;
    if (!read_numbers(operation, bound, 2, &count, err)) return false;
    if (count < 2) return true;
    if (bound[0] > bound[1]) return err_set(err, ERR_INPUT, "the lower score comes first");
    item->ranged = true;
    item->low = (int)bound[0];
    item->high = (int)bound[1];
    return true;
}

static bool read_operation(const EpdOperation *operation, Arena *arena, SuiteItem *item, Err *err) {
    size_t len;
    const char *text = epd_unquoted(operation, &len);
    if (epd_is(operation, "id")) item->name = arena_strndup(arena, text, len);
    if (epd_is(operation, "c0")) item->comment = arena_strndup(arena, text, len);
    if (epd_is(operation, "bm")) return read_best(operation, &item->pos, item->best, &item->bests, err);
    if (epd_is(operation, "am")) return read_best(operation, &item->pos, item->avoid, &item->avoids, err);
    if (epd_is(operation, "dm")) return read_mate(operation, item, err);
    if (epd_is(operation, "ce")) return read_range(operation, item, err);
    return true;
}

/* What can't be meant: a question twice, or a quote that holds the rest of the line. */
static bool check_operation(const EpdOperation *operation, unsigned *seen, Err *err) {
    static const char *const once[] = { "moves", "id", "bm", "am", "dm" };
    int quotes = 0;
    for (size_t i = 0; i < operation->value_len; i++) quotes += operation->value[i] == '"';
    if (quotes % 2) return err_set(err, ERR_INPUT, "a quote is not closed");
    for (unsigned i = 0; i < sizeof once / sizeof *once; i++) {
        if (!epd_is(operation, once[i])) continue;
        if (*seen >> i & 1) return err_set(err, ERR_INPUT, "stands twice");
        *seen |= 1u << i;
    }
    return true;
}

/* `moves` first, wherever it stands: the others speak of the position after them. */
static bool read_operations(const char *text, Arena *arena, SuiteItem *item, Err *err) {
    EpdOperation operation;
    unsigned seen = 0;
    bool good = true;
    for (const char *at = text; good && epd_next(&at, &operation);) good = check_operation(&operation, &seen, err);
    for (const char *at = text; good && epd_next(&at, &operation);)
        if (epd_is(&operation, "moves")) good = read_moves(&operation, arena, item, err);
    for (const char *at = text; good && epd_next(&at, &operation);) good = read_operation(&operation, arena, item, err);
    return good || err_prefix(err, "%.*s: ", (int)operation.name_len, operation.name);
}

static void print_moves(const char *name, const Move *list, int count, Buf *out) {
    char text[MOVE_TEXT_SIZE];
    if (!count) return;
    buf_addf(out, "%s%s", out->len ? "; " : "", name);
    for (int i = 0; i < count; i++) buf_addf(out, " %s", move_coord(list[i], false, text));
}

static const char *wanted_text(const SuiteItem *item, Arena *arena) {
    Buf text = { 0 };
    print_moves("bm", item->best, item->bests, &text);
    print_moves("am", item->avoid, item->avoids, &text);
    if (item->mate) buf_addf(&text, "%sdm %d", text.len ? "; " : "", item->mate);
    if (item->ranged) buf_addf(&text, "%sce %d %d", text.len ? "; " : "", item->low, item->high);
    const char *kept = arena_strdup(arena, buf_text(&text));
    buf_free(&text);
    return kept;
}

/* What is asked, names and comments left out. */
static void hash_item(const SuiteItem *item, uint64_t *hash) {
    *hash = fnv_add(*hash, item->fen, strlen(item->fen) + 1);
    *hash = fnv_add(*hash, item->wanted, strlen(item->wanted) + 1);
    for (int i = 0; i < item->moves; i++) *hash = (*hash ^ item->move[i]) * FNV_PRIME; /* a move at a time */
}

static bool check_moves(const SuiteItem *item, Err *err) {
    char text[MOVE_TEXT_SIZE];
    for (int i = 0; i < item->bests; i++)
        for (int k = 0; k < item->avoids; k++)
            if (item->best[i] == item->avoid[k])
                return err_set(err, ERR_INPUT, "%s can't be both a best move (bm) and one to avoid (am)", move_coord(item->best[i], false, text));
    return true;
}

static bool finish_item(Reader *reader, SuiteItem *item, Err *err) {
    Suite *suite = reader->suite;
    char fen[FEN_SIZE];
    item->wanted = wanted_text(item, &suite->arena);
    if (!*item->wanted) return err_set(err, ERR_INPUT, "nothing is asked: give bm, am, dm or a range ce LOW HIGH");
    if (!check_moves(item, err)) return false;
    if (!gen_any_legal(&item->pos)) return err_set(err, ERR_INPUT, "there is no move to ask for: the game is over");
    item->fen = arena_strdup(&suite->arena, fen_text(&item->start, fen));
    item->line = reader->line;
    if (!item->name) item->name = arena_printf(&suite->arena, "line %d", reader->line);
    if (!item->comment) item->comment = "";
    hash_item(item, &suite->hash);
    if (suite->count == reader->cap) {
        reader->cap = reader->cap ? reader->cap * 2 : 64;
        suite->item = mem_realloc(suite->item, (size_t)reader->cap * sizeof *suite->item);
    }
    suite->item[suite->count++] = *item;
    return true;
}

static bool read_line(Reader *reader, char *line, Err *err) {
    SuiteItem item = { 0 };
    line += strspn(line, " \t\r");
    if (!*line || *line == '#') return true;
    char *rest = line + epd_fen_len(line), behind = *rest;
    *rest = 0;
    if (!fen_parse(line, &item.start, err)) return false;
    *rest = behind;
    item.pos = item.start;
    return read_operations(rest, &reader->suite->arena, &item, err) && finish_item(reader, &item, err);
}

static int by_name(const void *a, const void *b) {
    const SuiteItem *x = *(const SuiteItem *const *)a, *y = *(const SuiteItem *const *)b;
    const int order = strcmp(x->name, y->name);
    return order ? order : (x->line > y->line) - (x->line < y->line);
}

/* Answers are compared with earlier ones by name. */
static bool check_names(const Suite *suite, const char *name, Err *err) {
    const SuiteItem **item = mem_alloc((size_t)suite->count * sizeof *item);
    bool good = true;
    for (int i = 0; i < suite->count; i++) item[i] = &suite->item[i];
    qsort(item, (size_t)suite->count, sizeof *item, by_name);
    for (int i = 1; good && i < suite->count; i++)
        if (!strcmp(item[i]->name, item[i - 1]->name))
            good = err_set(err, ERR_INPUT, "%s:%d: id: '%s' is the name of line %d already", name, item[i]->line, item[i]->name, item[i - 1]->line);
    free(item);
    return good;
}

bool suite_parse(const char *text, const char *name, Suite *out, Err *err) {
    Suite suite = { .hash = FNV_START };
    Reader reader = { .file = name, .suite = &suite };
    Arena lines = { 0 };
    const char *line;
    size_t len;
    bool good = true;
    while (good && text_next_line(&text, &line, &len)) {
        reader.line++;
        good = read_line(&reader, arena_strndup(&lines, line, len), err) || err_prefix(err, "%s:%d: ", name, reader.line);
    }
    arena_free(&lines);
    if (good && !suite.count) good = err_set(err, ERR_INPUT, "%s: there is no position in it", name);
    good = good && check_names(&suite, name, err);
    if (good) *out = suite;
    else suite_free(&suite);
    return good;
}

bool suite_load(const char *path, Suite *out, Err *err) {
    Buf text = { 0 };
    const bool good = file_read_data(path, &text, err) && suite_parse(buf_text(&text), path, out, err);
    buf_free(&text);
    return good;
}

void suite_free(Suite *suite) {
    arena_free(&suite->arena);
    free(suite->item);
    *suite = (Suite){ 0 };
}

static bool contains(const Move *list, int count, Move mv) {
    for (int i = 0; i < count; i++)
        if (list[i] == mv) return true;
    return false;
}

/* A bound proves as much as its open side allows. */
static bool within(const SuiteItem *item, const Answer *answer) {
    if (answer->bound == SCORE_NONE || answer->score < item->low || answer->score > item->high) return false;
    return answer->bound == SCORE_EXACT || (answer->bound == SCORE_LOWER && item->high == ANSWER_MATE) ||
           (answer->bound == SCORE_UPPER && item->low == -ANSWER_MATE);
}

bool suite_solves(const SuiteItem *item, const Answer *answer) {
    if (answer->fault != FAULT_NONE || answer->move == MOVE_NONE) return false;
    if (item->bests && !contains(item->best, item->bests, answer->move)) return false;
    if (contains(item->avoid, item->avoids, answer->move)) return false;
    if (item->mate && (answer->bound == SCORE_NONE || answer->bound == SCORE_UPPER || answer->score < ANSWER_MATE - (2 * item->mate - 1)))
        return false;
    return !item->ranged || within(item, answer);
}
