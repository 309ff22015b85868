#include "tuner/verify/default_source.h"
#include <stdio.h>
#include <string.h>

enum { LINE_MAX_COLUMNS = 116, KINDS = 7 };
static const char *const kinds[KINDS] = { "KING", "ADVISOR", "ELEPHANT", "HORSE", "ROOK", "CANNON", "PAWN" };

static bool is_zero(const Score *slot, int count) {
    for (int i = 0; i < count; i++)
        if (slot[i].mg || slot[i].eg) return false;
    return true;
}

static void print_score(Score score, Buf *out) { buf_addf(out, "{ %d, %d }", score.mg, score.eg); }

/* Items of one initialiser: in a line when they fit, else filled into lines of their own. */
static void print_filled(const char *head, Buf *item, int count, Buf *out) {
    size_t len = strlen(head) + sizeof "    {  }," - 1;
    for (int i = 0; i < count; i++) len += item[i].len + (i > 0) * 2;
    const bool one_line = len <= LINE_MAX_COLUMNS;
    size_t column = LINE_MAX_COLUMNS;
    buf_addf(out, "    %s{%s", head, one_line ? " " : "");
    for (int i = 0; i < count; i++) {
        if (one_line) {
            buf_addf(out, "%s%s", i ? ", " : "", buf_text(&item[i]));
        } else if (column + item[i].len + 2 > LINE_MAX_COLUMNS) {
            buf_addf(out, "\n        %s,", buf_text(&item[i]));
            column = 8 + item[i].len + 1;
        } else {
            buf_addf(out, " %s,", buf_text(&item[i]));
            column += item[i].len + 2;
        }
    }
    buf_add(out, one_line ? " },\n" : "\n    },\n");
}

/* Slots by kind leave zeros out; others are listed whole. */
static void print_list(const Term *term, const Score *slot, Buf *out) {
    const bool by_kind = term->count == KINDS;
    Buf item[WEIGHT_COUNT] = { { 0 } }, head = { 0 };
    int items = 0;
    for (int i = 0; i < term->count; i++) {
        if (by_kind && is_zero(&slot[i], 1)) continue;
        if (by_kind) buf_addf(&item[items], "[%s] = ", kinds[i]);
        print_score(slot[i], &item[items++]);
    }
    buf_addf(&head, ".%s = ", term->name);
    print_filled(buf_text(&head), item, items, out);
    for (int i = 0; i < items; i++) buf_free(&item[i]);
    buf_free(&head);
}

static void print_boards(const Term *term, const Score *slot, const int dim[TERM_DIMS_MAX], Buf *out) {
    buf_addf(out, "    .%s = {\n", term->name);
    for (int kind = 0; kind < dim[0]; kind++) {
        if (is_zero(slot + kind * dim[1] * dim[2], dim[1] * dim[2])) continue;
        buf_addf(out, "        [%s] = {\n", kinds[kind]);
        for (int rank = 0; rank < dim[1]; rank++) {
            const Score *row = slot + (kind * dim[1] + rank) * dim[2];
            if (is_zero(row, dim[2])) continue;
            buf_addf(out, "            [%d] = {", rank);
            for (int file = 0; file < dim[2]; file++) {
                buf_add(out, file ? ", " : " ");
                print_score(row[file], out);
            }
            buf_add(out, " },\n");
        }
        buf_add(out, "        },\n");
    }
    buf_add(out, "    },\n");
}

static void print_term(const Term *term, const Score *slot, Buf *out) {
    int dim[TERM_DIMS_MAX] = { 0 };
    const int dims = term_dims(term, dim);
    if (is_zero(slot, term->count)) return;
    if (dims == 3) {
        print_boards(term, slot, dim, out);
    } else if (dims) {
        print_list(term, slot, out);
    } else {
        buf_addf(out, "    .%s = ", term->name);
        print_score(*slot, out);
        buf_add(out, ",\n");
    }
}

/* A comment, its words filled into lines. */
static void print_comment(const char *text, Buf *out) {
    size_t column = sizeof "/*" - 1;
    buf_add(out, "/*");
    while (*text) {
        const size_t len = strcspn(text, " ");
        if (column + 1 + len > LINE_MAX_COLUMNS) {
            buf_add(out, "\n *");
            column = 2;
        }
        buf_addf(out, " %.*s", (int)len, text);
        column += 1 + len;
        text += len + strspn(text + len, " ");
    }
    buf_add(out, " */\n");
}

void default_source(const Weights *weights, const char *origin, Buf *out) {
    Buf comment = { 0 };
    buf_addf(&comment, "The set that plays when nothing else is asked for: { middle game, endgame }. %s", origin);
    buf_add(out, "#include \"engine/eval/weights.h\"\n#include \"engine/xq/types.h\"\n\n");
    print_comment(buf_text(&comment), out);
    buf_add(out, "const Weights weights_default = { .term = {\n");
    for (int i = 0; i < term_count; i++) print_term(&terms[i], weights->flat + terms[i].first, out);
    buf_add(out, "} };\n");
    buf_free(&comment);
}
