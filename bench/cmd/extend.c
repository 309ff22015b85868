/* xqbench extend: more games for a run that was played before. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include "bench/cmd/commands.h"
#include "bench/cmd/play_run.h"
#include "bench/cmd/run_args.h"
#include "bench/store/queries.h"
#include "engine/conf/conf.h"

typedef struct {
    int64_t run, games, jobs;
    bool quiet;
} ExtendArgs;

static const OptRow rows[] = {
    { .name = "games",
      .kind = OPT_INT,
      .offset = offsetof(ExtendArgs, games),
      .argument = "N",
      .max = 1e8,
      .help = "games of every pairing in all, those that were played included" },
    RUN_ROW(ExtendArgs),
    { .name = "jobs",
      .kind = OPT_INT,
      .offset = offsetof(ExtendArgs, jobs),
      .max = 4096,
      .aliases = "concurrency",
      .help = "games at a time; 0: one for each core" },
    { .name = "quiet", .kind = OPT_BOOL, .offset = offsetof(ExtendArgs, quiet), .help = "print the result alone" },
};
static const OptTable options = { "extend", rows, sizeof rows / sizeof rows[0] };

/* The specification that the run was started with, but for its games. */
static bool read_spec(const RunInfo *info, int64_t games, Arena *arena, MatchSpec *out, Err *err) {
    const char *name = arena_printf(arena, "run %" PRId64, info->id);
    if (!*info->source) return err_set(err, ERR_INPUT, "%s holds no match file to play on from", name);
    ConfNode *map = conf_parse(info->source, strlen(info->source), name, arena, err);
    if (!map || !conf_set_path(map, arena_printf(arena, "--games=%" PRId64, games), arena, err)) return false;
    if (!spec_from_conf(map, out, err)) return false;
    memcpy(out->name, info->name, strlen(info->name) + 1);
    return true;
}

/* More games change nothing once the SPRT has spoken. */
static bool check_undecided(Store *store, const RunInfo *info, Arena *arena, Err *err) {
    PairingSummary *pairing;
    int count;
    if (!info->use_sprt) return true;
    if (!store_pairings(store, info->id, arena, &pairing, &count, err)) return false;
    int64_t penta[ELO_PAIRS] = { 0 };
    for (int i = 0; count && i < 9; i++) penta[i / 3 + i % 3] += pairing->count[i / 3][i % 3];
    const SprtState state = sprt_state(&info->sprt, penta);
    if (state.verdict == SPRT_CONTINUE) return true;
    return err_set(err, ERR_INPUT,
                   "run %" PRId64 " was decided by its SPRT (%s, LLR %.2f); more games would not change that", info->id,
                   sprt_verdict_name(state.verdict), state.llr);
}

static int extend(Store *store, const char *db, const ExtendArgs *arg, Err *err) {
    Arena arena = { 0 };
    RunInfo info;
    MatchSpec spec = { 0 };
    Openings openings = { 0 };
    int code = EXIT_BAD_INPUT;
    const PlayOptions how = {
        .db = db, .again = "the same command", .jobs = (int)arg->jobs, .pgn_out = "", .quiet = arg->quiet
    };
    int64_t finished = 0;
    if (store_run(store, &arena, arg->run, &info, err) && check_undecided(store, &info, &arena, err) &&
        read_spec(&info, arg->games, &arena, &spec, err) &&
        openings_load(spec.openings, (int)spec.opening_plies, &openings, err) && prepare_players(&spec, err) &&
        store_run_finished(store, info.id, &spec, openings.hash, 0, 0, &finished, err)) {
        if (finished) code = show_finished_run(store, finished, &spec, &how, err);
        else if (store_run_extend(store, info.id, &spec, openings.hash, err)) code = play_run(store, info.id, &spec, &openings, &how, err);
    }
    openings_free(&openings);
    spec_free(&spec);
    arena_free(&arena);
    return code;
}

static int run(const void *object, const CmdArgs *args, Err *err) {
    const ExtendArgs *arg = object;
    const char *db = args->count ? args->positional[0] : DEFAULT_DATABASE;
    if (args->count > 1) return err_set(err, ERR_USAGE, "'%s': one database is enough", args->positional[1]);
    if (!arg->games) return err_set(err, ERR_USAGE, "say how many games every pairing shall have in all: --games N");
    Store *store = store_open(db, STORE_WRITE, err);
    if (!store) return EXIT_BAD_INPUT;
    const int code = extend(store, db, arg, err);
    store_close(store);
    return code;
}

const Cmd cmd_extend = {
    .name = "extend",
    .synopsis = "[DB] --games N [--run N] [--jobs N]",
    .summary = "play more games of a run: it ends as if it had been that long from the start",
    .details =
        "The run's match file, which the database keeps, is read again with more games, and what is missing is played: "
        "also what an interruption left out. Files that it names are looked for from this folder. Refused when the "
        "players, the openings or the program changed, and when an SPRT has decided.\n"
        "\n"
        "  xqbench extend results.db --games 2000",
    .options = &options,
    .options_size = sizeof(ExtendArgs),
    .run = run,
};
