#include "engine/tests/test.h"
#include "engine/core/rng.h"
#include "engine/xq/fen.h"
#include "engine/xq/game.h"
#include "engine/xq/gen.h"

static void start(Game *game) {
    Pos pos;
    assert_true(fen_parse(POS_START_FEN, &pos, NULL));
    game_init(game, &pos);
}

/* Play this many random legal moves, fewer at a mate. */
static void play_random(Game *game, uint64_t seed, int plies) {
    for (int i = 0; i < plies; i++) {
        MoveList list;
        if (!gen_legal(&game->pos, &list)) return;
        game_push(game, list.move[rng_below(seed, 0, (uint64_t)i, (uint64_t)list.count)]);
    }
}

static void popping_every_move_restores_the_start(void **state) {
    (void)state;
    for (uint64_t seed = 1; seed <= 20; seed++) {
        Game game;
        start(&game);
        play_random(&game, seed, 300);
        assert_true(game_key(&game, 0) == game.start.key);
        while (game.count) {
            const uint64_t before = game_key(&game, game.count - 1);
            game_pop(&game);
            assert_true(game.pos.key == before && game_key(&game, game.count) == before);
        }
        assert_memory_equal(&game.pos, &game.start, sizeof(Pos));
        game_free(&game);
    }
}

static void checks_are_recorded_with_the_move_that_gives_them(void **state) {
    (void)state;
    int checks = 0;
    for (uint64_t seed = 1; seed <= 20; seed++) {
        Game game;
        start(&game);
        play_random(&game, seed, 300);
        for (; game.count; game_pop(&game)) {
            assert_int_equal(game_in_check(&game), pos_in_check(&game.pos, game.pos.side));
            checks += game_in_check(&game);
        }
        assert_false(game_in_check(&game));
        game_free(&game);
    }
    assert_true(checks > 20);
}

static void a_copy_goes_its_own_way(void **state) {
    (void)state;
    Game game, copy;
    start(&game);
    start(&copy);
    play_random(&game, 7, 40);
    game_copy(&copy, &game);
    assert_memory_equal(&copy.pos, &game.pos, sizeof(Pos));
    assert_int_equal(copy.count, 40);
    game_pop(&copy);
    assert_int_equal(game.count, 40);
    assert_true(game_key(&game, 39) == copy.pos.key);
    game_free(&copy);
    game_free(&game);
}

static void a_pass_changes_the_side_and_pops(void **state) {
    (void)state;
    Game game;
    start(&game);
    play_random(&game, 3, 9);
    const Pos before = game.pos;
    game_push_null(&game);
    assert_int_equal(game.pos.side, side_other(before.side));
    assert_true(game.pos.key == pos_compute_key(&game.pos));
    assert_false(game_in_check(&game));
    game_pop(&game);
    assert_memory_equal(&game.pos, &before, sizeof(Pos));
    game_free(&game);
}

int main(void) {
    xq_init();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(popping_every_move_restores_the_start),
        cmocka_unit_test(checks_are_recorded_with_the_move_that_gives_them),
        cmocka_unit_test(a_copy_goes_its_own_way),
        cmocka_unit_test(a_pass_changes_the_side_and_pops),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
