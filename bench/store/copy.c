#include "bench/store/copy.h"
#include <string.h>
#include "engine/core/buf.h"

enum { FIRST_COLUMN = 2 /* of the read statement, after number and reference */ };

static bool is_named(const char *name, const char *other) {
    return other && strcmp(name, other) == 0;
}

/* ", a, b, c" for all columns that are copied as they are; generated ones are not among them. */
static bool add_columns(sqlite3 *db, const CopyTable *table, int *count, Buf *out, Err *err) {
    sqlite3_stmt *stmt = sql_prepare(db, "SELECT name FROM pragma_table_info(?) ORDER BY cid", err);
    if (!stmt) return false;
    SqlCells to = sql_cells(stmt);
    sql_put_text(&to, table->name);
    bool good, row;
    *count = 0;
    while ((good = sql_next(stmt, &row, err)) && row) {
        SqlCells from = sql_cells(stmt);
        const char *name = sql_get_text(&from);
        if (is_named(name, table->id) || is_named(name, table->parent) || is_named(name, table->reference)) continue;
        buf_addf(out, ", \"%s\"", name);
        ++*count;
    }
    sqlite3_finalize(stmt);
    return good;
}

static void print_write(const CopyTable *table, int count, const char *columns, Buf *out) {
    buf_addf(out, "INSERT INTO %s (%s%s%s%s) VALUES (?1", table->name, table->parent, table->reference ? ", " : "",
             table->reference ? table->reference : "", columns);
    if (table->reference) buf_add(out, ", ?2");
    for (int i = 0; i < count; i++) buf_addf(out, ", ?%d", i + 3);
    buf_add(out, ")");
}

bool copier_init(RowCopier *copier, const CopyTable *table, sqlite3 *from, sqlite3 *into, Err *err) {
    Buf columns = { 0 }, read = { 0 }, write = { 0 };
    *copier = (RowCopier){ .into = into };
    bool good = add_columns(into, table, &copier->columns, &columns, err);
    buf_addf(&read, "SELECT %s, %s%s FROM %s WHERE %s = ? ORDER BY %s", table->id ? table->id : "0",
             table->reference ? table->reference : "0", buf_text(&columns), table->name, table->parent, table->order);
    print_write(table, copier->columns, buf_text(&columns), &write);
    good = good && (copier->read = sql_prepare(from, buf_text(&read), err)) &&
           (copier->write = sql_prepare(into, buf_text(&write), err));
    buf_free(&columns);
    buf_free(&read);
    buf_free(&write);
    if (!good) copier_free(copier);
    return good;
}

void copier_free(RowCopier *copier) {
    sqlite3_finalize(copier->read);
    sqlite3_finalize(copier->write);
    *copier = (RowCopier){ 0 };
}

void copier_begin(RowCopier *copier, int64_t parent) {
    sqlite3_reset(copier->read);
    sqlite3_bind_int64(copier->read, 1, parent);
}

bool copier_next(RowCopier *copier, bool *row, int64_t *id, int64_t *reference, Err *err) {
    if (!sql_next(copier->read, row, err)) return false;
    if (!*row) sqlite3_reset(copier->read);
    SqlCells from = sql_cells(copier->read);
    *id = *row ? sql_get_int(&from) : 0;
    *reference = *row ? sql_get_int(&from) : 0;
    return true;
}

bool copier_write(RowCopier *copier, int64_t parent, int64_t reference, int64_t *id, Err *err) {
    sqlite3_bind_int64(copier->write, 1, parent);
    sqlite3_bind_int64(copier->write, 2, reference); /* of no effect in a table without one */
    for (int i = 0; i < copier->columns; i++)
        sqlite3_bind_value(copier->write, i + 3, sqlite3_column_value(copier->read, FIRST_COLUMN + i));
    if (!sql_run(copier->write, err)) return false;
    if (id) *id = sqlite3_last_insert_rowid(copier->into);
    return true;
}
