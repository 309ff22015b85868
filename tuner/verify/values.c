#include "tuner/verify/values.h"
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include "bench/client/engine_spec.h"

static const char *const side_names[] = { [VALUES_START] = "start", [VALUES_TUNED] = "tuned" };

bool values_are_foreign(const TuningRecord *tuning) {
    const char *at = tuning->result;
    while (*at == '#' || *at == '\n') at += strcspn(at, "\n") + (at[strcspn(at, "\n")] == '\n');
    return !strncmp(at, "term ", strlen("term "));
}

static ConfNode *scalar(const char *key, const char *text, Arena *arena) {
    ConfNode *node = arena_alloc(arena, sizeof *node);
    *node = (ConfNode){ .kind = CONF_SCALAR, .key = key, .text = text, .file = "the tuning" };
    return node;
}

static void prepend(ConfNode *map, ConfNode *node) {
    node->next = map->child;
    map->child = node;
}

ConfNode *values_player(const TuningRecord *tuning, ValuesSide side, const char *variant, Arena *arena, Err *err) {
    const char *text = side == VALUES_START ? tuning->start : tuning->result;
    if (!*tuning->result) {
        err_set(err, ERR_INPUT, "tuning %" PRId64 " proposes nothing yet", tuning->id);
        return NULL;
    }
    if (values_are_foreign(tuning)) {
        err_set(err, ERR_INPUT, "tuning %" PRId64 " is of another engine's evaluation", tuning->id);
        return NULL;
    }
    ConfNode *map = conf_parse(text, strlen(text), arena_printf(arena, "tuning %" PRId64 ", %s", tuning->id, side_names[side]), arena, err);
    if (!map) return NULL;
    if (map->kind != CONF_MAP) {
        conf_error(map, err, "a player is a mapping");
        return NULL;
    }
    conf_remove(map, "name");
    if (!conf_get(map, "extends") && !conf_get(map, "variant") && !engine_spec_is_engine(map)) prepend(map, scalar("variant", variant, arena));
    prepend(map, scalar("name", side_names[side], arena));
    return map;
}

bool values_variant(const TuningRecord *tuning, ValuesSide side, const char *variant, Variant *out, Err *err) {
    Arena arena = { 0 };
    ConfNode *map = values_player(tuning, side, variant, &arena, err);
    bool good = map != NULL;
    if (good && engine_spec_is_engine(map)) good = err_set(err, ERR_INPUT, "tuning %" PRId64 " is of an engine's options", tuning->id);
    for (ConfNode *node = good ? map->child : NULL; node; node = node->next)
        if (!strcmp(node->key, "variant")) node->key = "extends";
    good = good && variant_from_conf(map, out, err);
    arena_free(&arena);
    return good;
}

/* What the mapping builds on needn't be here: bounds don't depend on it. */
static void forget_files(ConfNode *map) {
    static const char *const bases[] = { "extends", "variant" }, *const sets[] = { "weights", "prior_weights" };
    for (size_t i = 0; i < sizeof bases / sizeof bases[0]; i++) conf_remove(map, bases[i]);
    for (size_t i = 0; i < sizeof sets / sizeof sets[0]; i++) {
        ConfNode *set = conf_get(map, sets[i]);
        if (set && set->kind == CONF_SCALAR) conf_remove(map, sets[i]);
        else if (set) conf_remove(set, "extends");
    }
}

static bool check_option(const ConfNode *options, const StoredParam *param, Err *err) {
    const char *const prefix = "options.", *name = param->name + strlen(prefix);
    if (strncmp(param->name, prefix, strlen(prefix))) return true;
    for (const ConfNode *node = options ? options->child : NULL; node; node = node->next) {
        if (strcmp(node->key, name)) continue;
        char *end = NULL;
        const double value = node->kind == CONF_SCALAR ? strtod(node->text, &end) : 0;
        if (end && end != node->text && !*end && value >= param->min && value <= param->max) return true;
        return conf_error(node, err, "%s: '%s' is not within the bounds of its tuning, %g to %g", name, end ? node->text : "", param->min, param->max);
    }
    return err_set(err, ERR_INPUT, "%s was tuned, and has no value", name);
}

bool values_check(const TuningRecord *tuning, const StoredSpsa *tuned, Err *err) {
    Arena arena = { 0 };
    Variant variant;
    if (values_are_foreign(tuning)) return true;
    ConfNode *map = values_player(tuning, VALUES_TUNED, "full", &arena, err), *options = map ? conf_get(map, "options") : NULL;
    bool good = map != NULL;
    if (good && !options && !engine_spec_is_engine(map)) {
        forget_files(map);
        good = variant_from_conf(map, &variant, err);
    } else {
        for (int i = 0; good && i < tuned->params; i++) good = check_option(options, &tuned->param[i], err);
    }
    arena_free(&arena);
    return good;
}
