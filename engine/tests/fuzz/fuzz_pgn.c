/* Any bytes as a game file: every game that is read comes back from every style of writing, every other one is named
 * in one sentence, and the reader gets to the end. */
#include <string.h>
#include "engine/tests/fuzz/fuzz.h"
#include "engine/xq/pgn.h"

static void check_round_trip(const PgnGame *game, const PgnStyle *style) {
    Buf text = { 0 };
    PgnReader reader;
    PgnGame again = { 0 };
    Err err = { 0 };
    pgn_write(game, style, &text);
    FUZZ_CHECK(pgn_open(&reader, "again.pgn", text.text, text.len, &err));
    FUZZ_CHECK(pgn_next(&reader, &again, &err) == PGN_GAME);
    FUZZ_CHECK(again.move_count == game->move_count && again.result == game->result);
    for (size_t i = 0; i < game->move_count; i++) FUZZ_CHECK(again.moves[i].move == game->moves[i].move);
    FUZZ_CHECK(pgn_next(&reader, &again, &err) == PGN_END);
    pgn_game_free(&again);
    pgn_close(&reader);
    buf_free(&text);
}

static void check_game(const PgnGame *game) {
    for (int notation = 0; notation < NOTATIONS; notation++)
        check_round_trip(game, &(PgnStyle){ .notation = (Notation)notation });
    check_round_trip(game, &(PgnStyle){ .notation = NOTATION_ICCS, .fairy = true });
}

/* The tables of the board, filled once: that takes longer than most inputs. */
static void prepare(void) {
    static bool ready;
    if (!ready) xq_init();
    ready = true;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    prepare();
    PgnReader reader;
    PgnGame game = { 0 };
    Err err = { 0 };
    if (!pgn_open(&reader, "in.pgn", (const char *)data, size, &err)) {
        FUZZ_CHECK(!strncmp(err.text, "in.pgn: ", 8));
        return 0;
    }
    for (PgnStatus status; (status = pgn_next(&reader, &game, &err)) != PGN_END;) {
        if (status == PGN_GAME) check_game(&game);
        else FUZZ_CHECK(!strncmp(err.text, "in.pgn:", 7) && !strpbrk(err.text, "\r\n"));
    }
    pgn_game_free(&game);
    pgn_close(&reader);
    return 0;
}
