#include "engine/xq/gen.h"
#include <stddef.h>

/* Every square against every square: too slow for play, plain enough to be right. */
static void scan(const Pos *pos, MoveList *list, bool captures) {
    for (int from = 0; from < SQ_COUNT; from++) {
        if (pos->board[from] == PC_NONE || pc_side(pos->board[from]) != pos->side) continue;
        for (int to = 0; to < SQ_COUNT; to++) {
            const Move mv = mv_make(from, to);
            if ((pos->board[to] != PC_NONE) == captures && pos_is_pseudo_legal(pos, mv)) list->move[list->count++] = mv;
        }
    }
}
static void scan_captures(const Pos *pos, MoveList *list) { scan(pos, list, true); }
static void scan_quiets(const Pos *pos, MoveList *list) { scan(pos, list, false); }

/* Until the faster ones stand, every method is the scan. */
const Generator generators[MOVEGENS] = {
    [MOVEGEN_SCAN]     = { "scan", "every square looked at by predicates", scan_captures, scan_quiets },
    [MOVEGEN_TEMPLATE] = { "template", "", scan_captures, scan_quiets },
    [MOVEGEN_TABLE]    = { "table", "", scan_captures, scan_quiets },
    [MOVEGEN_BITBOARD] = { "bitboard", "", scan_captures, scan_quiets },
};
const char *const movegen_names[] = { "scan", "template", "table", "bitboard", NULL };

int gen_legal_by(MoveGen method, const Pos *pos, MoveList *list) {
    MoveList pseudo = { .count = 0 };
    generators[method].captures(pos, &pseudo);
    generators[method].quiets(pos, &pseudo);
    list->count = 0;
    for (int i = 0; i < pseudo.count; i++)
        if (pos_is_legal(pos, pseudo.move[i])) list->move[list->count++] = pseudo.move[i];
    return list->count;
}

int gen_legal(const Pos *pos, MoveList *list) { return gen_legal_by((MoveGen)MOVEGEN_DEFAULT, pos, list); }

bool gen_any_legal(const Pos *pos) {
    MoveList list;
    return gen_legal(pos, &list) > 0;
}

int gen_count_legal(const Pos *pos) {
    MoveList list;
    return gen_legal(pos, &list);
}
