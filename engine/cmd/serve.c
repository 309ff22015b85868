/* What runs without a command: UCI and UCCI on standard input. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "engine/cmd/bench.h"
#include "engine/cmd/commands.h"
#include "engine/cmd/variant_args.h"
#include "engine/proto/server.h"

typedef struct {
    char variant[OPT_TEXT_SIZE];
    OptList set;
} ServeArgs;

static const OptRow rows[] = {
    { .name = "variant",
      .kind = OPT_TEXT,
      .offset = offsetof(ServeArgs, variant),
      .argument = "V",
      .help = "file, committed variant (full, pvs ...) or grammar name (PVSHNTIQ); none: the strongest" },
    { .name = "set",
      .kind = OPT_LIST,
      .offset = offsetof(ServeArgs, set),
      .argument = "NAME=VALUE",
      .help = "change one option: --set null_move=2" },
};
static const OptTable options = { "serve", rows, sizeof rows / sizeof rows[0] };

static void write_lines(void *context, const char *text) {
    (void)context;
    fputs(text, stdout);
    fflush(stdout);
}

static bool run_bench(void *context, const Variant *variant, int depth, Err *err) {
    (void)context;
    const bool good = bench_signature(variant, depth, err);
    fflush(stdout);
    return good;
}

static int run(const void *object, const CmdArgs *args, Err *err) {
    const ServeArgs *arg = object;
    Variant variant;
    if (args->count)
        return err_set(err, ERR_USAGE, "'%s' is no command; xqengine --help lists them", args->positional[0]);
    if (!variant_args(arg->variant, &arg->set, &variant, err)) return EXIT_BAD_INPUT;
    const ServerOutput output = { .write = write_lines, .bench = run_bench };
    Server *server = server_new(&variant, &output, err);
    if (!server) return EXIT_BAD_INPUT;
    char *line = NULL;
    size_t size = 0;
    bool going = true;
    while (going && getline(&line, &size, stdin) >= 0) going = server_line(server, line);
    if (going) server_end_of_input(server);
    free(line);
    server_delete(server);
    return EXIT_HELD;
}

const Cmd cmd_serve = {
    .name = "serve",
    .synopsis = "[--variant V] [--set NAME=VALUE]...",
    .summary = "speak UCI or UCCI on standard input (what runs without a command)",
    .details =
        "The first line, uci or ucci, decides the protocol. Moves are written with ranks 0-9 in both. Every option "
        "of the search and the evaluation can be set by setoption under its name in the variant files.\n\n"
        "UCI: debug, isready, setoption, ucinewgame, position, go (depth, nodes, movetime, mate, the clocks, "
        "infinite, ponder, searchmoves, perft), stop, ponderhit, quit. UCCI 3.0 with banmoves, probe, go draw, "
        "ponderhit draw and the options usemillisec, batch, debug, newgame; resignscore says at which value a move "
        "carries the word resign. In both, for the console: d shows the board, eval the static value, perft N "
        "counts, bench [N] prints the signature.\n\n"
        "  xqengine --variant pvshntiq\n"
        "  xqengine --set hash=64 --set null_move=2\n",
    .options = &options,
    .options_size = sizeof(ServeArgs),
    .run = run,
};
