/* Words of a line as a shell cuts them: blanks separate, quotes and backslashes keep together. Nothing is expanded. */
#ifndef BENCH_CLIENT_WORDS_H
#define BENCH_CLIENT_WORDS_H
#include <stdbool.h>
#include "engine/core/arena.h"
#include "engine/core/err.h"

/* Cut a line into words, in the arena: 'a b' and "a b" and a\ b are one word each; within double quotes a backslash
 * keeps a double quote or a backslash, within single quotes nothing is special. *words is NULL-terminated, *count long.
 * ERR_INPUT for a quote that does not end or a backslash at the end. */
bool words_cut(const char *line, Arena *arena, char ***words, int *count, Err *err);
#endif
