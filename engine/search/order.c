#include "engine/search/order.h"

/* Values that order captures; only their ranking matters. */
static const int rank_of_kind[8] = { [KING] = 6, [ROOK] = 5, [CANNON] = 4, [HORSE] = 3, [ADVISOR] = 1, [ELEPHANT] = 1, [PAWN] = 2 };

enum { STAGE_FIRST, STAGE_GENERATE_CAPTURES, STAGE_CAPTURES, STAGE_GENERATE_REST, STAGE_REST, STAGE_END };

enum { CODE_BITS = 14, SCORE_BIAS = 1 << 30 };
static uint64_t sort_key(int score, Move mv) {
    return (uint64_t)(score + SCORE_BIAS) << CODE_BITS | (uint64_t)(~mv & ((1 << CODE_BITS) - 1));
}
static Move key_move(uint64_t key) { return (Move)(~key & ((1 << CODE_BITS) - 1)); }

static int capture_score(const Pos *pos, Move mv, int order) {
    const int victim = rank_of_kind[pc_kind(pos->board[mv_to(mv)])];
    const int attacker = rank_of_kind[pc_kind(pos->board[mv_from(mv)])];
    return order == CAPTURES_MVV_LVA ? victim * 8 - attacker : 0;
}

static void add_captures(Picker *picker, Search *s) {
    MoveList list = { .count = 0 };
    const Pos *pos = &s->game.pos;
    generators[OPTIONS(s)->movegen].captures(pos, &list);
    for (int i = 0; i < list.count; i++)
        picker->list[picker->count++] = sort_key(capture_score(pos, list.move[i], picker->order), list.move[i]);
}

static void add_quiets(Picker *picker, Search *s) {
    MoveList list = { .count = 0 };
    generators[OPTIONS(s)->movegen].quiets(&s->game.pos, &list);
    for (int i = 0; i < list.count; i++) picker->list[picker->count++] = sort_key(-SCORE_BIAS / 2, list.move[i]);
}

void picker_init(Picker *picker, Search *s, Move first) {
    const Pos *pos = &s->game.pos;
    picker->order = OPTIONS(s)->capture_order;
    picker->captures_only = false;
    picker->count = picker->at = 0;
    const bool usable = first != MOVE_NONE && pos_is_pseudo_legal(pos, first) && pos_is_legal(pos, first);
    picker->first = usable ? first : MOVE_NONE;
    picker->stage = usable ? STAGE_FIRST : STAGE_GENERATE_CAPTURES;
}

void picker_init_quiesce(Picker *picker, Search *s, bool evasions) {
    picker->order = OPTIONS(s)->quiescence_order;
    picker->captures_only = !evasions;
    picker->count = picker->at = 0;
    picker->first = MOVE_NONE;
    picker->stage = STAGE_GENERATE_CAPTURES;
}

/* Move the best of the rest to the front and take it: most nodes need few of their moves, so nothing is sorted. */
static Move take_best(Picker *picker) {
    int best = picker->at;
    for (int i = best + 1; i < picker->count; i++)
        if (picker->list[i] > picker->list[best]) best = i;
    const uint64_t key = picker->list[best];
    picker->list[best] = picker->list[picker->at];
    picker->list[picker->at++] = key;
    return key_move(key);
}

static Move next_from_list(Picker *picker, Search *s) {
    while (picker->at < picker->count) {
        const Move mv = take_best(picker);
        if (mv != picker->first && pos_is_legal(&s->game.pos, mv)) return mv;
    }
    return MOVE_NONE;
}

Move picker_next(Picker *picker, Search *s) {
    Move mv;
    switch (picker->stage) {
    case STAGE_FIRST:
        picker->stage = STAGE_GENERATE_CAPTURES;
        return picker->first;
    case STAGE_GENERATE_CAPTURES:
        picker->stage = STAGE_CAPTURES;
        add_captures(picker, s);
        if (picker->order == CAPTURES_NONE && !picker->captures_only) add_quiets(picker, s);
        /* fallthrough */
    case STAGE_CAPTURES:
        if ((mv = next_from_list(picker, s))) return mv;
        picker->stage = STAGE_GENERATE_REST;
        /* fallthrough */
    case STAGE_GENERATE_REST:
        picker->stage = STAGE_REST;
        if (picker->order != CAPTURES_NONE && !picker->captures_only) add_quiets(picker, s);
        /* fallthrough */
    case STAGE_REST:
        if ((mv = next_from_list(picker, s))) return mv;
        picker->stage = STAGE_END;
        /* fallthrough */
    default: return MOVE_NONE;
    }
}
