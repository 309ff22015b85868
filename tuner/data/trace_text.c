#include "tuner/data/trace_text.h"
#include <stdlib.h>
#include <string.h>
#include "engine/core/file.h"
#include "tuner/data/trace_build.h"
#include "tuner/data/words.h"

#define FIRST_LINE "# xqlab trace 1"
enum { PHASES_MAX = 1024, TERMS_MAX = 20000, COUNT_MAX = 1000000 };

typedef struct {
    const char *path;
    int line;
    TermTable table;
    int cap;
    Arena arena;         /* of the table */
    TraceBuilder *builder;
    int32_t *count;      /* of the row being read */
} Reader;

bool trace_text_is(const char *text) { return strncmp(text, FIRST_LINE, strlen(FIRST_LINE)) == 0; }

static bool fail(const Reader *r, Err *err) { return err_prefix(err, "%s:%d: ", r->path, r->line); }

static bool read_term(Reader *r, const char *at, const char *end, Err *err) {
    char name[WORD_SIZE], word[WORD_SIZE];
    TermSlot slot = { 0 };
    if (!word_next(&at, end, name)) return err_set(err, ERR_INPUT, "a name is missing: term NAME [MIDDLE_GAME ENDGAME]");
    if (strlen(name) == WORD_SIZE - 1) return err_set(err, ERR_INPUT, "the name '%.20s...' is too long; at most %d bytes", name, WORD_SIZE - 2);
    if (strchr("0123456789+-|", name[0]) || strchr(name, ':'))
        return err_set(err, ERR_INPUT, "'%s' can't be a name: it begins with a digit or sign, or holds a colon", name);
    if (term_table_find(&r->table, name) >= 0) return err_set(err, ERR_INPUT, "term %s stands here twice", name);
    for (int i = 0; i < 2 && word_next(&at, end, word); i++) {
        if (!word_real(word, &slot.start[i])) return err_set(err, ERR_INPUT, "'%s' is not a number", word);
        if (!i) slot.start[1] = slot.start[0];
    }
    if (word_next(&at, end, word)) return err_set(err, ERR_INPUT, "'%s' is too much: term NAME [MIDDLE_GAME ENDGAME]", word);
    if (r->table.count == TERMS_MAX) return err_set(err, ERR_INPUT, "more than %d terms", TERMS_MAX);
    if (r->table.count == r->cap) {
        r->cap = r->cap ? 2 * r->cap : 64;
        r->table.slot = mem_realloc(r->table.slot, (size_t)r->cap * sizeof(TermSlot));
    }
    slot.name = arena_strdup(&r->arena, name);
    r->table.slot[r->table.count++] = slot;
    return true;
}

/* Where the line's comment begins, or its end: a comment is what follows a word that begins with #. */
static const char *before_comment(const char *at, const char *end) {
    for (const char *c = at; c < end; c++)
        if (*c == '#' && (c == at || c[-1] == ' ' || c[-1] == '\t')) return c;
    return end;
}

/* A line before `data`; *data becomes true there. */
static bool read_head_line(Reader *r, const char *at, const char *end, bool *data, Err *err) {
    char word[WORD_SIZE], value[WORD_SIZE];
    end = before_comment(at, end);
    if (!word_next(&at, end, word)) return true;
    if (strcmp(word, "term") == 0) return read_term(r, at, end, err);
    if (strcmp(word, "phases") == 0) {
        long phases;
        if (!word_next(&at, end, value) || !word_int(value, &phases) || phases < 1 || phases > PHASES_MAX)
            return err_set(err, ERR_INPUT, "phases N: N is the phase of the full board, 1 to %d", PHASES_MAX);
        r->table.phases = (int)phases;
        return true;
    }
    if (strcmp(word, "data") != 0) return err_set(err, ERR_INPUT, "'%s' is none of phases, term, data", word);
    if (!r->table.count) return err_set(err, ERR_INPUT, "no term before the data");
    *data = true;
    return true;
}

static bool read_entry(Reader *r, char *word, Err *err) {
    char *colon = strchr(word, ':');
    long count, number = -1;
    if (!colon) return err_set(err, ERR_INPUT, "'%s' is not of the form term:count", word);
    *colon = 0;
    if (word_int(word, &number)) number = number >= 0 && number < r->table.count ? number : -1;
    else number = term_table_find(&r->table, word);
    if (number < 0) return err_set(err, ERR_INPUT, "there is no term %s", word);
    if (!word_int(colon + 1, &count) || count < -COUNT_MAX || count > COUNT_MAX)
        return err_set(err, ERR_INPUT, "the count of %s, '%s', is not a whole number of reasonable size", word, colon + 1);
    r->count[number] += (int32_t)count;
    return abs(r->count[number]) <= COUNT_MAX || err_set(err, ERR_INPUT, "the counts of %s add up to %d, beyond any reasonable size", word, (int)r->count[number]);
}

static bool read_facts(const char **at, const char *end, TraceFacts *facts, Err *err) {
    char result[WORD_SIZE], score[WORD_SIZE], phase[WORD_SIZE], game[WORD_SIZE], bar[WORD_SIZE];
    long number;
    if (!word_next(at, end, result) || !word_next(at, end, score) || !word_next(at, end, phase) || !word_next(at, end, game) ||
        !word_next(at, end, bar) || strcmp(bar, "|") != 0)
        return err_set(err, ERR_INPUT, "the line is not of the form 'result score phase game | term:count ...'");
    if (strlen(game) == WORD_SIZE - 1) return err_set(err, ERR_INPUT, "the game's name '%.20s...' is too long; at most %d bytes", game, WORD_SIZE - 2);
    facts->half_points = word_half_points(result);
    if (facts->half_points < 0) return err_set(err, ERR_INPUT, "'%s' is no result; from Red's view 1, 0.5 or 0", result);
    facts->score = TRACE_NO_SCORE;
    if (strcmp(score, "-") != 0) {
        if (!word_int(score, &number) || number <= TRACE_NO_SCORE || number > INT16_MAX)
            return err_set(err, ERR_INPUT, "'%s' is no score; a whole number from Red's view, or - for none", score);
        facts->score = (int)number;
    }
    if (!word_int(phase, &number)) return err_set(err, ERR_INPUT, "'%s' is no phase", phase);
    facts->phase = (int)(number < 0 || number > PHASES_MAX ? -1 : number);
    facts->game = word_identity(game);
    return true;
}

static bool read_row(Reader *r, const char *at, const char *end, Err *err) {
    char word[WORD_SIZE];
    TraceFacts facts;
    if (!read_facts(&at, end, &facts, err)) return false;
    memset(r->count, 0, (size_t)r->table.count * sizeof *r->count);
    while (word_next(&at, end, word))
        if (!read_entry(r, word, err)) return false;
    return trace_builder_add(r->builder, &facts, r->count, err);
}

static bool read_lines(Reader *r, const char *text, Err *err) {
    const char *line;
    size_t len;
    bool data = false;
    while (text_next_line(&text, &line, &len)) {
        const char *word = line;
        char first[WORD_SIZE];
        r->line++;
        if (!data) {
            if (!read_head_line(r, line, line + len, &data, err)) return fail(r, err);
            if (data) {
                r->builder = trace_builder_new(&r->table, true);
                r->count = mem_zalloc((size_t)r->table.count, sizeof *r->count);
            }
        } else if (word_next(&word, line + len, first) && *first != '#' && !read_row(r, line, line + len, err)) {
            return fail(r, err);
        }
    }
    return data || err_set(err, ERR_INPUT, "%s: has no line 'data'", r->path);
}

bool trace_text_read(TraceSet *set, const char *text, const char *path, Err *err) {
    Reader r = { .path = path, .table.phases = 1 };
    bool good = read_lines(&r, text, err);
    if (good) {
        size_t size;
        void *image = trace_builder_finish(r.builder, &size);
        good = trace_adopt(set, image, size, path, err);
    } else {
        trace_builder_delete(r.builder);
    }
    free(r.count);
    free(r.table.slot);
    arena_free(&r.arena);
    return good;
}

static bool is_text(const char *text, const char *path, Err *err) {
    return trace_text_is(text) || err_set(err, ERR_INPUT, "%s: is neither a trace file nor a text trace (which begins with '" FIRST_LINE "'); "
                                                          "xqtune extract makes trace files of games", path);
}

bool trace_load(TraceSet *set, const char *path, Err *err) {
    *set = (TraceSet){ 0 };
    if (trace_is_trace(path)) return trace_open(set, path, err);
    Buf bytes = { 0 };
    bool good = file_read(path, &bytes, err);
    if (good) {
        const char *text = file_behind_mark(buf_text(&bytes));
        good = is_text(text, path, err) && file_check_text(path, buf_text(&bytes), bytes.len, err) && trace_text_read(set, text, path, err);
    }
    buf_free(&bytes);
    return good;
}
