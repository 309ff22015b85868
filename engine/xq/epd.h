/* EPD lines taken apart: the FEN that a line begins with, then operations "bm h2e2 b2e2; id \"name\";". */
#ifndef ENGINE_XQ_EPD_H
#define ENGINE_XQ_EPD_H
#include <stdbool.h>
#include <stddef.h>

/* The length of the FEN that a line begins with: placement and side, then what can be its other four fields. */
size_t epd_fen_len(const char *line);

/* One operation: its name and what follows it, without the blanks around. Both point into the line. */
typedef struct { const char *name, *value; size_t name_len, value_len; } EpdOperation;
/* The next operation of what stands behind the FEN; *cursor moves on. A semicolon ends it, but not within quotes.
 * false at the end of the line. */
bool epd_next(const char **cursor, EpdOperation *out);
/* Is this its name? */
bool epd_is(const EpdOperation *operation, const char *name);
/* The value without the quotes around it. Gives its start and sets *len. */
const char *epd_unquoted(const EpdOperation *operation, size_t *len);
#endif
