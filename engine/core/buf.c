#include "engine/core/buf.h"
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "engine/core/arena.h"

static void reserve(Buf *buf, size_t extra) {
    const size_t need = buf->len + extra + 1;
    if (need <= buf->cap) return;
    size_t cap = buf->cap ? buf->cap : 64;
    while (cap < need) cap *= 2;
    buf->text = mem_realloc(buf->text, cap);
    buf->cap = cap;
}

void buf_add_n(Buf *buf, const char *bytes, size_t count) {
    reserve(buf, count);
    if (count) memcpy(buf->text + buf->len, bytes, count); /* nothing may be NULL */
    buf->len += count;
    buf->text[buf->len] = 0;
}

void buf_add(Buf *buf, const char *text) {
    buf_add_n(buf, text, strlen(text));
}

void buf_add_char(Buf *buf, char c) {
    buf_add_n(buf, &c, 1);
}

void buf_addf(Buf *buf, const char *format, ...) {
    va_list args, again;
    va_start(args, format);
    va_copy(again, args);
    const int len = vsnprintf(NULL, 0, format, args);
    va_end(args);
    reserve(buf, (size_t)len);
    vsnprintf(buf->text + buf->len, (size_t)len + 1, format, again);
    va_end(again);
    buf->len += (size_t)len;
}

void buf_clear(Buf *buf) {
    buf->len = 0;
    if (buf->text) buf->text[0] = 0;
}

const char *buf_text(const Buf *buf) {
    return buf->text ? buf->text : "";
}

void buf_free(Buf *buf) {
    free(buf->text);
    *buf = (Buf){ 0 };
}
