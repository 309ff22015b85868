/* Designs of experiments: which combinations of factor levels are measured. Pure. */
#ifndef BENCH_LAB_DESIGN_H
#define BENCH_LAB_DESIGN_H
#include <stdbool.h>
#include <stdint.h>
#include "engine/core/buf.h"
#include "engine/core/err.h"

enum { FACTORS_MAX = 16, LEVELS_MAX = 64, CELLS_MAX = 4096 };

typedef enum {
    DESIGN_LADDER,        /* one factor more at a time, each at its last level */
    DESIGN_ONE_AT_A_TIME, /* each level of each factor alone */
    DESIGN_LEAVE_ONE_OUT, /* all factors at their last level, then each without one */
    DESIGN_FACTORIAL,     /* every combination */
    DESIGN_FRACTIONAL,    /* a regular fraction 2^-p of the combinations of two-level factors */
} DesignKind;
extern const char *const design_names[]; /* NULL-terminated */
extern const char *const design_helps[];

typedef struct { uint8_t level[FACTORS_MAX]; } Cell;

typedef struct {
    int factors, levels[FACTORS_MAX]; /* level 0 is the factor's absence */
    Cell *cell;                       /* owned; cell 0 is the base that the others are compared with */
    int count;
    uint32_t word[1 << 8];            /* DESIGN_FRACTIONAL: the defining relation, factors as bits: products that never vary */
    int words;
} Design;

/* Make a design for factors of so many levels each. fraction: DESIGN_FRACTIONAL's p, its generators chosen for the
 * longest words (resolution); cell 0 has every factor at level 0. Errors (ERR_INPUT): too many cells, a factor of one
 * level, a fraction of factors that have not two levels each, a fraction that mixes up main effects. */
bool design_make(DesignKind kind, const int *levels, int factors, int fraction, Design *out, Err *err);
void design_free(Design *design);
/* The cell with these levels, or -1. */
int design_find(const Design *design, const Cell *cell);
/* The least number of factors that a word of the defining relation holds; 0: a full design. */
int design_resolution(const Design *design);
#endif
