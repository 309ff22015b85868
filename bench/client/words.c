#include "bench/client/words.h"
#include <string.h>

static bool is_blank(char c) {
    return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

/* One word at *at, which moves behind it, appended to out without its quotes. */
static bool take_word(const char **at, char *out, Err *err) {
    const char *start = *at, *c = start;
    char quote = 0;
    for (; *c && (quote || !is_blank(*c)); c++) {
        if (*c == quote) quote = 0;
        else if (!quote && (*c == '\'' || *c == '"')) quote = *c;
        else if (*c == '\\' && (!quote || (quote == '"' && (c[1] == '"' || c[1] == '\\')))) {
            if (!*++c) return err_set(err, ERR_INPUT, "a backslash ends the line: %s", start);
            *out++ = *c;
        } else {
            *out++ = *c;
        }
    }
    *out = 0;
    *at = c;
    return !quote || err_set(err, ERR_INPUT, "a quote %c is not closed: %s", quote, start);
}

bool words_cut(const char *line, Arena *arena, char ***words, int *count, Err *err) {
    const size_t len = strlen(line);
    char **list = arena_alloc(arena, (len / 2 + 2) * sizeof *list), *text = arena_alloc(arena, 2 * len + 2);
    int found = 0;
    while (is_blank(*line)) line++;
    while (*line) {
        if (!take_word(&line, text, err)) return false;
        list[found++] = text;
        text += strlen(text) + 1;
        while (is_blank(*line)) line++;
    }
    *words = list;
    *count = found;
    return true;
}
