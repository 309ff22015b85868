#include "engine/tests/test.h"
#include "bench/match/adjudicate.h"
#include "bench/match/clock.h"
#include "bench/match/play.h"
#include "bench/tests/scripted.h"
#include "engine/xq/fen.h"

/* Play one game of these two scripts from a position; the record is the caller's. */
static GameRecord play(const Script scripts[2], const MatchSpec *shape, const char *fen, const char *opening) {
    MatchSpec players = scripted_match(scripts, 2, 2);
    Table table = { .rules = &shape->rules, .adjudication = &shape->adjudication };
    for (int side = RED; side <= BLACK; side++) {
        table.player[side] = player_new(&players.player[side], NULL);
        table.limit[side] = &shape->limit;
    }
    Pos start;
    assert_true(fen_parse(fen, &start, NULL));
    Game game;
    game_init(&game, &start);
    for (const char *at = opening; *at; at += 4 + (at[4] == ' ')) {
        const char word[5] = { at[0], at[1], at[2], at[3], 0 };
        game_push(&game, move_parse_coord(word, false));
    }
    GameRecord record = { .side = { { .player = 0 }, { .player = 1 } } };
    assert_true(play_game(&table, &game, &record));
    game_free(&game);
    for (int side = RED; side <= BLACK; side++) player_delete(table.player[side]);
    spec_free(&players);
    return record;
}

static MatchSpec plain_shape(void) {
    MatchSpec shape = { .limit = { .depth = 1, .movetime_ns = 1000000000 }, .adjudication = { .max_plies = 60 } };
    rule_set_find("asian", &shape.rules);
    return shape;
}

static void games_end_by_what_ends_them(void **state) {
    (void)state;
    static const struct {
        const char *name, *fen, *opening;
        Script script[2];
        Outcome outcome;
        Reason reason;
        int plies;
    } rows[] = {
        { "mate", "4k4/R8/9/9/9/9/9/9/9/1R1K5 w", "", { { .moves = "b0b9" } }, OUTCOME_RED, REASON_CHECKMATE, 1 },
        { "stalemate", "3k5/9/R8/9/9/9/9/9/4R4/4K4 w", "", { { .moves = "a7a8" } }, OUTCOME_RED, REASON_STALEMATE, 1 },
        { "perpetual check", "4k4/9/9/9/R8/9/9/9/9/5K3 w", "",
          { { .moves = "a5a9 a9a8 a8a9 a9a8 a8a9" }, { .moves = "e9e8 e8e9 e9e8 e8e9" } }, OUTCOME_BLACK,
            REASON_PERPETUAL_CHECK, 9 },
        { "dead material", "4k4/9/9/9/9/9/9/3p5/4A4/5K3 w", "", { { .moves = "e1d2" } }, OUTCOME_DRAW,
          REASON_MATERIAL, 1 },
        { "natural limit", "4k4/9/9/9/9/9/9/R8/9/3K5 w - - 119 1", "", { { .moves = "a2a3" } }, OUTCOME_DRAW,
          REASON_NATURAL_LIMIT, 1 },
        { "longest game", POS_START_FEN, "h2e2 h9g7", { { 0 } }, OUTCOME_DRAW, REASON_MAX_PLIES, 58 },
        { "resigns", POS_START_FEN, "h2e2", { { 0 }, { .deed = DO_RESIGN, .at_ply = 5 } }, OUTCOME_RED, REASON_RESIGN,
          4 },
        { "illegal move", POS_START_FEN, "", { { .deed = DO_ILLEGAL, .at_ply = 2 } }, OUTCOME_BLACK,
          REASON_ILLEGAL_MOVE, 2 },
        { "no move", POS_START_FEN, "", { { .deed = DO_NOTHING } }, OUTCOME_BLACK, REASON_ILLEGAL_MOVE, 0 },
        { "crash", POS_START_FEN, "", { { 0 }, { .deed = DO_CRASH } }, OUTCOME_RED, REASON_CRASH, 1 },
        { "stall", POS_START_FEN, "", { { .deed = DO_STALL, .at_ply = 6 } }, OUTCOME_BLACK, REASON_STALL, 6 },
        { "late", POS_START_FEN, "", { { 0 }, { .deed = DO_LATE, .at_ply = 3 } }, OUTCOME_RED, REASON_TIME_LOSS, 3 },
        { "Black can't begin", POS_START_FEN, "", { { 0 }, { .deed = DO_FAIL_NEW_GAME } }, OUTCOME_RED, REASON_CRASH,
          0 },
        { "one offers a draw", POS_START_FEN, "", { { .offers_draws = true } }, OUTCOME_DRAW, REASON_MAX_PLIES, 60 },
        { "both offer a draw", POS_START_FEN, "", { { .offers_draws = true }, { .offers_draws = true } },
          OUTCOME_DRAW, REASON_AGREED_DRAW, 2 },
    };
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        const MatchSpec shape = plain_shape();
        GameRecord record = play(rows[i].script, &shape, rows[i].fen, rows[i].opening);
        if (record.outcome != rows[i].outcome || record.reason != rows[i].reason || record.count != rows[i].plies)
            fail_msg("%s: ended %s by %s after %d plies", rows[i].name, outcome_names[record.outcome],
                     reason_names[record.reason], record.count);
        free(record.move);
    }
}

static void both_players_must_agree_for_an_adjudication(void **state) {
    (void)state;
    static const struct {
        const char *name;
        int red, black;
        ScoreBound bound;
        Adjudication rules;
        Outcome outcome;
        Reason reason;
        int plies;
    } rows[] = {
        { "both see Red win", 950, -900, SCORE_EXACT, { .win_moves = 3, .win_score = 900 }, OUTCOME_RED,
          REASON_ADJUDICATED_WIN, 6 },
        { "both see Black win", -2000, 900, SCORE_EXACT, { .win_moves = 3, .win_score = 900 }, OUTCOME_BLACK,
          REASON_ADJUDICATED_WIN, 6 },
        { "Black doubts it", 950, -899, SCORE_EXACT, { .win_moves = 3, .win_score = 900, .max_plies = 20 },
          OUTCOME_DRAW, REASON_MAX_PLIES, 20 },
        { "both see themselves win", 950, 950, SCORE_EXACT, { .win_moves = 3, .win_score = 900, .max_plies = 20 },
          OUTCOME_DRAW, REASON_MAX_PLIES, 20 },
        { "a lower bound says little of a loss", 950, -950, SCORE_LOWER, { .win_moves = 3, .win_score = 900,
          .max_plies = 20 }, OUTCOME_DRAW, REASON_MAX_PLIES, 20 },
        { "no scores", 950, -950, SCORE_NONE, { .win_moves = 3, .win_score = 900, .max_plies = 20 }, OUTCOME_DRAW,
          REASON_MAX_PLIES, 20 },
        { "level", 10, -10, SCORE_EXACT, { .draw_moves = 4, .draw_score = 10 }, OUTCOME_DRAW, REASON_ADJUDICATED_DRAW,
          8 },
        { "level, but early", 0, 0, SCORE_EXACT, { .draw_moves = 4, .draw_score = 10, .draw_after = 15 },
          OUTCOME_DRAW, REASON_ADJUDICATED_DRAW, 15 },
        { "not quite level", 11, 0, SCORE_EXACT, { .draw_moves = 4, .draw_score = 10, .max_plies = 20 }, OUTCOME_DRAW,
          REASON_MAX_PLIES, 20 },
        { "switched off", 2000, -2000, SCORE_EXACT, { .win_score = 900, .max_plies = 20 }, OUTCOME_DRAW,
          REASON_MAX_PLIES, 20 },
    };
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        MatchSpec shape = plain_shape();
        shape.adjudication = rows[i].rules;
        const Script scripts[2] = { { .score = rows[i].red, .bound = rows[i].bound },
                                    { .score = rows[i].black, .bound = rows[i].bound } };
        GameRecord record = play(scripts, &shape, POS_START_FEN, "");
        if (record.outcome != rows[i].outcome || record.reason != rows[i].reason || record.count != rows[i].plies)
            fail_msg("%s: ended %s by %s after %d plies", rows[i].name, outcome_names[record.outcome],
                     reason_names[record.reason], record.count);
        free(record.move);
    }
}

static void a_row_of_agreement_begins_anew_when_it_breaks(void **state) {
    (void)state;
    const Adjudication rules = { .win_moves = 2, .win_score = 500 };
    const Answer winning = { .score = 600, .bound = SCORE_EXACT }, losing = { .score = -600, .bound = SCORE_EXACT },
                 unsure = { .score = 100, .bound = SCORE_EXACT };
    const Answer *const said[] = { &winning, &losing, &winning, &unsure, &winning, &losing, &winning, &losing };
    Agreement agreement = { 0 };
    for (int ply = 0; ply < (int)COUNT_OF(said); ply++) {
        agreement_add(&agreement, &rules, ply % 2 ? BLACK : RED, said[ply]);
        assert_int_equal(agreement_outcome(&agreement, &rules, ply + 1), ply == 7 ? OUTCOME_RED : OUTCOME_NONE);
    }
}

static void a_fault_is_noted_on_the_side_that_did_it(void **state) {
    (void)state;
    static const struct { Deed deed; Fault fault; const char *note; } rows[] = {
        { DO_ILLEGAL, FAULT_ILLEGAL, "a0i9 is not legal" },
        { DO_NOTHING, FAULT_ILLEGAL, "gave no move" },
        { DO_CRASH, FAULT_CRASH, "as scripted" },
        { DO_STALL, FAULT_STALL, "as scripted" },
        { DO_LATE, FAULT_TIME, "took 1000.0 ms and had 1000.0 ms" },
        { DO_FAIL_NEW_GAME, FAULT_CRASH, "no game today" },
        { DO_RESIGN, FAULT_NONE, "" },
    };
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        const MatchSpec shape = plain_shape();
        const Script scripts[2] = { { 0 }, { .deed = rows[i].deed } };
        GameRecord record = play(scripts, &shape, POS_START_FEN, "");
        assert_int_equal(record.side[BLACK].fault, rows[i].fault);
        assert_string_equal(record.side[BLACK].note, rows[i].note);
        assert_int_equal(record.side[RED].fault, FAULT_NONE);
        free(record.move);
    }
}

static void what_was_said_is_recorded_and_summed(void **state) {
    (void)state;
    MatchSpec shape = plain_shape();
    shape.adjudication.max_plies = 7;
    const Script scripts[2] = { { .score = 31, .bound = SCORE_EXACT }, { .score = -40000, .bound = SCORE_LOWER } };
    GameRecord record = play(scripts, &shape, POS_START_FEN, "");
    assert_int_equal(record.count, 7);
    assert_int_equal(record.side[RED].moves, 4);
    assert_int_equal(record.side[BLACK].moves, 3);
    assert_int_equal(record.side[RED].nodes, 40);
    assert_int_equal(record.side[BLACK].depth_sum, 3);
    assert_int_equal(record.move[0].score, 31);
    assert_int_equal(record.move[1].score, -ANSWER_MATE);
    assert_int_equal(record.move[1].bound, SCORE_LOWER);
    for (int i = 0; i < record.count; i++)
        assert_true(record.move[i].move != MOVE_NONE && record.move[i].overhead_ns >= 0);
    free(record.move);
}

static const int64_t ms = 1000000;

static void a_clock_counts_increments_periods_and_margins(void **state) {
    (void)state;
    static const struct { const char *name; Limit limit; int64_t used_ms[8]; int moves; bool in_time; int64_t left_ms; int to_go; } rows[] = {
        { "increments", { .base_ns = 1000 * 1000000, .increment_ns = 100 * 1000000 }, { 300, 400 }, 2, true, 500, 0 },
        { "used up to the last", { .base_ns = 1000 * 1000000 }, { 400, 600 }, 2, true, 0, 0 },
        { "one too much", { .base_ns = 1000 * 1000000 }, { 400, 601 }, 2, false, 600, 0 },
        { "within the margin", { .base_ns = 1000 * 1000000, .increment_ns = 50 * 1000000, .margin_ns = 20 * 1000000 },
          { 1020 }, 1, true, 50, 0 },
        { "beyond the margin", { .base_ns = 1000 * 1000000, .margin_ns = 20 * 1000000 }, { 1021 }, 1, false, 1000, 0 },
        { "a period", { .base_ns = 1000 * 1000000, .moves = 3 }, { 100, 200 }, 2, true, 700, 1 },
        { "a new period", { .base_ns = 1000 * 1000000, .moves = 3 }, { 100, 200, 300 }, 3, true, 1400, 3 },
        { "time of one move", { .movetime_ns = 100 * 1000000, .margin_ns = 5 * 1000000 }, { 105, 100 }, 2, true, 0, 0 },
        { "time of one move overstepped", { .movetime_ns = 100 * 1000000, .margin_ns = 5 * 1000000 }, { 100, 106 }, 2,
          false, 0, 0 },
        { "no time at all", { .nodes = 5 }, { 100000000 }, 1, true, 0, 0 },
    };
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        Clock clock = clock_start(&rows[i].limit);
        bool in_time = true;
        for (int k = 0; k < rows[i].moves; k++) in_time = clock_charge(&clock, rows[i].used_ms[k] * ms, 0);
        if (in_time != rows[i].in_time) fail_msg("%s: in time %d", rows[i].name, in_time);
        const ClockState told = clock_state(&clock, &clock);
        if (told.own_ns / ms != rows[i].left_ms || told.moves_to_go != rows[i].to_go)
            fail_msg("%s: %lld ms left, %d to go", rows[i].name, (long long)(told.own_ns / ms), told.moves_to_go);
    }
}

static void an_empty_clock_is_not_mistaken_for_none(void **state) {
    (void)state;
    const Limit limit = { .base_ns = 1000 };
    Clock clock = clock_start(&limit);
    assert_true(clock_charge(&clock, 1000, 0));
    assert_true(clock_state(&clock, &clock).own_ns > 0);
}

static void a_clock_of_nodes_knows_no_time(void **state) {
    (void)state;
    const Limit time = { .base_ns = 1000 * 1000000 }, nodes = { .base_ns = 1000 * 1000000, .nodestime = 200 };
    const Answer slow = { .time_ns = 3000 * ms, .nodes = 50000 }, endless = { .nodes = UINT64_MAX };
    assert_int_equal(clock_used_ns(&time, &slow), 3000 * ms);
    assert_int_equal(clock_used_ns(&nodes, &slow), 250 * ms);
    Clock clock = clock_start(&nodes);
    for (int i = 0; i < 4; i++) assert_true(clock_charge(&clock, clock_used_ns(&nodes, &slow), 0));
    assert_false(clock_charge(&clock, clock_used_ns(&nodes, &slow), 0));
    clock = clock_start(&nodes);
    assert_false(clock_charge(&clock, clock_used_ns(&nodes, &endless), 0));
}

static void what_the_machine_took_is_excused_and_no_more(void **state) {
    (void)state;
    const Limit clocked = { .base_ns = 100 * 1000000, .increment_ns = 2 * 1000000, .margin_ns = 50 * 1000000 };
    const Limit move = { .movetime_ns = 100 * 1000000, .margin_ns = 50 * 1000000 };
    Clock clock = clock_start(&clocked);
    assert_true(clock_charge(&clock, 180 * ms, 30 * ms));
    assert_int_equal(clock.left_ns / ms, 2);
    clock = clock_start(&clocked);
    assert_false(clock_charge(&clock, 180 * ms + 1, 30 * ms));
    clock = clock_start(&move);
    assert_true(clock_charge(&clock, 170 * ms, 20 * ms));
    assert_false(clock_charge(&clock, 170 * ms, 19 * ms));
}

int main(void) {
    xq_init();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(games_end_by_what_ends_them),
        cmocka_unit_test(both_players_must_agree_for_an_adjudication),
        cmocka_unit_test(a_row_of_agreement_begins_anew_when_it_breaks),
        cmocka_unit_test(a_fault_is_noted_on_the_side_that_did_it),
        cmocka_unit_test(what_was_said_is_recorded_and_summed),
        cmocka_unit_test(a_clock_counts_increments_periods_and_margins),
        cmocka_unit_test(an_empty_clock_is_not_mistaken_for_none),
        cmocka_unit_test(a_clock_of_nodes_knows_no_time),
        cmocka_unit_test(what_the_machine_took_is_excused_and_no_more),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
