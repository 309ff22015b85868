#include "tuner/fit/fit_report.h"
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static const TermTable *table_of(const FitResult *r) { return &r->problem.set->table; }

static int16_t to_weight(double value) { return (int16_t)(value > INT16_MAX ? INT16_MAX : value < INT16_MIN ? INT16_MIN : lround(value)); }

static void print_builtin(const FitResult *r, Buf *out) {
    Weights weights;
    for (int i = 0; i < WEIGHT_COUNT; i++)
        weights.flat[i] = (Score){ .mg = to_weight(r->rounded[i]), .eg = to_weight(r->rounded[WEIGHT_COUNT + i]) };
    weights_print(&weights, out);
}

static void print_open(const FitResult *r, Buf *out) {
    const TermTable *table = table_of(r);
    for (int i = 0; i < table->count; i++)
        buf_addf(out, "term %s %.10g %.10g\n", table->slot[i].name, r->rounded[i], r->rounded[table->count + i]);
}

void fit_weights(const FitResult *r, Buf *out) {
    buf_addf(out, "# Weights by xqtune fit: %s, loss %s %.8f -> %.8f, K %.6f, %" PRIu64 " games\n", r->problem.set->path, loss_names[r->problem.loss],
             r->at_start.train, r->at_rounded.train, r->k, r->problem.train.games);
    if (table_of(r)->builtin) print_builtin(r, out);
    else print_open(r, out);
}

static void report_data(const FitResult *r, Buf *out) {
    const Problem *p = &r->problem;
    buf_addf(out, "%s: %.0f positions of %" PRIu64 " games teach, %.0f of %" PRIu64 " judge; %" PRIu64 " different traces\n", p->set->path, p->train.total,
             p->train.games, p->valid.total, p->valid.games, p->set->rows);
    buf_addf(out, "%d weights of %d terms were tuned by %s in %d iterations, %d passes, %.1f CPU-s; it ended because %s\n", r->params.count, r->params.columns,
             optimiser_names[r->optimiser], r->end.last.iteration, r->end.last.passes, (double)r->cpu_ns / 1e9, stop_reasons[r->end.stop]);
    buf_addf(out, "K = %.6f (natural base; %.6f in base ten)\n", r->k, r->k / log(10));
}

static void add_losses(Table *table, const char *what, FitLoss loss, FitLoss start) {
    table_add(table, "%s", what);
    table_add(table, "%.8f", loss.train);
    table_add(table, "%+.2e", loss.train - start.train);
    if (!isfinite(loss.valid)) {
        table_add(table, "-");
        table_add(table, "-");
        return;
    }
    table_add(table, "%.8f", loss.valid);
    table_add(table, "%+.2e", loss.valid - start.valid);
}

static void report_losses(const FitResult *r, TableForm form, Buf *out) {
    Table table;
    table_init(&table, "mean loss");
    table_add_column(&table, "weights", true);
    static const char *const heads[] = { "training", "change", "validation", "change" };
    for (int i = 0; i < 4; i++) table_add_column(&table, heads[i], false);
    add_losses(&table, "start", r->at_start, r->at_start);
    add_losses(&table, "fitted", r->at_fitted, r->at_start);
    add_losses(&table, "rounded", r->at_rounded, r->at_start);
    table_write(&table, form, out);
    table_free(&table);
}

static void report_changes(const FitResult *r, TableForm form, Buf *out) {
    Table table;
    Buf name = { 0 };
    table_init(&table, "weights");
    table_add_column(&table, "weight", true);
    static const char *const heads[] = { "games", "start", "now", "change" };
    for (int i = 0; i < 4; i++) table_add_column(&table, heads[i], false);
    for (int i = 0; i < r->params.count; i++) {
        const Param *param = &r->params.param[i];
        const int at = param->part * r->params.terms + param->term;
        buf_clear(&name);
        params_name(&r->params, table_of(r), i, &name);
        table_add(&table, "%s", buf_text(&name));
        table_add(&table, "%" PRId64, r->params.games[param->term]);
        table_add(&table, "%.5g", r->start[at]);
        table_add(&table, "%.5g", r->rounded[at]);
        table_add(&table, "%+.5g", r->rounded[at] - r->start[at]);
    }
    table_write(&table, form, out);
    table_free(&table);
    buf_free(&name);
}

static void report_dead(const FitResult *r, Buf *out) {
    static const char *const parts[] = { "mg", "eg" };
    if (!r->params.dead_count) return;
    buf_addf(out, "\n%d weights stay as they are, since no training position depends on them:", r->params.dead_count);
    for (int i = 0; i < r->params.dead_count; i++)
        buf_addf(out, "%s %s %s", i ? "," : "", table_of(r)->slot[r->params.dead[i] % r->params.terms].name, parts[r->params.dead[i] / r->params.terms]);
    buf_add_char(out, '\n');
}

void fit_report(const FitResult *r, const FitSettings *settings, TableForm form, Buf *out) {
    (void)settings;
    report_data(r, out);
    buf_add_char(out, '\n');
    report_losses(r, form, out);
    buf_add_char(out, '\n');
    report_changes(r, form, out);
    report_dead(r, out);
}
