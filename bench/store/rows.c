#include "bench/store/rows.h"
#include <string.h>

void *rows_add(Rows *rows) {
    if (rows->count == rows->cap) {
        rows->cap = rows->cap ? 2 * rows->cap : 8;
        void *items = arena_alloc(rows->arena, (size_t)rows->cap * rows->size);
        if (rows->count) memcpy(items, rows->items, (size_t)rows->count * rows->size);
        rows->items = items;
    }
    rows->count++;
    return rows_last(rows);
}

void *rows_last(const Rows *rows) {
    return rows->count ? (char *)rows->items + (size_t)(rows->count - 1) * rows->size : NULL;
}

bool rows_collect(Rows *rows, sqlite3_stmt *stmt, void (*read)(SqlCells *from, Arena *arena, void *item), Err *err) {
    bool good = stmt != NULL, row = true;
    while (good && (good = sql_next(stmt, &row, err)) && row) {
        SqlCells from = sql_cells(stmt);
        read(&from, rows->arena, rows_add(rows));
    }
    sqlite3_finalize(stmt);
    return good;
}

const char *rows_text(SqlCells *from, Arena *arena) { return arena_strdup(arena, sql_get_text(from)); }
