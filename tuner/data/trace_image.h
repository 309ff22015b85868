/* The layout of a trace file: what its builder and its reader share. */
#ifndef TUNER_DATA_TRACE_IMAGE_H
#define TUNER_DATA_TRACE_IMAGE_H
#include "tuner/data/trace.h"

#define TRACE_MAGIC "XQTRACE\n"
enum { TRACE_BYTE_ORDER = 0x01020304 };

/* Sections in the order of the file; each begins at a multiple of 8. */
typedef enum {
    TRACE_NAMES,    /* texts with their ends, one a term */
    TRACE_MEANINGS, /* uint64_t a term */
    TRACE_STARTS,   /* two doubles a term */
    TRACE_PHASES,   /* uint64_t: phases + 2 */
    TRACE_COUNTS,   /* TraceCounts a row */
    TRACE_FIRSTS,   /* uint32_t: rows + 1 */
    TRACE_MARKS,    /* TraceMark a block */
    TRACE_INDEX,    /* uint16_t */
    TRACE_VALUES,   /* int8_t */
    TRACE_OVERFLOWS, /* TraceOverflow */
    TRACE_LABELS,   /* TraceLabel */
    TRACE_GAMES,    /* uint64_t a game */
    TRACE_SECTIONS
} TraceSection;

typedef struct {
    char magic[8];
    uint32_t version, byte_order;
    char table_hash[64];
    uint32_t terms, phases, builtin, unused;
    uint64_t rows, labels, games, size;
    struct { uint64_t offset, bytes; } section[TRACE_SECTIONS];
} TraceHeader;
#endif
