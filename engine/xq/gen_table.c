/* Preset tables: rook and cannon look their quiet and capture targets up by position on the line and the line's
 * occupancy, the others by square. */
#include "engine/xq/gen_table_internal.h"

/* Captures by the men that step: most have nothing to capture, and a look at all their targets at once tells. */
static inline Move *kind_captures(const Pos *pos, Move *at, int kind, Board90 hostile) {
    const int pc = pc_make(pos->side, kind);
    const uint8_t *square = pos->sq_of + (pos->side << 4);
    for (int n = man_first[kind]; n < man_first[kind + 1]; n++)
        if (boards_meet(piece_reach[pc][square[n]], hostile)) at = step_moves(pos, at, pc, square[n], CAPTURES);
    return at;
}

void table_captures(const Pos *pos, MoveList *list) {
    const Board90 hostile = pos_board(pos, pos->side ^ 1);
    Move *at = list->move + list->count;
    at = kind_moves(pos, at, ROOK, CAPTURES);
    at = kind_moves(pos, at, CANNON, CAPTURES);
    at = kind_captures(pos, at, HORSE, hostile);
    at = kind_captures(pos, at, PAWN, hostile);
    at = kind_captures(pos, at, ADVISOR, hostile);
    at = kind_captures(pos, at, ELEPHANT, hostile);
    at = kind_captures(pos, at, KING, hostile);
    list->count = (int)(at - list->move);
}

void table_quiets(const Pos *pos, MoveList *list) {
    Move *at = list->move + list->count;
    at = kind_moves(pos, at, ROOK, QUIETS);
    at = kind_moves(pos, at, CANNON, QUIETS);
    at = kind_moves(pos, at, HORSE, QUIETS);
    at = kind_moves(pos, at, PAWN, QUIETS);
    at = kind_moves(pos, at, ADVISOR, QUIETS);
    at = kind_moves(pos, at, ELEPHANT, QUIETS);
    at = kind_moves(pos, at, KING, QUIETS);
    list->count = (int)(at - list->move);
}
