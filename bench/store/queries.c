#include "bench/store/queries.h"
#include <inttypes.h>
#include <string.h>
#include "bench/store/owner.h"
#include "bench/store/rows.h"
#include "bench/store/sql.h"
#include "engine/core/buf.h"

static const char *copy_text(Arena *arena, SqlCells *from) { return arena_strdup(arena, sql_get_text(from)); }

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
    const char *state = copy_text(arena, from), *owner = sql_get_text(from);
    return strcmp(state, "running") == 0 && !owner_lives(owner) ? "interrupted" : state;
}

static void read_run(SqlCells *from, Arena *arena, void *row) {
    RunInfo *run = row;
    run->id = sql_get_int(from);
    run->uid = copy_text(arena, from);
    run->name = copy_text(arena, from);
    run->state = read_state(arena, from);
    run->games = sql_get_int(from);
    run->pairs_total = sql_get_int(from);
    run->pairs_done = sql_get_int(from);
    run->seed = sql_get_int(from);
    run->started_unix = sql_get_int(from);
    run->elapsed_ns = sql_get_int(from);
    run->config = copy_text(arena, from);
    run->source = copy_text(arena, from);
    run->format = copy_text(arena, from);
    run->rule_set = copy_text(arena, from);
    run->openings = copy_text(arena, from);
    run->build = copy_text(arena, from);
    run->use_sprt = sql_get_int(from);
    run->sprt = read_sprt(from);
}

bool store_runs(Store *store, Arena *arena, RunInfo **out, int *count, Err *err) {
    sqlite3_stmt *stmt = sql_prepare(store->db,
        "SELECT id, uid, name, state, owner, games, pairs_total, (SELECT count(*) FROM pair WHERE pair.run = run.id), seed, started_unix, "
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

static sqlite3_stmt *prepare_for_run(Store *store, const char *sql, int64_t run, Err *err) {
    sqlite3_stmt *stmt = sql_prepare(store->db, sql, err);
    if (stmt) sqlite3_bind_int64(stmt, 1, run);
    return stmt;
}

static void read_seat(SqlCells *from, Arena *arena, void *row) {
    SeatSummary *seat = row;
    seat->seat = (int)sql_get_int(from);
    seat->name = copy_text(arena, from);
    seat->limit = copy_text(arena, from);
    seat->resolved = copy_text(arena, from);
    sql_get_int(from); /* the seat that the sums are of */
    int64_t *const sums[] = { &seat->games, &seat->wins, &seat->draws, &seat->losses, &seat->moves, &seat->nodes, &seat->depth_sum,
                              &seat->time_ns, &seat->time_max_ns, &seat->overhead_ns, &seat->faults };
    for (size_t i = 0; i < sizeof sums / sizeof sums[0]; i++) *sums[i] = sql_get_int(from);
    for (int i = 0; i < player_counter_count; i++) seat->counter[i] = sql_get_int(from);
}

/* First the sums in one pass over the games, then the names: a player without games yet has a name alone. */
static void print_seats_query(Buf *sql) {
    buf_add(sql, "WITH sums AS (SELECT s.seat AS of, count(s.points), sum(s.points = 1), sum(s.points = 0.5), sum(s.points = 0), sum(s.moves), "
                 "sum(s.nodes), sum(s.depth_sum), sum(s.time_ns), max(s.time_max_ns), sum(s.overhead_ns), count(s.fault)");
    for (int i = 0; i < player_counter_count; i++) buf_addf(sql, ", sum(s.%s)", player_counter_names[i]);
    buf_add(sql, " FROM pair JOIN game ON game.pair = pair.id JOIN game_side s ON s.game = game.id WHERE pair.run = ?1 AND pair.counted "
                 "GROUP BY s.seat) "
                 "SELECT p.seat, p.name, p.limit_text, player.resolved, sums.* FROM run_player p JOIN player ON player.id = p.player "
                 "LEFT JOIN sums ON of = p.seat WHERE p.run = ?1 ORDER BY p.seat");
}

bool store_seats(Store *store, int64_t run, Arena *arena, SeatSummary **out, int *count, Err *err) {
    Buf sql = { 0 };
    print_seats_query(&sql);
    Rows rows = { .arena = arena, .size = sizeof(SeatSummary) };
    const bool good = rows_collect(&rows, prepare_for_run(store, buf_text(&sql), run, err), read_seat, err);
    buf_free(&sql);
    if (!good) return false;
    *out = rows.items;
    *count = rows.count;
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
    sqlite3_stmt *stmt = prepare_for_run(store,
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
    reason->reason = copy_text(arena, from);
    reason->outcome = copy_text(arena, from);
    reason->games = sql_get_int(from);
}

bool store_reasons(Store *store, int64_t run, Arena *arena, ReasonSummary **out, int *count, Err *err) {
    sqlite3_stmt *stmt = prepare_for_run(store,
        "SELECT reason, outcome, count(*) FROM pair JOIN game ON game.pair = pair.id WHERE run = ? AND counted "
        "GROUP BY reason, outcome ORDER BY 3 DESC, 1, 2", run, err);
    Rows rows = { .arena = arena, .size = sizeof(ReasonSummary) };
    if (!rows_collect(&rows, stmt, read_reason, err)) return false;
    *out = rows.items;
    *count = rows.count;
    return true;
}

bool store_distinct_games(Store *store, int64_t run, int64_t *out, Err *err) {
    sqlite3_stmt *stmt = prepare_for_run(store,
        "SELECT count(*) FROM (SELECT DISTINCT red, black, move_hash FROM pair JOIN game ON game.pair = pair.id WHERE run = ? AND counted)", run, err);
    bool row;
    const bool good = stmt && sql_next(stmt, &row, err);
    if (good) *out = sqlite3_column_int64(stmt, 0);
    sqlite3_finalize(stmt);
    return good;
}
