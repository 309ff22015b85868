#include "bench/regress/part.h"
#include <stdlib.h>
#include <string.h>
#include "bench/regress/part_internal.h"
#include "engine/core/json.h"

/* Records. */

#define TEXT(object, member) { .name = #member, .kind = OPT_TEXT, .offset = offsetof(object, member) }
#define INT(object, member) { .name = #member, .kind = OPT_INT, .offset = offsetof(object, member), .min = -1, .max = 9e15 }
#define REAL(object, member) { .name = #member, .kind = OPT_REAL, .offset = offsetof(object, member), .max = 9e18 }
#define BOOL(object, member) { .name = #member, .kind = OPT_BOOL, .offset = offsetof(object, member) }
#define TABLE(name, heading, rows) const OptTable name = { heading, rows, sizeof rows / sizeof *rows }

static const char *const fault_names[] = { "none", "illegal", "time", "crash", "stall", NULL };

static const OptRow part_rows[] = {
    INT(GatePart, shard),   INT(GatePart, shards), TEXT(GatePart, version), TEXT(GatePart, player), TEXT(GatePart, against),
    { .name = "reference", .kind = OPT_CHOICE, .offset = offsetof(GatePart, reference), .initial = "none", .choices = gate_reference_names },
    BOOL(GatePart, accept), TEXT(GatePart, path),  TEXT(GatePart, sprt),
};
TABLE(part_options, "part", part_rows);

static const OptRow signature_rows[] = { TEXT(SignatureMeasure, suite), TEXT(SignatureMeasure, limit), INT(SignatureMeasure, count),
                                         REAL(SignatureMeasure, seconds) };
TABLE(part_signature_options, "signature of a part", signature_rows);

static const OptRow position_rows[] = {
    INT(PositionMeasure, index), TEXT(PositionMeasure, name), INT(PositionMeasure, nodes), INT(PositionMeasure, again), INT(PositionMeasure, other),
    { .name = "fault", .kind = OPT_CHOICE, .offset = offsetof(PositionMeasure, fault), .initial = "none", .choices = fault_names },
    TEXT(PositionMeasure, note),
};
TABLE(part_position_options, "position of a part", position_rows);

static const OptRow suite_rows[] = { TEXT(SuiteMeasure, file), TEXT(SuiteMeasure, suite), TEXT(SuiteMeasure, limit), INT(SuiteMeasure, count),
                                     REAL(SuiteMeasure, seconds) };
TABLE(part_suite_options, "suite of a part", suite_rows);

static const OptRow item_rows[] = {
    INT(ItemMeasure, index), TEXT(ItemMeasure, name), TEXT(ItemMeasure, wanted), BOOL(ItemMeasure, solved), INT(ItemMeasure, other),
    { .name = "fault", .kind = OPT_CHOICE, .offset = offsetof(ItemMeasure, fault), .initial = "none", .choices = fault_names },
    TEXT(ItemMeasure, note),
};
TABLE(part_item_options, "item of a part", item_rows);

#define OUTCOME(word, half_points) { .name = word, .kind = OPT_INT, .offset = offsetof(GamesMeasure, penta[half_points]), .max = 9e15 }
static const OptRow games_rows[] = {
    TEXT(GamesMeasure, opponent), INT(GamesMeasure, games), INT(GamesMeasure, faults), INT(GamesMeasure, others_faults), REAL(GamesMeasure, seconds),
    OUTCOME("ll", 0), OUTCOME("ld", 1), OUTCOME("dd", 2), OUTCOME("wd", 3), OUTCOME("ww", 4),
};
TABLE(part_games_options, "games of a part", games_rows);

static const OptRow speed_rows[] = { REAL(SpeedMeasure, seconds), TEXT(SpeedMeasure, faulty), TEXT(SpeedMeasure, note) };
TABLE(part_speed_options, "speed of a part", speed_rows);

#define COST(word, side, member) { .name = word, .kind = OPT_REAL, .offset = offsetof(PartSample, cost[side].member), .max = 9e18 }
static const OptRow sample_rows[] = {
    COST("cpu_ns", 0, cpu_ns),         COST("instructions", 0, instructions),         COST("nodes", 0, nodes),
    COST("against_cpu_ns", 1, cpu_ns), COST("against_instructions", 1, instructions), COST("against_nodes", 1, nodes),
};
TABLE(part_sample_options, "sample of a part", sample_rows);

static const OptRow instructions_rows[] = {
    TEXT(InstructionsMeasure, suite), TEXT(InstructionsMeasure, limit),   INT(InstructionsMeasure, positions), REAL(InstructionsMeasure, instructions),
    REAL(InstructionsMeasure, nodes), REAL(InstructionsMeasure, seconds), TEXT(InstructionsMeasure, faulty),   TEXT(InstructionsMeasure, note),
    TEXT(InstructionsMeasure, reason),
};
TABLE(part_instructions_options, "instructions of a part", instructions_rows);

/* Writing. */

static void write_row(Json *json, const OptRow *row, const void *object) {
    const void *field = (const char *)object + row->offset;
    switch (row->kind) {
    case OPT_BOOL: json_bool(json, row->name, *(const bool *)field); break;
    case OPT_INT: json_int(json, row->name, *(const int64_t *)field); break;
    case OPT_REAL: json_real(json, row->name, *(const double *)field); break;
    case OPT_CHOICE: json_text(json, row->name, row->choices[*(const int *)field]); break;
    default: json_text(json, row->name, field); break;
    }
}

static void write_rows(Json *json, const OptTable *table, const void *object) {
    for (size_t i = 0; i < table->count; i++) write_row(json, &table->rows[i], object);
}

static void write_record(Json *json, const OptTable *table, const void *object) {
    json_object(json, NULL);
    write_rows(json, table, object);
    json_end_object(json);
}

static void write_signature(Json *json, const SignatureMeasure *signature) {
    json_object(json, "signature");
    write_rows(json, &part_signature_options, signature);
    json_list(json, "positions");
    for (int64_t i = 0; i < signature->count; i++)
        if (signature->position[i].done) write_record(json, &part_position_options, &signature->position[i]);
    json_end_list(json);
    json_end_object(json);
}

static void write_suite(Json *json, const SuiteMeasure *suite) {
    json_object(json, NULL);
    write_rows(json, &part_suite_options, suite);
    json_list(json, "items");
    for (int64_t i = 0; i < suite->count; i++)
        if (suite->item[i].done) write_record(json, &part_item_options, &suite->item[i]);
    json_end_list(json);
    json_end_object(json);
}

static void write_games(Json *json, const char *key, const GamesMeasure *games) {
    json_object(json, key);
    write_rows(json, &part_games_options, games);
    json_text(json, "list", games->list);
    json_end_object(json);
}

static void write_speed(Json *json, const SpeedMeasure *speed) {
    json_object(json, "speed");
    write_rows(json, &part_speed_options, speed);
    json_list(json, "samples");
    for (int i = 0; i < speed->result.samples; i++) {
        const PartSample sample = { { speed->result.cost[0][i], speed->result.cost[1][i] } };
        write_record(json, &part_sample_options, &sample);
    }
    json_end_list(json);
    json_end_object(json);
}

void part_write(const GatePart *part, Buf *out) {
    const GateMeasures *measures = &part->measures;
    Json json = json_to(out);
    json_object(&json, NULL);
    write_rows(&json, &part_options, part);
    json_text(&json, "text", part->text);
    json_list(&json, "set");
    for (int i = 0; i < part->set.count; i++) json_text(&json, NULL, part->set.item[i]);
    json_end_list(&json);
    if (measures->signature.count) write_signature(&json, &measures->signature);
    json_list(&json, "suites");
    for (int i = 0; i < measures->suites; i++) write_suite(&json, &measures->suite[i]);
    json_end_list(&json);
    if (measures->match.done) write_games(&json, "match", &measures->match);
    if (measures->sprt.done) write_games(&json, "test", &measures->sprt);
    if (measures->speed.done) write_speed(&json, &measures->speed);
    if (measures->instructions.done) {
        json_object(&json, "instructions");
        write_rows(&json, &part_instructions_options, &measures->instructions);
        json_end_object(&json);
    }
    json_end_object(&json);
    buf_add_char(out, '\n');
}

/* Pooling. */

static void print_sets(const OptList *set, Buf *out) {
    for (int i = 0; i < set->count; i++) buf_addf(out, "%s%s", i ? " " : "", set->item[i]);
}

/* Do two parts belong to one gate? sets: of the first and of the other, in words. */
static bool check_same_settings(const GatePart *first, const GatePart *part, const Buf sets[2], Err *err) {
    const struct { const char *what, *a, *b; } rows[] = {
        { "judges player", first->player, part->player },
        { "compares with player", first->against, part->against },
        { "was measured by xqbench", first->version, part->version },
        { "was measured with --set", buf_text(&sets[0]), buf_text(&sets[1]) },
        { "asks for --sprt", first->sprt, part->sprt },
        { "was measured with --update", first->accept ? "on" : "off", part->accept ? "on" : "off" },
        { "has the reference", gate_reference_names[first->reference], gate_reference_names[part->reference] },
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (strcmp(rows[i].a, rows[i].b))
            return err_set(err, ERR_INPUT, "%s: %s '%s', but %s: '%s'; all parts must be of one gate", part->file, rows[i].what, rows[i].b,
                           first->file, rows[i].a);
    if (strcmp(first->text, part->text))
        return err_set(err, ERR_INPUT, "%s: its baseline %s has another content than %s of %s; all parts need the same file", part->file, part->path,
                       first->path, first->file);
    if (first->shards != part->shards)
        return err_set(err, ERR_INPUT, "%s: part %d of %d, but %s: of %d", part->file, (int)part->shard, (int)part->shards, first->file, (int)first->shards);
    return true;
}

static bool check_same_gate(const GatePart *first, const GatePart *part, Err *err) {
    Buf sets[2] = { { 0 }, { 0 } };
    print_sets(&first->set, &sets[0]);
    print_sets(&part->set, &sets[1]);
    const bool good = check_same_settings(first, part, sets, err);
    buf_free(&sets[0]);
    buf_free(&sets[1]);
    return good;
}

/* Is every part there once? */
static bool check_complete(const GatePart *parts, int count, Err *err) {
    for (int64_t shard = 1; shard <= parts->shards; shard++) {
        const GatePart *found = NULL;
        for (int i = 0; i < count; i++) {
            if (parts[i].shard != shard) continue;
            if (found) return err_set(err, ERR_INPUT, "%s and %s are both part %d of %d", found->file, parts[i].file, (int)shard, (int)parts->shards);
            found = &parts[i];
        }
        if (!found) return err_set(err, ERR_INPUT, "part %d of %d is missing: its job failed, or its file was not handed on", (int)shard, (int)parts->shards);
    }
    return true;
}

static bool pool_signature(const GatePart *from, SignatureMeasure *all, Err *err) {
    const SignatureMeasure *part = &from->measures.signature;
    if (part->count != all->count || strcmp(part->suite, all->suite))
        return err_set(err, ERR_INPUT, "%s: its positions are others (content %s, not %s)", from->file, part->suite, all->suite);
    for (int64_t i = 0; i < part->count; i++)
        if (part->position[i].done) all->position[i] = part->position[i];
    all->seconds += part->seconds;
    return true;
}

static bool pool_suite(const GatePart *from, int number, SuiteMeasure *all, Err *err) {
    const SuiteMeasure *part = &from->measures.suite[number];
    if (part->count != all->count || strcmp(part->suite, all->suite))
        return err_set(err, ERR_INPUT, "%s: its %s is another (content %s, not %s)", from->file, part->file, part->suite, all->suite);
    for (int64_t i = 0; i < part->count; i++)
        if (part->item[i].done) all->item[i] = part->item[i];
    all->seconds += part->seconds;
    return true;
}

static void pool_games(const GamesMeasure *part, GamesMeasure *all, Arena *arena) {
    if (!all->done) return;
    all->games += part->games;
    all->faults += part->faults;
    all->others_faults += part->others_faults;
    all->seconds += part->seconds;
    for (int i = 0; i < ELO_PAIRS; i++) all->penta[i] += part->penta[i];
    all->list = arena_printf(arena, "%s%s", all->list, part->list);
}

/* A ratio means the same on every machine, so samples of all jobs count alike. */
static void pool_speed(const SpeedMeasure *part, SpeedMeasure *all) {
    SpeedResult *to = &all->result;
    const SpeedResult *from = &part->result;
    const size_t count = (size_t)to->samples + (size_t)from->samples;
    all->seconds += part->seconds;
    if (*part->faulty && !*all->faulty) {
        memcpy(all->faulty, part->faulty, sizeof all->faulty);
        memcpy(all->note, part->note, sizeof all->note);
    }
    if (!from->samples) return;
    for (int i = 0; i < 2; i++) {
        to->cost[i] = mem_realloc(to->cost[i], count * sizeof *to->cost[i]);
        memcpy(to->cost[i] + to->samples, from->cost[i], (size_t)from->samples * sizeof *to->cost[i]);
    }
    to->samples = (int)count;
}

/* Is every position and item measured? What parts say of themselves need not be true of their content. */
static bool check_measured(const GatePart *whole, Err *err) {
    const GateMeasures *measures = &whole->measures;
    for (int64_t i = 0; i < measures->signature.count; i++)
        if (!measures->signature.position[i].done) return err_set(err, ERR_INPUT, "no part has position %d of the signature", (int)i + 1);
    for (int k = 0; k < measures->suites; k++)
        for (int64_t i = 0; i < measures->suite[k].count; i++)
            if (!measures->suite[k].item[i].done) return err_set(err, ERR_INPUT, "no part has item %d of %s", (int)i + 1, measures->suite[k].file);
    return true;
}

static bool pool(const GatePart *from, GatePart *whole, Err *err) {
    GateMeasures *all = &whole->measures;
    const GateMeasures *part = &from->measures;
    if (part->suites != all->suites) return err_set(err, ERR_INPUT, "%s: has %d suites, %s: %d", from->file, part->suites, whole->file, all->suites);
    if (part->match.done != all->match.done || part->sprt.done != all->sprt.done || part->speed.done != all->speed.done)
        return err_set(err, ERR_INPUT, "%s: holds other checks than %s", from->file, whole->file);
    if (!pool_signature(from, &all->signature, err)) return false;
    for (int i = 0; i < all->suites; i++)
        if (!pool_suite(from, i, &all->suite[i], err)) return false;
    if (!all->instructions.done) all->instructions = part->instructions;
    pool_games(&part->match, &all->match, &all->arena);
    pool_games(&part->sprt, &all->sprt, &all->arena);
    pool_speed(&part->speed, &all->speed);
    return true;
}

bool part_pool(GatePart *parts, int count, Err *err) {
    for (int i = 1; i < count; i++)
        if (!check_same_gate(&parts[0], &parts[i], err)) return false;
    if (!check_complete(parts, count, err)) return false;
    for (int i = 1; i < count; i++)
        if (!pool(&parts[i], &parts[0], err)) return false;
    return check_measured(&parts[0], err);
}

void part_free(GatePart *part) {
    measures_free(&part->measures);
    *part = (GatePart){ .file = NULL };
}
