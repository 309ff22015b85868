/* Comparisons: positions where somebody chose a move, and for every other legal move what its leaf counts more or less than the leaf
 * of the move that was played.
 *
 * A leaf is where captures after the move end, maybe behind a search of some plies, or the position after the move itself. Both leaves are counted from the mover's view,
 * so that the move played stands above another when the row of that other, times the weights, is negative. Rows of a position
 * stand together; positions are sorted by the phase of their played leaf. Where the other leaf's phase is the same, a row is a plain
 * difference of two traces; where captures made it another, the taper gives a second list:
 *
 *     E(other) - E(played) = sum of difference * (share mg + (1 - share) eg) + taper / phases * sum of uses * (mg - eg)
 *
 * with the share of the played leaf and the uses of the other. The file is the memory: it is mapped, not read. */
#ifndef TUNER_DATA_COMPARE_H
#define TUNER_DATA_COMPARE_H
#include "engine/eval/eval.h"
#include "engine/xq/types.h"
#include "tuner/data/term_table.h"

enum { COMPARE_VERSION = 2 };

/* How many entries of a list are +1, -1 (where the number of terms is added to the term) and others; they stand in this order. A count
 * beyond eight bits is several entries. */
typedef struct { uint16_t plus, minus, other; } CompareCounts;
static inline int compare_length(CompareCounts c) { return c.plus + c.minus + c.other; }

typedef struct {
    CompareCounts difference;
    CompareCounts uses;  /* of the other leaf; none when taper is 0 */
    int16_t taper;       /* phase of the other leaf less that of the played one */
    Move move;           /* the other move */
} CompareRow;

typedef struct {
    uint64_t row, index, value; /* where its rows and their entries begin */
    uint32_t game;              /* index into game[] */
    uint32_t text;              /* where its text begins: FEN, and after a semicolon the moves that count as right */
    Move played;                /* of these the one whose leaf was the best */
    uint16_t below;             /* legal moves without a row: they lose to a mate, or were left out as the worst; all rank below */
    uint32_t unused;
} ComparePosition;

typedef struct {
    TermTable table;
    uint64_t positions, rows, games;
    const uint64_t *phase_first;     /* phases + 2: the first position of each phase, and the end */
    const ComparePosition *position; /* positions + 1: the last one is the end */
    const CompareRow *row;
    const uint16_t *index;
    const int8_t *value;
    const char *text;
    const uint64_t *game;            /* identity of each game */
    EvalOptions groups;              /* of the evaluation that was traced */
    int depth, others;               /* how leaves were found (LeafRules) */
    size_t bytes;
    const char *path;
    /* Owned. */
    Arena arena;
    void *image, *mapped;
} CompareSet;

/* Map a file. ERR_INPUT when it is none, of another version or byte order, cut short, changed or inconsistent. */
bool compare_open(CompareSet *set, const char *path, Err *err);
/* The same from an image in memory, which the set then owns. */
bool compare_adopt(CompareSet *set, void *image, size_t size, const char *name, Err *err);
void compare_close(CompareSet *set);
/* Does the file begin as such a file does? False too when it can't be read. */
bool compare_is_compare(const char *path);

/* A list's entries as pairs (term, count); index and value are where it begins. Returns how many. */
int compare_entries(const CompareSet *set, const uint16_t *index, const int8_t *value, CompareCounts counts, uint16_t *term, int32_t *count);
#endif
