/* Texts inside HTML and SVG, and templates with slots. */
#ifndef BENCH_REPORT_HTML_H
#define BENCH_REPORT_HTML_H
#include "engine/core/buf.h"

/* Append a text so that it stands for itself, between tags and inside quoted attributes alike. */
void html_add(Buf *out, const char *text);
/* The same for a formatted text; only what the format makes is escaped, so it must hold no tags. */
void html_addf(Buf *out, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* Append JSON for a script element, whose text ends at the first "</script" wherever it stands: every '<' becomes an
 * escape, which JSON allows because it only occurs in texts. */
void html_add_json(Buf *out, const char *json);

typedef struct { const char *name, *text; } HtmlSlot;
/* Append the template with every {{name}} replaced by the text of that slot. Asserts that there is one. */
void html_fill(Buf *out, const char *template, const HtmlSlot *slot, int slots);
#endif
