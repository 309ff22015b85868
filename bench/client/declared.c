#include "bench/client/declared.h"
#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include "bench/client/said.h"
#include "engine/core/opt.h"

static const char *const kind_names[] = { "check", "spin", "combo", "string", "button" };
enum { KINDS_DECLARED = sizeof kind_names / sizeof *kind_names, OPTIONS_MAX = 4096 };

static char *trimmed(const char *text, size_t len, Arena *arena) {
    while (len && isspace((unsigned char)*text)) {
        text++;
        len--;
    }
    while (len && isspace((unsigned char)text[len - 1])) len--;
    return arena_strndup(arena, text, len);
}

static int find_kind(const char *name) {
    for (int kind = 0; kind < KINDS_DECLARED; kind++)
        if (!strcasecmp(kind_names[kind], name)) return kind;
    return -1;
}

static DeclaredOption *add_option(Declared *declared) {
    if (declared->count == OPTIONS_MAX) return NULL; /* a flood, not an engine */
    if (declared->count == declared->cap) {
        declared->cap = declared->cap ? declared->cap * 2 : 32;
        declared->item = mem_realloc(declared->item, (size_t)declared->cap * sizeof *declared->item);
    }
    DeclaredOption *option = &declared->item[declared->count++];
    *option = (DeclaredOption){ .name = "", .min = 1, .max = 0, .initial = "" };
    option->choice = arena_alloc(&declared->arena, sizeof *option->choice);
    return option;
}

static void add_choice(Declared *declared, DeclaredOption *option, const char *choice) {
    size_t count = 0;
    while (option->choice[count]) count++;
    /* Doubled at every power of two. */
    if ((count & (count + 1)) == 0) {
        const char **more = arena_alloc(&declared->arena, (2 * count + 2) * sizeof *more);
        memcpy(more, option->choice, count * sizeof *more);
        option->choice = more;
    }
    option->choice[count] = choice;
    option->choice[count + 1] = NULL;
}

/* The keywords between which the values of an option line stand; values may hold blanks. */
static const char *const keywords[] = { "name", "type", "default", "min", "max", "var", NULL };

static const char *keyword_at(const char *text) {
    for (const char *const *word = keywords; *word; word++)
        if (said_word(text, *word, NULL)) return *word;
    return NULL;
}

/* How much of text stands before the next keyword. */
static size_t value_length(const char *text) {
    const char *at = text;
    while (*at && !(isspace((unsigned char)*at) && keyword_at(at))) at++;
    return (size_t)(at - text);
}

static void take_value(Declared *declared, DeclaredOption *option, const char *keyword, const char *value) {
    if (!strcmp(keyword, "name")) option->name = value;
    else if (!strcmp(keyword, "type"))
        option->kind = find_kind(value) < 0 ? DECLARED_STRING : (DeclaredKind)find_kind(value);
    else if (!strcmp(keyword, "default")) option->initial = strcmp(value, "<empty>") ? value : "";
    else if (!strcmp(keyword, "var")) add_choice(declared, option, value);
    else if (!strcmp(keyword, "min")) option->min = strtod(value, NULL);
    else option->max = strtod(value, NULL);
}

/* What follows the option's name. UCI names may hold blanks, but end where " type " begins. */
static void take_values(Declared *declared, DeclaredOption *option, const char *text) {
    while (*text) {
        const char *keyword = keyword_at(text);
        if (!keyword) return;
        const char *value;
        said_word(text, keyword, &value);
        /* Text right behind the keyword may itself be one: an empty default. */
        const size_t len = keyword_at(value) && strcmp(keyword, "name") ? 0 : value_length(value);
        take_value(declared, option, keyword, trimmed(value, len, &declared->arena));
        text = value + len;
        while (isspace((unsigned char)*text)) text++;
    }
}

void declared_add_uci(Declared *declared, const char *line) {
    if (!said_word(line, "option", &line) || !keyword_at(line)) return;
    DeclaredOption *option = add_option(declared);
    if (!option) return;
    take_values(declared, option, line);
    if (!*option->name) declared->count--;
}

void declared_add_ucci(Declared *declared, const char *line) {
    if (!said_word(line, "option", &line) || !*line) return;
    DeclaredOption *option = add_option(declared);
    if (!option) return;
    const size_t len = strcspn(line, " \t");
    option->name = trimmed(line, len, &declared->arena);
    line += len;
    while (isspace((unsigned char)*line)) line++;
    take_values(declared, option, line);
}

/* "a /// *b /// c": the star marks the value it has. */
static void take_xboard_choices(Declared *declared, DeclaredOption *option, const char *text) {
    while (*text) {
        const char *stop = strstr(text, "///");
        const size_t len = stop ? (size_t)(stop - text) : strlen(text);
        const char *choice = trimmed(text, len, &declared->arena);
        if (*choice == '*') option->initial = ++choice;
        add_choice(declared, option, choice);
        text += len + (stop ? 3 : 0);
    }
}

void declared_add_xboard(Declared *declared, const char *text) {
    const char *dash = NULL;
    int kind = -1;
    /* The name may hold a dash of its own: the last " -kind" counts. */
    for (const char *at = strstr(text, " -"); at; at = strstr(at + 1, " -")) {
        const char *word = arena_strndup(&declared->arena, at + 2, strcspn(at + 2, " "));
        const int found = !strcmp(word, "file") || !strcmp(word, "path")    ? DECLARED_STRING
                          : !strcmp(word, "slider")                         ? DECLARED_SPIN
                          : !strcmp(word, "save") || !strcmp(word, "reset") ? DECLARED_BUTTON
                                                                            : find_kind(word);
        if (found < 0) continue;
        dash = at;
        kind = found;
    }
    DeclaredOption *option = dash ? add_option(declared) : NULL;
    if (!option) return;
    option->name = trimmed(text, (size_t)(dash - text), &declared->arena);
    option->kind = (DeclaredKind)kind;
    const char *value = dash + 2 + strcspn(dash + 2, " ");
    while (*value == ' ') value++;
    if (kind == DECLARED_COMBO) {
        take_xboard_choices(declared, option, value);
        return;
    }
    option->initial = trimmed(value, kind == DECLARED_SPIN ? strcspn(value, " ") : strlen(value), &declared->arena);
    if (kind != DECLARED_SPIN) return;
    char *end;
    strtod(value, &end);
    option->min = strtod(end, &end);
    option->max = strtod(end, &end);
}

static char folded(char c) {
    return c == '-' || c == ' ' ? '_' : (char)tolower((unsigned char)c);
}

static bool same_name(const char *a, const char *b) {
    while (*a && folded(*a) == folded(*b)) {
        a++;
        b++;
    }
    return !*a && !*b;
}

const DeclaredOption *declared_find(const Declared *declared, const char *name) {
    for (int i = 0; i < declared->count; i++)
        if (same_name(declared->item[i].name, name)) return &declared->item[i];
    return NULL;
}

static bool warn_of_name(const Declared *declared, const char *name, Buf *warnings) {
    const char **names = mem_zalloc((size_t)declared->count + 1, sizeof *names);
    for (int i = 0; i < declared->count; i++) names[i] = declared->item[i].name;
    const char *nearest = text_nearest(names, name);
    free(names);
    buf_addf(warnings, "it declares no option '%s'", name);
    if (nearest) buf_addf(warnings, "; did you mean '%s'?", nearest);
    buf_add(warnings, "\n");
    return false;
}

static bool is_choice(const DeclaredOption *option, const char *value) {
    for (const char **choice = option->choice; *choice; choice++)
        if (!strcasecmp(*choice, value)) return true;
    return false;
}

static bool check_spin(const DeclaredOption *option, const char *value, Buf *warnings) {
    char *end;
    const double number = strtod(value, &end);
    const bool is_number = end != value && !*end;
    if (is_number && (option->min > option->max || (number >= option->min && number <= option->max))) return true;
    buf_addf(warnings, "option %s: '%s' is not %s", option->name, value, is_number ? "in its range" : "a number");
    if (option->min <= option->max) buf_addf(warnings, "; it goes from %.15g to %.15g", option->min, option->max);
    buf_add(warnings, "\n");
    return false;
}

static bool check_choice(const DeclaredOption *option, const char *value, Buf *warnings) {
    if (is_choice(option, value)) return true;
    const char *nearest = text_nearest(option->choice, value);
    buf_addf(warnings, "option %s: '%s' is none of its choices", option->name, value);
    if (nearest) buf_addf(warnings, "; did you mean '%s'?", nearest);
    buf_add(warnings, "\n");
    return false;
}

bool declared_check(const Declared *declared, const char *name, const char *value, Buf *warnings) {
    const DeclaredOption *option = declared_find(declared, name);
    if (!option) return warn_of_name(declared, name, warnings);
    static const char *const truths[] = { "true", "false", "on", "off", "1", "0" };
    switch (option->kind) {
    case DECLARED_SPIN: return check_spin(option, value, warnings);
    case DECLARED_COMBO: return check_choice(option, value, warnings);
    case DECLARED_CHECK:
        for (size_t i = 0; i < sizeof truths / sizeof *truths; i++)
            if (!strcasecmp(truths[i], value)) return true;
        buf_addf(warnings, "option %s: '%s' is neither true nor false\n", option->name, value);
        return false;
    default: return true;
    }
}

void declared_free(Declared *declared) {
    free(declared->item);
    arena_free(&declared->arena);
    *declared = (Declared){ 0 };
}
