#include "bench/lab/design.h"
#include <stdlib.h>
#include <string.h>
#include "engine/core/arena.h"

const char *const design_names[] = { "ladder", "one_at_a_time", "leave_one_out", "factorial", "fractional", NULL };
const char *const design_helps[] = {
    "one factor more at a time, each at its last level",
    "each level of each factor alone",
    "all factors at their last level, then each without one",
    "every combination of levels",
    "a regular fraction of the combinations of two-level factors",
};

enum { FRACTION_MAX = 8, RESOLUTION_MIN = 3 };

static void add_cell(Design *design, const Cell *cell) {
    design->cell = mem_realloc(design->cell, (size_t)(design->count + 1) * sizeof *design->cell);
    design->cell[design->count++] = *cell;
}

static void make_ladder(Design *design) {
    Cell cell = { 0 };
    add_cell(design, &cell);
    for (int i = 0; i < design->factors; i++) {
        cell.level[i] = (uint8_t)(design->levels[i] - 1);
        add_cell(design, &cell);
    }
}

static void make_one_at_a_time(Design *design) {
    const Cell base = { 0 };
    add_cell(design, &base);
    for (int i = 0; i < design->factors; i++)
        for (int level = 1; level < design->levels[i]; level++) {
            Cell cell = base;
            cell.level[i] = (uint8_t)level;
            add_cell(design, &cell);
        }
}

static void make_leave_one_out(Design *design) {
    Cell all = { 0 };
    for (int i = 0; i < design->factors; i++) all.level[i] = (uint8_t)(design->levels[i] - 1);
    add_cell(design, &all);
    for (int i = 0; i < design->factors; i++) {
        Cell cell = all;
        cell.level[i] = 0;
        add_cell(design, &cell);
    }
}

static int popcount(uint32_t set) { return __builtin_popcount(set); }

/* Is the number of factors switched on in every word even? The fraction that holds the cell with all of them off. */
static bool in_fraction(const Design *design, const Cell *cell) {
    uint32_t on = 0;
    for (int i = 0; i < design->factors; i++) on |= (uint32_t)cell->level[i] << i;
    for (int i = 0; i < design->words; i++)
        if (popcount(on & design->word[i]) & 1) return false;
    return true;
}

/* Counts through all combinations, the first factor fastest. */
static void make_factorial(Design *design) {
    Cell cell = { 0 };
    for (int at = 0; at < design->factors;) {
        if (in_fraction(design, &cell)) add_cell(design, &cell);
        for (at = 0; at < design->factors && ++cell.level[at] == design->levels[at]; at++) cell.level[at] = 0;
    }
}

/* Can this word join the defining relation, all its products being at least so long? Then it does. */
static bool add_word(Design *design, uint32_t word, int resolution) {
    const int before = design->words;
    if (popcount(word) < resolution) return false;
    for (int i = 0; i < before; i++)
        if (popcount(design->word[i] ^ word) < resolution) return false;
    design->word[design->words++] = word;
    for (int i = 0; i < before; i++) design->word[design->words++] = design->word[i] ^ word;
    return true;
}

/* Factor `factor` and those after it become products of the first `basic` ones, with backtracking; *tries is what the
 * search may still cost. */
static bool choose_products(Design *design, int basic, int factor, int resolution, int *tries) {
    if (factor == design->factors) return true;
    for (uint32_t product = 1; product < UINT32_C(1) << basic && *tries > 0; product++) {
        const int words = design->words;
        --*tries;
        if (!add_word(design, product | UINT32_C(1) << factor, resolution)) continue;
        if (choose_products(design, basic, factor + 1, resolution, tries)) return true;
        design->words = words;
    }
    return false;
}

/* The last p factors are products of the others; the longest shortest word that can be had is taken. */
static bool choose_words(Design *design, int fraction, Err *err) {
    enum { TRIES = 1000000 };
    const int basic = design->factors - fraction;
    for (int resolution = basic + 1; resolution >= RESOLUTION_MIN; resolution--) {
        int tries = TRIES;
        design->words = 0;
        if (choose_products(design, basic, basic, resolution, &tries)) return true;
    }
    return err_set(err, ERR_INPUT, "a fraction of 2^-%d of %d factors can't tell main effects apart; take a smaller one", fraction,
                   design->factors);
}

static bool check_fraction(const Design *design, int fraction, Err *err) {
    for (int i = 0; i < design->factors; i++)
        if (design->levels[i] != 2) return err_set(err, ERR_INPUT, "a fractional design needs factors of two levels; factor %d has %d", i + 1, design->levels[i]);
    if (fraction < 1 || fraction > FRACTION_MAX || fraction >= design->factors - 1)
        return err_set(err, ERR_INPUT, "a fraction of 2^-%d can't be taken of %d factors", fraction, design->factors);
    return true;
}

static bool check_factors(const int *levels, int factors, Err *err) {
    if (factors < 1 || factors > FACTORS_MAX) return err_set(err, ERR_INPUT, "an experiment has 1 to %d factors, not %d", FACTORS_MAX, factors);
    for (int i = 0; i < factors; i++) {
        if (levels[i] < 2 || levels[i] > LEVELS_MAX) return err_set(err, ERR_INPUT, "factor %d has %d levels; 2 to %d are possible", i + 1, levels[i], LEVELS_MAX);
    }
    return true;
}

static bool check_size(const Design *design, int fraction, Err *err) {
    double cells = 1;
    for (int i = 0; i < design->factors; i++) cells *= design->levels[i];
    for (int i = 0; i < fraction; i++) cells /= 2;
    return cells <= CELLS_MAX || err_set(err, ERR_INPUT, "%.0f combinations are more than %d; take fewer levels or a fractional design", cells, CELLS_MAX);
}

bool design_make(DesignKind kind, const int *levels, int factors, int fraction, Design *out, Err *err) {
    if (!check_factors(levels, factors, err)) return false;
    Design design = { .factors = factors };
    memcpy(design.levels, levels, (size_t)factors * sizeof *levels);
    const bool whole = kind == DESIGN_FACTORIAL, part = kind == DESIGN_FRACTIONAL;
    if ((part && !check_fraction(&design, fraction, err)) || ((whole || part) && !check_size(&design, part ? fraction : 0, err))) return false;
    if (part && !choose_words(&design, fraction, err)) return false;
    switch (kind) {
    case DESIGN_LADDER: make_ladder(&design); break;
    case DESIGN_ONE_AT_A_TIME: make_one_at_a_time(&design); break;
    case DESIGN_LEAVE_ONE_OUT: make_leave_one_out(&design); break;
    case DESIGN_FACTORIAL:
    case DESIGN_FRACTIONAL: make_factorial(&design); break;
    }
    *out = design;
    return true;
}

void design_free(Design *design) {
    free(design->cell);
    *design = (Design){ 0 };
}

int design_find(const Design *design, const Cell *cell) {
    for (int i = 0; i < design->count; i++)
        if (!memcmp(design->cell[i].level, cell->level, (size_t)design->factors)) return i;
    return -1;
}

int design_resolution(const Design *design) {
    int shortest = 0;
    for (int i = 0; i < design->words; i++)
        if (!shortest || popcount(design->word[i]) < shortest) shortest = popcount(design->word[i]);
    return shortest;
}
