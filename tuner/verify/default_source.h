/* The default weights as the C source that the engine is compiled from. */
#ifndef TUNER_VERIFY_DEFAULT_SOURCE_H
#define TUNER_VERIFY_DEFAULT_SOURCE_H
#include "engine/eval/weights.h"

/* engine/eval/weights_default.c for this set. `origin` says in a sentence or two where it comes from; it is filled to lines. */
void default_source(const Weights *weights, const char *origin, Buf *out);
#endif
