/* Positions on the command line: a FEN is one quoted word or up to six words, or startpos. */
#ifndef ENGINE_CMD_FEN_ARGS_H
#define ENGINE_CMD_FEN_ARGS_H
#include "engine/core/cmd.h"
#include "engine/xq/pos.h"

/* Read the FEN that begins at argument *next and move *next behind it. Errors: no such argument, a bad FEN. */
bool fen_args(const CmdArgs *args, int *next, Pos *pos, Err *err);
#endif
