#include "bench/report/experiment_page.h"
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include "bench/lab/stored.h"
#include "bench/report/chart.h"
#include "bench/report/html.h"

enum { ROWS_OPEN_MAX = 24 }; /* longer charts and tables open at a click */

static void add_paragraph(const char *head, const char *text, Buf *out) {
    if (!*text) return;
    buf_add(out, "<p><strong>");
    html_add(out, head);
    buf_add(out, "</strong> ");
    html_add(out, text);
    buf_add(out, "</p>\n");
}

static void add_faults(const ExperimentReport *report, Buf *out) {
    Buf faults = { 0 };
    experiment_report_faults(report, &faults);
    add_paragraph("Warning.", buf_text(&faults), out);
    buf_free(&faults);
}

static void add_head(const ExperimentReport *report, Buf *out) {
    const Experiment *e = report->experiment;
    Buf definition = { 0 };
    buf_add(out, "<section class=\"experiment\">\n<h2>");
    html_addf(out, "Experiment: %s", e->name);
    buf_add(out, "</h2>\n<p class=\"facts\">");
    if (*e->base) html_addf(out, "base %s, design %s, ", e->base, design_names[e->design_kind]);
    html_addf(out, "%d cells on %" PRId64 " positions", e->design.count, e->positions);
    if (*e->suite) html_addf(out, " of %s", e->suite);
    if (e->by_depth && e->node_cap) html_addf(out, ", a position given up (censored) at %" PRId64 " nodes, >= marks what it bounds", e->node_cap);
    buf_add(out, "</p>\n");
    add_paragraph("Expected.", e->expected, out);
    add_paragraph("Found before.", e->found, out);
    buf_add(out, "<p class=\"about\">");
    experiment_report_definition(report, &definition);
    html_addf(out, "%s Brackets: values that may differ.", buf_text(&definition));
    buf_free(&definition);
    buf_add(out, "</p>\n");
    add_faults(report, out);
}

/* Charts. */

/* "0.637 (0.58 to 0.70)", ">=1.20" */
static const char *ratio_figure(Arena *arena, const BootstrapInterval *ratio, const char *sign) {
    if (isnan(ratio->value)) return "-";
    if (isnan(ratio->low)) return arena_printf(arena, "%s%.3g", sign, ratio->value);
    return arena_printf(arena, "%s%.3g (%.3g to %.3g)", sign, ratio->value, ratio->low, ratio->high);
}

static const char *bound_sign(const Ratio *ratio) {
    return ratio->at_least && ratio->at_most ? "~" : ratio->at_least ? ">=" : ratio->at_most ? "<=" : "";
}

static void add_row(IntervalChart *chart, IntervalRow *row, const char *name, const BootstrapInterval *ratio, const char *figure) {
    row[chart->rows++] = (IntervalRow){ .name = name, .figure = figure, .value = ratio->value, .low = ratio->low, .high = ratio->high };
    chart->row = row;
}

static void add_ratio_chart(const ExperimentReport *report, int budget, Arena *arena, Buf *out) {
    const Experiment *e = report->experiment;
    IntervalRow *row = arena_alloc(arena, (size_t)e->design.count * sizeof *row);
    IntervalChart chart = { .title = arena_printf(arena, "Nodes against %s, geometric mean with 95 %% interval", e->cell[0]), .logarithmic = true,
                            .reference = 1 };
    for (int cell = 1; cell < e->design.count; cell++) {
        const Ratio *ratio = &report->cell[budget * e->design.count + cell].ratio[QUANTITY_NODES];
        add_row(&chart, row, e->cell[cell], &ratio->mean, ratio_figure(arena, &ratio->mean, bound_sign(ratio)));
    }
    chart_intervals(&chart, out);
}

static void add_effect_chart(const ExperimentReport *report, int budget, bool interactions, Arena *arena, Buf *out) {
    const EffectList *list = &report->effects[budget];
    IntervalRow *row = arena_alloc(arena, (size_t)(list->count + 1) * sizeof *row);
    IntervalChart chart = { .title = interactions ? "Interactions: by how much one changes the other's effect; 1 is not at all"
                                                  : "Main effects: what each multiplies nodes by, 1 is nothing",
                            .logarithmic = true, .reference = 1 };
    for (int i = 0; i < list->count; i++) {
        const Effect *effect = &list->effect[i];
        if ((effect->other >= 0) != interactions) continue;
        Buf name = { 0 };
        experiment_effect_name(report->experiment, effect, &name);
        add_row(&chart, row, arena_strdup(arena, buf_text(&name)), &effect->ratio, ratio_figure(arena, &effect->ratio, ""));
        buf_free(&name);
    }
    chart_intervals(&chart, out);
}

/* A budget. */

static void open_details(const char *summary, bool folded, Buf *out) {
    if (!folded) return;
    buf_add(out, "<details><summary>");
    html_add(out, summary);
    buf_add(out, "</summary>\n");
}

static void close_details(bool folded, Buf *out) {
    if (folded) buf_add(out, "</details>\n");
}

static void add_budget(const ExperimentReport *report, int budget, Arena *arena, Buf *out) {
    const Experiment *e = report->experiment;
    const bool effects = report->effects[budget].count > 0, folded = e->design.count > ROWS_OPEN_MAX;
    buf_add(out, "<h3>");
    html_addf(out, "%s %" PRId64, e->by_depth ? "Depth" : "Nodes", e->budget[budget]);
    buf_add(out, "</h3>\n");
    if (effects) {
        buf_add(out, "<div class=\"charts\">\n");
        add_effect_chart(report, budget, false, arena, out);
        add_effect_chart(report, budget, true, arena, out);
        buf_add(out, "</div>\n");
    }
    open_details(arena_printf(arena, "All %d cells", e->design.count), folded, out);
    buf_add(out, "<div class=\"charts\">\n");
    add_ratio_chart(report, budget, arena, out);
    buf_add(out, "</div>\n");
    experiment_report_cells(report, budget, TABLE_HTML, out);
    close_details(folded, out);
    experiment_report_effects(report, budget, TABLE_HTML, out);
}

void experiment_page_write(const ExperimentReport *report, Buf *out) {
    Arena arena = { 0 };
    add_head(report, out);
    for (int budget = 0; budget < report->experiment->budgets; budget++) add_budget(report, budget, &arena, out);
    if (report->checked) {
        buf_add(out, "<h3>Values that must agree</h3>\n<p>");
        html_addf(out, "%d of %d values that must agree do not.", report->disagreements, report->checked);
        buf_add(out, "</p>\n");
    }
    experiment_report_disagreements(report, TABLE_HTML, out);
    buf_add(out, "</section>\n");
    arena_free(&arena);
}

static bool write_one(Store *store, int64_t id, Buf *out, Err *err) {
    Arena arena = { 0 };
    Experiment experiment;
    Measure *all;
    ExperimentReport report;
    if (!stored_read(store, id, &experiment, &all, err)) return false;
    const bool good = experiment_report_make(&experiment, all, &arena, &report, err);
    if (good) experiment_page_write(&report, out);
    free(all);
    experiment_free(&experiment);
    arena_free(&arena);
    return good;
}

bool experiment_page_write_stored(Store *store, Buf *out, int *count, Err *err) {
    Arena arena = { 0 };
    ExperimentInfo *info;
    bool good = store_experiments(store, &arena, &info, count, err);
    for (int i = 0; good && i < *count; i++) good = write_one(store, info[i].id, out, err);
    arena_free(&arena);
    return good;
}
