#include "bench/lab/experiment.h"
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "bench/client/words.h"
#include "engine/conf/conf.h"
#include "engine/core/file.h"
#include "engine/core/sha256.h"
#include "engine/core/text.h"

static const OptRow rows[] = {
    { .name = "name", .kind = OPT_TEXT, .offset = offsetof(Experiment, name), .argument = "NAME", .flags = OPT_ONE_LINE,
      .help = "what to call it; default: the file's name", .group = "Experiment" },
    { .name = "base", .kind = OPT_TEXT, .offset = offsetof(Experiment, base), .argument = "P",
      .help = "the player that everything is changed on, as for --player" },
    { .name = "design", .kind = OPT_CHOICE, .offset = offsetof(Experiment, design_kind), .initial = "one_at_a_time", .choices = design_names,
      .help = "which combinations of levels are measured" },
    { .name = "fraction", .kind = OPT_INT, .offset = offsetof(Experiment, fraction), .initial = "1", .min = 1, .max = 8,
      .argument = "P", .help = "design fractional: 2^-P of the combinations" },
    { .name = "suite", .kind = OPT_TEXT, .offset = offsetof(Experiment, suite), .initial = "suites/bench/positions.epd", .argument = "FILE",
      .help = "positions, EPD, FEN or PGN", .group = "Positions" },
    { .name = "positions", .kind = OPT_INT, .offset = offsetof(Experiment, positions), .max = 1e6,
      .help = "so many of them, evenly spread; 0: all" },
    { .name = "node_cap", .kind = OPT_INT, .offset = offsetof(Experiment, node_cap), .max = 1e15,
      .help = "nodes at which a position is given up and marked as censored; 0: never" },
    { .name = "seed", .kind = OPT_INT, .offset = offsetof(Experiment, seed), .initial = "1", .help = "of the bootstrap" },
};
const OptTable experiment_options = { "experiment", rows, sizeof rows / sizeof *rows };

static const char *const known_keys[] = { "name", "base", "design", "fraction", "suite", "positions", "node_cap", "seed",
                                          "expected", "found", "set", "depths", "nodes", "factors", NULL };
static const char *const factor_keys[] = { "name", "option", "levels", "set", NULL };
static const char *const level_keys[] = { "name", "player", "set", NULL };

/* Reading texts. */

/* A word as a player's line wants it: in quotes when it holds what would cut it. */
static void add_word(const char *key, const char *value, Buf *out) {
    const bool quote = strpbrk(key, " \t\"'\\") || strpbrk(value, " \t\"'\\");
    buf_add(out, quote ? " \"" : " ");
    for (int part = 0; part < 2; part++) {
        for (const char *c = part ? value : key; *c; c++) {
            if (*c == '"' || *c == '\\') buf_add_char(out, '\\');
            buf_add_char(out, *c);
        }
        if (!part) buf_add_char(out, '=');
    }
    if (quote) buf_add_char(out, '"');
}

static bool scalar(ConfNode *node, const char **text, Err *err) {
    if (node->kind != CONF_SCALAR) return conf_error(node, err, "%s: one value is wanted here", node->key ? node->key : "item");
    *text = node->text;
    return true;
}

/* A copy in the experiment, which outlives the tree; NULL when there is none. */
static bool optional_scalar(Experiment *e, ConfNode *map, const char *key, const char **text, Err *err) {
    ConfNode *node = conf_get(map, key);
    *text = NULL;
    if (!node) return true;
    if (!scalar(node, text, err)) return false;
    *text = arena_strdup(&e->arena, *text);
    return true;
}

/* Does the base take this change? Checked alone, so that the message stands at its place. */
static bool try_change(const ConfNode *node, const char *line, Err *err) {
    PlayerSpec spec;
    Err why = { 0 };

    if (!player_spec_parse(line, &spec, &why)) return conf_error(node, err, "%s", why.text);
    player_spec_free(&spec);
    return true;
}

/* "key: value" as an assignment on a player's line, tried on `line`. */
static bool add_assignment(const char *key, ConfNode *value, const char *line, Buf *out, Err *err) {
    const char *text = "";
    if (!scalar(value, &text, err)) return false;
    Buf tried = { 0 };
    buf_add(&tried, line);
    add_word(key, text, &tried);
    add_word(key, text, out);
    const bool good = try_change(value, buf_text(&tried), err);
    buf_free(&tried);
    return good;
}

/* A `set:` mapping as words for a player's line; *set is "" without one. */
static bool read_set(Experiment *e, ConfNode *map, const char *line, const char **set, Err *err) {
    Buf words = { 0 };
    bool good = !map || map->kind == CONF_MAP || conf_error(map, err, "set: a mapping of options is wanted here, such as {tt: on}");
    for (ConfNode *item = map ? map->child : NULL; good && item; item = item->next) {
        item->used = true;
        good = add_assignment(item->key, item, line, &words, err);
    }
    *set = arena_strdup(&e->arena, buf_text(&words));
    buf_free(&words);
    return good;
}

/* Factors. `line` is the base's with what is set for all cells. */

/* Names make up those of cells, which stand in tables. */
static bool check_name(const ConfNode *node, const char *what, const char *name, Err *err) {
    if (!name) return conf_error(node, err, "a %s needs a name", what);
    return text_is_line(name) || conf_error(node, err, "the %s's name '%s' is not one line of text without control characters", what, name);
}

static bool read_level(Experiment *e, ConfNode *node, const char *option, const char *line, Level *out, Err *err) {
    *out = (Level){ .set = "" };
    if (node->kind == CONF_SCALAR) {
        if (!option) return conf_error(node, err, "'%s': a factor without `option` has levels {name, set} or {name, player}", node->text);
        Buf words = { 0 };
        const bool good = add_assignment(option, node, line, &words, err);
        out->name = arena_strdup(&e->arena, node->text);
        out->set = arena_strdup(&e->arena, buf_text(&words));
        buf_free(&words);
        return good;
    }
    if (node->kind != CONF_MAP) return conf_error(node, err, "a level is a value of the option or a mapping {name, set, player}");
    if (!optional_scalar(e, node, "name", &out->name, err) || !optional_scalar(e, node, "player", &out->player, err)) return false;
    const ConfNode *player = conf_get(node, "player");
    if (player && !try_change(player, out->player, err)) return false;
    if (!read_set(e, conf_get(node, "set"), out->player ? out->player : line, &out->set, err) || !conf_check_used(node, level_keys, err))
        return false;
    if (!out->name) out->name = out->player;
    return check_name(node, "level", out->name, err);
}

static bool read_levels(Experiment *e, ConfNode *list, const char *option, const char *line, Factor *out, Err *err) {
    if (list->kind != CONF_LIST) return conf_error(list, err, "levels: a list is wanted here, such as [0, 2, 3]");
    out->level = arena_alloc(&e->arena, LEVELS_MAX * sizeof *out->level);
    for (ConfNode *item = list->child; item; item = item->next) {
        if (out->levels == LEVELS_MAX) return conf_error(item, err, "more than %d levels", LEVELS_MAX);
        Level *level = &out->level[out->levels];
        if (!read_level(e, item, option, line, level, err)) return false;
        for (int i = 0; i < out->levels; i++)
            if (!strcmp(out->level[i].name, level->name)) return conf_error(item, err, "factor %s: two levels are '%s'", out->name, level->name);
        out->levels++;
    }
    return out->levels >= 2 || conf_error(list, err, "levels: a factor has two levels at least, the first of which is its absence");
}

/* {name, set}: off and on. */
static bool read_switch(Experiment *e, ConfNode *set, const char *line, Factor *out, Err *err) {
    out->simple = true;
    out->levels = 2;
    out->level = arena_alloc(&e->arena, 2 * sizeof *out->level);
    out->level[0] = (Level){ .name = "off", .set = "" };
    out->level[1].name = "on";
    return read_set(e, set, line, &out->level[1].set, err);
}

static bool read_factor(Experiment *e, ConfNode *node, const char *line, Factor *out, Err *err) {
    const char *option;
    *out = (Factor){ .levels = 0 };
    if (node->kind != CONF_MAP) return conf_error(node, err, "a factor is a mapping {name, set}, {option, levels} or {name, levels}");
    ConfNode *levels = conf_get(node, "levels"), *set = conf_get(node, "set");
    if (!optional_scalar(e, node, "name", &out->name, err) || !optional_scalar(e, node, "option", &option, err)) return false;
    if (!out->name) out->name = option;
    if (!check_name(node, "factor", out->name, err)) return false;
    if (!levels == !set) return conf_error(node, err, "factor %s: either `levels` or `set` says what is changed", out->name);
    return (levels ? read_levels(e, levels, option, line, out, err) : read_switch(e, set, line, out, err)) &&
           conf_check_used(node, factor_keys, err);
}

/* What two factors do to one player, where they can't both have their way. */

/* Is there a cell with these levels of two factors? */
static bool meet(const Design *design, int a, int a_level, int b, int b_level) {
    for (int i = 0; i < design->count; i++)
        if (design->cell[i].level[a] == a_level && design->cell[i].level[b] == b_level) return true;
    return false;
}

/* The word of these, "KEY=VALUE" and NULL-terminated, that gives the same key another value; NULL: none. */
static const char *other_value(char *const *words, const char *word) {
    const size_t len = strcspn(word, "=");
    for (; *words; words++) {
        const size_t key_len = strcspn(*words, "=");
        char key[OPT_TEXT_SIZE];
        snprintf(key, sizeof key, "%.*s", (int)key_len, *words);
        if (opt_same_name(key, word, len) && strcmp(*words + key_len, word + len)) return *words;
    }
    return NULL;
}

static bool check_levels(const Level *a, const Level *b, const ConfNode *place, Arena *arena, Err *err) {
    char **of_a, **of_b;
    int count;
    if (a->player && b->player && strcmp(a->player, b->player))
        return conf_error(place, err, "'%s' and '%s' are players of two factors, of which a cell can hold only one; make them levels of one factor", a->player, b->player);
    if (!words_cut(a->set, arena, &of_a, &count, err) || !words_cut(b->set, arena, &of_b, &count, err)) return false;
    for (; *of_b; of_b++) {
        const char *other = other_value(of_a, *of_b);
        if (other) return conf_error(place, err, "two factors set %s and %s, of which a cell can hold only one; make them levels of one factor", other, *of_b);
    }
    return true;
}

static bool check_two_factors(const Experiment *e, int a, int b, const ConfNode *place, Arena *arena, Err *err) {
    for (int i = 0; i < e->factor[a].levels; i++)
        for (int k = 0; k < e->factor[b].levels; k++) {
            Err why = { 0 };
            if (!check_levels(&e->factor[a].level[i], &e->factor[b].level[k], place, arena, &why) && meet(&e->design, a, i, b, k)) {
                if (err) *err = why;
                return false;
            }
        }
    return true;
}

/* On a ladder a factor may change what those before it have set. */
static bool check_together(const Experiment *e, const ConfNode *list, Err *err) {
    Arena arena = { 0 };
    const ConfNode *place = list->child;
    bool good = true;
    for (int b = 0; good && b < e->factors && e->design_kind != DESIGN_LADDER; b++, place = place->next)
        for (int a = 0; good && a < b; a++) good = check_two_factors(e, a, b, place, &arena, err);
    arena_free(&arena);
    return good;
}

static bool read_factors(Experiment *e, ConfNode *map, const char *line, Err *err) {
    ConfNode *list = conf_get(map, "factors");
    if (!list) return conf_error(map, err, "factors: is missing; list at least one, such as {option: null_move, levels: [0, 2]}");
    if (list->kind != CONF_LIST) return conf_error(list, err, "factors: a list is wanted here");
    e->factor = arena_alloc(&e->arena, FACTORS_MAX * sizeof *e->factor);
    for (ConfNode *item = list->child; item; item = item->next) {
        if (e->factors == FACTORS_MAX) return conf_error(item, err, "more than %d factors", FACTORS_MAX);
        Factor *factor = &e->factor[e->factors];
        if (!read_factor(e, item, line, factor, err)) return false;
        for (int i = 0; i < e->factors; i++)
            if (!strcmp(e->factor[i].name, factor->name)) return conf_error(item, err, "two factors are called '%s'", factor->name);
        e->factors++;
    }
    int levels[FACTORS_MAX] = { 0 };
    for (int i = 0; i < e->factors; i++) levels[i] = e->factor[i].levels;
    Err why = { 0 };
    return design_make((DesignKind)e->design_kind, levels, e->factors, (int)e->fraction, &e->design, &why)
               ? check_together(e, list, err)
               : conf_error(list, err, "%s", why.text);
}

/* Cells. */

static void add_name(const char *text, Buf *out) {
    if (out->len) buf_add(out, " ");
    buf_add(out, text);
}

static void add_setting(const Experiment *e, int factor, int level, Buf *out) {
    const Factor *f = &e->factor[factor];
    if (out->len) buf_add(out, " ");
    if (f->simple) buf_add(out, f->name);
    else if (e->factors == 1) buf_add(out, f->level[level].name);
    else buf_addf(out, "%s=%s", f->name, f->level[level].name);
}

/* What a reader calls this cell: what differs from all being absent, or for leave_one_out from all being there. */
static const char *cell_name(Experiment *e, int number) {
    const Cell *cell = &e->design.cell[number];
    const bool from_all = e->design_kind == DESIGN_LEAVE_ONE_OUT;
    Buf name = { 0 };
    if (from_all) buf_add(&name, "all");
    for (int i = 0; i < e->factors; i++) {
        if (from_all && !cell->level[i]) buf_addf(&name, " -%s", e->factor[i].name);
        if (!from_all && (cell->level[i] || (e->factors == 1 && !e->factor[0].simple))) add_setting(e, i, cell->level[i], &name);
    }
    if (!name.len) add_name("base", &name);
    const char *kept = arena_strdup(&e->arena, buf_text(&name));
    buf_free(&name);
    return kept;
}

static bool make_cell(Experiment *e, int number, const char *common, const ConfNode *place, Err *err) {
    const Cell *cell = &e->design.cell[number];
    const char *player = e->base;
    Buf line = { 0 };
    for (int i = 0; i < e->factors; i++)
        if (e->factor[i].level[cell->level[i]].player) player = e->factor[i].level[cell->level[i]].player;
    buf_add(&line, player);
    buf_add(&line, common);
    for (int i = 0; i < e->factors; i++) buf_add(&line, e->factor[i].level[cell->level[i]].set);
    e->cell[number] = cell_name(e, number);
    Err why = { 0 };
    const bool good = player_spec_parse(buf_text(&line), &e->player[number], &why) ||
                      conf_error(place, err, "cell %s: %s", e->cell[number], why.text);
    buf_free(&line);
    return good;
}

/* Factors may be called so that cells can't be told apart: "a=b" and its level "c", "a" and "b=c". */
static bool check_cell_names(const Experiment *e, const ConfNode *place, Err *err) {
    for (int i = 1; i < e->design.count; i++)
        for (int k = 0; k < i; k++)
            if (!strcmp(e->cell[i], e->cell[k])) return conf_error(place, err, "two cells are called '%s'; name factors and levels so that they differ", e->cell[i]);
    return true;
}

static void find_alike(Experiment *e) {
    e->alike = arena_alloc(&e->arena, (size_t)e->design.count * sizeof *e->alike);
    for (int cell = 0; cell < e->design.count; cell++) {
        int other = 0;
        while (other < cell && !player_spec_same_value(&e->player[other], &e->player[cell])) other++;
        e->alike[cell] = other;
    }
}

static bool make_cells(Experiment *e, ConfNode *map, const char *common, Err *err) {
    const size_t count = (size_t)e->design.count;
    e->player = mem_zalloc(count, sizeof *e->player);
    e->cell = arena_alloc(&e->arena, count * sizeof *e->cell);
    for (int i = 0; i < e->design.count; i++)
        if (!make_cell(e, i, common, conf_get(map, "factors"), err)) return false;
    if (!check_cell_names(e, conf_get(map, "factors"), err)) return false;
    find_alike(e);
    return true;
}

/* Budgets and positions. */

static bool read_budget(Experiment *e, ConfNode *node, int64_t most, Err *err) {
    const char *text = "";
    char *rest;
    if (!scalar(node, &text, err)) return false;
    const long long value = strtoll(text, &rest, 10);
    if (rest == text || *rest || value < 1 || value > most) return conf_error(node, err, "'%s' is not a number from 1 to %" PRId64, text, most);
    if (e->budgets == BUDGETS_MAX) return conf_error(node, err, "more than %d budgets", BUDGETS_MAX);
    for (int i = 0; i < e->budgets; i++)
        if (e->budget[i] == value) return conf_error(node, err, "%s stands twice", text);
    e->budget[e->budgets++] = value;
    return true;
}

static bool read_budgets(Experiment *e, ConfNode *map, Err *err) {
    enum { DEPTH_MOST = 60 };
    ConfNode *depths = conf_get(map, "depths"), *nodes = conf_get(map, "nodes"), *node = depths ? depths : nodes;
    if (!depths == !nodes) return conf_error(map, err, "either `depths` or `nodes` says how far to search, such as depths: [4, 5]");
    e->by_depth = depths != NULL;
    const int64_t most = depths ? DEPTH_MOST : INT64_C(1000000000000000);
    if (node->kind == CONF_SCALAR) return read_budget(e, node, most, err);
    if (node->kind != CONF_LIST || !node->child) return conf_error(node, err, "%s: a list is wanted here, such as [4, 5]", node->key);
    for (ConfNode *item = node->child; item; item = item->next)
        if (!read_budget(e, item, most, err)) return false;
    return true;
}

static bool read_positions(Experiment *e, ConfNode *map, Err *err) {
    Err why = { 0 };
    ConfNode *place = conf_get(map, "suite");
    if (!openings_load(e->suite, 0, &e->openings, &why)) return conf_error(place ? place : map, err, "suite: %s", why.text);
    const uint32_t all = e->openings.count, wanted = e->positions && e->positions < all ? (uint32_t)e->positions : all;
    e->position = arena_alloc(&e->arena, wanted * sizeof *e->position);
    for (uint32_t i = 0; i < wanted; i++) e->position[i] = (uint32_t)((uint64_t)i * all / wanted);
    e->positions = wanted;
    return true;
}

/* The whole. */

static void name_by_file(const char *path, Experiment *e) {
    const char *slash = strrchr(path, '/'), *stem = slash ? slash + 1 : path;
    const size_t all = strcspn(stem, "."), len = all < sizeof e->name ? all : sizeof e->name - 1;
    memcpy(e->name, stem, len);
    e->name[len] = 0;
}

static bool check_keys(ConfNode *map, Err *err) {
    if (map->kind != CONF_MAP) return conf_error(map, err, "an experiment is a mapping {base, factors, design, depths, ...}");
    for (const char *const *key = known_keys; *key; key++) conf_get(map, *key);
    return conf_check_used(map, known_keys, err);
}

static bool read_experiment(Experiment *e, ConfNode *map, Err *err) {
    opt_defaults(&experiment_options, e);
    if (!check_keys(map, err) || !conf_apply(&experiment_options, e, map, err) || !optional_scalar(e, map, "expected", &e->expected, err) ||
        !optional_scalar(e, map, "found", &e->found, err))
        return false;
    if (!e->expected) e->expected = "";
    if (!e->found) e->found = "";
    if (!*e->name) name_by_file(map->file, e);
    ConfNode *base = conf_get(map, "base");
    if (!base) return conf_error(map, err, "base: is missing; name a player, such as pvs");
    if (!try_change(base, e->base, err)) return false;
    const char *common;
    if (!read_set(e, conf_get(map, "set"), e->base, &common, err)) return false;
    const char *line = arena_printf(&e->arena, "%s%s", e->base, common);
    return read_budgets(e, map, err) && read_factors(e, map, line, err) && make_cells(e, map, common, err) && read_positions(e, map, err);
}

bool experiment_from_conf(ConfNode *map, Experiment *out, Err *err) {
    Experiment e = { .design_kind = 0 };
    const bool good = read_experiment(&e, map, err);
    if (good) *out = e;
    else experiment_free(&e);
    return good;
}

bool experiment_load(const char *path, const char *const *assignments, Experiment *out, Err *err) {
    Arena arena = { 0 };
    Buf file = { 0 };
    file_data_path(path, &file);
    ConfNode *map = conf_load(buf_text(&file), &arena, err);
    bool good = map != NULL;
    for (; good && assignments && *assignments; assignments++) good = conf_set_path(map, *assignments, &arena, err);
    good = good && experiment_from_conf(map, out, err);
    arena_free(&arena);
    buf_free(&file);
    return good;
}

void experiment_free(Experiment *e) {
    for (int i = 0; e->player && i < e->design.count; i++) player_spec_free(&e->player[i]);
    free(e->player);
    design_free(&e->design);
    openings_free(&e->openings);
    arena_free(&e->arena);
    *e = (Experiment){ .design_kind = 0 };
}

Limit experiment_limit(const Experiment *e, int budget) {
    if (e->by_depth) return (Limit){ .depth = (int)e->budget[budget], .nodes = (uint64_t)e->node_cap };
    return (Limit){ .nodes = (uint64_t)e->budget[budget] };
}

int experiment_measures(const Experiment *e) { return e->design.count * e->budgets * (int)e->positions; }

int experiment_index(const Experiment *e, int cell, int budget, int position) {
    return (cell * e->budgets + budget) * (int)e->positions + position;
}

void experiment_print(const Experiment *e, Buf *out) {
    buf_addf(out, "design: %s\n%s:", design_names[e->design_kind], e->by_depth ? "depths" : "nodes");
    for (int i = 0; i < e->budgets; i++) buf_addf(out, " %" PRId64, e->budget[i]);
    buf_addf(out, "\nnode_cap: %" PRId64 "\npositions: %" PRId64 " of %016" PRIx64 "\n", e->node_cap, e->positions, e->openings.hash);
    for (int i = 0; i < e->design.count; i++) {
        char hash[SHA256_TEXT_SIZE];
        Sha256 sha;
        sha256_init(&sha);
        sha256_add_text(&sha, e->player[i].resolved);
        sha256_text(&sha, hash);
        buf_addf(out, "cell: %s %.16s\n", e->cell[i], hash);
    }
}
