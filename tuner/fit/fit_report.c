#include "tuner/fit/fit_report.h"
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "bench/report/plot.h"
#include "engine/core/text.h"
#include "tuner/fit/c_table.h"
#include "tuner/fit/fit_internal.h"

static const TermTable *table_of(const FitResult *r) { return &r->problem.set->table; }

static void print_weights(const FitResult *r, const double *values, Buf *out) {
    const TermTable *table = table_of(r);
    if (!table->builtin) {
        for (int i = 0; i < table->count; i++) buf_addf(out, "term %s %.10g %.10g\n", table->slot[i].name, values[i], values[table->count + i]);
        return;
    }
    Weights weights;
    fit_as_weights(values, &weights);
    weights_print(&weights, out);
}

void fit_start_weights(const FitResult *r, Buf *out) { print_weights(r, r->start, out); }

static double share(const FitResult *r) { return r->problem.compare_share; }

/* "mse", "sigmoid", or "mse with 30% sigmoid". */
static void print_loss(const FitResult *r, Buf *out) {
    const char *results = loss_names[r->problem.loss], *choices = compare_kind_names[r->problem.compare.kind];
    if (share(r) <= 0) buf_add(out, results);
    else if (share(r) >= 1) buf_add(out, choices);
    else buf_addf(out, "%s with %.4g%% %s", results, 100 * share(r), choices);
}

/* Where the weights come from. */
static void print_origin(const FitResult *r, Buf *out) {
    buf_addf(out, "Weights by xqtune fit: %s, loss ", r->problem.set->path);
    print_loss(r, out);
    buf_addf(out, " %.8f -> %.8f, K %.6f, %.0f games", r->at_start.train, r->at_rounded.train, r->k, fit_games(r));
}

static bool has_temperature(const FitResult *r) { return r->problem.compare.set && isfinite(r->agreement.temperature); }

void fit_weights(const FitResult *r, Buf *out) {
    buf_add(out, "# ");
    print_origin(r, out);
    if (has_temperature(r)) buf_addf(out, "\n# prior temperature %.2f", r->agreement.temperature);
    buf_add_char(out, '\n');
    print_weights(r, r->rounded, out);
}

void fit_weights_yaml(const FitResult *r, Buf *out) {
    const TermTable *table = table_of(r);
    buf_add(out, "# ");
    print_origin(r, out);
    buf_add(out, "\n# name: [middle game, endgame]\n");
    for (int i = 0; i < table->count; i++) {
        text_add_quoted(table->slot[i].name, out);
        buf_addf(out, ": [%.10g, %.10g]\n", r->rounded[i], r->rounded[table->count + i]);
    }
}

/* Weights that were not fitted may have had fractions before. */
static bool is_whole(const FitResult *r) {
    for (int i = 0; i < 2 * table_of(r)->count; i++)
        if (r->rounded[i] != round(r->rounded[i])) return false;
    return true;
}

void fit_weights_c(const FitResult *r, Buf *out) {
    Buf origin = { 0 };
    print_origin(r, &origin);
    c_table(table_of(r), r->rounded, is_whole(r), buf_text(&origin), out);
    buf_free(&origin);
}

/* A file is named as seen from one in the same folder, when it is. */
static const char *as_seen_from(const char *path, const char *other) {
    const char *slash = strrchr(path, '/'), *other_slash = strrchr(other, '/');
    const size_t length = slash ? (size_t)(slash + 1 - path) : 0, other_length = other_slash ? (size_t)(other_slash + 1 - other) : 0;
    return length == other_length && memcmp(path, other, length) == 0 ? path + length : path;
}

/* Options of the search hold whole numbers from 1 to 10000. */
void fit_variant(const FitResult *r, const char *weights_path, const char *path, Buf *out) {
    const double temperature = has_temperature(r) ? fmin(fmax(r->agreement.temperature, 1), 10000) : 10000;
    buf_addf(out, "# Monte-Carlo tree search with priors learned from moves that were played, by xqtune fit. What to do with this file:\n#\n"
                  "#   xqbench match --player THIS_FILE --player full --limit nodes=5000 --games 100\n\n"
                  "extends: full\nprior_weights: %s\nsearch:\n  algorithm: mcts\n  mcts_prior: eval\n  mcts_prior_temperature: %.0f\n",
             as_seen_from(weights_path, path), temperature);
}

static void report_data(const FitResult *r, Buf *out) {
    const Problem *p = &r->problem;
    const Comparison *c = &p->compare;
    if (share(r) < 1)
        buf_addf(out, "%s: %.0f positions of %" PRIu64 " games teach, %.0f of %" PRIu64 " judge; %" PRIu64 " different traces\n", p->set->path,
                 p->train.total, p->train.games, p->valid.total, p->valid.games, p->set->rows);
    if (share(r) > 0)
        buf_addf(out, "%s: %" PRIu64 " moves of %" PRIu64 " games teach, %" PRIu64 " of %" PRIu64 " judge, among %" PRIu64 " others; they are %.4g%% of the loss\n",
                 c->set->path, c->positions[0], c->games[0], c->positions[1], c->games[1], c->set->rows, 100 * share(r));
    buf_addf(out, "%d weights of %d terms were tuned by %s in %d iterations, %d passes, %.1f CPU-s; it ended because %s\n", r->params.count, r->params.columns,
             optimiser_names[r->optimiser], r->iterations, r->passes, (double)r->cpu_ns / 1e9, stop_reasons[r->end.stop]);
    if (r->prior_games > 0)
        buf_addf(out, "a term seen in %g games goes half the way from its start that the data alone would take it\n", r->prior_games);
    else
        buf_add(out, "prior_games is 0: however few games a term was seen in, they take it from its start all the way\n");
    if (share(r) < 1) buf_addf(out, "K = %.6f (natural base; %.6f in base ten)", r->k, r->k / log(10));
    if (share(r) > 0) buf_addf(out, "%s%s of comparisons at a scale of %.2f", share(r) < 1 ? "; " : "", compare_kind_names[c->kind], c->scale);
    if (r->rescaled != 1) buf_addf(out, "; all tuned weights were multiplied by %.4f so that the anchor keeps its value in the mean of its phases", r->rescaled);
    buf_add_char(out, '\n');
    if (*r->anchor_left) buf_addf(out, "the anchor %s is not held: with only or freeze nothing is rescaled\n", r->anchor_left);
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

/* On a terminal so many weights are listed at most, those that changed most: what else there is to say should not be lost
 * behind them. */
enum { WEIGHTS_SHOWN = 40 };

static double change_of(const FitResult *r, int param) {
    const Param *p = &r->params.param[param];
    return r->rounded[p->part * r->params.terms + p->term] - r->errors.start[param];
}

static int by_size(const void *a, const void *b) {
    const double x = *(const double *)a, y = *(const double *)b;
    return (x < y) - (x > y);
}

/* Weights are listed that changed by this at least, but for those that changed by just this, of which *ties are. */
static double least_shown(const FitResult *r, int *ties) {
    const int count = r->params.count;
    double *change = mem_alloc((size_t)count * sizeof *change);
    for (int i = 0; i < count; i++) change[i] = fabs(change_of(r, i));
    qsort(change, (size_t)count, sizeof *change, by_size);
    const double least = change[WEIGHTS_SHOWN - 1];
    *ties = 0;
    for (int i = 0; i < WEIGHTS_SHOWN; i++) *ties += change[i] == least;
    free(change);
    return least;
}

static void report_changes(const FitResult *r, TableForm form, Buf *out) {
    const bool all = form != TABLE_TEXT || r->params.count <= WEIGHTS_SHOWN;
    int ties = 0;
    const double least = all ? 0 : least_shown(r, &ties);
    Table table;
    Buf name = { 0 };
    table_init(&table, "weights; start: by the same convention for tables; error: one standard error that knows that the positions of a game share its result");
    table_add_column(&table, "weight", true);
    static const char *const heads[] = { "games", "start", "fitted", "error", "now", "change" };
    for (int i = 0; i < 6; i++) table_add_column(&table, heads[i], false);
    for (int i = 0; i < r->params.count; i++) {
        const Param *param = &r->params.param[i];
        const int at = param->part * r->params.terms + param->term;
        const double change = fabs(change_of(r, i));
        if (!all && (change < least || (change == least && ties-- <= 0))) continue;
        buf_clear(&name);
        params_name(&r->params, table_of(r), i, &name);
        table_add(&table, "%s", buf_text(&name));
        table_add(&table, "%" PRId64, r->params.games[param->term]);
        table_add(&table, "%.5g", r->errors.start[i]);
        table_add(&table, "%.5g", r->fitted[at]);
        if (isfinite(r->errors.clustered[i])) table_add(&table, "%.2g", r->errors.clustered[i]);
        else table_add(&table, "open");
        table_add(&table, "%.5g", r->rounded[at]);
        table_add(&table, "%+.5g", change_of(r, i));
    }
    table_write(&table, form, out);
    if (r->prior_games > 0)
        buf_add(out, "\nErrors are of weights that are held to the start, and a stronger hold makes them smaller; it is no knowledge from games.\n");
    if (!all) buf_addf(out, "\nThese of the %d weights changed most; the report of --set report=FILE, or of a database, has all.\n", r->params.count);
    table_free(&table);
    buf_free(&name);
}

/* "psqt[0] mg (44 slots)" for neighbours of one table. */
static void report_dead(const FitResult *r, Buf *out) {
    static const char *const parts[] = { "mg", "eg" };
    const int slots = r->params.terms;
    if (!r->params.dead_count) return;
    buf_addf(out, "\n%d weights were not tuned, since no training position depends on them, or on them apart from the other phase's:", r->params.dead_count);
    for (int i = 0, end; i < r->params.dead_count; i = end) {
        const char *name = table_of(r)->slot[r->params.dead[i] % slots].name;
        const size_t length = term_group_length(name);
        for (end = i + 1; end < r->params.dead_count; end++) {
            const char *other = table_of(r)->slot[r->params.dead[end] % slots].name;
            if (r->params.dead[end] / slots != r->params.dead[i] / slots || term_group_length(other) != length || memcmp(other, name, length) != 0) break;
        }
        const char *part = parts[r->params.dead[i] / slots], *gap = i ? "," : "";
        if (end == i + 1) buf_addf(out, "%s %s %s", gap, name, part);
        else buf_addf(out, "%s %.*s %s (%d slots)", gap, (int)length, name, part, end - i);
    }
    buf_add_char(out, '\n');
}

static void report_nulls(const FitResult *r, Buf *out) {
    if (!r->errors.null_count) return;
    buf_addf(out, "\n%d directions change no evaluation; where a table or term fixes them by convention its mean is zero, the rest stays near the start:\n",
             r->errors.null_count);
    for (int i = 0; i < r->errors.null_count; i++) buf_addf(out, "- %s\n", r->errors.null[i]);
}

static void add_p(Table *table, double p) {
    const double least = 1e-9; /* the errors are estimates: no further is their distribution known */
    if (isnan(p)) table_add(table, "-");
    else if (p < least) table_add(table, "<%.0e", least);
    else table_add(table, "%.2g", p);
}

static void report_terms(const FitResult *r, TableForm form, Buf *out) {
    Table table;
    table_init(&table, "what leaving a term out would cost, the others fitted anew");
    table_add_column(&table, "term", true);
    static const char *const heads[] = { "weights", "rise of the loss", "chi-square", "freedom", "p" };
    for (int i = 0; i < 5; i++) table_add_column(&table, heads[i], false);
    for (int i = 0; i < r->errors.term_count; i++) {
        const TermTest *test = &r->errors.term[i];
        table_add(&table, "%s", test->name);
        table_add(&table, "%d", test->params);
        table_add(&table, "%s%.1e", test->too_far ? "<" : "about ", test->cost);
        table_add(&table, "%.1f", test->chi2);
        table_add(&table, "%d", test->rank);
        add_p(&table, test->p);
    }
    table_write(&table, form, out);
    table_free(&table);
    buf_add(out, "\nAll by the games that teach, what holds the weights to the start counted as one game. The rise is an estimate by the curvature of the loss;\n"
                 "where zero is too far off for that, < is the most that it can be. p: so far from zero by chance alone (-: too few games to say).\n");
}

static void report_calibration(const FitResult *r, TableForm form, Buf *out) {
    Table table;
    table_init(&table, "calibration: predicted and observed score of the games that judge");
    static const char *const heads[] = { "positions", "predicted", "observed" };
    for (int i = 0; i < 3; i++) table_add_column(&table, heads[i], false);
    for (int i = 0; i < CALIBRATION_BINS; i++) {
        if (!r->calibration.bin[i].positions) continue;
        table_add(&table, "%.0f", r->calibration.bin[i].positions);
        table_add(&table, "%.3f", r->calibration.bin[i].predicted);
        table_add(&table, "%.3f", r->calibration.bin[i].observed);
    }
    table_write(&table, form, out);
    table_free(&table);
    buf_addf(out, "\nmean difference %.4f\n", r->calibration.error);
}

static bool ends_search(const FitResult *r, int step) { return step + 1 == r->steps || !r->trail[step + 1].iteration; }

/* The way down, thinned out where it is long. A search for the prior goes several ways, each from its iteration 0. */
static void report_curve(const FitResult *r, TableForm form, Buf *out) {
    enum { MOST = 24 };
    const int every = r->steps / MOST + 1;
    Table table;
    table_init(&table, "loss by iteration, what holds the weights to the start included");
    static const char *const heads[] = { "prior_games", "iteration", "training", "validation", "still to gain" };
    for (int i = 0; i < 5; i++) table_add_column(&table, heads[i], false);
    for (int i = 0; i < r->steps; i++) {
        const FitStep *step = &r->trail[i];
        if (i % every && !ends_search(r, i)) continue;
        table_add(&table, "%g", step->prior_games);
        table_add(&table, "%d", step->iteration);
        table_add(&table, "%.8f", step->objective);
        if (isfinite(step->valid_loss)) table_add(&table, "%.8f", step->valid_loss);
        else table_add(&table, "-");
        if (isfinite(step->expected)) table_add(&table, "%.1e", step->expected);
        else table_add(&table, "-");
    }
    table_write(&table, form, out);
    table_free(&table);
    if (r->trail[0].prior_games != r->trail[r->steps - 1].prior_games)
        buf_addf(out, "\nEach prior went on from where the one before ended; prior_games %g has the least loss of the games that judge, and was taken.\n", r->prior_games);
}

static void add_agreement(Table *table, const char *what, const Agreement *a, double temperature) {
    table_add(table, "%s", what);
    table_add(table, "%.2f%%", 100 * a->top1);
    table_add(table, "%.2f%%", 100 * a->top5);
    table_add(table, "%.2f", a->rank);
    if (isfinite(temperature)) {
        table_add(table, "%.4f", a->surprise);
        table_add(table, "%.1f", temperature);
        return;
    }
    table_add(table, "-");
    table_add(table, "-");
}

/* A smaller loss isn't better choices. */
static void report_fall(const FitResult *r, Buf *out) {
    const FitAgreement *a = &r->agreement;
    const Agreement *now = a->has_own ? &a->own : &a->result;
    const double before = a->valid ? r->at_start.valid : r->at_start.train, after = a->valid ? r->at_rounded.valid : r->at_rounded.train;
    if (!(now->top1 < a->start.top1)) return;
    buf_addf(out, "The new weights agree less often: their first move is the one played in %.1f%%, that of the start was in %.1f%%%s.\n", 100 * now->top1,
             100 * a->start.top1, after < before ? ", though the loss fell" : "");
}

static void report_agreement(const FitResult *r, TableForm form, Buf *out) {
    const FitAgreement *a = &r->agreement;
    Table table;
    if (!a->start.positions) return;
    buf_add_char(out, '\n');
    table_init(&table, a->valid ? "agreement with the moves played, of the games that judge" : "agreement with the moves played, of the games that teach: none judge");
    table_add_column(&table, "weights", true);
    static const char *const heads[] = { "first", "of first 5", "rank", "-log p", "temperature" };
    for (int i = 0; i < 5; i++) table_add_column(&table, heads[i], false);
    Agreement chance = a->start;
    chance.top1 = chance.chance1;
    chance.top5 = chance.chance5;
    chance.rank = (chance.moves + 1) / 2;
    add_agreement(&table, "chance", &chance, NAN);
    add_agreement(&table, "start", &a->start, a->temperature_start);
    add_agreement(&table, "rounded", &a->result, a->temperature_fitted);
    if (a->has_own) add_agreement(&table, "rounded, its own leaves", &a->own, a->temperature);
    table_write(&table, form, out);
    table_free(&table);
    buf_addf(out, "\n%" PRIu64 " moves among %.1f legal ones; a blind choice has -log p %.4f\n", a->start.positions, a->start.moves, a->start.blind);
    report_fall(r, out);
    if (isfinite(a->temperature)) buf_addf(out, "prior temperature: %.2f (moves are played in proportion to exp(E / temperature))\n", a->temperature);
}

void fit_report(const FitResult *r, TableForm form, Buf *out) {
    report_data(r, out);
    buf_add_char(out, '\n');
    report_losses(r, form, out);
    report_agreement(r, form, out);
    buf_addf(out, "\nrounding together costs %.1e of the loss, each weight by itself would cost %.1e\n\n", r->rounding_cost, r->rounding_alone);
    report_changes(r, form, out);
    report_dead(r, out);
    report_nulls(r, out);
    buf_add_char(out, '\n');
    report_terms(r, form, out);
    buf_add_char(out, '\n');
    report_curve(r, form, out);
    if (share(r) >= 1) return;
    buf_add_char(out, '\n');
    report_calibration(r, form, out);
}

/* The part of the trail from `first` to before `end` as one line, iterations counted on from those before. */
static PlotSeries search_line(const FitResult *r, int first, int end, const double *x, const double *y, const char *what, Buf *name) {
    const double prior = r->trail[first].prior_games;
    buf_addf(name, "%s, prior_games %g%s", what, prior, prior == r->prior_games ? " (taken)" : "");
    return (PlotSeries){ .name = buf_text(name), .x = x + first, .y = y + first, .count = end - first, .points = end - first == 1 };
}

void fit_plot_loss(const FitResult *r, Buf *out) {
    const size_t steps = (size_t)r->steps;
    double *x = mem_alloc(3 * (steps + 1) * sizeof *x), *train = x + steps + 1, *valid = train + steps + 1, before = 0;
    PlotSeries *series = mem_alloc(2 * (steps + 1) * sizeof *series);
    Buf *name = mem_zalloc(2 * (steps + 1), sizeof *name), loss = { 0 };
    int count = 0;
    for (int i = 0, first = 0; i < r->steps; i++) {
        x[i] = before + r->trail[i].iteration;
        train[i] = r->trail[i].objective;
        valid[i] = r->trail[i].valid_loss;
        if (!ends_search(r, i)) continue;
        series[count] = search_line(r, first, i + 1, x, train, "training", &name[count]);
        count++;
        series[count] = search_line(r, first, i + 1, x, valid, "validation", &name[count]);
        count++;
        before = x[i];
        first = i + 1;
    }
    print_loss(r, &loss);
    const Plot plot = { .title = "loss, what holds the weights to the start included in training", .x_label = "iteration", .y_label = buf_text(&loss),
                        .series = series, .count = count, .wide = true, .whole_x = true };
    plot_svg(&plot, out);
    for (int i = 0; i < count; i++) buf_free(&name[i]);
    buf_free(&loss);
    free(name);
    free(series);
    free(x);
}

void fit_plot_calibration(const FitResult *r, Buf *out) {
    double predicted[CALIBRATION_BINS], observed[CALIBRATION_BINS];
    for (int i = 0; i < CALIBRATION_BINS; i++) {
        predicted[i] = r->calibration.bin[i].positions ? r->calibration.bin[i].predicted : NAN;
        observed[i] = r->calibration.bin[i].observed;
    }
    const PlotSeries series = { .name = "games that judge", .x = predicted, .y = observed, .count = CALIBRATION_BINS, .points = true };
    const Plot plot = { .title = "calibration", .x_label = "predicted score", .y_label = "observed score", .square = true, .series = &series,
                        .count = 1 };
    plot_svg(&plot, out);
}
