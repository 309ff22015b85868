/* xqbench match: play games between players, keep them, say what they prove. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "bench/cmd/commands.h"
#include "bench/cmd/match_args.h"
#include "bench/cmd/match_view.h"
#include "bench/cmd/stop.h"
#include "bench/report/run_report.h"
#include "engine/core/pool.h"

/* A match on its way through the program. */
typedef struct {
    const MatchArgs *args;
    MatchSpec spec;
    Openings openings;
    Store *store;
    StoreWriter *writer;
    int64_t run;
    bool *done;        /* resume */
    int *half_points;
    MatchView view;
    MatchState state;
} Match;

static void match_free(Match *match) {
    if (match->writer) store_writer_finish(match->writer, NULL);
    store_close(match->store);
    match_state_free(&match->state);
    openings_free(&match->openings);
    spec_free(&match->spec);
    free(match->done);
    free(match->half_points);
}

static bool open_store(Match *match, Err *err) {
    match->store = store_open(match->args->db, match->args->resume ? STORE_WRITE : STORE_CREATE, err);
    if (!match->store) return false;
    if (match->args->resume) {
        const int pairs = schedule_pairs(&match->spec);
        match->done = mem_zalloc((size_t)pairs, sizeof *match->done);
        match->half_points = mem_zalloc((size_t)pairs, sizeof *match->half_points);
        if (!store_run_resume(match->store, &match->spec, match->openings.hash, &match->run, err) ||
            !store_run_done(match->store, match->run, pairs, match->done, match->half_points, err))
            return false;
    } else if (!store_run_add(match->store, &match->spec, match->openings.hash, &match->run, err)) {
        return false;
    }
    match->writer = store_writer_new(match->store, match->run, err);
    return match->writer != NULL;
}

static bool keep_pair(void *context, const PairRecord *pair, const MatchState *state, Err *err) {
    Match *match = context;
    (void)state;
    match_view_pair(&match->view);
    return store_writer_add(match->writer, pair, err);
}

static void show_progress(void *context, const MatchState *state) {
    match_view_progress(&((Match *)context)->view, state);
}

static const char *run_state(bool good, const Err *err) {
    if (good) return "finished";
    return err->kind == ERR_FAULT ? "faulted" : "interrupted";
}

/* Play, and bring what is finished to disk whatever happens. */
static bool play(Match *match, Err *err) {
    const int cores = pool_cores(), jobs = match->args->jobs ? (int)match->args->jobs : cores;
    const RunOptions options = { .jobs = jobs, .done = match->done, .done_half_points = match->half_points, .stop = stop_flag() };
    const MatchListener listener = { .context = match, .pair = keep_pair, .progress = show_progress };
    match->view = match_view(&match->spec, stderr, match->args->quiet);
    match_view_start(&match->view, &match->openings, jobs);
    Err why = { 0 }, lost = { 0 };
    bool good = match_run(&match->spec, &match->openings, &options, &listener, &match->state, &why);
    match_view_end(&match->view);
    StoreWriter *writer = match->writer;
    match->writer = NULL;
    if (!store_writer_finish(writer, &lost) || !store_run_end(match->store, match->run, run_state(good, &why), &lost)) {
        *err = lost;
        return false;
    }
    if (good) return true;
    *err = why;
    if (err->kind != ERR_INTERRUPTED && err->kind != ERR_FAULT) return false;
    const size_t len = strlen(err->text);
    snprintf(err->text + len, sizeof err->text - len, "; the same command with --resume plays the rest");
    return false;
}

/* The same figures that a report of the database shows, read from it. */
static bool print_result(const Match *match, Err *err) {
    const char *db = match->args->db;
    Arena arena = { 0 };
    Buf out = { 0 };
    RunReport report;
    const bool good = report_load(match->store, match->run, &arena, &report, err);
    if (good) report_write_end(&report, &out);
    report_free(&report);
    arena_free(&arena);
    if (good && !match->args->quiet)
        buf_addf(&out, "\nEvery game is in %s, as run %" PRId64 ".\nNext: xqbench report %s, xqbench replay %s 1, xqbench export %s --pgn\n",
                 db, match->run, db, db, db);
    fputs(buf_text(&out), stdout);
    buf_free(&out);
    return good;
}

static int exit_code(const Match *match) {
    if (!match->spec.use_sprt) return EXIT_HELD;
    static const int codes[] = { [SPRT_CONTINUE] = EXIT_INCONCLUSIVE, [SPRT_ACCEPT_H0] = EXIT_H0, [SPRT_ACCEPT_H1] = EXIT_HELD };
    return codes[match->state.sprt.verdict];
}

static int run(const void *options, const CmdArgs *args, Err *err) {
    Match match = { .args = options };
    int code = EXIT_BAD_INPUT;
    if (match_args_spec(match.args, args, &match.spec, err) &&
        openings_load(match.spec.openings, (int)match.spec.opening_plies, &match.openings, err) && open_store(&match, err)) {
        stop_on_signals();
        if (play(&match, err)) code = exit_code(&match);
        if (match.state.pairs_done && !print_result(&match, err)) code = EXIT_BAD_INPUT;
    }
    match_free(&match);
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
