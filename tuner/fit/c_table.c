#include "tuner/fit/c_table.h"
#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* The enumerator of a term. */
typedef struct { int term; Buf text; } Identifier;

/* "psqt[4][9][0]" becomes "WEIGHT_PSQT_4_9_0". */
static void print_identifier(const char *name, Buf *out) {
    bool gap = true;
    buf_add(out, "WEIGHT");
    for (; *name; name++) {
        const unsigned char c = (unsigned char)*name;
        if (isalnum(c)) buf_addf(out, "%s%c", gap ? "_" : "", toupper(c));
        gap = !isalnum(c);
    }
}

static int by_text(const void *a, const void *b) { return strcmp(buf_text(&((const Identifier *)a)->text), buf_text(&((const Identifier *)b)->text)); }
static int by_term(const void *a, const void *b) { return ((const Identifier *)a)->term - ((const Identifier *)b)->term; }

/* Identifiers of all terms and, last, of their number. Terms that would have the same get their place behind it. */
static Identifier *make_identifiers(const TermTable *table) {
    const size_t count = (size_t)table->count + 1;
    Identifier *list = mem_zalloc(count, sizeof *list);
    for (size_t i = 0; i < count; i++) {
        list[i].term = (int)i;
        print_identifier(i + 1 < count ? table->slot[i].name : "count", &list[i].text);
    }
    qsort(list, count, sizeof *list, by_text);
    for (size_t i = 0, end; i < count; i = end) {
        for (end = i + 1; end < count && !by_text(&list[i], &list[end]);) end++;
        for (size_t k = i; end - i > 1 && k < end; k++)
            if (list[k].term < table->count) buf_addf(&list[k].text, "__%d", list[k].term);
    }
    qsort(list, count, sizeof *list, by_term);
    return list;
}

/* Within a comment, which no name may end. */
static void print_name(const char *name, Buf *out) {
    for (; *name; name++)
        if (*name != '*') buf_add_char(out, *name);
}

static void print_value(double value, bool whole, Buf *out) {
    if (whole) buf_addf(out, "%.0f", value);
    else buf_addf(out, "%.17g", value);
}

void c_table(const TermTable *table, const double *values, bool whole, const char *origin, Buf *out) {
    Identifier *identifier = make_identifiers(table);
    buf_add(out, "/* ");
    print_name(origin, out);
    buf_add(out, " */\nenum {\n");
    for (int i = 0; i < table->count; i++) {
        buf_addf(out, "    %s, /* ", buf_text(&identifier[i].text));
        print_name(table->slot[i].name, out);
        buf_add(out, " */\n");
    }
    buf_addf(out, "    %s\n};\n\n/* Middle game, endgame. */\nstatic const %s weights[%s][2] = {\n", buf_text(&identifier[table->count].text),
             whole ? "int" : "double", buf_text(&identifier[table->count].text));
    for (int i = 0; i < table->count; i++) {
        buf_addf(out, "    [%s] = { ", buf_text(&identifier[i].text));
        print_value(values[i], whole, out);
        buf_add(out, ", ");
        print_value(values[table->count + i], whole, out);
        buf_add(out, " },\n");
    }
    buf_add(out, "};\n");
    for (int i = 0; i <= table->count; i++) buf_free(&identifier[i].text);
    free(identifier);
}
