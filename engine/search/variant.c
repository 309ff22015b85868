#include "engine/search/variant.h"
#include <ctype.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include "engine/core/file.h"
#include "engine/core/fnv.h"

enum { EXTENDS_MAX = 16 };

static const char *const known_keys[] = { "name", "extends", "search", "eval", "weights", "prior_weights", NULL };

static bool load(const char *what, const char *beside, int extended, Variant *out, Err *err);

/* Where a file named in another one is: beside that one, else as given. */
static void find_beside(const char *what, const char *beside, Buf *out) {
    const char *slash = beside ? strrchr(beside, '/') : NULL;
    if (what[0] != '/' && slash) {
        buf_add_n(out, beside, (size_t)(slash + 1 - beside));
        buf_add(out, what);
        if (file_exists(buf_text(out))) return;
        buf_clear(out);
    }
    buf_add(out, what);
}

static bool load_weights(const ConfNode *file, Weights *weights, Err *err) {
    Err why = { 0 };
    Buf path = { 0 };
    if (file->kind != CONF_SCALAR) return conf_error(file, err, "weights: the name of one set is wanted here");
    find_beside(file->text, file->file, &path);
    const bool good = weights_load(buf_text(&path), weights, &why) || conf_error(file, err, "weights: %s", why.text);
    buf_free(&path);
    return good;
}

/* A set by name, or single weights, perhaps over those of a set that the mapping extends. */
static bool apply_weights(ConfNode *node, Weights *weights, Err *err) {
    if (node->kind == CONF_SCALAR) return load_weights(node, weights, err);
    ConfNode *base = conf_get(node, "extends");
    return (!base || load_weights(base, weights, err)) && weights_apply(weights, node, err);
}

/* Priors have the variant's weights until they are given some of their own: changes are made to those. */
static bool apply_prior_weights(ConfNode *node, Variant *out, Err *err) {
    if (!out->has_prior_weights) out->prior_weights = out->weights;
    out->has_prior_weights = true;
    return apply_weights(node, &out->prior_weights, err);
}

/* The sections of a mapping over what *out holds. */
static bool apply_sections(ConfNode *map, Variant *out, Err *err) {
    ConfNode *search = conf_get(map, "search"), *eval = conf_get(map, "eval"), *weights = conf_get(map, "weights"),
             *prior_weights = conf_get(map, "prior_weights");
    return (!search || conf_apply(&search_options, &out->search, search, err)) &&
           (!eval || conf_apply(&eval_options, &out->eval, eval, err)) &&
           (!weights || apply_weights(weights, &out->weights, err)) &&
           (!prior_weights || apply_prior_weights(prior_weights, out, err)) && conf_check_used(map, known_keys, err);
}

static bool scalar_text(ConfNode *map, const char *key, const char **text, Err *err) {
    ConfNode *node = conf_get(map, key);
    *text = NULL;
    if (!node) return true;
    if (node->kind != CONF_SCALAR || !*node->text) return conf_error(node, err, "%s: one word is wanted here", key);
    *text = node->text;
    return true;
}

void variant_default(Variant *out) {
    *out = (Variant){ .name = "full", .weights = weights_default };
    opt_defaults(&search_options, &out->search);
    opt_defaults(&eval_options, &out->eval);
}

static bool from_conf(ConfNode *map, int extended, Variant *out, Err *err) {
    const char *name, *extends;
    Variant variant;
    if (map->kind != CONF_MAP)
        return conf_error(map, err, "a variant is a mapping of name, extends, search, eval, weights, prior_weights");
    if (!scalar_text(map, "name", &name, err) || !scalar_text(map, "extends", &extends, err)) return false;
    if (!extends) {
        variant_default(&variant);
    } else if (extended == EXTENDS_MAX) {
        return conf_error(conf_get(map, "extends"), err, "extends: more than %d steps; does it lead back here?",
                          EXTENDS_MAX);
    } else if (!load(extends, map->file, extended + 1, &variant, err)) {
        return extended ? false : err_prefix(err, "%s:%d: extends: ", map->file, conf_get(map, "extends")->line);
    }
    if (name) snprintf(variant.name, sizeof variant.name, "%s", name);
    if (!apply_sections(map, &variant, err)) return false;
    *out = variant;
    return true;
}

bool variant_from_conf(ConfNode *map, Variant *out, Err *err) {
    return from_conf(map, 0, out, err);
}

/* The file's name without folder and ending: what a variant without a name is called. */
static void name_by_file(const char *path, Variant *out) {
    const char *slash = strrchr(path, '/'), *stem = slash ? slash + 1 : path;
    snprintf(out->name, sizeof out->name, "%.*s", (int)strcspn(stem, "."), stem);
}

static bool load_file(const char *path, int extended, Variant *out, Err *err) {
    Arena arena = { 0 };
    ConfNode *map = conf_load(path, &arena, err);
    bool good = map != NULL;
    if (good) {
        const bool named = map->kind == CONF_MAP && conf_get(map, "name");
        good = from_conf(map, extended, out, err);
        if (good && !named) name_by_file(path, out);
    }
    arena_free(&arena);
    return good;
}

static bool is_path(const char *what) {
    return strchr(what, '/') || strchr(what, '.');
}

static bool unknown(const char *what, Err *err) {
    return err_set(
        err, ERR_INPUT,
        "'%s' is no variant: neither a file, nor in configs/variants (minimax, alphabeta, failsoft, aspiration, pvs, "
        "pvsh, pvsht, pvshti, pvshnti, pvshntiq, full, puct, uct), nor a base (MM AB FS AS PVS) with letters of KCHNTIQ in this "
        "order",
        what);
}

static bool load(const char *what, const char *beside, int extended, Variant *out, Err *err) {
    Buf path = { 0 }, relative = { 0 };
    bool good = false;
    buf_addf(&relative, "configs/variants/%s.yaml", what);
    if (is_path(what)) {
        find_beside(what, beside, &path);
        good = load_file(buf_text(&path), extended, out, err);
    } else if (file_exists(what)) {
        good = load_file(what, extended, out, err);
    } else if (file_find_data(buf_text(&relative), &path)) {
        good = load_file(buf_text(&path), extended, out, err);
    } else {
        good = variant_from_grammar(what, out) || unknown(what, err);
    }
    buf_free(&path);
    buf_free(&relative);
    return good;
}

bool variant_load(const char *what, Variant *out, Err *err) {
    return load(what, NULL, 0, out, err);
}

/* "null_move" means "search.null_move". */
static bool has_section(const char *assignment) {
    static const char *const sections[] = { "search.", "eval.", "weights.", "weights=", "prior_weights.", "prior_weights=" };
    for (size_t i = 0; i < sizeof sections / sizeof *sections; i++)
        if (!strncmp(assignment, sections[i], strlen(sections[i]))) return true;
    return false;
}

bool variant_set(Variant *variant, const char *assignment, Err *err) {
    Arena arena = { 0 };
    ConfNode map = { .kind = CONF_MAP, .file = "<set>" };
    const char *full = has_section(assignment) ? assignment : arena_printf(&arena, "search.%s", assignment);
    Variant changed = *variant;
    const bool good = conf_set_path(&map, full, &arena, err) && apply_sections(&map, &changed, err);
    if (good) *variant = changed;
    arena_free(&arena);
    return good;
}

/* The weights as 16-bit numbers, least significant byte first. */
static uint64_t hash_weights(const Weights *weights) {
    uint64_t hash = FNV_START;
    for (int i = 0; i < WEIGHT_COUNT; i++) {
        const uint16_t mg = (uint16_t)weights->flat[i].mg, eg = (uint16_t)weights->flat[i].eg;
        const uint8_t bytes[] = { (uint8_t)mg, (uint8_t)(mg >> 8), (uint8_t)eg, (uint8_t)(eg >> 8) };
        hash = fnv_add(hash, bytes, sizeof bytes);
    }
    return hash;
}

void variant_print(const Variant *variant, Buf *out) {
    opt_print(&search_options, &variant->search, true, out);
    opt_print(&eval_options, &variant->eval, true, out);
    buf_addf(out, "weights: %016" PRIx64 "\n", hash_weights(&variant->weights));
    if (variant->has_prior_weights)
        buf_addf(out, "prior_weights: %016" PRIx64 "\n", hash_weights(&variant->prior_weights));
}
