/* The layout of a trace file: what its builder and its reader share. */
#ifndef TUNER_DATA_TRACE_IMAGE_H
#define TUNER_DATA_TRACE_IMAGE_H
#include "tuner/data/image.h"
#include "tuner/data/trace.h"

#define TRACE_MAGIC "XQTRACE\n"

/* Sections behind those of the terms, in the order of the file. */
typedef enum {
    TRACE_PHASES = IMAGE_OTHERS, /* uint64_t: phases + 2 */
    TRACE_COUNTS,                /* TraceCounts a row */
    TRACE_FIRSTS,                /* uint32_t: rows + 1 */
    TRACE_MARKS,                 /* TraceMark a block */
    TRACE_INDEX,                 /* uint16_t */
    TRACE_VALUES,                /* int8_t */
    TRACE_OVERFLOWS,             /* TraceOverflow */
    TRACE_LABELS,                /* TraceLabel */
    TRACE_GAMES,                 /* uint64_t a game */
    TRACE_SECTIONS
} TraceSection;

typedef struct {
    ImageHead common;
    uint64_t rows, labels, games, size;
    ImageSection section[TRACE_SECTIONS];
} TraceHeader;

static const ImageKind trace_kind = { TRACE_MAGIC, TRACE_VERSION, sizeof(TraceHeader), "is no trace file" };
#endif
