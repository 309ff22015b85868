#include "bench/report/experiment_report.h"
#include <inttypes.h>
#include <math.h>
#include <string.h>
#include "engine/core/json.h"

static const CellSummary *summary_of(const ExperimentReport *report, int budget, int cell) {
    return &report->cell[budget * report->experiment->design.count + cell];
}

/* Engines behind pipes tell nodes alone. */
static bool is_engine(const ExperimentReport *report, int cell) {
    double nodes = 0, leaves = 0;
    for (int budget = 0; budget < report->experiment->budgets; budget++) {
        const CellSummary *summary = summary_of(report, budget, cell);
        if (!summary->counted) continue;
        nodes += summary->sum[QUANTITY_NODES];
        leaves += summary->sum[QUANTITY_LEAVES];
    }
    return nodes > 0 && leaves <= 0;
}

void experiment_report_definition(const ExperimentReport *report, Buf *out) {
    const int cells = report->experiment->design.count;
    int engines = 0;
    for (int i = 0; i < cells; i++) engines += is_engine(report, i);
    if (engines < cells)
        buf_addf(out, "A node%s is one move made, in the main search and in quiescence alike; a leaf is one call of the evaluation; time is CPU time. ",
                 engines ? " of a builtin player" : "");
    if (engines) buf_add(out, "A node of an engine behind pipes is what it reports as one, it tells no leaves, and its time is from question to answer. ");
    buf_add(out, "Every search is a new game. Ratios are to the first cell: the geometric mean over positions with its 95 % bootstrap interval, "
                 "and the ratio of sums.");
}

static int faults_of(const ExperimentReport *report, int cell) {
    int faults = 0;
    for (int budget = 0; budget < report->experiment->budgets; budget++) faults += summary_of(report, budget, cell)->faults;
    return faults;
}

int experiment_faults(const ExperimentReport *report) {
    int faults = 0;
    for (int cell = 0; cell < report->experiment->design.count; cell++) faults += faults_of(report, cell);
    return faults;
}

void experiment_report_faults(const ExperimentReport *report, Buf *out) {
    const Experiment *e = report->experiment;
    const int faults = experiment_faults(report);
    if (!faults) return;
    buf_addf(out, "%d of %d searches ended in a fault of the player and count in no figure; by cell:", faults, experiment_measures(e));
    for (int cell = 0, listed = 0; cell < e->design.count; cell++)
        if (faults_of(report, cell)) buf_addf(out, "%s %s %d", listed++ ? "," : "", e->cell[cell], faults_of(report, cell));
}

bool experiment_report_make(const Experiment *e, const Measure *all, Arena *arena, ExperimentReport *out, Err *err) {
    *out = (ExperimentReport){ .experiment = e, .all = all };
    out->cell = arena_alloc(arena, (size_t)(e->budgets * e->design.count) * sizeof *out->cell);
    out->effects = arena_alloc(arena, (size_t)e->budgets * sizeof *out->effects);
    for (int budget = 0; budget < e->budgets; budget++) {
        for (int cell = 0; cell < e->design.count; cell++)
            if (!analyse_cell(e, all, cell, budget, &out->cell[budget * e->design.count + cell], err)) return false;
        if (!analyse_effects(e, all, budget, arena, &out->effects[budget].effect, &out->effects[budget].count, err)) return false;
    }
    analyse_disagreements(e, all, arena, &out->disagreement, &out->disagreements, &out->checked);
    return true;
}

static const char *opening_name(const Experiment *e, int position) { return e->openings.item[e->position[position]].name; }
static const char *opening_fen(const Experiment *e, int position) { return e->openings.item[e->position[position]].fen; }

/* Cells. */

static void add_figure(Table *table, double value, int decimals) {
    if (isnan(value)) table_add(table, "-");
    else table_add(table, "%.*f", decimals, value);
}

/* A number of about four digits, whatever its size. */
static void add_scaled(Table *table, double value) { add_figure(table, value, value < 1 ? 4 : value < 10 ? 3 : value < 100 ? 2 : 1); }

static const char *bound_sign(const Ratio *ratio) {
    return ratio->at_least && ratio->at_most ? "~" : ratio->at_least ? ">=" : ratio->at_most ? "<=" : "";
}

static void add_ratio(Table *table, const Ratio *ratio) {
    const double mean = ratio->mean.value;
    if (isnan(mean)) table_add(table, "-");
    else table_add(table, "%s%.*f", bound_sign(ratio), mean < 1 ? 4 : mean < 10 ? 3 : 1, mean);
}

static void add_interval(Table *table, const BootstrapInterval *interval) {
    if (isnan(interval->low)) table_add(table, "-");
    else table_add(table, "%.3g to %.3g", interval->low, interval->high);
}

/* Values that may differ stand in brackets, those that must not do not. */
static void add_differences(Table *table, const CellSummary *cell, int number) {
    if (number == 0) table_add(table, "-");
    else table_add(table, cell->must_agree ? "%d" : "(%d)", cell->values_differ);
}

/* CSV has the same columns whatever happened. */
static bool shows_faults(const ExperimentReport *report, bool csv) { return csv || experiment_faults(report); }

static void add_cell_columns(const ExperimentReport *report, bool csv, Table *table) {
    static const TableColumn columns[] = {
        { "cell", true }, { "nodes", false }, { "leaves", false }, { "ms", false }, { "depth", false }, { "1st-move cutoffs %", false },
        { "nodes ratio", false }, { "95 %", false }, { "of sums", false }, { "leaf ratio", false }, { "time ratio", false },
        { "values differ", false }, { "moves differ", false }, { "censored", false },
    };
    if (csv) table_add_column(table, "budget", false);
    for (size_t i = 0; i < sizeof columns / sizeof *columns; i++) table_add_column(table, columns[i].head, columns[i].left);
    if (shows_faults(report, csv)) table_add_column(table, "faults", false);
}

static void add_cell_row(const ExperimentReport *report, int budget, int number, bool csv, Table *table) {
    const Experiment *e = report->experiment;
    const CellSummary *cell = summary_of(report, budget, number);
    if (csv) table_add(table, "%" PRId64, e->budget[budget]);
    table_add(table, "%s", e->cell[number]);
    if (cell->counted) table_add(table, "%s%.0f", cell->censored ? ">=" : "", cell->sum[QUANTITY_NODES]);
    else table_add(table, "-");
    add_figure(table, is_engine(report, number) ? NAN : cell->sum[QUANTITY_LEAVES], 0);
    add_figure(table, cell->sum[QUANTITY_TIME] / 1e6, 1);
    add_figure(table, cell->mean_depth, 2);
    add_figure(table, 100 * cell->first_cutoffs, 1);
    add_ratio(table, &cell->ratio[QUANTITY_NODES]);
    add_interval(table, &cell->ratio[QUANTITY_NODES].mean);
    add_scaled(table, cell->ratio[QUANTITY_NODES].of_sums);
    add_ratio(table, &cell->ratio[QUANTITY_LEAVES]);
    add_ratio(table, &cell->ratio[QUANTITY_TIME]);
    add_differences(table, cell, number);
    if (number == 0) table_add(table, "-");
    else table_add(table, "%d", cell->moves_differ);
    table_add(table, "%d", cell->censored);
    if (shows_faults(report, csv)) table_add(table, "%d", cell->faults);
}

void experiment_report_cells(const ExperimentReport *report, int budget, TableForm form, Buf *out) {
    const Experiment *e = report->experiment;
    Buf title = { 0 };
    Table table;
    buf_addf(&title, "%s %" PRId64 ", %" PRId64 " positions", e->by_depth ? "Depth" : "Nodes", e->budget[budget], e->positions);
    table_init(&table, buf_text(&title));
    add_cell_columns(report, false, &table);
    for (int i = 0; i < e->design.count; i++) add_cell_row(report, budget, i, false, &table);
    table_write(&table, form, out);
    table_free(&table);
    buf_free(&title);
}

static void write_csv(const ExperimentReport *report, Buf *out) {
    Table table;
    table_init(&table, NULL);
    add_cell_columns(report, true, &table);
    for (int budget = 0; budget < report->experiment->budgets; budget++)
        for (int i = 0; i < report->experiment->design.count; i++) add_cell_row(report, budget, i, true, &table);
    table_write(&table, TABLE_CSV, out);
    table_free(&table);
}

/* Effects. */

static void setting_name(const Experiment *e, int factor, int level, Buf *out) {
    const Factor *f = &e->factor[factor];
    buf_add(out, f->name);
    if (!f->simple) buf_addf(out, "=%s", f->level[level].name);
}

void experiment_effect_name(const Experiment *e, const Effect *effect, Buf *out) {
    setting_name(e, effect->factor, effect->level, out);
    if (effect->other < 0) return;
    buf_add(out, " x ");
    setting_name(e, effect->other, effect->other_level, out);
}

/* What a fraction can't tell from this: main effects and interactions of two. */
static void add_aliases(const Experiment *e, const Effect *effect, Buf *out) {
    const uint32_t set = UINT32_C(1) << effect->factor | (effect->other < 0 ? 0 : UINT32_C(1) << effect->other);
    for (int i = 0; i < e->design.words; i++) {
        const uint32_t alias = set ^ e->design.word[i];
        if (__builtin_popcount(alias) > 2) continue;
        if (out->len) buf_add(out, ", ");
        for (int k = 0, first = 1; k < e->factors; k++) {
            if (!(alias >> k & 1)) continue;
            buf_addf(out, first ? "%s" : " x %s", e->factor[k].name);
            first = 0;
        }
    }
}

void experiment_report_effects(const ExperimentReport *report, int budget, TableForm form, Buf *out) {
    const Experiment *e = report->experiment;
    const EffectList *list = &report->effects[budget];
    Buf title = { 0 }, text = { 0 };
    Table table;
    buf_addf(&title, "Effects on nodes, %s %" PRId64 ": factors, 1 is none; interactions: what one does to the other's effect%s",
             e->by_depth ? "depth" : "nodes", e->budget[budget],
             list->count && list->effect[0].censored ? "; censored measures count as their cap, so effects are understated" : "");
    table_init(&table, buf_text(&title));
    table_add_column(&table, "effect", true);
    table_add_column(&table, "factor", false);
    table_add_column(&table, "95 %", false);
    if (e->design.words) table_add_column(&table, "together with", true);
    for (int i = 0; i < list->count; i++) {
        buf_clear(&text);
        experiment_effect_name(e, &list->effect[i], &text);
        table_add(&table, "%s", buf_text(&text));
        add_scaled(&table, list->effect[i].ratio.value);
        add_interval(&table, &list->effect[i].ratio);
        if (!e->design.words) continue;
        buf_clear(&text);
        add_aliases(e, &list->effect[i], &text);
        table_add(&table, "%s", buf_text(&text));
    }
    table_write(&table, form, out);
    table_free(&table);
    buf_free(&title);
    buf_free(&text);
}

/* Disagreements. */

static const Measure *measure_of(const ExperimentReport *report, int cell, const Disagreement *at) {
    return &report->all[experiment_index(report->experiment, cell, at->budget, at->position)];
}

void experiment_report_disagreements(const ExperimentReport *report, TableForm form, Buf *out) {
    static const TableColumn columns[] = { { "depth", false }, { "position", true }, { "cell", true }, { "value", false }, { "against", true },
                                           { "value", false }, { "FEN", true } };
    const Experiment *e = report->experiment;
    Table table;
    table_init(&table, "Values that should be equal and are not");
    for (size_t i = 0; i < sizeof columns / sizeof *columns; i++) table_add_column(&table, columns[i].head, columns[i].left);
    for (int i = 0; i < report->disagreements; i++) {
        const Disagreement *d = &report->disagreement[i];
        table_add(&table, "%" PRId64, e->budget[d->budget]);
        table_add(&table, "%s", opening_name(e, d->position));
        table_add(&table, "%s", e->cell[d->cell]);
        table_add(&table, "%+d", measure_of(report, d->cell, d)->score);
        table_add(&table, "%s", e->cell[d->other]);
        table_add(&table, "%+d", measure_of(report, d->other, d)->score);
        table_add(&table, "%s", opening_fen(e, d->position));
    }
    table_write(&table, form, out);
    table_free(&table);
}

/* A text of the configuration as a paragraph; YAML leaves line ends at its end. */
static void write_paragraph(const char *head, const char *text, Buf *out) {
    size_t len = strlen(text);
    while (len && text[len - 1] == '\n') len--;
    if (len) buf_addf(out, "%s: %.*s\n\n", head, (int)len, text);
}

static void write_heading(const ExperimentReport *report, TableForm form, Buf *out) {
    const Experiment *e = report->experiment;
    buf_addf(out, "%s%s\n\n", form == TABLE_MARKDOWN ? "# " : "", e->name);
    write_paragraph("Expected", e->expected, out);
    write_paragraph("Found before", e->found, out);
    buf_addf(out, "Base %s, design %s, %d cells on %" PRId64 " positions of %s.", e->base, design_names[e->design_kind], e->design.count,
             e->positions, e->suite);
    if (e->by_depth && e->node_cap) buf_addf(out, " A position is given up (censored) at %" PRId64 " nodes; >= marks what it bounds.", e->node_cap);
    buf_add_char(out, ' ');
    experiment_report_definition(report, out);
    buf_add(out, " Brackets: values that may differ.\n\n");
}

static void write_faults(const ExperimentReport *report, TableForm form, Buf *out) {
    if (!experiment_faults(report)) return;
    buf_add(out, form == TABLE_MARKDOWN ? "\n**Warning:** " : "\nWarning: ");
    experiment_report_faults(report, out);
    buf_add_char(out, '\n');
}

void experiment_report_write(const ExperimentReport *report, TableForm form, Buf *out) {
    if (form == TABLE_CSV) {
        write_csv(report, out);
        return;
    }
    write_heading(report, form, out);
    for (int budget = 0; budget < report->experiment->budgets; budget++) experiment_report_cells(report, budget, form, out);
    for (int budget = 0; budget < report->experiment->budgets; budget++) experiment_report_effects(report, budget, form, out);
    experiment_report_disagreements(report, form, out);
    if (report->checked) buf_addf(out, "%d of %d values that must agree do not.\n", report->disagreements, report->checked);
    write_faults(report, form, out);
}

/* JSON. */

static void json_ratio(Json *json, const char *key, const Ratio *ratio) {
    json_object(json, key);
    json_real(json, "mean", ratio->mean.value);
    json_real(json, "low", ratio->mean.low);
    json_real(json, "high", ratio->mean.high);
    json_real(json, "of_sums", ratio->of_sums);
    json_int(json, "positions", ratio->positions);
    json_bool(json, "at_least", ratio->at_least);
    json_bool(json, "at_most", ratio->at_most);
    json_end_object(json);
}

static void json_cell(const ExperimentReport *report, int budget, int number, Json *json) {
    const Experiment *e = report->experiment;
    const CellSummary *cell = summary_of(report, budget, number);
    json_object(json, NULL);
    json_text(json, "name", e->cell[number]);
    json_object(json, "levels");
    for (int i = 0; i < e->factors; i++) json_text(json, e->factor[i].name, e->factor[i].level[e->design.cell[number].level[i]].name);
    json_end_object(json);
    for (int what = 0; what < QUANTITIES; what++) json_real(json, quantity_names[what], cell->sum[what]);
    json_real(json, "mean_depth", cell->mean_depth);
    json_real(json, "first_cutoff_rate", cell->first_cutoffs);
    static const char *const names[QUANTITIES] = { "nodes_ratio", "leaf_ratio", "time_ratio" };
    for (int what = 0; what < QUANTITIES; what++) json_ratio(json, names[what], &cell->ratio[what]);
    json_int(json, "values_differ", cell->values_differ);
    json_int(json, "moves_differ", cell->moves_differ);
    json_bool(json, "must_agree", cell->must_agree);
    json_int(json, "censored", cell->censored);
    json_int(json, "faults", cell->faults);
    json_end_object(json);
}

static void json_budget(const ExperimentReport *report, int budget, Json *json) {
    const Experiment *e = report->experiment;
    Buf name = { 0 };
    json_object(json, NULL);
    json_int(json, e->by_depth ? "depth" : "nodes", e->budget[budget]);
    json_list(json, "cells");
    for (int i = 0; i < e->design.count; i++) json_cell(report, budget, i, json);
    json_end_list(json);
    json_list(json, "effects");
    for (int i = 0; i < report->effects[budget].count; i++) {
        const Effect *effect = &report->effects[budget].effect[i];
        buf_clear(&name);
        experiment_effect_name(e, effect, &name);
        json_object(json, NULL);
        json_text(json, "name", buf_text(&name));
        json_bool(json, "interaction", effect->other >= 0);
        json_real(json, "factor", effect->ratio.value);
        json_real(json, "low", effect->ratio.low);
        json_real(json, "high", effect->ratio.high);
        json_end_object(json);
    }
    json_end_list(json);
    json_end_object(json);
    buf_free(&name);
}

static void json_disagreement(const ExperimentReport *report, const Disagreement *d, Json *json) {
    const Experiment *e = report->experiment;
    json_object(json, NULL);
    json_int(json, "depth", e->budget[d->budget]);
    json_text(json, "position", opening_name(e, d->position));
    json_text(json, "fen", opening_fen(e, d->position));
    json_text(json, "cell", e->cell[d->cell]);
    json_int(json, "value", measure_of(report, d->cell, d)->score);
    json_text(json, "other", e->cell[d->other]);
    json_int(json, "other_value", measure_of(report, d->other, d)->score);
    json_end_object(json);
}

void experiment_report_json(const ExperimentReport *report, Buf *out) {
    const Experiment *e = report->experiment;
    Buf definition = { 0 };
    Json json = json_to(out);
    json_object(&json, NULL);
    json_text(&json, "name", e->name);
    json_text(&json, "expected", e->expected);
    json_text(&json, "found", e->found);
    json_text(&json, "base", e->base);
    json_text(&json, "design", design_names[e->design_kind]);
    json_text(&json, "suite", e->suite);
    json_int(&json, "positions", e->positions);
    json_int(&json, "node_cap", e->node_cap);
    experiment_report_definition(report, &definition);
    json_text(&json, "definition", buf_text(&definition));
    buf_free(&definition);
    json_list(&json, "budgets");
    for (int i = 0; i < e->budgets; i++) json_budget(report, i, &json);
    json_end_list(&json);
    json_int(&json, "faults", experiment_faults(report));
    json_int(&json, "values_checked", report->checked);
    json_list(&json, "disagreements");
    for (int i = 0; i < report->disagreements; i++) json_disagreement(report, &report->disagreement[i], &json);
    json_end_list(&json);
    json_end_object(&json);
    buf_add(out, "\n");
}
