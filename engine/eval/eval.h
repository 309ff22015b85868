/* The evaluation: five groups of terms, tapered between middle game and endgame, linear in the weights.
 * The unit is the scale of the literature's hand values: a rook is about 1000. */
#ifndef ENGINE_EVAL_EVAL_H
#define ENGINE_EVAL_EVAL_H
#include "engine/core/opt.h"
#include "engine/eval/weights.h"
#include "engine/xq/pos.h"

typedef struct { bool material, psqt, mobility, cooperation, king_safety; } EvalOptions;
extern const OptTable eval_options;

enum { EVAL_MAX = 20000, PHASE_MAX = 64 };

/* Weights made ready: each {mg, eg} packed into one number, so that both are summed at once, and what a man is worth
 * on a square by piece. eval_prepare fills it; a search does so once. */
#define FIELD(id, shape, group, help) int64_t id shape;
typedef union { struct { EVAL_TERMS(FIELD) } term; int64_t flat[WEIGHT_COUNT]; } PackedWeights;
#undef FIELD
typedef struct {
    PackedWeights weights;
    EvalOptions options;
    bool wants_attacks; /* cooperation is on, and some weight of a man attacked isn't 0 */
    int64_t man[PC_COUNT][SQ_SLOTS]; /* 0 on SQ_NONE */
} EvalTables;
void eval_prepare(EvalTables *tables, const Weights *weights, const EvalOptions *options);

/* Value of the position for the side to move; within +-EVAL_MAX. Mirrored and colour-swapped positions score alike. */
int eval_with(const EvalTables *tables, const Pos *pos);
/* The same with weights not prepared; the preparation takes several times as long as the evaluation. */
int eval(const Pos *pos, const Weights *weights, const EvalOptions *options);
/* Middle game share of the position, 0 (bare endgame) to PHASE_MAX (all men). Not tuned. */
int eval_phase(const Pos *pos);
/* The same evaluation with the uses of every weight counted (Red's minus Black's): trace[i] * weights, blended by phase,
 * is Red's value. */
void eval_trace(const Pos *pos, const EvalOptions *options, Trace *trace);
/* One side's uses alone, all counted positive: eval_trace is Red's minus Black's. */
void eval_trace_side(const Pos *pos, const EvalOptions *options, int side, Trace *trace);
/* Red's value from a trace; equals eval() from Red's view exactly. */
int trace_value(const Trace *trace, const Weights *weights, int phase);
#endif
