/* The options that an engine declares, and what a user's settings are worth beside them. */
#ifndef BENCH_CLIENT_DECLARED_H
#define BENCH_CLIENT_DECLARED_H
#include <stdbool.h>
#include "engine/core/arena.h"
#include "engine/core/buf.h"

typedef enum { DECLARED_CHECK, DECLARED_SPIN, DECLARED_COMBO, DECLARED_STRING, DECLARED_BUTTON } DeclaredKind;
typedef struct {
    const char *name; /* as the engine spells it */
    DeclaredKind kind;
    double min, max;     /* spin; min > max: unknown */
    const char *initial; /* default; "" when none was said */
    const char **choice; /* combo: NULL-terminated */
} DeclaredOption;
typedef struct {
    DeclaredOption *item;
    int count, cap;
    Arena arena;
} Declared;

/* Add the option of a line: "option name Hash type spin default 16 min 1 max 1024" (UCI), "option hashsize type spin
 * min 0 max 1024 default 16" (UCCI), "Hash -spin 16 1 1024" (xboard's feature option). Lines that are none are left. */
void declared_add_uci(Declared *declared, const char *line);
void declared_add_ucci(Declared *declared, const char *line);
void declared_add_xboard(Declared *declared, const char *text);
/* The option of this name: letter case, '-', '_' and blanks are alike. NULL when there is none. */
const DeclaredOption *declared_find(const Declared *declared, const char *name);
/* Append one line for each thing wrong with setting name to value: an option that is not declared (with the nearest
 * that is), a number out of range, a choice that is none. false when there was something. */
bool declared_check(const Declared *declared, const char *name, const char *value, Buf *warnings);
/* Release; accepts an empty one. */
void declared_free(Declared *declared);
#endif
