/* Building traces: rows come in any order, are sorted by phase, and equal ones become one with several results. */
#ifndef TUNER_DATA_TRACE_BUILD_H
#define TUNER_DATA_TRACE_BUILD_H
#include "tuner/data/trace.h"

typedef struct TraceBuilder TraceBuilder;

/* What is known of a position besides its counts. */
typedef struct {
    int phase;           /* 0 to the table's phases */
    uint64_t game;       /* identity of the game */
    int half_points;     /* Red's, 0 to 2 */
    int score;           /* Red's view; TRACE_NO_SCORE: none */
} TraceFacts;

/* A builder for this table, which must outlive it. check_results: a game has one result, another is an error. */
TraceBuilder *trace_builder_new(const TermTable *table, bool check_results);
void trace_builder_delete(TraceBuilder *builder);
/* Add a row: count[i] of term i for each of the table's terms. ERR_INPUT: phase out of range, or the game had another result. */
bool trace_builder_add(TraceBuilder *builder, const TraceFacts *facts, const int32_t *count, Err *err);
/* Everything as one image (trace_adopt owns it from here on, or file_write takes it); the builder is spent. */
void *trace_builder_finish(TraceBuilder *builder, size_t *size);
#endif
