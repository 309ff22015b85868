/* Forward pruning and reductions: what is not searched, or less deep, because it most likely doesn't matter. */
#ifndef ENGINE_SEARCH_PRUNE_H
#define ENGINE_SEARCH_PRUNE_H
#include "engine/search/node.h"

/* Can the node be answered without its moves? True with *value; false too when the search was stopped. */
bool prune_node(Search *s, const Node *node, int *value);
/* Have so many moves been tried that the quiet ones left are skipped? */
bool prune_late_moves(Search *s, const Node *node, int number);
/* Skip this move, not yet made? `number` counts the moves before it. */
bool prune_move(Search *s, const Node *node, Move mv, bool quiet_move, int number);
/* Plies by which a move is searched less deep. learned: its history score. */
int prune_reduction(const Search *s, const Node *node, int number, bool refutation, bool gives_check, int learned);
/* Fill s->reduction from the options. Integers only: signatures must not depend on a mathematics library. */
void prune_init(Search *s);
#endif
