#include "bench/cmd/commands.h"
#include "bench/cmd/export_pgn.h"
#include "bench/cmd/run_args.h"
#include "bench/store/queries.h"

typedef struct {
    int64_t run;
    char out[OPT_TEXT_SIZE];
    int style, notation;
    bool pgn, comments;
} ExportArgs;

typedef enum { STYLE_XQLAB, STYLE_FAIRY } Style;
static const char *const styles[] = { [STYLE_XQLAB] = "xqlab", [STYLE_FAIRY] = "fairy", NULL };

static const OptRow rows[] = {
    { .name = "pgn", .kind = OPT_BOOL, .offset = offsetof(ExportArgs, pgn), .help = "games as PGN", .group = "What" },
    RUN_ROW(ExportArgs),
    { .name = "comments", .kind = OPT_BOOL, .offset = offsetof(ExportArgs, comments),
      .help = "a comment to every move: score/depth nodes time" },
    { .name = "style", .kind = OPT_CHOICE, .offset = offsetof(ExportArgs, style), .initial = "xqlab", .choices = styles,
      .help = "fairy: White for Red and ranks from 1, as Fairy-Stockfish's users have it", .group = "Form" },
    { .name = "notation", .kind = OPT_CHOICE, .offset = offsetof(ExportArgs, notation), .initial = "iccs", .choices = notation_names,
      .help = "how moves are written; other programs read iccs best" },
    { .name = "out", .kind = OPT_TEXT, .offset = offsetof(ExportArgs, out), .argument = "FILE",
      .help = "write this file, compressed if its name ends in .gz; without it standard output" },
};
static const OptTable options = { "export", rows, sizeof rows / sizeof rows[0] };

static bool write_games(Store *store, const ExportArgs *arg, Err *err) {
    const PgnExport how = { .path = arg->out, .style = { .notation = (Notation)arg->notation, .fairy = arg->style == STYLE_FAIRY },
                            .comments = arg->comments };
    Arena arena = { 0 };
    RunInfo info;
    const bool good = store_run(store, &arena, arg->run, &info, err) && export_pgn(store, info.id, &how, err);
    arena_free(&arena);
    return good;
}

static int run(const void *object, const CmdArgs *args, Err *err) {
    const ExportArgs *arg = object;
    if (!arg->pgn) return err_set(err, ERR_USAGE, "say what to export: --pgn");
    Store *store = open_database(args, err);
    if (!store) return EXIT_BAD_INPUT;
    const bool good = write_games(store, arg, err);
    store_close(store);
    return good ? EXIT_HELD : EXIT_BAD_INPUT;
}

const Cmd cmd_export = {
    .name = "export", .synopsis = "[DB] --pgn [--run N] [--out FILE] [--style xqlab|fairy] [--comments]",
    .summary = "write the games of a run for other programs",
    .details = "All games in the order of the schedule, from the first position of their opening on, with why they ended as Termination "
               "and the number that xqbench replay takes as Number. A file appears whole or not at all.\n"
               "\n"
               "  xqbench export xqlab.db --pgn --out games.pgn.gz",
    .options = &options, .options_size = sizeof(ExportArgs), .run = run,
};
