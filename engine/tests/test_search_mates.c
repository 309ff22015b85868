/* The strongest variant finds every short mate of the suite, at its exact length, by a move that the suite names. */
#include "engine/tests/test.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "engine/core/file.h"
#include "engine/search/session.h"
#include "engine/xq/fen.h"
#include "engine/xq/notation.h"

typedef struct {
    Pos pos;
    char first[256];
    int moves;
} Mate;

static void read_mate(const char *line, size_t len, Mate *mate) {
    char text[512], fen[FEN_SIZE], board[100], side[2];
    assert_true(len < sizeof text);
    snprintf(text, sizeof text, "%.*s", (int)len, line);
    assert_int_equal(sscanf(text, "%99s %1s", board, side), 2);
    snprintf(fen, sizeof fen, "%s %s", board, side);
    assert_true(fen_parse(fen, &mate->pos, NULL));
    assert_int_equal(sscanf(strstr(text, " bm "), " bm %255[^;]", mate->first), 1);
    assert_int_equal(sscanf(strstr(text, " dm "), " dm %d", &mate->moves), 1);
}

static void solve(Session *session, const char *line, size_t len) {
    enum { NODES = 2000000 }; /* far more than nearly all of them need */
    Mate mate;
    SearchResult result;
    char best[MOVE_TEXT_SIZE];
    read_mate(line, len, &mate);
    session_new_game(session);
    assert_true(session_set_position(session, &mate.pos, NULL, 0, NULL));
    session_go(session, &(SearchLimits){ .nodes = NODES, .mate = mate.moves }, NULL, &result);
    move_coord(result.best, false, best);
    if (result.score != SCORE_MATE - (2 * mate.moves - 1) || !strstr(mate.first, best))
        fail_msg("%.*s: %s, score %d at depth %d", (int)len, line, best, result.score, result.depth);
}

static void the_full_variant_solves_every_short_mate(void **state) {
    (void)state;
    Buf text = { 0 };
    Variant variant;
    variant_default(&variant);
    Session *session = session_new(&variant, NULL);
    assert_true(file_read(XQ_SOURCE_DIR "/suites/mates/short.epd", &text, NULL));
    const char *cursor = buf_text(&text), *line;
    int solved = 0;
    for (size_t len; text_next_line(&cursor, &line, &len);) {
        if (!len || *line == '#') continue;
        solve(session, line, len);
        solved++;
    }
    assert_int_equal(solved, 48);
    session_delete(session);
    buf_free(&text);
}

int main(void) {
    xq_init();
    const struct CMUnitTest tests[] = { cmocka_unit_test(the_full_variant_solves_every_short_mate) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
