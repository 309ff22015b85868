#include "engine/eval/weights.h"
#include <ctype.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#define ROW(id, shape_, group_, help_)                                                              \
    { .name = #id, .group = #group_, .help = help_, .shape = #shape_,                               \
      .first = offsetof(struct weights_shape, id) / sizeof(Score),                                  \
      .count = sizeof(((struct weights_shape *)0)->id) / sizeof(Score) },
const Term terms[] = { EVAL_TERMS(ROW) };
#undef ROW
const int term_count = sizeof terms / sizeof terms[0];

_Static_assert(sizeof(Weights) == WEIGHT_COUNT * sizeof(Score), "no padding between terms");
_Static_assert(sizeof(Trace) == WEIGHT_COUNT * sizeof(int16_t), "the trace has the weights' shape");

int term_dims(const Term *term, int dim[TERM_DIMS_MAX]) {
    int dims = 0;
    for (const char *p = strchr(term->shape, '['); p; p = strchr(p + 1, '[')) dim[dims++] = atoi(p + 1);
    return dims;
}

const Term *term_find(const char *name) {
    for (int i = 0; i < term_count; i++)
        if (strcmp(terms[i].name, name) == 0) return &terms[i];
    return NULL;
}

void weight_name(int place, Buf *out) {
    const Term *term = terms;
    while (place >= term->first + term->count) term++;
    int dim[TERM_DIMS_MAX], rest = place - term->first, below = term->count;
    const int dims = term_dims(term, dim);
    buf_add(out, term->name);
    for (int i = 0; i < dims; i++) {
        below /= dim[i];
        buf_addf(out, "[%d]", rest / below);
        rest %= below;
    }
}

int weight_find(const char *name) {
    char stem[32];
    int dim[TERM_DIMS_MAX], place = 0;
    const size_t len = strcspn(name, "[");
    if (len >= sizeof stem) return -1;
    memcpy(stem, name, len);
    stem[len] = 0;
    const Term *term = term_find(stem);
    const int dims = term ? term_dims(term, dim) : 0;
    const char *at = name + len;
    for (int i = 0; i < dims; i++) {
        char *end;
        if (*at != '[' || !isdigit((unsigned char)at[1])) return -1;
        const long number = strtol(at + 1, &end, 10);
        if (*end != ']' || number >= dim[i]) return -1;
        place = place * dim[i] + (int)number;
        at = end + 1;
    }
    return term && !*at ? term->first + place : -1;
}
