#include "bench/store/queries.h"
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include "bench/store/owner.h"
#include "bench/store/rows.h"
#include "bench/store/sql.h"
#include "engine/core/buf.h"
#include "engine/core/rng.h"

/* Runs. */

static SprtSpec read_sprt(SqlCells *from) {
    SprtSpec sprt = { .model = strcmp(sql_get_text(from), sprt_model_names[SPRT_LOGISTIC]) == 0 ? SPRT_LOGISTIC : SPRT_NORMALIZED };
    sprt.elo0 = sql_get_real(from);
    sprt.elo1 = sql_get_real(from);
    sprt.alpha = sql_get_real(from);
    sprt.beta = sql_get_real(from);
    return sprt;
}

/* A run whose process was killed still says that it is running. */
static const char *read_state(Arena *arena, SqlCells *from) {
    const char *state = rows_text(from, arena), *owner = sql_get_text(from);
    const bool part = !sql_is_null(from);
    const char *shard = sql_get_text(from);
    if (part && strcmp(state, "finished") == 0) return arena_printf(arena, "shard %s finished", shard);
    return strcmp(state, "running") == 0 && !owner_lives(owner) ? "interrupted" : state;
}

static void read_run(SqlCells *from, Arena *arena, void *row) {
    RunInfo *run = row;
    run->id = sql_get_int(from);
    run->uid = rows_text(from, arena);
    run->name = rows_text(from, arena);
    run->state = read_state(arena, from);
    run->games = sql_get_int(from);
    run->pairs_total = sql_get_int(from);
    run->pairs_done = sql_get_int(from);
    run->seed = sql_get_int(from);
    run->started_unix = sql_get_int(from);
    run->elapsed_ns = sql_get_int(from);
    run->config = rows_text(from, arena);
    run->source = rows_text(from, arena);
    run->format = rows_text(from, arena);
    run->rule_set = rows_text(from, arena);
    run->openings = rows_text(from, arena);
    run->build = rows_text(from, arena);
    run->use_sprt = sql_get_int(from);
    run->sprt = read_sprt(from);
}

bool store_runs(Store *store, Arena *arena, RunInfo **out, int *count, Err *err) {
    sqlite3_stmt *stmt = sql_prepare(store->db,
        "SELECT id, uid, name, state, owner, shard, games, pairs_total, (SELECT count(*) FROM pair WHERE pair.run = run.id), seed, started_unix, "
        "elapsed_ns, config, source, format, rule_set, openings, build, use_sprt, sprt_model, sprt_elo0, sprt_elo1, sprt_alpha, sprt_beta "
        "FROM run ORDER BY id", err);
    Rows rows = { .arena = arena, .size = sizeof(RunInfo) };
    if (!rows_collect(&rows, stmt, read_run, err)) return false;
    *out = rows.items;
    *count = rows.count;
    return true;
}

bool store_run(Store *store, Arena *arena, int64_t id, RunInfo *out, Err *err) {
    RunInfo *run;
    int count;
    if (!store_runs(store, arena, &run, &count, err)) return false;
    for (int i = count - 1; i >= 0; i--)
        if (id == 0 || run[i].id == id) {
            *out = run[i];
            return true;
        }
    if (count == 0) return err_set(err, ERR_INPUT, "%s: holds no runs yet", store->path);
    return err_set(err, ERR_INPUT, "%s: has no run %" PRId64 "; it holds runs %" PRId64 " to %" PRId64, store->path, id, run[0].id,
                   run[count - 1].id);
}

/* What a run's games sum up to. */

static void read_seat(SqlCells *from, Arena *arena, void *row) {
    SeatSummary *seat = row;
    seat->seat = (int)sql_get_int(from);
    seat->name = rows_text(from, arena);
    seat->limit = rows_text(from, arena);
    seat->resolved = rows_text(from, arena);
}

bool store_seat_names(Store *store, int64_t run, Arena *arena, SeatSummary **out, int *count, Err *err) {
    sqlite3_stmt *stmt = sql_prepare_for(store->db,
        "SELECT p.seat, p.name, p.limit_text, player.resolved FROM run_player p JOIN player ON player.id = p.player WHERE p.run = ? "
        "ORDER BY p.seat", run, err);
    Rows rows = { .arena = arena, .size = sizeof(SeatSummary) };
    if (!rows_collect(&rows, stmt, read_seat, err)) return false;
    *out = rows.items;
    *count = rows.count;
    return true;
}

/* A row a side of a game: SQLite's own sums, thirty of them, would take twice the time of adding up here. */
static void print_sides_query(Buf *sql) {
    buf_add(sql, "SELECT s.seat, s.points, s.moves, s.nodes, s.depth_sum, s.time_ns, s.overhead_ns, s.time_max_ns, s.fault IS NOT NULL");
    for (int i = 0; i < player_counter_count; i++) buf_addf(sql, ", s.%s", player_counter_names[i]);
    buf_add(sql, " FROM pair JOIN game ON game.pair = pair.id JOIN game_side s ON s.game = game.id WHERE pair.run = ? AND pair.counted");
}

static void add_points(SqlCells *from, SeatSummary *seat) {
    if (!sql_is_null(from)) {
        const double points = sqlite3_column_double(from->stmt, from->at);
        ++*(points == 1 ? &seat->wins : points == 0 ? &seat->losses : &seat->draws);
        seat->games++;
    }
    from->at++;
}

static void add_side(SqlCells *from, SeatSummary *seat, int count) {
    const int64_t number = sql_get_int(from);
    for (; count && seat->seat != number; count--) seat++;
    if (!count) return; /* a row that our programs don't write */
    add_points(from, seat);
    int64_t *const sums[] = { &seat->moves, &seat->nodes, &seat->depth_sum, &seat->time_ns, &seat->overhead_ns };
    for (size_t i = 0; i < sizeof sums / sizeof sums[0]; i++) *sums[i] += sql_get_int(from);
    const int64_t time_max_ns = sql_get_int(from);
    if (time_max_ns > seat->time_max_ns) seat->time_max_ns = time_max_ns;
    seat->faults += sql_get_int(from);
    for (int i = 0; i < player_counter_count; i++) seat->counter[i] += sql_get_int(from);
}

bool store_seats(Store *store, int64_t run, Arena *arena, SeatSummary **out, int *count, Err *err) {
    SeatSummary *seat;
    int seats;
    if (!store_seat_names(store, run, arena, &seat, &seats, err)) return false;
    Buf sql = { 0 };
    print_sides_query(&sql);
    sqlite3_stmt *stmt = sql_prepare_for(store->db, buf_text(&sql), run, err);
    bool good = stmt != NULL, row = true;
    while (good && (good = sql_next(stmt, &row, err)) && row) {
        SqlCells from = sql_cells(stmt);
        add_side(&from, seat, seats);
    }
    sqlite3_finalize(stmt);
    buf_free(&sql);
    if (!good) return false;
    *out = seat;
    *count = seats;
    return true;
}

/* Rows of one pairing follow each other: a new summary begins when the seats change. */
static PairingSummary *pairing_of(Rows *rows, int first, int second) {
    PairingSummary *last = rows_last(rows);
    if (last && last->first == first && last->second == second) return last;
    PairingSummary *fresh = rows_add(rows);
    fresh->first = first;
    fresh->second = second;
    return fresh;
}

static void read_results(SqlCells *from, Rows *rows) {
    const int first = (int)sql_get_int(from), second = (int)sql_get_int(from);
    PairingSummary *pairing = pairing_of(rows, first, second);
    const bool unfinished = sql_get_int(from);
    const int64_t with_red = sql_get_int(from), with_black = sql_get_int(from);
    *(unfinished ? &pairing->unfinished : &pairing->count[with_red][with_black]) += sql_get_int(from);
}

bool store_pairings(Store *store, int64_t run, Arena *arena, PairingSummary **out, int *count, Err *err) {
    sqlite3_stmt *stmt = sql_prepare_for(store->db,
        "SELECT first, second, half_points IS NULL, with_red, with_black, count(*) FROM pair WHERE run = ? AND counted "
        "GROUP BY pairing, with_red, with_black ORDER BY pairing", run, err);
    if (!stmt) return false;
    Rows rows = { .arena = arena, .size = sizeof(PairingSummary) };
    bool good, row;
    while ((good = sql_next(stmt, &row, err)) && row) {
        SqlCells from = sql_cells(stmt);
        read_results(&from, &rows);
    }
    sqlite3_finalize(stmt);
    if (!good) return false;
    *out = rows.items;
    *count = rows.count;
    return true;
}

static void read_reason(SqlCells *from, Arena *arena, void *row) {
    ReasonSummary *reason = row;
    reason->reason = rows_text(from, arena);
    reason->outcome = rows_text(from, arena);
    reason->games = sql_get_int(from);
}

bool store_reasons(Store *store, int64_t run, Arena *arena, ReasonSummary **out, int *count, Err *err) {
    sqlite3_stmt *stmt = sql_prepare_for(store->db,
        "SELECT reason, outcome, count(*) FROM pair JOIN game ON game.pair = pair.id WHERE run = ? AND counted "
        "GROUP BY reason, outcome ORDER BY 3 DESC, 1, 2", run, err);
    Rows rows = { .arena = arena, .size = sizeof(ReasonSummary) };
    if (!rows_collect(&rows, stmt, read_reason, err)) return false;
    *out = rows.items;
    *count = rows.count;
    return true;
}

static int compare_hashes(const void *a, const void *b) {
    const uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

static int64_t count_distinct(uint64_t *hash, size_t count) {
    int64_t distinct = 0;
    if (count) qsort(hash, count, sizeof *hash, compare_hashes); /* without games there is no array */
    for (size_t i = 0; i < count; i++) distinct += i == 0 || hash[i] != hash[i - 1];
    return distinct;
}

/* Eight bytes a game, sorted at the end: SELECT DISTINCT would keep the rows themselves in a file. */
bool store_distinct_games(Store *store, int64_t run, int64_t *out, Err *err) {
    sqlite3_stmt *stmt = sql_prepare_for(store->db,
        "SELECT red, black, move_hash FROM pair JOIN game ON game.pair = pair.id WHERE run = ? AND counted", run, err);
    bool good = stmt != NULL, row = true;
    size_t count = 0, cap = 0;
    uint64_t *hash = NULL;
    while (good && (good = sql_next(stmt, &row, err)) && row) {
        SqlCells from = sql_cells(stmt);
        const uint64_t red = (uint64_t)sql_get_int(&from), black = (uint64_t)sql_get_int(&from);
        if (count == cap) hash = mem_realloc(hash, (cap = cap ? 2 * cap : 1024) * sizeof *hash);
        hash[count++] = rng_bits((uint64_t)sql_get_int(&from), red, black);
    }
    sqlite3_finalize(stmt);
    if (good) *out = count_distinct(hash, count);
    free(hash);
    return good;
}
