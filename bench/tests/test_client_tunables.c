/* What can be tuned of players, and values told between games. */
#include "engine/tests/test.h"
#include "bench/client/tunables.h"
#include "bench/tests/fake.h"

static PlayerSpec builtin(const char *line) {
    PlayerSpec spec;
    Err err = { 0 };
    if (!player_spec_parse(line, &spec, &err)) fail_msg("%s", err.text);
    return spec;
}

static const Tunable *get(const Tunables *tunables, const char *name) {
    const Tunable *tunable = tunables_find(tunables, name);
    if (!tunable) fail_msg("there is no %s", name);
    return tunable;
}

static void options_with_a_step_and_every_weight_of_a_builtin_player_are_listed(void **state) {
    (void)state;
    PlayerSpec spec = builtin("full lmr_base=77 razoring=off weights.pair[1].eg=-40");
    Tunables tunables;
    assert_true(tunables_list(&spec, &tunables, NULL));
    const Tunable *base = get(&tunables, "search.lmr_base"), *weight = get(&tunables, "weights.pair[1].eg");
    assert_near(base->value, 77, 0);
    assert_near(base->min, -100, 0);
    assert_near(base->max, 300, 0);
    assert_true(base->step > 0 && !base->idle);
    assert_near(weight->value, -40, 0);
    assert_near(weight->step, 2, 0);
    assert_true(get(&tunables, "search.razoring_margin")->idle);
    assert_null(tunables_find(&tunables, "search.hash"));
    assert_null(tunables_find(&tunables, "search.lmr"));
    tunables_free(&tunables);
    player_spec_free(&spec);
}

/* What a player answers to the start position at depth 5. */
static Answer answer_of(Player *player) {
    static const Limit limit = { .depth = 5 };
    const ClockState clock = { 0 };
    Game game = { 0 };
    Pos start;
    Answer answer;
    assert_true(fen_parse(POS_START_FEN, &start, NULL));
    game_init(&game, &start);
    assert_true(player->kind->new_game(player, NULL));
    player->kind->go(player, &game, &limit, &clock, &answer);
    game_free(&game);
    return answer;
}

static void a_value_told_between_games_is_as_good_as_one_from_the_start(void **state) {
    (void)state;
    PlayerSpec plain = builtin("full"), other = builtin("full lmr_base=200 weights.tempo.mg=-50");
    Player *told = start_player(&plain), *born = start_player(&other), *same = start_player(&plain);
    const Answer before = answer_of(told);
    assert_true(told->kind->set(told, "search.lmr_base", "200", NULL));
    assert_true(told->kind->set(told, "weights.tempo.mg", "-50", NULL));
    const Answer after = answer_of(told), expected = answer_of(born);
    assert_int_equal(after.nodes, expected.nodes);
    assert_int_equal(after.score, expected.score);
    assert_true(after.nodes != before.nodes);
    assert_int_equal(answer_of(same).nodes, before.nodes);
    Err err = { 0 };
    assert_false(told->kind->set(told, "search.lmr_base", "301", &err));
    assert_int_equal(err.kind, ERR_INPUT);
    player_delete(told);
    player_delete(born);
    player_delete(same);
    player_spec_free(&plain);
    player_spec_free(&other);
}

static void the_spin_options_of_an_engine_are_listed(void **state) {
    (void)state;
    PlayerSpec spec = fake_spec("protocol=uci option.Hash=5");
    Tunables tunables;
    Err err = { 0 };
    if (!tunables_list(&spec, &tunables, &err)) fail_msg("%s", err.text);
    const Tunable *hash = get(&tunables, "options.Hash");
    assert_near(hash->value, 5, 0);
    assert_true(hash->min < hash->max);
    assert_near(hash->step, 0, 0);
    for (int i = 0; i < tunables.count; i++) assert_true(tunables.item[i].min <= tunables.item[i].max);
    tunables_free(&tunables);
    player_spec_free(&spec);
    assert_no_children();
}

static bool was_told(const Player *player, const char *line) {
    Buf talk = { 0 };
    player->kind->recall(player, &talk);
    const bool told = strstr(buf_text(&talk), line) != NULL;
    buf_free(&talk);
    return told;
}

/* Once before the next game, and again to a process that was started anew. */
static void an_engine_is_told_before_its_next_game(void **state) {
    (void)state;
    PlayerSpec spec = fake_spec("protocol=uci restart=on");
    Player *player = start_player(&spec);
    Err err = { 0 };
    if (!player->kind->new_game(player, &err)) fail_msg("%s", err.text);
    assert_true(player->kind->set(player, "options.Skill Level", "6", &err));
    assert_true(player->kind->set(player, "options.Skill Level", "7", &err));
    assert_false(was_told(player, "Skill"));
    for (int game = 0; game < 2; game++) {
        assert_true(player->kind->new_game(player, &err));
        assert_true(was_told(player, "setoption name Skill Level value 7"));
        assert_false(was_told(player, "value 6"));
    }
    assert_false(player->kind->set(player, "search.lmr_base", "7", &err));
    assert_string_equal(err.text, "an engine has no 'search.lmr_base'; its own are called options.NAME");
    player_delete(player);
    player_spec_free(&spec);
    assert_no_children();
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(options_with_a_step_and_every_weight_of_a_builtin_player_are_listed),
        cmocka_unit_test(a_value_told_between_games_is_as_good_as_one_from_the_start),
        cmocka_unit_test(the_spin_options_of_an_engine_are_listed),
        cmocka_unit_test(an_engine_is_told_before_its_next_game),
    };
    xq_init();
    setenv("XQLAB_DATA", XQ_SOURCE_DIR, 1);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
