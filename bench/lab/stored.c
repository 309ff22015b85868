#include "bench/lab/stored.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "engine/xq/notation.h"

/* To the store. */

static const ExperimentLevel *record_levels(const Experiment *e, Arena *arena, int *count) {
    ExperimentLevel *level = arena_alloc(arena, (size_t)(e->factors * LEVELS_MAX + 1) * sizeof *level);
    *count = 0;
    for (int f = 0; f < e->factors; f++)
        for (int k = 0; k < e->factor[f].levels; k++)
            level[(*count)++] = (ExperimentLevel){ .factor = f, .level = k, .factor_name = e->factor[f].name, .name = e->factor[f].level[k].name };
    return level;
}

static const char *moves_text(const Opening *opening, Arena *arena) {
    Buf text = { 0 };
    moves_coord(opening->move, opening->count, &text);
    const char *copy = arena_strdup(arena, buf_text(&text));
    buf_free(&text);
    return copy;
}

static const ExperimentPosition *record_positions(const Experiment *e, Arena *arena) {
    ExperimentPosition *position = arena_alloc(arena, (size_t)(e->positions + 1) * sizeof *position);
    for (int i = 0; i < e->positions; i++) {
        const Opening *opening = &e->openings.item[e->position[i]];
        position[i] = (ExperimentPosition){ .name = opening->name, .fen = opening->fen, .moves = moves_text(opening, arena) };
    }
    return position;
}

ExperimentRecord stored_record(const Experiment *e, Arena *arena) {
    Buf config = { 0 };
    experiment_print(e, &config);
    ExperimentRecord record = {
        .name = e->name, .config = arena_strdup(arena, buf_text(&config)), .base = e->base, .suite = e->suite,
        .design = design_names[e->design_kind], .expected = e->expected, .found = e->found, .by_depth = e->by_depth, .fraction = e->fraction,
        .node_cap = e->node_cap, .seed = e->seed, .cell = e->cell, .alike = e->alike, .player = e->player, .cells = e->design.count,
        .position = record_positions(e, arena), .positions = (int)e->positions,
    };
    record.level = record_levels(e, arena, &record.levels);
    buf_free(&config);
    return record;
}

/* And back. */

typedef struct { const Experiment *experiment; Measure *all; int *done; } Taking;

static void take_measure(void *context, const MeasureRecord *record) {
    const Taking *taking = context;
    const Experiment *e = taking->experiment;
    int budget = 0;
    while (budget < e->budgets && e->budget[budget] != record->budget) budget++;
    if (budget == e->budgets || record->cell >= e->design.count || record->position >= e->positions) return;
    const Answer *answer = &record->answer;
    Measure *measure = &taking->all[experiment_index(e, record->cell, budget, record->position)];
    *taking->done += !measure->done;
    *measure = (Measure){ .done = true, .censored = record->censored, .move = answer->move, .score = answer->score, .bound = answer->bound,
                          .fault = answer->fault, .depth = answer->depth, .nodes = answer->nodes, .time_ns = answer->time_ns };
    memcpy(measure->counter, answer->counter, sizeof measure->counter);
}

bool stored_measures(Store *store, int64_t id, const Experiment *experiment, Measure *all, int *done, Err *err) {
    Taking taking = { experiment, all, done };
    return store_experiment_measures(store, id, &taking, take_measure, err);
}

static void copy_name(char *out, size_t size, const char *text) { snprintf(out, size, "%s", text); }

/* Off and on, the levels of a switch, are called by the factor's name alone. */
static void read_factors(const ExperimentRecord *record, Experiment *e) {
    e->factor = arena_alloc(&e->arena, FACTORS_MAX * sizeof *e->factor);
    for (int i = 0; i < record->levels; i++) {
        const ExperimentLevel *level = &record->level[i];
        if (level->factor < 0 || level->factor >= FACTORS_MAX || level->level < 0 || level->level >= LEVELS_MAX) continue;
        Factor *factor = &e->factor[level->factor];
        if (!factor->level) factor->level = arena_alloc(&e->arena, LEVELS_MAX * sizeof *factor->level);
        factor->name = level->factor_name;
        factor->level[level->level].name = level->name;
        if (level->level >= factor->levels) factor->levels = level->level + 1;
        if (level->factor >= e->factors) e->factors = level->factor + 1;
    }
    for (int f = 0; f < e->factors; f++) {
        Factor *factor = &e->factor[f];
        factor->simple = factor->levels == 2 && !strcmp(factor->level[0].name, "off") && !strcmp(factor->level[1].name, "on");
    }
}

static int design_of(const char *name) {
    for (int kind = 0; design_names[kind]; kind++)
        if (!strcmp(design_names[kind], name)) return kind;
    return -1;
}

/* The cells follow from the design. Where it is not known, or is made otherwise today, they are cells without settings. */
static void read_design(const ExperimentRecord *record, Experiment *e) {
    const int kind = design_of(record->design);
    int levels[FACTORS_MAX];
    for (int f = 0; f < e->factors; f++) levels[f] = e->factor[f].levels;
    if (kind >= 0 && e->factors && design_make((DesignKind)kind, levels, e->factors, (int)record->fraction, &e->design, NULL)) {
        e->design_kind = kind;
        if (e->design.count == record->cells) return;
        design_free(&e->design);
    }
    e->design_kind = DESIGN_ONE_AT_A_TIME;
    e->factors = 0;
    e->design = (Design){ .cell = mem_zalloc((size_t)record->cells + 1, sizeof *e->design.cell), .count = record->cells };
}

/* What the measures themselves say: which budgets there are, how many positions. */
static void look_at_measure(void *context, const MeasureRecord *record) {
    Experiment *e = context;
    int budget = 0;
    while (budget < e->budgets && e->budget[budget] < record->budget) budget++;
    if (record->position >= e->positions) e->positions = record->position + 1;
    if ((budget < e->budgets && e->budget[budget] == record->budget) || e->budgets == BUDGETS_MAX) return;
    memmove(&e->budget[budget + 1], &e->budget[budget], (size_t)(e->budgets - budget) * sizeof *e->budget);
    e->budget[budget] = record->budget;
    e->budgets++;
}

static void read_positions(const ExperimentRecord *record, Experiment *e) {
    e->openings.item = mem_zalloc((size_t)e->positions + 1, sizeof *e->openings.item);
    e->position = arena_alloc(&e->arena, (size_t)(e->positions + 1) * sizeof *e->position);
    e->openings.count = (uint32_t)e->positions;
    for (int i = 0; i < e->positions; i++) {
        const ExperimentPosition *known = i < record->positions ? &record->position[i] : NULL;
        e->position[i] = (uint32_t)i;
        e->openings.item[i].name = known ? arena_strdup(&e->arena, known->name) : arena_printf(&e->arena, "%d", i + 1);
        e->openings.item[i].fen = arena_strdup(&e->arena, known ? known->fen : "");
    }
}

static bool read_whole(Store *store, int64_t id, Experiment *e, Measure **all, Err *err) {
    ExperimentRecord record;
    int done = 0;
    if (!store_experiment_read(store, id, &e->arena, &record, err)) return false;
    copy_name(e->name, sizeof e->name, record.name);
    copy_name(e->base, sizeof e->base, record.base);
    copy_name(e->suite, sizeof e->suite, record.suite);
    e->expected = record.expected;
    e->found = record.found;
    e->fraction = record.fraction;
    e->node_cap = record.node_cap;
    e->seed = record.seed;
    e->by_depth = record.by_depth;
    e->cell = arena_alloc(&e->arena, (size_t)(record.cells + 1) * sizeof *e->cell);
    e->alike = arena_alloc(&e->arena, (size_t)(record.cells + 1) * sizeof *e->alike);
    memcpy(e->cell, record.cell, (size_t)record.cells * sizeof *e->cell);
    memcpy(e->alike, record.alike, (size_t)record.cells * sizeof *e->alike);
    e->positions = record.positions;
    read_factors(&record, e);
    read_design(&record, e);
    if (!store_experiment_measures(store, id, e, look_at_measure, err)) return false;
    read_positions(&record, e);
    *all = mem_zalloc((size_t)experiment_measures(e) + 1, sizeof **all);
    return stored_measures(store, id, e, *all, &done, err);
}

bool stored_read(Store *store, int64_t id, Experiment *out, Measure **all, Err *err) {
    Experiment e = { .design_kind = 0 };
    *all = NULL;
    if (read_whole(store, id, &e, all, err)) {
        *out = e;
        return true;
    }
    free(*all);
    *all = NULL;
    experiment_free(&e);
    return false;
}
