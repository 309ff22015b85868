#include "bench/lab/analyse.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

const char *const quantity_names[QUANTITIES] = { "nodes", "leaf_nodes", "time_ns" };

static const Measure *measure_of(const Experiment *e, const Measure *all, int cell, int budget, int position) {
    return &all[experiment_index(e, cell, budget, position)];
}

static double counter(const Measure *measure, const char *name) {
    for (int i = 0; i < player_counter_count; i++)
        if (!strcmp(player_counter_names[i], name)) return (double)measure->counter[i];
    return 0;
}

static double quantity(const Measure *measure, Quantity what) {
    switch (what) {
    case QUANTITY_NODES: return (double)measure->nodes;
    case QUANTITY_LEAVES: return counter(measure, "leaf_nodes");
    default: return (double)measure->time_ns;
    }
}

static bool counts(const Measure *measure) { return measure->done && measure->fault == FAULT_NONE; }
static bool finished(const Measure *measure) { return counts(measure) && !measure->censored; }

static BootstrapSpec bootstrap_of(const Experiment *e) { return (BootstrapSpec){ .seed = (uint64_t)e->seed, .resamples = 2000 }; }

static bool cell_ratio(const Experiment *e, const Measure *all, int cell, int budget, Quantity what, Ratio *out, Err *err) {
    const size_t positions = (size_t)e->positions;
    double *new = mem_zalloc(positions, sizeof *new), *old = mem_zalloc(positions, sizeof *old), sum_new = 0, sum_old = 0;
    *out = (Ratio){ .mean = { NAN, NAN, NAN }, .of_sums = NAN };
    for (int i = 0; i < e->positions; i++) {
        const Measure *a = measure_of(e, all, cell, budget, i), *b = measure_of(e, all, 0, budget, i);
        const double x = quantity(a, what), y = quantity(b, what);
        if (!counts(a) || !counts(b) || (a->censored && b->censored && cell) || x <= 0 || y <= 0) continue;
        out->at_least |= a->censored && cell;
        out->at_most |= b->censored && cell;
        new[out->positions] = x;
        old[out->positions++] = y;
        sum_new += x;
        sum_old += y;
    }
    const BootstrapSpec spec = bootstrap_of(e);
    const bool good = !out->positions || bootstrap_ratio(new, old, (size_t)out->positions, &spec, &out->mean, err);
    if (out->positions) out->of_sums = sum_new / sum_old;
    free(new);
    free(old);
    return good;
}

static void compare_answers(const Experiment *e, const Measure *all, int cell, int budget, CellSummary *out) {
    out->must_agree = e->by_depth && e->alike[cell] == 0;
    for (int i = 0; i < e->positions; i++) {
        const Measure *a = measure_of(e, all, cell, budget, i), *b = measure_of(e, all, 0, budget, i);
        if (!finished(a) || !finished(b)) continue;
        out->values_differ += a->score != b->score;
        out->moves_differ += a->move != b->move;
    }
}

bool analyse_cell(const Experiment *e, const Measure *all, int cell, int budget, CellSummary *out, Err *err) {
    double cutoffs = 0, first = 0, depths = 0;
    *out = (CellSummary){ .counted = 0 };
    for (int i = 0; i < e->positions; i++) {
        const Measure *measure = measure_of(e, all, cell, budget, i);
        out->faults += measure->fault != FAULT_NONE;
        if (!counts(measure)) continue;
        out->counted++;
        out->censored += measure->censored;
        for (int what = 0; what < QUANTITIES; what++) out->sum[what] += quantity(measure, (Quantity)what);
        cutoffs += counter(measure, "beta_cutoffs");
        first += counter(measure, "first_cutoffs");
        depths += measure->depth;
    }
    for (int what = 0; !out->counted && what < QUANTITIES; what++) out->sum[what] = NAN;
    out->mean_depth = out->counted ? depths / out->counted : NAN;
    out->first_cutoffs = cutoffs > 0 ? first / cutoffs : NAN;
    compare_answers(e, all, cell, budget, out);
    for (int what = 0; what < QUANTITIES; what++)
        if (!cell_ratio(e, all, cell, budget, (Quantity)what, &out->ratio[what], err)) return false;
    return true;
}

/* Effects. */

/* Does a cell have this setting? A negative factor is one that everything has. */
static bool has(const Cell *cell, int factor, int level) { return factor < 0 || cell->level[factor] == level; }

/* The mean of log nodes over the cells with these settings, at one position; NAN when some of it is missing. */
static double mean_log(const Experiment *e, const Measure *all, int budget, int position, int a, int a_level, int b, int b_level) {
    double sum = 0;
    int count = 0;
    for (int i = 0; i < e->design.count; i++) {
        if (!has(&e->design.cell[i], a, a_level) || !has(&e->design.cell[i], b, b_level)) continue;
        const Measure *measure = measure_of(e, all, i, budget, position);
        if (!counts(measure) || !measure->nodes) return NAN;
        sum += log((double)measure->nodes);
        count++;
    }
    return count ? sum / count : NAN;
}

static double contrast(const Experiment *e, const Measure *all, int budget, int position, const Effect *effect) {
    const int a = effect->factor, b = effect->other;
    const double main = mean_log(e, all, budget, position, a, effect->level, b, effect->other_level) -
                        mean_log(e, all, budget, position, a, 0, b, effect->other_level);
    if (b < 0) return main;
    return main - mean_log(e, all, budget, position, a, effect->level, b, 0) + mean_log(e, all, budget, position, a, 0, b, 0);
}

static bool estimate(const Experiment *e, const Measure *all, int budget, Effect *effect, Err *err) {
    double *logs = mem_zalloc((size_t)e->positions, sizeof *logs);
    size_t count = 0;
    for (int i = 0; i < e->positions; i++) {
        const double value = contrast(e, all, budget, i, effect);
        if (!isnan(value)) logs[count++] = value;
    }
    const BootstrapSpec spec = bootstrap_of(e);
    BootstrapInterval interval = { NAN, NAN, NAN };
    const bool good = !count || bootstrap_mean(logs, count, &spec, &interval, err);
    effect->ratio = (BootstrapInterval){ exp(interval.value), exp(interval.low), exp(interval.high) };
    free(logs);
    return good;
}

static int count_censored(const Experiment *e, const Measure *all, int budget) {
    int censored = 0;
    for (int cell = 0; cell < e->design.count; cell++)
        for (int i = 0; i < e->positions; i++) censored += measure_of(e, all, cell, budget, i)->censored;
    return censored;
}

/* List main effects, then interactions of two. */
static int list_effects(const Experiment *e, Effect *out) {
    int count = 0;
    for (int a = 0; a < e->factors; a++)
        for (int level = 1; level < e->factor[a].levels; level++)
            out[count++] = (Effect){ .factor = a, .level = level, .other = -1 };
    for (int a = 0; a < e->factors; a++)
        for (int b = a + 1; b < e->factors; b++)
            for (int level = 1; level < e->factor[a].levels; level++)
                for (int other = 1; other < e->factor[b].levels; other++)
                    out[count++] = (Effect){ .factor = a, .level = level, .other = b, .other_level = other };
    return count;
}

bool analyse_effects(const Experiment *e, const Measure *all, int budget, Arena *arena, Effect **out, int *count, Err *err) {
    *out = NULL;
    *count = 0;
    if (e->design_kind != DESIGN_FACTORIAL && e->design_kind != DESIGN_FRACTIONAL) return true;
    size_t settings = 0;
    for (int i = 0; i < e->factors; i++) settings += (size_t)e->factor[i].levels;
    Effect *effect = arena_alloc(arena, (settings + settings * settings) * sizeof *effect);
    const int effects = list_effects(e, effect), censored = count_censored(e, all, budget);
    for (int i = 0; i < effects; i++) {
        effect[i].censored = censored;
        if (!estimate(e, all, budget, &effect[i], err)) return false;
    }
    *out = effect;
    *count = effects;
    return true;
}

/* Agreement. */

void analyse_disagreements(const Experiment *e, const Measure *all, Arena *arena, Disagreement **out, int *count, int *checked) {
    Disagreement *found = NULL;
    *count = *checked = 0;
    for (int cell = 1; e->by_depth && cell < e->design.count; cell++) {
        const int other = e->alike[cell];
        if (other == cell) continue;
        for (int i = 0; i < e->budgets * (int)e->positions; i++) {
            const int budget = i / (int)e->positions, position = i % (int)e->positions;
            const Measure *a = measure_of(e, all, cell, budget, position), *b = measure_of(e, all, other, budget, position);
            if (!finished(a) || !finished(b)) continue;
            ++*checked;
            if (a->score == b->score) continue;
            found = mem_realloc(found, (size_t)(*count + 1) * sizeof *found);
            found[(*count)++] = (Disagreement){ .budget = budget, .position = position, .cell = cell, .other = other };
        }
    }
    *out = arena_alloc(arena, (size_t)(*count + 1) * sizeof **out);
    if (*count) memcpy(*out, found, (size_t)*count * sizeof **out);
    free(found);
}
