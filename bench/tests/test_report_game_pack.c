#include "engine/tests/test.h"
#include <stdlib.h>
#include <string.h>
#include "bench/report/game_pack.h"
#include "bench/report/run_page.h"
#include "bench/stats/stats.h"
#include "bench/store/series.h"
#include "bench/tests/recorded.h"

enum { GAMES = 20, PAIRS = GAMES / 2, PLIES = 12, FAULTY = 13 /* number of the game that a fault ends */ };

typedef struct { Store *store; MatchSpec spec; } Fixture;

static bool play(Fixture *fixture, Err *err) {
    StoreWriter *writer = store_writer_new(fixture->store, 1, err);
    for (int i = 0; i < PAIRS; i++) {
        PairRecord pair = recorded_pair(&fixture->spec, i, PLIES);
        for (int leg = 0; leg < 2; leg++) {
            if (2 * i + leg + 1 != FAULTY) continue;
            SideRecord *side = &pair.game[leg].side[BLACK];
            side->fault = FAULT_CRASH;
            strcpy(side->note, "said \"</script>\"");
            pair.game[leg].reason = REASON_CRASH;
            pair.game[leg].outcome = OUTCOME_RED;
        }
        const bool good = store_writer_add(writer, &pair, err);
        pair_record_free(&pair);
        if (!good) return false;
    }
    return store_writer_finish(writer, err) && store_run_end(fixture->store, 1, "finished", err);
}

static int setup(void **state) {
    static Fixture fixture;
    Err err = { 0 };
    int64_t run;
    fixture = (Fixture){ .spec = recorded_spec(FORMAT_PAIRS, 2, GAMES) };
    strcpy(fixture.spec.player[0].name, "</script><b>\"'&");
    strcpy(fixture.spec.player[1].name, "象棋");
    *state = &fixture;
    xq_init();
    stats_init();
    const bool good = (fixture.store = store_open(NULL, STORE_CREATE, &err)) != NULL &&
                      store_run_add(fixture.store, &fixture.spec, 1, &run, &err) && play(&fixture, &err);
    if (!good) print_error("%s\n", err.text);
    return good ? 0 : -1;
}

static int teardown(void **state) {
    Fixture *fixture = *state;
    store_close(fixture->store);
    spec_free(&fixture->spec);
    return 0;
}

static void digits_are_distinct_and_safe_everywhere(void **state) {
    bool seen[128] = { false };
    (void)state;
    for (int i = 0; i < PACK_BASE; i++) {
        const char c = pack_digit(i);
        assert_true(c > ' ' && c < 127 && !strchr("\"&<\\", c));
        assert_false(seen[(int)c]);
        seen[(int)c] = true;
    }
}

/* The page turns k back into 40 sinh(k / 8), whose steps are 5 near 0 and an eighth of the score far out. */
static void scores_come_back_within_half_a_step(void **state) {
    (void)state;
    for (int score = -4300; score <= 4300; score++) {
        const MoveRecord move = { .score = (int16_t)score, .bound = SCORE_EXACT };
        const double back = 40 * sinh((pack_score(&move) - PACK_SCORE_ZERO) / 8.0);
        if (fabs(back - score) > 2.6 * hypot(1, score / 40.0)) fail_msg("%d comes back as %.1f", score, back);
    }
}

static void mates_large_scores_and_no_score_stay_apart(void **state) {
    static const MoveRecord mate = { .score = ANSWER_MATE - 3, .bound = SCORE_EXACT }, mated = { .score = 2 - ANSWER_MATE, .bound = SCORE_EXACT },
                            large = { .score = 9000, .bound = SCORE_LOWER }, none = { .score = 5, .bound = SCORE_NONE };
    (void)state;
    assert_int_equal(pack_score(&mate), PACK_SCORE_ZERO + PACK_SCORE_MATE);
    assert_int_equal(pack_score(&mated), PACK_SCORE_ZERO - PACK_SCORE_MATE);
    assert_int_equal(pack_score(&large), PACK_SCORE_ZERO + PACK_SCORE_MATE - 1);
    assert_int_equal(pack_score(&none), 0);
}

static int lines_of(const Buf *lines) {
    int count = 0;
    for (size_t i = 0; i < lines->len; i++) count += lines->text[i] == '\n';
    return count;
}

enum { VERDICT = 5 }; /* a field's place: which of the few sentences it is depends on the games before */

/* Does a packed line say what the record says? */
static void compare(const char *line, int number, const GameRecord *game) {
    int at, values[8];
    const int read = sscanf(line, "%d %d %d %d %d %d %d %d %n", &values[0], &values[1], &values[2], &values[3], &values[4], &values[5],
                            &values[6], &values[7], &at);
    assert_int_equal(read, 8);
    const int expected[8] = { number, game->side[RED].player, game->side[BLACK].player, (int)game->outcome, (int)game->reason, 0, 1, 0 };
    for (int i = 0; i < 8; i++)
        if (i != VERDICT && values[i] != expected[i]) fail_msg("game %d, field %d: %d, expected %d", number, i, values[i], expected[i]);
    assert_in_range(values[VERDICT], 0, 2);
    const char *moves = line + at, *scores = moves + 2 * game->count + 1, *depths = scores + game->count + 1;
    for (int i = 0; i < game->count; i++) {
        assert_int_equal(moves[2 * i], pack_digit(mv_from(game->move[i].move)));
        assert_int_equal(moves[2 * i + 1], pack_digit(mv_to(game->move[i].move)));
        assert_int_equal(scores[i], pack_digit(pack_score(&game->move[i])));
        assert_int_equal(depths[i], pack_digit(game->move[i].depth));
    }
    assert_int_equal(depths[game->count], '\n');
}

static void every_game_is_packed_as_it_was_recorded(void **state) {
    const Fixture *fixture = *state;
    GamePack pack;
    Err err = { 0 };
    if (!game_pack(fixture->store, 1, 0, &pack, &err)) fail_msg("%s", err.text);
    assert_int_equal(pack.games, GAMES);
    assert_int_equal(pack.packed, GAMES);
    assert_int_equal(lines_of(&pack.lines), GAMES);
    const char *line = pack.lines.text;
    for (int i = 0; i < PAIRS; i++) {
        PairRecord pair = recorded_pair(&fixture->spec, i, PLIES);
        for (int leg = 0; leg < 2; leg++, line = strchr(line, '\n') + 1)
            if (2 * i + leg + 1 != FAULTY) compare(line, 2 * i + leg + 1, &pair.game[leg]);
        pair_record_free(&pair);
    }
    assert_non_null(strstr(pack.json.text, "\"notes\": {\"13\": \"Black: said \\\"</script>\\\"\"}"));
    game_pack_free(&pack);
}

static void some_games_are_those_of_faults_and_others_evenly_spread(void **state) {
    const Fixture *fixture = *state;
    GamePack pack;
    Err err = { 0 };
    if (!game_pack(fixture->store, 1, 5, &pack, &err)) fail_msg("%s", err.text);
    assert_int_equal(pack.packed, 5);
    assert_int_equal(lines_of(&pack.lines), 5);
    int before = 0, widest = 0;
    bool faulty = false;
    for (const char *line = pack.lines.text; *line; line = strchr(line, '\n') + 1) {
        const int number = atoi(line);
        faulty |= number == FAULTY;
        assert_true(number > before);
        if (number - before > widest) widest = number - before;
        before = number;
    }
    assert_true(faulty);
    assert_true(widest <= 6); /* of 20 games, by fives */
    game_pack_free(&pack);
}

static void moves_by_class_add_up_to_the_moves_of_each_player(void **state) {
    const Fixture *fixture = *state;
    Arena arena = { 0 };
    Err err = { 0 };
    MoveClass *class;
    int classes;
    int64_t moves[2] = { 0 }, depth[2] = { 0 }, expected[2] = { 0 }, expected_depth[2] = { 0 };
    if (!store_move_classes(fixture->store, 1, &arena, &class, &classes, &err)) fail_msg("%s", err.text);
    for (int i = 0; i < classes; i++) {
        moves[class[i].seat] += class[i].moves;
        depth[class[i].seat] += class[i].moves * class[i].depth;
        assert_in_range(class[i].nodes_class, 4 * 9, 4 * 14); /* 1000 to 10,000 nodes */
    }
    for (int i = 0; i < PAIRS; i++) {
        PairRecord pair = recorded_pair(&fixture->spec, i, PLIES);
        for (int leg = 0; leg < 2; leg++)
            for (int colour = RED; colour <= BLACK; colour++) {
                const SideRecord *side = &pair.game[leg].side[colour];
                expected[side->player] += side->moves;
                expected_depth[side->player] += side->depth_sum;
            }
        pair_record_free(&pair);
    }
    for (int seat = 0; seat < 2; seat++) {
        assert_int_equal(moves[seat], expected[seat]);
        assert_int_equal(depth[seat], expected_depth[seat]);
    }
    arena_free(&arena);
}

/* Names that try to end a script or an attribute. */
static void a_run_with_hostile_names_makes_a_page_that_holds_them_as_text(void **state) {
    const Fixture *fixture = *state;
    Buf out = { 0 };
    Err err = { 0 };
    if (!run_page_write(fixture->store, 1, 0, &out, &err)) fail_msg("%s", err.text);
    assert_non_null(strstr(out.text, "&lt;/script&gt;&lt;b&gt;&quot;&#39;&amp;"));
    assert_non_null(strstr(out.text, "象棋"));
    assert_non_null(strstr(out.text, "<li><a href=\"#run=1&amp;game=13&amp;ply=0\">Game 13</a>: "));
    assert_non_null(strstr(out.text, ", crash: said &quot;&lt;/script&gt;&quot;</li>"));
    assert_null(strstr(out.text, "<b>"));
    int scripts = 0, ends = 0;
    for (const char *at = out.text; (at = strstr(at, "<script")); at++) scripts++;
    for (const char *at = out.text; (at = strstr(at, "</script")); at++) ends++;
    assert_int_equal(scripts, 2);
    assert_int_equal(ends, scripts);
    buf_free(&out);
}

static void a_run_without_games_makes_a_page_too(void **state) {
    const Fixture *fixture = *state;
    Buf out = { 0 };
    Err err = { 0 };
    int64_t run;
    if (!store_run_add(fixture->store, &fixture->spec, 1, &run, &err) || !run_page_write(fixture->store, run, 0, &out, &err)) fail_msg("%s", err.text);
    assert_non_null(strstr(out.text, "<h2>Run 2: recorded</h2>"));
    assert_null(strstr(out.text, "nan"));
    assert_null(strstr(out.text, "class=\"viewer\""));
    buf_free(&out);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(digits_are_distinct_and_safe_everywhere),
        cmocka_unit_test(scores_come_back_within_half_a_step),
        cmocka_unit_test(mates_large_scores_and_no_score_stay_apart),
        cmocka_unit_test(every_game_is_packed_as_it_was_recorded),
        cmocka_unit_test(some_games_are_those_of_faults_and_others_evenly_spread),
        cmocka_unit_test(moves_by_class_add_up_to_the_moves_of_each_player),
        cmocka_unit_test(a_run_with_hostile_names_makes_a_page_that_holds_them_as_text),
        cmocka_unit_test(a_run_without_games_makes_a_page_too),
    };
    return cmocka_run_group_tests(tests, setup, teardown);
}
