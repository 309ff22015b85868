/* Static exchange evaluation: what a move wins or loses by the captures on its target square, each side taking with
 * its cheapest man as long as that pays. Cannons gain and lose their screens, horses their legs, as men leave. */
#ifndef ENGINE_SEARCH_SEE_H
#define ENGINE_SEARCH_SEE_H
#include "engine/xq/pos.h"

/* What men are worth in exchanges, by kind: fixed, so that ordering doesn't depend on the weights. */
extern const int see_value[KINDS + 1]; /* [PC_NONE] is 0 */
/* Value of the exchange that this pseudo-legal move, capture or not, begins. Pins are not seen; a king never takes
 * where it would be taken. */
int see(const Pos *pos, Move mv);
/* see(pos, mv) >= threshold, sooner. */
bool see_at_least(const Pos *pos, Move mv, int threshold);
#endif
