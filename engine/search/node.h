/* A node of the main search, as its steps see it. */
#ifndef ENGINE_SEARCH_NODE_H
#define ENGINE_SEARCH_NODE_H
#include "engine/search/search_internal.h"

/* What a node knows about itself once it is evaluated. */
typedef struct {
    int alpha, beta, depth, ply;
    int eval; /* static, or better known from the table; meaningless in check */
    bool in_check;
    bool open;      /* window wider than one: on a principal variation */
    bool improving; /* evaluated better than two plies ago */
    bool cut;       /* expected to fail high */
    bool excluded;  /* a search of the other moves, for singular extension */
} Node;
#endif
