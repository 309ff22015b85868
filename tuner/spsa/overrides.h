/* What the command line sets over a configuration, as a list that the store keeps: a run that is resumed is the same without being told
 * again. */
#ifndef TUNER_SPSA_OVERRIDES_H
#define TUNER_SPSA_OVERRIDES_H
#include "engine/conf/conf.h"

/* The list that the store has, "" for an empty one, in the arena. NULL with *err when it is no list of texts. */
ConfNode *overrides_parse(const char *stored, Arena *arena, Err *err);
/* Add "KEY=VALUE" at the end; an earlier value of the key is dropped. */
void overrides_add(ConfNode *list, const char *assignment, Arena *arena);
/* The texts, NULL-terminated, in the arena. */
const char *const *overrides_texts(const ConfNode *list, Arena *arena);
/* As overrides_parse reads it. */
void overrides_print(const ConfNode *list, Buf *out);
#endif
