#include "engine/eval/weights.h"
#include <assert.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include "engine/core/file.h"
#include "engine/xq/types.h"

/* Reading. */

static bool read_number(const ConfNode *node, int16_t *out, Err *err) {
    if (node->kind != CONF_SCALAR) return conf_error(node, err, "a whole number is wanted here");
    char *end;
    errno = 0;
    const long value = strtol(node->text, &end, 10);
    if (end == node->text || *end) return conf_error(node, err, "'%s' is not a whole number", node->text);
    if (errno || value < INT16_MIN || value > INT16_MAX)
        return conf_error(node, err, "%s is out of range; %d to %d", node->text, INT16_MIN, INT16_MAX);
    *out = (int16_t)value;
    return true;
}

/* { mg: 10 } leaves the other phase as it is. */
static bool read_phases(const ConfNode *map, Score *out, Err *err) {
    for (const ConfNode *phase = map->child; phase; phase = phase->next) {
        const bool mg = strcmp(phase->key, "mg") == 0;
        if (!mg && strcmp(phase->key, "eg") != 0) return conf_error(phase, err, "'%s' is no phase; a weight has mg and eg", phase->key);
        if (!read_number(phase, mg ? &out->mg : &out->eg, err)) return false;
    }
    return true;
}

/* One number, [middle game, endgame], or a mapping of either. */
static bool read_score(const ConfNode *node, Score *out, Err *err) {
    if (node->kind == CONF_MAP) return read_phases(node, out, err);
    if (node->kind == CONF_SCALAR) {
        if (!read_number(node, &out->mg, err)) return false;
        out->eg = out->mg;
        return true;
    }
    const ConfNode *mg = node->child, *eg = mg ? mg->next : NULL;
    if (node->kind != CONF_LIST || !eg || eg->next)
        return conf_error(node, err, "a weight is one number or [middle game, endgame]");
    return read_number(mg, &out->mg, err) && read_number(eg, &out->eg, err);
}

static int list_length(const ConfNode *list) {
    int count = 0;
    for (const ConfNode *item = list->child; item; item = item->next) count++;
    return count;
}

/* Lists nested as the shape says; **next is the first slot not yet filled. */
static bool read_slots(const ConfNode *node, const int *dim, int dims, Score **next, Err *err) {
    if (!dims) return read_score(node, (*next)++, err);
    if (node->kind != CONF_LIST) return conf_error(node, err, "a list of %d is wanted here", dim[0]);
    const int length = list_length(node);
    if (length != dim[0]) return conf_error(node, err, "a list of %d is wanted here, this one has %d", dim[0], length);
    for (const ConfNode *item = node->child; item; item = item->next)
        if (!read_slots(item, dim + 1, dims - 1, next, err)) return false;
    return true;
}

static bool check_terms_known(const ConfNode *map, Err *err) {
    const char **names = mem_zalloc((size_t)term_count + 1, sizeof *names);
    for (int i = 0; i < term_count; i++) names[i] = terms[i].name;
    const bool known = conf_check_used(map, names, err);
    free(names);
    return known;
}

/* Members that name a single weight. */
static bool read_single(ConfNode *map, Weights *weights, Err *err) {
    for (ConfNode *node = map->child; node; node = node->next) {
        if (!strchr(node->key, '[')) continue;
        const int place = weight_find(node->key);
        if (place < 0) return conf_error(node, err, "'%s' names no weight; xqengine eval --print-weights shows the terms and their shapes", node->key);
        node->used = true;
        if (!read_score(node, &weights->flat[place], err)) return false;
    }
    return true;
}

bool weights_apply(Weights *weights, ConfNode *map, Err *err) {
    Weights read = *weights;
    if (map->kind != CONF_MAP && !(map->kind == CONF_SCALAR && !*map->text))
        return conf_error(map, err, "weights: a mapping 'term: value' is wanted here");
    for (int i = 0; i < term_count; i++) {
        const ConfNode *node = conf_get(map, terms[i].name);
        if (!node) continue;
        int dim[TERM_DIMS_MAX];
        Score *next = read.flat + terms[i].first;
        if (!read_slots(node, dim, term_dims(&terms[i], dim), &next, err)) return false;
    }
    if (!read_single(map, &read, err) || !check_terms_known(map, err)) return false;
    *weights = read;
    return true;
}

/* The file that the user means. */
static bool find_weights(const char *what, Buf *path, Err *err) {
    if (file_find_data(what, path)) return true;
    Buf relative = { 0 };
    buf_addf(&relative, "configs/weights/%s.yaml", what);
    const bool found = file_find_data(buf_text(&relative), path);
    if (!found) err_set(err, ERR_INPUT, "there is no weights file %s, nor a set of that name in configs/weights", what);
    buf_free(&relative);
    return found;
}

static bool apply_file(ConfNode *root, const char *path, Weights *weights, Err *err) {
    static const char *const known[] = { "weights", NULL };
    if (root->kind != CONF_MAP) return conf_error(root, err, "a mapping with the key 'weights' is wanted here");
    ConfNode *map = conf_get(root, known[0]);
    if (!conf_check_used(root, known, err)) return false;
    if (!map) return err_set(err, ERR_INPUT, "%s: the key 'weights' is missing", path);
    return weights_apply(weights, map, err);
}

bool weights_load(const char *path, Weights *weights, Err *err) {
    Buf found = { 0 };
    Arena arena = { 0 };
    bool good = find_weights(path, &found, err);
    if (good) {
        ConfNode *root = conf_load(buf_text(&found), &arena, err);
        good = root && apply_file(root, buf_text(&found), weights, err);
    }
    arena_free(&arena);
    buf_free(&found);
    return good;
}

/* Writing. */

static void print_score(Score score, Buf *out) {
    if (score.mg == score.eg) buf_addf(out, "%d", score.mg);
    else buf_addf(out, "[%d, %d]", score.mg, score.eg);
}

static void print_row(const Score *row, int count, Buf *out) {
    buf_add_char(out, '[');
    for (int i = 0; i < count; i++) {
        if (i) buf_add(out, ", ");
        print_score(row[i], out);
    }
    buf_add_char(out, ']');
}

static const char *const kinds[] = { "king", "advisor", "elephant", "horse", "rook", "cannon", "pawn" };

/* A table by kind: a line each. */
static void print_kinds(const Score *slot, const int dim[TERM_DIMS_MAX], Buf *out) {
    for (int kind = 0; kind < dim[0]; kind++, slot += dim[1]) {
        buf_add(out, "    - ");
        print_row(slot, dim[1], out);
        buf_addf(out, " # %s\n", kinds[kind]);
    }
}

/* A table by kind, rank and file: a line a rank, the own back rank first. */
static void print_boards(const Score *slot, const int dim[TERM_DIMS_MAX], Buf *out) {
    for (int kind = 0; kind < dim[0]; kind++) {
        buf_addf(out, "    - # %s\n", kinds[kind]);
        for (int rank = 0; rank < dim[1]; rank++, slot += dim[2]) {
            buf_add(out, "      - ");
            print_row(slot, dim[2], out);
            buf_addf(out, " # rank %d\n", rank);
        }
    }
}

static void print_term(const Term *term, const Score *slot, Buf *out) {
    int dim[TERM_DIMS_MAX] = { 0 };
    const int dims = term_dims(term, dim);
    assert(dims < 2 || dim[0] == KINDS); /* tables are by kind */
    buf_addf(out, "\n  # %s\n  %s:%s", term->help, term->name, dims > 1 ? "\n" : " ");
    if (dims > 1) {
        (dims == 2 ? print_kinds : print_boards)(slot, dim, out);
        return;
    }
    if (dims) print_row(slot, dim[0], out);
    else print_score(*slot, out);
    buf_add_char(out, '\n');
}

void weights_print(const Weights *weights, Buf *out) {
    const char *group = "";
    buf_add(out, "weights:\n");
    for (int i = 0; i < term_count; i++) {
        if (strcmp(group, terms[i].group)) buf_addf(out, "\n  ## %s\n", group = terms[i].group);
        print_term(&terms[i], weights->flat + terms[i].first, out);
    }
}
