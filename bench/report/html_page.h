/* The HTML document around some sections: one file with its style and its script, that asks no network for anything. */
#ifndef BENCH_REPORT_HTML_PAGE_H
#define BENCH_REPORT_HTML_PAGE_H
#include <stdbool.h>
#include "engine/core/buf.h"
#include "engine/core/err.h"

/* Append the document. body is HTML, title plain text; script: does the body hold games to step through? */
void html_page_write(const char *title, const char *body, bool script, Buf *out);
/* Write it to a file. */
bool html_page_save(const char *path, const char *title, const Buf *body, bool script, Err *err);
#endif
