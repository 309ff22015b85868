/* The national standard GB18030 (GBK, GB2312), in which older game files are written. */
#ifndef ENGINE_XQ_GB18030_H
#define ENGINE_XQ_GB18030_H
#include <stdbool.h>
#include <stddef.h>
#include "engine/core/buf.h"
#include "engine/core/err.h"

/* Append GB18030 bytes to out as UTF-8. A byte that begins no character becomes '?' and is passed over, so one
 * damaged byte costs no more than its character. Error: the system's iconv has no GB18030. */
bool gb18030_to_utf8(const char *bytes, size_t len, Buf *out, Err *err);
#endif
