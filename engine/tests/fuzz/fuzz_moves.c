/* Any text as a move on boards with crowded files: a legal move that each notation writes and reads back, or one
 * sentence that says what is wrong. */
#include <string.h>
#include "engine/core/arena.h"
#include "engine/tests/fuzz/fuzz.h"
#include "engine/xq/fen.h"
#include "engine/xq/notation.h"

static const char *const boards[] = {
    "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w",
    "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR b",
    "5k3/2P6/2P1P4/2PRP4/3R5/2B6/2N1C4/2N1C4/9/2B1K4 w",
    "2b1k4/9/2n1c4/2n1c4/2b6/3r5/2prp4/2p1p4/2p6/5K3 b",
    "3k5/4P4/4P4/4P4/4P4/4P4/9/3A5/9/3AK4 w",
};

static void check_move(const Pos *pos, Move mv) {
    FUZZ_CHECK(pos_is_pseudo_legal(pos, mv) && pos_is_legal(pos, mv));
    for (int notation = 0; notation < NOTATIONS; notation++) {
        char text[MOVE_TEXT_SIZE];
        Err err = { 0 };
        FUZZ_CHECK(move_parse(pos, move_text(pos, mv, (Notation)notation, text), &err) == mv);
    }
}

/* The tables of the board, filled once: that takes longer than most inputs. */
static void prepare(void) {
    static bool ready;
    if (!ready) xq_init();
    ready = true;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    prepare();
    char *text = mem_zalloc(size + 1, 1);
    if (size) memcpy(text, data, size);
    for (size_t i = 0; i < sizeof boards / sizeof boards[0]; i++) {
        Pos pos;
        Err err = { 0 };
        FUZZ_CHECK(fen_parse(boards[i], &pos, &err));
        const Move mv = move_parse(&pos, text, &err);
        if (mv) check_move(&pos, mv);
        else FUZZ_CHECK(err.kind == ERR_INPUT && *err.text && !strpbrk(err.text, "\r\n"));
    }
    free(text);
    return 0;
}
