/* From games and suites to comparisons: which decisions are taken. */
#ifndef TUNER_DATA_COMPARE_EXTRACT_H
#define TUNER_DATA_COMPARE_EXTRACT_H
#include "tuner/data/compare_build.h"
#include "tuner/data/extract.h"

typedef struct {
    SourceCounts source;
    int64_t repeated;       /* games that came again, move by move; left out */
    int64_t games_left_out; /* by the reason they ended */
    int64_t suites, questions, others; /* files of best moves; their positions with one; those that ask something else */
    int64_t eligible;       /* positions that the rules allow */
    int64_t in_check, extreme, other_movers; /* left out: in check, score out of bounds, somebody else to move */
    int64_t chosen;         /* of these, taken */
    ChoiceCounts choices;   /* taken, but no choice for weights */
} CompareReport;

typedef struct {
    const ExtractRules *rules;
    const Variant *variant;  /* its evaluation is traced and finds the leaves */
    const atomic_bool *stop; /* may be NULL */
    void (*progress)(void *context, int64_t games, int64_t choices); /* now and then; may be NULL */
    void *context;
} CompareJob;

/* Options that make no sense for comparisons: ERR_USAGE. */
bool compare_extract_check(const ExtractRules *rules, Err *err);
/* Read the files in turn, databases, PGN or suites of best moves, and return the comparisons as an image (compare_build.h), the
 * caller's; NULL with *err. */
void *compare_extract_run(const CompareJob *job, const char *const *paths, int count, const TermTable *table, size_t *size, CompareReport *counts, Err *err);
/* What was taken and left out, and how large it is. */
void compare_extract_describe(const CompareReport *counts, const CompareSet *set, Buf *out);
#endif
