/* Pages that a program prints from its tables: what a `keys` command is made of. */
#ifndef ENGINE_CORE_PAGE_H
#define ENGINE_CORE_PAGE_H
#include "engine/core/cmd.h"

typedef struct {
    const char *name;
    void (*write)(Buf *out);
} Page;

/* Append the page that the one argument names. ERR_USAGE lists the names there are. */
bool page_write(const Page *pages, int count, const CmdArgs *args, Buf *out, Err *err);
/* The whole of a `keys` command: the page to standard output. Returns an exit code; *err as page_write. */
int page_run(const Page *pages, int count, const CmdArgs *args, Err *err);
/* "## KEY", a paragraph, and the rows of a table as Markdown. */
void page_add_keys(const char *key, const char *about, const OptTable *table, Buf *out);
#endif
