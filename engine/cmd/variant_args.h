/* The engine that a command line names: --variant V and any number of --set NAME=VALUE. */
#ifndef ENGINE_CMD_VARIANT_ARGS_H
#define ENGINE_CMD_VARIANT_ARGS_H
#include "engine/search/variant.h"

/* Load the variant (an empty text: the compiled default, which needs no file) and change its options in order. */
bool variant_args(const char *variant, const OptList *set, Variant *out, Err *err);
#endif
