/* Two revisions of an engine's repository, each built in a temporary worktree. */
#ifndef BENCH_CMD_AB_BUILD_H
#define BENCH_CMD_AB_BUILD_H
#include <stdatomic.h>
#include "engine/core/buf.h"
#include "engine/core/err.h"

typedef struct {
    const char *repo;     /* a folder of the repository */
    const char *build;    /* shell command, run at the root of the worktree */
    const char *engine;   /* path of the program within it; "": the only new executable */
    const atomic_bool *stop;
} AbRecipe;

typedef struct {
    Buf folder;           /* of both worktrees; "" while there is none */
    Buf program[2];       /* paths of the engines */
    bool added[2];        /* the worktree is known to git */
} AbBuild;

/* Check out and build both. What the commands say on standard error goes into the message when one fails. On error too,
 * ab_build_remove takes away what was made. */
bool ab_build_make(const AbRecipe *recipe, const char *const revisions[2], AbBuild *out, Err *err);
/* Remove the worktrees and the memory; accepts an empty one. */
void ab_build_remove(const AbRecipe *recipe, AbBuild *build);
#endif
