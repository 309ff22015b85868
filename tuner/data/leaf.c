#include "tuner/data/leaf.h"
#include "engine/search/see.h"
#include "engine/xq/gen.h"

enum { PLIES_MAX = 24, INFINITE = EVAL_MAX + 2 };

typedef struct { const EvalTables *tables; Pos pos; bool answers_checks; } Walk;

/* Dearest victims first, then by the move's code: the order must not depend on which man of a kind is which, or a position read back
 * from its FEN would find another leaf of the same value. */
static bool goes_before(const Pos *pos, Move a, Move b) {
    const int worth_a = see_value[pc_kind(pos->board[mv_to(a)])], worth_b = see_value[pc_kind(pos->board[mv_to(b)])];
    return worth_a != worth_b ? worth_a > worth_b : a < b;
}

static void insert(const Pos *pos, Move mv, Move out[MOVES_MAX], int *count) {
    int at = (*count)++;
    for (; at && goes_before(pos, mv, out[at - 1]); at--) out[at] = out[at - 1];
    out[at] = mv;
}

/* Captures that don't lose by exchange. */
static int list_captures(const Pos *pos, Move out[MOVES_MAX]) {
    MoveList list = { .count = 0 };
    int count = 0;
    generators[MOVEGEN_DEFAULT].captures(pos, &list);
    for (int i = 0; i < list.count; i++)
        if (pos_is_legal(pos, list.move[i]) && see_at_least(pos, list.move[i], 0)) insert(pos, list.move[i], out, &count);
    return count;
}

static int list_legal(const Pos *pos, Move out[MOVES_MAX]) {
    MoveList list;
    int count = 0;
    gen_legal(pos, &list);
    for (int i = 0; i < list.count; i++) insert(pos, list.move[i], out, &count);
    return count;
}

static int search(Walk *w, int alpha, int beta, int depth, int ply, Pos *leaf) {
    const bool all = ply < PLIES_MAX && (depth > 0 || (w->answers_checks && pos_in_check(&w->pos, w->pos.side)));
    int best = all ? -LEAF_MATE : eval_with(w->tables, &w->pos);
    *leaf = w->pos;
    if (best >= beta || ply == PLIES_MAX) return best;
    Move move[MOVES_MAX];
    const int count = all ? list_legal(&w->pos, move) : list_captures(&w->pos, move);
    for (int i = 0; i < count; i++) {
        Undo undo;
        Pos end;
        pos_make(&w->pos, move[i], &undo);
        const int value = -search(w, -beta, -(best > alpha ? best : alpha), depth - 1, ply + 1, &end);
        pos_undo(&w->pos, move[i], &undo);
        if (value <= best) continue;
        best = value;
        *leaf = end;
        if (best >= beta) break;
    }
    return best;
}

int leaf_find(const EvalTables *tables, const Pos *pos, Pos *leaf) {
    Walk walk = { .tables = tables, .pos = *pos };
    return search(&walk, -INFINITE, INFINITE, 0, 0, leaf);
}

int leaf_search(const EvalTables *tables, const Pos *pos, int depth, Pos *leaf) {
    Walk walk = { .tables = tables, .pos = *pos, .answers_checks = true };
    return search(&walk, -INFINITE, INFINITE, depth, 0, leaf);
}

int leaf_as_it_stands(const EvalTables *tables, const Pos *pos, Pos *leaf) {
    *leaf = *pos;
    return gen_any_legal(pos) ? eval_with(tables, pos) : -LEAF_MATE;
}
