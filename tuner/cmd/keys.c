/* The page of keys of fits, printed from the table that reads them. */
#include "engine/core/page.h"
#include "tuner/cmd/commands.h"
#include "tuner/fit/fit.h"

static const char intro[] =
    "# Tuning files\n\n"
    "A fit is a file of traces and what to do with it:\n\n"
    "```yaml\n"
    "data: games.trace               # made by xqtune extract\n"
    "start: hand                     # configs/weights/hand.yaml\n"
    "freeze: [tempo]                 # leave as it is; only: tunes nothing else\n"
    "out: new.yaml\n"
    "```\n\n"
    "`xqtune fit FILE --set loss=xent` changes single keys on the command line. The files beside this page are examples to\n"
    "run: each opens with a comment that says how.\n\n"
    "## fit\n\n";

static void fit_page(Buf *out) {
    buf_add(out, intro);
    opt_markdown(&fit_options, out);
}

static int run(const void *object, const CmdArgs *args, Err *err) {
    (void)object;
    static const Page pages[] = { { "fit", fit_page } };
    return page_run(pages, sizeof pages / sizeof *pages, args, err);
}

static const OptTable no_options = { "keys", NULL, 0 };

const Cmd cmd_keys = {
    .name = "keys", .synopsis = "fit", .summary = "print the page of keys of tuning files (Markdown)",
    .options = &no_options, .options_size = 0, .run = run,
};
