/* Text as characters of UTF-8: which bytes are one, what can stand in a line, how YAML quotes it. */
#ifndef ENGINE_CORE_TEXT_H
#define ENGINE_CORE_TEXT_H
#include <stdbool.h>
#include <stddef.h>
#include "engine/core/buf.h"

enum { TEXT_CHAR_MAX = 4 /* bytes of a character at most */ };

/* Bytes of the UTF-8 character that begins at text, of which no more than len are looked at, none behind a zero byte;
 * 0 when none begins there (overlong forms and surrogates are none). Table 3-7 of the Unicode standard. */
size_t utf8_size(const char *text, size_t len);
/* Are these bytes well-formed UTF-8? */
bool utf8_valid(const char *bytes, size_t len);
/* Is the character at text, of so many bytes, a control character (C0, C1, delete) or a separator of lines? */
bool text_is_control(const char *text, size_t size);
/* Is the text one line of UTF-8 without control characters? Then it can be a name: it breaks no table, no file of
 * lines and no terminal. */
bool text_is_line(const char *text);
/* Append text as a YAML scalar in double quotes that is read back the same. */
void text_add_quoted(const char *text, Buf *out);
#endif
