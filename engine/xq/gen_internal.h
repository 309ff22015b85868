/* What the files of the generators share. */
#ifndef ENGINE_XQ_GEN_INTERNAL_H
#define ENGINE_XQ_GEN_INTERNAL_H
#include "engine/xq/attacks.h"
#include "engine/xq/gen.h"

void scan_captures(const Pos *pos, MoveList *list);
void scan_quiets(const Pos *pos, MoveList *list);
void template_captures(const Pos *pos, MoveList *list);
void template_quiets(const Pos *pos, MoveList *list);
void table_captures(const Pos *pos, MoveList *list);
void table_quiets(const Pos *pos, MoveList *list);
void bitboard_init(void); /* called by xq_init, after the attack tables */
void bitboard_captures(const Pos *pos, MoveList *list);
void bitboard_quiets(const Pos *pos, MoveList *list);

/* Which moves a generator is asked for. Always a constant where it is passed, so that each function is compiled
 * twice and never asks. */
typedef enum { QUIETS, CAPTURES, BOTH } Wanted;

/* Is what stands on `to` a target of such moves? man >> 4 is the side of a man and 2 where none stands. (The wall
 * answers like an empty point to BOTH; no table leads there.) */
static inline bool is_target(const Pos *pos, int to, Wanted wanted) {
    if (wanted == QUIETS) return pos->man[to] == MAN_NONE;
    return wanted == CAPTURES ? pos->man[to] >> 4 == (pos->side ^ 1) : pos->man[to] >> 4 != pos->side;
}
/* Write the move at *at and keep it if asked to: no branch for the processor to guess. Returns the new end; the
 * list needs one slot more than it holds. */
static inline Move *add_if(Move *at, int from, int to, bool keep) {
    *at = mv_make(from, to);
    return at + keep;
}
#endif
