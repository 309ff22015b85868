/* Traces: for every position how often each term is used, sorted by phase, with the results of the games it was seen in.
 *
 * The file is the memory: it is mapped, not read. Inside one phase the tapered evaluation is a plain dot product, so a row
 * needs one number a term. Most counts are +1 or -1; these are lists of terms without a number. */
#ifndef TUNER_DATA_TRACE_H
#define TUNER_DATA_TRACE_H
#include "tuner/data/term_table.h"

enum { TRACE_VERSION = 2, TRACE_TERMS_MAX = 32767, TRACE_BLOCK = 64 /* rows between two marks */, TRACE_NO_SCORE = INT16_MIN };

/* How many entries of a row are +1, -1 and others. */
typedef struct { uint8_t plus, minus, other; } TraceCounts;
/* Where the entries of a block's first row begin. */
typedef struct { uint64_t index, value, overflow; } TraceMark;
/* A count beyond eight bits, or an entry that found its list full. */
typedef struct { uint32_t row; uint16_t term, unused; int32_t value; } TraceOverflow;
/* One game's word on a row. */
typedef struct {
    uint32_t game;       /* index into game[] */
    int16_t score;       /* Red's view; TRACE_NO_SCORE: none */
    uint8_t half_points; /* Red's, 0 to 2 */
    uint8_t unused;
} TraceLabel;

typedef struct {
    TermTable table;
    uint64_t rows, labels, games;
    const uint64_t *phase_first;  /* phases + 2: the first row of each phase, and the end */
    const TraceCounts *counts;    /* by row */
    const uint32_t *label_first;  /* rows + 1 */
    const TraceMark *mark;        /* every TRACE_BLOCK rows */
    const uint16_t *index;        /* terms: a row's +1 entries, its -1 entries with the number of terms added, its others */
    const int8_t *value;          /* of the others */
    const TraceOverflow *overflow;
    uint64_t overflows;
    const TraceLabel *label;      /* by row */
    const uint64_t *game;         /* identity of each game */
    size_t bytes;                 /* of the whole */
    const char *path;             /* for messages */
    /* Owned. */
    Arena arena;
    void *image, *mapped;
} TraceSet;

/* Map a trace file. ERR_INPUT when it is none, of another version or byte order, cut short, changed or inconsistent. */
bool trace_open(TraceSet *set, const char *path, Err *err);
/* The same from an image in memory, which the set then owns. */
bool trace_adopt(TraceSet *set, void *image, size_t size, const char *name, Err *err);
/* Release; accepts an empty one. */
void trace_close(TraceSet *set);
/* Does the file begin as a trace file does? False too when it can't be read. */
bool trace_is_trace(const char *path);

/* The entries of rows one after another. */
typedef struct {
    const TraceSet *set;
    uint64_t row;
    const uint16_t *index;
    const int8_t *value;
    const TraceOverflow *overflow, *overflow_end;
} TraceCursor;
/* A cursor before this row. */
TraceCursor trace_cursor(const TraceSet *set, uint64_t row);
/* Move past the current row. */
static inline void trace_next(TraceCursor *at) {
    const TraceCounts c = at->set->counts[at->row];
    at->index += c.plus + c.minus + c.other;
    at->value += c.other;
    while (at->overflow < at->overflow_end && at->overflow->row == at->row) at->overflow++;
    at->row++;
}
/* The row's entries as pairs (term, count); returns how many, at most the number of terms. */
int trace_entries(const TraceCursor *at, uint16_t *term, int32_t *count);
#endif
