#include "engine/cmd/variant_args.h"

bool variant_args(const char *variant, const OptList *set, Variant *out, Err *err) {
    variant_default(out);
    if (*variant && !variant_load(variant, out, err)) return false;
    for (int i = 0; i < set->count; i++)
        if (!variant_set(out, set->item[i], err)) return false;
    return true;
}
