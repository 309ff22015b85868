/* xqbench merge: the parts of one match put together. */
#include <inttypes.h>
#include <stdio.h>
#include <unistd.h>
#include "bench/cmd/commands.h"
#include "bench/cmd/run_select.h"
#include "bench/store/merge.h"
#include "engine/core/file.h"

typedef struct {
    OptList run;
} MergeArgs;

static const OptRow rows[] = {
    RUNS_ROW(MergeArgs),
};
static const OptTable options = { "merge", rows, sizeof rows / sizeof rows[0] };

/* The runs of one file that are meant. */
static bool add_file(StoreMerge *merge, const char *path, RunSelect *select, Err *err) {
    Store *from = store_open(path, STORE_READ, err);
    if (!from) return false;
    Arena arena = { 0 };
    RunInfo *run;
    int count;
    bool good = store_snapshot_begin(from, err) && store_runs(from, &arena, &run, &count, err);
    for (int i = 0; good && i < count; i++)
        if (run_select_takes(select, &run[i])) good = store_merge_add(merge, from, run[i].id, err);
    arena_free(&arena);
    store_snapshot_end(from);
    store_close(from);
    return good;
}

static bool add_files(StoreMerge *merge, const char *out, const char *const *paths, int count, RunSelect *select,
                      Err *err) {
    for (int i = 0; i < count; i++) {
        if (file_is_same(out, paths[i])) return err_set(err, ERR_USAGE, "%s: can't be merged into itself", paths[i]);
        if (!add_file(merge, paths[i], select, err)) return false;
    }
    return run_select_check(select, err) && (merge->run || err_set(err, ERR_INPUT, "there are no runs to merge"));
}

static void print_merged(Store *store, const char *out, const StoreMerge *merge) {
    Arena arena = { 0 };
    RunInfo run;
    if (store_run(store, &arena, merge->run, &run, NULL))
        printf("%s: run %" PRId64 " has %" PRId64 " of %" PRId64 " pairs: %" PRId64 " added, %" PRId64 " were there\n",
               out, run.id, run.pairs_done, run.pairs_total, merge->added, merge->held);
    arena_free(&arena);
}

static int run(const void *object, const CmdArgs *args, Err *err) {
    const MergeArgs *arg = object;
    RunSelect select;
    if (args->count < 2)
        return err_set(err, ERR_USAGE, "merge needs the database to write and those to read: OUT.db A.db B.db");
    const char *out = args->positional[0];
    if (!run_select_init(&select, &arg->run, args->count - 1, err)) return EXIT_BAD_INPUT;
    const bool existed = file_exists(out);
    Store *store = store_open(out, STORE_CREATE, err);
    if (!store) return EXIT_BAD_INPUT;
    StoreMerge merge;
    bool good = store_merge_begin(&merge, store, err);
    if (good) {
        good = add_files(&merge, out, args->positional + 1, args->count - 1, &select, err) &&
               store_merge_commit(&merge, err);
        if (!good) store_merge_drop(&merge);
    }
    if (good) print_merged(store, out, &merge);
    store_close(store);
    if (!good && !existed) unlink(out);
    return good ? EXIT_HELD : EXIT_BAD_INPUT;
}

const Cmd cmd_merge = {
    .name = "merge",
    .synopsis = "OUT.db DB... [--run N|UID]",
    .summary = "put the parts of one match together: shards, or what several machines played of it",
    .details = "All runs of the databases, and the one that OUT may hold, must be of one specification (players, "
               "limits, rules, "
               "openings, seed) and one build of the program; the number of games may differ. Their pairs go into one "
               "run of OUT, where a pair has its place by pairing "
               "and round: the merged run is the one that a single machine would have played. Pairs that OUT holds "
               "already are "
               "passed over; a pair that went otherwise there is refused, and then nothing is written. What is still "
               "missing is "
               "played by xqbench match --resume or extend.\n"
               "\n"
               "  xqbench match big.yaml --shard 1/2 --db a.db      # here\n"
               "  xqbench match big.yaml --shard 2/2 --db b.db      # there\n"
               "  xqbench merge all.db a.db b.db",
    .options = &options,
    .options_size = sizeof(MergeArgs),
    .run = run,
};
