/* Extensions: moves that are searched deeper than the others. */
#ifndef ENGINE_SEARCH_EXTEND_H
#define ENGINE_SEARCH_EXTEND_H
#include "engine/search/node.h"

/* Plies added behind the move just made at this ply when it gives check, at most two: for the check, and when it has
 * one legal answer. Lines that check all the time end at twice the iteration's depth. */
int extend_check(const Search *s, int ply);
/* Does this move, not yet made, take back on the square of the last capture what is worth as much as the man lost? */
bool extend_recapture(const Search *s, const Node *node, Move mv);
/* Is it worth asking whether the table's move is singular? */
bool extend_wants_singular(const SearchOptions *options, const Node *node, Move mv, const TTHit *hit);
/* Singular extension (Anantharaman, Campbell and Hsu 1990): search the other moves to half the depth; 1 when none comes
 * near the table's score. When the node fails high even without the move, *cut is the value to return. */
int extend_singular(Search *s, const Node *node, Move mv, const TTHit *hit, int *cut);
#endif
