/* Move ordering: gives the moves of a node one by one, the likely best first, and generates no more than asked for.
 * Equal moves come in the order of their codes, so that the tree doesn't depend on the generator. */
#ifndef ENGINE_SEARCH_ORDER_H
#define ENGINE_SEARCH_ORDER_H
#include "engine/search/search_internal.h"
#include "engine/xq/pins.h"

typedef enum {
    STAGE_FIRST,
    STAGE_GENERATE_CAPTURES,
    STAGE_CAPTURES,
    STAGE_REFUTATIONS,
    STAGE_GENERATE_QUIETS,
    STAGE_QUIETS,
    STAGE_LOSING_CAPTURES,
    STAGE_GENERATE_CHECKS,
    STAGE_CHECKS,
    STAGE_END
} Stage;

enum { REFUTATIONS = 3 }; /* two killers and the counter move */

typedef struct {
    Stage stage;
    int order; /* CaptureOrder */
    bool captures_only;
    bool checks;    /* after the captures, quiet moves that give check */
    bool no_quiets; /* those not given yet are skipped */
    Move first;     /* tried before anything is generated */
    Move refutation[REFUTATIONS];
    int refutations, next_refutation;
    int ply;
    int count, at; /* of list */
    int losing;    /* captures put off, from this place to the end of the list, the best one last */
    Pins pins;
    uint64_t list[MOVES_MAX]; /* sort keys: score above, code below */
} Picker;

/* The moves of a main-search node. `first` may be any move, legal or not, or MOVE_NONE. */
void picker_init(Picker *picker, Search *s, int ply, Move first);
/* Captures of a quiescence node; with checks, then quiet moves that give check; with evasions all moves. */
void picker_init_quiesce(Picker *picker, Search *s, int ply, Move first, bool checks, bool evasions);
/* From now on no more quiet moves. */
static inline void picker_skip_quiets(Picker *picker) {
    picker->no_quiets = true;
}
/* The next legal move, or MOVE_NONE. */
Move picker_next(Picker *picker, Search *s);

/* U = W - V, or W if the victim isn't protected (W, V: values of victim and attacker; Yue and Feng 2009). */
int order_static_value(const Pos *pos, Move mv);
/* Is this move ordered by what it did elsewhere in the tree, not by what it captures? */
bool order_by_history(const SearchOptions *options, const Pos *pos, Move mv);
/* What history says of the move, 0 without history. */
int order_learned(Search *s, int ply, Move mv);
/* Is it a killer or counter move of this ply? */
bool order_is_refutation(Search *s, int ply, Move mv);
/* The move was the best of its node at this depth, and these were tried before it. */
void order_learn(Search *s, int ply, int depth, Move best, bool cutoff, const Move *tried, int tried_count);
#endif
