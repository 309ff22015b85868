/* A file written piece by piece that nobody sees before it is whole. */
#ifndef ENGINE_CORE_DRAFT_H
#define ENGINE_CORE_DRAFT_H
#include <stddef.h>
#include "engine/core/err.h"

typedef struct Draft Draft;
/* Begin a file that will stand at path; compressed when path ends in .gz. Until draft_commit it is a temporary file
 * beside it. Links are followed and modes kept; a device or pipe is written to directly. An SQLite database is never replaced. NULL
 * with *err. */
Draft *draft_new(const char *path, Err *err);
/* Stands anything but an SQLite database there? Asked by whoever writes to path without a draft. */
bool draft_may_replace(const char *path, Err *err);
/* Could a file be begun there? Asked before long work whose result goes to it; leaves nothing behind. */
bool draft_try(const char *path, Err *err);
/* Append bytes. After an error only draft_drop makes sense. */
bool draft_add(Draft *draft, const char *bytes, size_t len, Err *err);
/* Nothing more will be added: all of it goes to the disk now, so that draft_commit has only to put it in its place. For several
 * files that appear together. After an error only draft_drop makes sense. */
bool draft_finish(Draft *draft, Err *err);
/* Put the whole in the place of what stood at path. The draft is released in any case; on error path is as before. */
bool draft_commit(Draft *draft, Err *err);
/* Give it up: path stays as it was. Accepts NULL. */
void draft_drop(Draft *draft);
#endif
