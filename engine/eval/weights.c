#include "engine/eval/weights.h"
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
