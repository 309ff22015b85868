/* Legal moves in one pass, by the preset tables: only the men that the king's safety hangs on are looked at move by
 * move, and counting lists nothing else. */
#include "engine/xq/gen_table_internal.h"
#include "engine/xq/pins_internal.h"

/* Keep the legal ones among the moves in [first, end); returns the new end. */
static Move *keep_legal(const Pos *pos, Move *first, const Move *end) {
    Move *kept = first;
    for (const Move *at = first; at < end; at++)
        if (pos_is_legal(pos, *at)) *kept++ = *at;
    return kept;
}

/* Drop the moves to empty points before a bare cannon. */
static Move *keep_outside(Move *first, const Move *end, uint32_t hollow, int king) {
    Move *kept = first;
    for (const Move *at = first; at < end; at++)
        if (!(line_bit[king][mv_to(*at)] & hollow)) *kept++ = *at;
    return kept;
}

static inline Move *legal_of_kind(const Pos *pos, Move *at, int kind, uint32_t pinned) {
    const int us = pos->side << 4;
    for (int man = us + man_first[kind]; man < us + man_first[kind + 1]; man++) {
        const int from = pos->sq_of[man];
        if (from == SQ_NONE) continue;
        Move *first = at;
        at = man_moves(pos, at, kind, from, BOTH);
        if (pinned >> man & 1) at = keep_legal(pos, first, at);
    }
    return at;
}

static Move *king_moves(const Pos *pos, Move *at) {
    const int king = pos_king(pos, pos->side);
    const Steps *steps = &piece_steps[pc_make(pos->side, KING)][king];
    for (int i = 0; i < steps->count; i++) {
        const int to = steps->step[i].to;
        if (is_target(pos, to, BOTH) && king_step_is_safe(pos, king, to)) *at++ = mv_make(king, to);
    }
    return at;
}

static Move *evasions(const Pos *pos, Move *at) {
    MoveList pseudo = { .count = 0 };
    Evasion evasion;
    const int king = pos_king(pos, pos->side);
    pos_evasion(pos, &evasion);
    table_captures(pos, &pseudo);
    table_quiets(pos, &pseudo);
    for (int i = 0; i < pseudo.count; i++) {
        const Move mv = pseudo.move[i];
        if (mv_from(mv) != king && evasion_meets(&evasion, king, mv) && pos_is_legal(pos, mv)) *at++ = mv;
    }
    return king_moves(pos, at);
}

static Move *legal_moves(const Pos *pos, const Pins *pins, Move *first) {
    Move *at = first;
    at = legal_of_kind(pos, at, ROOK, pins->pinned);
    at = legal_of_kind(pos, at, CANNON, pins->pinned);
    at = legal_of_kind(pos, at, HORSE, pins->pinned);
    at = legal_of_kind(pos, at, PAWN, pins->pinned);
    at = legal_of_kind(pos, at, ADVISOR, pins->pinned);
    at = legal_of_kind(pos, at, ELEPHANT, pins->pinned);
    if (pins->hollow) at = keep_outside(first, at, pins->hollow, pos_king(pos, pos->side));
    return king_moves(pos, at);
}

int gen_legal(const Pos *pos, MoveList *list) {
    Pins pins;
    pos_pins(pos, &pins);
    const Move *end = pins.in_check ? evasions(pos, list->move) : legal_moves(pos, &pins, list->move);
    list->count = (int)(end - list->move);
    return list->count;
}

/* Moves of all men of one kind, captures included. */
static inline int count_kind(const Pos *pos, int kind) {
    const int side = pos->side;
    int count = 0;
    for (int n = man_first[kind]; n < man_first[kind + 1]; n++) {
        const int sq = pos->sq_of[side << 4 | n];
        if (sq == SQ_NONE) continue;
        if (kind == ROOK) count += rook_mobility(pos, side, sq);
        else if (kind == CANNON) count += cannon_mobility(pos, side, sq);
        else count += step_mobility(pos, pc_make(side, kind), sq);
    }
    return count;
}

/* How many moves of pinned men are not legal. */
static int count_illegal(const Pos *pos, uint32_t men) {
    int count = 0;
    for (; men; men &= men - 1) {
        MoveList list;
        const int man = __builtin_ctz(men), from = pos->sq_of[man], kind = man_kind[man];
        const Move *end = kind == ROOK || kind == CANNON ? slider_moves(pos, list.move, kind == CANNON, from, BOTH)
                                                         : step_moves(pos, list.move, man_piece(man), from, BOTH);
        for (const Move *at = list.move; at < end; at++) count += !pos_is_legal(pos, *at);
    }
    return count;
}

static int count_king(const Pos *pos) {
    Move moves[8];
    return (int)(king_moves(pos, moves) - moves);
}

int gen_count_legal(const Pos *pos) {
    MoveList list;
    Pins pins;
    pos_pins(pos, &pins);
    if (pins.in_check) return (int)(evasions(pos, list.move) - list.move);
    if (pins.hollow) return (int)(legal_moves(pos, &pins, list.move) - list.move);
    const int all = count_kind(pos, ROOK) + count_kind(pos, CANNON) + count_kind(pos, HORSE) + count_kind(pos, PAWN) +
                    count_kind(pos, ADVISOR) + count_kind(pos, ELEPHANT);
    const uint32_t movers = (uint32_t)0xfffe << (pos->side << 4); /* all but the king */
    return all - count_illegal(pos, pins.pinned & movers) + count_king(pos);
}

bool gen_any_legal(const Pos *pos) {
    return gen_count_legal(pos) > 0;
}
