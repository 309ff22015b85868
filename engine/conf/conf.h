/* YAML files as trees that remember where each value stands, and mappings as structs by option rows. The only
 * user of libyaml. Anchors, aliases, tags, duplicate keys and bad UTF-8 are refused. */
#ifndef ENGINE_CONF_CONF_H
#define ENGINE_CONF_CONF_H
#include "engine/core/arena.h"
#include "engine/core/opt.h"

typedef enum { CONF_SCALAR, CONF_LIST, CONF_MAP } ConfKind;

typedef struct ConfNode ConfNode;
struct ConfNode {
    ConfKind kind;
    const char *key;      /* its name in the mapping it stands in; NULL elsewhere */
    const char *text;     /* CONF_SCALAR */
    const char *file;     /* as the user named it */
    int line, column;     /* of the value, from 1 */
    int key_line, key_column;
    ConfNode *child;      /* first item or member; NULL for an empty one */
    ConfNode *next;       /* next sibling */
    bool used;            /* set by conf_get and conf_apply; conf_check_used refuses the rest */
};

/* Read a file, or a text under a name for messages ("<command line>"). The tree lives in the arena. An empty file
 * is an empty mapping. Errors: "path:line:column: what is wrong". NULL on error. */
ConfNode *conf_load(const char *path, Arena *arena, Err *err);
ConfNode *conf_parse(const char *text, size_t len, const char *name, Arena *arena, Err *err);
/* The member of a mapping, or NULL (also when map is none); marks it used. Names are alike as in opt_find, but an exact
 * one comes first. */
ConfNode *conf_get(ConfNode *map, const char *key);
/* Take the member of exactly this name out of a mapping, if it is there. */
void conf_remove(ConfNode *map, const char *key);
/* Set fields of object from a mapping: each member is one row's scalar (OPT_LIST rows take a list of scalars
 * too). Unknown keys are refused with the nearest right one, but for those that conf_get has fetched before. A key
 * with nothing after it ("search:") is an empty mapping. On error object may be changed in part. */
bool conf_apply(const OptTable *table, void *object, ConfNode *map, Err *err);
/* Refuse members of map that nothing used, naming the nearest of `known` (NULL-terminated). */
bool conf_check_used(const ConfNode *map, const char *const *known, Err *err);
/* "file:line:column: " before a sentence about this value; returns false. */
bool conf_error(const ConfNode *node, Err *err, const char *format, ...) __attribute__((format(printf, 3, 4)));
/* --set path: put a scalar, or a list ("[a, b]"), at a dotted path ("search.null_move", "players.NAME.search.hash"), making mappings on
 * the way; members of a list are addressed by their `name:`. `assignment` is "path=value". A value that is there is
 * replaced, a mapping is not. On error (ERR_USAGE) the tree is unchanged. Messages about the new value begin with
 * "--set path=value: " in place of a file and line; for an option of its own the assignment is "--path=value", and so they
 * begin. */
bool conf_set_path(ConfNode *root, const char *assignment, Arena *arena, Err *err);
/* Append the tree as YAML that conf_parse reads back to an equal tree. */
void conf_print(const ConfNode *root, Buf *out);
#endif
