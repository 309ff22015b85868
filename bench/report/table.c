#include "bench/report/table.h"
#include <assert.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "bench/report/html.h"
#include "engine/core/arena.h"

void table_init(Table *table, const char *title) { *table = (Table){ .title = title }; }

void table_free(Table *table) {
    for (int i = 0; i < table->cells; i++) free(table->cell[i]);
    free(table->cell);
    *table = (Table){ 0 };
}

void table_add_column(Table *table, const char *head, bool left) {
    assert(table->columns < TABLE_COLUMNS_MAX && table->cells == 0);
    table->column[table->columns++] = (TableColumn){ head, left };
}

void table_add(Table *table, const char *format, ...) {
    if (table->cells == table->cap) {
        table->cap = table->cap ? 2 * table->cap : 64;
        table->cell = mem_realloc(table->cell, (size_t)table->cap * sizeof *table->cell);
    }
    va_list args, again;
    va_start(args, format);
    va_copy(again, args);
    const int len = vsnprintf(NULL, 0, format, args);
    va_end(args);
    char *text = mem_alloc((size_t)len + 1);
    vsnprintf(text, (size_t)len + 1, format, again);
    va_end(again);
    table->cell[table->cells++] = text;
}

int table_rows(const Table *table) { return table->columns ? table->cells / table->columns : 0; }

/* Code point at *text, moved past it; bytes that are no UTF-8 count as one character each. */
static uint32_t next_code_point(const unsigned char **text) {
    const unsigned char *at = *text;
    const int extra = *at >= 0xf0 ? 3 : *at >= 0xe0 ? 2 : *at >= 0xc0 ? 1 : 0;
    uint32_t code = extra ? *at & (0x3fu >> extra) : *at;
    for (int i = 1; i <= extra; i++) {
        if ((at[i] & 0xc0) != 0x80) {
            *text = at + 1;
            return *at;
        }
        code = code << 6 | (at[i] & 0x3fu);
    }
    *text = at + extra + 1;
    return code;
}

int text_width(const char *text) {
    int width = 0;
    for (const unsigned char *at = (const unsigned char *)text; *at;) {
        const uint32_t code = next_code_point(&at);
        const bool wide = (code >= 0x1100 && code <= 0x115f) || (code >= 0x2e80 && code <= 0xa4cf) || (code >= 0xac00 && code <= 0xd7a3) ||
                          (code >= 0xf900 && code <= 0xfaff) || (code >= 0xfe30 && code <= 0xfe6f) || (code >= 0xff00 && code <= 0xff60) ||
                          (code >= 0x20000 && code <= 0x3fffd);
        width += 1 + wide;
    }
    return width;
}

static const char *cell_at(const Table *table, int row, int column) {
    return row < 0 ? table->column[column].head : table->cell[row * table->columns + column];
}

static void write_row_text(const Table *table, int row, const int *width, Buf *out) {
    for (int c = 0; c < table->columns; c++) {
        const char *text = cell_at(table, row, c);
        const int pad = width[c] - text_width(text);
        const bool last_left = table->column[c].left && c == table->columns - 1;
        buf_addf(out, "%s%*s%s%*s", c ? "  " : "", table->column[c].left ? 0 : pad, "", text, table->column[c].left && !last_left ? pad : 0, "");
    }
    buf_add(out, "\n");
}

static void write_text(const Table *table, Buf *out) {
    int width[TABLE_COLUMNS_MAX] = { 0 };
    for (int row = -1; row < table_rows(table); row++)
        for (int c = 0; c < table->columns; c++) {
            const int w = text_width(cell_at(table, row, c));
            if (w > width[c]) width[c] = w;
        }
    if (table->title) buf_addf(out, "%s\n", table->title);
    for (int row = -1; row < table_rows(table); row++) write_row_text(table, row, width, out);
}

static void write_markdown(const Table *table, Buf *out) {
    if (table->title) buf_addf(out, "### %s\n\n", table->title);
    for (int row = -1; row < table_rows(table); row++) {
        for (int c = 0; c < table->columns; c++) {
            buf_add(out, "| ");
            for (const char *at = cell_at(table, row, c); *at; at++) {
                if (*at == '|') buf_add_char(out, '\\');
                buf_add_char(out, *at);
            }
            buf_add(out, " ");
        }
        buf_add(out, "|\n");
        if (row >= 0) continue;
        for (int c = 0; c < table->columns; c++) buf_add(out, table->column[c].left ? "| --- " : "| ---: ");
        buf_add(out, "|\n");
    }
}

/* RFC 4180: quotes where a comma, a quote or a line end stands. */
static void write_csv(const Table *table, Buf *out) {
    for (int row = -1; row < table_rows(table); row++)
        for (int c = 0; c < table->columns; c++) {
            const char *text = cell_at(table, row, c);
            const bool quoted = strpbrk(text, ",\"\r\n") != NULL;
            if (quoted) buf_add(out, "\"");
            for (; *text; text++) {
                if (*text == '"') buf_add_char(out, '"');
                buf_add_char(out, *text);
            }
            buf_addf(out, "%s%s", quoted ? "\"" : "", c == table->columns - 1 ? "\n" : ",");
        }
}

static void write_row_html(const Table *table, int row, Buf *out) {
    const char *element = row < 0 ? "th scope=\"col\"" : "td";
    buf_add(out, "<tr>");
    for (int c = 0; c < table->columns; c++) {
        buf_addf(out, "<%s%s>", element, table->column[c].left ? " class=\"left\"" : "");
        html_add(out, cell_at(table, row, c));
        buf_addf(out, "</%.2s>", element);
    }
    buf_add(out, "</tr>\n");
}

/* What scrolls must be reached by keyboard, and so have a name. */
static void write_html(const Table *table, Buf *out) {
    const char *title = table->title ? table->title : "Table";
    buf_add(out, "<div class=\"wide\" role=\"region\" tabindex=\"0\" aria-label=\"");
    html_add(out, title);
    buf_add(out, "\"><table>\n<caption>");
    html_add(out, title);
    buf_add(out, "</caption>\n<thead>\n");
    write_row_html(table, -1, out);
    buf_add(out, "</thead>\n<tbody>\n");
    for (int row = 0; row < table_rows(table); row++) write_row_html(table, row, out);
    buf_add(out, "</tbody>\n</table></div>\n");
}

void table_write(const Table *table, TableForm form, Buf *out) {
    static void (*const write[])(const Table *, Buf *) = { [TABLE_TEXT] = write_text, [TABLE_MARKDOWN] = write_markdown,
                                                           [TABLE_CSV] = write_csv, [TABLE_HTML] = write_html };
    if (table_rows(table) == 0) return;
    if (out->len) buf_add(out, "\n");
    write[form](table, out);
}
