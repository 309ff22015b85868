/* The options of the search: every enhancement is a row that can be switched. The defaults are the strongest engine;
 * search_options_plain() gives the bare one that experiments build up from. */
#ifndef ENGINE_SEARCH_OPTIONS_H
#define ENGINE_SEARCH_OPTIONS_H
#include <stdint.h>
#include "engine/core/opt.h"

typedef enum { ALGORITHM_MINIMAX, ALGORITHM_ALPHABETA, ALGORITHM_PVS } Algorithm;
typedef enum { TT_CUTOFF_OFF, TT_CUTOFF_ON, TT_CUTOFF_NON_PV } TTCutoff;
typedef enum { TT_DEPTH_EQUAL, TT_DEPTH_AT_LEAST } TTDepth;
typedef enum { CAPTURES_NONE, CAPTURES_MVV_LVA } CaptureOrder;

/* Fields are named like their rows. */
typedef struct {
    int algorithm; /* Algorithm */
    bool fail_soft;
    bool iterative_deepening;
    bool aspiration;
    int64_t aspiration_window;
    bool tt;
    int64_t hash; /* MB */
    bool tt_move;
    int tt_cutoff;       /* TTCutoff */
    int tt_cutoff_depth; /* TTDepth */
    int capture_order;   /* CaptureOrder */
    bool quiescence;
    int quiescence_order; /* CaptureOrder */
    int64_t quiescence_evasions;
    int movegen; /* MoveGen */
    int64_t move_overhead; /* ms */
} SearchOptions;

extern const OptTable search_options;

/* Every enhancement off: fixed-depth minimax that evaluates at the horizon. Sizes and tunables keep their defaults. */
void search_options_plain(SearchOptions *options);
#endif
