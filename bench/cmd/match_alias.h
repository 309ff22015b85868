/* `xqbench match` in the form that users of chess runners know: -engine cmd=... -each tc=10+0.1 -rounds 100 -sprt ... */
#ifndef BENCH_CMD_MATCH_ALIAS_H
#define BENCH_CMD_MATCH_ALIAS_H
#include "bench/cmd/match_args.h"
#include "engine/conf/conf.h"

/* Is the command line of that form: does its first argument begin with a single dash? */
bool match_alias_is(const CmdArgs *positional);
/* The match file that the arguments amount to, in the arena; what concerns the run alone (concurrency, files to write)
 * goes into *args. NULL with *err (ERR_USAGE): an unknown word, with the nearest right one, or one that this runner has no
 * use for, with the reason. */
ConfNode *match_alias_tree(const CmdArgs *positional, MatchArgs *args, Arena *arena, Err *err);
#endif
