#include "engine/xq/perft.h"

uint64_t perft(Pos *pos, int depth, MoveGen method, bool bulk) {
    if (depth == 0) return 1;
    MoveList list;
    gen_legal_by(method, pos, &list);
    if (bulk && depth == 1) return (uint64_t)list.count;
    uint64_t leaves = 0;
    for (int i = 0; i < list.count; i++) {
        Undo undo;
        pos_make(pos, list.move[i], &undo);
        leaves += perft(pos, depth - 1, method, bulk);
        pos_undo(pos, list.move[i], &undo);
    }
    return leaves;
}
