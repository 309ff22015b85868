/* The parts of match_alias.c. */
#ifndef BENCH_CMD_MATCH_ALIAS_INTERNAL_H
#define BENCH_CMD_MATCH_ALIAS_INTERNAL_H
#include "engine/conf/conf.h"

/* Words that belong to one option: `-engine` and what follows it. */
typedef struct {
    const char *option;
    const char *const *word;
    int count;
} AliasWords;

/* A new member of a mapping or item of a list (key NULL) that errors call by `origin`, such as "-sprt elo0=x". */
ConfNode *alias_add(ConfNode *parent, const char *key, ConfKind kind, const char *text, const char *origin,
                    Arena *arena);
/* The member of this name, or NULL; unlike conf_get it doesn't count as used. */
ConfNode *alias_find(const ConfNode *map, const char *key);
/* The limit that "tc=...", "st=...", "depth=...", "nodes=...", "timemargin=..." among the words of both amount to, one's own
 * before each's; NULL when there are none. */
bool alias_limit(const AliasWords *own, const AliasWords *each, Arena *arena, const char **out, Err *err);
/* A player from the words of -engine and those of -each, where an engine says nothing itself. */
ConfNode *alias_player(const AliasWords *own, const AliasWords *each, ConfNode *players, Arena *arena, Err *err);
#endif
