/* SQLite with errors as sentences: what the files of this folder share. */
#ifndef BENCH_STORE_SQL_H
#define BENCH_STORE_SQL_H
#include <sqlite3.h>
#include <stdint.h>
#include "engine/core/err.h"
#include "engine/core/sha256.h"

struct Store {
    sqlite3 *db;
    char *path;
    bool writing;
    char program_hash[SHA256_TEXT_SIZE]; /* of the running program; "" until a run needs it */
};

/* "results.db: cannot <action>: <SQLite's words>"; returns false. */
bool sql_error(sqlite3 *db, const char *action, Err *err);
/* Run statements that return nothing. */
bool sql_exec(sqlite3 *db, const char *sql, Err *err);
/* Undo a transaction, if one is open, after something else went wrong. */
void sql_rollback(sqlite3 *db);
/* A statement, to be finalized by the caller; NULL with *err. */
sqlite3_stmt *sql_prepare(sqlite3 *db, const char *sql, Err *err);
/* The same with this number as its first parameter, such as a run's or a tuning's. */
sqlite3_stmt *sql_prepare_for(sqlite3 *db, const char *sql, int64_t number, Err *err);
/* Run a statement that returns no rows, and reset it for the next use. */
bool sql_run(sqlite3_stmt *stmt, Err *err);
/* The same for the only time: the statement is finalized. */
bool sql_run_once(sqlite3_stmt *stmt, Err *err);
/* Step a query; *row tells whether there is another row. false with *err. */
bool sql_next(sqlite3_stmt *stmt, bool *row, Err *err);
/* The number that a query of one row and column returns; false with *err, also without a row. */
bool sql_number(sqlite3 *db, const char *sql, int64_t *out, Err *err);

/* The parameters of a statement, or the columns of its row, taken from left to right. */
typedef struct { sqlite3_stmt *stmt; int at; } SqlCells;
SqlCells sql_cells(sqlite3_stmt *stmt);
/* Bind the next parameter. A text must stay until the statement was run. */
void sql_put_int(SqlCells *cells, int64_t value);
void sql_put_real(SqlCells *cells, double value);
void sql_put_text(SqlCells *cells, const char *text);
void sql_put_null(SqlCells *cells);
/* A real that may be undetermined: not finite is NULL in the database, NULL is NAN here. */
void sql_put_figure(SqlCells *cells, double value);
double sql_get_figure(SqlCells *cells);
/* Read the next column. A text is "" for NULL and belongs to the statement until its next step. */
int64_t sql_get_int(SqlCells *cells);
double sql_get_real(SqlCells *cells);
const char *sql_get_text(SqlCells *cells);
/* Is the next column NULL? Stays before it. */
bool sql_is_null(const SqlCells *cells);
#endif
