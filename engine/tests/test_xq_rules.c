#include "engine/tests/test.h"
#include <stdio.h>
#include <string.h>
#include "engine/core/file.h"
#include "engine/xq/fen.h"
#include "engine/xq/notation.h"
#include "engine/xq/rules_suite.h"

static RuleSet rule_set(const char *name) {
    RuleSet rules;
    assert_true(rule_set_find(name, &rules));
    return rules;
}

static void start(Game *game, const char *fen) {
    Pos pos;
    Err err;
    if (!fen_parse(fen, &pos, &err)) fail_msg("%s: %s", fen, err.text);
    game_init(game, &pos);
}

static void push_legal(Game *game, const char *text) {
    const Move mv = move_parse_coord(text, false);
    if (!mv || !pos_is_pseudo_legal(&game->pos, mv) || !pos_is_legal(&game->pos, mv)) fail_msg("%s is no legal move", text);
    game_push(game, mv);
}

/* Play blank-separated moves until a verdict. */
static Verdict play(Game *game, const char *moves, const RuleSet *rules) {
    Verdict verdict = rules_judge(game, rules);
    while (verdict.outcome == OUTCOME_NONE && *moves) {
        char text[8] = "";
        const size_t len = strcspn(moves, " ");
        assert_true(len < sizeof text);
        memcpy(text, moves, len);
        push_legal(game, text);
        verdict = rules_judge(game, rules);
        moves += len + (moves[len] == ' ');
    }
    return verdict;
}

/* Play a game of `checks` rounds with a red check each, then of quiet rounds, until a verdict. */
static Verdict play_rounds(const RuleSet *rules, const char *fen, int checks) {
    Game game;
    start(&game, fen);
    Verdict verdict = rules_judge(&game, rules);
    for (int round = 0; verdict.outcome == OUTCOME_NONE && round < 100; round++)
        verdict = play(&game, round < checks ? "i2e2 e9f9 e2i2 f9e9" : "i2h2 e9f9 h2i2 f9e9", rules);
    game_free(&game);
    return verdict;
}

static void natural_limit_by_number_of_checks(void **state) {
    (void)state;
    static const struct { const char *set; int checks, plies; } rows[] = {
        { "asian", 0, 120 },   { "asian", 10, 120 },  { "asian", 15, 130 },  { "asian", 25, 150 },
        { "fairy", 0, 100 },   { "fairy", 10, 100 },  { "fairy", 15, 110 },  { "fairy", 25, 130 },
        { "league", 0, 100 },  { "league", 10, 120 }, { "league", 15, 130 }, { "league", 25, 150 },
        { "simple", 0, 120 },  { "simple", 25, 120 },
    };
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        RuleSet rules = rule_set(rows[i].set);
        rules.repetition = REPETITION_OFF;
        const Verdict verdict = play_rounds(&rules, "4k4/9/9/9/9/9/9/8R/9/3K5 w - - 0 1", rows[i].checks);
        if (verdict.ply != rows[i].plies || verdict.reason != REASON_NATURAL_LIMIT || verdict.outcome != OUTCOME_DRAW)
            fail_msg("%s with %d checks: %s after %d plies, expected a draw after %d", rows[i].set, rows[i].checks,
                     reason_names[verdict.reason], verdict.ply, rows[i].plies);
    }
}

static void the_limit_starts_from_the_number_in_the_fen(void **state) {
    (void)state;
    RuleSet rules = rule_set("asian");
    rules.repetition = REPETITION_OFF;
    assert_int_equal(play_rounds(&rules, "4k4/9/9/9/9/9/9/8R/9/3K5 w - - 90 60", 0).ply, 30);
    rules = rule_set("league");
    rules.repetition = REPETITION_OFF;
    assert_int_equal(play_rounds(&rules, "4k4/9/9/9/9/9/9/8R/9/3K5 w - - 90 60", 0).ply, 100);
}

static void a_side_without_a_legal_move_has_lost(void **state) {
    (void)state;
    static const struct { const char *fen, *moves; Outcome outcome; Reason reason; int ply; } rows[] = {
        { "3k5/8R/9/9/9/9/9/9/7R1/4K4 w - - 0 1", "h1h9", OUTCOME_RED, REASON_CHECKMATE, 1 },
        { "3k5/9/9/9/9/9/9/9/8R/4K4 w - - 0 1", "i1i8", OUTCOME_RED, REASON_STALEMATE, 1 },
        { "4k4/9/7r1/9/9/9/9/9/8r/3K5 b - - 0 1", "h7h0", OUTCOME_BLACK, REASON_CHECKMATE, 1 },
        { "3k5/9/9/9/9/9/9/9/8R/4K4 w - - 0 1", "i1i7", OUTCOME_NONE, REASON_NONE, 1 },
        { "3k5/8R/9/9/9/9/9/9/7R1/4K4 w - - 119 80", "h1h9", OUTCOME_RED, REASON_CHECKMATE, 1 }, /* on the limit ply */
        { "3k5/8R/9/9/9/9/9/9/7R1/4K4 w - - 119 80", "i8i7", OUTCOME_DRAW, REASON_NATURAL_LIMIT, 1 },
    };
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        const RuleSet rules = rule_set("asian");
        Game game;
        start(&game, rows[i].fen);
        const Verdict verdict = play(&game, rows[i].moves, &rules);
        if (verdict.outcome != rows[i].outcome || verdict.reason != rows[i].reason || verdict.ply != rows[i].ply)
            fail_msg("row %zu: %s %s after %d plies", i, outcome_names[verdict.outcome], reason_names[verdict.reason], verdict.ply);
        game_free(&game);
    }
}

/* Every case of the suite, with colours exchanged and in the mirror. */
static void check_suite(const char *set, const char *column) {
    const RuleSet rules = rule_set(set);
    RuleSuite suite;
    Err err;
    int wrong = 0;
    if (!rule_suite_read(XQ_SOURCE_DIR "/suites/rules/repetition.tsv", column, &suite, &err)) fail_msg("%s", err.text);
    assert_true(suite.count >= 40);
    for (size_t i = 0; i < suite.count; i++) {
        const RuleCase *item = &suite.cases[i];
        for (int image = 0; image < RULE_CASE_IMAGES; image++) {
            Game game;
            Verdict verdict;
            if (!rule_case_play(item, image, &rules, &game, &verdict, &err)) fail_msg("%s: %s", item->id, err.text);
            const Outcome expected = rule_case_outcome(item, image);
            if (verdict.ply != item->ply || verdict.outcome != expected) {
                print_error("%s %s image %d: %d:%s, expected %d:%s\n", set, item->id, image, verdict.ply,
                            outcome_names[verdict.outcome], item->ply, outcome_names[expected]);
                wrong++;
            }
            game_free(&game);
        }
    }
    rule_suite_free(&suite);
    assert_int_equal(wrong, 0);
}

static void asian_judges_repetitions_like_the_strong_engines(void **state) {
    (void)state;
    check_suite("asian", "pikafish");
}

static void league_judges_repetitions_like_its_own_judge(void **state) {
    (void)state;
    check_suite("league", "elephanteye_4fold");
}

/* Play the cycle until a verdict, at most this many times. */
static Verdict play_cycle(Game *game, const char *cycle, int times, const RuleSet *rules) {
    Verdict verdict = rules_judge(game, rules);
    for (int i = 0; i < times && verdict.outcome == OUTCOME_NONE; i++) verdict = play(game, cycle, rules);
    return verdict;
}

static const char check_fen[] = "3k5/9/9/9/9/9/9/9/9/3R1K3 b - - 0 1", check_cycle[] = "d9e9 d0e0 e9d9 e0d0";
static const char chase_fen[] = "4ka3/9/9/9/9/n8/9/9/2R6/3K5 w - - 0 1", chase_cycle[] = "c1a1 a4c5 a1c1 c5a4";
static const char idle_fen[] = "3k5/9/9/9/9/9/9/9/R8/4K4 w - - 0 1", idle_cycle[] = "a1b1 d9d8 b1a1 d8d9";
/* A red horse discovers check by a cannon with every move, a black rook chases the horse with every answer. */
static const char both_fen[] = "5k3/6r2/3a5/1c7/9/9/6N2/5C3/5K3/7R1 w - - 0 1", both_cycle[] = "g3f5 g8f8 f5g3 f8g8";
static const char checks_fen[] = "3Ncn3/c3a4/2C2k3/8r/9/9/9/4K4/9/9 w - - 0 1", checks_cycle[] = "d9e7 e8d7 e7d9 d7e8";
static const char chases_fen[] = "3C1kC2/9/1c7/7P1/6c2/6N2/9/4KA3/6r2/6B2 w - - 0 1", chases_cycle[] = "g4e5 g5i5 e5g4 i5g5";

static void every_verdict_carries_its_reason_and_what_each_side_did(void **state) {
    (void)state;
    static const struct {
        const char *set, *fen, *cycle;
        int ply;
        Outcome outcome;
        Reason reason;
        Act red, black;
        const char *text;
    } rows[] = {
        { "asian", check_fen, check_cycle, 8, OUTCOME_BLACK, REASON_PERPETUAL_CHECK, ACT_CHECK, ACT_IDLE,
          "Red checked on every move (perpetual_check): Black wins" },
        { "simple", check_fen, check_cycle, 8, OUTCOME_BLACK, REASON_PERPETUAL_CHECK, ACT_CHECK, ACT_IDLE,
          "Red checked on every move (perpetual_check): Black wins" },
        { "asian", chase_fen, chase_cycle, 8, OUTCOME_BLACK, REASON_PERPETUAL_CHASE, ACT_CHASE, ACT_IDLE,
          "Red chased Black's horse on every move (perpetual_chase): Black wins" },
        { "simple", chase_fen, chase_cycle, 8, OUTCOME_DRAW, REASON_REPETITION, ACT_IDLE, ACT_IDLE,
          "the position came again, nobody offended (repetition): draw" },
        { "asian", idle_fen, idle_cycle, 8, OUTCOME_DRAW, REASON_REPETITION, ACT_IDLE, ACT_IDLE,
          "the position came again, nobody offended (repetition): draw" },
        { "none", check_fen, check_cycle, 160, OUTCOME_NONE, REASON_NONE, ACT_IDLE, ACT_IDLE,
          "the game goes on" },
        { "league", both_fen, both_cycle, 12, OUTCOME_BLACK, REASON_PERPETUAL_CHECK, ACT_CHECK, ACT_CHASE,
          "Red checked on every move, Black chased Red's horse on every move (perpetual_check): Black wins" },
        { "asian", both_fen, both_cycle, 8, OUTCOME_BLACK, REASON_PERPETUAL_CHECK, ACT_CHECK, ACT_IDLE,
          "Red checked on every move (perpetual_check): Black wins" },
        { "asian", checks_fen, checks_cycle, 8, OUTCOME_DRAW, REASON_MUTUAL_CHECK, ACT_CHECK, ACT_CHECK,
          "Red checked on every move, Black checked on every move (mutual_check): draw" },
        { "simple", checks_fen, checks_cycle, 8, OUTCOME_DRAW, REASON_MUTUAL_CHECK, ACT_CHECK, ACT_CHECK,
          "Red checked on every move, Black checked on every move (mutual_check): draw" },
        { "asian", chases_fen, chases_cycle, 8, OUTCOME_DRAW, REASON_MUTUAL_CHASE, ACT_CHASE, ACT_CHASE,
          "Red chased Black's rook on every move, Black chased Red's elephant on every move (mutual_chase): draw" },
    };
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        const RuleSet rules = rule_set(rows[i].set);
        Game game;
        Buf text = { 0 };
        start(&game, rows[i].fen);
        const Verdict verdict = play_cycle(&game, rows[i].cycle, 40, &rules);
        verdict_print(&verdict, &text);
        if (strcmp(buf_text(&text), rows[i].text) != 0) fail_msg("row %zu: %s", i, buf_text(&text));
        assert_int_equal(verdict.ply, rows[i].ply);
        assert_int_equal(verdict.outcome, rows[i].outcome);
        assert_int_equal(verdict.reason, rows[i].reason);
        assert_int_equal(verdict.act[RED], rows[i].red);
        assert_int_equal(verdict.act[BLACK], rows[i].black);
        assert_int_equal(verdict.cycle_start, 0);
        buf_free(&text);
        game_free(&game);
    }
}

static void the_victim_of_a_chase_is_the_man_itself(void **state) {
    (void)state;
    const RuleSet rules = rule_set("asian");
    Game game;
    start(&game, chase_fen);
    const Verdict verdict = play_cycle(&game, chase_cycle, 3, &rules);
    assert_int_equal(verdict.victims[RED], 1u << game.pos.man[sq_of(0, 4)]);
    assert_int_equal(verdict.victims[BLACK], 0);
    game_free(&game);
}

static void explaining_a_repetition_names_what_each_move_did(void **state) {
    (void)state;
    const RuleSet rules = rule_set("asian");
    Game game;
    Buf text = { 0 };
    start(&game, chase_fen);
    Verdict verdict = play_cycle(&game, chase_cycle, 3, &rules);
    verdict.ply = 2; /* the first two moves are enough to see */
    verdict_explain(&verdict, &game, &rules, &text);
    assert_string_equal(buf_text(&text), "1. c1a1 Red: chases Black's horse\n2. a4c5 Black: idle\n");
    buf_free(&text);
    game_free(&game);
}

static void check_counts_start_anew_after_a_capture(void **state) {
    (void)state;
    RuleSet rules = rule_set("asian");
    rules.repetition = REPETITION_OFF;
    Game game;
    start(&game, "4k4/9/9/9/8p/9/9/8R/9/3K5 w - - 0 1");
    play_cycle(&game, "i2e2 e9f9 e2i2 f9e9", 12, &rules); /* 12 checks in 48 plies */
    play(&game, "i2i5 e9f9 i5h5 f9e9 h5e5", &rules);      /* the capture is ply 49 */
    play_cycle(&game, "e9f9 e5h5 f9e9 h5e5", 9, &rules);  /* 10 checks since */
    play(&game, "e9f9 e5g5 f9e9 g5h5", &rules);
    const Verdict verdict = play_cycle(&game, "e9f9 h5g5 f9e9 g5h5", 40, &rules);
    assert_int_equal(verdict.reason, REASON_NATURAL_LIMIT);
    assert_int_equal(verdict.ply, 49 + 120);
    game_free(&game);
}

static void no_repetition_reaches_back_behind_a_capture_or_a_pass(void **state) {
    (void)state;
    const RuleSet rules = rule_set("asian");
    Game game;
    /* The rook's first move takes a pawn: what stood before can't come again. */
    start(&game, "3k5/9/9/9/9/9/9/9/Rp7/4K4 w - - 0 1");
    play(&game, "a1b1 d9d8 b1a1 d8d9 a1b1 d9d8 b1a1 d8d9", &rules);
    assert_int_equal(rules_judge(&game, &rules).reason, REASON_NONE); /* twice since the capture, not three times */
    assert_int_equal(play(&game, "a1b1 d9d8", &rules).ply, 9);
    game_free(&game);
    start(&game, idle_fen);
    play(&game, "a1b1 d9d8 b1a1", &rules);
    game_push_null(&game);
    push_legal(&game, "a1b1");
    push_legal(&game, "d8d9");
    push_legal(&game, "b1a1");
    game_push_null(&game);
    assert_int_equal(rules_search_repetition(&game, -1, &rules), OUTCOME_NONE);
    game_free(&game);
}

static void dead_material_draws_by_the_rule_chosen(void **state) {
    (void)state;
    static const struct { const char *fen; bool bare, lone_cannon; } rows[] = {
        { "3ak4/9/4b4/9/9/9/9/4B4/4A4/3AK4 w - - 0 1", true, true },
        { "3k5/9/9/9/9/9/9/9/9/4K4 b - - 0 1", true, true },
        { "3k5/9/9/9/p8/9/9/9/9/4K4 w - - 0 1", false, false },
        { "3k5/9/9/9/9/9/9/9/8N/4K4 w - - 0 1", false, false },
        { "3k5/9/9/9/9/9/9/9/8R/4K4 w - - 0 1", false, false },
        { "3k5/9/9/9/9/9/9/9/8C/4K4 w - - 0 1", false, true },
        { "3k5/9/9/9/9/9/9/4B4/8C/4K4 b - - 0 1", false, true },
        { "3k5/9/9/9/9/9/9/9/4A3C/4K4 w - - 0 1", false, false },      /* its advisor is a screen: a win */
        { "3k5/4a4/9/9/9/9/9/9/8C/4K4 w - - 0 1", false, true },
        { "3k1a3/4a4/9/9/9/9/9/9/8C/4K4 w - - 0 1", false, true },
        { "3k1a3/4a4/9/9/9/9/9/4B4/8C/4K4 w - - 0 1", false, false },  /* wins in three plies exist */
        { "3ak4/4a4/2C6/9/9/9/9/3K5/9/9 w - - 0 1", false, false },    /* Red mates at once */
        { "3k5/8c/9/9/9/9/9/9/8C/4K4 w - - 0 1", false, true },
        { "3k5/8c/9/9/9/9/9/9/4A3C/4K4 w - - 0 1", false, false },
        { "3k5/8c/9/9/9/9/9/9/7CC/4K4 w - - 0 1", false, false },
    };
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        const bool expected[] = { false, rows[i].bare, rows[i].lone_cannon };
        Game game;
        start(&game, rows[i].fen);
        for (int material = MATERIAL_OFF; material <= MATERIAL_LONE_CANNON; material++) {
            RuleSet rules = rule_set("asian");
            rules.material = material;
            const Verdict verdict = rules_judge(&game, &rules);
            if (verdict.reason != (expected[material] ? REASON_MATERIAL : REASON_NONE))
                fail_msg("%s under rule %d: %s", rows[i].fen, material, reason_names[verdict.reason]);
        }
        game_free(&game);
    }
}

static void a_move_that_would_lose_by_repetition_is_banned(void **state) {
    (void)state;
    const RuleSet rules = rule_set("league");
    Game game;
    start(&game, check_fen);
    const Move last = move_parse_coord("e0d0", false), other = move_parse_coord("e0e1", false);
    play(&game, "d9e9 d0e0 e9d9 e0d0 d9e9 d0e0 e9d9", &rules);
    assert_false(rules_bans(&game, last, &rules)); /* the third occurrence only */
    play(&game, "e0d0 d9e9 d0e0 e9d9", &rules);
    const Pos before = game.pos;
    assert_true(rules_bans(&game, last, &rules));
    assert_false(rules_bans(&game, other, &rules));
    assert_memory_equal(&game.pos, &before, sizeof before);
    assert_int_equal(game.count, 11);
    game_free(&game);
}

static void a_move_that_draws_by_repetition_is_not_banned(void **state) {
    (void)state;
    const RuleSet rules = rule_set("asian");
    Game game;
    start(&game, idle_fen);
    play(&game, "a1b1 d9d8 b1a1 d8d9 a1b1 d9d8 b1a1", &rules);
    assert_false(rules_bans(&game, move_parse_coord("d8d9", false), &rules));
    game_free(&game);
}

static void a_search_takes_the_second_occurrence_behind_its_root(void **state) {
    (void)state;
    const RuleSet rules = rule_set("asian");
    static const struct { int plies, root; Outcome outcome; } rows[] = {
        { 4, 0, OUTCOME_NONE }, /* the root's own position is on the way, not behind it */
        { 5, 0, OUTCOME_BLACK },
        { 5, 1, OUTCOME_NONE },
        { 8, 6, OUTCOME_BLACK }, /* the third occurrence counts wherever it started */
        { 8, 4, OUTCOME_BLACK },
    };
    static const char *const moves[] = { "c1a1", "a4c5", "a1c1", "c5a4", "c1a1", "a4c5", "a1c1", "c5a4" };
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        Game game;
        start(&game, chase_fen);
        for (int ply = 0; ply < rows[i].plies; ply++) push_legal(&game, moves[ply]);
        if (rules_search_repetition(&game, rows[i].root, &rules) != rows[i].outcome)
            fail_msg("row %zu: %s", i, outcome_names[rules_search_repetition(&game, rows[i].root, &rules)]);
        game_free(&game);
    }
}

static void option_rows_default_to_asian(void **state) {
    (void)state;
    const RuleSet asian = rule_set("asian");
    RuleSet rules, other;
    Buf text = { 0 }, defaults = { 0 };
    opt_defaults(&rule_options, &rules);
    opt_print(&rule_options, &rules, true, &defaults);
    opt_print(&rule_options, &asian, true, &text);
    assert_string_equal(buf_text(&text), buf_text(&defaults));
    assert_false(rule_set_find("fide", &other));
    buf_free(&defaults);
    buf_free(&text);
}

static void reasons_are_found_by_their_words(void **state) {
    (void)state;
    for (int i = 0; i < REASON_COUNT; i++) assert_int_equal(reason_find(reason_names[i]), i);
    assert_int_equal(reason_find("boredom"), REASON_COUNT);
}

static void a_malformed_suite_is_refused_with_its_place(void **state) {
    (void)state;
    static const struct { const char *text, *error; } rows[] = {
        { "own\tfen\n", "bad_suite.tsv:1: no line of column names (# id, fen, ...) before the rows" },
        { "#id\tfen\tprefix\tcycle\tjudge\n", "bad_suite.tsv: no cases" },
        { "#id\tfen\tprefix\tcycle\nx\ty\tz\tc\n", "bad_suite.tsv:2: no column 'judge' in the header" },
        { "#id\tfen\tprefix\tcycle\tjudge\nx\ty\tz\n", "bad_suite.tsv:2: the row has 3 cells, wanted 4 at least" },
        { "# why\n#id\tfen\tprefix\tcycle\tjudge(ply)\nx\ty\tz\tc\t8:RED\n",
          "bad_suite.tsv:3: '8:RED' is no verdict: wanted PLY:RED wins, PLY:BLACK wins, PLY:draw or PLY:none" },
    };
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        RuleSuite suite;
        Err err = { 0 };
        assert_true(file_write("bad_suite.tsv", rows[i].text, strlen(rows[i].text), &err));
        assert_false(rule_suite_read("bad_suite.tsv", "judge", &suite, &err));
        assert_string_equal(err.text, rows[i].error);
    }
    remove("bad_suite.tsv");
}

int main(void) {
    xq_init();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(natural_limit_by_number_of_checks),
        cmocka_unit_test(the_limit_starts_from_the_number_in_the_fen),
        cmocka_unit_test(a_side_without_a_legal_move_has_lost),
        cmocka_unit_test(asian_judges_repetitions_like_the_strong_engines),
        cmocka_unit_test(league_judges_repetitions_like_its_own_judge),
        cmocka_unit_test(every_verdict_carries_its_reason_and_what_each_side_did),
        cmocka_unit_test(the_victim_of_a_chase_is_the_man_itself),
        cmocka_unit_test(explaining_a_repetition_names_what_each_move_did),
        cmocka_unit_test(check_counts_start_anew_after_a_capture),
        cmocka_unit_test(no_repetition_reaches_back_behind_a_capture_or_a_pass),
        cmocka_unit_test(dead_material_draws_by_the_rule_chosen),
        cmocka_unit_test(a_move_that_would_lose_by_repetition_is_banned),
        cmocka_unit_test(a_move_that_draws_by_repetition_is_not_banned),
        cmocka_unit_test(a_search_takes_the_second_occurrence_behind_its_root),
        cmocka_unit_test(option_rows_default_to_asian),
        cmocka_unit_test(reasons_are_found_by_their_words),
        cmocka_unit_test(a_malformed_suite_is_refused_with_its_place),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
