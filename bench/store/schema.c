#include "bench/store/schema.h"
#include <string.h>
#include "bench/store/sql.h"
#include "engine/core/buf.h"
#include "engine/core/file.h"

static bool set_marks(sqlite3 *db, Err *err) {
    char pragmas[128];
    sqlite3_snprintf(sizeof pragmas, pragmas, "PRAGMA application_id = %d; PRAGMA user_version = %d;", APPLICATION_ID,
                     SCHEMA_VERSION);
    return sql_exec(db, pragmas, err);
}

static bool commit_or_undo(sqlite3 *db, bool good, Err *err) {
    good = good && sql_exec(db, "COMMIT", err);
    if (!good) sql_rollback(db);
    return good;
}

bool schema_create(sqlite3 *db, Err *err) {
    int64_t tables = 0;
    bool good =
        sql_exec(db, "BEGIN IMMEDIATE", err) && sql_number(db, "SELECT count(*) FROM sqlite_schema", &tables, err);
    if (good && tables == 0) good = sql_exec(db, schema_sql, err) && sql_exec(db, views_sql, err) && set_marks(db, err);
    return commit_or_undo(db, good, err);
}

/* What an older file lacks. */

/* SQL for the columns of `table` that `fresh` has and `db` lacks: statements that add them, or else (not lasting) what
 * selects them, ", default AS name". *known tells whether db has any column of it. */
static bool missing_columns(sqlite3 *fresh, sqlite3 *db, const char *table, bool lasting, bool *known, Buf *out, Err *err) {
    sqlite3_stmt *wanted = sql_prepare(fresh,
        "SELECT name, ifnull(dflt_value, 'NULL'), type || iif(\"notnull\", ' NOT NULL', '') || ifnull(' DEFAULT ' || dflt_value, '') "
        "FROM pragma_table_info(?)", err);
    sqlite3_stmt *find = sql_prepare(db, "SELECT count(*), sum(name = ?2) FROM pragma_table_info(?1)", err);
    bool good = wanted && find, row = true, found;
    SqlCells to = sql_cells(wanted);
    if (good) sql_put_text(&to, table);
    while (good && (good = sql_next(wanted, &row, err)) && row) {
        SqlCells from = sql_cells(wanted), key = sql_cells(find), answer = sql_cells(find);
        const char *name = sql_get_text(&from), *value = sql_get_text(&from), *declared = sql_get_text(&from);
        sql_put_text(&key, table);
        sql_put_text(&key, name);
        if (!(good = sql_next(find, &found, err))) break;
        *known = sql_get_int(&answer) > 0;
        const bool missing = *known && !sql_get_int(&answer);
        if (missing && lasting) buf_addf(out, "ALTER TABLE %s ADD COLUMN %s %s;", table, name, declared);
        else if (missing) buf_addf(out, ", %s AS \"%s\"", value, name);
        sqlite3_reset(find);
    }
    sqlite3_finalize(wanted);
    sqlite3_finalize(find);
    return good;
}

/* Make a table (`sql`: what makes it) that is missing, and columns that are; or let a temporary table or view, which goes
 * before that of the file, stand in for it. */
static bool supply(sqlite3 *fresh, sqlite3 *db, const char *table, const char *sql, bool lasting, Err *err) {
    static const char create[] = "CREATE TABLE";
    Buf columns = { 0 }, out = { 0 };
    bool known = false;
    bool good = missing_columns(fresh, db, table, lasting, &known, &columns, err);
    if (good && !known) buf_addf(&out, "CREATE %s%s", lasting ? "TABLE" : "TEMP TABLE", sql + strlen(create));
    else if (good && lasting) buf_add(&out, buf_text(&columns));
    else if (good && columns.len) buf_addf(&out, "CREATE TEMP VIEW %s AS SELECT *%s FROM main.%s", table, buf_text(&columns), table);
    good = good && sql_exec(db, buf_text(&out), err);
    buf_free(&columns);
    buf_free(&out);
    return good;
}

static bool supply_all(sqlite3 *fresh, sqlite3 *db, bool lasting, Err *err) {
    sqlite3_stmt *tables = sql_prepare(fresh, "SELECT name, sql FROM sqlite_schema WHERE type = 'table'", err);
    bool good = tables != NULL, row = true;
    while (good && (good = sql_next(tables, &row, err)) && row) {
        SqlCells from = sql_cells(tables);
        const char *name = sql_get_text(&from), *sql = sql_get_text(&from);
        good = supply(fresh, db, name, sql, lasting, err);
    }
    sqlite3_finalize(tables);
    return good;
}

/* What a file lacks is found by comparison with the tables of a new one in memory, to be closed also on error. */
static bool open_fresh(sqlite3 **fresh, Err *err) {
    *fresh = NULL;
    return (sqlite3_open(":memory:", fresh) == SQLITE_OK || sql_error(*fresh, "open", err)) && sql_exec(*fresh, "BEGIN", err) &&
           sql_exec(*fresh, schema_sql, err);
}

static bool supply_missing(sqlite3 *db, bool lasting, Err *err) {
    sqlite3 *fresh;
    const bool good = open_fresh(&fresh, err) && supply_all(fresh, db, lasting, err);
    sqlite3_close(fresh);
    return good;
}

/* A line "TABLE.COLUMN" for every column of the file's tables, and a line end before the first. */
static bool list_columns(sqlite3 *db, Buf *out, Err *err) {
    sqlite3_stmt *stmt = sql_prepare(db, "SELECT t.name || '.' || c.name FROM main.sqlite_schema AS t, pragma_table_info(t.name, 'main') AS c "
                                         "WHERE t.type = 'table'", err);
    bool good = stmt != NULL, row = true;
    buf_add(out, "\n");
    while (good && (good = sql_next(stmt, &row, err)) && row) buf_addf(out, "%s\n", sqlite3_column_text(stmt, 0));
    sqlite3_finalize(stmt);
    return good;
}

static bool holds_all(const char *held, const char *wanted) {
    const char *line;
    size_t len;
    bool holds = true;
    Buf key = { 0 };
    while (holds && text_next_line(&wanted, &line, &len)) {
        buf_clear(&key);
        buf_add(&key, "\n");
        buf_add_n(&key, line, len);
        buf_add(&key, "\n");
        holds = !len || strstr(held, key.text);
    }
    buf_free(&key);
    return holds;
}

bool schema_is_whole(sqlite3 *db, bool *whole, Err *err) {
    sqlite3 *fresh;
    Buf wanted = { 0 }, held = { 0 };
    const bool good = open_fresh(&fresh, err) && list_columns(fresh, &wanted, err) && list_columns(db, &held, err);
    *whole = good && holds_all(buf_text(&held), buf_text(&wanted));
    buf_free(&wanted);
    buf_free(&held);
    sqlite3_close(fresh);
    return good;
}

bool schema_migrate(sqlite3 *db, Err *err) {
    int64_t version = 0;
    bool whole = false;
    bool good = sql_exec(db, "BEGIN IMMEDIATE", err) && sql_number(db, "PRAGMA user_version", &version, err) && schema_is_whole(db, &whole, err);
    if (good && (version < SCHEMA_VERSION || !whole)) good = supply_missing(db, true, err) && sql_exec(db, views_sql, err) && set_marks(db, err);
    return commit_or_undo(db, good, err);
}

bool schema_stand_in(sqlite3 *db, Err *err) {
    return sql_exec(db, "PRAGMA temp_store = MEMORY", err) && supply_missing(db, false, err);
}
