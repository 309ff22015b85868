/* xqtune extract: from games to traces. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "bench/cmd/stop.h"
#include "tuner/cmd/commands.h"
#include "tuner/cmd/outputs.h"
#include "tuner/data/compare_extract.h"

static void show_progress(void *context, const ExtractCounts *counts) {
    (void)context;
    const int64_t games = counts->source.games;
    fprintf(stderr, "\r%" PRId64 " %s, %" PRId64 " samples", games ? games : counts->source.lines, games ? "games" : "positions", counts->samples);
    fflush(stderr);
}

/* The variant whose evaluation is traced. */
static bool load_variant(const ExtractRules *arg, Variant *variant, Err *err) {
    if (!*arg->variant) variant_default(variant);
    else if (!variant_load(arg->variant, variant, err)) return false;
    return !*arg->weights || weights_load(arg->weights, &variant->weights, err);
}

/* Show what the file holds: read as fit will read it. */
static bool describe(const char *path, const ExtractCounts *counts, Err *err) {
    TraceSet set;
    Buf out = { 0 };
    if (!trace_open(&set, path, err)) return false;
    extract_describe(counts, &set, &out);
    fputs(buf_text(&out), stdout);
    buf_free(&out);
    trace_close(&set);
    return true;
}

static void show_choices(void *context, int64_t games, int64_t choices) {
    (void)context;
    fprintf(stderr, "\r%" PRId64 " games, %" PRId64 " moves", games, choices);
    fflush(stderr);
}

static bool describe_comparisons(const char *path, const CompareReport *counts, Err *err) {
    CompareSet set;
    Buf out = { 0 };
    if (!compare_open(&set, path, err)) return false;
    compare_extract_describe(counts, &set, &out);
    fputs(buf_text(&out), stdout);
    buf_free(&out);
    compare_close(&set);
    return true;
}

/* Both files stand in their places, or neither does. */
static bool write_files(const ExtractRules *arg, const void *image, size_t size, Draft *samples, Err *err) {
    Draft *traces = *arg->out ? draft_new(arg->out, err) : NULL;
    bool good = (traces || !*arg->out) && (!traces || (draft_add(traces, image, size, err) && draft_finish(traces, err))) &&
                (!samples || draft_finish(samples, err));
    if (good && samples) good = draft_commit(samples, err);
    else draft_drop(samples);
    if (good && traces) good = draft_commit(traces, err);
    else draft_drop(traces);
    return good;
}

static bool extract(const ExtractRules *arg, const CmdArgs *args, const Variant *variant, Draft *samples, Err *err) {
    const bool live = isatty(STDERR_FILENO);
    const ExtractJob traces = { .rules = arg, .variant = variant, .stop = stop_flag(), .progress = live ? show_progress : NULL, .samples = samples };
    const CompareJob choices = { .rules = arg, .variant = variant, .stop = stop_flag(), .progress = live ? show_choices : NULL };
    Arena arena = { 0 };
    TermTable table;
    ExtractCounts counts;
    CompareReport report;
    size_t size = 0;
    term_table_builtin(&table, &variant->weights, &arena);
    void *image = arg->compare ? compare_extract_run(&choices, args->positional, args->count, &table, &size, &report, err)
                               : extract_run(&traces, args->positional, args->count, &table, &size, &counts, err);
    if (live) fputs("\r\033[K", stderr);
    if (!image) draft_drop(samples);
    bool good = image && write_files(arg, image, size, samples, err);
    if (good && *arg->out) good = arg->compare ? describe_comparisons(arg->out, &report, err) : describe(arg->out, &counts, err);
    if (good && arg->check_trace)
        printf("each trace times the weights is the evaluation, mirrored and with the colours exchanged too: %" PRId64 " samples, right\n", counts.samples);
    free(image);
    arena_free(&arena);
    return good;
}

static bool check_files(const ExtractRules *arg, const CmdArgs *args, Err *err) {
    Outputs outputs = { .count = 0 };
    for (int i = 0; i < args->count; i++) outputs_read(&outputs, "games", args->positional[i]);
    outputs_read_player(&outputs, "--variant", arg->variant);
    outputs_read_player(&outputs, "--weights", arg->weights);
    outputs_add(&outputs, "--out", arg->out, "");
    outputs_add(&outputs, "--samples", arg->samples, "");
    const bool good = outputs_check(&outputs, err);
    outputs_free(&outputs);
    return good;
}

static int run(const void *object, const CmdArgs *args, Err *err) {
    const ExtractRules *arg = object;
    Variant variant;
    Draft *samples = NULL;
    if (!args->count) return err_set(err, ERR_USAGE, "extract: name the games: a database, PGN, EPD or samples file");
    if (!*arg->out && !arg->check_trace) return err_set(err, ERR_USAGE, "extract: say where the traces go: --out FILE");
    if (arg->compare && arg->check_trace) return err_set(err, ERR_USAGE, "extract: --check-trace is for traces; leave --compare out");
    if (!extract_check(arg, err) || !check_files(arg, args, err) || !load_variant(arg, &variant, err)) return EXIT_BAD_INPUT;
    if (arg->compare && !compare_extract_check(arg, err)) return EXIT_BAD_INPUT;
    stop_on_signals();
    if (*arg->samples && !(samples = draft_new(arg->samples, err))) return EXIT_BAD_INPUT;
    return extract(arg, args, &variant, samples, err) ? EXIT_HELD : EXIT_BAD_INPUT;
}

const Cmd cmd_extract = {
    .name = "extract", .synopsis = "DB|FILE.pgn|FILE.epd|SAMPLES... --out FILE [--compare] | --check-trace",
    .summary = "choose positions of games and count what the evaluation finds in them",
    .details = "Games come from a database of xqbench (all its runs), from PGN, from lines of EPD with results, or from a file of samples that "
               "--samples wrote before. Of each game some positions are taken, each is followed to the end of its captures, and what the "
               "evaluation counts there is written as a trace: what xqtune fit needs.\n"
               "\n"
               "With --compare it takes decisions instead: the move played, and how the evaluation behind every other move differs from that "
               "behind it. Games need no result then; lines of EPD name the best moves.\n"
               "\n"
               "  xqtune extract games.db --out games.trace\n"
               "  xqtune extract games.db --check-trace\n"
               "  xqtune extract masters.pgn.gz --per-game 8 --without repetition --out masters.trace\n"
               "  xqtune extract masters.pgn.gz suites/tactics/selfplay.epd --compare --out masters.choices",
    .options = &extract_options, .options_size = sizeof(ExtractRules), .run = run,
};
