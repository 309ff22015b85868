/* The files that a command reads and writes. Before the work all are looked at, so that nothing is in another's way and nothing fails
 * at the end that could have failed at the start; after it the new ones are all written beside their places before the first takes its
 * place. */
#ifndef TUNER_CMD_OUTPUTS_H
#define TUNER_CMD_OUTPUTS_H
#include "engine/conf/conf.h"
#include "engine/core/draft.h"
#include "engine/core/file.h"

enum { OUTPUTS_MAX = 8 };
typedef struct {
    const char *path[OUTPUTS_MAX];
    Buf content[OUTPUTS_MAX];
    Draft *draft[OUTPUTS_MAX];
    int count;
    FileUse *use; /* uses of them, inputs too */
    size_t uses;
    Arena arena;
} Outputs;

/* A file that is read. role: as the user calls it; "": none. */
void outputs_read(Outputs *outputs, const char *role, const char *path);
/* A player, a set of weights or an engine, by name or file: its files and those that they name are read. */
void outputs_read_player(Outputs *outputs, const char *role, const char *what);
/* The same for the player that stands in a file. */
void outputs_read_node(Outputs *outputs, const char *role, const ConfNode *node);
/* A file that is written by other means: a database, a checkpoint. "": none. */
void outputs_reserve(Outputs *outputs, const char *role, const char *path);
/* A file at path and suffix, to be filled; NULL when the path is empty. */
Buf *outputs_add(Outputs *outputs, const char *role, const char *path, const char *suffix);
/* Has every file that is written its place to itself, and can each that was added be begun there? */
bool outputs_check(const Outputs *outputs, Err *err);
/* Could a tuning be kept in this database ("": none)? One that isn't there yet is not made. */
bool outputs_try_store(const char *db, Err *err);
/* Write all beside their places. On error only outputs_free makes sense, which leaves nothing of them. */
bool outputs_finish(Outputs *outputs, Err *err);
/* Put them in their places: renames within a folder. Only a failure between these could leave some. */
bool outputs_commit(Outputs *outputs, Err *err);
/* Both. */
bool outputs_write(Outputs *outputs, Err *err);
void outputs_free(Outputs *outputs);
#endif
