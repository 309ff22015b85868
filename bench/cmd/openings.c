/* xqbench openings: make a suite of balanced positions near the start. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "bench/cmd/commands.h"
#include "bench/cmd/stop.h"
#include "bench/match/generate.h"
#include "engine/core/draft.h"
#include "engine/core/file.h"
#include "engine/core/mono.h"
#include "engine/core/pool.h"

typedef struct {
    GenerateSpec spec;
    char plies[OPT_TEXT_SIZE], window[OPT_TEXT_SIZE], player[OPT_TEXT_SIZE], comment[OPT_TEXT_SIZE], out[OPT_TEXT_SIZE];
    bool quiet;
} OpeningsArgs;

#define SPEC(field) offsetof(OpeningsArgs, spec.field)
static const OptRow rows[] = {
    { .name = "count", .kind = OPT_INT, .offset = SPEC(count), .initial = "1000", .min = 1, .max = 10000000,
      .help = "positions wanted", .group = "Suite" },
    { .name = "plies", .kind = OPT_TEXT, .offset = offsetof(OpeningsArgs, plies), .initial = "6-10",
      .argument = "MIN-MAX",
      .help = "moves of both sides from the start position" },
    { .name = "window", .kind = OPT_TEXT, .offset = offsetof(OpeningsArgs, window), .initial = "30",
      .argument = "N|LOW:HIGH",
      .help = "scores that are taken: up to N either way, or from LOW to HIGH in Red's view" },
    { .name = "nodes", .kind = OPT_INT, .offset = SPEC(nodes), .initial = "3000", .min = 1, .max = 1e12,
      .help = "of the search that scores a position" },
    { .name = "player", .kind = OPT_TEXT, .offset = offsetof(OpeningsArgs, player), .initial = "full",
      .argument = "P", .help = "who scores them" },
    { .name = "seed", .kind = OPT_INT, .offset = SPEC(seed), .initial = "1", .help = "another seed, another suite" },
    { .name = "out", .kind = OPT_TEXT, .offset = offsetof(OpeningsArgs, out), .argument = "FILE", .group = "Run",
      .help = "where to write; compressed when it ends in .gz; default: standard output" },
    { .name = "comment", .kind = OPT_TEXT, .offset = offsetof(OpeningsArgs, comment), .argument = "TEXT", .flags = OPT_ONE_LINE,
      .help = "a line for the head of the file, such as its licence" },
    { .name = "jobs", .kind = OPT_INT, .offset = SPEC(jobs), .max = 4096,
      .help = "workers; 0: one for each core; the suite is the same" },
    { .name = "quiet", .kind = OPT_BOOL, .offset = offsetof(OpeningsArgs, quiet), .help = "no progress" },
};
static const OptTable options = { "openings", rows, sizeof rows / sizeof *rows };

/* "6-10" or "8". */
static bool read_plies(const char *text, GenerateSpec *spec, Err *err) {
    int end = 0;
    if (sscanf(text, "%3" SCNd64 "-%3" SCNd64 "%n", &spec->plies_min, &spec->plies_max, &end) == 2 && end && !text[end])
        return true;
    if (sscanf(text, "%3" SCNd64 "%n", &spec->plies_min, &end) == 1 && !text[end]) {
        spec->plies_max = spec->plies_min;
        return true;
    }
    return err_set(err, ERR_USAGE, "--plies: '%s' is no range; write 6-10 or 8", text);
}

/* "30" or "140:200". */
static bool read_window(const char *text, GenerateSpec *spec, Err *err) {
    int end = 0;
    if (sscanf(text, "%6" SCNd64 ":%6" SCNd64 "%n", &spec->low, &spec->high, &end) == 2 && end && !text[end])
        return true;
    if (sscanf(text, "%6" SCNd64 "%n", &spec->high, &end) == 1 && !text[end] && spec->high >= 0) {
        spec->low = -spec->high;
        return true;
    }
    return err_set(err, ERR_USAGE, "--window: '%s' is neither a bound like 30 nor a range like 140:200", text);
}

typedef struct { const OpeningsArgs *args; bool terminal; int64_t begun_ns, told_ns; } Progress;

static void show_progress(void *context, int64_t found, int64_t searched) {
    Progress *progress = context;
    const int64_t now_ns = mono_ns(), gap_ns = progress->terminal ? 200000000 : 10000000000;
    if (progress->args->quiet || now_ns - progress->told_ns < gap_ns) return;
    progress->told_ns = now_ns;
    fprintf(stderr, "%s%" PRId64 " of %" PRId64 " positions, %" PRId64 " searched, %.0f a second%s",
            progress->terminal ? "\r" : "", found < progress->args->spec.count ? found : progress->args->spec.count,
            progress->args->spec.count, searched,
            (double)searched / ((double)(now_ns - progress->begun_ns) / 1e9), progress->terminal ? "\033[K" : "\n");
    fflush(stderr);
}

/* What the file says of itself: how to make it again. */
static void add_heading(const OpeningsArgs *args, Buf *out) {
    const GenerateSpec *spec = &args->spec;
    buf_addf(out,
             "# %" PRId64 " Xiangqi openings, %" PRId64 " to %" PRId64 " plies from the start, scored %" PRId64
             " to %" PRId64 " (Red's view, a rook is about 1000)\n# by %s at %" PRId64
             " nodes. One position a line: placement, side to move. No two are alike, mirrored or "
             "transposed.\n",
             spec->count, spec->plies_min, spec->plies_max, spec->low, spec->high, args->player, spec->nodes);
    buf_addf(out,
             "# Source: xqbench openings --count %" PRId64 " --plies %s --window %s --nodes %" PRId64
             " --player '%s' --seed %" PRId64 " (xqlab " XQLAB_VERSION ")\n",
             spec->count, args->plies, args->window, spec->nodes, args->player, spec->seed);
    if (*args->comment) buf_addf(out, "# %s\n", args->comment);
}

static bool make_suite(const OpeningsArgs *args, const PlayerSpec *judge, Err *err) {
    Progress progress = {
        .args = args, .terminal = isatty(STDERR_FILENO), .begun_ns = mono_ns(), .told_ns = mono_ns()
    };
    const GenerateListener listener = { .context = &progress, .progress = show_progress, .stop = stop_flag() };
    Buf text = { 0 };
    add_heading(args, &text);
    bool good = openings_generate(&args->spec, judge, &listener, &text, err);
    if (progress.terminal && !args->quiet) fputs("\r\033[K", stderr);
    if (good && *args->out) good = file_write(args->out, buf_text(&text), text.len, err);
    else if (good) fwrite(text.text, 1, text.len, stdout);
    if (good && *args->out && !args->quiet)
        fprintf(stderr, "%s: %" PRId64 " positions in %.0f s\n", args->out, args->spec.count,
                (double)(mono_ns() - progress.begun_ns) / 1e9);
    buf_free(&text);
    return good;
}

static int run(const void *object, const CmdArgs *positional, Err *err) {
    OpeningsArgs args = *(const OpeningsArgs *)object;
    if (positional->count)
        return err_set(err, ERR_USAGE, "openings takes no argument; '%s' is too much", positional->positional[0]);
    if (!read_plies(args.plies, &args.spec, err) || !read_window(args.window, &args.spec, err)) return EXIT_BAD_INPUT;
    if (*args.out && !draft_try(args.out, err)) return EXIT_BAD_INPUT;
    if (!args.spec.jobs) args.spec.jobs = pool_cores();
    PlayerSpec judge = { 0 };
    if (!player_spec_parse(args.player, &judge, err)) return EXIT_BAD_INPUT;
    stop_on_signals();
    make_suite(&args, &judge, err);
    player_spec_free(&judge);
    return EXIT_HELD;
}

const Cmd cmd_openings = {
    .name = "openings",
    .synopsis = "[--count N] [--plies MIN-MAX] [--window N|LOW:HIGH] [--out FILE]",
    .summary = "make a suite of positions near the start, balanced or as unbalanced as you like",
    .details =
        "Positions grow from the start by random moves, of which none may lead far from level, and are kept when a "
        "search scores them within the window. The result depends on the options alone, never on the number of workers.\n\n"
        "  xqbench openings --count 50000 --out balanced.epd.gz\n"
        "  xqbench openings --window 140:200 --plies 6-8 --count 2000 --out red-is-better.epd",
    .options = &options,
    .options_size = sizeof(OpeningsArgs),
    .run = run,
};
