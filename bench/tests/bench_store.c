/* What the store costs: CPU time a move written, time and memory of the questions that reports ask.
 *   bench_store_speed [GAMES [PLIES [FILE]]]   20000 games of 100 plies unless told otherwise; with FILE the games are kept
 *                                              there, and when it is there already they are not written again */
#define _XOPEN_SOURCE 700 /* mkdtemp */
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>
#include "bench/report/game_pgn.h"
#include "bench/report/rating_pool.h"
#include "bench/report/run_report.h"
#include "bench/store/games.h"
#include "bench/tests/recorded.h"
#include "engine/core/file.h"
#include "engine/core/mono.h"

enum { PATTERNS = 64 /* different pairs; the others start from the same board at another move number */ };
enum { FLAT_MB = 12 /* queue and cache of SQLite */ };

static double cpu_seconds(void) { return (double)cpu_process_ns() / 1e9; }

static double resident_mb(void) {
    struct rusage usage;
    getrusage(RUSAGE_SELF, &usage);
    return (double)usage.ru_maxrss / 1024;
}

_Noreturn static void fail(const Err *err) {
    fprintf(stderr, "bench_store_speed: %s\n", err->text);
    exit(EXIT_BAD_INPUT);
}

/* So that no game equals another. */
static void set_move_number(char fen[FEN_SIZE], int number) {
    char *last = strrchr(fen, ' ');
    snprintf(last, (size_t)(fen + FEN_SIZE - last), " %d", number);
}

/* Whatever the number of games; a report keeps 16 bytes of each at most. */
static bool is_flat(double grown_mb, double allowed_mb) {
    if (grown_mb <= allowed_mb) return true;
    printf("memory grew by %.1f MB, where %.1f MB are enough\n", grown_mb, allowed_mb);
    return false;
}

static bool write_games(const char *path, const MatchSpec *spec, int plies, Err *err) {
    PairRecord pattern[PATTERNS];
    for (int i = 0; i < PATTERNS; i++) pattern[i] = recorded_pair(spec, i, plies);
    Store *store = store_open(path, STORE_CREATE, err);
    int64_t run, moves = 0;
    if (!store || !store_run_add(store, spec, 1, &run, err)) fail(err);
    const double before_mb = resident_mb(), cpu = cpu_seconds();
    const int64_t start_ns = mono_ns();
    StoreWriter *writer = store_writer_new(store, run, err);
    if (!writer) fail(err);
    const int pairs = schedule_pairs(spec);
    for (int i = 0; i < pairs; i++) {
        PairRecord pair = pattern[i % PATTERNS];
        pair.index = pair.round = i;
        set_move_number(pair.start_fen, 1 + i / PATTERNS);
        for (int leg = 0; leg < 2; leg++) {
            pair.game[leg].move[0].nodes = (uint64_t)i;
            moves += pair.game[leg].count;
        }
        if (!store_writer_add(writer, &pair, err)) fail(err);
    }
    if (!store_writer_finish(writer, err) || !store_run_end(store, run, "finished", err)) fail(err);
    store_close(store);
    struct stat file;
    stat(path, &file);
    printf("write    %.2f us CPU a move (to reach: 1.50), %.2f s for %lld moves, %.1f bytes a move, memory +%.1f MB\n", (cpu_seconds() - cpu) * 1e6 / (double)moves,
           (double)(mono_ns() - start_ns) / 1e9, (long long)moves, (double)file.st_size / (double)moves, resident_mb() - before_mb);
    const double grown_mb = resident_mb() - before_mb;
    for (int i = 0; i < PATTERNS; i++) pair_record_free(&pattern[i]);
    return is_flat(grown_mb, FLAT_MB);
}

/* Each game as PGN, thrown away. */
typedef struct { PgnGame game; Buf text; int64_t bytes; } Pgn;

static bool print_game(void *context, const StoredGame *game) {
    const PgnStyle style = { .notation = NOTATION_ICCS };
    Pgn *pgn = context;
    buf_clear(&pgn->text);
    if (!game_pgn(game, true, &pgn->game, NULL)) return false;
    pgn_write(&pgn->game, &style, &pgn->text);
    pgn->bytes += (int64_t)pgn->text.len;
    return true;
}

static void ask_report(Store *store, Err *err) {
    Arena arena = { 0 };
    RunReport report;
    Buf text = { 0 };
    if (!report_load(store, 0, &arena, &report, err)) fail(err);
    report_write(&report, TABLE_TEXT, &text);
    buf_free(&text);
    report_free(&report);
    arena_free(&arena);
}

static void ask_digest(Store *store, Err *err) {
    char text[SHA256_TEXT_SIZE];
    if (!store_digest(store, 1, text, err)) fail(err);
}

static void ask_export(Store *store, Err *err) {
    Pgn pgn = { .bytes = 0 };
    if (!store_games(store, 1, 1, print_game, &pgn, err)) fail(err);
    pgn_game_free(&pgn.game);
    buf_free(&pgn.text);
}

static void ask_distinct(Store *store, Err *err) {
    int64_t count;
    if (!store_distinct_games(store, 1, &count, err)) fail(err);
}

static void ask_seats(Store *store, Err *err) {
    Arena arena = { 0 };
    SeatSummary *seat;
    int count;
    if (!store_seats(store, 1, &arena, &seat, &count, err)) fail(err);
    arena_free(&arena);
}

static void ask_ratings(Store *store, Err *err) {
    Arena arena = { 0 };
    RunInfo run;
    RatingPool pool = { 0 };
    if (!store_run(store, &arena, 0, &run, err) || !rating_pool_add(&pool, store, &run, err) || !rating_pool_fit(&pool, NULL, err)) fail(err);
    rating_pool_free(&pool);
    arena_free(&arena);
}

int main(int argc, char **argv) {
    static const struct { const char *name; void (*ask)(Store *store, Err *err); } questions[] = {
        { "report", ask_report }, { "ratings", ask_ratings }, { "seats", ask_seats }, { "distinct", ask_distinct },
        { "digest", ask_digest }, { "export", ask_export },
    };
    const int games = argc > 1 ? atoi(argv[1]) : 20000, plies = argc > 2 ? atoi(argv[2]) : 100;
    char folder[] = "/tmp/bench_store_XXXXXX", path[256];
    Err err = { 0 };
    const bool kept = argc > 3;
    if (games < 2 || plies < 1 || (!kept && !mkdtemp(folder))) return EXIT_BAD_INPUT;
    snprintf(path, sizeof path, kept ? "%s" : "%s/games.db", kept ? argv[3] : folder);
    xq_init();
    MatchSpec spec = recorded_spec(FORMAT_ROUND_ROBIN, 2, games);
    bool flat = (kept && file_exists(path)) || write_games(path, &spec, plies, &err);
    Store *store = store_open(path, STORE_READ, &err);
    if (!store) fail(&err);
    for (size_t i = 0; i < sizeof questions / sizeof questions[0]; i++) {
        const double before_mb = resident_mb(), cpu = cpu_seconds();
        questions[i].ask(store, &err);
        const double grown_mb = resident_mb() - before_mb;
        printf("%-8s %.3f s CPU, memory +%.1f MB\n", questions[i].name, cpu_seconds() - cpu, grown_mb);
        flat &= is_flat(grown_mb, FLAT_MB + 16e-6 * games);
    }
    store_close(store);
    spec_free(&spec);
    if (!kept) {
        unlink(path);
        rmdir(folder);
    }
    return flat ? EXIT_HELD : EXIT_REGRESSED;
}
