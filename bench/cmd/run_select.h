/* Which runs of several databases are meant: --run N, or --run with the beginning of a uid; all without. */
#ifndef BENCH_CMD_RUN_SELECT_H
#define BENCH_CMD_RUN_SELECT_H
#include "bench/store/queries.h"
#include "engine/core/opt.h"

typedef struct {
    const OptList *names; /* as given; empty: every run */
    bool found[OPT_LIST_MAX];
} RunSelect;

/* The option row of --run, a field OptList run of this options object. */
#define RUNS_ROW(object)                                                                                  \
    { .name = "run", .kind = OPT_LIST, .offset = offsetof(object, run), .argument = "N|UID",              \
      .help = "these runs alone: by number in a single database, else by the first digits of the uid" }

/* A selection by these names among so many files. ERR_USAGE: a name that is none, a number with several files. */
bool run_select_init(RunSelect *select, const OptList *names, int files, Err *err);
/* Is this run meant? */
bool run_select_takes(RunSelect *select, const RunInfo *run);
/* Was every name met by a run? */
bool run_select_check(const RunSelect *select, Err *err);
#endif
