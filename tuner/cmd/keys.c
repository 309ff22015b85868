/* The page of keys of fits, printed from the table that reads them. */
#include <stdio.h>
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

static int run(const void *object, const CmdArgs *args, Err *err) {
    (void)object;
    if (args->count) return err_set(err, ERR_USAGE, "keys: takes no arguments, not '%s'", args->positional[0]);
    Buf out = { 0 };
    buf_add(&out, intro);
    opt_markdown(&fit_options, &out);
    fputs(buf_text(&out), stdout);
    buf_free(&out);
    return EXIT_HELD;
}

static const OptTable no_options = { "keys", NULL, 0 };

const Cmd cmd_keys = {
    .name = "keys", .synopsis = "", .summary = "print the page of keys of tuning files (Markdown)",
    .options = &no_options, .options_size = 0, .run = run,
};
