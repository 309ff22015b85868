#include "bench/store/sql.h"
#include <math.h>
#include <stddef.h>

bool sql_error(sqlite3 *db, const char *action, Err *err) {
    const char *path = sqlite3_db_filename(db, "main");
    const bool busy = sqlite3_errcode(db) == SQLITE_BUSY;
    return err_set(err, ERR_SYSTEM, "%s: cannot %s: %s", path && *path ? path : "database", action, busy ? "it is locked by another process" : sqlite3_errmsg(db));
}

bool sql_exec(sqlite3 *db, const char *sql, Err *err) {
    return sqlite3_exec(db, sql, NULL, NULL, NULL) == SQLITE_OK || sql_error(db, "write", err);
}

void sql_rollback(sqlite3 *db) {
    if (!sqlite3_get_autocommit(db)) sqlite3_exec(db, "ROLLBACK", NULL, NULL, NULL);
}

sqlite3_stmt *sql_prepare(sqlite3 *db, const char *sql, Err *err) {
    sqlite3_stmt *stmt = NULL;
    if (sqlite3_prepare_v2(db, sql, -1, &stmt, NULL) == SQLITE_OK) return stmt;
    sql_error(db, "read", err);
    return NULL;
}

sqlite3_stmt *sql_prepare_for(sqlite3 *db, const char *sql, int64_t number, Err *err) {
    sqlite3_stmt *stmt = sql_prepare(db, sql, err);
    if (stmt) sqlite3_bind_int64(stmt, 1, number);
    return stmt;
}

bool sql_run(sqlite3_stmt *stmt, Err *err) {
    const bool good = sqlite3_step(stmt) == SQLITE_DONE || sql_error(sqlite3_db_handle(stmt), "write", err);
    sqlite3_reset(stmt);
    return good;
}

bool sql_run_once(sqlite3_stmt *stmt, Err *err) {
    const bool good = sql_run(stmt, err);
    sqlite3_finalize(stmt);
    return good;
}

bool sql_next(sqlite3_stmt *stmt, bool *row, Err *err) {
    const int code = sqlite3_step(stmt);
    *row = code == SQLITE_ROW;
    return *row || code == SQLITE_DONE || sql_error(sqlite3_db_handle(stmt), "read", err);
}

bool sql_number(sqlite3 *db, const char *sql, int64_t *out, Err *err) {
    sqlite3_stmt *stmt = sql_prepare(db, sql, err);
    bool row = false;
    const bool good = stmt && sql_next(stmt, &row, err) && (row || err_set(err, ERR_SYSTEM, "no answer to: %s", sql));
    if (good) *out = sqlite3_column_int64(stmt, 0);
    sqlite3_finalize(stmt);
    return good;
}

SqlCells sql_cells(sqlite3_stmt *stmt) { return (SqlCells){ .stmt = stmt }; }

/* SQLite counts parameters from 1 and columns from 0. */
void sql_put_int(SqlCells *cells, int64_t value) { sqlite3_bind_int64(cells->stmt, ++cells->at, value); }
void sql_put_real(SqlCells *cells, double value) { sqlite3_bind_double(cells->stmt, ++cells->at, value); }
void sql_put_text(SqlCells *cells, const char *text) { sqlite3_bind_text(cells->stmt, ++cells->at, text, -1, SQLITE_STATIC); }
void sql_put_null(SqlCells *cells) { sqlite3_bind_null(cells->stmt, ++cells->at); }

int64_t sql_get_int(SqlCells *cells) { return sqlite3_column_int64(cells->stmt, cells->at++); }
double sql_get_real(SqlCells *cells) { return sqlite3_column_double(cells->stmt, cells->at++); }

const char *sql_get_text(SqlCells *cells) {
    const unsigned char *text = sqlite3_column_text(cells->stmt, cells->at++);
    return text ? (const char *)text : "";
}

void sql_put_figure(SqlCells *cells, double value) {
    if (isfinite(value)) sql_put_real(cells, value);
    else sql_put_null(cells);
}

double sql_get_figure(SqlCells *cells) {
    const bool null = sql_is_null(cells);
    const double value = sql_get_real(cells);
    return null ? NAN : value;
}

bool sql_is_null(const SqlCells *cells) { return sqlite3_column_type(cells->stmt, cells->at) == SQLITE_NULL; }
