#include "tuner/verify/agree.h"
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "engine/conf/conf.h"
#include "tuner/verify/values.h"

/* The same place in four trees: start and end of the first tuning, then of the second; NULL where a tree has no such place. */
enum { FIRST_START, FIRST_END, SECOND_START, SECOND_END, TREES };
typedef struct { ConfNode *node[TREES]; } Place;

typedef struct { Arena *arena; Agreed *out; int cap; } Walk;

static bool read_number(const ConfNode *node, double *out) {
    char *end;
    if (!node || node->kind != CONF_SCALAR || !node->text || !*node->text) return false;
    *out = strtod(node->text, &end);
    return !*end && isfinite(*out);
}

static AgreedNumber *add_number(Walk *walk, const char *name) {
    Agreed *out = walk->out;
    if (out->count == walk->cap) {
        walk->cap = walk->cap ? 2 * walk->cap : 32;
        AgreedNumber *wider = arena_alloc(walk->arena, (size_t)walk->cap * sizeof *wider);
        if (out->count) memcpy(wider, out->number, (size_t)out->count * sizeof *wider);
        out->number = wider;
    }
    out->number[out->count] = (AgreedNumber){ .name = name, .other_start = NAN, .other_end = NAN };
    return &out->number[out->count++];
}

/* A number that didn't move in the first tuning is none of ours. */
static void judge(Walk *walk, const Place *at, const char *name) {
    double value[TREES];
    if (!read_number(at->node[FIRST_START], &value[FIRST_START]) || !read_number(at->node[FIRST_END], &value[FIRST_END])) return;
    const double moved = value[FIRST_END] - value[FIRST_START];
    if (moved == 0) return;
    AgreedNumber *number = add_number(walk, name);
    const bool shared = read_number(at->node[SECOND_START], &value[SECOND_START]) && read_number(at->node[SECOND_END], &value[SECOND_END]);
    number->start = value[FIRST_START];
    number->end = value[FIRST_END];
    if (shared) {
        number->other_start = value[SECOND_START];
        number->other_end = value[SECOND_END];
    }
    number->kept = !shared || moved * (number->other_end - number->other_start) > 0;
    if (!number->kept) at->node[FIRST_END]->text = at->node[FIRST_START]->text;
    walk->out->shared += shared;
    walk->out->kept += number->kept;
}

/* The member of this key, or without one the item of this number. */
static ConfNode *child_of(ConfNode *parent, const ConfNode *like, int number) {
    ConfNode *child = parent ? parent->child : NULL;
    while (child && (like->key ? !child->key || strcmp(child->key, like->key) : number-- > 0)) child = child->next;
    return child;
}

static void visit(Walk *walk, const Place *at, const char *name) {
    ConfNode *end = at->node[FIRST_END];
    if (end->kind == CONF_SCALAR) {
        judge(walk, at, name);
        return;
    }
    int number = 0;
    for (ConfNode *child = end->child; child; child = child->next, number++) {
        Place below;
        for (int i = 0; i < TREES; i++) below.node[i] = i == FIRST_END ? child : child_of(at->node[i], child, number);
        visit(walk, &below, child->key ? arena_printf(walk->arena, "%s%s%s", name, *name ? "." : "", child->key) : arena_printf(walk->arena, "%s[%d]", name, number));
    }
}

static ConfNode *parse(const TuningRecord *tuning, const char *text, Arena *arena, Err *err) {
    return conf_parse(text, strlen(text), arena_printf(arena, "tuning %" PRId64, tuning->id), arena, err);
}

static bool check(const TuningRecord *tuning, Err *err) {
    if (strcmp(tuning->kind, "spsa"))
        return err_set(err, ERR_INPUT, "tuning %" PRId64 " is a fit; only tunings by SPSA can agree, since weights of a fit also move where that changes no evaluation",
                       tuning->id);
    if (!*tuning->result) return err_set(err, ERR_INPUT, "tuning %" PRId64 " proposes nothing yet", tuning->id);
    return !values_are_foreign(tuning) || err_set(err, ERR_INPUT, "tuning %" PRId64 " is of another engine's evaluation", tuning->id);
}

bool agree_find(const TuningRecord *first, const TuningRecord *second, Arena *arena, Agreed *out, Buf *result, Err *err) {
    const TuningRecord *const tuning[TREES] = { first, first, second, second };
    Place root;
    Walk walk = { .arena = arena, .out = out };
    *out = (Agreed){ .count = 0 };
    if (!check(first, err) || !check(second, err)) return false;
    for (int i = 0; i < TREES; i++)
        if (!(root.node[i] = parse(tuning[i], i % 2 ? tuning[i]->result : tuning[i]->start, arena, err))) return false;
    visit(&walk, &root, "");
    if (!out->shared)
        return err_set(err, ERR_INPUT, "tuning %" PRId64 " knows nothing of the numbers that tuning %" PRId64 " moved", second->id, first->id);
    conf_print(root.node[FIRST_END], result);
    return true;
}
