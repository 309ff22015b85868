#include "engine/tests/test.h"
#include <stdlib.h>
#include <string.h>
#include "bench/report/game_pgn.h"
#include "bench/report/replay.h"
#include "bench/tests/recorded.h"

static const char ending_fen[] = "3ak4/4a4/9/9/9/9/9/4R4/4A4/3AK4 b - - 11 40";

/* Two moves of opening, then what recorded_game plays; it begins with Black's move 40. */
typedef struct { StoredGame stored; Move opening[2]; Pos start; } Fixture;

static int setup(void **state) {
    static Fixture fixture;
    fixture = (Fixture){ .opening = { move_parse_coord("e9f9", false), move_parse_coord("e2h2", false) } };
    StoredGame *stored = &fixture.stored;
    *stored = (StoredGame){ .number = 24, .pairing = 1, .round = 3, .run_started_unix = 1764460800, .run_name = "tag \"quoted\"",
                            .run_host = "lab", .player = { "pvs null_move=2", "炮" }, .start_fen = ending_fen, .opening_move = fixture.opening,
                            .opening_count = 2 };
    if (!fen_parse(ending_fen, &fixture.start, NULL)) return -1;
    Pos pos = fixture.start;
    for (int i = 0; i < 2; i++) {
        Undo undo;
        pos_make(&pos, fixture.opening[i], &undo);
    }
    stored->record.leg = 1;
    recorded_game(&stored->record, &pos, 30, 5);
    stored->record.started_ns = 90000ll * 1000000000; /* a day and an hour into the run */
    *state = &fixture;
    return 0;
}

static int teardown(void **state) {
    free(((Fixture *)*state)->stored.record.move);
    return 0;
}

static void assert_tag(const PgnGame *game, const char *name, const char *value) {
    const char *found = pgn_tag(game, name);
    if (!found || strcmp(found, value) != 0) fail_msg("[%s] is %s, not %s", name, found ? found : "missing", value);
}

/* Read the text back: the only game in it. */
static void read_back(const Buf *text, PgnGame *game) {
    PgnReader reader;
    Err err = { 0 };
    assert_true(pgn_open(&reader, "exported", text->text, text->len, &err));
    if (pgn_next(&reader, game, &err) != PGN_GAME) fail_msg("%s\n%s", err.text, text->text);
    PgnGame rest = { 0 };
    assert_int_equal(pgn_next(&reader, &rest, &err), PGN_END);
    pgn_game_free(&rest);
    pgn_close(&reader);
}

static void exported_games_are_read_back_the_same(void **state) {
    const Fixture *fixture = *state;
    const StoredGame *stored = &fixture->stored;
    static const PgnStyle styles[] = { { NOTATION_ICCS, false }, { NOTATION_ICCS, true }, { NOTATION_WXF, false }, { NOTATION_CHINESE, false } };
    for (size_t i = 0; i < 2 * COUNT_OF(styles); i++) {
        PgnGame written = { 0 }, read = { 0 };
        Buf text = { 0 };
        const bool comments = i >= COUNT_OF(styles);
        assert_true(game_pgn(stored, comments, &written, NULL));
        pgn_write(&written, &styles[i % COUNT_OF(styles)], &text);
        read_back(&text, &read);
        assert_tag(&read, "Event", "tag \"quoted\"");
        assert_tag(&read, "Site", "lab");
        assert_tag(&read, "Date", "2025.12.01");
        assert_tag(&read, "Round", "4.2");
        assert_tag(&read, "Red", "pvs null_move=2");
        assert_tag(&read, "Black", "炮");
        assert_tag(&read, "Number", "24");
        assert_tag(&read, "Termination", reason_names[stored->record.reason]);
        assert_int_equal(read.result, stored->record.outcome);
        char fen[FEN_SIZE];
        assert_string_equal(fen_text(&read.start, fen), ending_fen);
        assert_int_equal(read.move_count, 2 + stored->record.count);
        for (size_t k = 0; k < read.move_count; k++) {
            const Move expected = k < 2 ? fixture->opening[k] : stored->record.move[k - 2].move;
            assert_int_equal(read.moves[k].move, expected);
            if (comments != (read.moves[k].comment != NULL)) fail_msg("comment of move %zu", k);
        }
        if (comments) {
            const MoveRecord *move = &stored->record.move[0];
            Buf comment = { 0 };
            buf_addf(&comment, "%+d/%d %d %.1fms", move->score, move->depth, (int)move->nodes, (double)move->time_ns / 1e6);
            assert_string_equal(read.moves[0].comment, "book");
            assert_string_equal(read.moves[2].comment, buf_text(&comment));
            buf_free(&comment);
        }
        pgn_game_free(&written);
        pgn_game_free(&read);
        buf_free(&text);
    }
}

static void a_damaged_game_is_named(void **state) {
    Fixture *fixture = *state;
    PgnGame pgn = { 0 };
    Err err;
    fixture->stored.record.move[4].move = mv_make(0, 89);
    assert_false(game_pgn(&fixture->stored, true, &pgn, &err));
    assert_string_equal(err.text, "game 24 of the store: move 7 is not legal there");
    fixture->stored.start_fen = "9/9 w";
    assert_false(game_pgn(&fixture->stored, true, &pgn, &err));
    assert_non_null(strstr(err.text, "game 24 of the store: "));
    pgn_game_free(&pgn);
}

static void scores_and_times_are_short_words(void **state) {
    (void)state;
    static const struct { int score; ScoreBound bound; const char *text; } scores[] = {
        { 35, SCORE_EXACT, "+35" },          { -120, SCORE_EXACT, "-120" },       { 0, SCORE_EXACT, "+0" },
        { 40, SCORE_LOWER, ">=+40" },        { -7, SCORE_UPPER, "<=-7" },         { 0, SCORE_NONE, "-" },
        { ANSWER_MATE - 1, SCORE_EXACT, "+M1" }, { ANSWER_MATE - 5, SCORE_EXACT, "+M3" }, { -ANSWER_MATE + 4, SCORE_EXACT, "-M2" },
        { ANSWER_MATE_MIN - 1, SCORE_EXACT, "+28999" },
    };
    static const struct { int64_t ns; const char *text; } times[] = {
        { 0, "0.0ms" }, { 1234567, "1.2ms" }, { 999900000, "999.9ms" }, { 1000000000, "1.00s" }, { 65432100000, "65.43s" },
    };
    Buf text = { 0 };
    for (size_t i = 0; i < COUNT_OF(scores); i++) {
        buf_clear(&text);
        const MoveRecord move = { .score = (int16_t)scores[i].score, .bound = (uint8_t)scores[i].bound };
        move_score_print(&move, &text);
        assert_string_equal(buf_text(&text), scores[i].text);
    }
    for (size_t i = 0; i < COUNT_OF(times); i++) {
        buf_clear(&text);
        duration_print(times[i].ns, &text);
        assert_string_equal(buf_text(&text), times[i].text);
    }
    buf_free(&text);
}

static void assert_shows(const Replay *replay, const char *part) {
    Buf text = { 0 };
    replay_print(replay, &text);
    if (!strstr(buf_text(&text), part)) fail_msg("'%s' is not in:\n%s", part, buf_text(&text));
    buf_free(&text);
}

static void a_replay_goes_on_and_back(void **state) {
    const Fixture *fixture = *state;
    Replay replay;
    assert_true(replay_init(&replay, &fixture->stored, NULL));
    replay.notation = NOTATION_ICCS;
    assert_int_equal(replay_plies(&replay), 32);
    assert_shows(&replay, "Ply 0 of 32: the first position\n");
    replay_go(&replay, 1);
    assert_shows(&replay, "Ply 1 of 32: 40... e9f9  Black, from the opening\n");
    replay_go(&replay, 3);
    const MoveRecord *move = &fixture->stored.record.move[0];
    char coord[MOVE_TEXT_SIZE];
    Buf line = { 0 };
    buf_addf(&line, "Ply 3 of 32: 41... %s  Black, 炮  score %+d  depth %d  %d nodes  %.1fms", move_coord(move->move, false, coord),
             move->score, move->depth, (int)move->nodes, (double)move->time_ns / 1e6);
    assert_shows(&replay, buf_text(&line));
    const uint64_t key = replay.game.pos.key;
    replay_go(&replay, 1000);
    assert_int_equal(replay.game.count, 32);
    assert_shows(&replay, "The game is over: ");
    replay_go(&replay, 3);
    assert_true(replay.game.pos.key == key);
    replay_go(&replay, -5);
    assert_int_equal(replay.game.count, 0);
    buf_clear(&line);
    replay_print_head(&replay, &line);
    assert_string_equal(buf_text(&line), "Game 24 of 'tag \"quoted\"', round 4, leg 2: pvs null_move=2 (Red) - 炮 (Black)\n");
    buf_free(&line);
    replay_free(&replay);
}

static void a_replay_ends_with_the_reason_in_words(void **state) {
    Fixture *fixture = *state;
    GameRecord *record = &fixture->stored.record;
    static const struct { Outcome outcome; Verdict verdict; Reason reason; const char *note, *says; } rows[] = {
        { OUTCOME_BLACK, { .outcome = OUTCOME_BLACK, .reason = REASON_PERPETUAL_CHECK, .act = { ACT_CHECK, ACT_IDLE } }, REASON_PERPETUAL_CHECK, "",
          "The game is over: Red checked on every move (perpetual_check): Black wins\n" },
        { OUTCOME_RED, { .reason = REASON_NONE }, REASON_CRASH, "ended by signal 11",
          "The game is over: a player's process ended (crash): Red wins\nBlack: ended by signal 11\n" },
        { OUTCOME_DRAW, { .reason = REASON_NONE }, REASON_ADJUDICATED_DRAW, "",
          "The game is over: both players agreed for long on a draw (adjudicated_draw): draw\n" },
        { OUTCOME_NONE, { .reason = REASON_NONE }, REASON_NONE, "", "The game has no result.\n" },
    };
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        record->outcome = rows[i].outcome;
        record->reason = rows[i].reason;
        record->verdict = rows[i].verdict;
        strcpy(record->side[BLACK].note, rows[i].note);
        Replay replay;
        assert_true(replay_init(&replay, &fixture->stored, NULL));
        replay_go(&replay, 1000);
        assert_shows(&replay, rows[i].says);
        replay_free(&replay);
    }
}

int main(void) {
#define game_test(f) cmocka_unit_test_setup_teardown(f, setup, teardown)
    const struct CMUnitTest tests[] = {
        game_test(exported_games_are_read_back_the_same),
        game_test(a_damaged_game_is_named),
        cmocka_unit_test(scores_and_times_are_short_words),
        game_test(a_replay_goes_on_and_back),
        game_test(a_replay_ends_with_the_reason_in_words),
    };
    xq_init();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
