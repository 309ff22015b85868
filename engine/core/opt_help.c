#include <stdio.h>
#include <string.h>
#include "engine/core/opt_internal.h"

enum { HELP_COLUMN = 26, HELP_WIDTH = 100, CHOICES_INLINE = 30 };

static bool is_on(const OptRow *row) {
    Buf initial = { 0 };
    opt_default_text(row, &initial);
    const bool on = !strcmp(buf_text(&initial), "true");
    buf_free(&initial);
    return on;
}

static void add_choices(const OptRow *row, const char *separator, Buf *out) {
    for (int i = 0; row->choices[i]; i++) buf_addf(out, "%s%s", i ? separator : "", row->choices[i]);
}

static bool choices_are_short(const OptRow *row) {
    size_t len = 0;
    for (int i = 0; row->choices[i]; i++) len += strlen(row->choices[i]) + 1;
    return len <= CHOICES_INLINE;
}

void opt_dashed_name(const OptRow *row, Buf *out) {
    for (const char *c = row->name; *c; c++) buf_add_char(out, *c == '_' ? '-' : *c);
}

static void add_argument(const OptRow *row, Buf *out) {
    static const char *const by_kind[] = {
        [OPT_INT] = "N", [OPT_REAL] = "X", [OPT_CHOICE] = "NAME", [OPT_TEXT] = "TEXT", [OPT_LIST] = "TEXT"
    };
    if (row->argument) buf_add(out, row->argument);
    else if (row->kind == OPT_CHOICE && choices_are_short(row)) add_choices(row, "|", out);
    else buf_add(out, by_kind[row->kind]);
}

void opt_usage(const OptRow *row, Buf *out) {
    buf_add(out, row->kind == OPT_BOOL && is_on(row) ? "--[no-]" : "--");
    opt_dashed_name(row, out);
    if (row->kind == OPT_BOOL) return;
    buf_add_char(out, ' ');
    add_argument(row, out);
}

static void begin_note(Buf *notes) {
    if (notes->len) buf_add(notes, "; ");
}

/* Does the usage already show every choice? */
static bool shows_choices(const OptRow *row) {
    return !row->argument && choices_are_short(row);
}

void opt_notes(const OptRow *row, Buf *out) {
    Buf notes = { 0 }, initial = { 0 };
    opt_default_text(row, &initial);
    if (row->kind == OPT_BOOL) {
        if (is_on(row)) buf_add(&notes, "default on");
    } else if (row->kind == OPT_LIST) {
        buf_add(&notes, "may be repeated");
    } else if (initial.len && (row->initial || row->kind == OPT_CHOICE)) {
        buf_addf(&notes, "default %s", buf_text(&initial));
    }
    if (row->kind == OPT_CHOICE && !shows_choices(row)) {
        begin_note(&notes);
        buf_add(&notes, "one of ");
        add_choices(row, ", ", &notes);
    }
    Buf range = { 0 };
    if (opt_range(row, &range)) {
        begin_note(&notes);
        buf_add(&notes, buf_text(&range));
    }
    if (row->requires) {
        begin_note(&notes);
        buf_addf(&notes, "needs %s", row->requires);
    }
    buf_add(out, buf_text(&notes));
    buf_free(&range);
    buf_free(&initial);
    buf_free(&notes);
}

void text_wrap(const char *text, size_t len, int indent, int column, int width, Buf *out) {
    const char *end = text + len;
    bool first = true;
    while (text < end) {
        while (text < end && (*text == ' ' || *text == '\n')) text++;
        const char *word = text;
        while (text < end && *text != ' ' && *text != '\n') text++;
        const int word_len = (int)(text - word);
        if (!word_len) break;
        if (!first && column + 1 + word_len > width) {
            buf_addf(out, "\n%*s", indent, "");
            column = indent;
        } else if (!first) {
            buf_add_char(out, ' ');
            column++;
        }
        buf_add_n(out, word, (size_t)word_len);
        column += word_len;
        first = false;
    }
    buf_add_char(out, '\n');
}

static void help_row(const OptRow *row, Buf *out) {
    Buf left = { 0 }, right = { 0 }, notes = { 0 };
    buf_add(&left, "  ");
    opt_usage(row, &left);
    opt_notes(row, &notes);
    buf_add(&right, row->help ? row->help : "");
    if (notes.len) buf_addf(&right, " (%s)", notes.text);
    buf_add(out, left.text);
    if (left.len + 2 > HELP_COLUMN) buf_addf(out, "\n%*s", HELP_COLUMN, "");
    else buf_addf(out, "%*s", HELP_COLUMN - (int)left.len, "");
    text_wrap(buf_text(&right), right.len, HELP_COLUMN, HELP_COLUMN, HELP_WIDTH, out);
    buf_free(&left);
    buf_free(&right);
    buf_free(&notes);
}

void opt_help(const OptTable *table, Buf *out) {
    for (size_t i = 0; i < table->count; i++) {
        if (table->rows[i].group) buf_addf(out, "%s%s:\n", i ? "\n" : "", table->rows[i].group);
        help_row(&table->rows[i], out);
    }
}

static void markdown_cell(const char *text, Buf *out) {
    for (; *text; text++) {
        if (*text == '|') buf_add_char(out, '\\');
        buf_add_char(out, *text == '\n' ? ' ' : *text);
    }
}

static void markdown_values(const OptRow *row, Buf *out) {
    static const char *const by_kind[] = {
        [OPT_BOOL] = "true or false", [OPT_INT] = "whole number",  [OPT_REAL] = "number", [OPT_CHOICE] = "",
        [OPT_TEXT] = "text",          [OPT_LIST] = "list of texts"
    };
    if (row->kind == OPT_CHOICE) add_choices(row, ", ", out);
    else if (!opt_range(row, out)) buf_add(out, row->argument ? row->argument : by_kind[row->kind]);
}

static void markdown_row(const OptRow *row, Buf *out) {
    Buf cell = { 0 };
    buf_addf(out, "| `%s` | ", row->name);
    markdown_values(row, &cell);
    markdown_cell(buf_text(&cell), out);
    buf_add(out, " | ");
    buf_clear(&cell);
    if (!(row->flags & OPT_NO_DEFAULT)) opt_default_text(row, &cell);
    if (cell.len && row->kind != OPT_LIST) {
        buf_add_char(out, '`');
        markdown_cell(buf_text(&cell), out);
        buf_add_char(out, '`');
    }
    buf_add(out, " | ");
    markdown_cell(row->help ? row->help : "", out);
    if (row->requires) buf_addf(out, " (needs `%s`)", row->requires);
    buf_add(out, " |\n");
    buf_free(&cell);
}

void opt_markdown(const OptTable *table, Buf *out) {
    for (size_t i = 0; i < table->count; i++) {
        const char *group = table->rows[i].group;
        if (group) buf_addf(out, "%s**%s**\n\n", i ? "\n" : "", group);
        if (group || !i) buf_add(out, "| key | values | default | meaning |\n| --- | --- | --- | --- |\n");
        markdown_row(&table->rows[i], out);
    }
}
