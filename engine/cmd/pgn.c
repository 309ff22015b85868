#include "engine/xq/pgn.h"
#include <stdio.h>
#include "engine/cmd/commands.h"
#include "engine/core/file.h"

typedef struct { int to; bool fairy; } PgnArgs;

static const char *const targets[] = { "iccs", "wxf", "chinese", "none", NULL };
enum { TO_NONE = NOTATIONS };

static const OptRow rows[] = {
    { .name = "to", .kind = OPT_CHOICE, .offset = offsetof(PgnArgs, to), .initial = "none", .choices = targets,
      .help = "write the games in this notation to standard output" },
    { .name = "fairy", .kind = OPT_BOOL, .offset = offsetof(PgnArgs, fairy), .initial = "false",
      .help = "write White and Black, Variant, and ranks from 1 as Fairy-Stockfish counts them" },
};
static const OptTable options = { "pgn", rows, sizeof rows / sizeof rows[0] };

typedef struct { int good, bad; long plies; } Count;

/* Count one file's games and print them if asked; a bad game is named on standard error. False when the file can't be
 * read. */
static bool read_file(const char *path, const PgnArgs *arg, Count *count, Err *err) {
    Buf bytes = { 0 }, out = { 0 };
    PgnReader reader = { 0 };
    PgnGame game = { 0 };
    const PgnStyle style = { .notation = (Notation)arg->to, .fairy = arg->fairy };
    const bool ok = file_read(path, &bytes, err) && pgn_open(&reader, path, buf_text(&bytes), bytes.len, err);
    Err fault = { 0 };
    for (PgnStatus status; ok && (status = pgn_next(&reader, &game, &fault)) != PGN_END;) {
        if (status == PGN_BAD) {
            fprintf(stderr, "%s\n", fault.text);
            count->bad++;
            continue;
        }
        count->good++;
        count->plies += (long)game.move_count;
        if (arg->to == TO_NONE) continue;
        buf_clear(&out);
        pgn_write(&game, &style, &out);
        fputs(buf_text(&out), stdout);
    }
    pgn_game_free(&game);
    pgn_close(&reader);
    buf_free(&bytes);
    buf_free(&out);
    return ok;
}

static int run(const void *object, const CmdArgs *args, Err *err) {
    const PgnArgs *arg = object;
    Count total = { 0, 0, 0 };
    if (!args->count) return err_set(err, ERR_USAGE, "pgn needs a file");
    for (int i = 0; i < args->count; i++) {
        Count count = { 0, 0, 0 };
        if (!read_file(args->positional[i], arg, &count, err)) return EXIT_BAD_INPUT;
        if (!count.good && !count.bad) return err_set(err, ERR_INPUT, "%s: holds no game", args->positional[i]);
        total.good += count.good;
        total.bad += count.bad;
        total.plies += count.plies;
    }
    FILE *report = arg->to == TO_NONE ? stdout : stderr;
    fprintf(report, "%d game%s, %ld plies read; %d refused\n", total.good, total.good == 1 ? "" : "s", total.plies, total.bad);
    return total.bad ? EXIT_REGRESSED : EXIT_HELD;
}

const Cmd cmd_pgn = {
    .name = "pgn",
    .synopsis = "FILE... [--to iccs|wxf|chinese] [--fairy]",
    .summary = "check game files, or rewrite them in another notation",
    .details = "Reads PGN files in UTF-8 or GB18030, moves in coordinates, WXF or Chinese, plays every move and counts "
               "the games. A game that can't be read is named with its line, move and reason, the others are still "
               "read; the exit code is then 1.\n\n"
               "  xqengine pgn old-games.pgn --to iccs > games.pgn",
    .options = &options,
    .options_size = sizeof(PgnArgs),
    .run = run,
};
