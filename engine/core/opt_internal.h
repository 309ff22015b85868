/* What the option reader, the help pages and the command line share; for engine/core alone. */
#ifndef ENGINE_CORE_OPT_INTERNAL_H
#define ENGINE_CORE_OPT_INTERNAL_H
#include "engine/core/opt.h"

/* opt_set_row without the row's name before the sentence, since a command line calls it --name. */
bool opt_read_row(const OptRow *row, void *object, const char *text, Err *err);
/* Append "1 to 64" and return true, or false for a row without bounds. */
bool opt_range(const OptRow *row, Buf *out);
/* Append the default as text, as opt_get writes it. */
void opt_default_text(const OptRow *row, Buf *out);
/* Append the row's name as the command line spells it: "null-move". */
void opt_dashed_name(const OptRow *row, Buf *out);
/* Append "--depth N", "--[no-]null-move", "--movegen scan|table". */
void opt_usage(const OptRow *row, Buf *out);
/* Append what stands in brackets after the help text: "default 3; 1 to 64; needs tt"; maybe nothing. */
void opt_notes(const OptRow *row, Buf *out);
/* Append text broken between words so that no line passes `width`; every line begins with `indent` blanks but
 * the first, which begins at column `column`. Ends in a line end. */
void text_wrap(const char *text, size_t len, int indent, int column, int width, Buf *out);
#endif
