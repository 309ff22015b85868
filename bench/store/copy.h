/* Rows of one store copied into another, whatever columns they have; references get new values on the way. */
#ifndef BENCH_STORE_COPY_H
#define BENCH_STORE_COPY_H
#include "bench/store/sql.h"

/* A table and what its rows hang on. */
typedef struct {
    const char *name;
    const char *id;        /* its own number, given anew; NULL: it has none */
    const char *parent;    /* rows of one value of this column are copied together, and get another one */
    const char *reference; /* another column that gets a new value; NULL: none */
    const char *order;     /* in which rows are read */
} CopyTable;

typedef struct {
    sqlite3 *into;
    sqlite3_stmt *read, *write;
    int columns;
} RowCopier;

/* Prepare for this table. On failure nothing is left to free. */
bool copier_init(RowCopier *copier, const CopyTable *table, sqlite3 *from, sqlite3 *into, Err *err);
void copier_free(RowCopier *copier);
/* Read the rows of this parent from now on. */
void copier_begin(RowCopier *copier, int64_t parent);
/* The next row: its number and reference there (0 for none). *row false: there are no more. */
bool copier_next(RowCopier *copier, bool *row, int64_t *id, int64_t *reference, Err *err);
/* Write the row that was read under a new parent and reference; *id (may be NULL) gets its number here. */
bool copier_write(RowCopier *copier, int64_t parent, int64_t reference, int64_t *id, Err *err);
#endif
