#include "engine/cmd/bench.h"
#include <stdint.h>
#include "engine/cmd/commands.h"

typedef struct { bool movegen; int64_t rounds; } BenchArgs;

static const OptRow rows[] = {
    { .name = "movegen", .kind = OPT_BOOL, .offset = offsetof(BenchArgs, movegen), .initial = "false",
      .help = "compare the four move generators" },
    { .name = "rounds", .kind = OPT_INT, .offset = offsetof(BenchArgs, rounds), .initial = "5", .min = 1, .max = 1000,
      .argument = "N", .help = "repeat each measurement; the best counts" },
};
static const OptTable options = { "bench", rows, sizeof rows / sizeof rows[0] };

static int run(const void *object, const CmdArgs *args, Err *err) {
    const BenchArgs *arg = object;
    if (args->count) return err_set(err, ERR_USAGE, "'%s' is one argument too many", args->positional[0]);
    if (!arg->movegen) return err_set(err, ERR_USAGE, "say what to measure: --movegen");
    bench_movegen((int)arg->rounds);
    return EXIT_HELD;
}

const Cmd cmd_bench = {
    .name = "bench",
    .synopsis = "--movegen [--rounds N]",
    .summary = "measure the engine's parts on this machine",
    .details = "With --movegen, the four move generators list the moves of the same positions, and walk the tree of the start "
               "position with every leaf made and unmade. All times are CPU time; ratios compare within the run, so they "
               "hold on a busy machine too.\n\n"
               "  xqengine bench --movegen --rounds 9\n",
    .options = &options,
    .options_size = sizeof(BenchArgs),
    .run = run,
};
