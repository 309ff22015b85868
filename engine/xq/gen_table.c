/* Preset tables: rook and cannon look their quiet and capture targets up by position on the line and the line's
 * occupancy, the others by square. */
#include "engine/xq/gen_table_internal.h"

static inline void table_moves(const Pos *pos, MoveList *list, Wanted wanted) {
    Move *at = list->move + list->count;
    at = kind_moves(pos, at, ROOK, wanted);
    at = kind_moves(pos, at, CANNON, wanted);
    at = kind_moves(pos, at, HORSE, wanted);
    at = kind_moves(pos, at, PAWN, wanted);
    at = kind_moves(pos, at, ADVISOR, wanted);
    at = kind_moves(pos, at, ELEPHANT, wanted);
    at = kind_moves(pos, at, KING, wanted);
    list->count = (int)(at - list->move);
}

void table_captures(const Pos *pos, MoveList *list) { table_moves(pos, list, CAPTURES); }
void table_quiets(const Pos *pos, MoveList *list) { table_moves(pos, list, QUIETS); }
