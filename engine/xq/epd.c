#include "engine/xq/epd.h"
#include <string.h>

static const char blanks[] = " \t\r";

size_t epd_fen_len(const char *line) {
    size_t len = 0;
    for (int field = 0; field < 6; field++) {
        const char *at = line + len + strspn(line + len, blanks);
        const size_t size = strcspn(at, " \t\r;");
        const bool number = size && strspn(at, "0123456789") == size, dash = size == 1 && *at == '-';
        if (!size || (field >= 2 && field <= 3 && !dash && !number) || (field >= 4 && !number)) break;
        len = (size_t)(at - line) + size;
    }
    return len;
}

/* Where an operation ends: a semicolon outside quotes, or the end of the line. */
static size_t operation_len(const char *text) {
    bool quoted = false;
    size_t len = 0;
    for (; text[len] && (quoted || text[len] != ';'); len++) quoted ^= text[len] == '"';
    return len;
}

bool epd_next(const char **cursor, EpdOperation *out) {
    const char *at = *cursor + strspn(*cursor, " \t\r;");
    if (!*at) return false;
    const char *end = at + operation_len(at);
    *cursor = end;
    out->name = at;
    out->name_len = strcspn(at, " \t\r;");
    out->value = at + out->name_len + strspn(at + out->name_len, blanks);
    while (end > out->value && strchr(blanks, end[-1])) end--;
    out->value_len = end > out->value ? (size_t)(end - out->value) : 0;
    return true;
}

bool epd_is(const EpdOperation *operation, const char *name) {
    return strlen(name) == operation->name_len && !memcmp(name, operation->name, operation->name_len);
}

const char *epd_unquoted(const EpdOperation *operation, size_t *len) {
    const char *value = operation->value;
    const bool quoted = operation->value_len >= 2 && value[0] == '"' && value[operation->value_len - 1] == '"';
    *len = operation->value_len - (quoted ? 2 : 0);
    return value + quoted;
}
