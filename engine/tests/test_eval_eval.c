#include "engine/tests/test.h"
#include <stdio.h>
#include <string.h>
#include "engine/core/rng.h"
#include "engine/eval/eval.h"
#include "engine/xq/fen.h"
#include "engine/xq/gen.h"

enum { SEED = 20061, WALKS = 60, PLIES = 150 };
static const EvalOptions all_groups = { true, true, true, true, true };

/* Visit the positions of random games from the start position. */
static void walk(void (*visit)(const Pos *pos)) {
    printf("seed %d\n", SEED);
    for (uint64_t game = 0; game < WALKS; game++) {
        Pos pos;
        assert_true(fen_parse(POS_START_FEN, &pos, NULL));
        for (uint64_t ply = 0; ply < PLIES; ply++) {
            MoveList list;
            if (!gen_legal(&pos, &list)) break;
            Undo undo;
            pos_make(&pos, list.move[rng_below(SEED, game, ply, (uint64_t)list.count)], &undo);
            visit(&pos);
        }
    }
}

/* Weights that a mistake can't hide behind: 16 random bits everywhere, cut to what keeps the value within bounds. */
static void random_weights(Weights *weights, uint64_t stream, int limit) {
    for (int i = 0; i < WEIGHT_COUNT; i++) {
        const uint64_t bits = rng_bits(SEED, stream, (uint64_t)i);
        weights->flat[i].mg = (int16_t)((int)(bits & 0xffff) % (2 * limit + 1) - limit);
        weights->flat[i].eg = (int16_t)((int)(bits >> 16 & 0xffff) % (2 * limit + 1) - limit);
    }
}

/* Each group alone, and all. */
static EvalOptions group_options(int group) {
    if (group == 5) return all_groups;
    return (EvalOptions){ group == 0, group == 1, group == 2, group == 3, group == 4 };
}

static void check_symmetry(const Pos *pos) {
    Pos flipped, mirrored;
    pos_flip(pos, &flipped);
    pos_mirror(pos, &mirrored);
    Weights weights;
    random_weights(&weights, pos->key, 200);
    for (int group = 0; group <= 5; group++) {
        const EvalOptions options = group_options(group);
        const int value = eval(pos, &weights, &options);
        assert_int_equal(eval(&flipped, &weights, &options), value);
        assert_int_equal(eval(&mirrored, &weights, &options), value);
    }
}
static void swapped_colours_and_the_mirror_score_alike(void **state) {
    (void)state;
    walk(check_symmetry);
}

static void check_trace(const Pos *pos) {
    Weights weights;
    random_weights(&weights, pos->key, 300);
    for (int group = 0; group <= 5; group++) {
        const EvalOptions options = group_options(group);
        Trace trace, red, black;
        eval_trace(pos, &options, &trace);
        const int value = eval(pos, &weights, &options);
        assert_int_equal(trace_value(&trace, &weights, eval_phase(pos)), pos->side == RED ? value : -value);
        eval_trace_side(pos, &options, RED, &red);
        eval_trace_side(pos, &options, BLACK, &black);
        for (int i = 0; i < WEIGHT_COUNT; i++) assert_int_equal(trace.flat[i], red.flat[i] - black.flat[i]);
    }
}
static void the_trace_times_the_weights_is_the_evaluation(void **state) {
    (void)state;
    walk(check_trace);
}

int main(void) {
    xq_init();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(swapped_colours_and_the_mirror_score_alike),
        cmocka_unit_test(the_trace_times_the_weights_is_the_evaluation),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
