/* Parts of the gate read back. JSON is YAML, so the reader of configurations reads it, and knows where everything stands. */
#include <inttypes.h>
#include <string.h>
#include "bench/regress/part_internal.h"
#include "engine/conf/conf.h"

enum { ITEMS_MAX = 1000000 };

typedef struct {
    GatePart *part;
    Arena *arena; /* of what stays */
} Reader;

/* A member that must be there and be of this kind. */
static ConfNode *member(ConfNode *map, const char *key, ConfKind kind, Err *err) {
    static const char *const kinds[] = { [CONF_SCALAR] = "a value", [CONF_LIST] = "a list", [CONF_MAP] = "a mapping" };
    ConfNode *node = conf_get(map, key);
    if (node && node->kind == kind) return node;
    conf_error(node ? node : map, err, "%s: %s is wanted here; this is no part that xqbench regress --shard wrote", key, kinds[kind]);
    return NULL;
}

/* Items with an index, each into its place. */
typedef struct {
    const OptTable *table;
    char *items; /* count of them, `size` bytes each */
    size_t size, index_offset, done_offset;
    int64_t count;
} Places;

static bool read_items(ConfNode *list, const Places *places, Arena *arena, Err *err) {
    for (ConfNode *node = list->child; node; node = node->next) {
        char *item = arena_alloc(arena, places->size);
        opt_defaults(places->table, item);
        if (node->kind != CONF_MAP) return conf_error(node, err, "a mapping is wanted here");
        if (!conf_apply(places->table, item, node, err)) return false;
        const int64_t index = *(const int64_t *)(item + places->index_offset);
        if (index < 0 || index >= places->count) return conf_error(node, err, "index: %" PRId64 " is none of the %" PRId64 " items", index, places->count);
        *(bool *)(item + places->done_offset) = true;
        memcpy(places->items + (size_t)index * places->size, item, places->size);
    }
    return true;
}

static bool check_count(const ConfNode *node, int64_t count, Err *err) {
    return (count >= 0 && count <= ITEMS_MAX) || conf_error(node, err, "count: %" PRId64 " is no number of positions", count);
}

static bool read_signature(const Reader *reader, ConfNode *map, Err *err) {
    SignatureMeasure *out = &reader->part->measures.signature;
    ConfNode *node = conf_get(map, "signature"), *list;
    if (!node) return true;
    if (!(list = member(node, "positions", CONF_LIST, err)) || !conf_apply(&part_signature_options, out, node, err) || !check_count(node, out->count, err))
        return false;
    out->position = arena_alloc(reader->arena, (size_t)out->count * sizeof *out->position);
    const Places places = { .table = &part_position_options, .items = (char *)out->position, .size = sizeof *out->position, .count = out->count,
                            .index_offset = offsetof(PositionMeasure, index), .done_offset = offsetof(PositionMeasure, done) };
    return read_items(list, &places, reader->arena, err);
}

static bool read_suite(const Reader *reader, ConfNode *node, SuiteMeasure *out, Err *err) {
    ConfNode *list = member(node, "items", CONF_LIST, err);
    if (!list || !conf_apply(&part_suite_options, out, node, err) || !check_count(node, out->count, err)) return false;
    out->item = arena_alloc(reader->arena, (size_t)out->count * sizeof *out->item);
    const Places places = { .table = &part_item_options, .items = (char *)out->item, .size = sizeof *out->item, .count = out->count,
                            .index_offset = offsetof(ItemMeasure, index), .done_offset = offsetof(ItemMeasure, done) };
    return read_items(list, &places, reader->arena, err);
}

static bool read_suites(const Reader *reader, ConfNode *map, Err *err) {
    GateMeasures *measures = &reader->part->measures;
    ConfNode *list = member(map, "suites", CONF_LIST, err);
    if (!list) return false;
    for (ConfNode *node = list->child; node; node = node->next) {
        if (measures->suites == BASELINE_SUITES_MAX) return conf_error(node, err, "more than %d suites", BASELINE_SUITES_MAX);
        if (!read_suite(reader, node, &measures->suite[measures->suites++], err)) return false;
    }
    return true;
}

static bool read_games(const Reader *reader, ConfNode *map, const char *key, GamesMeasure *out, Err *err) {
    ConfNode *node = conf_get(map, key), *list;
    if (!node) return true;
    if (!(list = member(node, "list", CONF_SCALAR, err)) || !conf_apply(&part_games_options, out, node, err)) return false;
    out->list = arena_strdup(reader->arena, list->text);
    out->done = true;
    return true;
}

static bool read_samples(ConfNode *list, SpeedResult *out, Err *err) {
    int count = 0;
    for (const ConfNode *node = list->child; node; node = node->next) count++;
    if (!count) return true;
    for (int i = 0; i < 2; i++) out->cost[i] = mem_zalloc((size_t)count, sizeof *out->cost[i]);
    for (ConfNode *node = list->child; node; node = node->next) {
        PartSample sample = { 0 };
        if (node->kind != CONF_MAP) return conf_error(node, err, "a mapping is wanted here");
        if (!conf_apply(&part_sample_options, &sample, node, err)) return false;
        for (int i = 0; i < 2; i++) out->cost[i][out->samples] = sample.cost[i];
        out->samples++;
    }
    return true;
}

static bool read_speed(const Reader *reader, ConfNode *map, Err *err) {
    SpeedMeasure *out = &reader->part->measures.speed;
    ConfNode *node = conf_get(map, "speed"), *list;
    if (!node) return true;
    if (!(list = member(node, "samples", CONF_LIST, err)) || !conf_apply(&part_speed_options, out, node, err)) return false;
    out->done = true;
    return read_samples(list, &out->result, err);
}

static bool read_instructions(const Reader *reader, ConfNode *map, Err *err) {
    InstructionsMeasure *out = &reader->part->measures.instructions;
    ConfNode *node = conf_get(map, "instructions");
    if (!node) return true;
    out->done = true;
    return conf_apply(&part_instructions_options, out, node, err);
}

static bool read_sets(const Reader *reader, ConfNode *map, Err *err) {
    OptList *out = &reader->part->set;
    ConfNode *list = member(map, "set", CONF_LIST, err);
    if (!list) return false;
    for (const ConfNode *node = list->child; node; node = node->next) {
        if (node->kind != CONF_SCALAR || out->count == OPT_LIST_MAX) return conf_error(node, err, "KEY=VALUE is wanted here");
        out->item[out->count++] = arena_strdup(reader->arena, node->text);
    }
    return true;
}

static bool read_part(const Reader *reader, ConfNode *map, Err *err) {
    GatePart *part = reader->part;
    ConfNode *text;
    opt_defaults(&part_options, part);
    if (map->kind != CONF_MAP) return conf_error(map, err, "this is no part that xqbench regress --shard wrote");
    if (!(text = member(map, "text", CONF_SCALAR, err))) return false;
    part->text = arena_strdup(reader->arena, text->text);
    if (!read_sets(reader, map, err) || !read_signature(reader, map, err) || !read_suites(reader, map, err) ||
        !read_games(reader, map, "match", &part->measures.match, err) || !read_games(reader, map, "test", &part->measures.sprt, err) ||
        !read_speed(reader, map, err) || !read_instructions(reader, map, err) || !conf_apply(&part_options, part, map, err))
        return false;
    return (part->shard >= 1 && part->shard <= part->shards) || conf_error(map, err, "shard: part %" PRId64 " of %" PRId64 " is none", part->shard, part->shards);
}

bool part_read(const char *path, GatePart *out, Err *err) {
    GatePart part = { .file = NULL };
    Arena arena = { 0 };
    const Reader reader = { .part = &part, .arena = &part.measures.arena };
    ConfNode *map = conf_load(path, &arena, err);
    const bool good = map && read_part(&reader, map, err);
    arena_free(&arena);
    if (good) {
        part.file = arena_strdup(&part.measures.arena, path);
        *out = part;
    } else {
        part_free(&part);
    }
    return good;
}
