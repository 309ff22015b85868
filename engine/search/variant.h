/* A variant: one engine of the laboratory, named, with every option and weight resolved. */
#ifndef ENGINE_SEARCH_VARIANT_H
#define ENGINE_SEARCH_VARIANT_H
#include "engine/conf/conf.h"
#include "engine/eval/eval.h"
#include "engine/search/options.h"

typedef struct {
    char name[64];
    SearchOptions search;
    EvalOptions eval;
    Weights weights;
    bool has_prior_weights; /* else priors of Monte-Carlo tree search come from `weights` too */
    Weights prior_weights;
} Variant;

/* The compiled default, which needs no file: the same engine as configs/variants/full.yaml. */
void variant_default(Variant *out);
/* Load by what the user wrote: a path of a YAML file, else the name of a committed variant (configs/variants/NAME.yaml),
 * else a name of the grammar (base MM AB FS AS PVS, then letters of K C H N T I Q in this order: PVSHNTIQ). Follows
 * `extends`. Errors name file and place, or say what names there are. */
bool variant_load(const char *what, Variant *out, Err *err);
/* Build from a parsed mapping {name, extends, search:, eval:, weights:, prior_weights:}. */
bool variant_from_conf(ConfNode *map, Variant *out, Err *err);
/* Parse a grammar name; false when it is none. */
bool variant_from_grammar(const char *name, Variant *out);
/* Set one option "search.null_move=3", "null_move=3", "eval.mobility=off" or weight "weights.tempo=20" of a loaded
 * variant; whole sets of weights by "weights=FILE" and "prior_weights=FILE". */
bool variant_set(Variant *variant, const char *assignment, Err *err);
/* Every option and a hash of the weights as canonical text: what two equal players have in common. */
void variant_print(const Variant *variant, Buf *out);
#endif
