/* xqbench ratings: one rating list over the games of many runs. */
#include <stdio.h>
#include "bench/cmd/commands.h"
#include "bench/cmd/run_args.h"
#include "bench/cmd/run_select.h"
#include "bench/report/rating_report.h"

typedef struct {
    OptList run;
    char anchor[OPT_TEXT_SIZE];
    bool los, json, markdown, csv;
} RatingsArgs;

static const OptRow rows[] = {
    RUNS_ROW(RatingsArgs),
    { .name = "anchor",
      .kind = OPT_TEXT,
      .offset = offsetof(RatingsArgs, anchor),
      .argument = "NAME=ELO",
      .help = "the rating of this player is known; without it the players' mean is 0" },
    { .name = "los",
      .kind = OPT_BOOL,
      .offset = offsetof(RatingsArgs, los),
      .help = "also how likely each player is stronger than each other",
      .group = "Form" },
    { .name = "json",
      .kind = OPT_BOOL,
      .offset = offsetof(RatingsArgs, json),
      .help = "one JSON object, covariance and likelihoods included" },
    { .name = "markdown", .kind = OPT_BOOL, .offset = offsetof(RatingsArgs, markdown), .help = "Markdown tables" },
    { .name = "csv",
      .kind = OPT_BOOL,
      .offset = offsetof(RatingsArgs, csv),
      .help = "the table as comma-separated values" },
};
static const OptTable options = { "ratings", rows, sizeof rows / sizeof rows[0] };

static bool add_file(RatingPool *pool, const char *path, RunSelect *select, Err *err) {
    Store *store = store_open(path, STORE_READ, err);
    if (!store) return false;
    Arena arena = { 0 };
    RunInfo *run;
    int count;
    bool good = store_snapshot_begin(store, err) && store_runs(store, &arena, &run, &count, err);
    for (int i = 0; good && i < count; i++)
        if (run_select_takes(select, &run[i])) good = rating_pool_add(pool, store, &run[i], err);
    arena_free(&arena);
    store_snapshot_end(store);
    store_close(store);
    return good;
}

static void write(const RatingsArgs *arg, const RatingPool *pool, Buf *out) {
    const TableForm form = arg->markdown ? TABLE_MARKDOWN : arg->csv ? TABLE_CSV : TABLE_TEXT;
    if (arg->json) {
        rating_report_write_json(pool, out);
    } else {
        rating_report_write(pool, form, out);
        if (arg->los) rating_report_write_los(pool, form, out);
    }
}

static int run(const void *object, const CmdArgs *args, Err *err) {
    static const char *const usual[] = { DEFAULT_DATABASE };
    const RatingsArgs *arg = object;
    const char *const *paths = args->count ? args->positional : usual;
    const int files = args->count ? args->count : 1;
    RunSelect select;
    if (arg->json + arg->markdown + arg->csv > 1)
        return err_set(err, ERR_USAGE, "only one of --json, --markdown and --csv at a time");
    if (!run_select_init(&select, &arg->run, files, err)) return EXIT_BAD_INPUT;
    RatingPool pool = { 0 };
    Buf out = { 0 };
    bool good = true;
    for (int i = 0; good && i < files; i++) good = add_file(&pool, paths[i], &select, err);
    good = good && run_select_check(&select, err) && rating_pool_fit(&pool, *arg->anchor ? arg->anchor : NULL, err);
    if (good) write(arg, &pool, &out);
    fputs(buf_text(&out), stdout);
    buf_free(&out);
    rating_pool_free(&pool);
    return good ? EXIT_HELD : EXIT_BAD_INPUT;
}

const Cmd cmd_ratings = {
    .name = "ratings",
    .synopsis = "[DB...] [--run N|UID] [--anchor NAME=ELO] [--los] [--json | --markdown | --csv]",
    .summary = "one rating list over the games of many runs and databases",
    .details =
        "A player is what it resolves to, binary, options, weights and limit, whatever a run calls it: its games of "
        "all runs count "
        "together, and different players of one name are told apart by limit or number. Ratings solve expected points "
        "= "
        "points for everyone at once, Red's advantage estimated along; errors come from the pairs of games (sandwich "
        "estimate). Counted pairs alone are taken.\n"
        "\n"
        "  xqbench ratings monday.db tuesday.db --anchor full=2500 --los\n"
        "\n"
        "JSON keys: players [{name, limit, elo, elo_error, low, high, games, wins, draws, losses, score, group, "
        "prior}] group by group, best first, "
        "covariance (Elo squared) and los (0 to 1) as lists of rows in their order, red_elo, red_error, runs [{uid, "
        "name}].",
    .options = &options,
    .options_size = sizeof(RatingsArgs),
    .run = run,
};
