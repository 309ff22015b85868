/* xqbench experiment: what enhancements save, alone and together. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "bench/cmd/commands.h"
#include "bench/cmd/stop.h"
#include "bench/lab/stored.h"
#include "bench/report/experiment_page.h"
#include "bench/report/html_page.h"
#include "bench/store/experiments.h"
#include "engine/core/draft.h"
#include "engine/core/file.h"
#include "engine/core/mono.h"
#include "engine/core/pool.h"

typedef struct {
    OptList set;
    char db[OPT_TEXT_SIZE], html[OPT_TEXT_SIZE];
    int64_t jobs;
    bool resume, json, markdown, csv, quiet;
} ExperimentArgs;

#define FIELD(field) offsetof(ExperimentArgs, field)
static const OptRow rows[] = {
    { .name = "set", .kind = OPT_LIST, .offset = FIELD(set), .argument = "KEY=VALUE", .group = "Experiment",
      .help = "change a key of the configuration: positions=10, node_cap=1000000" },
    { .name = "db", .kind = OPT_TEXT, .offset = FIELD(db), .argument = "FILE", .help = "database that keeps every measure; default: none", .group = "Run" },
    { .name = "resume", .kind = OPT_BOOL, .offset = FIELD(resume), .help = "measure what the newest experiment of this name in --db lacks" },
    { .name = "jobs", .kind = OPT_INT, .offset = FIELD(jobs), .max = 4096, .help = "searches at a time; 0: one for each core" },
    { .name = "quiet", .kind = OPT_BOOL, .offset = FIELD(quiet), .help = "no progress" },
    { .name = "markdown", .kind = OPT_BOOL, .offset = FIELD(markdown), .help = "Markdown tables", .group = "Form" },
    { .name = "csv", .kind = OPT_BOOL, .offset = FIELD(csv), .help = "the cells as comma-separated values" },
    { .name = "json", .kind = OPT_BOOL, .offset = FIELD(json), .help = "one JSON object with cells, effects and disagreements" },
    { .name = "html", .kind = OPT_TEXT, .offset = FIELD(html), .argument = "FILE",
      .help = "also write one HTML file with charts and tables; it needs no network" },
};
static const OptTable options = { "experiment", rows, sizeof rows / sizeof *rows };

/* An experiment on its way through the program. */
typedef struct {
    const ExperimentArgs *args;
    Experiment experiment;
    Measure *all;
    int total, done;
    Store *store;
    ExperimentWriter *writer;
    bool terminal;
    int64_t told_ns;
} Work;

static bool check_args(const ExperimentArgs *args, const CmdArgs *positional, Err *err) {
    if (!positional->count) return err_set(err, ERR_USAGE, "experiment needs a configuration, such as configs/experiments/b-3-extensions.yaml");
    if (positional->count > 1) return err_set(err, ERR_USAGE, "experiment reads one configuration; '%s' is too much", positional->positional[1]);
    if (args->json + args->markdown + args->csv > 1) return err_set(err, ERR_USAGE, "only one of --json, --markdown and --csv at a time");
    if (args->resume && !*args->db) return err_set(err, ERR_USAGE, "--resume needs the --db that holds the experiment");
    return true;
}

/* Does every output have a file to itself? */
static bool check_files(const Work *work, const char *config, Err *err) {
    const ExperimentArgs *args = work->args;
    const FileUse files[] = {
        { "the configuration", config, false }, { "its suite", work->experiment.suite, false }, { "--db", args->db, true }, { "--html", args->html, true },
    };
    return file_check_outputs(files, sizeof files / sizeof *files, err) && (!*args->html || draft_try(args->html, err));
}

/* Engines behind pipes are tried before the work: what they are like, what is wrong with their options. */
static bool prepare_players(Work *work, Err *err) {
    Experiment *e = &work->experiment;
    const Limit limit = experiment_limit(e, 0);
    Buf warnings = { 0 };
    bool good = true;
    for (int i = 0; good && i < e->design.count; i++) good = player_spec_prepare_named(&e->player[i], &limit, &warnings, err);
    fputs(buf_text(&warnings), stderr);
    buf_free(&warnings);
    return good;
}

static bool open_work_store(Work *work, Err *err) {
    const Experiment *e = &work->experiment;
    if (!*work->args->db) return true;
    work->store = store_open(work->args->db, work->args->resume ? STORE_WRITE : STORE_CREATE, err);
    if (!work->store) return false;
    Arena arena = { 0 };
    const ExperimentRecord record = stored_record(e, &arena);
    int64_t id;
    bool good = work->args->resume ? store_experiment_find(work->store, &record, &id, err) &&
                                         stored_measures(work->store, id, e, work->all, &work->done, err)
                                   : store_experiment_add(work->store, &record, &id, err);
    arena_free(&arena);
    if (good) work->writer = store_experiment_writer(work->store, id, err);
    return work->writer != NULL;
}

static void show_progress(Work *work) {
    const int64_t now_ns = mono_ns(), gap_ns = work->terminal ? 200000000 : 10000000000;
    if (work->args->quiet || (now_ns - work->told_ns < gap_ns && work->done < work->total)) return;
    work->told_ns = now_ns;
    fprintf(stderr, "%s%d of %d searches%s", work->terminal ? "\r" : "", work->done, work->total, work->terminal ? "\033[K" : "\n");
    if (work->terminal && work->done == work->total) fputs("\r\033[K", stderr);
    fflush(stderr);
}

static bool keep_measure(void *context, int cell, int budget, int position, const Measure *measure, Err *err) {
    Work *work = context;
    work->done++;
    show_progress(work);
    if (!work->writer) return true;
    MeasureRecord record = {
        .cell = cell, .budget = work->experiment.budget[budget], .position = position, .censored = measure->censored,
        .answer = { .move = measure->move, .fault = measure->fault, .score = measure->score, .bound = measure->bound, .depth = measure->depth,
                    .nodes = measure->nodes, .time_ns = measure->time_ns },
    };
    memcpy(record.answer.counter, measure->counter, sizeof measure->counter);
    return store_experiment_put(work->writer, &record, err);
}

/* Measure, and bring what is finished to disk whatever happens. */
static bool measure(Work *work, Err *err) {
    const MeasureOptions how = { .jobs = work->args->jobs ? (int)work->args->jobs : pool_cores(), .stop = stop_flag(), .context = work,
                                 .measured = keep_measure };
    Err lost = { 0 };
    const bool good = experiment_measure(&work->experiment, &how, work->all, err);
    const bool kept = store_experiment_finish(work->writer, &lost);
    work->writer = NULL;
    if (!kept) *err = lost;
    if (good || err->kind != ERR_INTERRUPTED || !*work->args->db) return good && kept;
    const size_t len = strlen(err->text);
    snprintf(err->text + len, sizeof err->text - len, "; the same command with --resume measures the rest");
    return false;
}

static bool write_html(const Work *work, const ExperimentReport *report, Err *err) {
    if (!*work->args->html) return true;
    Buf body = { 0 };
    experiment_page_write(report, &body);
    const bool good = html_page_save(work->args->html, work->experiment.name, &body, false, err);
    buf_free(&body);
    return good;
}

/* A report of fewer searches than were asked for is none to rely on. */
static bool check_faults(const ExperimentReport *report, Err *err) {
    Buf faults = { 0 };
    experiment_report_faults(report, &faults);
    const bool good = !faults.len || err_set(err, ERR_FAULT, "%s", buf_text(&faults));
    buf_free(&faults);
    return good;
}

static bool print_report(const Work *work, Err *err) {
    const ExperimentArgs *args = work->args;
    const TableForm form = args->markdown ? TABLE_MARKDOWN : args->csv ? TABLE_CSV : TABLE_TEXT;
    Arena arena = { 0 };
    Buf out = { 0 };
    ExperimentReport report;
    bool good = experiment_report_make(&work->experiment, work->all, &arena, &report, err) && write_html(work, &report, err);
    if (good && args->json) experiment_report_json(&report, &out);
    else if (good) experiment_report_write(&report, form, &out);
    fputs(buf_text(&out), stdout);
    good = good && check_faults(&report, err);
    buf_free(&out);
    arena_free(&arena);
    return good;
}

static int run(const void *object, const CmdArgs *positional, Err *err) {
    Work work = { .args = object, .terminal = isatty(STDERR_FILENO), .told_ns = mono_ns() };
    int code = EXIT_BAD_INPUT;
    if (!check_args(work.args, positional, err)) return code;
    const char *assignments[OPT_LIST_MAX + 1] = { NULL };
    memcpy(assignments, work.args->set.item, (size_t)work.args->set.count * sizeof *assignments);
    if (experiment_load(positional->positional[0], assignments, &work.experiment, err)) {
        work.total = experiment_measures(&work.experiment);
        work.all = mem_zalloc((size_t)work.total, sizeof *work.all);
        stop_on_signals();
        if (check_files(&work, positional->positional[0], err) && prepare_players(&work, err) && open_work_store(&work, err) &&
            measure(&work, err) && print_report(&work, err))
            code = EXIT_HELD;
    }
    store_experiment_finish(work.writer, NULL);
    store_close(work.store);
    free(work.all);
    experiment_free(&work.experiment);
    return code;
}

const Cmd cmd_experiment = {
    .name = "experiment",
    .synopsis = "CONFIG.yaml [--db FILE] [--resume] [--markdown | --csv | --json] [--html FILE]",
    .summary = "measure what enhancements save: nodes, leaves, time and cutoffs by cell of a design",
    .details = "CONFIG names a base player, factors (options with their levels), a design (ladder, one_at_a_time, leave_one_out, factorial or "
               "fractional), positions, and depths or node budgets. Every cell searches every position as a new game. The report holds each "
               "cell's cost and its ratio to the base with a bootstrap interval, main effects and interactions of factorial designs, and "
               "positions whose values should agree and don't; xqbench report --html shows it again from the database. Searches in which a "
               "player failed count in no figure: the report says how many there were of each cell, and the code is 3.\n\n"
               "  xqbench experiment configs/experiments/b-3-extensions.yaml\n"
               "  xqbench experiment configs/experiments/a-2-factorial.yaml --db lab.db --set positions=10 --markdown\n"
               "  xqbench experiment configs/experiments/a-2-factorial.yaml --db lab.db --set positions=10 --resume",
    .options = &options,
    .options_size = sizeof(ExperimentArgs),
    .run = run,
};
