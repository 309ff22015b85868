#include "tuner/data/words.h"
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include "engine/core/fnv.h"

static bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\r'; }

bool word_next(const char **at, const char *end, char out[WORD_SIZE]) {
    const char *p = *at;
    while (p < end && is_blank(*p)) p++;
    const char *word = p;
    while (p < end && !is_blank(*p)) p++;
    *at = p;
    size_t len = (size_t)(p - word);
    if (!len) return false;
    if (len >= WORD_SIZE) len = WORD_SIZE - 1;
    memcpy(out, word, len);
    out[len] = 0;
    return true;
}

bool word_int(const char *word, long *out) {
    char *end;
    errno = 0;
    const long value = strtol(word, &end, 10);
    if (end == word || *end || errno) return false;
    *out = value;
    return true;
}

bool word_real(const char *word, double *out) {
    char *end;
    const double value = strtod(word, &end);
    if (end == word || *end || !(value - value == 0)) return false;
    *out = value;
    return true;
}

int word_half_points(const char *word) {
    static const struct { const char *text; int half_points; } known[] = {
        { "1-0", 2 }, { "0-1", 0 }, { "1/2-1/2", 1 }, { "1", 2 }, { "1.0", 2 }, { "0", 0 }, { "0.0", 0 }, { "0.5", 1 }, { "1/2", 1 },
    };
    word += strspn(word, "\"[");
    const size_t len = strcspn(word, "\"];");
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++)
        if (strlen(known[i].text) == len && memcmp(known[i].text, word, len) == 0) return known[i].half_points;
    return -1;
}

uint64_t word_identity(const char *name) {
    uint64_t hash = fnv_add(FNV_START, name, strlen(name));
    hash ^= hash >> 29;
    hash *= 0xbf58476d1ce4e5b9ull;
    hash ^= hash >> 32;
    return hash ? hash : 1;
}
