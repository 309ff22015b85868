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

/* Value of the position for the side to move; within +-EVAL_MAX. Mirrored and colour-swapped positions score alike. */
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
