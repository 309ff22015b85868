/* The options of the search: every enhancement is a row that can be switched. The defaults are the strongest engine;
 * search_options_plain() gives the bare one that experiments build up from. */
#ifndef ENGINE_SEARCH_OPTIONS_H
#define ENGINE_SEARCH_OPTIONS_H
#include <stdint.h>
#include "engine/core/opt.h"

/* In every list the first choice is the absence of the enhancement. */
typedef enum { ALGORITHM_MINIMAX, ALGORITHM_ALPHABETA, ALGORITHM_PVS, ALGORITHM_MTDF } Algorithm;
typedef enum {
    REPLACE_ALWAYS, REPLACE_OLD, REPLACE_DEPTH, REPLACE_AGE_DEPTH, REPLACE_BIG1, REPLACE_BIG_ALL, REPLACE_TWO_DEEP,
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

/* Fields are named like their rows; choices hold the enums above. */
typedef struct {
    int algorithm;
    bool fail_soft;
    bool iterative_deepening;
    bool aspiration;
    int64_t aspiration_window, aspiration_growth;

    bool tt;
    int64_t hash, tt_bits; /* MB; log2 of entries */
    int tt_replacement;
    bool tt_move;
    int tt_cutoff, tt_cutoff_depth;

    int capture_order;
    bool killers;
    int history, history_increment, history_aging;
    bool history_malus, history_bounded;
    bool counter_moves, continuation_history;
    int iid;
    int64_t iid_depth, iid_reduction, iid_delta;
    int iid_nodes;
    bool iid_root_order, iir;

    bool quiescence;
    int quiescence_order;
    int64_t quiescence_evasions, quiescence_checks;
    bool quiescence_delta;
    int64_t quiescence_delta_margin;
    bool quiescence_see, quiescence_tt;

    bool check_extension, one_reply_extension, recapture_extension, singular_extension;
    int64_t singular_depth, singular_margin;

    bool mate_distance;
    int64_t null_move, null_move_depth;
    bool null_move_adaptive, null_move_verified, null_move_eval;

    bool lmr;
    int64_t lmr_depth, lmr_moves, lmr_base, lmr_divisor, lmr_history;
    bool late_move_pruning;
    int64_t late_move_depth, late_move_base;
    bool futility;
    int64_t futility_depth, futility_base, futility_margin;
    bool reverse_futility;
    int64_t reverse_futility_depth, reverse_futility_margin;
    bool razoring;
    int64_t razoring_depth, razoring_margin;
    bool see_pruning;
    int64_t see_pruning_depth, see_pruning_capture, see_pruning_quiet;

    int search_repetition;
    int64_t contempt;

    int movegen;
    int64_t move_overhead; /* ms */
} SearchOptions;

extern const OptTable search_options;

/* Every enhancement off: fixed-depth minimax that evaluates at the horizon. Sizes and tunables keep their defaults. */
void search_options_plain(SearchOptions *options);
#endif
