/* One man's moves by the preset tables: what the table generator and the one-pass generator of legal moves share. */
#ifndef ENGINE_XQ_GEN_TABLE_INTERNAL_H
#define ENGINE_XQ_GEN_TABLE_INTERNAL_H
#include "engine/xq/gen_internal.h"

static inline Move *step_moves(const Pos *pos, Move *at, int pc, int from, Wanted wanted) {
    const Steps *steps = &piece_steps[pc][from];
    for (int i = 0; i < steps->count; i++) {
        const Step step = steps->step[i];
        at = add_if(at, from, step.to, (pos->board[step.via] == PC_NONE) & is_target(pos, step.to, wanted));
    }
    return at;
}

/* Moves to the set bits of a line: `first` is the line's first square, `step` the way from point to point. */
static inline Move *line_moves(Move *at, int from, unsigned bits, int first, int step) {
    for (; bits; bits &= bits - 1) *at++ = mv_make(from, first + step * __builtin_ctz(bits));
    return at;
}

/* Targets on one line of a man, with the men of both sides there. */
static inline unsigned line_targets(const Line *line, bool cannon, unsigned own, unsigned hostile, Wanted wanted) {
    const unsigned captures = cannon ? line->cannon : line->rook;
    if (wanted == QUIETS) return line->quiet;
    return wanted == CAPTURES ? captures & hostile : (line->quiet | captures) & ~own;
}

static inline Move *slider_moves(const Pos *pos, Move *at, bool cannon, int from, Wanted wanted) {
    const int file = sq_file(from), rank = sq_rank(from), us = pos->side, them = us ^ 1;
    const unsigned on_rank =
        line_targets(pos_rank_line(pos, from), cannon, pos->rank_bits[us][rank], pos->rank_bits[them][rank], wanted);
    const unsigned on_file =
        line_targets(pos_file_line(pos, from), cannon, pos->file_bits[us][file], pos->file_bits[them][file], wanted);
    at = line_moves(at, from, on_rank, rank * FILES, 1);
    return line_moves(at, from, on_file, file, FILES);
}

/* `kind` is a constant wherever this is called. */
static inline Move *man_moves(const Pos *pos, Move *at, int kind, int from, Wanted wanted) {
    if (kind == ROOK || kind == CANNON) return slider_moves(pos, at, kind == CANNON, from, wanted);
    return step_moves(pos, at, pc_make(pos->side, kind), from, wanted);
}

static inline Move *kind_moves(const Pos *pos, Move *at, int kind, Wanted wanted) {
    const uint8_t *square = pos->sq_of + (pos->side << 4);
    for (int n = man_first[kind]; n < man_first[kind + 1]; n++)
        if (square[n] != SQ_NONE) at = man_moves(pos, at, kind, square[n], wanted);
    return at;
}
#endif
