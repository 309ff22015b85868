/* Preset tables: rook and cannon look their quiet and capture targets up by position on the line and the line's
 * occupancy, the others by square. */
#include "engine/xq/gen_internal.h"

static inline Move *step_moves(const Pos *pos, Move *at, int man, Wanted wanted) {
    const int from = pos->sq_of[man];
    if (from == SQ_NONE) return at;
    const Steps *steps = &piece_steps[man_piece(man)][from];
    for (int i = 0; i < steps->count; i++) {
        const Step step = steps->step[i];
        at = add_if(at, from, step.to, (pos->board[step.via] == PC_NONE) & is_target(pos, step.to, wanted));
    }
    return at;
}

/* Moves to the set bits of a line: the first square of the line and the step between its points. */
static inline Move *line_moves(Move *at, int from, unsigned bits, int first, int step) {
    for (; bits; bits &= bits - 1) *at++ = mv_make(from, first + step * __builtin_ctz(bits));
    return at;
}

static inline Move *slider_moves(const Pos *pos, Move *at, int man, bool cannon, Wanted wanted) {
    const int from = pos->sq_of[man];
    if (from == SQ_NONE) return at;
    const int file = sq_file(from), rank = sq_rank(from), them = pos->side ^ 1;
    const Line *along_rank = pos_rank_line(pos, from), *along_file = pos_file_line(pos, from);
    unsigned on_rank = along_rank->quiet, on_file = along_file->quiet;
    if (wanted == CAPTURES) {
        on_rank = (cannon ? along_rank->cannon : along_rank->rook) & pos->rank_bits[them][rank];
        on_file = (cannon ? along_file->cannon : along_file->rook) & pos->file_bits[them][file];
    }
    at = line_moves(at, from, on_rank, rank * FILES, 1);
    return line_moves(at, from, on_file, file, FILES);
}

static inline void table_moves(const Pos *pos, MoveList *list, Wanted wanted) {
    const int us = pos->side << 4;
    Move *at = list->move + list->count;
    for (int man = us + man_first[ROOK]; man < us + man_first[CANNON]; man++) at = slider_moves(pos, at, man, false, wanted);
    for (int man = us + man_first[CANNON]; man < us + man_first[PAWN]; man++) at = slider_moves(pos, at, man, true, wanted);
    for (int man = us + man_first[KING]; man < us + man_first[ROOK]; man++) at = step_moves(pos, at, man, wanted);
    for (int man = us + man_first[PAWN]; man < us + man_first[KINDS]; man++) at = step_moves(pos, at, man, wanted);
    list->count = (int)(at - list->move);
}

void table_captures(const Pos *pos, MoveList *list) { table_moves(pos, list, CAPTURES); }
void table_quiets(const Pos *pos, MoveList *list) { table_moves(pos, list, QUIETS); }
