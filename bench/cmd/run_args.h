/* What the commands over a database share: which file is meant. */
#ifndef BENCH_CMD_RUN_ARGS_H
#define BENCH_CMD_RUN_ARGS_H
#include "bench/store/store.h"
#include "engine/core/cmd.h"

#define DEFAULT_DATABASE "xqlab.db"

/* The option row of --run, a field int64_t run of this options object. */
#define RUN_ROW(object)                                                                            \
    { .name = "run", .kind = OPT_INT, .offset = offsetof(object, run), .max = 1e15, .argument = "N", \
      .help = "number of the run; 0 is the newest" }

/* The database named as first argument (else the default one), opened for reading; more arguments are a usage error. */
Store *open_database(const CmdArgs *args, Err *err);
#endif
