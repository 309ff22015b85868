#include "tuner/verify/values.h"
#include <inttypes.h>
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
