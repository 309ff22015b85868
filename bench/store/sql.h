/* SQLite with errors as sentences: what the files of this folder share. */
#ifndef BENCH_STORE_SQL_H
#define BENCH_STORE_SQL_H
#include <sqlite3.h>
#include "engine/core/err.h"

struct Store { sqlite3 *db; char *path; bool writing; };

/* "results.db: <what>: <SQLite's words>"; returns false. */
bool sql_error(sqlite3 *db, const char *what, Err *err);
/* Run statements that return nothing. */
bool sql_exec(sqlite3 *db, const char *sql, Err *err);
/* A statement, to be finalized by the caller; NULL with *err. */
sqlite3_stmt *sql_prepare(sqlite3 *db, const char *sql, Err *err);
/* Step a statement that returns no rows, and reset it for the next use. */
bool sql_run(sqlite3_stmt *stmt, Err *err);
/* Step a query: SQLITE_ROW as true, the end as false with err->kind still ERR_NONE. */
bool sql_next(sqlite3_stmt *stmt, Err *err);
/* A column's text, "" for NULL; belongs to the statement until its next step. */
const char *sql_text(sqlite3_stmt *stmt, int column);
void sql_bind_text(sqlite3_stmt *stmt, int parameter, const char *text);
/* The number a one-row query returns; false with *err. */
bool sql_number(sqlite3 *db, const char *sql, sqlite3_int64 *out, Err *err);
#endif
