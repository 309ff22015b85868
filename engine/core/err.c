#include "engine/core/err.h"
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include "engine/core/text.h"

/* A sentence is one line of UTF-8, whatever was quoted in it: what is none of that becomes '?', a character that was
 * cut by the end of the room is left out. */
static void tidy(Err *err) {
    const char *const end = err->text + sizeof err->text - 1;
    char *to = err->text;
    for (const char *at = err->text; *at;) {
        const size_t size = utf8_size(at, TEXT_CHAR_MAX);
        if (size && !text_is_control(at, size)) {
            memmove(to, at, size);
            to += size;
            at += size;
            continue;
        }
        do at++;
        while ((*at & 0xc0) == 0x80); /* the rest of a character */
        if (size || at < end) *to++ = '?';
    }
    *to = 0;
}

bool err_setv(Err *err, ErrKind kind, const char *format, va_list args) {
    if (!err) return false;
    err->kind = kind;
    vsnprintf(err->text, sizeof err->text, format, args);
    tidy(err);
    return false;
}

bool err_set(Err *err, ErrKind kind, const char *format, ...) {
    va_list args;
    va_start(args, format);
    err_setv(err, kind, format, args);
    va_end(args);
    return false;
}

bool err_system(Err *err, const char *action, const char *path) {
    return err_set(err, ERR_SYSTEM, "cannot %s %s: %s", action, path, strerror(errno));
}

bool err_prefix(Err *err, const char *format, ...) {
    if (!err) return false;
    char context[ERR_TEXT_SIZE], sentence[ERR_TEXT_SIZE];
    va_list args;
    va_start(args, format);
    vsnprintf(context, sizeof context, format, args);
    va_end(args);
    memcpy(sentence, err->text, sizeof sentence);
    const size_t len = strlen(context), rest = sizeof err->text - 1 - len;
    memcpy(err->text, context, len);
    strncpy(err->text + len, sentence, rest);
    err->text[sizeof err->text - 1] = 0;
    tidy(err);
    return false;
}

int err_exit_code(ErrKind kind) {
    switch (kind) {
    case ERR_NONE: return EXIT_HELD;
    case ERR_FAULT: return EXIT_FAULTS;
    case ERR_INTERRUPTED: return EXIT_INTERRUPTED;
    case ERR_USAGE:
    case ERR_INPUT:
    case ERR_SYSTEM: break;
    }
    return EXIT_BAD_INPUT;
}
