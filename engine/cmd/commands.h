/* xqengine's subcommands, one file each. */
#ifndef ENGINE_CMD_COMMANDS_H
#define ENGINE_CMD_COMMANDS_H
#include "engine/core/cmd.h"

extern const Cmd cmd_bench;
extern const Cmd cmd_eval;
extern const Cmd cmd_judge;
extern const Cmd cmd_keys;
extern const Cmd cmd_notation;
extern const Cmd cmd_perft;
extern const Cmd cmd_pgn;
extern const Cmd cmd_play;
extern const Cmd cmd_search;
extern const Cmd cmd_serve;
#endif
