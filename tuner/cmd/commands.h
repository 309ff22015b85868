/* xqtune's subcommands, one file each. */
#ifndef TUNER_CMD_COMMANDS_H
#define TUNER_CMD_COMMANDS_H
#include "engine/core/cmd.h"

extern const Cmd cmd_agree;
extern const Cmd cmd_apply;
extern const Cmd cmd_extract;
extern const Cmd cmd_fit;
extern const Cmd cmd_keys;
extern const Cmd cmd_list;
extern const Cmd cmd_spsa;
extern const Cmd cmd_verify;
#endif
