/* Any text as a FEN: a position that comes back from its own FEN, or one sentence that says what is wrong. */
#include <string.h>
#include "engine/core/arena.h"
#include "engine/tests/fuzz/fuzz.h"
#include "engine/xq/fen.h"
#include "engine/xq/gen.h"

static void check_round_trip(const Pos *pos) {
    Pos again;
    Err err = { 0 };
    char text[FEN_SIZE], once_more[FEN_SIZE];
    FUZZ_CHECK(fen_parse(fen_text(pos, text), &again, &err));
    FUZZ_CHECK(!memcmp(&again, pos, sizeof again));
    FUZZ_CHECK(!strcmp(fen_text(&again, once_more), text));
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
    Pos pos;
    Err err = { 0 };
    const bool diagram = fen_parse_diagram(text, &pos, NULL);
    memset(&pos, 0, sizeof pos);
    if (fen_parse(text, &pos, &err)) {
        FUZZ_CHECK(diagram && pos.key == pos_compute_key(&pos));
        check_round_trip(&pos);
        MoveList list;
        FUZZ_CHECK(gen_legal(&pos, &list) <= MOVES_MAX);
    } else {
        FUZZ_CHECK(err.kind == ERR_INPUT && !strncmp(err.text, "FEN: ", 5));
    }
    free(text);
    return 0;
}
