/* Quiet positions: the end of the captures that a position holds, by a plain quiescence search of our own. Unlike the
 * engine's it has no table and prunes nothing but what can't win, so that the value it returns is the evaluation of the
 * leaf it returns. */
#ifndef TUNER_DATA_LEAF_H
#define TUNER_DATA_LEAF_H
#include "engine/eval/eval.h"

/* Play out the captures from pos (the side to move not in check); *leaf becomes the position that both sides steer to.
 * Returns its value for the side to move in pos. */
int leaf_find(const EvalTables *tables, const Pos *pos, Pos *leaf);

/* From this value on, either way, a leaf is a mate: nothing that weights decide. */
enum { LEAF_MATE = EVAL_MAX + 1 };
/* The same for any position: a full search of `depth` plies before the captures, and checks are answered by every legal move
 * wherever they come. Without a legal move the side to move has lost. */
int leaf_search(const EvalTables *tables, const Pos *pos, int depth, Pos *leaf);
/* The position itself, but for a side to move that has lost. */
int leaf_as_it_stands(const EvalTables *tables, const Pos *pos, Pos *leaf);
#endif
