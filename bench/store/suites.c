#include "bench/store/suites.h"
#include <inttypes.h>
#include <time.h>
#include "bench/store/owner.h"
#include "bench/store/pairs.h"
#include "bench/store/rows.h"
#include "bench/store/runs_internal.h"
#include "engine/xq/notation.h"

static bool add_run(Store *store, const SuiteRunRecord *record, Err *err) {
    char uid[UID_SIZE], host[HOST_SIZE];
    if (!hash_program(store, err)) return false;
    sqlite3_stmt *stmt = sql_prepare(store->db, "INSERT INTO suite_run (uid, suite, suite_hash, items, build, program_hash, host, started_unix) "
                                         "VALUES (?, ?, ?, ?, ?, ?, ?, ?)", err);
    if (!stmt) return false;
    make_uid(uid);
    SqlCells to = sql_cells(stmt);
    sql_put_text(&to, uid);
    sql_put_text(&to, record->suite);
    sql_put_int(&to, (int64_t)record->suite_hash);
    sql_put_int(&to, record->items);
    sql_put_text(&to, build_text);
    sql_put_text(&to, store->program_hash);
    sql_put_text(&to, host_name(host));
    sql_put_int(&to, (int64_t)time(NULL));
    return sql_run_once(stmt, err);
}

static bool add_seat(sqlite3 *db, int64_t run, int seat, const SuiteRunRecord *record, Err *err) {
    char hash[SHA256_TEXT_SIZE];
    if (!add_player(db, &record->player[seat], hash, err)) return false;
    sqlite3_stmt *stmt = sql_prepare(db, "INSERT INTO suite_player (run, seat, name, limit_text, player) "
                                         "VALUES (?, ?, ?, ?, (SELECT id FROM player WHERE hash = ?))", err);
    if (!stmt) return false;
    Buf limit = { 0 };
    limit_print(&record->limit[seat], &limit);
    SqlCells to = sql_cells(stmt);
    sql_put_int(&to, run);
    sql_put_int(&to, seat);
    sql_put_text(&to, record->player[seat].name);
    sql_put_text(&to, buf_text(&limit));
    sql_put_text(&to, hash);
    const bool good = sql_run_once(stmt, err);
    buf_free(&limit);
    return good;
}

static void put_answer(SqlCells *to, const Answer *answer, char move[MOVE_TEXT_SIZE]) {
    if (answer->move == MOVE_NONE) sql_put_null(to);
    else sql_put_text(to, move_coord(answer->move, false, move));
    if (answer->bound == SCORE_NONE) sql_put_null(to);
    else sql_put_int(to, answer->score);
    sql_put_text(to, bound_names[answer->bound]);
    sql_put_int(to, answer->depth);
    sql_put_int(to, (int64_t)answer->nodes);
    sql_put_int(to, answer->time_ns);
}

static bool add_result(sqlite3_stmt *stmt, int64_t run, const SuiteRecord *record, Err *err) {
    char move[MOVE_TEXT_SIZE];
    sqlite3_clear_bindings(stmt); /* what isn't bound is NULL */
    SqlCells to = sql_cells(stmt);
    sql_put_int(&to, run);
    sql_put_int(&to, record->seat);
    sql_put_int(&to, record->item);
    sql_put_text(&to, record->name);
    sql_put_text(&to, record->fen);
    sql_put_text(&to, record->moves);
    sql_put_text(&to, record->wanted);
    sql_put_int(&to, record->solved);
    put_answer(&to, record->answer, move);
    sql_put_text(&to, fault_names[record->answer->fault]);
    if (record->solved) {
        sql_put_int(&to, record->solved_depth);
        sql_put_int(&to, (int64_t)record->solved_nodes);
        sql_put_int(&to, record->solved_ns);
    }
    return sql_run(stmt, err);
}

static bool add_results(sqlite3 *db, int64_t run, const SuiteRunRecord *record, Err *err) {
    sqlite3_stmt *stmt = sql_prepare(db, "INSERT INTO suite_result (run, seat, item, name, fen, moves, wanted, solved, answer, score, bound, "
                                         "depth, nodes, time_ns, fault, solved_depth, solved_nodes, solved_ns) "
                                         "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", err);
    bool good = stmt != NULL;
    for (int i = 0; good && i < record->records; i++) good = add_result(stmt, run, &record->record[i], err);
    sqlite3_finalize(stmt);
    return good;
}

bool store_suite_add(Store *store, const SuiteRunRecord *record, int64_t *run, Err *err) {
    bool good = sql_exec(store->db, "BEGIN IMMEDIATE", err) && add_run(store, record, err);
    const int64_t id = sqlite3_last_insert_rowid(store->db);
    for (int seat = 0; good && seat < record->players; seat++) good = add_seat(store->db, id, seat, record, err);
    good = good && add_results(store->db, id, record, err) && sql_exec(store->db, "COMMIT", err);
    if (good) *run = id;
    else sql_rollback(store->db);
    return good;
}

static void read_earlier(SqlCells *from, Arena *arena, void *item) {
    SuiteEarlier *out = item;
    out->player = rows_text(from, arena);
    out->fen = rows_text(from, arena);
    out->moves = rows_text(from, arena);
    out->wanted = rows_text(from, arena);
    out->answer = rows_text(from, arena);
    out->solved = sql_get_int(from);
    out->nodes = sql_get_int(from);
    out->solved_nodes = sql_get_int(from);
}

static bool find_run(Store *store, int64_t run, int64_t *found, Err *err) {
    sqlite3_stmt *stmt = sql_prepare(store->db, "SELECT max(id) FROM suite_run WHERE ?1 = 0 OR id = ?1", err);
    bool row = false;
    if (!stmt) return false;
    SqlCells to = sql_cells(stmt);
    sql_put_int(&to, run);
    bool good = sql_next(stmt, &row, err);
    SqlCells from = sql_cells(stmt);
    if (good && (!row || sql_is_null(&from)))
        good = run ? err_set(err, ERR_INPUT, "%s: there is no run %" PRId64 " of a suite in it", store->path, run)
                   : err_set(err, ERR_INPUT, "%s: there is no run of a suite in it", store->path);
    if (good) *found = sql_get_int(&from);
    sqlite3_finalize(stmt);
    return good;
}

bool store_suite_results(Store *store, int64_t run, Arena *arena, int64_t *found, SuiteEarlier **out, int *count, Err *err) {
    if (!find_run(store, run, found, err)) return false;
    Rows rows = { .arena = arena, .size = sizeof **out };
    sqlite3_stmt *stmt = sql_prepare_for(store->db,
        "SELECT p.name, s.fen, s.moves, s.wanted, s.answer, s.solved, s.nodes, s.solved_nodes "
        "FROM suite_result s JOIN suite_player p ON p.run = s.run AND p.seat = s.seat WHERE s.run = ? ORDER BY s.seat, s.item", *found, err);
    if (!rows_collect(&rows, stmt, read_earlier, err)) return false;
    *out = rows.items;
    *count = rows.count;
    return true;
}
