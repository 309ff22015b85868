/* A table of texts: built once, written as aligned text, Markdown, CSV or HTML. */
#ifndef BENCH_REPORT_TABLE_H
#define BENCH_REPORT_TABLE_H
#include <stdbool.h>
#include "engine/core/buf.h"

enum { TABLE_COLUMNS_MAX = 32 };

typedef struct { const char *head; bool left; /* else right, as numbers stand */ } TableColumn;

typedef struct {
    const char *title;
    TableColumn column[TABLE_COLUMNS_MAX];
    int columns;
    char **cell; /* row after row, owned */
    int cells, cap;
} Table;

/* An empty table; title and heads must outlive it. */
void table_init(Table *table, const char *title);
void table_free(Table *table);
void table_add_column(Table *table, const char *head, bool left);
/* The next cell of the current row; rows are as long as there are columns. */
void table_add(Table *table, const char *format, ...) __attribute__((format(printf, 2, 3)));
int table_rows(const Table *table);

typedef enum { TABLE_TEXT, TABLE_MARKDOWN, TABLE_CSV, TABLE_HTML } TableForm;
/* Append the table: the title, the heads, the rows. Nothing when it has no rows. Columns align by what a terminal shows:
 * Chinese characters are two wide. HTML stands in a region that scrolls sideways where the screen is narrow. */
void table_write(const Table *table, TableForm form, Buf *out);
/* How many columns a terminal uses for this UTF-8 text. */
int text_width(const char *text);
#endif
