/* xqbench suite: how much of a suite of positions players solve, and when. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "bench/cmd/commands.h"
#include "bench/cmd/stop.h"
#include "bench/report/suite_report.h"
#include "engine/core/pool.h"
#include "engine/xq/notation.h"

typedef struct {
    OptList player;
    int64_t depth, nodes, movetime, jobs, min_solved, compare;
    char db[OPT_TEXT_SIZE];
    bool json, markdown, csv, all, explain, quiet;
} SuiteArgs;

#define FIELD(field) offsetof(SuiteArgs, field)
static const OptRow rows[] = {
    { .name = "player", .kind = OPT_LIST, .offset = FIELD(player), .argument = "P", .group = "Players",
      .help = "a player: a variant's name or file, maybe with assignments: 'full null_move=0 name=plain'; more than one stand side by side" },
    { .name = "depth", .kind = OPT_INT, .offset = FIELD(depth), .min = 0, .max = 60, .help = "limit of every search" },
    { .name = "nodes", .kind = OPT_INT, .offset = FIELD(nodes), .min = 0, .max = 1e15, .help = "limit of every search" },
    { .name = "movetime", .kind = OPT_INT, .offset = FIELD(movetime), .min = 0, .max = 1e9, .argument = "MS",
      .help = "limit of every search; without any limit it is 200,000 nodes" },
    { .name = "jobs", .kind = OPT_INT, .offset = FIELD(jobs), .max = 4096, .help = "searches at a time; 0: one for each core" },
    { .name = "db", .kind = OPT_TEXT, .offset = FIELD(db), .argument = "FILE", .group = "Store", .help = "database that keeps the answers; default: none" },
    { .name = "compare", .kind = OPT_INT, .offset = FIELD(compare), .initial = "-1", .min = -1, .max = 1e15, .argument = "RUN",
      .help = "set the answers against those of this run of --db; 0: the newest before this one" },
    { .name = "min_solved", .kind = OPT_INT, .offset = FIELD(min_solved), .max = 1e9,
      .help = "exit code 1 when a player solves fewer", .group = "Output" },
    { .name = "all", .kind = OPT_BOOL, .offset = FIELD(all), .help = "list solved items too" },
    { .name = "explain", .kind = OPT_BOOL, .offset = FIELD(explain),
      .help = "for every unsolved item set the evaluation after the right line beside that after the played one" },
    { .name = "json", .kind = OPT_BOOL, .offset = FIELD(json), .help = "one JSON object {total, solved, players, items}" },
    { .name = "markdown", .kind = OPT_BOOL, .offset = FIELD(markdown), .help = "Markdown tables" },
    { .name = "csv", .kind = OPT_BOOL, .offset = FIELD(csv), .help = "every item as comma-separated values" },
    { .name = "quiet", .kind = OPT_BOOL, .offset = FIELD(quiet), .help = "no progress" },
};
static const OptTable options = { "suite", rows, sizeof rows / sizeof *rows };

/* A suite on its way through the program. */
typedef struct {
    const SuiteArgs *args;
    const char *file;
    Suite suite;
    PlayerSpec *player;
    int players;
    SuiteResult *result;
    Store *store;           /* with --db */
    Arena arena;            /* of the earlier answers */
    SuiteEarlier *earlier;  /* with --compare */
    int earlier_count;
    int64_t earlier_run;
    bool terminal;
} Work;

static void work_free(Work *work) {
    for (int i = 0; i < work->players; i++) player_spec_free(&work->player[i]);
    free(work->player);
    free(work->result);
    suite_free(&work->suite);
    store_close(work->store);
    arena_free(&work->arena);
}

static bool check_args(const SuiteArgs *args, const CmdArgs *positional, Err *err) {
    if (positional->count != 1)
        return err_set(err, ERR_USAGE, positional->count ? "suite reads one file; '%s' is too much" : "suite needs a file of positions, such as suites/mates/short.epd",
                       positional->count ? positional->positional[1] : "");
    if (!args->player.count) return err_set(err, ERR_USAGE, "suite needs a --player, such as --player full");
    if (args->compare >= 0 && !*args->db) return err_set(err, ERR_USAGE, "--compare needs the --db that holds the run");
    if (args->compare >= 0 && (args->json || args->csv)) return err_set(err, ERR_USAGE, "--compare is shown as text or with --markdown");
    if (args->json + args->markdown + args->csv > 1) return err_set(err, ERR_USAGE, "only one of --json, --markdown and --csv at a time");
    return true;
}

static bool read_players(Work *work, Err *err) {
    const OptList *texts = &work->args->player;
    work->player = mem_zalloc((size_t)texts->count, sizeof *work->player);
    for (; work->players < texts->count; work->players++)
        if (!player_spec_parse(texts->item[work->players], &work->player[work->players], err))
            return err_prefix(err, "--player %s: ", texts->item[work->players]);
    for (int i = 1; i < work->players; i++)
        for (int k = 0; k < i; k++)
            if (!strcmp(work->player[i].name, work->player[k].name))
                return err_set(err, ERR_USAGE, "two players are called %s; give one of them name=...", work->player[i].name);
    return true;
}

/* Engines behind pipes are tried before the work: what they are like, what is wrong with their options. */
static bool prepare_players(Work *work, const SolveOptions *solve, Err *err) {
    Buf warnings = { 0 };
    bool good = true;
    for (int i = 0; good && i < work->players; i++)
        good = player_spec_prepare_named(&work->player[i], solve_limit(&work->player[i], solve), &warnings, err);
    fputs(buf_text(&warnings), stderr);
    buf_free(&warnings);
    return good;
}

static void show_progress(void *context, int done, int total, int solved) {
    const Work *work = context;
    if (work->args->quiet || !work->terminal) return;
    fprintf(stderr, done < total ? "\r%d of %d, %d solved\033[K" : "\r\033[K", done, total, solved);
    fflush(stderr);
}

static SolveOptions solve_options(Work *work) {
    enum { DEFAULT_NODES = 200000 };
    const SuiteArgs *args = work->args;
    SolveOptions solve = {
        .limit = { .depth = (int)args->depth, .nodes = (uint64_t)args->nodes, .movetime_ns = args->movetime * 1000000 },
        .jobs = args->jobs ? (int)args->jobs : pool_cores(), .stop = stop_flag(), .context = work, .progress = show_progress,
    };
    if (!limit_is_set(&solve.limit)) solve.limit.nodes = DEFAULT_NODES;
    if (args->movetime) solve.limit.margin_ns = LIMIT_MARGIN_MS * INT64_C(1000000);
    return solve;
}

/* Before anything is searched: a wrong database or run should be known at once. */
static bool open_work_store(Work *work, Err *err) {
    const SuiteArgs *args = work->args;
    if (!*args->db) return true;
    work->store = store_open(args->db, STORE_CREATE, err);
    if (!work->store) return false;
    return args->compare < 0 || store_suite_results(work->store, args->compare, &work->arena, &work->earlier_run, &work->earlier,
                                                    &work->earlier_count, err);
}

static bool keep_results(Work *work, const SolveOptions *solve, Err *err) {
    const int records = work->suite.count * work->players;
    if (!work->store) return true;
    SuiteRecord *record = arena_alloc(&work->arena, (size_t)records * sizeof *record);
    Limit *limit = arena_alloc(&work->arena, (size_t)work->players * sizeof *limit);
    Buf moves = { 0 };
    for (int i = 0; i < records; i++) {
        const SuiteItem *item = &work->suite.item[i / work->players];
        const SuiteResult *result = &work->result[i];
        buf_clear(&moves);
        moves_coord(item->move, item->moves, &moves);
        record[i] = (SuiteRecord){
            .seat = i % work->players, .item = i / work->players, .name = item->name, .fen = item->fen,
            .moves = arena_strdup(&work->arena, buf_text(&moves)), .wanted = item->wanted, .answer = &result->answer, .solved = result->solved,
            .solved_depth = result->solved_depth, .solved_nodes = result->solved_nodes, .solved_ns = result->solved_ns,
        };
    }
    buf_free(&moves);
    for (int i = 0; i < work->players; i++) limit[i] = *solve_limit(&work->player[i], solve);
    const SuiteRunRecord run = { .suite = work->file, .suite_hash = work->suite.hash, .items = work->suite.count, .player = work->player,
                                 .limit = limit, .players = work->players, .record = record, .records = records };
    int64_t id;
    if (!store_suite_add(work->store, &run, &id, err)) return false;
    if (!work->args->quiet) fprintf(stderr, "kept in %s as suite run %" PRId64 "\n", work->args->db, id);
    return true;
}

static bool explain(const Work *work, const SolveOptions *solve, TableForm form, Buf *out, Err *err) {
    for (int i = 0; i < work->suite.count; i++)
        for (int k = 0; k < work->players; k++) {
            const SuiteResult *result = &work->result[i * work->players + k];
            Explanation right, wrong;
            if (!result->done || result->solved) continue;
            if (!suite_explain(&work->suite.item[i], &work->player[k], solve_limit(&work->player[k], solve), result->answer.move, &right,
                               &wrong, err))
                return false;
            suite_report_explanation(&work->suite.item[i], work->player[k].name, &right, &wrong, form, out);
        }
    return true;
}

static bool print_report(const Work *work, const SolveOptions *solve, Err *err) {
    const SuiteArgs *args = work->args;
    const SuiteReport report = { .file = work->file, .suite = &work->suite, .player = work->player, .players = work->players,
                                 .result = work->result };
    const TableForm form = args->markdown ? TABLE_MARKDOWN : args->csv ? TABLE_CSV : TABLE_TEXT;
    Buf out = { 0 };
    bool good = true;
    if (args->json) {
        suite_report_json(&report, &out);
    } else if (args->csv) {
        suite_report_items(&report, true, form, &out);
    } else {
        suite_report_players(&report, form, &out);
        suite_report_items(&report, args->all, form, &out);
        if (work->earlier) suite_report_compare(&report, work->earlier_run, work->earlier, work->earlier_count, form, &out);
        if (args->explain) good = explain(work, solve, form, &out, err);
    }
    if (good) fputs(buf_text(&out), stdout);
    buf_free(&out);
    return good;
}

static int exit_code(const Work *work) {
    const SuiteReport report = { .suite = &work->suite, .players = work->players, .result = work->result };
    for (int i = 0; i < work->players; i++)
        if (suite_report_solved(&report, i) < work->args->min_solved) return EXIT_REGRESSED;
    return EXIT_HELD;
}

static int run(const void *object, const CmdArgs *positional, Err *err) {
    Work work = { .args = object, .terminal = isatty(STDERR_FILENO) };
    int code = EXIT_BAD_INPUT;
    if (!check_args(work.args, positional, err)) return code;
    work.file = positional->positional[0];
    const SolveOptions solve = solve_options(&work);
    if (suite_load(work.file, &work.suite, err) && read_players(&work, err) && prepare_players(&work, &solve, err) && open_work_store(&work, err)) {
        work.result = mem_zalloc((size_t)work.suite.count * (size_t)work.players, sizeof *work.result);
        stop_on_signals();
        if (suite_solve(&work.suite, work.player, work.players, &solve, work.result, err) && keep_results(&work, &solve, err) &&
            print_report(&work, &solve, err))
            code = exit_code(&work);
    }
    work_free(&work);
    return code;
}

const Cmd cmd_suite = {
    .name = "suite",
    .synopsis = "FILE --player P ... [--depth N | --nodes N | --movetime MS] [--min-solved N]",
    .summary = "see which positions of a suite players solve, and how soon",
    .details = "FILE holds EPD lines. A line asks for a best move (bm), a move to avoid (am), a mate in so many moves (dm), a score within a "
               "range (ce LOW HIGH), or several of these together; moves before the question stand in `moves`. An item counts as solved "
               "when the final answer is right; depth, nodes and time are those of the iteration from which on every one was.\n\n"
               "  xqbench suite suites/mates/short.epd --player full --player pvshntiq --nodes 100000\n"
               "  xqbench suite my.epd --player full --movetime 500 --explain\n"
               "  xqbench suite my.epd --player full --db lab.db --compare 0\n"
               "  xqbench suite suites/tactics/selfplay.epd --player full --nodes 20000 --min-solved 90",
    .options = &options,
    .options_size = sizeof(SuiteArgs),
    .run = run,
};
