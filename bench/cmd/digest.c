#include <stdio.h>
#include "bench/cmd/commands.h"
#include "bench/cmd/run_args.h"
#include "bench/store/games.h"
#include "bench/store/queries.h"

typedef struct { int64_t run; } DigestArgs;

static const OptRow rows[] = {
    RUN_ROW(DigestArgs),
};
static const OptTable options = { "digest", rows, sizeof rows / sizeof rows[0] };

static int run(const void *object, const CmdArgs *args, Err *err) {
    const DigestArgs *arg = object;
    Store *store = open_database(args, err);
    if (!store) return EXIT_BAD_INPUT;
    Arena arena = { 0 };
    RunInfo info;
    char text[SHA256_TEXT_SIZE];
    if (store_run(store, &arena, arg->run, &info, err) && store_digest(store, info.id, text, err)) printf("%s\n", text);
    arena_free(&arena);
    store_close(store);
    return EXIT_HELD;
}

const Cmd cmd_digest = {
    .name = "digest", .synopsis = "[DB] [--run N]", .summary = "one hash over all of a run that must not depend on timing or workers",
    .details =
        "The specification, and of the counted games openings, moves, scores, depths, nodes, counters, faults, results and reasons, in "
        "the order of the schedule; no times and no names of runs. Two runs with the same seed and limits of depth or nodes have the "
        "same digest, whatever the number of workers.",
    .options = &options, .options_size = sizeof(DigestArgs), .run = run,
};
