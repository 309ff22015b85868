/* A query's rows as an array in an arena. */
#ifndef BENCH_STORE_ROWS_H
#define BENCH_STORE_ROWS_H
#include "bench/store/sql.h"
#include "engine/core/arena.h"

typedef struct {
    Arena *arena;
    size_t size;    /* of an item */
    void *items;
    int count, cap;
} Rows;

/* A new item at the end, zeroed; earlier ones may move. */
void *rows_add(Rows *rows);
/* The item at the end; NULL when there is none. */
void *rows_last(const Rows *rows);
/* Read every row of the statement into an item, columns from the left, and finalize it. NULL, a statement that could
 * not be prepared, is false like any error. */
bool rows_collect(Rows *rows, sqlite3_stmt *stmt, void (*read)(SqlCells *from, Arena *arena, void *item), Err *err);
/* The next column as a text in the arena. */
const char *rows_text(SqlCells *from, Arena *arena);
#endif
