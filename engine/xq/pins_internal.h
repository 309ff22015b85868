/* What the generators of legal moves ask about the king beyond pins.h. */
#ifndef ENGINE_XQ_PINS_INTERNAL_H
#define ENGINE_XQ_PINS_INTERNAL_H
#include "engine/xq/pins.h"

/* May the king of the side to move step to this square (empty or hostile)? */
bool king_step_is_safe(const Pos *pos, int from, int to);

/* How one of the checks can be met by another man than the king: by capturing the checker, entering its line or its
 * leg, or leaving as the screen. A move that does none of these can't be legal; one that does must still be tested. */
typedef struct {
    uint32_t block; /* bits of the king's lines */
    uint8_t checker, leg, screen; /* squares; SQ_NONE where there is none */
} Evasion;
/* For a side to move that stands in check. */
void pos_evasion(const Pos *pos, Evasion *evasion);
static inline bool evasion_meets(const Evasion *evasion, int king, Move mv) {
    const int from = mv_from(mv), to = mv_to(mv);
    return (evasion->block & line_bit[king][to]) != 0 || to == evasion->checker || to == evasion->leg ||
           from == evasion->screen;
}
#endif
