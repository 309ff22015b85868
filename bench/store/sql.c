#include "bench/store/sql.h"
#include <stddef.h>

bool sql_error(sqlite3 *db, const char *what, Err *err) {
    const char *path = sqlite3_db_filename(db, "main");
    return err_set(err, ERR_SYSTEM, "%s: cannot %s: %s", path && *path ? path : "database", what, sqlite3_errmsg(db));
}

bool sql_exec(sqlite3 *db, const char *sql, Err *err) {
    return sqlite3_exec(db, sql, NULL, NULL, NULL) == SQLITE_OK || sql_error(db, "write", err);
}

sqlite3_stmt *sql_prepare(sqlite3 *db, const char *sql, Err *err) {
    sqlite3_stmt *stmt = NULL;
    if (sqlite3_prepare_v2(db, sql, -1, &stmt, NULL) == SQLITE_OK) return stmt;
    sql_error(db, "read", err);
    return NULL;
}

bool sql_run(sqlite3_stmt *stmt, Err *err) {
    const int code = sqlite3_step(stmt);
    const bool good = code == SQLITE_DONE || code == SQLITE_ROW || sql_error(sqlite3_db_handle(stmt), "write", err);
    sqlite3_reset(stmt);
    return good;
}

bool sql_next(sqlite3_stmt *stmt, Err *err) {
    const int code = sqlite3_step(stmt);
    if (code == SQLITE_ROW) return true;
    if (code != SQLITE_DONE) sql_error(sqlite3_db_handle(stmt), "read", err);
    return false;
}

const char *sql_text(sqlite3_stmt *stmt, int column) {
    const unsigned char *text = sqlite3_column_text(stmt, column);
    return text ? (const char *)text : "";
}

void sql_bind_text(sqlite3_stmt *stmt, int parameter, const char *text) {
    sqlite3_bind_text(stmt, parameter, text, -1, SQLITE_TRANSIENT);
}

bool sql_number(sqlite3 *db, const char *sql, sqlite3_int64 *out, Err *err) {
    sqlite3_stmt *stmt = sql_prepare(db, sql, err);
    if (!stmt) return false;
    const bool good = sql_next(stmt, err);
    if (good) *out = sqlite3_column_int64(stmt, 0);
    sqlite3_finalize(stmt);
    return good;
}
