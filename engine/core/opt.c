#include "engine/core/opt.h"
#include <assert.h>
#include <ctype.h>
#include <errno.h>
#include <limits.h>
#include <locale.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include "engine/core/opt_internal.h"
#include "engine/core/text.h"

/* Numbers are read and written in the C locale, whatever the program around us has set for this thread. */

static double c_strtod(const char *text, char **end) {
    const locale_t c = newlocale(LC_ALL_MASK, "C", (locale_t)0), before = uselocale(c);
    const double value = strtod(text, end);
    uselocale(before);
    freelocale(c);
    return value;
}

static void c_print_real(char *text, size_t size, int digits, double value) {
    const locale_t c = newlocale(LC_ALL_MASK, "C", (locale_t)0), before = uselocale(c);
    snprintf(text, size, "%.*g", digits, value);
    uselocale(before);
    freelocale(c);
}

/* Any decimal of 15 digits survives a double, so 15 digits give the shortest text wherever they read back. */
static void add_real(double value, Buf *out) {
    char text[40];
    for (int digits = 15; digits <= 17; digits++) {
        c_print_real(text, sizeof text, digits, value);
        if (c_strtod(text, NULL) == value) break;
    }
    buf_add(out, text);
}

static bool has_range(const OptRow *row) {
    return (row->kind == OPT_INT || row->kind == OPT_REAL) && (row->min != 0 || row->max != 0);
}

static void add_bound(const OptRow *row, double bound, Buf *out) {
    if (row->kind == OPT_INT) buf_addf(out, "%.0f", bound);
    else add_real(bound, out);
}

bool opt_range(const OptRow *row, Buf *out) {
    if (!has_range(row)) return false;
    add_bound(row, row->min, out);
    buf_add(out, " to ");
    add_bound(row, row->max, out);
    return true;
}

static bool out_of_range(const OptRow *row, const char *text, Err *err) {
    Buf range = { 0 };
    opt_range(row, &range);
    if (range.len) err_set(err, ERR_INPUT, "%s is out of range; %s", text, buf_text(&range));
    else err_set(err, ERR_INPUT, "%s is out of range", text);
    buf_free(&range);
    return false;
}

static bool within(const OptRow *row, double value) {
    return !has_range(row) || (value >= row->min && value <= row->max);
}

/* Readers: text to field, one a kind. On error the field is unchanged and the sentence has no name before it. */

static bool read_bool(const OptRow *row, void *field, const char *text, Err *err) {
    static const char *const words[][2] = { { "false", "true" }, { "off", "on" }, { "no", "yes" }, { "0", "1" } };
    (void)row;
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        for (int value = 0; value < 2; value++)
            if (!strcasecmp(text, words[i][value])) {
                *(bool *)field = value;
                return true;
            }
    return err_set(err, ERR_INPUT, "'%s' is neither true nor false", text);
}

static bool read_int(const OptRow *row, void *field, const char *text, Err *err) {
    const char *digits = text + (*text == '-' || *text == '+');
    if (!*digits || digits[strspn(digits, "0123456789")])
        return err_set(err, ERR_INPUT, "'%s' is not a whole number", text);
    errno = 0;
    const long long value = strtoll(text, NULL, 10);
    if (errno == ERANGE || value < INT64_MIN || value > INT64_MAX || !within(row, (double)value))
        return out_of_range(row, text, err);
    *(int64_t *)field = value;
    return true;
}

static bool read_real(const OptRow *row, void *field, const char *text, Err *err) {
    /* The set of characters keeps out what strtod would also take: nan, inf, hexadecimal, leading blanks. */
    const bool plain = *text && !text[strspn(text, "0123456789+-.eE")];
    char *end = NULL;
    const double value = plain ? c_strtod(text, &end) : 0;
    if (!plain || end == text || *end) return err_set(err, ERR_INPUT, "'%s' is not a number", text);
    if (!isfinite(value) || !within(row, value)) return out_of_range(row, text, err);
    *(double *)field = value;
    return true;
}

static bool read_choice(const OptRow *row, void *field, const char *text, Err *err) {
    for (int i = 0; row->choices[i]; i++)
        if (!strcasecmp(text, row->choices[i])) {
            *(int *)field = i;
            return true;
        }
    Buf list = { 0 };
    for (int i = 0; row->choices[i]; i++) buf_addf(&list, "%s%s", i ? ", " : "", row->choices[i]);
    err_set(err, ERR_INPUT, "'%s' is not one of %s", text, buf_text(&list));
    buf_free(&list);
    return false;
}

static bool read_text(const OptRow *row, void *field, const char *text, Err *err) {
    const size_t len = strlen(text);
    if (len >= OPT_TEXT_SIZE)
        return err_set(err, ERR_INPUT, "'%.20s...' is too long; %zu bytes, at most %d", text, len, OPT_TEXT_SIZE - 1);
    if (row->flags & OPT_ONE_LINE && !text_is_line(text))
        return err_set(err, ERR_INPUT, "'%s' is not one line of UTF-8 text without control characters", text);
    memmove(field, text, len + 1);
    return true;
}

static bool read_list(const OptRow *row, void *field, const char *text, Err *err) {
    (void)row;
    OptList *list = field;
    if (list->count == OPT_LIST_MAX) return err_set(err, ERR_INPUT, "more than %d values", OPT_LIST_MAX);
    list->item[list->count++] = text;
    return true;
}

/* Writers: field to text, one a kind. */

static void write_bool(const OptRow *row, const void *field, Buf *out) {
    (void)row;
    buf_add(out, *(const bool *)field ? "true" : "false");
}

static void write_int(const OptRow *row, const void *field, Buf *out) {
    (void)row;
    buf_addf(out, "%lld", (long long)*(const int64_t *)field);
}

static void write_real(const OptRow *row, const void *field, Buf *out) {
    (void)row;
    add_real(*(const double *)field, out);
}

static void write_choice(const OptRow *row, const void *field, Buf *out) {
    buf_add(out, row->choices[*(const int *)field]);
}

static void write_text(const OptRow *row, const void *field, Buf *out) {
    (void)row;
    buf_add(out, field);
}

static bool is_plain_scalar(const char *text) {
    if (!*text || (text[0] == '-' && !isalnum((unsigned char)text[1]))) return false;
    for (; *text; text++)
        if (!isalnum((unsigned char)*text) && !strchr("_./+-", *text)) return false;
    return true;
}

/* A YAML scalar, in double quotes where a plain one could be read as something else. */
static void add_scalar(const char *text, Buf *out) {
    if (is_plain_scalar(text)) {
        buf_add(out, text);
        return;
    }
    text_add_quoted(text, out);
}

static void write_list(const OptRow *row, const void *field, Buf *out) {
    (void)row;
    const OptList *list = field;
    buf_add_char(out, '[');
    for (int i = 0; i < list->count; i++) {
        if (i) buf_add(out, ", ");
        add_scalar(list->item[i], out);
    }
    buf_add_char(out, ']');
}

static const struct {
    bool (*read)(const OptRow *row, void *field, const char *text, Err *err);
    void (*write)(const OptRow *row, const void *field, Buf *out);
    size_t size;
} kinds[] = {
    [OPT_BOOL] = { read_bool, write_bool, sizeof(bool) },   [OPT_INT] = { read_int, write_int, sizeof(int64_t) },
    [OPT_REAL] = { read_real, write_real, sizeof(double) }, [OPT_CHOICE] = { read_choice, write_choice, sizeof(int) },
    [OPT_TEXT] = { read_text, write_text, OPT_TEXT_SIZE },  [OPT_LIST] = { read_list, write_list, sizeof(OptList) },
};

/* A field that is not part of an object: room for any kind. */
typedef union {
    bool boolean;
    int64_t integer;
    double real;
    int choice;
    char text[OPT_TEXT_SIZE];
    OptList list;
} Field;

static void set_default(const OptRow *row, void *field) {
    memset(field, 0, kinds[row->kind].size);
    if (!row->initial) return;
    const bool good = kinds[row->kind].read(row, field, row->initial, NULL);
    assert(good && "an option row's default is not one of its values");
    (void)good;
}

void opt_defaults(const OptTable *table, void *object) {
    for (size_t i = 0; i < table->count; i++) set_default(&table->rows[i], (char *)object + table->rows[i].offset);
}

void opt_default_text(const OptRow *row, Buf *out) {
    Field field;
    set_default(row, &field);
    kinds[row->kind].write(row, &field, out);
}

/* Names: '-' is '_', and letter case does not matter. */

static char fold(char c) {
    return c == '-' ? '_' : (char)tolower((unsigned char)c);
}

bool opt_same_name(const char *name, const char *other, size_t len) {
    size_t i = 0;
    while (i < len && name[i] && fold(name[i]) == fold(other[i])) i++;
    return i == len && !name[i];
}

static bool has_alias(const OptRow *row, const char *name) {
    const char *alias = row->aliases ? row->aliases : "";
    while (*(alias += strspn(alias, " "))) {
        const size_t len = strcspn(alias, " ");
        if (opt_same_name(name, alias, len)) return true;
        alias += len;
    }
    return false;
}

const OptRow *opt_find(const OptTable *table, const char *name) {
    for (size_t i = 0; i < table->count; i++) {
        const OptRow *row = &table->rows[i];
        if (opt_same_name(name, row->name, strlen(row->name)) || has_alias(row, name)) return row;
    }
    return NULL;
}

enum { NAME_CUT = 64 };

/* Insertions, deletions, substitutions and swaps of neighbours that turn a into b (optimal string alignment,
 * Damerau 1964); only the first NAME_CUT characters count. */
static int edit_distance(const char *a, const char *b) {
    const int a_len = (int)strnlen(a, NAME_CUT), b_len = (int)strnlen(b, NAME_CUT);
    int row[3][NAME_CUT + 1];
    for (int j = 0; j <= b_len; j++) row[0][j] = j;
    for (int i = 1; i <= a_len; i++) {
        int *now = row[i % 3];
        const int *before = row[(i + 2) % 3], *two_before = row[(i + 1) % 3];
        now[0] = i;
        for (int j = 1; j <= b_len; j++) {
            const bool same = fold(a[i - 1]) == fold(b[j - 1]);
            int best = before[j - 1] + !same;
            if (before[j] + 1 < best) best = before[j] + 1;
            if (now[j - 1] + 1 < best) best = now[j - 1] + 1;
            const bool swapped = i > 1 && j > 1 && fold(a[i - 1]) == fold(b[j - 2]) && fold(a[i - 2]) == fold(b[j - 1]);
            if (swapped && two_before[j - 2] + 1 < best) best = two_before[j - 2] + 1;
            now[j] = best;
        }
    }
    return row[a_len % 3][b_len];
}

/* How far a name is from a wrong one; NAME_CUT when it is too far to be meant. A wrong name that begins a right
 * one ("null" for null_move) is near however much is missing. */
static int nearness(const char *name, const char *wrong) {
    const size_t len = strlen(wrong);
    if (len >= 3 && strlen(name) > len && opt_same_name(wrong, name, len)) return 1;
    const int distance = edit_distance(wrong, name);
    return distance <= (int)(len + 2) / 3 && distance < (int)strlen(name) ? distance : NAME_CUT;
}

const char *text_nearest(const char *const *names, const char *wrong) {
    const char *nearest = NULL;
    int best = NAME_CUT;
    for (; *names; names++) {
        const int distance = nearness(*names, wrong);
        if (distance < best) {
            best = distance;
            nearest = *names;
        }
    }
    return nearest;
}

static int alias_nearness(const OptRow *row, const char *wrong) {
    const char *alias = row->aliases ? row->aliases : "";
    int best = NAME_CUT;
    while (*(alias += strspn(alias, " "))) {
        const size_t len = strcspn(alias, " ");
        char name[NAME_CUT + 1];
        snprintf(name, sizeof name, "%.*s", (int)len, alias);
        const int distance = nearness(name, wrong);
        if (distance < best) best = distance;
        alias += len;
    }
    return best;
}

const char *opt_nearest(const OptTable *table, const char *name) {
    const char *nearest = NULL;
    int best = NAME_CUT;
    for (size_t i = 0; i < table->count; i++) {
        const OptRow *row = &table->rows[i];
        const int own = nearness(row->name, name), alias = alias_nearness(row, name);
        const int distance = own < alias ? own : alias;
        if (distance < best) {
            best = distance;
            nearest = row->name;
        }
    }
    return nearest;
}

bool opt_read_row(const OptRow *row, void *object, const char *text, Err *err) {
    return kinds[row->kind].read(row, (char *)object + row->offset, text, err);
}

bool opt_set_row(const OptRow *row, void *object, const char *text, Err *err) {
    return opt_read_row(row, object, text, err) || err_prefix(err, "%s: ", row->name);
}

bool opt_set(const OptTable *table, void *object, const char *name, const char *text, Err *err) {
    const OptRow *row = opt_find(table, name);
    if (row) return opt_set_row(row, object, text, err);
    const char *nearest = opt_nearest(table, name);
    if (nearest) return err_set(err, ERR_INPUT, "unknown option '%s'; did you mean '%s'?", name, nearest);
    return err_set(err, ERR_INPUT, "unknown option '%s'", name);
}

void opt_get(const OptRow *row, const void *object, Buf *out) {
    kinds[row->kind].write(row, (const char *)object + row->offset, out);
}

void opt_print(const OptTable *table, const void *object, bool all, Buf *out) {
    Buf value = { 0 }, initial = { 0 };
    for (size_t i = 0; i < table->count; i++) {
        const OptRow *row = &table->rows[i];
        buf_clear(&value);
        buf_clear(&initial);
        opt_get(row, object, &value);
        opt_default_text(row, &initial);
        if (!all && !strcmp(buf_text(&value), buf_text(&initial))) continue;
        buf_addf(out, "%s: ", row->name);
        if (row->kind == OPT_TEXT) add_scalar(buf_text(&value), out);
        else buf_add(out, buf_text(&value));
        buf_add_char(out, '\n');
    }
    buf_free(&value);
    buf_free(&initial);
}
