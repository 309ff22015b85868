/* What legality hangs on at a node: whether the king stands in check, and which men may not leave their squares
 * without a look. Computed once, it makes the legality of nearly every move one bit test. */
#ifndef ENGINE_XQ_PINS_H
#define ENGINE_XQ_PINS_H
#include "engine/xq/attacks.h"

typedef struct {
    uint32_t pinned; /* men of the side to move whose moves must be looked at one by one: those that stand in a rook's,
                        cannon's or king's line or on a horse's leg, and the king; in check all */
    uint32_t hollow; /* as bits of the king's lines: empty points where any man would be a cannon's screen */
    bool in_check;
} Pins;

/* For the side to move. */
void pos_pins(const Pos *pos, Pins *pins);
/* Does this pseudo-legal move leave the mover's king safe? The same answer as pos_is_legal, sooner. */
static inline bool pins_allow(const Pins *pins, const Pos *pos, Move mv) {
    if (pins->pinned >> pos->man[mv_from(mv)] & 1) return pos_is_legal(pos, mv);
    return !(pins->hollow & line_bit[pos_king(pos, pos->side)][mv_to(mv)]);
}
/* Does this pseudo-legal move give check, by the man moved or one uncovered? Nothing is made. */
bool pos_gives_check(const Pos *pos, Move mv);
#endif
