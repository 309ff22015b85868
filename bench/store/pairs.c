#include "bench/store/pairs.h"
#include "bench/store/sql.h"
#include <string.h>
#include "engine/core/buf.h"
#include "engine/xq/notation.h"

static const char *const act_names[] = { [ACT_IDLE] = "idle", [ACT_CHECK] = "check", [ACT_CHASE] = "chase" };
static const char *const bound_names[] = { [SCORE_UPPER] = "upper", [SCORE_LOWER] = "lower", [SCORE_EXACT] = "exact" };
static const char *const fault_names[] = { [FAULT_ILLEGAL] = "illegal", [FAULT_TIME] = "time", [FAULT_CRASH] = "crash", [FAULT_STALL] = "stall" };

/* The side's row has a column a counter, named as the counter; `nodes` is one of the sums already. */
static void side_statement(Buf *sql) {
    buf_add(sql, "INSERT INTO game_side (game, colour, seat, points, moves, nodes, depth_sum, time_ns, time_max_ns, overhead_ns, fault, note");
    for (int i = 0; i < player_counter_count; i++)
        if (strcmp(player_counter_names[i], "nodes") != 0) buf_addf(sql, ", %s", player_counter_names[i]);
    buf_add(sql, ") VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12");
    int parameter = 13;
    for (int i = 0; i < player_counter_count; i++)
        if (strcmp(player_counter_names[i], "nodes") != 0) buf_addf(sql, ", ?%d", parameter++);
    buf_add(sql, ")");
}

bool pair_inserter_init(PairInserter *inserter, sqlite3 *db, int64_t run, Err *err) {
    *inserter = (PairInserter){ .db = db, .run = run };
    Buf side = { 0 };
    side_statement(&side);
    const struct { sqlite3_stmt **stmt; const char *sql; } rows[] = {
        { &inserter->opening, "INSERT INTO opening (fen, moves) VALUES (?1, ?2) ON CONFLICT DO NOTHING" },
        { &inserter->find_opening, "SELECT id FROM opening WHERE fen = ?1 AND moves = ?2" },
        { &inserter->pair, "INSERT INTO pair (run, pairing, round, idx, first, second, opening, counted, half_points) "
                           "VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)" },
        { &inserter->game, "INSERT INTO game (pair, leg, red, black, outcome, reason, plies, started_ns, ended_ns, cycle_start, red_act, "
                           "black_act, red_victims, black_victims) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14)" },
        { &inserter->side, buf_text(&side) },
        { &inserter->move, "INSERT INTO move (game, ply, move, score, bound, depth, nodes, time_ns, overhead_ns) "
                           "VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)" },
    };
    bool good = true;
    for (size_t i = 0; good && i < sizeof rows / sizeof rows[0]; i++) good = (*rows[i].stmt = sql_prepare(db, rows[i].sql, err)) != NULL;
    buf_free(&side);
    if (!good) pair_inserter_free(inserter);
    return good;
}

void pair_inserter_free(PairInserter *inserter) {
    sqlite3_stmt *const all[] = { inserter->opening, inserter->find_opening, inserter->pair, inserter->game, inserter->side, inserter->move };
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++) sqlite3_finalize(all[i]);
    *inserter = (PairInserter){ 0 };
}

static bool insert_opening(PairInserter *inserter, const PairRecord *pair, int64_t *id, Err *err) {
    Buf moves = { 0 };
    for (int i = 0; i < pair->opening_count; i++) {
        char text[MOVE_TEXT_SIZE];
        buf_addf(&moves, "%s%s", i ? " " : "", move_coord(pair->opening_move[i], false, text));
    }
    sqlite3_stmt *const both[] = { inserter->opening, inserter->find_opening };
    for (int i = 0; i < 2; i++) {
        sql_bind_text(both[i], 1, pair->start_fen);
        sql_bind_text(both[i], 2, buf_text(&moves));
    }
    bool good = sql_run(inserter->opening, err);
    if (good && (good = sql_next(inserter->find_opening, err))) *id = sqlite3_column_int64(inserter->find_opening, 0);
    sqlite3_reset(inserter->find_opening);
    buf_free(&moves);
    return good;
}

static bool insert_side(PairInserter *inserter, int64_t game, const GameRecord *record, int colour, Err *err) {
    const SideRecord *side = &record->side[colour];
    sqlite3_stmt *stmt = inserter->side;
    sqlite3_clear_bindings(stmt);
    sqlite3_bind_int64(stmt, 1, game);
    sqlite3_bind_text(stmt, 2, colour == RED ? "red" : "black", -1, SQLITE_STATIC);
    sqlite3_bind_int(stmt, 3, side->player);
    const Outcome win = colour == RED ? OUTCOME_RED : OUTCOME_BLACK;
    if (record->outcome != OUTCOME_NONE)
        sqlite3_bind_double(stmt, 4, record->outcome == OUTCOME_DRAW ? 0.5 : record->outcome == win ? 1 : 0);
    sqlite3_bind_int(stmt, 5, side->moves);
    sqlite3_bind_int64(stmt, 6, (int64_t)side->nodes);
    sqlite3_bind_int64(stmt, 7, side->depth_sum);
    sqlite3_bind_int64(stmt, 8, side->time_ns);
    sqlite3_bind_int64(stmt, 9, side->time_max_ns);
    sqlite3_bind_int64(stmt, 10, side->overhead_ns);
    if (side->fault != FAULT_NONE) sqlite3_bind_text(stmt, 11, fault_names[side->fault], -1, SQLITE_STATIC);
    if (*side->note) sql_bind_text(stmt, 12, side->note);
    int parameter = 13;
    for (int i = 0; i < player_counter_count; i++)
        if (strcmp(player_counter_names[i], "nodes") != 0) sqlite3_bind_int64(stmt, parameter++, (int64_t)side->counter[i]);
    return sql_run(stmt, err);
}

static bool insert_moves(PairInserter *inserter, int64_t game, const GameRecord *record, Err *err) {
    sqlite3_stmt *stmt = inserter->move;
    sqlite3_bind_int64(stmt, 1, game);
    for (int i = 0; i < record->count; i++) {
        const MoveRecord *move = &record->move[i];
        char text[MOVE_TEXT_SIZE];
        sqlite3_bind_int(stmt, 2, i + 1);
        sqlite3_bind_text(stmt, 3, move_coord(move->move, false, text), -1, SQLITE_STATIC); /* read before text goes */
        if (move->bound == SCORE_NONE) {
            sqlite3_bind_null(stmt, 4);
            sqlite3_bind_null(stmt, 5);
        } else {
            sqlite3_bind_int(stmt, 4, move->score);
            sqlite3_bind_text(stmt, 5, bound_names[move->bound], -1, SQLITE_STATIC);
        }
        sqlite3_bind_int(stmt, 6, move->depth);
        sqlite3_bind_int64(stmt, 7, (int64_t)move->nodes);
        sqlite3_bind_int64(stmt, 8, move->time_ns);
        sqlite3_bind_int(stmt, 9, move->overhead_ns);
        if (!sql_run(stmt, err)) return false;
    }
    return true;
}

static bool is_repetition(Reason reason) {
    return reason == REASON_PERPETUAL_CHECK || reason == REASON_PERPETUAL_CHASE || reason == REASON_MUTUAL_CHECK ||
           reason == REASON_MUTUAL_CHASE || reason == REASON_REPETITION;
}

static bool insert_game(PairInserter *inserter, int64_t pair, const GameRecord *record, Err *err) {
    sqlite3_stmt *stmt = inserter->game;
    sqlite3_clear_bindings(stmt);
    sqlite3_bind_int64(stmt, 1, pair);
    sqlite3_bind_int(stmt, 2, record->leg);
    sqlite3_bind_int(stmt, 3, record->side[RED].player);
    sqlite3_bind_int(stmt, 4, record->side[BLACK].player);
    sqlite3_bind_text(stmt, 5, outcome_names[record->outcome], -1, SQLITE_STATIC);
    sqlite3_bind_text(stmt, 6, reason_names[record->reason], -1, SQLITE_STATIC);
    sqlite3_bind_int(stmt, 7, record->count);
    sqlite3_bind_int64(stmt, 8, record->started_ns);
    sqlite3_bind_int64(stmt, 9, record->ended_ns);
    if (is_repetition(record->reason)) {
        sqlite3_bind_int(stmt, 10, record->verdict.cycle_start);
        for (int colour = RED; colour <= BLACK; colour++) {
            sqlite3_bind_text(stmt, 11 + colour, act_names[record->verdict.act[colour]], -1, SQLITE_STATIC);
            sqlite3_bind_int64(stmt, 13 + colour, record->verdict.victims[colour]);
        }
    }
    if (!sql_run(stmt, err)) return false;
    const int64_t game = sqlite3_last_insert_rowid(inserter->db);
    return insert_side(inserter, game, record, RED, err) && insert_side(inserter, game, record, BLACK, err) &&
           insert_moves(inserter, game, record, err);
}

bool pair_insert(PairInserter *inserter, const PairRecord *pair, Err *err) {
    int64_t opening = 0;
    if (!insert_opening(inserter, pair, &opening, err)) return false;
    sqlite3_stmt *stmt = inserter->pair;
    sqlite3_clear_bindings(stmt);
    sqlite3_bind_int64(stmt, 1, inserter->run);
    sqlite3_bind_int(stmt, 2, pair->pairing);
    sqlite3_bind_int(stmt, 3, pair->round);
    sqlite3_bind_int(stmt, 4, pair->index);
    sqlite3_bind_int(stmt, 5, pair->game[0].side[RED].player);
    sqlite3_bind_int(stmt, 6, pair->game[0].side[BLACK].player);
    sqlite3_bind_int64(stmt, 7, opening);
    sqlite3_bind_int(stmt, 8, pair->counted);
    const int half_points = pair_record_half_points(pair);
    if (half_points >= 0) sqlite3_bind_int(stmt, 9, half_points);
    if (!sql_run(stmt, err)) return false;
    const int64_t id = sqlite3_last_insert_rowid(inserter->db);
    return insert_game(inserter, id, &pair->game[0], err) && insert_game(inserter, id, &pair->game[1], err);
}
