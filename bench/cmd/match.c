/* xqbench match: play games between players, keep them, say what they prove. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "bench/client/traffic.h"
#include "bench/cmd/commands.h"
#include "bench/cmd/match_alias.h"
#include "bench/cmd/match_args.h"
#include "bench/cmd/play_run.h"
#include "engine/core/draft.h"
#include "engine/core/file.h"

/* Who starts a run anew that was stopped may have meant to go on with it. */
static bool tell_unfinished(Store *store, const MatchSpec *spec, const Openings *openings, Err *err) {
    int64_t unfinished;
    if (!store_run_unfinished(store, spec, openings->hash, &unfinished, err)) return false;
    if (unfinished)
        fprintf(stderr, "warning: run %" PRId64 " is the same match and was not finished; this one begins anew, and --resume goes on with that\n", unfinished);
    return true;
}

/* Play the run that the store is told of: a new one, or with --resume an old one. */
static int play_in(Store *store, bool resume, const MatchSpec *spec, const Openings *openings, const PlayOptions *options, Err *err) {
    int64_t run = 0, finished = 0;
    if (resume && !store_run_finished(store, 0, spec, openings->hash, options->shard, options->shards, &finished, err)) return EXIT_BAD_INPUT;
    if (finished) return show_finished_run(store, finished, spec, options, err);
    if (!resume && !options->quiet && !tell_unfinished(store, spec, openings, err)) return EXIT_BAD_INPUT;
    const bool taken = resume ? store_run_resume(store, spec, openings->hash, &run, err) : store_run_add(store, spec, openings->hash, &run, err);
    return taken ? play_run(store, run, spec, openings, options, err) : EXIT_BAD_INPUT;
}

static int play(const MatchArgs *args, const MatchSpec *spec, const Openings *openings, Err *err) {
    PlayOptions options = { .db = args->db, .again = "the same command with --resume", .jobs = (int)args->jobs, .pin = args->pin, .quiet = args->quiet,
                            .pgn_out = args->pgn_out, .pgn_plain = args->pgn_plain };
    if (!match_args_shard(args, spec, &options.shard, &options.shards, err)) return EXIT_BAD_INPUT;
    if (*args->pgn_out && !draft_try(args->pgn_out, err)) return EXIT_BAD_INPUT; /* rather now than after the last game */
    Store *store = store_open(args->db, args->resume ? STORE_WRITE : STORE_CREATE, err);
    if (!store) return EXIT_BAD_INPUT;
    const int code = play_in(store, args->resume, spec, openings, &options, err);
    store_close(store);
    return code;
}

/* Does every output have a file to itself? */
static bool check_files(const MatchArgs *args, const CmdArgs *positional, const MatchSpec *spec, Err *err) {
    const bool has_config = positional->count && !match_alias_is(positional);
    const FileUse files[] = {
        { "the match file", has_config ? positional->positional[0] : "", false }, { "openings", spec->openings, false },
        { "--db", args->db, true }, { "--pgn-out", args->pgn_out, true }, { "--log", args->log, true },
    };
    return file_check_outputs(files, sizeof files / sizeof *files, err);
}

/* All engines talk into one log. */
static bool open_log(const char *path, MatchSpec *spec, Traffic **traffic, Err *err) {
    if (!*path) return true;
    if (!(*traffic = traffic_open(path, err))) return false;
    for (int i = 0; i < spec->player_count; i++) spec->player[i].traffic = *traffic;
    return true;
}

static bool close_log(const char *path, Traffic *traffic, Err *err) {
    const int64_t left_out = traffic ? traffic_left_out(traffic) : 0;
    if (left_out)
        fprintf(stderr, "warning: %s lacks %" PRId64 " lines, since it could not be written as fast as the engines talked\n", path, left_out);
    return traffic_close(traffic, err);
}

static int run(const void *object, const CmdArgs *positional, Err *err) {
    MatchArgs *args = mem_alloc(sizeof *args); /* the form of chess runners changes some */
    memcpy(args, object, sizeof *args);
    MatchSpec spec = { 0 };
    Openings openings = { 0 };
    Traffic *traffic = NULL;
    int code = EXIT_BAD_INPUT;
    if (match_args_spec(args, positional, &spec, err) && check_files(args, positional, &spec, err) && openings_load(spec.openings, (int)spec.opening_plies, &openings, err) &&
        open_log(args->log, &spec, &traffic, err) && prepare_players(&spec, err))
        code = play(args, &spec, &openings, err);
    if (!close_log(args->log, traffic, err)) code = EXIT_BAD_INPUT;
    openings_free(&openings);
    spec_free(&spec);
    free(args);
    return code;
}

const Cmd cmd_match = {
    .name = "match",
    .synopsis = "CONFIG.yaml | --player P --player P --limit L [--games N] | -engine ... -engine ... -each ...",
    .summary = "play games between players and say who is stronger",
    .details = "Players come from a match file (configs/matches has examples, its README every key) or from --player. The first player "
               "has Red in the first game of every pair; Elo and SPRT are his. Games are played in pairs, the same opening twice with "
               "colours exchanged.\n\n"
               "The first interruption (control-C) drops the games in flight, keeps the finished ones and ends with code 4; the "
               "same command with --resume plays the rest. Without --resume a run is added to those that the database holds. Same "
               "seed and limits of depth or nodes: same games, whatever the number of jobs.\n\n"
               "Exit codes: 0 finished, or H1 accepted; 10 H0 accepted; 11 the games ran out before the SPRT decided; 2 wrong use or "
               "input; 3 stopped by faults of players; 4 interrupted.\n\n"
               "Command lines of cutechess-cli and fastchess work as they are: -engine cmd= (or conf=, an engine file or a variant of ours) "
               "name= proto= dir= arg= initstr= restart= tc= st= depth= nodes= timemargin= option.NAME=; -each, which an engine's own "
               "words go before; -rounds, -games 2, -repeat; -openings file= format= order= plies=; -sprt elo0= elo1= alpha= beta= model=; "
               "-resign movecount= score= and -draw movenumber= movecount= score=, on which both players must agree; -maxmoves, "
               "-tournament, -concurrency, -use-affinity, -recover, -seed, -event, -pgnout file= [min], -log file=. What has no counterpart is "
               "refused with the reason. Options with two dashes may be added.\n\n"
               "  xqbench match configs/matches/quickstart.yaml\n"
               "  xqbench match --player pvsht --player full --limit nodes=2000 --games 100 --openings suites/openings/classical.epd\n"
               "  xqbench match --player full --player 'full lmr=off' --limit nodes=5000 --games 20000 --sprt elo0=0,elo1=10 "
               "--openings suites/openings/balanced.epd.gz\n"
               "  xqbench match -engine cmd=./new -engine cmd=./old -each proto=uci tc=10+0.1 -rounds 500 -repeat "
               "-openings file=book.epd order=random -sprt elo0=0 elo1=5 -concurrency 4 -pgnout file=games.pgn",
    .options = &match_arg_options,
    .options_size = sizeof(MatchArgs),
    .run = run,
};
