/* What the commands over a database share: which file is meant. */
#ifndef BENCH_CMD_RUN_ARGS_H
#define BENCH_CMD_RUN_ARGS_H
#include "bench/store/store.h"
#include "engine/core/cmd.h"

#define DEFAULT_DATABASE "xqlab.db"

/* The database named as first argument (else the default one), opened for reading; more arguments are a usage error. */
Store *open_database(const CmdArgs *args, Err *err);
#endif
