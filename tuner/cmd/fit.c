/* xqtune fit: from traces to weights. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "bench/cmd/stop.h"
#include "bench/store/tunings.h"
#include "engine/conf/conf.h"
#include "engine/core/draft.h"
#include "engine/core/sha256.h"
#include "tuner/cmd/commands.h"
#include "tuner/cmd/outputs.h"
#include "tuner/data/compare.h"
#include "tuner/data/trace_check.h"
#include "tuner/data/trace_text.h"
#include "tuner/fit/curve.h"
#include "tuner/fit/fit.h"
#include "tuner/fit/fit_report.h"
#include "tuner/verify/predict.h"

typedef struct {
    OptList set;
    int64_t jobs;
    char db[OPT_TEXT_SIZE], checkpoint[OPT_TEXT_SIZE];
    bool check_gradient, check_trace, share_curve, learning_curve, resume, quiet;
} FitArgs;

static const OptRow rows[] = {
    { .name = "set", .kind = OPT_LIST, .offset = offsetof(FitArgs, set), .argument = "KEY=VALUE", .help = "set one key of the configuration (xqtune keys fit lists them)" },
    { .name = "db", .kind = OPT_TEXT, .offset = offsetof(FitArgs, db), .argument = "FILE", .help = "keep the run in this database, as proposed" },
    { .name = "check-gradient", .kind = OPT_BOOL, .offset = offsetof(FitArgs, check_gradient), .help = "compare the gradient with differences of the loss; fit nothing" },
    { .name = "check-trace", .kind = OPT_BOOL, .offset = offsetof(FitArgs, check_trace),
      .help = "compare counts times start values with the scores, for traces whose scores are the engine's own evaluation; fit nothing" },
    { .name = "share-curve", .kind = OPT_BOOL, .offset = offsetof(FitArgs, share_curve),
      .help = "fit with result_share 0, 0.25, 0.5, 0.75 and 1, and show what the games that judge say; nothing is written" },
    { .name = "learning-curve", .kind = OPT_BOOL, .offset = offsetof(FitArgs, learning_curve),
      .help = "fit an eighth, a quarter, half and all of the games: are more worth while? Nothing is written" },
    { .name = "checkpoint", .kind = OPT_TEXT, .offset = offsetof(FitArgs, checkpoint), .argument = "FILE",
      .help = "keep what is finished in this file until the fit ends" },
    { .name = "resume", .kind = OPT_BOOL, .offset = offsetof(FitArgs, resume), .help = "go on from the checkpoint of a fit that was stopped or killed; without it such a checkpoint is refused" },
    { .name = "jobs", .kind = OPT_INT, .offset = offsetof(FitArgs, jobs), .max = 1024, .help = "threads, as --set jobs=N; 0: as the configuration says" },
    { .name = "quiet", .kind = OPT_BOOL, .offset = offsetof(FitArgs, quiet), .help = "no progress" },
};
static const OptTable options = { "fit", rows, sizeof rows / sizeof rows[0] };

/* Files that a fit may write, in this order. */
enum { OUT, C_OUT, VARIANT, REPORT, LOSS_PLOT, CALIBRATION_PLOT, OUTPUTS };
static const struct { const char *key; size_t offset; const char *suffix; } output_rows[OUTPUTS] = {
    [OUT] = { "out", offsetof(FitSettings, out), "" },
    [C_OUT] = { "c_out", offsetof(FitSettings, c_out), "" },
    [VARIANT] = { "variant", offsetof(FitSettings, variant), "" },
    [REPORT] = { "report", offsetof(FitSettings, report), "" },
    [LOSS_PLOT] = { "plots", offsetof(FitSettings, plots), "-loss.svg" },
    [CALIBRATION_PLOT] = { "plots", offsetof(FitSettings, plots), "-calibration.svg" },
};

/* What one command works on. */
typedef struct {
    const FitArgs *arg;
    FitSettings settings;
    Outputs outputs;
    Buf *content[OUTPUTS]; /* in outputs; NULL: not wanted */
    Arena arena;      /* of the configuration's texts */
    TraceSet set;       /* empty: there are comparisons alone */
    CompareSet choices; /* empty: there are none */
    double *start;    /* NULL: as traced */
    FitStep before;   /* the iteration shown last */
    Buf key;          /* head of the checkpoint: what it must have in common with this fit */
} Work;

static void work_free(Work *work) {
    free(work->start);
    trace_close(&work->set);
    compare_close(&work->choices);
    outputs_free(&work->outputs);
    buf_free(&work->key);
    arena_free(&work->arena);
}

static bool is_yaml(const char *path) {
    const char *dot = strrchr(path, '.');
    return dot && (strcmp(dot, ".yaml") == 0 || strcmp(dot, ".yml") == 0);
}

/* The file named is the configuration, or the traces themselves. */
static bool read_settings(const char *path, Work *work, Err *err) {
    opt_defaults(&fit_options, &work->settings);
    ConfNode *root = is_yaml(path) ? conf_load(path, &work->arena, err) : conf_parse("", 0, "<command line>", &work->arena, err);
    if (!root) return false;
    if (root->kind != CONF_MAP) return conf_error(root, err, "a mapping of keys is wanted here; xqtune keys fit lists them");
    for (int i = 0; i < work->arg->set.count; i++)
        if (!conf_set_path(root, work->arg->set.item[i], &work->arena, err)) return false;
    if (!conf_apply(&fit_options, &work->settings, root, err)) return false;
    if (work->arg->jobs) work->settings.jobs = work->arg->jobs;
    if (!is_yaml(path)) {
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

/* The weights of a variant must be known, and its temperature. */
static bool check_variant(const Work *work, Err *err) {
    const FitSettings *settings = &work->settings;
    if (!*settings->variant) return true;
    if (!work->choices.bytes) return err_set(err, ERR_INPUT, "variant: the temperature of a prior comes from moves that were played; name comparisons");
    if (!work->choices.table.builtin) return err_set(err, ERR_INPUT, "variant: a player of ours wants weights of our own evaluation");
    return *settings->out || err_set(err, ERR_INPUT, "variant names the file of weights that out writes: set out too");
}

/* Files and database are tried before the fit, which may take hours. */
static bool prepare_outputs(Work *work, const char *path, Err *err) {
    const FitSettings *settings = &work->settings;
    Outputs *outputs = &work->outputs;
    outputs_read(outputs, "configuration", is_yaml(path) ? path : "");
    outputs_read(outputs, "data", settings->data);
    outputs_read(outputs, "compare", settings->compare);
    outputs_read_player(outputs, "start", settings->start);
    outputs_reserve(outputs, "--db", work->arg->db);
    outputs_reserve(outputs, "--checkpoint", work->arg->checkpoint);
    for (int i = 0; i < OUTPUTS; i++)
        work->content[i] = outputs_add(outputs, output_rows[i].key, (const char *)settings + output_rows[i].offset, output_rows[i].suffix);
    return outputs_check(outputs, err) && outputs_try_store(work->arg->db, err);
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
        if (!step->iteration && step->prior_games > 0) fprintf(stderr, "prior_games %g:\n", step->prior_games);
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

/* An evaluation that is counted wrongly teaches nonsense without a sign of it. */
static int check_trace(const Work *work, Err *err) {
    const double rounding = 1; /* engines cut their evaluation to a whole number */
    TraceCheck check;
    if (!work->set.bytes) return err_set(err, ERR_INPUT, "--check-trace is for traces; comparisons have no scores");
    trace_check(&work->set, work->start, rounding, &check);
    if (!check.scored) return err_set(err, ERR_INPUT, "%s: no position has a score; write the engine's own evaluation there, from Red's view", work->set.path);
    printf("counts times start values against %" PRId64 " scores: off by %.3g in the mean, by more than %g in %" PRId64 ": %s\n", check.scored, check.mean, rounding,
           check.off, check.off ? "WRONG" : "right");
    if (!check.off) return EXIT_HELD;
    Buf row = { 0 };
    trace_print_row(&work->set, check.row, &row);
    printf("The worst counts %.6g where the score is %d: %s\nIf the scores come from a search, that is no wonder: write the evaluation of the position itself there.\n",
           check.counted, check.score, buf_text(&row));
    buf_free(&row);
    return EXIT_REGRESSED;
}

/* The run as the store keeps it; *said tells of it. */
static bool keep(const Work *work, const FitResult *result, const Buf *weights, const Buf *report, Buf *said, Err *err) {
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
    const bool good = predict_from_store(store, &tuning, result->at_start.valid - result->at_rounded.valid, said, err) &&
                      store_tuning_add(store, &tuning, &id, err);
    store_close(store);
    buf_addf(said, "\nKept in %s as tuning %" PRId64 ", proposed.\n", work->arg->db, id);
    buf_free(&settings);
    buf_free(&start);
    return good;
}

static void fill_outputs(Work *work, const FitResult *result, const Buf *weights, const Buf *markdown) {
    const FitSettings *settings = &work->settings;
    Buf *const *content = work->content;
    if (content[OUT] && !result->problem.set->table.builtin && is_yaml(settings->out)) fit_weights_yaml(result, content[OUT]);
    else if (content[OUT]) buf_add(content[OUT], buf_text(weights));
    if (content[C_OUT]) fit_weights_c(result, content[C_OUT]);
    if (content[VARIANT]) fit_variant(result, settings->out, settings->variant, content[VARIANT]);
    if (content[REPORT]) buf_add(content[REPORT], buf_text(markdown));
    if (content[LOSS_PLOT]) fit_plot_loss(result, content[LOSS_PLOT]);
    if (content[CALIBRATION_PLOT]) fit_plot_calibration(result, content[CALIBRATION_PLOT]);
}

/* The files take their places when the database has the run. */
static bool finish(Work *work, const FitResult *result, Err *err) {
    Buf weights = { 0 }, report = { 0 }, markdown = { 0 }, kept = { 0 };
    fit_weights(result, &weights);
    fit_report(result, TABLE_TEXT, &report);
    fit_report(result, TABLE_MARKDOWN, &markdown);
    fill_outputs(work, result, &weights, &markdown);
    const bool good = outputs_finish(&work->outputs, err) && keep(work, result, &weights, &markdown, &kept, err) && outputs_commit(&work->outputs, err);
    if (good) fputs(buf_text(&report), stdout);
    if (good && *work->settings.out) printf("\nThe weights are in %s.\n", work->settings.out);
    if (good && kept.len) printf("\n%s", buf_text(&kept));
    buf_free(&kept);
    buf_free(&weights);
    buf_free(&report);
    buf_free(&markdown);
    return good;
}

/* Checkpoints: a line that says which fit it is, then its progress. */

static bool is_output(const char *name) {
    static const char *const names[] = { "out", "c_out", "variant", "report", "plots", "jobs" };
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        if (!strcmp(name, names[i])) return true;
    return false;
}

static const char checkpoint_title[] = "xqlab checkpoint of a fit ";

/* All that decides the fit: program, data, start and settings. */
static bool make_key(Work *work, Err *err) {
    const FitSettings *settings = &work->settings;
    const char *const files[] = { "/proc/self/exe", settings->data, settings->compare };
    char text[SHA256_TEXT_SIZE];
    Sha256 sha;
    Buf values = { 0 };
    sha256_init(&sha);
    for (size_t i = 0; i < sizeof files / sizeof files[0]; i++) {
        if (!*files[i]) continue;
        if (!sha256_file(files[i], text, err)) return false;
        sha256_add_text(&sha, text);
    }
    for (size_t i = 0; i < fit_options.count; i++)
        if (!is_output(fit_options.rows[i].name)) opt_get(&fit_options.rows[i], settings, &values);
    for (int i = 0; work->start && i < 2 * WEIGHT_COUNT; i++) buf_addf(&values, " %.17g", work->start[i]);
    sha256_add_text(&sha, buf_text(&values));
    sha256_text(&sha, text);
    buf_addf(&work->key, "%s%s\n", checkpoint_title, text);
    if (work->key.len % 8) buf_addf(&work->key, "%.*s", (int)(8 - work->key.len % 8), "\n\n\n\n\n\n\n\n");
    buf_free(&values);
    return true;
}

/* Does what stands at the checkpoint's place begin like this, as far as it goes? */
static bool begins_with(const Buf *all, const char *start, size_t len) {
    return !all->len || !memcmp(all->text, start, all->len < len ? all->len : len);
}

/* The file is replaced as the fit goes and gone at its end, so one of another kind is left alone, and one that holds a fit wants
 * --resume. */
static bool check_checkpoint(const Work *work, const Buf *all, Err *err) {
    const char *path = work->arg->checkpoint;
    if (!begins_with(all, checkpoint_title, sizeof checkpoint_title - 1))
        return err_set(err, ERR_INPUT, "%s: is no checkpoint, and would be lost; name another file", path);
    if (!work->arg->resume)
        return !all->len || err_set(err, ERR_INPUT, "%s: holds a fit that was not finished; --resume goes on with it, or name another file", path);
    return begins_with(all, work->key.text, work->key.len) ||
           err_set(err, ERR_INPUT, "%s: is the checkpoint of another fit: program, data, start or settings differ", path);
}

/* What there is of a checkpoint, maybe nothing: a kill may come before the first one. */
static bool read_checkpoint(Work *work, FitProgress *progress, Err *err) {
    const FitArgs *arg = work->arg;
    const Buf *key = &work->key;
    Buf all = { 0 };
    if (!*arg->checkpoint) return !arg->resume || err_set(err, ERR_USAGE, "fit: --resume needs --checkpoint FILE");
    if (!make_key(work, err) || !draft_try(arg->checkpoint, err)) return false;
    struct stat old;
    const bool stands = stat(arg->checkpoint, &old) == 0 && S_ISREG(old.st_mode); /* reading a device may never end */
    bool good = !stands || file_read(arg->checkpoint, &all, err);
    good = good && check_checkpoint(work, &all, err);
    if (good && all.len > key->len) buf_add_n(&progress->bytes, all.text + key->len, all.len - key->len);
    else if (good && arg->resume) fprintf(stderr, "%s: holds nothing of this fit yet; it begins from the start\n", arg->checkpoint);
    buf_free(&all);
    return good;
}

static bool write_checkpoint(void *context, const FitProgress *progress, Err *err) {
    const Work *work = context;
    Buf all = { 0 };
    buf_add_n(&all, work->key.text, work->key.len);
    buf_add_n(&all, progress->bytes.text, progress->bytes.len);
    const bool good = file_write(work->arg->checkpoint, all.text, all.len, err);
    buf_free(&all);
    return good;
}

static bool fit(Work *work, Err *err) {
    FitResult result;
    FitProgress progress = { .at = 0 };
    FitListener listener = { .step = show_step, .context = work };
    const FitData data = data_of(work);
    if (*work->arg->checkpoint) {
        listener.progress = &progress;
        listener.keep = write_checkpoint;
    }
    bool good = read_checkpoint(work, &progress, err) && fit_run(&work->settings, &data, &listener, &result, err);
    if (good) {
        good = finish(work, &result, err);
        fit_free(&result);
    }
    if (good && *work->arg->checkpoint) remove(work->arg->checkpoint);
    fit_progress_free(&progress);
    return good;
}

/* Curves. */

static void add_error(Table *table, double error) {
    if (isfinite(error)) table_add(table, "%.0e", error);
    else table_add(table, "-");
}

static void print_curve(const char *changed, const char *compared, const CurvePoint *point, int count) {
    Table table;
    Buf out = { 0 };
    table_init(&table, "mean loss of the games that judge, by their results; errors: one standard error, games as wholes");
    table_add_column(&table, changed, false);
    const char *const heads[] = { "games", "start", "fitted", "change", "error", compared, "error" };
    for (size_t i = 0; i < sizeof heads / sizeof heads[0]; i++) table_add_column(&table, heads[i], false);
    for (int i = 0; i < count; i++) {
        table_add(&table, "%g", point[i].share);
        table_add(&table, "%.0f", point[i].games);
        table_add(&table, "%.8f", point[i].valid_start);
        table_add(&table, "%.8f", point[i].valid);
        table_add(&table, "%+.2e", point[i].valid - point[i].valid_start);
        add_error(&table, point[i].error);
        if (isfinite(point[i].above)) table_add(&table, "%+.2e", point[i].above);
        else table_add(&table, "-");
        add_error(&table, point[i].above_error);
    }
    table_write(&table, TABLE_TEXT, &out);
    fputs(buf_text(&out), stdout);
    table_free(&table);
    buf_free(&out);
}

static bool share_curve(Work *work, Err *err) {
    const FitListener listener = { .step = show_step, .context = work };
    const FitData data = data_of(work);
    CurvePoint point[SHARE_CURVE_POINTS];
    int best, worse = 0;
    if (!fit_share_curve(&work->settings, &data, &listener, point, &best, err)) return false;
    print_curve("result_share", "above best", point, SHARE_CURVE_POINTS);
    for (int i = 0; i < SHARE_CURVE_POINTS; i++) worse += curve_differs(&point[i]) > 0;
    if (worse == SHARE_CURVE_POINTS - 1) {
        printf("\nThese %.0f games like result_share=%g best.\n", point[best].judges, point[best].share);
        return true;
    }
    const char *gap = "";
    printf("\nThese %.0f games like result_share=%g best, but can't tell it from ", point[best].judges, point[best].share);
    for (int i = 0; i < SHARE_CURVE_POINTS; i++) {
        if (i == best || curve_differs(&point[i]) > 0) continue;
        printf("%s%g", gap, point[i].share);
        gap = ", ";
    }
    puts(": the difference is within 1.96 errors.");
    return true;
}

/* What the last doubling of the games says of the next one, unless it may be chance. */
static void print_verdict(const CurvePoint *before, const CurvePoint *last) {
    const double gain = curve_next_gain(before, last);
    printf("\nThe second half of the games changed the loss by %+.1e, with a standard error of %.0e. ", last->above, last->above_error);
    if (!curve_differs(last)) printf("That may be chance: these %.0f games can't say whether more games would help.\n", last->judges);
    else if (isfinite(gain)) printf("Twice the games may gain %.1e more, %.0f %% of what these have.\n", gain, 100 * gain / fmax(last->valid_start - last->valid, gain));
    else puts("More of the same kind will hardly help.");
}

static bool learning_curve(Work *work, Err *err) {
    const FitListener listener = { .step = show_step, .context = work };
    const FitData data = data_of(work);
    CurvePoint point[LEARNING_CURVE_POINTS];
    const int64_t least = work->settings.games_min;
    if (!fit_learning_curve(&work->settings, &data, &listener, point, err)) return false;
    print_curve("teach", "to the line before", point, LEARNING_CURVE_POINTS);
    if (point[0].games < (double)least)
        printf("\nFits of fewer than %" PRId64 " games (games_min) are made for this table alone, and refused otherwise.\n", least);
    print_verdict(&point[LEARNING_CURVE_POINTS - 2], &point[LEARNING_CURVE_POINTS - 1]);
    return true;
}

static bool prepare(Work *work, const char *path, Err *err) {
    const FitArgs *arg = work->arg;
    const bool writes = !arg->share_curve && !arg->learning_curve && !arg->check_gradient && !arg->check_trace;
    return read_settings(path, work, err) && (!writes || prepare_outputs(work, path, err)) && read_data(work, err) && check_variant(work, err);
}

static int run(const void *object, const CmdArgs *args, Err *err) {
    Work work = { .arg = object };
    if (args->count != 1) return err_set(err, ERR_USAGE, "fit: name one file, a configuration (*.yaml) or traces");
    if (*work.arg->db && (work.arg->share_curve || work.arg->learning_curve))
        return err_set(err, ERR_USAGE, "fit: a curve is only shown; leave --db out");
    stop_on_signals();
    int code = EXIT_BAD_INPUT;
    if (prepare(&work, args->positional[0], err)) {
        if (work.arg->share_curve) code = share_curve(&work, err) ? EXIT_HELD : EXIT_BAD_INPUT;
        else if (work.arg->learning_curve) code = learning_curve(&work, err) ? EXIT_HELD : EXIT_BAD_INPUT;
        else if (work.arg->check_gradient) code = check_gradient(&work, err);
        else if (work.arg->check_trace) code = check_trace(&work, err);
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
               "With --checkpoint FILE a long fit that was killed goes on by --resume and ends with the same bits.\n"
               "\n"
               "  xqtune fit games.trace --set out=new.yaml\n"
               "  xqtune fit games.trace --learning-curve\n"
               "  xqtune fit masters.choices --set loss=compare --set out=new.yaml\n"
               "  xqtune fit configs/tune/fit.yaml --set data=games.trace --db xqlab.db",
    .options = &options, .options_size = sizeof(FitArgs), .run = run,
};
