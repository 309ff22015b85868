#include "engine/tests/test.h"
#include <stdlib.h>
#include <string.h>
#include "bench/match/generate.h"
#include "bench/match/openings.h"
#include "bench/tests/scratch.h"
#include "engine/core/file.h"
#include "engine/core/rng.h"
#include "engine/xq/fen.h"

#define PLACEMENT "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR"

static Openings good_openings(const char *text) {
    Openings openings;
    Err err = { 0 };
    if (!openings_parse(text, "o.epd", &openings, &err)) fail_msg("%s", err.text);
    return openings;
}

static void lines_hold_a_position_and_maybe_a_name_and_moves(void **state) {
    (void)state;
    static const struct { const char *line, *fen, *name; int moves; } rows[] = {
        { PLACEMENT " w", PLACEMENT " w - - 0 1", "", 0 },
        { "  " PLACEMENT " r - - \r", PLACEMENT " w - - 0 1", "", 0 },
        { PLACEMENT " b - - 12 7", PLACEMENT " b - - 12 7", "", 0 },
        { PLACEMENT " b - - 12", PLACEMENT " b - - 12 1", "", 0 },
        { "rheakaehr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RHEAKAEHR w - - 0 1", PLACEMENT " w - - 0 1", "", 0 },
        { PLACEMENT " w id \"a; b\";", PLACEMENT " w - - 0 1", "a; b", 0 },
        { PLACEMENT " w - - 0 1 id \"x\"; moves h2e2 h9g7;", PLACEMENT " w - - 0 1", "x", 2 },
        { PLACEMENT " w moves H2-E2 H9-G7 H0-G2", PLACEMENT " w - - 0 1", "", 3 },
        { PLACEMENT " w moves C2.5 h8+7 ; id plain ;", PLACEMENT " w - - 0 1", "plain", 2 },
        { PLACEMENT " w moves 炮二平五 马8进7 ;", PLACEMENT " w - - 0 1", "", 2 },
        { PLACEMENT " w - - 0 1 ;D1 44 ;D2 1920", PLACEMENT " w - - 0 1", "", 0 },
        { PLACEMENT " w bm h2e2; ce 20; id \"with more\";", PLACEMENT " w - - 0 1", "with more", 0 },
    };
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        Openings openings = good_openings(rows[i].line);
        assert_int_equal(openings.count, 1);
        assert_string_equal(openings.item[0].fen, rows[i].fen);
        assert_string_equal(openings.item[0].name, rows[i].name);
        assert_int_equal(openings.item[0].count, rows[i].moves);
        openings_free(&openings);
    }
}

static void comments_and_empty_lines_are_passed_over(void **state) {
    (void)state;
    Openings openings = good_openings("# a heading\n\n   \n" PLACEMENT " w\n  # more\n" PLACEMENT " b\n\n");
    assert_int_equal(openings.count, 2);
    openings_free(&openings);
}

static void no_file_means_the_start_position(void **state) {
    (void)state;
    Openings openings;
    assert_true(openings_load("", 0, &openings, NULL));
    assert_int_equal(openings.count, 1);
    assert_string_equal(openings.item[0].fen, POS_START_FEN);
    openings_free(&openings);
}

static void a_wrong_line_is_refused_with_its_number_and_reason(void **state) {
    (void)state;
    static const struct { const char *text, *message; } rows[] = {
        { "", "o.epd: there is no opening in it" },
        { "# nothing\n", "o.epd: there is no opening in it" },
        { PLACEMENT " w\nhello\n", "o.epd:2: " },
        { "# x\n\n" PLACEMENT "\n", "o.epd:3: " },
        { PLACEMENT " x\n", "o.epd:1: " },
        { PLACEMENT " w moves h2e2 h2e2;\n", "o.epd:1: " },
        { PLACEMENT " w moves e0e3;\n", "o.epd:1: " },
        { PLACEMENT " w moves hello;\n", "o.epd:1: " },
        { PLACEMENT " w moves 0123456789012345678901234567890123456789;\n", "o.epd:1: " },
        { "4k4/9/9/9/9/9/9/9/9/4K4 w\n", "o.epd:1: " },
        { "4k4/R8/9/9/9/9/9/9/9/1R1K5 w moves b0b9;\n", "o.epd:1: the game is over after this opening" },
    };
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        Openings openings;
        Err err = { 0 };
        if (openings_parse(rows[i].text, "o.epd", &openings, &err)) fail_msg("taken: %s", rows[i].text);
        assert_int_equal(err.kind, ERR_INPUT);
        if (strncmp(err.text, rows[i].message, strlen(rows[i].message)) != 0)
            fail_msg("%s says: %s", rows[i].text, err.text);
        assert_null(strchr(err.text, '\n'));
    }
}

static void a_missing_file_is_named(void **state) {
    (void)state;
    Openings openings;
    Err err = { 0 };
    assert_false(openings_load("no/such.epd", 0, &openings, &err));
    assert_non_null(strstr(err.text, "no/such.epd"));
}

/* A file of this name and text in the test's folder. */
static const char *write_file(void **state, const char *name, const char *text) {
    static char path[96];
    snprintf(path, sizeof path, "%s/%s", ((const Scratch *)*state)->folder, name);
    assert_true(file_write(path, text, strlen(text), NULL));
    return path;
}

static void games_give_their_first_plies(void **state) {
    static const char games[] = "[Opening \"Central Cannon\"]\n\n1. C2.5 H8+7 2. H2+3 R9.8 1/2-1/2\n\n"
                                "[FEN \"4k4/9/9/9/9/9/9/9/4A4/R2K5 w - - 0 1\"]\n\n1. a0a9 e9e8 *\n";
    static const struct { const char *name; int plies, first, second; } rows[] = {
        { "openings.pgn", 0, 4, 2 }, { "openings.pgn", 3, 3, 2 }, { "openings.PGN.gz", 1, 1, 1 },
    };
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        Openings openings;
        Err err = { 0 };
        const char *path = write_file(state, rows[i].name, games);
        if (!openings_load(path, rows[i].plies, &openings, &err)) fail_msg("%s", err.text);
        assert_int_equal(openings.count, 2);
        assert_string_equal(openings.item[0].name, "Central Cannon");
        assert_string_equal(openings.item[0].fen, POS_START_FEN);
        assert_string_equal(openings.item[1].fen, "4k4/9/9/9/9/9/9/9/4A4/R2K5 w - - 0 1");
        assert_int_equal(openings.item[0].count, rows[i].first);
        assert_int_equal(openings.item[1].count, rows[i].second);
        openings_free(&openings);
    }
}

static void a_wrong_game_is_refused_with_its_place(void **state) {
    static const struct { const char *text, *message; } rows[] = {
        { "1. C2.5 H8+7 2. R1+9 *\n", "/wrong.pgn:1: " },
        { "[Event \"x\"]\n\n1. C2.5 *\n\n[FEN \"4k4/R8/9/9/9/9/9/9/9/1R1K5 w - - 0 1\"]\n\n1. b0b9 *\n",
          "/wrong.pgn:" },
        { "nothing here\n", "/wrong.pgn: there is no opening in it" },
    };
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        Openings openings;
        Err err = { 0 };
        const char *path = write_file(state, "wrong.pgn", rows[i].text);
        if (openings_load(path, 0, &openings, &err)) fail_msg("taken: %s", rows[i].text);
        assert_int_equal(err.kind, ERR_INPUT);
        if (!strstr(err.text, rows[i].message)) fail_msg("%s", err.text);
    }
}

static void compressed_lines_are_read(void **state) {
    Openings openings;
    const char *path = write_file(state, "openings.epd.gz", PLACEMENT " w\n" PLACEMENT " b\n");
    assert_true(openings_load(path, 0, &openings, NULL));
    assert_int_equal(openings.count, 2);
    openings_free(&openings);
}

static void bytes_that_editors_leave_are_taken_or_named(void **state) {
    static const char zero[] = PLACEMENT " w\n" PLACEMENT " b; id \"a\0b\";\n";
    Openings openings, plain;
    Err err = { 0 };
    const char *path = write_file(state, "marked.epd", "\xef\xbb\xbf" PLACEMENT " w\n");
    if (!openings_load(path, 0, &openings, &err)) fail_msg("%s", err.text);
    assert_int_equal(openings.count, 1);
    assert_true(openings_load(write_file(state, "plain.epd", PLACEMENT " w\n"), 0, &plain, NULL));
    assert_true(openings.hash == plain.hash);
    openings_free(&openings);
    openings_free(&plain);
    assert_true(file_write(path, zero, sizeof zero - 1, NULL));
    assert_false(openings_load(path, 0, &openings, &err));
    assert_non_null(strstr(err.text, ".epd:2: holds a zero byte"));
}

static void the_hash_is_that_of_positions_and_moves(void **state) {
    (void)state;
    static const char first[] = PLACEMENT " w id \"a\"; moves h2e2;\n" PLACEMENT " b\n";
    static const char *const same[] = { "# other words\n" PLACEMENT " w - - 0 1 moves H2E2; id \"b\";\n" PLACEMENT " b - - 0 1\n" };
    static const char *const other[] = { PLACEMENT " b\n" PLACEMENT " w moves h2e2;\n", PLACEMENT " w moves h2e2;\n",
                                         PLACEMENT " w moves h2d2;\n" PLACEMENT " b\n", PLACEMENT " w - - 1 1 moves h2e2;\n" PLACEMENT " b\n" };
    Openings a = good_openings(first);
    for (size_t i = 0; i < COUNT_OF(same); i++) {
        Openings b = good_openings(same[i]);
        assert_true(a.hash == b.hash);
        openings_free(&b);
    }
    for (size_t i = 0; i < COUNT_OF(other); i++) {
        Openings b = good_openings(other[i]);
        assert_true(a.hash != b.hash);
        openings_free(&b);
    }
    openings_free(&a);
}

static uint64_t final_key(const Opening *opening) {
    Pos pos, mirror;
    Undo undo;
    assert_true(fen_parse(opening->fen, &pos, NULL));
    for (int i = 0; i < opening->count; i++) pos_make(&pos, opening->move[i], &undo);
    pos_mirror(&pos, &mirror);
    return pos.key < mirror.key ? pos.key : mirror.key;
}

static int compare_keys(const void *a, const void *b) {
    const uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return x < y ? -1 : x > y;
}

/* No two lead to the same position, or to its mirror image. */
static void check_distinct(const Openings *openings) {
    uint64_t *key = mem_alloc(openings->count * sizeof *key);
    for (uint32_t i = 0; i < openings->count; i++) key[i] = final_key(&openings->item[i]);
    qsort(key, openings->count, sizeof *key, compare_keys);
    for (uint32_t i = 1; i < openings->count; i++) assert_true(key[i] != key[i - 1]);
    free(key);
}

static void the_classical_openings_are_legal_named_and_distinct(void **state) {
    (void)state;
    Openings openings;
    Err err = { 0 };
    if (!openings_load(XQ_SOURCE_DIR "/suites/openings/classical.epd", 0, &openings, &err)) fail_msg("%s", err.text);
    assert_true(openings.count >= 30);
    for (uint32_t i = 0; i < openings.count; i++) {
        const char *name = openings.item[i].name;
        bool english = false, chinese = false;
        for (const char *c = name; *c; c++) {
            english |= *c >= 'a' && *c <= 'z';
            chinese |= (unsigned char)*c >= 0xe4;
        }
        if (!english || !chinese) fail_msg("'%s' is not in both languages", name);
        assert_true(openings.item[i].count >= 2);
    }
    check_distinct(&openings);
    openings_free(&openings);
}

static void the_balanced_suite_holds_fifty_thousand_distinct_positions(void **state) {
    (void)state;
    Openings openings;
    Err err = { 0 };
    if (!openings_load(XQ_SOURCE_DIR "/suites/openings/balanced.epd.gz", 0, &openings, &err)) fail_msg("%s", err.text);
    assert_true(openings.count >= 50000);
    check_distinct(&openings);
    openings_free(&openings);
}

/* Making suites, with a judge that scores by rote. */

typedef struct { Player player; } Judge;

static bool judge_new_game(Player *player, Err *err) {
    (void)player;
    (void)err;
    return true;
}

/* -100 to 99, Red's view, the same for a position and its mirror image as a real one would have it. */
static int rote_score(const Pos *pos) {
    Pos mirror;
    pos_mirror(pos, &mirror);
    return (int)rng_below(9, pos->key < mirror.key ? pos->key : mirror.key, 0, 200) - 100;
}

static void judge_go(Player *player, const Game *game, const Limit *limit, const ClockState *clock, Answer *answer) {
    (void)player;
    (void)clock;
    const int score = rote_score(&game->pos);
    /* Not asked for 500 nodes, it knows nothing. */
    *answer = (Answer){ .score = game->pos.side == RED ? score : -score,
                        .bound = limit->nodes == 500 ? SCORE_EXACT : SCORE_NONE };
}

static void judge_stop(Player *player) { (void)player; }
static void judge_delete(Player *player) { free(player); }

static Player *judge_start(const PlayerSpec *spec, Err *err) {
    static const PlayerKind kind = { .new_game = judge_new_game, .go = judge_go, .stop = judge_stop, .delete = judge_delete };
    (void)spec;
    (void)err;
    Judge *judge = mem_zalloc(1, sizeof *judge);
    judge->player.kind = &kind;
    return &judge->player;
}

static const PlayerSpec rote_judge = { .name = "rote", .start = judge_start };
static const GenerateSpec small_suite = { .count = 300, .plies_min = 4, .plies_max = 6, .low = -25, .high = 25, .nodes = 500, .seed = 4, .jobs = 1 };

static char *make(const GenerateSpec *spec) {
    Buf text = { 0 };
    Err err = { 0 };
    if (!openings_generate(spec, &rote_judge, &(GenerateListener){ 0 }, &text, &err)) fail_msg("%s", err.text);
    return text.text;
}

static void a_suite_holds_what_was_asked_for(void **state) {
    (void)state;
    char *text = make(&small_suite);
    Openings openings = good_openings(text);
    assert_int_equal(openings.count, 300);
    check_distinct(&openings);
    for (uint32_t i = 0; i < openings.count; i++) {
        Pos pos;
        assert_true(fen_parse(openings.item[i].fen, &pos, NULL));
        assert_false(pos_in_check(&pos, pos.side));
        const int score = rote_score(&pos);
        assert_true(score >= -25 && score <= 25);
    }
    openings_free(&openings);
    free(text);
}

static void a_suite_may_be_unbalanced(void **state) {
    (void)state;
    GenerateSpec spec = small_suite;
    spec.low = 70;
    spec.high = 90;
    char *text = make(&spec);
    Openings openings = good_openings(text);
    for (uint32_t i = 0; i < openings.count; i++) {
        Pos pos;
        assert_true(fen_parse(openings.item[i].fen, &pos, NULL));
        assert_true(rote_score(&pos) >= 70 && rote_score(&pos) <= 90);
    }
    openings_free(&openings);
    free(text);
}

static void a_suite_depends_on_the_seed_and_not_on_the_workers(void **state) {
    (void)state;
    GenerateSpec spec = small_suite;
    char *first = make(&spec);
    for (spec.jobs = 2; spec.jobs <= 8; spec.jobs *= 4) {
        char *again = make(&spec);
        assert_string_equal(again, first);
        free(again);
    }
    spec.seed = 5;
    char *other = make(&spec);
    assert_string_not_equal(other, first);
    free(other);
    free(first);
}

static void a_suite_that_can_not_be_made_says_why(void **state) {
    (void)state;
    static const struct { GenerateSpec spec; const char *message; } rows[] = {
        { { .count = 40, .plies_min = 1, .plies_max = 1, .low = -100, .high = 100, .nodes = 500, .jobs = 1 },
          "only 23 of 40 positions" },
        { { .count = 10, .plies_min = 1, .plies_max = 2, .low = 200, .high = 300, .nodes = 500, .jobs = 1 },
          "only 0 of 10 positions" },
        { { .count = 10, .plies_min = 3, .plies_max = 2, .nodes = 500, .jobs = 1 },
          "plies 3-2 are not a range within 1-60" },
        { { .count = 10, .plies_min = 0, .plies_max = 2, .nodes = 500, .jobs = 1 },
          "plies 0-2 are not a range within 1-60" },
        { { .count = 10, .plies_min = 1, .plies_max = 61, .nodes = 500, .jobs = 1 },
          "plies 1-61 are not a range within 1-60" },
        { { .count = 10, .plies_min = 1, .plies_max = 2, .low = 5, .high = -5, .nodes = 500, .jobs = 1 },
          "no score lies between 5 and -5" },
        { { .count = 0, .plies_min = 1, .plies_max = 2, .nodes = 500, .jobs = 1 },
          "a suite needs at least one position" },
    };
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        Buf text = { 0 };
        Err err = { 0 };
        assert_false(openings_generate(&rows[i].spec, &rote_judge, &(GenerateListener){ 0 }, &text, &err));
        assert_int_equal(err.kind, ERR_INPUT);
        if (strncmp(err.text, rows[i].message, strlen(rows[i].message)) != 0) fail_msg("%s", err.text);
        assert_int_equal(text.len, 0);
        buf_free(&text);
    }
}

int main(void) {
    xq_init();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lines_hold_a_position_and_maybe_a_name_and_moves),
        cmocka_unit_test(comments_and_empty_lines_are_passed_over),
        cmocka_unit_test(no_file_means_the_start_position),
        cmocka_unit_test(a_wrong_line_is_refused_with_its_number_and_reason),
        cmocka_unit_test(a_missing_file_is_named),
        scratch_test(games_give_their_first_plies),
        scratch_test(a_wrong_game_is_refused_with_its_place),
        scratch_test(compressed_lines_are_read),
        scratch_test(bytes_that_editors_leave_are_taken_or_named),
        cmocka_unit_test(the_hash_is_that_of_positions_and_moves),
        cmocka_unit_test(the_classical_openings_are_legal_named_and_distinct),
        cmocka_unit_test(the_balanced_suite_holds_fifty_thousand_distinct_positions),
        cmocka_unit_test(a_suite_holds_what_was_asked_for),
        cmocka_unit_test(a_suite_may_be_unbalanced),
        cmocka_unit_test(a_suite_depends_on_the_seed_and_not_on_the_workers),
        cmocka_unit_test(a_suite_that_can_not_be_made_says_why),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
