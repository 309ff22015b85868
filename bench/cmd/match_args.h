/* What `xqbench match` is told on its command line, and the match that comes of it. */
#ifndef BENCH_CMD_MATCH_ARGS_H
#define BENCH_CMD_MATCH_ARGS_H
#include "bench/cmd/play_run.h"
#include "bench/match/spec.h"
#include "engine/core/cmd.h"

typedef struct {
    OptList player, set;
    char db[OPT_TEXT_SIZE], shard[OPT_TEXT_SIZE];
    /* Keys of the match file that have an option of their own; "" where not given. */
    char name[OPT_TEXT_SIZE], format[OPT_TEXT_SIZE], limit[OPT_TEXT_SIZE], games[OPT_TEXT_SIZE], seed[OPT_TEXT_SIZE],
        openings[OPT_TEXT_SIZE], rule_set[OPT_TEXT_SIZE], sprt[OPT_TEXT_SIZE];
    char pgn_out[OPT_TEXT_SIZE], log[OPT_TEXT_SIZE];
    int64_t jobs;
    int pin; /* PinPolicy */
    bool resume, quiet, pgn_plain;
} MatchArgs;
extern const OptTable match_arg_options;

/* The match of a configuration file (the one positional argument), of --player options or of the form of chess runners
 * (match_alias.h), which may also set fields of *args; with --set and its kin applied. */
bool match_args_spec(MatchArgs *args, const CmdArgs *positional, MatchSpec *out, Err *err);
/* --shard as RunOptions has it; 0 and 0 without one. Refused with an SPRT, which a part can't decide. */
bool match_args_shard(const MatchArgs *args, const MatchSpec *spec, int *shard, int *shards, Err *err);
#endif
