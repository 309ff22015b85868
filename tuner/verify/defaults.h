/* A proven set as the engine's default: the files of the source tree that say what is compiled in. */
#ifndef TUNER_VERIFY_DEFAULTS_H
#define TUNER_VERIFY_DEFAULTS_H
#include "engine/search/variant.h"

/* The default weights, as YAML and as C, and the default of every search option, as C and as the variant `full`. */
typedef enum { DEFAULTS_WEIGHTS_YAML, DEFAULTS_WEIGHTS_C, DEFAULTS_OPTIONS_C, DEFAULTS_FULL_YAML, DEFAULTS_FILES } DefaultsFile;
extern const char *const defaults_paths[DEFAULTS_FILES]; /* from the root of the tree */

/* What changes. */
typedef struct {
    Variant before, after;       /* the default */
    bool weights;                /* do they change? */
    const OptRow *option[64];    /* search options that do */
    int options;
} Defaults;

/* The default after a tuning that began with `start` and came to `tuned`: all weights are those of `tuned`, if the tuning moved
 * any; of the search options those that it moved. ERR_INPUT: it moved what can't be written here. */
bool defaults_plan(const Variant *start, const Variant *tuned, Defaults *out, Err *err);
/* Does this file change? */
bool defaults_change(const Defaults *defaults, DefaultsFile file);
/* The file as it will be: `text` is what it holds now, `origin` a sentence for its head. ERR_INPUT: a row isn't found. */
bool defaults_write(const Defaults *defaults, DefaultsFile file, const char *text, const char *origin, Buf *out, Err *err);
#endif
