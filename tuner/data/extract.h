/* From games to samples and traces: which positions are taken, and how they are brought to rest. */
#ifndef TUNER_DATA_EXTRACT_H
#define TUNER_DATA_EXTRACT_H
#include <stdatomic.h>
#include "engine/core/draft.h"
#include "engine/core/opt.h"
#include "engine/search/variant.h"
#include "tuner/data/source.h"
#include "tuner/data/trace_build.h"

typedef enum { RESOLVE_OFF, RESOLVE_QUIET, RESOLVE_LEAF, RESOLVE_PV } Resolve;
typedef enum { MOVERS_BOTH, MOVERS_WINNER } Movers;

/* The rules of taking samples, and where they go; fields are rows of extract_options. */
typedef struct {
    char out[OPT_TEXT_SIZE], samples[OPT_TEXT_SIZE], variant[OPT_TEXT_SIZE], weights[OPT_TEXT_SIZE], player[OPT_TEXT_SIZE];
    int64_t skip_plies, per_game, min_score, max_score, pv_depth, seed, run, depth, others, jobs;
    int resolve, movers;
    bool in_check, lenient, check_trace, compare;
    OptList without;
} ExtractRules;
extern const OptTable extract_options;

typedef struct {
    SourceCounts source;
    int64_t repeated;        /* games that came again, move by move; left out */
    int64_t games_left_out;  /* by the reason they ended */
    int64_t eligible;        /* positions that the rules allow */
    int64_t in_check, restless, extreme; /* left out: in check, captures pending, score out of bounds */
    int64_t samples;
    int64_t results[3];      /* of samples: Black won, drawn, Red won */
    int64_t scored;          /* samples with a score */
} ExtractCounts;

typedef struct {
    const ExtractRules *rules;
    const Variant *variant;  /* its evaluation is traced and brings positions to rest; its search gives PVs */
    const atomic_bool *stop; /* may be NULL */
    void (*progress)(void *context, const ExtractCounts *counts); /* now and then; may be NULL */
    void *context;
    Draft *samples;          /* where they go; the caller's, who commits it. NULL: nowhere */
} ExtractJob;

/* Reasons among rules->without that are none: ERR_INPUT. */
bool extract_check(const ExtractRules *rules, Err *err);
/* Read the files in turn and return the traces as an image (trace_build.h), the caller's; NULL with *err. table must be
 * the builtin one. */
void *extract_run(const ExtractJob *job, const char *const *paths, int count, const TermTable *table, size_t *size, ExtractCounts *counts, Err *err);
/* What was taken and left out, and what the traces hold: results, phases, games a term was seen in. */
void extract_describe(const ExtractCounts *counts, const TraceSet *set, Buf *out);
#endif
