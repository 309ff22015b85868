#include "engine/search/order.h"
#include "engine/search/see.h"

/* Sort keys: equal scores leave the smaller code first. */
enum { CODE_BITS = 14, CODE_MASK = (1 << CODE_BITS) - 1, SCORE_BIAS = 1 << 30 };
static uint64_t sort_key(int score, Move mv) {
    return (uint64_t)(uint32_t)(score + SCORE_BIAS) << CODE_BITS | (uint64_t)(~(unsigned)mv & CODE_MASK);
}
static Move key_move(uint64_t key) {
    return (Move)(~(unsigned)key & CODE_MASK);
}

int order_static_value(const Pos *pos, Move mv) {
    static const int value[KINDS] = {
        [KING] = 5, [ROOK] = 4, [HORSE] = 3, [CANNON] = 3, [ADVISOR] = 1, [ELEPHANT] = 1, [PAWN] = 2
    };
    const int to = mv_to(mv), victim = value[pc_kind(pos->board[to])];
    if (!pos_attacks(pos, pos->side ^ 1, to)) return victim;
    return victim - value[pc_kind(pos->board[mv_from(mv)])];
}

bool order_by_history(const SearchOptions *options, const Pos *pos, Move mv) {
    if (pos->board[mv_to(mv)] == PC_NONE || options->capture_order == CAPTURES_NONE) return true;
    return options->capture_order == CAPTURES_STATIC && order_static_value(pos, mv) < 0;
}

static int mvv_lva(const Pos *pos, Move mv) {
    static const int rank[KINDS] = {
        [KING] = 6, [ROOK] = 5, [CANNON] = 4, [HORSE] = 3, [PAWN] = 2, [ADVISOR] = 1, [ELEPHANT] = 1
    };
    return rank[pc_kind(pos->board[mv_to(mv)])] * KINDS - rank[pc_kind(pos->board[mv_from(mv)])];
}

static int capture_score(const Pos *pos, Move mv, int order) {
    switch (order) {
    case CAPTURES_MVV_LVA: return mvv_lva(pos, mv);
    case CAPTURES_SEE: return see(pos, mv);
    case CAPTURES_STATIC: return order_static_value(pos, mv);
    default: return 0;
    }
}

/* What the tree has learned of moves here: pointers that every move of the node looks into. */
typedef struct {
    const SearchOptions *options;
    const History *history;
    const int16_t *after_theirs, *after_ours; /* NULL without continuation history */
} Learned;

static Learned learned(Search *s, int ply) {
    const SearchOptions *const o = OPTIONS(s);
    const bool continued = o->continuation_history && o->history != HISTORY_OFF;
    return (Learned){
        .options = o,
        .history = &s->history,
        .after_theirs = continued ? history_row(&s->history, search_frame(s, ply - 1)->moved) : NULL,
        .after_ours = continued ? history_row(&s->history, search_frame(s, ply - 2)->moved) : NULL,
    };
}

static int learned_score(const Learned *learned, int pc, Move mv) {
    if (learned->options->history == HISTORY_OFF) return 0;
    int score = learned->history->score[history_index(learned->options, pc, mv)];
    if (!learned->after_theirs) return score;
    const int moved = piece_square(pc, mv_to(mv));
    return score + learned->after_theirs[moved] + learned->after_ours[moved];
}

static void add_by_history(Picker *picker, Search *s, const MoveList *list) {
    const Pos *pos = &s->game.pos;
    const Learned what = learned(s, picker->ply);
    for (int i = 0; i < list->count; i++) {
        const Move mv = list->move[i];
        picker->list[picker->count++] = sort_key(learned_score(&what, pos->board[mv_from(mv)], mv), mv);
    }
}

static void add_quiets(Picker *picker, Search *s) {
    MoveList list = { .count = 0 };
    generators[OPTIONS(s)->movegen].quiets(&s->game.pos, &list);
    add_by_history(picker, s, &list);
}

/* Captures that don't pay are put off: by exchange until after the quiet moves, by static value among them. */
static void add_captures(Picker *picker, Search *s) {
    MoveList list = { .count = 0 };
    const Pos *pos = &s->game.pos;
    const bool puts_off = !picker->captures_only && picker->order >= CAPTURES_SEE;
    generators[OPTIONS(s)->movegen].captures(pos, &list);
    for (int i = 0; i < list.count; i++) {
        const int score = capture_score(pos, list.move[i], picker->order);
        if (score < 0 && puts_off) picker->list[--picker->losing] = sort_key(score, list.move[i]);
        else picker->list[picker->count++] = sort_key(score, list.move[i]);
    }
}

/* Static values: losing captures join the quiet moves, under the same scores. */
static void add_losing_captures(Picker *picker, Search *s) {
    const Pos *pos = &s->game.pos;
    const Learned what = learned(s, picker->ply);
    for (; picker->losing < MOVES_MAX; picker->losing++) {
        const Move mv = key_move(picker->list[picker->losing]);
        picker->list[picker->count++] = sort_key(learned_score(&what, pos->board[mv_from(mv)], mv), mv);
    }
}

/* Nothing is told apart: all moves in one list, by what was learned. */
static void add_all(Picker *picker, Search *s) {
    picker->order = CAPTURES_STATIC;
    picker->losing = MOVES_MAX;
    MoveList list = { .count = 0 };
    generators[OPTIONS(s)->movegen].captures(&s->game.pos, &list);
    for (int i = 0; i < list.count; i++) picker->list[--picker->losing] = sort_key(0, list.move[i]);
    add_quiets(picker, s);
    add_losing_captures(picker, s);
}

static void add_refutation(Picker *picker, Move mv) {
    if (mv == MOVE_NONE || mv == picker->first) return;
    for (int i = 0; i < picker->refutations; i++)
        if (picker->refutation[i] == mv) return;
    picker->refutation[picker->refutations++] = mv;
}

static void add_refutations(Picker *picker, Search *s) {
    const SearchOptions *const o = OPTIONS(s);
    const Frame *f = search_frame(s, picker->ply);
    if (o->killers) {
        add_refutation(picker, f->killer[0]);
        add_refutation(picker, f->killer[1]);
    }
    if (o->counter_moves) add_refutation(picker, s->history.counter[search_frame(s, picker->ply - 1)->moved]);
}

static bool is_legal(const Picker *picker, const Pos *pos, Move mv) {
    return pos_is_pseudo_legal(pos, mv) && pins_allow(&picker->pins, pos, mv);
}

static void init(Picker *picker, Search *s, int ply, Move first) {
    const Pos *pos = &s->game.pos;
    picker->ply = ply;
    picker->count = picker->at = picker->refutations = picker->next_refutation = 0;
    picker->losing = MOVES_MAX;
    picker->no_quiets = false;
    pos_pins(pos, &picker->pins);
    const bool usable = first != MOVE_NONE && is_legal(picker, pos, first) &&
                        (!picker->captures_only || pos->board[mv_to(first)] != PC_NONE);
    picker->first = usable ? first : MOVE_NONE;
    picker->stage = usable ? STAGE_FIRST : STAGE_GENERATE_CAPTURES;
}

void picker_init(Picker *picker, Search *s, int ply, Move first) {
    picker->order = OPTIONS(s)->capture_order;
    picker->captures_only = picker->checks = false;
    init(picker, s, ply, first);
}

void picker_init_quiesce(Picker *picker, Search *s, int ply, Move first, bool checks, bool evasions) {
    picker->order = OPTIONS(s)->quiescence_order;
    picker->captures_only = !evasions;
    picker->checks = checks && !evasions;
    init(picker, s, ply, first);
}

/* Take the best of what is left: most nodes need few of their moves, so nothing is sorted. */
static Move take_best(Picker *picker) {
    int best = picker->at;
    for (int i = best + 1; i < picker->count; i++)
        if (picker->list[i] > picker->list[best]) best = i;
    const uint64_t key = picker->list[best];
    picker->list[best] = picker->list[picker->at];
    picker->list[picker->at++] = key;
    return key_move(key);
}

static bool was_tried(const Picker *picker, Move mv) {
    if (mv == picker->first) return true;
    for (int i = 0; i < picker->next_refutation; i++)
        if (picker->refutation[i] == mv) return true;
    return false;
}

static Move next_in_list(Picker *picker, const Pos *pos) {
    while (picker->at < picker->count) {
        const Move mv = take_best(picker);
        if (!was_tried(picker, mv) && pins_allow(&picker->pins, pos, mv)) return mv;
    }
    return MOVE_NONE;
}

/* Refutations are quiet where captures are ordered on their own. */
static Move next_refutation(Picker *picker, Search *s) {
    const Pos *pos = &s->game.pos;
    while (picker->next_refutation < picker->refutations) {
        const Move mv = picker->refutation[picker->next_refutation++];
        if (is_legal(picker, pos, mv) && order_by_history(OPTIONS(s), pos, mv)) return mv;
        picker->refutation[picker->next_refutation - 1] = MOVE_NONE; /* it will come as what it is here */
    }
    return MOVE_NONE;
}

static void generate_quiets(Picker *picker, Search *s) {
    picker->at = picker->count = 0;
    if (picker->order == CAPTURES_NONE) {
        add_all(picker, s);
        return;
    }
    add_quiets(picker, s);
    if (picker->order == CAPTURES_STATIC) add_losing_captures(picker, s);
}

static void generate_checks(Picker *picker, Search *s) {
    MoveList list = { .count = 0 };
    generators[OPTIONS(s)->movegen].quiets(&s->game.pos, &list);
    int checks = 0;
    for (int i = 0; i < list.count; i++)
        if (pos_gives_check(&s->game.pos, list.move[i])) list.move[checks++] = list.move[i];
    list.count = checks;
    picker->at = picker->count = 0;
    add_by_history(picker, s, &list);
}

static void list_losing_captures(Picker *picker) {
    picker->at = picker->losing;
    picker->count = MOVES_MAX;
}

Move picker_next(Picker *picker, Search *s) {
    const Pos *pos = &s->game.pos;
    Move mv;
    switch (picker->stage) {
    case STAGE_FIRST: picker->stage = STAGE_GENERATE_CAPTURES; return picker->first;
    case STAGE_GENERATE_CAPTURES:
        if (picker->order != CAPTURES_NONE || picker->captures_only) add_captures(picker, s);
        picker->stage = STAGE_CAPTURES;
        /* fallthrough */
    case STAGE_CAPTURES:
        if ((mv = next_in_list(picker, pos))) return mv;
        if (picker->captures_only) {
            picker->stage = picker->checks ? STAGE_GENERATE_CHECKS : STAGE_END;
            return picker_next(picker, s);
        }
        add_refutations(picker, s);
        picker->stage = STAGE_REFUTATIONS;
        /* fallthrough */
    case STAGE_REFUTATIONS:
        if (!picker->no_quiets && (mv = next_refutation(picker, s))) return mv;
        picker->stage = STAGE_GENERATE_QUIETS;
        /* fallthrough */
    case STAGE_GENERATE_QUIETS:
        if (!picker->no_quiets) generate_quiets(picker, s);
        picker->stage = STAGE_QUIETS;
        /* fallthrough */
    case STAGE_QUIETS:
        if (!picker->no_quiets && (mv = next_in_list(picker, pos))) return mv;
        list_losing_captures(picker);
        picker->stage = STAGE_LOSING_CAPTURES;
        /* fallthrough */
    case STAGE_LOSING_CAPTURES:
        if ((mv = next_in_list(picker, pos))) return mv;
        picker->stage = STAGE_END;
        return MOVE_NONE;
    case STAGE_GENERATE_CHECKS:
        generate_checks(picker, s);
        picker->stage = STAGE_CHECKS;
        /* fallthrough */
    case STAGE_CHECKS:
        if ((mv = next_in_list(picker, pos))) return mv;
        picker->stage = STAGE_END;
        /* fallthrough */
    case STAGE_END: break;
    }
    return MOVE_NONE;
}

int order_learned(Search *s, int ply, Move mv) {
    const Learned what = learned(s, ply);
    return learned_score(&what, s->game.pos.board[mv_from(mv)], mv);
}

bool order_is_refutation(Search *s, int ply, Move mv) {
    const Frame *f = search_frame(s, ply);
    return f->killer[0] == mv || f->killer[1] == mv || s->history.counter[search_frame(s, ply - 1)->moved] == mv;
}

static void reward(Search *s, int ply, Move mv, int bonus) {
    const SearchOptions *const o = OPTIONS(s);
    const int pc = s->game.pos.board[mv_from(mv)];
    history_add(&s->history, o, history_index(o, pc, mv), bonus);
    if (!o->continuation_history) return;
    const int moved = piece_square(pc, mv_to(mv));
    history_add_row(history_row(&s->history, search_frame(s, ply - 1)->moved), moved, bonus);
    history_add_row(history_row(&s->history, search_frame(s, ply - 2)->moved), moved, bonus);
}

static void remember_refutation(Search *s, int ply, Move mv) {
    Frame *f = search_frame(s, ply);
    if (OPTIONS(s)->killers && f->killer[0] != mv) {
        f->killer[1] = f->killer[0];
        f->killer[0] = mv;
    }
    if (OPTIONS(s)->counter_moves) s->history.counter[search_frame(s, ply - 1)->moved] = mv;
}

void order_learn(Search *s, int ply, int depth, Move best, bool cutoff, const Move *tried, int tried_count) {
    const SearchOptions *const o = OPTIONS(s);
    const Pos *pos = &s->game.pos;
    const bool counts = order_by_history(o, pos, best);
    if (counts && cutoff) remember_refutation(s, ply, best);
    if (o->history == HISTORY_OFF) return;
    const int bonus = history_bonus(o, depth);
    if (counts) reward(s, ply, best, bonus);
    if (!o->history_malus) return;
    for (int i = 0; i < tried_count; i++)
        if (tried[i] != best && order_by_history(o, pos, tried[i])) reward(s, ply, tried[i], -bonus);
}
