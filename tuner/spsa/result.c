#include "tuner/spsa/result.h"
#include <ctype.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "bench/report/plot.h"

double result_value(const Spsa *spsa, int index) {
    const SpsaParam *param = &spsa->param[index];
    if (spsa_is_frozen(param)) return param->value;
    const double mean = spsa_finding(spsa, index).mean;
    return param->spec.whole ? round(mean) : mean;
}

/* The player. */

/* Lists of players say `variant` where files say `extends`; a set of weights becomes what single ones are laid over. */
static void make_file(ConfNode *map, Arena *arena) {
    ConfNode *variant = conf_get(map, "variant"), *weights = conf_get(map, "weights");
    if (variant) variant->key = "extends";
    conf_remove(map, "limit");
    if (!weights || weights->kind != CONF_SCALAR) return;
    ConfNode *base = arena_alloc(arena, sizeof *base);
    *base = *weights;
    base->key = "extends";
    base->next = NULL;
    weights->kind = CONF_MAP;
    weights->text = NULL;
    weights->child = base;
}

bool result_player(const SpsaConfig *config, const Spsa *spsa, bool at_start, Buf *out, Err *err) {
    Arena arena = { 0 };
    ConfNode *map = conf_parse(config->player, strlen(config->player), "player", &arena, err);
    bool good = map != NULL;
    if (good) {
        make_file(map, &arena);
        good = conf_set_path(map, arena_printf(&arena, "name=%.48s-%s", config->name, at_start ? "start" : "tuned"), &arena, err);
    }
    for (int i = 0; good && i < spsa->count; i++) {
        const SpsaParamSpec *spec = &spsa->param[i].spec;
        const double value = at_start ? spec->start : result_value(spsa, i);
        good = conf_set_path(map, arena_printf(&arena, "%s=%.10g", spec->name, value), &arena, err);
    }
    if (good) conf_print(map, out);
    arena_free(&arena);
    return good;
}

/* The report. */

static void add_number(Table *table, double value, int decimals) {
    if (isfinite(value)) table_add(table, "%.*f", decimals, value);
    else table_add(table, "-");
}

static void add_param(Table *table, const Spsa *spsa, int index) {
    const SpsaParam *param = &spsa->param[index];
    const SpsaFinding finding = spsa_finding(spsa, index);
    table_add(table, "%s%s", param->spec.name, spsa_is_frozen(param) ? " (frozen)" : "");
    table_add(table, "%.6g", param->spec.start);
    table_add(table, "%.6g", result_value(spsa, index));
    add_number(table, finding.mean, 2);
    add_number(table, finding.error, 2);
    if (spsa->rules.halves) add_number(table, finding.apart, 2);
    table_add(table, "%.6g", param->spec.c);
    add_number(table, (finding.mean - param->spec.start) / param->spec.c, 2);
    add_number(table, finding.z, 1);
    table_add(table, "%d", param->hindered);
    table_add(table, "%d", param->level);
}

static void print_params(const Spsa *spsa, TableForm form, Buf *out) {
    static const TableColumn columns[] = { { "parameter", true }, { "start", false }, { "new", false }, { "mean", false }, { "+/-", false },
                                           { "apart", false }, { "c", false }, { "moved, c", false }, { "z", false }, { "at bounds", false }, { "level", false } };
    Table table;
    table_init(&table, NULL);
    for (size_t i = 0; i < sizeof columns / sizeof columns[0]; i++)
        if (spsa->rules.halves || strcmp(columns[i].head, "apart")) table_add_column(&table, columns[i].head, columns[i].left);
    for (int i = 0; i < spsa->count; i++) add_param(&table, spsa, i);
    table_write(&table, form, out);
    table_free(&table);
}

/* How far the halves are apart tells how far their mean is off, over all parameters at once: of one it says little. */
static void print_halves(const Spsa *spsa, Buf *out) {
    double squares = 0;
    int count = 0;
    for (int i = 0; i < spsa->count; i++) {
        const double apart = spsa_finding(spsa, i).apart / spsa->param[i].spec.c;
        if (spsa_is_frozen(&spsa->param[i]) || !isfinite(apart)) continue;
        squares += apart * apart;
        count++;
    }
    if (!spsa->rules.halves || !count) return;
    const double apart = sqrt(squares / count);
    buf_addf(out, "The two halves, each with its half of the games, ended %.2f c apart in the root mean square: the means are off by about %.2f c.\n", apart,
             apart / 2);
}

static void print_games(const Spsa *spsa, Buf *out) {
    const int64_t *pairs = spsa->sum.pairs, games = 2 * (pairs[0] + pairs[1] + pairs[2] + pairs[3] + pairs[4]);
    buf_addf(out, "\n%d iterations, %" PRId64 " games. Pairs by half points of the plus side: %" PRId64 " %" PRId64 " %" PRId64 " %" PRId64 " %" PRId64 ".\n",
             spsa->iterations, games, pairs[0], pairs[1], pairs[2], pairs[3], pairs[4]);
    buf_addf(out, "A game's result has variance %.3f; in %" PRId64 " pairs both sides played the same moves; %" PRId64 " games were decided by a fault.\n",
             spsa_variance(spsa), spsa->sum.twins, spsa->sum.faults);
    buf_add(out, "z: how far a parameter went, in units of how far it would go without any effect; beyond 2 or 3 it matters. +/-: error of the\n"
                 "mean by batch means, too small while a parameter is still on its way. At bounds, level: iterations in which a bound kept the\n"
                 "sides from standing apart as they should, in which they were alike.\n");
    print_halves(spsa, out);
}

static const char *after(const char *name, const char *prefix) {
    const size_t len = strlen(prefix);
    return strncmp(name, prefix, len) ? NULL : name + len;
}

/* As the engine itself calls it. */
static const char *own_name(const char *name) {
    const char *option = after(name, "options.");
    if (!option) option = after(name, "search.");
    return option ? option : name;
}

static void print_setoptions(const Spsa *spsa, Buf *out) {
    for (int i = 0; i < spsa->count; i++) buf_addf(out, "setoption name %s value %.10g\n", own_name(spsa->param[i].spec.name), result_value(spsa, i));
}

/* "weights.pair[0].mg" becomes WEIGHTS_PAIR_0_MG, "options.Move Margin" MOVE_MARGIN. */
static void print_defines(const Spsa *spsa, Buf *out) {
    for (int i = 0; i < spsa->count; i++) {
        buf_add(out, "#define ");
        bool gap = false;
        for (const char *at = own_name(spsa->param[i].spec.name); *at; at++) {
            if (isalnum((unsigned char)*at)) buf_add_char(out, (char)toupper((unsigned char)*at));
            else if (!gap && at[1]) buf_add_char(out, '_');
            gap = !isalnum((unsigned char)*at);
        }
        buf_addf(out, " %.10g\n", result_value(spsa, i));
    }
}

static void print_block(const char *heading, const char *language, const Buf *text, TableForm form, Buf *out) {
    if (form == TABLE_MARKDOWN) buf_addf(out, "\n%s:\n\n```%s\n%s```\n", heading, language, buf_text(text));
    else buf_addf(out, "\n%s:\n\n%s", heading, buf_text(text));
}

void result_report(const SpsaConfig *config, const Spsa *spsa, TableForm form, Buf *out) {
    Buf block = { 0 };
    buf_addf(out, "%sSPSA: %s\n", form == TABLE_MARKDOWN ? "# " : "", config->name);
    print_params(spsa, form, out);
    print_games(spsa, out);
    if (result_player(config, spsa, false, &block, NULL)) print_block("As a file", "yaml", &block, form, out);
    buf_clear(&block);
    print_setoptions(spsa, &block);
    print_block("As options", "", &block, form, out);
    buf_clear(&block);
    print_defines(spsa, &block);
    print_block("In C", "c", &block, form, out);
    buf_free(&block);
}

/* The history. */

/* Where a parameter stands after this iteration; NAN before it joined. */
static double value_after(const SpsaParam *param, int iteration) {
    if (iteration < param->first) return NAN;
    return spsa_is_frozen(param) && iteration >= param->end ? param->value : param->path[iteration - param->first];
}

void result_csv(const Spsa *spsa, Buf *out) {
    buf_add(out, "iteration,games");
    for (int i = 0; i < spsa->count; i++) buf_addf(out, ",\"%s\"", spsa->param[i].spec.name);
    buf_add_char(out, '\n');
    for (int k = 0; k < spsa->iterations; k++) {
        buf_addf(out, "%d,%" PRId64, k + 1, 2 * (k + 1) * spsa->rules.gains.batch);
        for (int i = 0; i < spsa->count; i++) {
            const double value = value_after(&spsa->param[i], k);
            if (isfinite(value)) buf_addf(out, ",%.8g", value);
            else buf_add_char(out, ',');
        }
        buf_add_char(out, '\n');
    }
}

enum { PLOT_POINTS = 400 };

/* A parameter's line, from its start on: moves in units of c by games, thinned out; of halves that of one of them. */
static PlotSeries line_of(const Spsa *spsa, const SpsaParam *param, int half, double *x, double *y) {
    const int walks = spsa->rules.halves ? 2 : 1, every = walks * (spsa->iterations / walks / PLOT_POINTS + 1);
    const double games = 2 * (double)spsa->rules.gains.batch;
    int count = 1;
    x[0] = param->first * games;
    y[0] = 0;
    for (int k = param->first; k < spsa->iterations; k++) {
        if (k % every != half && (k % walks != half || k < spsa->iterations - walks)) continue;
        x[count] = (k + 1) * games;
        y[count++] = (value_after(param, k) - param->spec.start) / param->spec.c;
    }
    return (PlotSeries){ .name = param->spec.name, .x = x, .y = y, .count = count };
}

void result_svg(const Spsa *spsa, Buf *out) {
    const int walks = spsa->rules.halves ? 2 : 1, count = walks * spsa->count;
    const size_t most = PLOT_POINTS + 3;
    PlotSeries *series = mem_alloc(((size_t)count + 1) * sizeof *series);
    double *number = mem_alloc(2 * ((size_t)count + 1) * most * sizeof *number);
    for (int i = 0; i < count; i++) {
        double *x = number + 2 * (size_t)i * most;
        series[i] = line_of(spsa, &spsa->param[i / walks], i % walks, x, x + most);
    }
    const Plot plot = { .title = "Parameters, moved from their start", .x_label = "games", .y_label = "units of c", .series = series, .count = count,
                        .around_zero = true, .wide = true, .whole_x = true };
    plot_svg(&plot, out);
    free(number);
    free(series);
}
