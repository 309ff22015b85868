#include "bench/store/queries.h"
#include <stdio.h>
#include <string.h>
#include "bench/store/sql.h"
#include "engine/xq/notation.h"

/* Rows into a growing array of the arena: the callers' loops differ only in how a row is read. */
typedef struct { Arena *arena; char *items; size_t size; int count, cap; } Rows;

static void *rows_add(Rows *rows) {
    if (rows->count == rows->cap) {
        const int cap = rows->cap ? 2 * rows->cap : 8;
        char *items = arena_alloc(rows->arena, (size_t)cap * rows->size);
        if (rows->count) memcpy(items, rows->items, (size_t)rows->count * rows->size);
        rows->items = items;
        rows->cap = cap;
    }
    return rows->items + (size_t)rows->count++ * rows->size;
}

/* Step a query over its rows, reading each into the array; finalizes the statement (NULL: preparing failed already). */
static bool collect(sqlite3_stmt *stmt, Rows *rows, void (*read)(sqlite3_stmt *stmt, Arena *arena, void *row), Err *err) {
    if (!stmt) return false;
    Err failure = { .kind = ERR_NONE };
    while (sql_next(stmt, &failure)) read(stmt, rows->arena, rows_add(rows));
    sqlite3_finalize(stmt);
    if (failure.kind == ERR_NONE) return true;
    if (err) *err = failure;
    return false;
}

static sqlite3_stmt *prepare_for_run(Store *store, const char *sql, int64_t run, Err *err) {
    sqlite3_stmt *stmt = sql_prepare(store->db, sql, err);
    if (stmt) sqlite3_bind_int64(stmt, 1, run);
    return stmt;
}

static const char *copy_text(Arena *arena, sqlite3_stmt *stmt, int column) { return arena_strdup(arena, sql_text(stmt, column)); }

static void read_run(sqlite3_stmt *stmt, Arena *arena, void *row) {
    RunInfo *run = row;
    *run = (RunInfo){ .id = sqlite3_column_int64(stmt, 0), .games = sqlite3_column_int64(stmt, 4), .seed = sqlite3_column_int64(stmt, 8),
                      .pairs_total = sqlite3_column_int64(stmt, 5), .pairs_done = sqlite3_column_int64(stmt, 6),
                      .started_unix = sqlite3_column_int64(stmt, 9), .elapsed_ns = sqlite3_column_int64(stmt, 10),
                      .use_sprt = sqlite3_column_int(stmt, 14) };
    snprintf(run->uid, sizeof run->uid, "%s", sql_text(stmt, 1));
    snprintf(run->name, sizeof run->name, "%s", sql_text(stmt, 2));
    snprintf(run->state, sizeof run->state, "%s", sql_text(stmt, 3));
    run->config = copy_text(arena, stmt, 7);
    run->format = copy_text(arena, stmt, 11);
    run->rule_set = copy_text(arena, stmt, 12);
    run->openings = copy_text(arena, stmt, 13);
    run->build = copy_text(arena, stmt, 20);
    run->sprt = (SprtSpec){ .model = strcmp(sql_text(stmt, 15), "logistic") == 0 ? SPRT_LOGISTIC : SPRT_NORMALIZED,
                            .elo0 = sqlite3_column_double(stmt, 16), .elo1 = sqlite3_column_double(stmt, 17),
                            .alpha = sqlite3_column_double(stmt, 18), .beta = sqlite3_column_double(stmt, 19) };
}

bool store_runs(Store *store, Arena *arena, RunInfo **out, int *count, Err *err) {
    sqlite3_stmt *stmt = sql_prepare(store->db,
        "SELECT id, uid, name, state, games, pairs_total, (SELECT count(*) FROM pair WHERE pair.run = run.id), config, seed, started_unix, "
        "elapsed_ns, format, rule_set, openings, use_sprt, sprt_model, sprt_elo0, sprt_elo1, sprt_alpha, sprt_beta, build "
        "FROM run ORDER BY id", err);
    Rows rows = { .arena = arena, .size = sizeof(RunInfo) };
    if (!collect(stmt, &rows, read_run, err)) return false;
    *out = (RunInfo *)rows.items;
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
    return err_set(err, ERR_INPUT, "%s: has no run %lld; it holds runs %lld to %lld", store->path, (long long)id, (long long)run[0].id,
                   (long long)run[count - 1].id);
}

enum { SEAT_COUNTERS = 14 /* the first column of a counter */ };

static void read_seat(sqlite3_stmt *stmt, Arena *arena, void *row) {
    SeatSummary *seat = row;
    *seat = (SeatSummary){ .seat = sqlite3_column_int(stmt, 0), .games = sqlite3_column_int64(stmt, 4), .wins = sqlite3_column_int64(stmt, 5),
                           .draws = sqlite3_column_int64(stmt, 6), .losses = sqlite3_column_int64(stmt, 7),
                           .moves = sqlite3_column_int64(stmt, 8), .nodes = sqlite3_column_int64(stmt, 9),
                           .depth_sum = sqlite3_column_int64(stmt, 10), .time_ns = sqlite3_column_int64(stmt, 11),
                           .time_max_ns = sqlite3_column_int64(stmt, 12), .overhead_ns = sqlite3_column_int64(stmt, 13) };
    seat->name = copy_text(arena, stmt, 1);
    seat->limit = copy_text(arena, stmt, 2);
    seat->resolved = copy_text(arena, stmt, 3);
    for (int i = 0; i < player_counter_count; i++) seat->counter[i] = sqlite3_column_int64(stmt, SEAT_COUNTERS + i);
    seat->faults = sqlite3_column_int64(stmt, SEAT_COUNTERS + player_counter_count);
}

bool store_seats(Store *store, int64_t run, Arena *arena, SeatSummary **out, int *count, Err *err) {
    Buf sql = { 0 };
    buf_add(&sql, "WITH s AS (SELECT game_side.* FROM pair JOIN game ON game.pair = pair.id JOIN game_side ON game_side.game = game.id "
                  "WHERE pair.run = ?1 AND pair.counted) "
                  "SELECT p.seat, p.name, p.limit_text, player.resolved, count(s.points), sum(s.points = 1), sum(s.points = 0.5), "
                  "sum(s.points = 0), sum(s.moves), sum(s.nodes), sum(s.depth_sum), sum(s.time_ns), max(s.time_max_ns), sum(s.overhead_ns)");
    for (int i = 0; i < player_counter_count; i++) buf_addf(&sql, ", sum(s.%s)", player_counter_names[i]);
    buf_add(&sql, ", count(s.fault) FROM run_player p JOIN player ON player.id = p.player LEFT JOIN s ON s.seat = p.seat "
                  "WHERE p.run = ?1 GROUP BY p.seat ORDER BY p.seat");
    Rows rows = { .arena = arena, .size = sizeof(SeatSummary) };
    const bool good = collect(prepare_for_run(store, buf_text(&sql), run, err), &rows, read_seat, err);
    buf_free(&sql);
    *out = (SeatSummary *)rows.items;
    *count = rows.count;
    return good;
}

/* Half points of the side that has this colour; -1 without a result. */
static int half_points(const char *outcome, const char *colour) {
    if (strcmp(outcome, "none") == 0) return -1;
    return strcmp(outcome, "draw") == 0 ? 1 : strcmp(outcome, colour) == 0 ? 2 : 0;
}

/* Rows of one pairing follow each other: start a new summary when the seats change. */
static PairingSummary *pairing_of(Rows *rows, int first, int second) {
    PairingSummary *last = rows->count ? (PairingSummary *)(void *)rows->items + rows->count - 1 : NULL;
    if (last && last->first == first && last->second == second) return last;
    PairingSummary *fresh = rows_add(rows);
    *fresh = (PairingSummary){ .first = first, .second = second };
    return fresh;
}

bool store_pairings(Store *store, int64_t run, Arena *arena, PairingSummary **out, int *count, Err *err) {
    sqlite3_stmt *stmt = prepare_for_run(store,
        "SELECT first, second, g0.outcome, g1.outcome, count(*) FROM pair JOIN game g0 ON g0.pair = pair.id AND g0.leg = 0 "
        "JOIN game g1 ON g1.pair = pair.id AND g1.leg = 1 WHERE run = ?1 AND counted GROUP BY 1, 2, 3, 4 ORDER BY 1, 2", run, err);
    if (!stmt) return false;
    Rows rows = { .arena = arena, .size = sizeof(PairingSummary) };
    Err failure = { .kind = ERR_NONE };
    while (sql_next(stmt, &failure)) {
        PairingSummary *pairing = pairing_of(&rows, sqlite3_column_int(stmt, 0), sqlite3_column_int(stmt, 1));
        const int red = half_points(sql_text(stmt, 2), "red"), black = half_points(sql_text(stmt, 3), "black");
        *(red < 0 || black < 0 ? &pairing->unfinished : &pairing->count[red][black]) += sqlite3_column_int64(stmt, 4);
    }
    sqlite3_finalize(stmt);
    *out = (PairingSummary *)(void *)rows.items;
    *count = rows.count;
    if (failure.kind == ERR_NONE) return true;
    if (err) *err = failure;
    return false;
}

static void read_reason(sqlite3_stmt *stmt, Arena *arena, void *row) {
    ReasonSummary *reason = row;
    *reason = (ReasonSummary){ copy_text(arena, stmt, 0), copy_text(arena, stmt, 1), sqlite3_column_int64(stmt, 2) };
}

bool store_reasons(Store *store, int64_t run, Arena *arena, ReasonSummary **out, int *count, Err *err) {
    sqlite3_stmt *stmt = prepare_for_run(store,
        "SELECT reason, outcome, count(*) FROM pair JOIN game ON game.pair = pair.id WHERE run = ?1 AND counted "
        "GROUP BY reason, outcome ORDER BY 3 DESC, 1, 2", run, err);
    Rows rows = { .arena = arena, .size = sizeof(ReasonSummary) };
    if (!collect(stmt, &rows, read_reason, err)) return false;
    *out = (ReasonSummary *)rows.items;
    *count = rows.count;
    return true;
}

bool store_distinct_games(Store *store, int64_t run, int64_t *out, Err *err) {
    sqlite3_stmt *stmt = prepare_for_run(store,
        "SELECT count(DISTINCT fen || opening.moves || ' ' || (SELECT group_concat(move, ' ') FROM "
        "  (SELECT move FROM move WHERE move.game = game.id ORDER BY ply))) "
        "FROM pair JOIN game ON game.pair = pair.id JOIN opening ON opening.id = pair.opening WHERE run = ?1 AND counted", run, err);
    if (!stmt) return false;
    const bool good = sql_next(stmt, err);
    if (good) *out = sqlite3_column_int64(stmt, 0);
    sqlite3_finalize(stmt);
    return good;
}

static int bound_of(const char *text) {
    return strcmp(text, "exact") == 0 ? SCORE_EXACT : strcmp(text, "lower") == 0 ? SCORE_LOWER : strcmp(text, "upper") == 0 ? SCORE_UPPER : SCORE_NONE;
}

static void read_move(sqlite3_stmt *stmt, Arena *arena, void *row) {
    (void)arena;
    MoveRecord *move = row;
    *move = (MoveRecord){ .move = move_parse_coord(sql_text(stmt, 0), false), .score = (int16_t)sqlite3_column_int(stmt, 1),
                          .bound = (uint8_t)bound_of(sql_text(stmt, 2)), .depth = (uint8_t)sqlite3_column_int(stmt, 3),
                          .nodes = (uint64_t)sqlite3_column_int64(stmt, 4), .time_ns = sqlite3_column_int64(stmt, 5),
                          .overhead_ns = (int32_t)sqlite3_column_int64(stmt, 6) };
}

static void read_game(sqlite3_stmt *stmt, Arena *arena, StoredGame *game) {
    *game = (StoredGame){ .number = 2 * sqlite3_column_int64(stmt, 1) + sqlite3_column_int64(stmt, 4) + 1,
                          .pairing = sqlite3_column_int(stmt, 2), .round = sqlite3_column_int(stmt, 3), .leg = sqlite3_column_int(stmt, 4),
                          .counted = sqlite3_column_int(stmt, 11), .cycle_start = sqlite3_column_int(stmt, 14),
                          .started_unix = sqlite3_column_int64(stmt, 15) };
    game->red = copy_text(arena, stmt, 5);
    game->black = copy_text(arena, stmt, 6);
    game->fen = copy_text(arena, stmt, 7);
    game->opening_moves = copy_text(arena, stmt, 8);
    game->outcome = copy_text(arena, stmt, 9);
    game->reason = copy_text(arena, stmt, 10);
    game->red_act = copy_text(arena, stmt, 12);
    game->black_act = copy_text(arena, stmt, 13);
}

bool store_games(Store *store, int64_t run, int64_t first, bool (*visit)(void *context, const StoredGame *game), void *context, Err *err) {
    sqlite3_stmt *games = prepare_for_run(store,
        "SELECT game.id, pair.idx, pair.pairing, pair.round, game.leg, r.name, b.name, opening.fen, opening.moves, outcome, reason, counted, "
        "red_act, black_act, cycle_start, run.started_unix FROM pair JOIN run ON run.id = pair.run JOIN game ON game.pair = pair.id "
        "JOIN opening ON opening.id = pair.opening JOIN run_player r ON r.run = run.id AND r.seat = game.red "
        "JOIN run_player b ON b.run = run.id AND b.seat = game.black "
        "WHERE pair.run = ?1 AND pair.idx * 2 + leg + 1 >= ?2 ORDER BY pair.idx, game.leg", run, err);
    if (!games) return false;
    sqlite3_bind_int64(games, 2, first);
    Err failure = { .kind = ERR_NONE };
    bool more = true;
    while (more && sql_next(games, &failure)) {
        Arena arena = { 0 };
        Rows rows = { .arena = &arena, .size = sizeof(MoveRecord) };
        StoredGame game;
        read_game(games, &arena, &game);
        sqlite3_stmt *moves = prepare_for_run(store, "SELECT move, score, bound, depth, nodes, time_ns, overhead_ns FROM move WHERE game = ?1 "
                                                     "ORDER BY ply", sqlite3_column_int64(games, 0), &failure);
        more = collect(moves, &rows, read_move, &failure);
        game.move = (MoveRecord *)rows.items;
        game.count = rows.count;
        more = more && visit(context, &game);
        arena_free(&arena);
    }
    sqlite3_finalize(games);
    if (failure.kind == ERR_NONE) return true;
    if (err) *err = failure;
    return false;
}

static bool add_game_to_digest(void *context, const StoredGame *game) {
    Sha256 *sha = context;
    if (!game->counted) return true;
    sha256_add_u64(sha, (uint64_t)game->number);
    const char *const texts[] = { game->red, game->black, game->fen, game->opening_moves, game->outcome, game->reason };
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) sha256_add_text(sha, texts[i]);
    sha256_add_u64(sha, (uint64_t)game->count);
    for (int i = 0; i < game->count; i++) {
        const MoveRecord *move = &game->move[i];
        sha256_add_u64(sha, (uint64_t)move->move << 48 | (uint64_t)(uint16_t)move->score << 32 | (uint64_t)move->bound << 16 | move->depth);
        sha256_add_u64(sha, move->nodes);
    }
    return true;
}

bool store_digest(Store *store, int64_t run, char out[SHA256_TEXT_SIZE], Err *err) {
    Arena arena = { 0 };
    SeatSummary *seat;
    int seats;
    Sha256 sha;
    sha256_init(&sha);
    bool good = store_seats(store, run, &arena, &seat, &seats, err);
    for (int i = 0; good && i < seats; i++) {
        sha256_add_text(&sha, seat[i].name);
        sha256_add_text(&sha, seat[i].limit);
        sha256_add_text(&sha, seat[i].resolved);
        for (int k = 0; k < player_counter_count; k++) sha256_add_u64(&sha, (uint64_t)seat[i].counter[k]);
    }
    good = good && store_games(store, run, 1, add_game_to_digest, &sha, err);
    if (good) sha256_text(&sha, out);
    arena_free(&arena);
    return good;
}
