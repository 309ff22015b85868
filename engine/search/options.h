/* The options of the search: every enhancement is a row that can be switched. The defaults are the strongest engine;
 * search_options_plain() gives the bare one that experiments build up from. */
#ifndef ENGINE_SEARCH_OPTIONS_H
#define ENGINE_SEARCH_OPTIONS_H
#include <stdint.h>
#include "engine/core/opt.h"

/* In every list the first choice is the absence of the enhancement. */
typedef enum { ALGORITHM_MINIMAX, ALGORITHM_ALPHABETA, ALGORITHM_PVS, ALGORITHM_MTDF, ALGORITHM_MCTS } Algorithm;
typedef enum {
    REPLACE_ALWAYS,
    REPLACE_OLD,
    REPLACE_DEPTH,
    REPLACE_AGE_DEPTH,
    REPLACE_BIG1,
    REPLACE_BIG_ALL,
    REPLACE_TWO_DEEP,
    REPLACE_TWO_BIG1
} Replacement;
typedef enum { TT_CUTOFF_OFF, TT_CUTOFF_ON, TT_CUTOFF_NON_PV } TTCutoff;
typedef enum { TT_DEPTH_EQUAL, TT_DEPTH_AT_LEAST } TTDepth;
typedef enum { CAPTURES_NONE, CAPTURES_MVV_LVA, CAPTURES_SEE, CAPTURES_STATIC } CaptureOrder;
typedef enum { HISTORY_OFF, HISTORY_BUTTERFLY, HISTORY_PIECE_TO } HistoryKind;
typedef enum { INCREMENT_D2, INCREMENT_2D } HistoryIncrement;
typedef enum { AGING_KEEP, AGING_HALVE, AGING_CLEAR } HistoryAging;
typedef enum { IID_NONE, IID_PLAIN, IID_WIDENED } IIDKind;
typedef enum { IID_PV, IID_ALL } IIDNodes;
typedef enum { REPETITION_IGNORED, REPETITION_SIMPLE, REPETITION_FULL } SearchRepetition;

typedef enum { SELECTION_UCT, SELECTION_PUCT } MctsSelection;
typedef enum { FPU_FIRST, FPU_PARENT } MctsFPU;
typedef enum { PRIOR_UNIFORM, PRIOR_ORDERING, PRIOR_EVAL } MctsPrior;
typedef enum { LEAF_EVAL, LEAF_QUIESCENCE } MctsLeaf;
typedef enum { ROLLOUT_RANDOM, ROLLOUT_CAPTURES } MctsRolloutPolicy;

/* Fields are named like their rows; choices hold the enums above. */
#define BOOL(field, ...)    bool field;
#define CHOICE(field, ...)  int field;
#define INT(field, ...)     int64_t field;
#define TUNABLE(field, ...) int64_t field;
typedef struct {
#include "engine/search/options.inc"
} SearchOptions;

extern const OptTable search_options;

/* Every enhancement off: fixed-depth minimax that evaluates at the horizon. Sizes and tunables keep their defaults. */
void search_options_plain(SearchOptions *options);
/* Is this row's option switched on: neither false, nor the first choice, nor 0? */
bool search_option_is_on(const OptRow *row, const SearchOptions *options);
/* Is everything on that this row needs to have an effect? */
bool search_option_takes_effect(const OptRow *row, const SearchOptions *options);
#endif
