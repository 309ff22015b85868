#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "bench/cmd/commands.h"
#include "bench/cmd/run_args.h"
#include "bench/report/experiment_page.h"
#include "bench/report/html_page.h"
#include "bench/report/run_page.h"
#include "bench/report/run_report.h"
#include "bench/store/experiments.h"
#include "bench/store/suites.h"
#include "bench/store/tunings.h"
#include "engine/core/draft.h"
#include "engine/core/file.h"
#include "engine/core/mono.h"

typedef struct {
    int64_t run, html_games;
    bool json, markdown, csv, all, watch;
    double every;
    char html[OPT_TEXT_SIZE];
} ReportArgs;

static const OptRow rows[] = {
    RUN_ROW(ReportArgs),
    { .name = "all", .kind = OPT_BOOL, .offset = offsetof(ReportArgs, all), .initial = "false", .help = "every run, one after another" },
    { .name = "watch", .kind = OPT_BOOL, .offset = offsetof(ReportArgs, watch), .initial = "false",
      .help = "show it again and again while the run is being played" },
    { .name = "every", .kind = OPT_REAL, .offset = offsetof(ReportArgs, every), .initial = "2", .min = 0.1, .max = 86400,
      .argument = "SECONDS", .help = "time between two reports", .requires = "watch" },
    { .name = "json", .kind = OPT_BOOL, .offset = offsetof(ReportArgs, json), .initial = "false",
      .help = "one JSON object {runs: [...]}: all runs, or the one named", .group = "Form" },
    { .name = "markdown", .kind = OPT_BOOL, .offset = offsetof(ReportArgs, markdown), .initial = "false", .help = "Markdown tables" },
    { .name = "csv", .kind = OPT_BOOL, .offset = offsetof(ReportArgs, csv), .initial = "false", .help = "the rating table as comma-separated values" },
    { .name = "html", .kind = OPT_TEXT, .offset = offsetof(ReportArgs, html), .argument = "FILE",
      .help = "write one HTML file with charts, tables and a viewer of the games; it needs no network" },
    { .name = "html-games", .kind = OPT_INT, .offset = offsetof(ReportArgs, html_games), .initial = "0", .max = 1e6, .argument = "N",
      .requires = "html", .help = "most games of a run to step through in it; 0: as many as fit into about 4 MB" },
};
static const OptTable options = { "report", rows, sizeof rows / sizeof rows[0] };

/* A run's report, as text or as the next item of a JSON list. */
static bool write_one(Store *store, int64_t id, TableForm form, Json *json, Buf *out, Err *err) {
    Arena arena = { 0 };
    RunReport report;
    const bool good = report_load(store, id, &arena, &report, err);
    if (good && json) report_write_json(&report, json);
    else if (good) report_write(&report, form, out);
    report_free(&report);
    arena_free(&arena);
    return good;
}

static bool write_json(Store *store, const RunInfo *run, int count, int64_t only, Buf *out, Err *err) {
    Json json = json_to(out);
    json_object(&json, NULL);
    json_list(&json, "runs");
    for (int i = 0; i < count; i++)
        if ((!only || run[i].id == only) && !write_one(store, run[i].id, TABLE_TEXT, &json, out, err)) return false;
    json_end_list(&json);
    json_end_object(&json);
    buf_add(out, "\n");
    return true;
}

static bool write_text(Store *store, const RunInfo *run, int count, int64_t only, TableForm form, Buf *out, Err *err) {
    if (count > 1 && form != TABLE_CSV) report_write_runs(run, count, form, out);
    for (int i = 0; i < count; i++) {
        if (only && run[i].id != only) continue;
        if (out->len) buf_add(out, "\n");
        if (!write_one(store, run[i].id, form, NULL, out, err)) return false;
    }
    return true;
}

/* A database without runs of matches may hold other things: say what, and where they are shown. */
static void write_others(Store *store, const char *db, Buf *out) {
    Arena arena = { 0 };
    ExperimentInfo *experiment;
    SuiteEarlier *answer;
    TuningRecord *tuning;
    int64_t suite_run;
    int count = 0;
    const bool experiments = store_experiments(store, &arena, &experiment, &count, NULL) && count;
    for (int i = 0; experiments && i < count; i++) buf_addf(out, "%s%s", i ? ", " : count == 1 ? "Experiment: " : "Experiments: ", experiment[i].name);
    if (experiments) buf_addf(out, "; xqbench report %s --html FILE shows what they found\n", db);
    if (store_suite_results(store, 0, &arena, &suite_run, &answer, &count, NULL))
        buf_addf(out, "Runs of suites: %" PRId64 "; sqlite3 %s 'SELECT * FROM v_suites' shows them\n", suite_run, db);
    if (store_tunings(store, &arena, &tuning, &count, NULL) && count) buf_addf(out, "Tunings: %d; xqtune list %s shows them\n", count, db);
    arena_free(&arena);
}

/* The report, and whether the run that it is about is still being played. */
static bool write_report(Store *store, const ReportArgs *arg, const char *db, Buf *out, bool *running, Err *err) {
    const TableForm form = arg->markdown ? TABLE_MARKDOWN : arg->csv ? TABLE_CSV : TABLE_TEXT;
    Arena arena = { 0 };
    RunInfo *run, asked;
    int count = 0;
    bool good = store_runs(store, &arena, &run, &count, err);
    if (good && !count && !arg->run && form == TABLE_TEXT && !arg->json) write_others(store, db, out);
    const bool others = out->len > 0;
    good = good && (others || store_run(store, &arena, arg->run, &asked, err));
    if (others) buf_addf(out, "No runs of matches: xqbench match plays some.\n");
    else if (good && arg->json) good = write_json(store, run, count, arg->run, out, err);
    else if (good) good = write_text(store, run, count, arg->all ? 0 : asked.id, form, out, err);
    *running = good && !others && strcmp(asked.state, "running") == 0;
    arena_free(&arena);
    return good;
}

/* The run that is asked for, or all of them, beginning with the newest; then the experiments, which may be all there is. */
static bool write_sections(Store *store, const ReportArgs *arg, Buf *out, bool *games, Err *err) {
    Arena arena = { 0 };
    Buf experiments = { 0 };
    RunInfo *run, asked;
    int count = 0, stored = 0;
    bool good = experiment_page_write_stored(store, &experiments, &stored, err) && store_runs(store, &arena, &run, &count, err) &&
                ((stored && !count && !arg->run) || store_run(store, &arena, arg->run, &asked, err));
    *games = good && count > 0;
    if (*games && count > 1 && !arg->all)
        buf_addf(out, "<p>Run %" PRId64 " of the %d that the database holds; <code>--all</code> shows all of them.</p>\n", asked.id, count);
    for (int i = count - 1; good && i >= 0; i--)
        if (arg->all || run[i].id == asked.id) good = run_page_write(store, run[i].id, arg->html_games, out, err);
    buf_add(out, buf_text(&experiments));
    buf_free(&experiments);
    arena_free(&arena);
    return good;
}

static const char *base_name(const char *path) {
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

static bool write_html(Store *store, const ReportArgs *arg, const char *title, Err *err) {
    Buf body = { 0 };
    bool games;
    const bool good = write_sections(store, arg, &body, &games, err) && html_page_save(arg->html, title, &body, games, err);
    buf_free(&body);
    return good;
}

/* On a terminal a report takes the place of the last one. */
static void show(const Buf *out, bool again) {
    const bool terminal = isatty(STDOUT_FILENO);
    if (again) fputs(terminal ? "\033[H\033[J" : "\n", stdout);
    fputs(buf_text(out), stdout);
    fflush(stdout);
}

static int run(const void *object, const CmdArgs *args, Err *err) {
    const ReportArgs *arg = object;
    if (arg->json + arg->markdown + arg->csv + (*arg->html != 0) > 1)
        return err_set(err, ERR_USAGE, "only one of --json, --markdown, --csv and --html at a time");
    if (arg->watch && *arg->html) return err_set(err, ERR_USAGE, "--watch prints again and again; --html writes one page");
    if (*arg->html && !draft_try(arg->html, err)) return EXIT_BAD_INPUT;
    Store *store = open_database(args, err);
    if (!store) return EXIT_BAD_INPUT;
    if (*arg->html) {
        const bool good = write_html(store, arg, base_name(args->count ? args->positional[0] : DEFAULT_DATABASE), err);
        store_close(store);
        return good ? EXIT_HELD : EXIT_BAD_INPUT;
    }
    bool running = true;
    Buf out = { 0 };
    for (bool again = false; running; again = true) {
        if (again) mono_sleep_ns((int64_t)(arg->every * 1e9));
        buf_clear(&out);
        if (!write_report(store, arg, args->count ? args->positional[0] : DEFAULT_DATABASE, &out, &running, err)) break;
        show(&out, again);
        running = running && arg->watch;
    }
    buf_free(&out);
    store_close(store);
    return EXIT_HELD;
}

const Cmd cmd_report = {
    .name = "report", .synopsis = "[DB] [--run N] [--all] [--watch] [--json | --markdown | --csv | --html FILE]",
    .summary = "show runs: ratings, cross table, nodes and depth by player, why games ended",
    .details =
        "DB is a database that xqbench match has written; without it xqlab.db in this folder. It may be read while the match is "
        "running. Elo is logistic, with its error at 95 % from the pairs of games; a node is one move made.\n"
        "\n"
        "  xqbench report results.db --html results.html\n"
        "  xqbench report results.db --json | jq '.runs[0] | .elo, .elo_error'\n"
        "\n"
        "--html writes one file that needs neither network nor other files: ratings, score and log-likelihood ratio over games, cross "
        "table, moves by nodes and depth, why games ended, and a board to step through the games with keys, list and curve of scores. It "
        "holds games up to about 4 MB, some 10,000 of usual length; of longer runs those that a fault ended and others evenly spread, "
        "which the page says; --html-games N holds as many as you say. The newest stored experiment of each name follows, also in a database "
        "without runs.\n"
        "\n"
        "JSON keys of a run: run, uid, name, state, format, rule_set, seed, games, pairs, pairs_total, seconds, distinct_games, red_wins, "
        "draws, black_wins, penta (pairs by half points of the first player), score, elo, elo_error, nelo, nelo_error, los, sprt, players, "
        "pairings, reasons. What the games don't determine is null.",
    .options = &options, .options_size = sizeof(ReportArgs), .run = run,
};
