/* Positions for tests that want many of them. */
#ifndef TUNER_TESTS_POSITIONS_H
#define TUNER_TESTS_POSITIONS_H
#include "engine/core/rng.h"
#include "engine/tests/test.h"
#include "engine/xq/fen.h"
#include "engine/xq/gen.h"

/* The position after so many random moves; each number has its own. */
static inline Pos random_position(int number, int plies) {
    Pos pos;
    assert_true(fen_parse(POS_START_FEN, &pos, NULL));
    for (int i = 0; i < plies; i++) {
        MoveList list;
        Undo undo;
        if (!gen_legal(&pos, &list)) break;
        pos_make(&pos, list.move[rng_below(5, (uint64_t)number, (uint64_t)i, (uint64_t)list.count)], &undo);
    }
    return pos;
}
#endif
