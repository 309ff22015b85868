/* The weights of the evaluation. One X-macro row a term is the only place where a term exists: weights, trace,
 * names, YAML keys and count all come from it. Weights belong to a search, never to the program: two variants with
 * different weights play in one process. */
#ifndef ENGINE_EVAL_WEIGHTS_H
#define ENGINE_EVAL_WEIGHTS_H
#include <stdint.h>
#include "engine/conf/conf.h"
#include "engine/core/buf.h"
#include "engine/eval/terms.h"

typedef struct { int16_t mg, eg; } Score;

#define FIELD(id, shape, group, help) Score id shape;
struct weights_shape { EVAL_TERMS(FIELD) };
enum { WEIGHT_COUNT = sizeof(struct weights_shape) / sizeof(Score) };
typedef union { struct weights_shape term; Score flat[WEIGHT_COUNT]; } Weights;
#undef FIELD

#define FIELD(id, shape, group, help) int16_t id shape;
typedef union { struct { EVAL_TERMS(FIELD) } term; int16_t flat[WEIGHT_COUNT]; } Trace;
#undef FIELD

typedef struct {
    const char *name, *group, *help;
    const char *shape; /* "[7][10][5]"; "" for a single weight */
    int first, count;  /* rows of flat[] */
} Term;
extern const Term terms[];
extern const int term_count;
enum { TERM_DIMS_MAX = 3 };
/* The shape in numbers: fills dim[0..n) and returns n, 0 for a single weight. */
int term_dims(const Term *term, int dim[TERM_DIMS_MAX]);
/* The term of this name, or NULL. */
const Term *term_find(const char *name);
/* Append the name of a weight, by its place in flat[]: "tempo", "psqt[4][9][0]". */
void weight_name(int place, Buf *out);
/* Its place in flat[] by that name, or -1. */
int weight_find(const char *name);

/* The compiled default set. */
extern const Weights weights_default;
/* The literature's hand values (material, mobility, cooperation), where tuning starts. */
extern const Weights weights_hand;

/* Read a `weights:` mapping over what *weights holds. A key is a term, with nested lists of its shape, or one weight, such as
 * psqt[4][9][0], which goes before a whole term; a weight is a number, [mg, eg] or a mapping of mg, eg or both. Unknown terms, wrong
 * shapes and values beyond 16 bits are refused with their place. */
bool weights_apply(Weights *weights, ConfNode *map, Err *err);
/* The file configs/weights/NAME.yaml or any path. */
bool weights_load(const char *path, Weights *weights, Err *err);
/* The set as YAML that weights_load reads back to the same. */
void weights_print(const Weights *weights, Buf *out);
#endif
