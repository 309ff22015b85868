/* The open text trace: how any engine's evaluation is fitted. README.md describes it with an example. */
#ifndef TUNER_DATA_TRACE_TEXT_H
#define TUNER_DATA_TRACE_TEXT_H
#include "tuner/data/trace.h"

/* Does the text begin as a text trace does? */
bool trace_text_is(const char *text);
/* Read it: "# xqlab trace 1", `phases N`, a line `term NAME [MG EG]` for each term, `data`, then a line a position,
 * `result score phase game | term:count ...`. Errors name file, line and what would be right. */
bool trace_text_read(TraceSet *set, const char *text, const char *path, Err *err);
/* Either kind of trace file, told apart by its beginning. */
bool trace_load(TraceSet *set, const char *path, Err *err);
#endif
