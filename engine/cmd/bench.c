#include "engine/cmd/bench.h"
#include <stdint.h>
#include "engine/cmd/commands.h"
#include "engine/cmd/variant_args.h"

typedef struct {
    bool movegen, eval, each, json;
    int64_t rounds, depth, expect;
    char variant[OPT_TEXT_SIZE], suite[OPT_TEXT_SIZE];
    OptList set;
} BenchArgs;

static const OptRow rows[] = {
    { .name = "depth",
      .kind = OPT_INT,
      .offset = offsetof(BenchArgs, depth),
      .initial = "11",
      .min = 1,
      .max = 60,
      .help = "depth of every search" },
    { .name = "variant",
      .kind = OPT_TEXT,
      .offset = offsetof(BenchArgs, variant),
      .argument = "V",
      .help = "file, committed variant or grammar name; none: the strongest" },
    { .name = "set",
      .kind = OPT_LIST,
      .offset = offsetof(BenchArgs, set),
      .argument = "K=V",
      .help = "change one option: --set null_move=2" },
    { .name = "suite",
      .kind = OPT_TEXT,
      .offset = offsetof(BenchArgs, suite),
      .initial = "suites/bench/positions.epd",
      .argument = "FILE",
      .help = "positions, EPD or FEN a line" },
    { .name = "each",
      .kind = OPT_BOOL,
      .offset = offsetof(BenchArgs, each),
      .initial = "false",
      .help = "print the nodes of every position" },
    { .name = "expect",
      .kind = OPT_INT,
      .offset = offsetof(BenchArgs, expect),
      .min = 0,
      .max = 1e15,
      .help = "the signature that is right: exit code 1 for any other" },
    { .name = "json", .kind = OPT_BOOL, .offset = offsetof(BenchArgs, json), .initial = "false", .help = "print JSON" },
    { .name = "movegen",
      .kind = OPT_BOOL,
      .offset = offsetof(BenchArgs, movegen),
      .initial = "false",
      .help = "compare the four move generators instead" },
    { .name = "eval",
      .kind = OPT_BOOL,
      .offset = offsetof(BenchArgs, eval),
      .initial = "false",
      .help = "measure the evaluation and its groups of terms instead" },
    { .name = "rounds",
      .kind = OPT_INT,
      .offset = offsetof(BenchArgs, rounds),
      .initial = "5",
      .min = 1,
      .max = 1000,
      .argument = "N",
      .help = "with --movegen and --eval: repeat each measurement; the best counts" },
};
static const OptTable options = { "bench", rows, sizeof rows / sizeof rows[0] };

bool bench_signature(const Variant *variant, int depth, Err *err) {
    BenchArgs usual = { 0 };
    uint64_t signature;
    opt_defaults(&options, &usual);
    return bench_search(variant, usual.suite, depth ? depth : (int)usual.depth, false, false, &signature, err);
}

static int run(const void *object, const CmdArgs *args, Err *err) {
    const BenchArgs *arg = object;
    if (args->count) return err_set(err, ERR_USAGE, "'%s' is one argument too many", args->positional[0]);
    if (arg->expect && (arg->movegen || arg->eval))
        return err_set(err, ERR_USAGE, "--expect is the signature of a search; leave --%s out", arg->movegen ? "movegen" : "eval");
    if (arg->movegen) {
        bench_movegen((int)arg->rounds);
        return EXIT_HELD;
    }
    Variant variant;
    if (!variant_args(arg->variant, &arg->set, &variant, err)) return EXIT_BAD_INPUT;
    if (arg->eval) {
        bench_eval(&variant, (int)arg->rounds);
        return EXIT_HELD;
    }
    uint64_t signature;
    if (!bench_search(&variant, arg->suite, (int)arg->depth, arg->each, arg->json, &signature, err))
        return EXIT_BAD_INPUT;
    return arg->expect && signature != (uint64_t)arg->expect ? EXIT_REGRESSED : EXIT_HELD;
}

const Cmd cmd_bench = {
    .name = "bench",
    .synopsis = "[--depth N] [--variant V] [--set K=V] | --movegen [--rounds N] | --eval [--rounds N]",
    .summary = "the signature of the search, and the speed of the engine's parts",
    .details =
        "Searches the positions of a suite to a fixed depth, each as a new game, and prints the sum of the nodes: the "
        "signature. It is the same for every compiler and build type and changes only when search or evaluation answer "
        "differently. Speed is by CPU time.\n\n"
        "With --movegen, the four move generators list the moves of the same positions, and walk the tree of the start "
        "position with every leaf made and unmade. Ratios compare within the run, so they hold on a busy machine "
        "too.\n\n"
        "With --eval, each group of terms is timed alone on the same positions, then the whole.\n\n"
        "  xqengine bench\n"
        "  xqengine bench --variant pvshntiq --depth 6 --each\n"
        "  xqengine bench --movegen --rounds 9\n",
    .options = &options,
    .options_size = sizeof(BenchArgs),
    .run = run,
};
