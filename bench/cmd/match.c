/* xqbench match: play games between players, keep them, say what they prove. */
#include "bench/cmd/commands.h"
#include "bench/cmd/match_args.h"
#include "bench/cmd/play_run.h"

/* The run that the store is told we play: a new one, or with --resume an old one. */
static Store *take_run(const MatchArgs *args, const MatchSpec *spec, const Openings *openings, int64_t *run, Err *err) {
    Store *store = store_open(args->db, args->resume ? STORE_WRITE : STORE_CREATE, err);
    if (!store) return NULL;
    if (args->resume ? store_run_resume(store, spec, openings->hash, run, err) : store_run_add(store, spec, openings->hash, run, err)) return store;
    store_close(store);
    return NULL;
}

static int play(const MatchArgs *args, const MatchSpec *spec, const Openings *openings, Err *err) {
    PlayOptions options = { .db = args->db, .again = "the same command with --resume", .jobs = (int)args->jobs, .pin = args->pin, .quiet = args->quiet };
    if (!match_args_shard(args, spec, &options.shard, &options.shards, err)) return EXIT_BAD_INPUT;
    int64_t run;
    Store *store = take_run(args, spec, openings, &run, err);
    if (!store) return EXIT_BAD_INPUT;
    const int code = play_run(store, run, spec, openings, &options, err);
    store_close(store);
    return code;
}

static int run(const void *options, const CmdArgs *positional, Err *err) {
    const MatchArgs *args = options;
    MatchSpec spec = { 0 };
    Openings openings = { 0 };
    int code = EXIT_BAD_INPUT;
    if (match_args_spec(args, positional, &spec, err) && openings_load(spec.openings, (int)spec.opening_plies, &openings, err) &&
        prepare_players(&spec, err))
        code = play(args, &spec, &openings, err);
    openings_free(&openings);
    spec_free(&spec);
    return code;
}

const Cmd cmd_match = {
    .name = "match",
    .synopsis = "CONFIG.yaml | --player P --player P --limit L [--games N]",
    .summary = "play games between players and say who is stronger",
    .details = "Players come from a match file (configs/matches has examples, its README every key) or from --player. The first player "
               "has Red in the first game of every pair; Elo and SPRT are his. Games are played in pairs, the same opening twice with "
               "colours exchanged.\n\n"
               "The first interruption (control-C) drops the games in flight, keeps the finished ones and ends with code 4; the "
               "same command with --resume plays the rest. Without --resume a run is added to those that the database holds. Same "
               "seed and limits of depth or nodes: same games, whatever the number of jobs.\n\n"
               "Exit codes: 0 finished, or H1 accepted; 10 H0 accepted; 11 the games ran out before the SPRT decided; 2 wrong use or "
               "input; 3 stopped by faults of players; 4 interrupted.\n\n"
               "  xqbench match configs/matches/quickstart.yaml\n"
               "  xqbench match --player pvsht --player full --limit nodes=2000 --games 100 --openings suites/openings/classical.epd\n"
               "  xqbench match --player full --player 'full lmr=off' --limit nodes=5000 --games 20000 --sprt elo0=0,elo1=10 "
               "--openings suites/openings/balanced.epd.gz",
    .options = &match_arg_options,
    .options_size = sizeof(MatchArgs),
    .run = run,
};
