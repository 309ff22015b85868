#include "bench/client/engine_spec.h"
#include <stdlib.h>
#include <string.h>
#include "bench/proc/proc.h"
#include "engine/conf/conf.h"
#include "engine/core/file.h"
#include "engine/core/sha256.h"

enum { EXTENDS_MAX = 16, TIMEOUT_MAX_MS = 24 * 3600 * 1000 };

const char *const engine_protocol_names[] = { "auto", "uci", "ucci", "xboard", NULL };
static const char *const restart_names[] = { "on_fault", "on", "off", NULL };
static const char *const rank_names[] = { "auto", "0", "1", NULL };
static const char *const letter_names[] = { "nb", "he", NULL };
static const char *const clock_names[] = { "auto", "s", "ms", NULL };
static const char *const history_names[] = { "auto", "game", "capture", NULL };

#define FIELD(id) .name = #id, .offset = offsetof(EngineSpec, id)
#define IDENTITY  .flags = OPT_AFFECTS_SIGNATURE /* part of what a player is in the store */

static const OptRow engine_rows[] = {
    { FIELD(name), .kind = OPT_TEXT, .argument = "NAME", .help = "what results call it; default: the command's name",
      .group = "Engine" },
    { FIELD(command), .kind = OPT_TEXT, .argument = "PROGRAM", .aliases = "cmd",
      .help = "the program: a path, or a name found in PATH; never run through a shell" },
    { FIELD(args), .kind = OPT_LIST, .argument = "ARG", .aliases = "arg", .help = "its arguments, one text each",
      IDENTITY },
    { FIELD(directory), .kind = OPT_TEXT, .argument = "FOLDER", .aliases = "dir",
      .help = "where it runs; a command with a slash is looked for there first" },
    { FIELD(environment), .kind = OPT_LIST, .argument = "NAME=VALUE", .aliases = "env",
      .help = "variables beside the runner's own", IDENTITY },
    { FIELD(nice), .kind = OPT_INT, .max = 19, .help = "added to the runner's nice value" },
    { FIELD(cpu), .kind = OPT_INT, .initial = "-1", .min = -1, .max = 1023,
      .help = "pin it to this processor; -1: anywhere" },
    { FIELD(protocol), .kind = OPT_CHOICE, .choices = engine_protocol_names, .aliases = "proto", IDENTITY,
      .help = "what it speaks; auto tries uci, ucci and xboard", .group = "Protocol" },
    { FIELD(init), .kind = OPT_LIST, .argument = "LINE", .aliases = "initstr",
      .help = "lines sent once, after the options", IDENTITY },
    { FIELD(ponder), .kind = OPT_BOOL, .help = "it thinks on the opponent's time", IDENTITY },
    { FIELD(ban_moves), .kind = OPT_BOOL, .aliases = "banmoves", IDENTITY,
      .help = "UCCI: tell it the moves that would lose by repetition" },
    { FIELD(score_scale), .kind = OPT_REAL, .initial = "1", .min = 0.001, .max = 1000,
      .help = "its scores times this are on the common scale, where a rook is about 1000" },
    { FIELD(deterministic), .kind = OPT_BOOL, .help = "at fixed depth or nodes it always answers alike" },
    { FIELD(restart), .kind = OPT_CHOICE, .choices = restart_names, IDENTITY,
      .help = "start it anew after a fault, before every game, or never", .group = "Faults" },
    { FIELD(startup_ms), .kind = OPT_INT, .initial = "10000", .min = 1, .max = TIMEOUT_MAX_MS,
      .help = "most time from its start to its readiness" },
    { FIELD(ping_ms), .kind = OPT_INT, .initial = "5000", .min = 1, .max = TIMEOUT_MAX_MS,
      .help = "most time to get ready for a game" },
    { FIELD(stop_ms), .kind = OPT_INT, .initial = "200", .max = TIMEOUT_MAX_MS,
      .help = "how long a player that overstepped its time may take to answer `stop`" },
    { FIELD(quit_ms), .kind = OPT_INT, .initial = "200", .max = TIMEOUT_MAX_MS,
      .help = "how long it may take to quit" },
    { FIELD(stall_ms), .kind = OPT_INT, .initial = "60000", .min = 1, .max = TIMEOUT_MAX_MS,
      .help = "most time for a move when the limit sets none (depth, nodes)" },
};
const OptTable engine_options = { "engine", engine_rows, sizeof engine_rows / sizeof *engine_rows };

#undef FIELD
#define FIELD(key, id) .name = key, .offset = offsetof(Dialect, id)

static const OptRow dialect_rows[] = {
    { FIELD("ranks", ranks), .kind = OPT_CHOICE, .choices = rank_names, .group = "Dialect", IDENTITY,
      .help = "the number of Red's back rank in moves; auto asks the engine for the only move of a position" },
    { FIELD("fen", letters), .kind = OPT_CHOICE, .choices = letter_names, IDENTITY,
      .help = "letters of horse and elephant" },
    { FIELD("fen_fields", fields), .kind = OPT_INT, .initial = "6", .min = 2, .max = 6, IDENTITY,
      .help = "fields of a FEN: 2 (board and side), 4 (and the counters) or 6 (with two dashes between)" },
    { FIELD("clock_unit", clock), .kind = OPT_CHOICE, .choices = clock_names, IDENTITY,
      .help = "UCCI: of its clocks; auto is ms when it declares usemillisec, else s" },
    { FIELD("history", history), .kind = OPT_CHOICE, .choices = history_names, IDENTITY,
      .help = "positions are told from the game's start or from the last capture; auto: capture for UCCI, game else" },
};
#undef FIELD
const OptTable dialect_options = { "dialect", dialect_rows, sizeof dialect_rows / sizeof *dialect_rows };

/* Keys that are not rows. */
static const char *const other_keys[] = { "extends", "variant", "dialect", "options", "limit" };
enum { OTHER_KEYS = sizeof other_keys / sizeof *other_keys };

static bool is_member(const ConfNode *node, const char *key) {
    return opt_same_name(key, node->key, strlen(node->key));
}

/* The one it extends. A list of players written as names calls it `variant`. */
static ConfNode *base_of(ConfNode *map) {
    ConfNode *base = conf_get(map, "extends");
    return base ? base : conf_get(map, "variant");
}

static bool file_is_engine(const char *path) {
    Arena arena = { 0 };
    ConfNode *map = conf_load(path, &arena, NULL);
    const bool is_engine = map && engine_spec_is_engine(map);
    arena_free(&arena);
    return is_engine;
}

bool engine_spec_is_engine(ConfNode *map) {
    if (map->kind != CONF_MAP) return false;
    for (const ConfNode *member = map->child; member; member = member->next)
        if (is_member(member, "command") || is_member(member, "cmd")) return true;
    for (ConfNode *member = map->child; member; member = member->next) {
        if ((!is_member(member, "extends") && !is_member(member, "variant")) || member->kind != CONF_SCALAR) continue;
        Buf path = { 0 };
        const bool found = engine_spec_find(member->text, &path);
        buf_free(&path);
        return found;
    }
    return false;
}

/* A name without a path is that of a committed engine, unless a variant has it. */
bool engine_spec_find(const char *what, Buf *path) {
    Buf relative = { 0 };
    bool found = false;
    if (strchr(what, '/') || strchr(what, '.')) {
        buf_add(path, what);
        found = file_exists(what) && file_is_engine(what);
    } else {
        buf_addf(&relative, "configs/variants/%s.yaml", what);
        if (!file_find_data(relative.text, path)) {
            buf_clear(&relative);
            buf_addf(&relative, "configs/engines/%s.yaml", what);
            found = file_find_data(relative.text, path);
        }
    }
    buf_free(&relative);
    if (!found) buf_clear(path);
    return found;
}

/* Texts of lists belong to a tree that is dropped soon: keep copies. */
static void keep_texts(EngineSpec *spec) {
    OptList *const lists[] = { &spec->args, &spec->environment, &spec->init };
    for (size_t i = 0; i < sizeof lists / sizeof *lists; i++)
        for (int k = 0; k < lists[i]->count; k++) lists[i]->item[k] = arena_strdup(&spec->arena, lists[i]->item[k]);
}

static EngineSetting *find_setting(EngineSpec *spec, const char *name) {
    for (int i = 0; i < spec->setting_count; i++)
        if (!strcmp(spec->setting[i].name, name)) return &spec->setting[i];
    return NULL;
}

/* A setting given again keeps its place and gets the new value. */
static void add_setting(EngineSpec *spec, const char *name, const char *value) {
    EngineSetting *setting = find_setting(spec, name);
    if (!setting) {
        spec->setting = mem_realloc(spec->setting, (size_t)(spec->setting_count + 1) * sizeof *spec->setting);
        setting = &spec->setting[spec->setting_count++];
        setting->name = arena_strdup(&spec->arena, name);
    }
    setting->value = arena_strdup(&spec->arena, value);
}

static bool apply_settings(ConfNode *options, EngineSpec *spec, Err *err) {
    if (!options) return true;
    if (options->kind != CONF_MAP) return conf_error(options, err, "options: a mapping NAME: VALUE is wanted here");
    for (ConfNode *member = options->child; member; member = member->next) {
        member->used = true;
        if (member->kind != CONF_SCALAR) return conf_error(member, err, "%s: one value is wanted here", member->key);
        if (strpbrk(member->key, "\r\n") || strpbrk(member->text, "\r\n"))
            return conf_error(member, err, "an option is one line");
        add_setting(spec, member->key, member->text);
    }
    return true;
}

/* A list that is given takes the place of the one inherited. */
static void drop_replaced_lists(const ConfNode *map, EngineSpec *spec) {
    for (const ConfNode *member = map->child; member; member = member->next) {
        const OptRow *row = opt_find(&engine_options, member->key);
        if (row && row->kind == OPT_LIST) ((OptList *)((char *)spec + row->offset))->count = 0;
    }
}

static bool apply_keys(ConfNode *map, EngineSpec *spec, Err *err) {
    for (int i = 0; i < OTHER_KEYS; i++) conf_get(map, other_keys[i]);
    drop_replaced_lists(map, spec);
    const bool good = conf_apply(&engine_options, spec, map, err);
    keep_texts(spec);
    ConfNode *dialect = conf_get(map, "dialect");
    return good && (!dialect || conf_apply(&dialect_options, &spec->dialect, dialect, err)) &&
           apply_settings(conf_get(map, "options"), spec, err) &&
           limit_from_conf(conf_get(map, "limit"), &spec->limit, err);
}

static bool apply_base(ConfNode *base, int extended, EngineSpec *spec, Err *err);

static bool apply_map(ConfNode *map, int extended, EngineSpec *spec, Err *err) {
    if (map->kind != CONF_MAP)
        return conf_error(map, err, "an engine is a mapping of name, command, protocol, options, ...");
    ConfNode *base = base_of(map);
    return (!base || apply_base(base, extended, spec, err)) && apply_keys(map, spec, err);
}

static bool apply_base(ConfNode *base, int extended, EngineSpec *spec, Err *err) {
    if (base->kind != CONF_SCALAR) return conf_error(base, err, "extends: one name or file is wanted here");
    if (extended == EXTENDS_MAX)
        return conf_error(base, err, "extends: more than %d steps; does it lead back here?", EXTENDS_MAX);
    Buf path = { 0 };
    Arena arena = { 0 };
    ConfNode *map = NULL;
    bool good = engine_spec_find(base->text, &path);
    if (!good)
        conf_error(base, err, "extends: '%s' is no engine: neither a file that describes one, nor in configs/engines",
                   base->text);
    else if ((map = conf_load(path.text, &arena, err))) good = apply_map(map, extended + 1, spec, err);
    else good = false;
    arena_free(&arena);
    buf_free(&path);
    return good;
}

static void name_by_command(EngineSpec *spec) {
    const char *slash = strrchr(spec->command, '/'), *stem = slash ? slash + 1 : spec->command;
    memmove(spec->name, stem, strlen(stem) + 1);
}

static bool check_fields(const EngineSpec *spec, Err *err) {
    return spec->dialect.fields % 2 == 0 ||
           err_set(err, ERR_INPUT, "dialect.fen_fields: %d; a FEN has 2, 4 or 6 fields", (int)spec->dialect.fields);
}

static bool check_environment(const EngineSpec *spec, Err *err) {
    for (int i = 0; i < spec->environment.count; i++)
        if (!strchr(spec->environment.item[i], '='))
            return err_set(err, ERR_INPUT, "environment: '%s' is not of the form NAME=VALUE",
                           spec->environment.item[i]);
    return true;
}

/* A process gets lists that end in NULL; a line that is sent is one. */
static bool check_lists(const EngineSpec *spec, Err *err) {
    for (int i = 0; i < spec->init.count; i++)
        if (strpbrk(spec->init.item[i], "\r\n")) return err_set(err, ERR_INPUT, "init: a text holds one line");
    return (spec->args.count < OPT_LIST_MAX && spec->environment.count < OPT_LIST_MAX) ||
           err_set(err, ERR_INPUT, "args and environment may hold %d texts each", OPT_LIST_MAX - 1);
}

static bool find_binary(EngineSpec *spec, Err *err) {
    Buf path = { 0 };
    bool good = proc_find(spec->command, *spec->directory ? spec->directory : NULL, &path, err);
    if (good) spec->path = arena_strdup(&spec->arena, path.text);
    good = good && sha256_file(spec->path, spec->binary, err);
    buf_free(&path);
    return good;
}

static bool complete(EngineSpec *spec, Err *err) {
    if (!*spec->command) return err_set(err, ERR_INPUT, "an engine needs a command");
    if (!*spec->name) name_by_command(spec);
    return check_fields(spec, err) && check_environment(spec, err) && check_lists(spec, err) && find_binary(spec, err);
}

EngineSpec *engine_spec_from_conf(ConfNode *map, Err *err) {
    EngineSpec *spec = mem_zalloc(1, sizeof *spec);
    Err why = { 0 };
    opt_defaults(&engine_options, spec);
    opt_defaults(&dialect_options, &spec->dialect);
    if (apply_map(map, 0, spec, err)) {
        if (complete(spec, &why)) return spec;
        conf_error(map, err, "%s", why.text);
    }
    engine_spec_delete(spec);
    return NULL;
}

EngineSpec *engine_spec_load(const char *path, Err *err) {
    Arena arena = { 0 };
    ConfNode *map = conf_load(path, &arena, err);
    EngineSpec *spec = map ? engine_spec_from_conf(map, err) : NULL;
    arena_free(&arena);
    return spec;
}

/* Words become the tree that a file with the same keys would give. */
typedef struct {
    Arena arena;
    ConfNode map, dialect, options;
    Buf limits;
} Tree;

static void link_member(ConfNode *map, ConfNode *member) {
    ConfNode **tail = &map->child;
    while (*tail) tail = &(*tail)->next;
    *tail = member;
}

static ConfNode *add_scalar(Tree *tree, ConfNode *map, const char *key, const char *text) {
    ConfNode *node = arena_alloc(&tree->arena, sizeof *node);
    *node = (ConfNode){ .kind = CONF_SCALAR, .key = key, .text = text, .file = map->file };
    link_member(map, node);
    return node;
}

/* args=a args=b: one list. */
static void add_to_list(Tree *tree, const OptRow *row, const char *text) {
    ConfNode *list = tree->map.child;
    while (list && (!list->key || opt_find(&engine_options, list->key) != row)) list = list->next;
    if (!list) {
        list = add_scalar(tree, &tree->map, row->name, NULL);
        list->kind = CONF_LIST;
    }
    add_scalar(tree, list, NULL, text);
}

static const char *after(const char *word, const char *prefix) {
    return strncmp(word, prefix, strlen(prefix)) ? NULL : word + strlen(prefix);
}

static bool is_limit_word(const char *key) {
    static const char *const words[] = { "tc", "depth", "nodes", "movetime", "margin" };
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (!strcmp(key, words[i])) return true;
    return false;
}

static bool take_word(Tree *tree, const char *word, Err *err) {
    const char *equals = strchr(word, '=');
    if (!equals || equals == word)
        return err_set(err, ERR_INPUT,
                       "'%s': an engine's words are cmd=PROGRAM, protocol=uci, option.NAME=VALUE, name=NAME, ...",
                       word);
    const char *key = arena_strndup(&tree->arena, word, (size_t)(equals - word)), *value = equals + 1, *rest;
    if ((rest = after(key, "option.")) || (rest = after(key, "options."))) {
        add_scalar(tree, &tree->options, rest, value);
    } else if ((rest = after(key, "dialect."))) {
        add_scalar(tree, &tree->dialect, rest, value);
    } else if (!strcmp(key, "limit")) {
        buf_addf(&tree->limits, " %s", value);
    } else if (is_limit_word(key)) {
        buf_addf(&tree->limits, " %s", word);
    } else {
        const OptRow *row = opt_find(&engine_options, key);
        if (row && row->kind == OPT_LIST) add_to_list(tree, row, value);
        else add_scalar(tree, &tree->map, key, value);
    }
    return true;
}

static bool take_words(Tree *tree, char *const *words, Err *err) {
    if (*words && !strchr(*words, '=')) add_scalar(tree, &tree->map, "extends", *words++);
    for (; *words; words++)
        if (!take_word(tree, *words, err)) return false;
    if (tree->dialect.child) link_member(&tree->map, &tree->dialect);
    if (tree->options.child) link_member(&tree->map, &tree->options);
    if (tree->limits.len) add_scalar(tree, &tree->map, "limit", tree->limits.text);
    return true;
}

EngineSpec *engine_spec_from_words(char *const *words, Err *err) {
    static const char place[] = "engine";
    Tree tree = { .map = { .kind = CONF_MAP, .file = place },
                  .dialect = { .kind = CONF_MAP, .key = "dialect", .file = place },
                  .options = { .kind = CONF_MAP, .key = "options", .file = place } };
    EngineSpec *spec = take_words(&tree, words, err) ? engine_spec_from_conf(&tree.map, err) : NULL;
    buf_free(&tree.limits);
    arena_free(&tree.arena);
    return spec;
}

static void print_identity(const OptTable *table, const void *object, Buf *out) {
    for (size_t i = 0; i < table->count; i++) {
        if (!(table->rows[i].flags & OPT_AFFECTS_SIGNATURE)) continue;
        buf_addf(out, "%s: ", table->rows[i].name);
        opt_get(&table->rows[i], object, out);
        buf_add_char(out, '\n');
    }
}

void engine_spec_print(const EngineSpec *spec, Buf *out) {
    buf_addf(out, "kind: engine\ncommand: %s\nbinary: %s\n", spec->command, spec->binary);
    print_identity(&engine_options, spec, out);
    print_identity(&dialect_options, &spec->dialect, out);
    for (int i = 0; i < spec->setting_count; i++)
        buf_addf(out, "option %s: %s\n", spec->setting[i].name, spec->setting[i].value);
}

void engine_spec_delete(EngineSpec *spec) {
    if (!spec) return;
    free(spec->setting);
    arena_free(&spec->arena);
    free(spec);
}
