#include "engine/core/page.h"
#include <stdio.h>
#include <string.h>

bool page_write(const Page *pages, int count, const CmdArgs *args, Buf *out, Err *err) {
    for (int i = 0; args->count == 1 && i < count; i++)
        if (opt_same_name(pages[i].name, args->positional[0], strlen(args->positional[0]))) {
            pages[i].write(out);
            return true;
        }
    Buf names = { 0 };
    for (int i = 0; i < count; i++) buf_addf(&names, "%s%s", i == 0 ? "" : i == count - 1 ? " or " : ", ", pages[i].name);
    err_set(err, ERR_USAGE, "which page? one of %s", buf_text(&names));
    buf_free(&names);
    return false;
}

int page_run(const Page *pages, int count, const CmdArgs *args, Err *err) {
    Buf out = { 0 };
    if (page_write(pages, count, args, &out, err)) fputs(buf_text(&out), stdout);
    buf_free(&out);
    return EXIT_HELD;
}

void page_add_keys(const char *key, const char *about, const OptTable *table, Buf *out) {
    buf_addf(out, "\n## %s\n\n%s%s", key, about, *about ? "\n\n" : "");
    opt_markdown(table, out);
}
