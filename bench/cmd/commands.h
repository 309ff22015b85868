/* xqbench's subcommands, one file each. */
#ifndef BENCH_CMD_COMMANDS_H
#define BENCH_CMD_COMMANDS_H
#include "engine/core/cmd.h"

extern const Cmd cmd_ab;
extern const Cmd cmd_check;
extern const Cmd cmd_digest;
extern const Cmd cmd_experiment;
extern const Cmd cmd_export;
extern const Cmd cmd_extend;
extern const Cmd cmd_keys;
extern const Cmd cmd_match;
extern const Cmd cmd_merge;
extern const Cmd cmd_openings;
extern const Cmd cmd_ratings;
extern const Cmd cmd_regress;
extern const Cmd cmd_replay;
extern const Cmd cmd_report;
extern const Cmd cmd_sprt;
extern const Cmd cmd_suite;
#endif
