/* A growing text buffer: what formatters write into, so that nothing below cmd/ prints. */
#ifndef ENGINE_CORE_BUF_H
#define ENGINE_CORE_BUF_H
#include <stddef.h>

typedef struct {
    char *text;  /* always ends in 0 once anything was added; NULL while empty */
    size_t len, cap;
} Buf;

/* Append; NULL will do for no bytes; memory exhaustion ends the program with a message and code 2 (a laboratory has no better answer). */
void buf_add(Buf *buf, const char *text);
void buf_add_n(Buf *buf, const char *bytes, size_t count);
void buf_addf(Buf *buf, const char *format, ...) __attribute__((format(printf, 2, 3)));
void buf_add_char(Buf *buf, char c);
/* Forget the text, keep the memory. */
void buf_clear(Buf *buf);
/* The text, "" while empty; belongs to the buffer. */
const char *buf_text(const Buf *buf);
/* Release; accepts an empty one. */
void buf_free(Buf *buf);
#endif
