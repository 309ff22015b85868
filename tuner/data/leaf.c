#include "tuner/data/leaf.h"
#include "engine/search/see.h"
#include "engine/xq/gen.h"

enum { PLIES_MAX = 24, INFINITE = EVAL_MAX + 1 };

typedef struct { const EvalTables *tables; Pos pos; } Walk;

/* Captures that don't lose by exchange, dearest victims first. */
static int list_captures(const Pos *pos, Move out[MOVES_MAX]) {
    MoveList list = { .count = 0 };
    int count = 0;
    generators[MOVEGEN_DEFAULT].captures(pos, &list);
    for (int i = 0; i < list.count; i++) {
        const Move mv = list.move[i];
        if (!pos_is_legal(pos, mv) || !see_at_least(pos, mv, 0)) continue;
        const int worth = see_value[pc_kind(pos->board[mv_to(mv)])];
        int at = count++;
        for (; at && see_value[pc_kind(pos->board[mv_to(out[at - 1])])] < worth; at--) out[at] = out[at - 1];
        out[at] = mv;
    }
    return count;
}

static int search(Walk *w, int alpha, int beta, int ply, Pos *leaf) {
    int best = eval_with(w->tables, &w->pos);
    *leaf = w->pos;
    if (best >= beta || ply == PLIES_MAX) return best;
    Move move[MOVES_MAX];
    const int count = list_captures(&w->pos, move);
    for (int i = 0; i < count; i++) {
        Undo undo;
        Pos end;
        pos_make(&w->pos, move[i], &undo);
        const int value = -search(w, -beta, -(best > alpha ? best : alpha), ply + 1, &end);
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
    return search(&walk, -INFINITE, INFINITE, 0, leaf);
}
