/* From decisions to comparisons: the leaf of every move, and what sets them apart. */
#ifndef TUNER_DATA_COMPARE_BUILD_H
#define TUNER_DATA_COMPARE_BUILD_H
#include <stdatomic.h>
#include "engine/xq/types.h"
#include "tuner/data/compare.h"

enum { CHOICE_RIGHT_MAX = 32 };

/* A position in which somebody decided. */
typedef struct {
    Pos pos;
    Move right[CHOICE_RIGHT_MAX]; /* the move played, or the moves that a suite wants */
    int rights;
    uint64_t game;                /* identity of the game */
} Choice;

/* How leaves are found. */
typedef struct {
    const Weights *weights;
    EvalOptions groups;
    int depth;               /* plies searched before the captures; -1: no captures either, the position after the move is the leaf */
    int others;              /* compare with so many other moves, the best by these weights; 0: with all */
    int threads;
    const atomic_bool *stop; /* may be NULL */
} LeafRules;

typedef struct {
    int64_t forced;  /* no other move than right ones that doesn't lose to a mate */
    int64_t decided; /* a mate for or against the right move, or one that was missed: weights have no say */
} ChoiceCounts;

/* An image (compare_adopt owns it from here on, or file_write takes it) of all choices that weights decide; table is the builtin one
 * with these weights. Moves of equal rank stand in the order of their codes, whatever the threads do. NULL with *err when none is left
 * or the work was stopped. */
void *compare_build(const Choice *choice, size_t count, const TermTable *table, const LeafRules *rules, size_t *size, ChoiceCounts *counts, Err *err);
/* The choices of a set, the caller's. false when its texts are damaged. */
bool compare_choices(const CompareSet *set, Choice **out, Err *err);
/* The same choices with the leaves that these weights find. set must be of our own evaluation. */
bool compare_rebuild(const CompareSet *set, const Weights *weights, int threads, CompareSet *out, Err *err);
#endif
