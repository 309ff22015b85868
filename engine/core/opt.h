/* Option tables: one constant row an option serves UCI and UCCI setoption, YAML scalars, --set, command-line
 * arguments, help pages, man pages and the database alike. */
#ifndef ENGINE_CORE_OPT_H
#define ENGINE_CORE_OPT_H
#include <stdbool.h>
#include <stddef.h>
#include "engine/core/buf.h"
#include "engine/core/err.h"

typedef enum {
    OPT_BOOL,   /* bool: true/false, on/off, yes/no, 1/0 */
    OPT_INT,    /* int64_t within [min, max] */
    OPT_REAL,   /* double within [min, max] */
    OPT_CHOICE, /* int: index into choices, given by name */
    OPT_TEXT,   /* char[OPT_TEXT_SIZE] */
    OPT_LIST,   /* OptList: every use adds one text; the texts belong to whoever passed them */
} OptKind;

enum { OPT_TEXT_SIZE = 256, OPT_LIST_MAX = 256 };
typedef struct { const char *item[OPT_LIST_MAX]; int count; } OptList;

/* What a row touches; decides whether it enters signatures and hashes of a player. */
typedef enum {
    OPT_CHANGES_VALUE = 1,      /* may change the root value of a fixed-depth search */
    OPT_AFFECTS_SIGNATURE = 2,  /* may change node counts */
    OPT_TUNABLE = 4,            /* SPSA may move it by `step` */
    OPT_HIDDEN = 8,             /* not offered over UCI and UCCI */
    OPT_NO_DEFAULT = 16,        /* who leaves it out gets what the reader finds elsewhere: pages show no default */
    OPT_ONE_LINE = 32,          /* OPT_TEXT that stands in tables and files of lines, see text_is_line */
} OptFlag;

typedef struct {
    const char *name;           /* YAML key, UCI and UCCI option, --name (with '-' for '_') */
    OptKind kind;
    size_t offset;              /* of the field in the object */
    const char *initial;        /* default, as text; NULL: zero, empty */
    double min, max;            /* OPT_INT and OPT_REAL, inclusive; both 0: no bounds */
    const char *const *choices; /* OPT_CHOICE: names, NULL-terminated */
    const char *help;           /* one line, no full stop */
    const char *argument;       /* what the value is called in help: FILE, N, ...; NULL: by kind */
    const char *group;          /* heading in help pages; NULL: that of the row before */
    const char *requires;       /* "tt" : has an effect only when this other row is on; NULL: always */
    double step;                /* SPSA's natural step; 0: not tunable */
    unsigned flags;             /* OptFlag */
    const char *aliases;        /* other accepted spellings, separated by blanks ("Hash hashsize") */
} OptRow;

typedef struct { const char *title; const OptRow *rows; size_t count; } OptTable;

/* Every field of object becomes its row's default. Rows are constants of ours: a bad default is an assertion. */
void opt_defaults(const OptTable *table, void *object);
/* Are name and the first len characters of other the same name? '-' and '_' and letter case are alike. */
bool opt_same_name(const char *name, const char *other, size_t len);
/* The row of this name or alias ('-' and '_' and letter case are alike), or NULL. */
const OptRow *opt_find(const OptTable *table, const char *name);
/* The name nearest to a wrong one by edit distance, or NULL when none is near. */
const char *opt_nearest(const OptTable *table, const char *name);
/* Set one field from text. Errors: unknown name (names the nearest right one), not a number, out of range, not
 * a choice (lists them). The object is unchanged on error. */
bool opt_set(const OptTable *table, void *object, const char *name, const char *text, Err *err);
bool opt_set_row(const OptRow *row, void *object, const char *text, Err *err);
/* The field's value as text that opt_set reads back to the same value; a list as YAML "[a, b]". */
void opt_get(const OptRow *row, const void *object, Buf *out);
/* "name: value" lines (YAML) of the rows that differ from their default (all: every row). Canonical: the text from
 * which players are hashed. */
void opt_print(const OptTable *table, const void *object, bool all, Buf *out);
/* A help page of the rows: "  --name N      help (default 3; 1 to 64)". */
void opt_help(const OptTable *table, Buf *out);
/* The same as a Markdown table: key, values, default, meaning. */
void opt_markdown(const OptTable *table, Buf *out);
/* The text among `names` (NULL-terminated) nearest to a wrong one, or NULL when none is near. */
const char *text_nearest(const char *const *names, const char *wrong);
#endif
