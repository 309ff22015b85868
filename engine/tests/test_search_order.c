#include "engine/tests/test.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "engine/core/rng.h"
#include "engine/search/order.h"
#include "engine/search/see.h"
#include "engine/xq/fen.h"

static const uint64_t SEED = 77;

static Search *new_search(const char *fen) {
    Search *s = calloc(1, sizeof *s);
    Pos pos;
    assert_non_null(s);
    variant_default(&s->variant);
    assert_true(fen_parse(fen, &pos, NULL));
    game_init(&s->game, &pos);
    for (int ply = -PLIES_BEFORE; ply <= MAX_PLY; ply++) search_frame(s, ply)->moved = NOTHING_MOVED;
    return s;
}

static void delete_search(Search *s) {
    history_free(&s->history);
    game_free(&s->game);
    free(s);
}

/* Learned scores, killers and a counter move as a search would leave them, legal here or not. */
static void learn_at_random(Search *s, uint64_t stream) {
    for (uint64_t i = 0; i < SQ_COUNT * SQ_COUNT; i++) s->history.score[i] = (int32_t)rng_below(SEED, stream, i, 7) - 3;
    Frame *f = search_frame(s, 0);
    for (uint64_t i = 0; i < 2; i++)
        f->killer[i] =
            mv_make((int)rng_below(SEED, stream, 9000 + i, SQ_COUNT), (int)rng_below(SEED, stream, 9002 + i, SQ_COUNT));
    MoveList list;
    if (gen_legal(&s->game.pos, &list))
        s->history.counter[NOTHING_MOVED] = list.move[rng_below(SEED, stream, 9004, (uint64_t)list.count)];
}

static void check_every_legal_move_comes_once(Search *s, Move first) {
    bool seen[1 << 14] = { false };
    MoveList list;
    Picker picker;
    gen_legal(&s->game.pos, &list);
    picker_init(&picker, s, 0, first);
    int count = 0;
    for (Move mv; (mv = picker_next(&picker, s)); count++) {
        assert_true(pos_is_pseudo_legal(&s->game.pos, mv) && pos_is_legal(&s->game.pos, mv));
        assert_false(seen[mv]);
        seen[mv] = true;
        if (count == 0 && first != MOVE_NONE && pos_is_pseudo_legal(&s->game.pos, first) &&
            pos_is_legal(&s->game.pos, first))
            assert_int_equal(mv, first);
    }
    assert_int_equal(count, list.count);
}

static void every_legal_move_comes_exactly_once(void **state) {
    (void)state;
    Search *s = new_search(POS_START_FEN);
    for (uint64_t ply = 0; ply < 300; ply++) {
        MoveList list;
        if (!gen_legal(&s->game.pos, &list)) break;
        learn_at_random(s, ply);
        s->variant.search.capture_order = (int)(ply % 4);
        s->variant.search.history = (int)(ply / 4 % 3);
        s->variant.search.continuation_history = ply % 5 == 0;
        s->variant.search.movegen = (int)(ply % MOVEGENS);
        check_every_legal_move_comes_once(s, MOVE_NONE);
        check_every_legal_move_comes_once(s, list.move[list.count / 2]);
        check_every_legal_move_comes_once(s, mv_make(40, 41));
        game_push(&s->game, list.move[rng_below(SEED, 1000, ply, (uint64_t)list.count)]);
    }
    assert_true(s->game.count > 100);
    delete_search(s);
}

static const char middle_game[] = "r1ba1a3/4kn3/2n1b4/pNp1p1p1p/4c4/6P2/P1P2R2P/1CcC5/9/2BAKAB2 w";

static void the_generator_does_not_change_the_order(void **state) {
    (void)state;
    Search *s = new_search(middle_game);
    learn_at_random(s, 1);
    Move order[MOVEGENS][MOVES_MAX];
    int count[MOVEGENS];
    for (int method = 0; method < MOVEGENS; method++) {
        Picker picker;
        s->variant.search.movegen = method;
        count[method] = 0;
        picker_init(&picker, s, 0, MOVE_NONE);
        while ((order[method][count[method]] = picker_next(&picker, s))) count[method]++;
        assert_int_equal(count[method], count[0]);
        assert_memory_equal(order[method], order[0], sizeof(Move) * (size_t)count[0]);
    }
    delete_search(s);
}

static void captures_come_by_exchange_and_losing_ones_last(void **state) {
    (void)state;
    Search *s = new_search(middle_game);
    Picker picker;
    s->variant.search.capture_order = CAPTURES_SEE;
    picker_init(&picker, s, 0, MOVE_NONE);
    int last = INT32_MAX;
    bool quiet_seen = false, losing_seen = false;
    for (Move mv; (mv = picker_next(&picker, s));) {
        const bool capture = s->game.pos.board[mv_to(mv)] != PC_NONE;
        if (!capture) {
            assert_false(losing_seen);
            quiet_seen = true;
            continue;
        }
        const int value = see(&s->game.pos, mv);
        assert_int_equal(quiet_seen, value < 0);
        assert_true(value <= last);
        losing_seen |= value < 0;
        last = value;
    }
    assert_true(quiet_seen && losing_seen);
    delete_search(s);
}

static void the_static_value_asks_for_protection(void **state) {
    (void)state;
    Pos pos;
    assert_true(fen_parse("3k5/9/9/4p4/4n4/9/4R3n/9/9/5K3 w", &pos, NULL)); /* e5 guarded by a pawn, i3 by nobody */
    assert_int_equal(order_static_value(&pos, mv_make(sq_of(4, 3), sq_of(4, 5))), 3 - 4);
    assert_int_equal(order_static_value(&pos, mv_make(sq_of(4, 3), sq_of(8, 3))), 3);
}

static void a_cutoff_makes_a_killer_and_raises_history(void **state) {
    (void)state;
    Search *s = new_search(POS_START_FEN);
    const Move best = mv_make(sq_of(7, 2), sq_of(4, 2)), other = mv_make(sq_of(1, 0), sq_of(2, 2)),
               third = mv_make(sq_of(2, 3), sq_of(2, 4));
    const Move tried[] = { other, best };
    Frame *f = search_frame(s, 0);
    order_learn(s, 0, 4, best, true, tried, 2);
    assert_int_equal(f->killer[0], best);
    assert_true(order_learned(s, 0, best) > 0);
    assert_true(order_learned(s, 0, other) < 0);
    assert_int_equal(order_learned(s, 0, third), 0);
    assert_true(order_is_refutation(s, 0, best));
    order_learn(s, 0, 4, third, true, tried, 0);
    assert_int_equal(f->killer[0], third);
    assert_int_equal(f->killer[1], best);
    order_learn(s, 0, 4, other, false, tried, 0); /* best, but no cutoff */
    assert_int_equal(f->killer[0], third);
    delete_search(s);
}

int main(void) {
    xq_init();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_legal_move_comes_exactly_once),
        cmocka_unit_test(the_generator_does_not_change_the_order),
        cmocka_unit_test(captures_come_by_exchange_and_losing_ones_last),
        cmocka_unit_test(the_static_value_asks_for_protection),
        cmocka_unit_test(a_cutoff_makes_a_killer_and_raises_history),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
