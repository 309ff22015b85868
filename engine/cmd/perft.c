#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include "engine/cmd/commands.h"
#include "engine/core/file.h"
#include "engine/core/mono.h"
#include "engine/xq/fen.h"
#include "engine/xq/notation.h"
#include "engine/xq/perft.h"

typedef struct {
    char fen[OPT_TEXT_SIZE], suite[OPT_TEXT_SIZE];
    bool divide, bulk;
    int movegen;
    int64_t max_depth;
} PerftArgs;

static const OptRow rows[] = {
    { .name = "fen", .kind = OPT_TEXT, .offset = offsetof(PerftArgs, fen), .argument = "FEN",
      .help = "position to count from; the start position without it" },
    { .name = "divide", .kind = OPT_BOOL, .offset = offsetof(PerftArgs, divide), .initial = "false",
      .help = "count each first move apart" },
    { .name = "movegen", .kind = OPT_CHOICE, .offset = offsetof(PerftArgs, movegen), .initial = "table",
      .choices = movegen_names, .help = "move generator" },
    { .name = "bulk", .kind = OPT_BOOL, .offset = offsetof(PerftArgs, bulk), .initial = "true",
      .help = "count the moves of the last ply instead of making them" },
    { .name = "suite", .kind = OPT_TEXT, .offset = offsetof(PerftArgs, suite), .argument = "FILE",
      .help = "check the counts of a file, \"FEN ;D1 44 ;D2 1920\" a line" },
    { .name = "max_depth", .kind = OPT_INT, .offset = offsetof(PerftArgs, max_depth), .initial = "30", .min = 1,
      .max = PERFT_DEPTH_MAX, .argument = "N", .requires = "suite", .help = "leave deeper counts of the suite out" },
};
static const OptTable options = { "perft", rows, sizeof rows / sizeof rows[0] };

static bool read_depth(const char *text, int64_t *depth, Err *err) {
    static const OptRow row = { .name = "depth", .kind = OPT_INT, .min = 0, .max = PERFT_DEPTH_MAX };
    if (opt_set_row(&row, depth, text, err)) return true;
    if (err) err->kind = ERR_USAGE;
    return false;
}

/* Which argument is the depth: the first, or the last where an unquoted FEN's later fields come before it. */
static int depth_argument(const CmdArgs *args) {
    const char first = *args->positional[0];
    return first >= '0' && first <= '9' ? 0 : args->count - 1;
}

/* The position of --fen; an unquoted one has its later fields among the arguments. */
static bool read_position(const PerftArgs *arg, const CmdArgs *args, int depth_at, Pos *pos, Err *err) {
    if (args->count > 1 && !*arg->fen)
        return err_set(err, ERR_USAGE, "'%s' is one argument too many", args->positional[!depth_at]);
    Buf fen = { 0 };
    buf_add(&fen, *arg->fen ? arg->fen : POS_START_FEN);
    for (int i = 0; i < args->count; i++)
        if (i != depth_at) buf_addf(&fen, " %s", args->positional[i]);
    const bool ok = fen_parse(buf_text(&fen), pos, err);
    buf_free(&fen);
    return ok;
}

static uint64_t divide(Pos *pos, int depth, const PerftArgs *arg) {
    MoveList list;
    gen_legal_by((MoveGen)arg->movegen, pos, &list);
    uint64_t total = 0;
    for (int i = 0; i < list.count; i++) {
        Undo undo;
        char text[MOVE_TEXT_SIZE];
        pos_make(pos, list.move[i], &undo);
        const uint64_t leaves = perft(pos, depth - 1, (MoveGen)arg->movegen, arg->bulk);
        pos_undo(pos, list.move[i], &undo);
        printf("%s: %" PRIu64 "\n", move_coord(list.move[i], false, text), leaves);
        total += leaves;
    }
    return total;
}

/* Million leaves a second of CPU time; 0 when there was no time to measure. */
static double rate(uint64_t leaves, int64_t cpu_ns) {
    return cpu_ns > 0 ? (double)leaves * 1e3 / (double)cpu_ns : 0;
}

static int count(const PerftArgs *arg, const CmdArgs *args, Err *err) {
    Pos pos;
    int64_t depth;
    const int depth_at = depth_argument(args);
    if (!read_depth(args->positional[depth_at], &depth, err) || !read_position(arg, args, depth_at, &pos, err))
        return EXIT_BAD_INPUT;
    const int64_t start = cpu_thread_ns();
    const uint64_t leaves = arg->divide && depth > 0 ? divide(&pos, (int)depth, arg)
                                                     : perft(&pos, (int)depth, (MoveGen)arg->movegen, arg->bulk);
    const int64_t spent = cpu_thread_ns() - start;
    printf("%" PRIu64 " leaves, %.3f s CPU, %.1f M/s\n", leaves, (double)spent / 1e9, rate(leaves, spent));
    return EXIT_HELD;
}

/* What a run over a suite adds up to. */
typedef struct { int positions, counts, wrong; uint64_t leaves; } Tally;

/* Count one line to every known depth, and print a line about it. */
static void check_case(const PerftArgs *arg, PerftCase *test, int line, Tally *tally) {
    Buf report = { 0 };
    char fen[FEN_SIZE];
    bool equal = true;
    for (int depth = 1; depth <= arg->max_depth; depth++) {
        if (!test->known[depth]) continue;
        const uint64_t leaves = perft(&test->pos, depth, (MoveGen)arg->movegen, arg->bulk);
        tally->counts++;
        tally->leaves += leaves;
        buf_addf(&report, " ;D%d %" PRIu64, depth, leaves);
        if (leaves == test->leaves[depth]) continue;
        buf_addf(&report, " (not %" PRIu64 ")", test->leaves[depth]);
        equal = false;
    }
    tally->positions++;
    tally->wrong += !equal;
    printf("%s %d: %s%s\n", equal ? "ok  " : "FAIL", line, fen_text(&test->pos, fen), buf_text(&report));
    fflush(stdout);
    buf_free(&report);
}

static bool is_comment(const char *line, size_t len) {
    while (len && (*line == ' ' || *line == '\t')) line++, len--;
    return !len || *line == '#';
}

/* Read every line of the suite and check it, or with tally NULL only see whether it can be read. */
static bool walk_suite(const PerftArgs *arg, const char *text, Tally *tally, Err *err) {
    const char *line;
    size_t len;
    int cases = 0;
    for (int number = 1; text_next_line(&text, &line, &len); number++) {
        PerftCase test;
        if (is_comment(line, len)) continue;
        if (!perft_parse_case(line, len, &test, err)) return err_prefix(err, "%s:%d: ", arg->suite, number);
        if (tally) check_case(arg, &test, number, tally);
        cases++;
    }
    return cases || err_set(err, ERR_INPUT, "%s: holds no position", arg->suite);
}

static int check_suite(const PerftArgs *arg, Err *err) {
    Buf text = { 0 };
    Tally tally = { 0 };
    const int64_t start = cpu_thread_ns();
    const bool ok = file_read_data(arg->suite, &text, err) && walk_suite(arg, buf_text(&text), NULL, err) &&
                    walk_suite(arg, buf_text(&text), &tally, err);
    buf_free(&text);
    if (!ok) return EXIT_BAD_INPUT;
    const int64_t spent = cpu_thread_ns() - start;
    printf("%d positions, %d counts, %d wrong; %" PRIu64 " leaves, %.3f s CPU, %.1f M/s\n", tally.positions,
           tally.counts, tally.wrong, tally.leaves, (double)spent / 1e9, rate(tally.leaves, spent));
    return tally.wrong ? EXIT_REGRESSED : EXIT_HELD;
}

static int run(const void *object, const CmdArgs *args, Err *err) {
    const PerftArgs *arg = object;
    if (*arg->suite) {
        if (!args->count && !*arg->fen && !arg->divide) return check_suite(arg, err);
        err_set(err, ERR_USAGE, "--suite brings its own depths and positions; leave DEPTH, --fen and --divide out");
        return EXIT_BAD_INPUT;
    }
    if (args->count) return count(arg, args, err);
    err_set(err, ERR_USAGE, "perft needs a depth, or --suite FILE");
    return EXIT_BAD_INPUT;
}

const Cmd cmd_perft = {
    .name = "perft",
    .synopsis = "DEPTH [--fen FEN] [--divide] [--movegen M] | --suite FILE [--max-depth N]",
    .summary = "count the leaves of the legal tree, the proof of a move generator",
    .details =
        "Counts the lines of DEPTH legal moves. With --suite, every count of the file is compared with the known one: "
        "exit code 0 when all are equal, 1 when one differs.\n\n"
        "  xqengine perft 5\n"
        "  xqengine perft 3 --fen \"4k4/9/9/9/4R4/9/9/9/9/4K4 b\" --divide\n"
        "  xqengine perft --suite suites/perft/standard.epd --max-depth 4 --movegen bitboard\n",
    .options = &options,
    .options_size = sizeof(PerftArgs),
    .run = run,
};
