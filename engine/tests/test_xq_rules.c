#include "engine/tests/test.h"
#include <string.h>
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

int main(void) {
    xq_init();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(asian_judges_repetitions_like_the_strong_engines),
        cmocka_unit_test(league_judges_repetitions_like_its_own_judge),
        cmocka_unit_test(natural_limit_by_number_of_checks),
        cmocka_unit_test(the_limit_starts_from_the_number_in_the_fen),
        cmocka_unit_test(a_side_without_a_legal_move_has_lost),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
