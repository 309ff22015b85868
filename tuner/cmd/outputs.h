/* The files that a command writes: all are written beside their places before the first takes its place. */
#ifndef TUNER_CMD_OUTPUTS_H
#define TUNER_CMD_OUTPUTS_H
#include "engine/core/buf.h"
#include "engine/core/err.h"

enum { OUTPUTS_MAX = 8 };
typedef struct { Buf path[OUTPUTS_MAX], content[OUTPUTS_MAX]; int count; } Outputs;

/* A file at path and suffix, to be filled. */
Buf *outputs_add(Outputs *outputs, const char *path, const char *suffix);
/* All of them or none; only a failure between the last steps, renames within a folder, could leave some. */
bool outputs_write(const Outputs *outputs, Err *err);
void outputs_free(Outputs *outputs);
#endif
