/* Move ordering: gives the moves of a node one by one, the likely best first, and generates no more than asked for.
 * Equal moves come in the order of their codes, so that the tree doesn't depend on the generator. */
#ifndef ENGINE_SEARCH_ORDER_H
#define ENGINE_SEARCH_ORDER_H
#include "engine/search/search_internal.h"

typedef struct {
    Move first;            /* tried before anything is generated */
    int stage;
    int order;             /* CaptureOrder */
    bool captures_only;
    int count, at;         /* of list */
    uint64_t list[MOVES_MAX]; /* sort keys: score above, code below */
} Picker;

/* The moves of a main-search node. `first` may be any move, legal or not, or MOVE_NONE. */
void picker_init(Picker *picker, Search *s, Move first);
/* Captures (in_check: all moves) of a quiescence node. */
void picker_init_quiesce(Picker *picker, Search *s, bool evasions);
/* The next legal move, or MOVE_NONE. */
Move picker_next(Picker *picker, Search *s);
#endif
