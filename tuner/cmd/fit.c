/* xqtune fit: from traces to weights. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "bench/cmd/stop.h"
#include "bench/store/tunings.h"
#include "engine/conf/conf.h"
#include "tuner/cmd/commands.h"
#include "tuner/cmd/outputs.h"
#include "tuner/data/compare.h"
#include "tuner/data/trace_text.h"
#include "tuner/fit/fit.h"
#include "tuner/fit/fit_report.h"

typedef struct {
    OptList set;
    char db[OPT_TEXT_SIZE];
    bool check_gradient, quiet;
} FitArgs;

static const OptRow rows[] = {
    { .name = "set", .kind = OPT_LIST, .offset = offsetof(FitArgs, set), .argument = "KEY=VALUE", .help = "set one key of the configuration (xqtune keys fit lists them)" },
    { .name = "db", .kind = OPT_TEXT, .offset = offsetof(FitArgs, db), .argument = "FILE", .help = "keep the run in this database, as proposed" },
    { .name = "check-gradient", .kind = OPT_BOOL, .offset = offsetof(FitArgs, check_gradient), .help = "compare the gradient with differences of the loss; fit nothing" },
    { .name = "quiet", .kind = OPT_BOOL, .offset = offsetof(FitArgs, quiet), .help = "no progress" },
};
static const OptTable options = { "fit", rows, sizeof rows / sizeof rows[0] };

/* What one command works on. */
typedef struct {
    const FitArgs *arg;
    FitSettings settings;
    Arena arena;      /* of the configuration's texts */
    TraceSet set;       /* empty: there are comparisons alone */
    CompareSet choices; /* empty: there are none */
    double *start;    /* NULL: as traced */
    FitStep before;   /* the iteration shown last */
} Work;

static void work_free(Work *work) {
    free(work->start);
    trace_close(&work->set);
    compare_close(&work->choices);
    arena_free(&work->arena);
}

static bool is_configuration(const char *path) {
    const char *dot = strrchr(path, '.');
    return dot && (strcmp(dot, ".yaml") == 0 || strcmp(dot, ".yml") == 0);
}

/* The file named is the configuration, or the traces themselves. */
static bool read_settings(const char *path, Work *work, Err *err) {
    opt_defaults(&fit_options, &work->settings);
    ConfNode *root = is_configuration(path) ? conf_load(path, &work->arena, err) : conf_parse("", 0, "<command line>", &work->arena, err);
    if (!root) return false;
    if (root->kind != CONF_MAP) return conf_error(root, err, "a mapping of keys is wanted here; xqtune keys fit lists them");
    for (int i = 0; i < work->arg->set.count; i++)
        if (!conf_set_path(root, work->arg->set.item[i], &work->arena, err)) return false;
    if (!conf_apply(&fit_options, &work->settings, root, err)) return false;
    if (!is_configuration(path)) {
        if (strlen(path) >= sizeof work->settings.data) return err_set(err, ERR_USAGE, "%s: the path is too long", path);
        strcpy(work->settings.data, path);
    }
    return *work->settings.data || err_set(err, ERR_INPUT, "%s: the key 'data', the file of traces, is missing", path);
}

/* Where a fit of our own evaluation starts. */
static bool read_start(Work *work, Err *err) {
    Weights weights;
    if (!*work->settings.start) return true;
    if (!weights_load(work->settings.start, &weights, err)) return err_prefix(err, "start: ");
    work->start = mem_alloc(2 * (size_t)WEIGHT_COUNT * sizeof *work->start);
    for (int i = 0; i < WEIGHT_COUNT; i++) {
        work->start[i] = weights.flat[i].mg;
        work->start[WEIGHT_COUNT + i] = weights.flat[i].eg;
    }
    return true;
}

/* Data of our own evaluation must be of this program's terms. */
static bool check_own(const TermTable *table, const char *path, Err *err) {
    Arena arena = { 0 };
    TermTable own;
    term_table_builtin(&own, &weights_default, &arena);
    const bool good = !table->builtin || term_table_check(table, &own, err) || err_prefix(err, "%s: ", path);
    arena_free(&arena);
    return good;
}

static bool read_choices(Work *work, const char *path, Err *err) {
    return compare_open(&work->choices, path, err) && check_own(&work->choices.table, path, err);
}

/* Traces of other engines start from their table alone. */
static bool read_data(Work *work, Err *err) {
    const FitSettings *settings = &work->settings;
    const bool alone = compare_is_compare(settings->data);
    if (alone && *settings->compare) return err_set(err, ERR_INPUT, "%s: holds comparisons, as compare does: data must be traces then", settings->data);
    if (alone) return read_choices(work, settings->data, err) && read_start(work, err);
    if (!trace_load(&work->set, settings->data, err) || !check_own(&work->set.table, settings->data, err)) return false;
    if (*settings->compare && !read_choices(work, settings->compare, err)) return false;
    if (!work->set.table.builtin && *settings->start)
        return err_set(err, ERR_INPUT, "start: %s: these traces are of another engine; they start from the values of their own table", settings->start);
    return read_start(work, err);
}

/* What is written must be known. */
static bool check_outputs(const Work *work, Err *err) {
    const FitSettings *settings = &work->settings;
    if (!*settings->variant) return true;
    if (!work->choices.bytes) return err_set(err, ERR_INPUT, "variant: the temperature of a prior comes from moves that were played; name comparisons");
    if (!work->choices.table.builtin) return err_set(err, ERR_INPUT, "variant: a player of ours wants weights of our own evaluation");
    return *settings->out || err_set(err, ERR_INPUT, "variant names the file of weights that out writes: set out too");
}

static FitData data_of(const Work *work) {
    return (FitData){ .results = work->set.bytes ? &work->set : NULL, .choices = work->choices.bytes ? &work->choices : NULL, .start = work->start };
}

/* Progress: a line an iteration. */

/* Iterations that are left when what is to be gained goes on shrinking as it did last; -1: can't be said. */
static double iterations_left(const FitStep *before, const FitStep *step, int iterations_max) {
    const double shrinks = log(before->expected / step->expected), left = log(step->expected / step->floor);
    if (!step->iteration) return -1;
    if (!(shrinks > 0) || !(left > 0)) return isfinite(step->expected) ? -1 : iterations_max - step->iteration;
    return fmin(ceil(left / shrinks), iterations_max - step->iteration);
}

static bool show_step(void *context, const FitStep *step, int iterations_max) {
    Work *work = context;
    if (!work->arg->quiet) {
        const double seconds = (double)step->time_ns / 1e9, left = iterations_left(&work->before, step, iterations_max);
        fprintf(stderr, "%4d  loss %.8f", step->iteration, step->objective);
        if (isfinite(step->valid_loss)) fprintf(stderr, "  validation %.8f", step->valid_loss);
        if (isfinite(step->expected)) fprintf(stderr, "  still to gain %.1e, enough below %.1e", step->expected, step->floor);
        fprintf(stderr, "  %.1f s", seconds);
        if (left >= 0) fprintf(stderr, ", about %.0f s to go", seconds / step->iteration * left);
        fputc('\n', stderr);
    }
    work->before = *step;
    return !atomic_load(stop_flag());
}

static int check_gradient(const Work *work, Err *err) {
    const FitData data = data_of(work);
    double worst;
    if (!fit_check_gradient(&work->settings, &data, &worst, err)) return EXIT_BAD_INPUT;
    const bool good = worst < 1e-6;
    printf("gradient and central differences agree to %.1e, 20 directions at 3 points: %s\n", worst, good ? "right" : "WRONG");
    return good ? EXIT_HELD : EXIT_REGRESSED;
}

/* The run as the store keeps it. */
static bool keep(const Work *work, const FitResult *result, const Buf *weights, const Buf *report, Err *err) {
    if (!*work->arg->db) return true;
    Store *store = store_open(work->arg->db, STORE_CREATE, err);
    if (!store) return false;
    Buf settings = { 0 }, start = { 0 };
    int64_t id = 0;
    opt_print(&fit_options, &work->settings, true, &settings);
    fit_start_weights(result, &start);
    const TuningRecord tuning = {
        .kind = "fit", .state = "proposed", .data = work->settings.data, .settings = buf_text(&settings), .start = buf_text(&start),
        .result = buf_text(weights), .report = buf_text(report), .positions = (int64_t)fit_positions(result),
        .games = (int64_t)fit_games(result), .params = result->params.count, .loss_start = result->at_start.train,
        .loss_end = result->at_rounded.train, .valid_start = result->at_start.valid, .valid_end = result->at_rounded.valid, .scale = result->k,
        .cpu_ns = result->cpu_ns,
    };
    const bool good = store_tuning_add(store, &tuning, &id, err);
    store_close(store);
    buf_free(&settings);
    buf_free(&start);
    if (good) printf("\nKept in %s as tuning %" PRId64 ", proposed.\n", work->arg->db, id);
    return good;
}

static bool finish(const Work *work, const FitResult *result, Err *err) {
    const FitSettings *settings = &work->settings;
    Outputs outputs = { .count = 0 };
    Buf weights = { 0 }, report = { 0 }, markdown = { 0 };
    fit_weights(result, &weights);
    fit_report(result, TABLE_TEXT, &report);
    fit_report(result, TABLE_MARKDOWN, &markdown);
    if (*settings->out) buf_add(outputs_add(&outputs, settings->out, ""), buf_text(&weights));
    if (*settings->c_out) fit_weights_c(result, outputs_add(&outputs, settings->c_out, ""));
    if (*settings->variant) fit_variant(result, settings->out, settings->variant, outputs_add(&outputs, settings->variant, ""));
    if (*settings->report) buf_add(outputs_add(&outputs, settings->report, ""), buf_text(&markdown));
    if (*settings->plots) {
        fit_plot_loss(result, outputs_add(&outputs, settings->plots, "-loss.svg"));
        fit_plot_calibration(result, outputs_add(&outputs, settings->plots, "-calibration.svg"));
    }
    bool good = outputs_write(&outputs, err);
    if (good) fputs(buf_text(&report), stdout);
    if (good && *settings->out) printf("\nThe weights are in %s.\n", settings->out);
    good = good && keep(work, result, &weights, &markdown, err);
    outputs_free(&outputs);
    buf_free(&weights);
    buf_free(&report);
    buf_free(&markdown);
    return good;
}

static bool fit(Work *work, Err *err) {
    FitResult result;
    const FitListener listener = { .step = show_step, .context = work };
    const FitData data = data_of(work);
    if (!fit_run(&work->settings, &data, &listener, &result, err)) return false;
    const bool good = finish(work, &result, err);
    fit_free(&result);
    return good;
}

static int run(const void *object, const CmdArgs *args, Err *err) {
    Work work = { .arg = object };
    if (args->count != 1) return err_set(err, ERR_USAGE, "fit: name one file, a configuration (*.yaml) or traces");
    stop_on_signals();
    int code = EXIT_BAD_INPUT;
    if (read_settings(args->positional[0], &work, err) && read_data(&work, err) && check_outputs(&work, err)) {
        if (work.arg->check_gradient) code = check_gradient(&work, err);
        else if (fit(&work, err)) code = EXIT_HELD;
    }
    work_free(&work);
    return code;
}

const Cmd cmd_fit = {
    .name = "fit", .synopsis = "CONFIG.yaml|TRACES [--set KEY=VALUE] [--db FILE]",
    .summary = "find the weights under which evaluations predict results best",
    .details = "Least squares by Levenberg-Marquardt on the traces of xqtune extract, or of any engine (tuner/README.md describes the text "
               "they are written in). A tenth of the games is kept aside to judge. The result is a set of weights, how much each changed and "
               "how sure that is.\n"
               "\n"
               "With comparisons of the moves played (xqtune extract --compare) it finds the weights that agree with them, alone (loss=compare) or "
               "beside results (compare=FILE).\n"
               "\n"
               "  xqtune fit games.trace --set out=new.yaml\n"
               "  xqtune fit masters.choices --set loss=compare --set out=new.yaml\n"
               "  xqtune fit configs/tune/fit.yaml --set data=games.trace --db xqlab.db",
    .options = &options, .options_size = sizeof(FitArgs), .run = run,
};
