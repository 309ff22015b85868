/* Weights as a table in C, for engines that are not ours. */
#ifndef TUNER_FIT_C_TABLE_H
#define TUNER_FIT_C_TABLE_H
#include "engine/core/buf.h"
#include "tuner/data/term_table.h"

/* A source file: an enumerator for every term (WEIGHT_MATERIAL_ROOK for "material_rook", WEIGHT_COUNT last) and a table
 * `weights[WEIGHT_COUNT][2]` of middle game and endgame. values: 2 * terms, middle game of every term, then endgame; whole: as int,
 * else as double. origin stands in a comment at the head. */
void c_table(const TermTable *table, const double *values, bool whole, const char *origin, Buf *out);
#endif
