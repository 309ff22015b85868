#include "bench/store/series.h"
#include "bench/store/rows.h"

static void read_result(SqlCells *from, Arena *arena, void *row) {
    PairResult *result = row;
    (void)arena;
    result->first = (int)sql_get_int(from);
    result->second = (int)sql_get_int(from);
    result->half_points = (int)sql_get_int(from);
}

bool store_pair_results(Store *store, int64_t run, Arena *arena, PairResult **out, int *count, Err *err) {
    Rows rows = { .arena = arena, .size = sizeof(PairResult) };
    sqlite3_stmt *stmt = sql_prepare_for(store->db,
        "SELECT first, second, half_points FROM pair WHERE run = ? AND counted AND half_points IS NOT NULL "
        "ORDER BY round, pairing", run, err);
    if (!rows_collect(&rows, stmt, read_result, err)) return false;
    *out = rows.items;
    *count = rows.count;
    return true;
}

static void read_class(SqlCells *from, Arena *arena, void *row) {
    MoveClass *class = row;
    (void)arena;
    class->seat = (int)sql_get_int(from);
    class->depth = (int)sql_get_int(from);
    class->nodes_class = (int)sql_get_int(from);
    class->moves = sql_get_int(from);
}

/* Whose move it was follows from who moves first and how long the opening is: an opening's move takes five characters,
 * the last one four. */
bool store_move_classes(Store *store, int64_t run, Arena *arena, MoveClass **out, int *count, Err *err) {
    Rows rows = { .arena = arena, .size = sizeof(MoveClass) };
    sqlite3_stmt *stmt = sql_prepare_for(store->db,
        "SELECT CASE WHEN ((instr(opening.fen, ' b ') > 0) + (length(opening.moves) + 1) / 5 + move.ply) % 2 THEN game.red ELSE game.black END, "
        "depth, CAST(4 * log2(max(nodes, 1)) AS INTEGER), count(*) "
        "FROM pair JOIN opening ON opening.id = pair.opening JOIN game ON game.pair = pair.id JOIN move ON move.game = game.id "
        "WHERE pair.run = ? AND counted GROUP BY 1, 2, 3", run, err);
    if (!rows_collect(&rows, stmt, read_class, err)) return false;
    *out = rows.items;
    *count = rows.count;
    return true;
}

static void read_fault(SqlCells *from, Arena *arena, void *row) {
    FaultLine *fault = row;
    fault->number = sql_get_int(from);
    fault->seat = (int)sql_get_int(from);
    fault->fault = rows_text(from, arena);
    fault->note = rows_text(from, arena);
}

bool store_faults(Store *store, int64_t run, Arena *arena, FaultLine **out, int *count, Err *err) {
    Rows rows = { .arena = arena, .size = sizeof(FaultLine) };
    sqlite3_stmt *stmt = sql_prepare_for(store->db,
        "SELECT pair.idx * 2 + game.leg + 1, s.seat, s.fault, s.note FROM pair JOIN game ON game.pair = pair.id "
        "JOIN game_side s ON s.game = game.id WHERE pair.run = ? AND counted AND s.fault IS NOT NULL "
        "ORDER BY pair.round, pair.pairing, game.leg, s.colour", run, err);
    if (!rows_collect(&rows, stmt, read_fault, err)) return false;
    *out = rows.items;
    *count = rows.count;
    return true;
}

static void read_line(SqlCells *from, Arena *arena, void *row) {
    GameLine *line = row;
    (void)arena;
    line->number = sql_get_int(from);
    line->plies = (int)sql_get_int(from);
    line->opening_plies = (int)sql_get_int(from);
    line->faulty = sql_get_int(from);
}

bool store_game_lines(Store *store, int64_t run, Arena *arena, GameLine **out, int *count, Err *err) {
    Rows rows = { .arena = arena, .size = sizeof(GameLine) };
    sqlite3_stmt *stmt = sql_prepare_for(store->db,
        "SELECT pair.idx * 2 + game.leg + 1, game.plies, (length(opening.moves) + 1) / 5, "
        "EXISTS (SELECT 1 FROM game_side s WHERE s.game = game.id AND s.fault IS NOT NULL) "
        "FROM pair JOIN opening ON opening.id = pair.opening JOIN game ON game.pair = pair.id WHERE pair.run = ? "
        "ORDER BY pair.round, pair.pairing, game.leg", run, err);
    if (!rows_collect(&rows, stmt, read_line, err)) return false;
    *out = rows.items;
    *count = rows.count;
    return true;
}
