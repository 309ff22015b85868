/* Text in the encodings of game files: UTF-8, and the national standard GB18030 (GBK, GB2312) of older ones. */
#ifndef ENGINE_XQ_GB18030_H
#define ENGINE_XQ_GB18030_H
#include <stdbool.h>
#include <stddef.h>
#include "engine/core/buf.h"
#include "engine/core/err.h"

/* Are these bytes well-formed UTF-8 (no overlong forms, no surrogates)? */
bool utf8_valid(const char *bytes, size_t len);
/* Append GB18030 bytes to out as UTF-8. A byte that begins no character becomes '?' and is passed over, so one
 * damaged byte costs no more than its character. Error: the system's iconv has no GB18030. */
bool gb18030_to_utf8(const char *bytes, size_t len, Buf *out, Err *err);
#endif
