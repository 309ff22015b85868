/* Words of -engine and -each as a player of a match file. */
#include <stdlib.h>
#include <string.h>
#include "bench/client/engine_spec.h"
#include "bench/client/words.h"
#include "bench/cmd/match_alias_internal.h"

ConfNode *alias_add(ConfNode *parent, const char *key, ConfKind kind, const char *text, const char *origin,
                    Arena *arena) {
    ConfNode *node = arena_alloc(arena, sizeof *node), **tail = &parent->child;
    *node = (ConfNode){ .kind = kind, .key = key, .text = text, .file = origin };
    while (*tail) tail = &(*tail)->next;
    *tail = node;
    return node;
}

ConfNode *alias_find(const ConfNode *map, const char *key) {
    for (ConfNode *child = map->child; child; child = child->next)
        if (strcmp(child->key, key) == 0) return child;
    return NULL;
}

/* What becomes of a word. */
typedef enum {
    TO_KEY,     /* a key of the player */
    TO_ITEM,    /* an item of a list of the player */
    TO_ITEMS,   /* several, cut like a shell's words */
    TO_LIMIT,   /* see alias_limit */
    TO_NOTHING, /* has no meaning here and does no harm */
    REFUSED,    /* `to` says why */
} Deal;

typedef struct {
    const char *word;
    Deal deal;
    const char *to;
} WordRow;

static const WordRow engine_words[] = {
    { "cmd", TO_KEY, "command" },
    { "conf", TO_KEY, "extends" },
    { "name", TO_KEY, "name" },
    { "proto", TO_KEY, "protocol" },
    { "dir", TO_KEY, "directory" },
    { "restart", TO_KEY, "restart" },
    { "arg", TO_ITEM, "args" },
    { "args", TO_ITEMS, "args" },
    { "initstr", TO_ITEM, "init" },
    { "tc", TO_LIMIT, NULL },
    { "st", TO_LIMIT, NULL },
    { "depth", TO_LIMIT, NULL },
    { "plies", TO_LIMIT, NULL },
    { "nodes", TO_LIMIT, NULL },
    { "timemargin", TO_LIMIT, NULL },
    { "trust", TO_NOTHING, NULL },
    { "stderr", REFUSED, "-log holds all that engines write to standard error, and faults the last line" },
    { "whitepov", REFUSED, "scores are the mover's; an engine that tells White's can't be adjudicated" },
    { "tscale", REFUSED, "give every engine its own tc" },
    { "book", REFUSED, "games start from -openings" },
    { "bookdepth", REFUSED, "games start from -openings" },
};

static const WordRow *find_word(const char *word, size_t len) {
    for (size_t i = 0; i < sizeof engine_words / sizeof *engine_words; i++)
        if (strlen(engine_words[i].word) == len && memcmp(engine_words[i].word, word, len) == 0)
            return &engine_words[i];
    return NULL;
}

static bool unknown_word(const AliasWords *words, const char *word, Err *err) {
    const char *names[sizeof engine_words / sizeof *engine_words + 1] = { 0 };
    for (size_t i = 0; i < sizeof engine_words / sizeof *engine_words; i++) names[i] = engine_words[i].word;
    char key[64] = "";
    const size_t len = strcspn(word, "=");
    if (len < sizeof key) memcpy(key, word, len);
    const char *nearest = text_nearest(names, key);
    if (nearest)
        return err_set(err, ERR_USAGE, "%s: unknown word '%s'; did you mean '%s='?", words->option, word, nearest);
    return err_set(err, ERR_USAGE,
                   "%s: unknown word '%s'; an engine's are cmd= or conf=, name=, proto=, dir=, arg=, tc=, st=, depth=, "
                   "nodes=, option.NAME=",
                   words->option, word);
}

/* The value of the last of these words that is called so; NULL when there is none. */
static const char *value_of(const AliasWords *words, const char *name) {
    const size_t len = strlen(name);
    for (int i = words->count - 1; i >= 0; i--)
        if (strncmp(words->word[i], name, len) == 0 && words->word[i][len] == '=') return words->word[i] + len + 1;
    return NULL;
}

/* Limits. */

/* "[MOVES/][MIN:]SEC[+INC]" as this runner writes it, without minutes. */
static bool add_clock(const char *tc, Arena *arena, Buf *out, Err *err) {
    const char *slash = strchr(tc, '/'), *base = slash ? slash + 1 : tc, *colon = strchr(base, ':');
    if (strcmp(tc, "inf") == 0) return true;
    char *end = NULL;
    const long minutes = colon ? strtol(base, &end, 10) : 0;
    if (colon && (end != colon || end == base || minutes < 0 || minutes > 100000))
        return err_set(err, ERR_USAGE, "tc=%s: '%.*s' is no number of minutes", tc, (int)(colon - base), base);
    const char *rest = colon ? colon + 1 : base;
    const long seconds = strtol(rest, &end, 10);
    if (end == rest || seconds < 0 || seconds > 10000000)
        return err_set(err, ERR_USAGE, "tc=%s: write [moves/][minutes:]seconds[+increment], such as 40/60+0.6", tc);
    buf_addf(out, "tc=%s%ld%s ", arena_strndup(arena, tc, (size_t)(base - tc)), 60 * minutes + seconds, end);
    return true;
}

static bool add_seconds(const char *text, Buf *out, Err *err) {
    char *end;
    const double seconds = strtod(text, &end);
    if (end == text || *end || !(seconds > 0 && seconds < 1e7))
        return err_set(err, ERR_USAGE, "st=%s: seconds a move are wanted", text);
    buf_addf(out, "movetime=%.10g ", 1000 * seconds);
    return true;
}

bool alias_limit(const AliasWords *own, const AliasWords *each, Arena *arena, const char **out, Err *err) {
    static const char *const names[] = { "tc", "st", "depth", "plies", "nodes", "timemargin" };
    Buf limit = { 0 };
    bool good = true;
    for (size_t i = 0; good && i < sizeof names / sizeof *names; i++) {
        const char *value = value_of(own, names[i]);
        if (!value) value = value_of(each, names[i]);
        if (!value) continue;
        if (i == 0) good = add_clock(value, arena, &limit, err);
        else if (i == 1) good = add_seconds(value, &limit, err);
        else buf_addf(&limit, "%s=%s ", i == 3 ? "depth" : i == 5 ? "margin" : names[i], value);
    }
    *out = limit.len ? arena_strndup(arena, limit.text, limit.len - 1) : NULL;
    buf_free(&limit);
    return good;
}

static bool has_limit(const AliasWords *words) {
    for (int i = 0; i < words->count; i++) {
        const WordRow *row = find_word(words->word[i], strcspn(words->word[i], "="));
        if (row && row->deal == TO_LIMIT) return true;
    }
    return false;
}

/* Players. */

typedef struct {
    const AliasWords *words;
    ConfNode *map;
    Arena *arena;
    bool is_variant; /* one of ours: it has no process that words could be about */
    bool is_own;     /* words of -engine, not of -each */
} Reading;

static const char *origin_of(const Reading *reading, const char *word) {
    return arena_printf(reading->arena, "%s %s", reading->words->option, word);
}

/* What an engine says itself is not said again by -each. */
static void add_key(const Reading *reading, ConfNode *map, const char *key, const char *text, const char *word) {
    ConfNode *old = alias_find(map, key);
    if (old && reading->is_own) old->text = text;
    if (!old) alias_add(map, key, CONF_SCALAR, text, origin_of(reading, word), reading->arena);
}

static ConfNode *part_of(const Reading *reading, const char *key, ConfKind kind, const char *word) {
    ConfNode *part = alias_find(reading->map, key);
    return part ? part : alias_add(reading->map, key, kind, NULL, origin_of(reading, word), reading->arena);
}

static bool add_items(const Reading *reading, const WordRow *row, const char *text, const char *word, Err *err) {
    char **items, *one[] = { (char *)text, NULL };
    int count = 1;
    if (row->deal == TO_ITEM) items = one;
    else if (!words_cut(text, reading->arena, &items, &count, err))
        return err_prefix(err, "%s: ", origin_of(reading, word));
    ConfNode *list = part_of(reading, row->to, CONF_LIST, word);
    for (int i = 0; i < count; i++) alias_add(list, NULL, CONF_SCALAR, items[i], list->file, reading->arena);
    return true;
}

/* cutechess's restart=auto is what on_fault is called here. */
static const char *own_spelling(const WordRow *row, const char *text) {
    return strcmp(row->word, "restart") == 0 && strcmp(text, "auto") == 0 ? "on_fault" : text;
}

static bool take_option(const Reading *reading, const char *word, const char *text) {
    static const char prefix[] = "option.";
    const size_t len = sizeof prefix - 1;
    if (strncmp(word, prefix, len) != 0) return false;
    const char *name = arena_strndup(reading->arena, word + len, (size_t)(text - 1 - word) - len);
    add_key(reading, part_of(reading, reading->is_variant ? "search" : "options", CONF_MAP, word), name, text, word);
    return true;
}

static bool take_word(const Reading *reading, const char *word, bool lists_too, Err *err) {
    const size_t len = strcspn(word, "=");
    const WordRow *row = find_word(word, len);
    if (strcmp(word, "ponder") == 0) {
        add_key(reading, reading->map, "ponder", "true", word);
        return true;
    }
    if (word[len] && take_option(reading, word, word + len + 1)) return true;
    if (row && row->deal == REFUSED)
        return err_set(err, ERR_USAGE, "%s: %s is not supported: %s", reading->words->option, word, row->to);
    if (!row || (!word[len] && row->deal != TO_NOTHING)) return unknown_word(reading->words, word, err);
    const char *text = word + len + 1;
    if (reading->is_variant && !reading->is_own) return true; /* such as proto= for the others */
    if (row->deal == TO_KEY) add_key(reading, reading->map, row->to, own_spelling(row, text), word);
    if (row->deal == TO_ITEM || row->deal == TO_ITEMS) return !lists_too || add_items(reading, row, text, word, err);
    return true;
}

static bool take_words(Reading *reading, const AliasWords *words, bool is_own, Err *err) {
    const bool had_args = alias_find(reading->map, "args"), had_init = alias_find(reading->map, "init");
    reading->words = words;
    reading->is_own = is_own;
    for (int i = 0; i < words->count; i++) {
        const char *word = words->word[i];
        const bool is_init = strncmp(word, "initstr=", 8) == 0;
        if (!take_word(reading, word, is_init ? !had_init : !had_args, err)) return false;
    }
    return true;
}

/* Is the player of these words one of our variants, whose options stand under `search`? */
static bool is_variant(const AliasWords *own, const AliasWords *each) {
    if (value_of(own, "cmd")) return false;
    const char *conf = value_of(own, "conf");
    if (!conf && !value_of(each, "cmd")) conf = value_of(each, "conf");
    Buf path = { 0 };
    const bool is_engine = conf && engine_spec_find(conf, &path);
    buf_free(&path);
    return conf && !is_engine;
}

ConfNode *alias_player(const AliasWords *own, const AliasWords *each, ConfNode *players, Arena *arena, Err *err) {
    const char *limit;
    Reading reading = { .arena = arena, .is_variant = is_variant(own, each) };
    reading.map = alias_add(players, NULL, CONF_MAP, NULL, own->option, arena);
    if (!take_words(&reading, own, true, err) || !take_words(&reading, each, false, err)) return NULL;
    if (!alias_limit(own, each, arena, &limit, err)) return NULL;
    if (!alias_find(reading.map, "command") && !alias_find(reading.map, "extends")) {
        err_set(err, ERR_USAGE, "-engine: cmd=PROGRAM is missing (or conf=NAME, an engine file or a variant of ours)");
        return NULL;
    }
    if (limit && has_limit(own)) alias_add(reading.map, "limit", CONF_SCALAR, limit, own->option, arena);
    return reading.map;
}
