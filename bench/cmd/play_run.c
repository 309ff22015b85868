#include "bench/cmd/play_run.h"
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "bench/cmd/export_pgn.h"
#include "bench/cmd/match_view.h"
#include "bench/cmd/stop.h"
#include "bench/report/run_report.h"
#include "bench/store/games.h"
#include "engine/core/pool.h"

/* A run while it is played. */
typedef struct {
    const MatchSpec *spec;
    Store *store;
    StoreWriter *writer;
    int64_t run;
    bool *done; /* pairs that the store held before */
    int *half_points;
    MatchView view;
    MatchState state;
} Play;

static bool keep_pair(void *context, const PairRecord *pair, const MatchState *state, Err *err) {
    Play *play = context;
    (void)state;
    match_view_pair(&play->view);
    return store_writer_add(play->writer, pair, err);
}

static void show_progress(void *context, const MatchState *state) {
    match_view_progress(&((Play *)context)->view, state);
}

static bool end_run(const Play *play, const PlayOptions *options, bool good, const Err *why, Err *err) {
    if (good && options->shards > 1) return store_run_end_shard(play->store, play->run, options->shard, options->shards, err);
    const char *state = good ? "finished" : why->kind == ERR_FAULT ? "faulted" : "interrupted";
    return store_run_end(play->store, play->run, state, err);
}

/* Bring what is finished to disk. A failure of the disk is told before one of the match. */
static bool keep_all(Play *play, const PlayOptions *options, bool good, const Err *why, Err *err) {
    StoreWriter *writer = play->writer;
    Err lost = { 0 };
    play->writer = NULL;
    if (store_writer_finish(writer, &lost) && end_run(play, options, good, why, &lost)) return true;
    *err = lost;
    return false;
}

/* Games for each processor. */
enum { MANY_GAMES = 8 };
/* By itself with a processor for each game, or with so many games that they come out even over the processors. */
static bool is_pinned(const Play *play, const PlayOptions *options, int jobs) {
    const int cores = pool_cores();
    if (options->pin != PIN_AUTO) return options->pin == PIN_ON;
    return (jobs <= cores || jobs >= MANY_GAMES * cores) && spec_fits_one_processor(play->spec);
}

static bool play_all(Play *play, const Openings *openings, const PlayOptions *options, Err *err) {
    const int jobs = options->jobs ? options->jobs : pool_cores();
    const RunOptions how = { .jobs = jobs,
                             .pin = is_pinned(play, options, jobs),
                             .done = play->done,
                             .done_half_points = play->half_points,
                             .shard = options->shard,
                             .shards = options->shards,
                             .stop = stop_flag(),
                             .stop_bell = stop_bell() };
    const MatchListener listener = { .context = play, .pair = keep_pair, .progress = show_progress };
    play->view = match_view(play->spec, stderr, options->quiet);
    match_view_start(&play->view, openings, jobs);
    Err why = { 0 };
    const bool good = match_run(play->spec, openings, &how, &listener, &play->state, &why);
    match_view_end(&play->view);
    if (!keep_all(play, options, good, &why, err)) return false;
    if (good) return true;
    *err = why;
    if (err->kind != ERR_INTERRUPTED && err->kind != ERR_FAULT) return false;
    const size_t len = strlen(err->text);
    snprintf(err->text + len, sizeof err->text - len, "; %s plays the rest", options->again);
    return false;
}

static bool take_number(void *context, const StoredGame *game) {
    *(int64_t *)context = game->number;
    return false;
}

/* Commands to go on with, which show this run: unless told otherwise they take the newest. */
static void add_hints(const Play *play, const PlayOptions *options, Arena *arena, Buf *out) {
    int64_t game = 1; /* a shard has others */
    RunInfo newest;
    const bool is_newest = store_run(play->store, arena, 0, &newest, NULL) && newest.id == play->run;
    const char *run = is_newest ? "" : arena_printf(arena, " --run %" PRId64, play->run);
    store_games(play->store, play->run, 1, take_number, &game, NULL);
    buf_addf(out, "\nEvery game is in %s, as run %" PRId64 ".\nNext: xqbench report %s%s, xqbench replay %s %" PRId64 "%s, xqbench export %s%s --pgn\n",
             options->db, play->run, options->db, run, options->db, game, run, options->db, run);
}

/* The same figures that a report of the database shows, read from it; *sprt becomes where its test stands. */
static bool print_result(const Play *play, const PlayOptions *options, SprtState *sprt, Err *err) {
    Arena arena = { 0 };
    Buf out = { 0 };
    RunReport report;
    const bool good = report_load(play->store, play->run, &arena, &report, err);
    if (good) {
        report_write_end(&report, &out);
        *sprt = report.sprt;
    }
    report_free(&report);
    if (good && !options->quiet) add_hints(play, options, &arena, &out);
    arena_free(&arena);
    if (good && !options->quiet && options->shards > 1)
        buf_addf(&out, "Shard %d/%d is finished; xqbench merge puts all shards together.\n", options->shard + 1, options->shards);
    fputs(buf_text(&out), stdout);
    buf_free(&out);
    return good;
}

/* Also of an interrupted run: what was played is there. */
static bool write_pgn(const Play *play, const PlayOptions *options, Err *err) {
    const PgnExport how = { .path = options->pgn_out, .comments = !options->pgn_plain };
    return !*options->pgn_out || export_pgn(play->store, play->run, &how, err);
}

static int exit_code(const MatchSpec *spec, const SprtState *sprt) {
    if (!spec->use_sprt) return EXIT_HELD;
    static const int codes[] = {
        [SPRT_CONTINUE] = EXIT_INCONCLUSIVE, [SPRT_ACCEPT_H0] = EXIT_H0, [SPRT_ACCEPT_H1] = EXIT_HELD
    };
    return codes[sprt->verdict];
}

bool prepare_players(MatchSpec *spec, Err *err) {
    Buf warnings = { 0 };
    const bool good = spec_prepare(spec, &warnings, err);
    fputs(buf_text(&warnings), stderr);
    buf_free(&warnings);
    return good;
}

int play_run(Store *store, int64_t run, const MatchSpec *spec, const Openings *openings, const PlayOptions *options,
             Err *err) {
    const int pairs = schedule_pairs(spec);
    int code = EXIT_BAD_INPUT;
    Play play = { .spec = spec, .store = store, .run = run };
    play.done = mem_zalloc((size_t)pairs, sizeof *play.done);
    play.half_points = mem_zalloc((size_t)pairs, sizeof *play.half_points);
    if (store_run_done(store, run, pairs, play.done, play.half_points, err) &&
        (play.writer = store_writer_new(store, run, err))) {
        stop_on_signals();
        if (play_all(&play, openings, options, err)) code = exit_code(spec, &play.state.sprt);
        SprtState kept;
        if (play.state.pairs_done && !(print_result(&play, options, &kept, err) && write_pgn(&play, options, err)))
            code = EXIT_BAD_INPUT;
    }
    match_state_free(&play.state);
    free(play.done);
    free(play.half_points);
    return code;
}

int show_finished_run(Store *store, int64_t run, const MatchSpec *spec, const PlayOptions *options, Err *err) {
    const Play play = { .spec = spec, .store = store, .run = run };
    SprtState sprt;
    if (!print_result(&play, options, &sprt, err) || !write_pgn(&play, options, err)) return EXIT_BAD_INPUT;
    const bool decided = spec->use_sprt && sprt.verdict != SPRT_CONTINUE;
    fprintf(stderr, "Run %" PRId64 " is finished already; %s.\n", run, decided ? "its SPRT has decided" : "with more games it is played on");
    return exit_code(spec, &sprt);
}
