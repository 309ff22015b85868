#include "engine/tests/test.h"
#include <stdio.h>
#include <string.h>
#include "engine/core/rng.h"
#include "engine/eval/eval.h"
#include "engine/xq/attacks.h"
#include "engine/xq/fen.h"
#include "engine/xq/gen.h"

enum { SEED = 20061, WALKS = 40, PLIES = 150 };
#define POS_START "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w"
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

/* How often this side uses this slot of a term. */
static int uses(const Pos *pos, int side, const char *name, int slot) {
    const Term *term = term_find(name);
    assert_non_null(term);
    Trace trace;
    eval_trace_side(pos, &all_groups, side, &trace);
    return trace.flat[term->first + slot];
}

static bool in_enemy_palace(int side, int sq) {
    const int file = sq_file(sq), rank = side == RED ? RANKS - 1 - sq_rank(sq) : sq_rank(sq);
    return file >= 3 && file <= 5 && rank <= 2;
}

static void check_mobility(const Pos *pos) {
    for (int side = RED; side <= BLACK; side++) {
        Pos mover = *pos;
        MoveList list = { .count = 0 };
        int count[KINDS] = { 0 }, palace[KINDS] = { 0 };
        mover.side = (uint8_t)side;
        generators[MOVEGEN_SCAN].captures(&mover, &list);
        generators[MOVEGEN_SCAN].quiets(&mover, &list);
        for (int i = 0; i < list.count; i++) {
            const int kind = pc_kind(pos->board[mv_from(list.move[i])]);
            count[kind]++;
            palace[kind] += in_enemy_palace(side, mv_to(list.move[i]));
        }
        for (int kind = ADVISOR; kind < KINDS; kind++)
            assert_int_equal(uses(pos, side, "mobility", kind), count[kind]);
        for (int kind = HORSE; kind <= CANNON; kind++)
            assert_int_equal(uses(pos, side, "palace_attack", kind - HORSE), palace[kind]);
    }
}
static void mobility_and_palace_attacks_are_the_pseudo_legal_moves(void **state) {
    (void)state;
    walk(check_mobility);
}

/* The least of these attackers, as the terms count them; -1 without any that counts. */
static int least_attacker(uint32_t men) {
    static const int kinds[] = { PAWN, HORSE, CANNON, ROOK };
    for (int by = 0; by < (int)COUNT_OF(kinds); by++)
        for (int number = man_first[kinds[by]]; number < man_first[kinds[by] + 1]; number++)
            if (men >> number & 1) return by;
    return -1;
}

static void check_attacked_men(const Pos *pos) {
    for (int side = RED; side <= BLACK; side++) {
        int count[2][KINDS * 4] = { 0 };
        for (int sq = 0; sq < SQ_COUNT; sq++) {
            const int pc = pos->board[sq];
            if (pc == PC_NONE || pc_side(pc) == side || pc_kind(pc) == KING) continue;
            const uint32_t attackers = pos_attackers(pos, sq);
            const int by = least_attacker(attackers >> (side << 4) & 0xffff);
            const bool held = attackers >> (side_other(side) << 4) & 0xffff;
            if (by >= 0) count[held][pc_kind(pc) * 4 + by]++;
        }
        for (int slot = 0; slot < KINDS * 4; slot++) {
            assert_int_equal(uses(pos, side, "attacked_free", slot), count[0][slot]);
            assert_int_equal(uses(pos, side, "attacked_held", slot), count[1][slot]);
        }
    }
}
static void attacked_men_are_those_of_the_exchange_rules(void **state) {
    (void)state;
    walk(check_attacked_men);
}

static void sets_that_give_nothing_for_attacks_do_not_look_for_them(void **state) {
    (void)state;
    EvalTables tables;
    Weights weights = weights_hand;
    eval_prepare(&tables, &weights, &all_groups);
    assert_false(tables.wants_attacks);
    weights.term.attacked_held[PAWN][3].eg = 1;
    eval_prepare(&tables, &weights, &all_groups);
    assert_true(tables.wants_attacks);
    const EvalOptions without = { .material = true };
    eval_prepare(&tables, &weights, &without);
    assert_false(tables.wants_attacks);
}

static void check_men_counted(const Pos *pos) {
    for (int side = RED; side <= BLACK; side++)
        for (int kind = ADVISOR; kind < KINDS; kind++) {
            int on_board = 0, placed = 0;
            for (int sq = 0; sq < SQ_COUNT; sq++) on_board += pos->board[sq] == pc_make(side, kind);
            for (int slot = 0; slot < 50; slot++) placed += uses(pos, side, "psqt", kind * 50 + slot);
            assert_int_equal(uses(pos, side, "material", kind), on_board);
            assert_int_equal(placed, on_board);
        }
}
static void every_man_is_counted_and_placed_once(void **state) {
    (void)state;
    walk(check_men_counted);
}

static void a_man_is_looked_up_at_its_rank_and_folded_file(void **state) {
    (void)state;
    Pos pos;
    assert_true(fen_parse("4k4/9/9/9/7c1/9/9/R8/9/3K5 w", &pos, NULL));
    assert_int_equal(uses(&pos, RED, "psqt", (ROOK * 10 + 2) * 5 + 0), 1);
    assert_int_equal(uses(&pos, RED, "psqt", (KING * 10 + 0) * 5 + 3), 1);
    assert_int_equal(uses(&pos, BLACK, "psqt", (CANNON * 10 + 4) * 5 + 1), 1);
}

/* What each term means: how often Red uses a slot in a position. */
typedef struct { const char *fen, *term; int slot, uses; } TermRow;
static const TermRow term_rows[] = {
    { POS_START, "pair", 0, 1 },
    { POS_START, "pair", 2, 1 },
    { "4k4/9/9/9/9/9/9/1R7/9/3K5 w", "pair", 1, 0 },
    { "4k4/9/9/p8/9/9/P1P6/1RR6/9/3K5 w", "with_pawns", 1, 6 },
    { "4k4/9/9/p8/9/9/P1P6/1RR6/9/3K5 w", "with_pawns", 0, 0 },
    { "4k4/9/9/9/9/9/9/9/9/3K5 w", "tempo", 0, 1 },
    { "4k4/9/9/9/9/9/9/9/9/3K5 b", "tempo", 0, 0 },
    { "4k4/9/9/2PPP4/9/9/9/9/9/3K5 w", "linked_pawns", 1, 2 },
    { "4k4/9/9/9/3P1P3/9/9/9/9/3K5 w", "linked_pawns", 0, 0 },
    { "4k4/9/P8/8P/9/9/9/9/9/3K5 w", "linked_pawns", 1, 0 },
    { "4k4/9/9/9/9/2P1P4/9/9/9/3K5 w", "linked_pawns", 0, 0 },
    { "4k4/9/9/2P6/9/9/9/9/9/2RK5 w", "rook_backed_pawn", 0, 1 },
    { "4k4/9/9/2P6/9/9/2P6/9/9/2RK5 w", "rook_backed_pawn", 0, 0 },
    { "4k4/9/9/P1R2P3/9/9/9/9/9/2RK5 w", "rook_backed_pawn", 0, 2 },
    { "4k4/9/9/9/9/9/2N6/9/1N7/3K5 w", "linked_horses", 0, 1 },
    { "4k4/9/9/9/9/9/2N6/1c7/1N7/3K5 w", "linked_horses", 0, 0 },
    { "4k4/9/9/9/9/9/2N6/2c6/1N7/3K5 w", "linked_horses", 0, 0 },
    { "4k4/9/9/9/9/9/2N6/3N5/9/3K5 w", "linked_horses", 0, 0 },
    { "4k4/9/9/9/9/9/9/R6R1/9/3K5 w", "paired_rooks", 0, 1 },
    { "4k4/9/9/9/9/9/9/R2N3R1/9/3K5 w", "paired_rooks", 0, 0 },
    { "4k4/9/9/9/9/9/R8/7R1/9/3K5 w", "paired_rooks", 0, 0 },
    { "4k4/9/9/9/9/9/9/1C2B2C1/9/3K5 w", "shoulder_pole", 0, 1 },
    { "4k4/9/1C7/9/9/1n7/9/1C7/9/3K5 w", "shoulder_pole", 0, 1 },
    { "4k4/9/9/9/9/9/9/1C5C1/9/3K5 w", "shoulder_pole", 0, 0 },
    { "4k4/9/9/9/9/9/9/1C1NB2C1/9/3K5 w", "shoulder_pole", 0, 0 },
    { "4k4/9/9/9/9/9/9/4B4/9/2BK5 w", "linked_elephants", 0, 1 },
    { "4k4/9/9/9/9/9/9/4B4/3c5/2BK5 w", "linked_elephants", 0, 0 },
    { "4k4/9/9/9/9/9/9/9/9/2BK2B2 w", "linked_elephants", 0, 0 },
    { "4k4/9/9/9/9/9/9/9/4A4/3AK4 w", "linked_advisors", 0, 1 },
    { "3k5/9/9/9/9/9/9/9/9/3AKA3 w", "linked_advisors", 0, 0 },
    { "4k4/9/r8/9/9/9/9/9/9/R2K5 w", "attacked_free", ROOK * 4 + 3, 1 },
    { "4k4/9/r7r/9/9/9/9/9/9/R2K5 w", "attacked_free", ROOK * 4 + 3, 0 },
    { "4k4/9/r7r/9/9/9/9/9/9/R2K5 w", "attacked_held", ROOK * 4 + 3, 1 },
    { "4k4/9/r8/P8/9/9/9/9/9/R2K5 w", "attacked_free", ROOK * 4 + 0, 1 },
    { "4k4/9/9/9/9/9/9/9/9/3KR4 b", "attacked_free", KING * 4 + 3, 0 },
    { "4k4/9/9/9/9/9/9/9/3p5/3K5 w", "attacked_free", PAWN * 4 + 3, 0 },
    { "4k4/9/9/9/4C4/9/9/9/9/3K5 w", "hollow_cannon", 4, 1 },
    { "4k4/4a4/4b4/9/4C4/9/9/9/9/3K5 w", "hollow_cannon", 4, 0 },
    { "4k4/9/9/9/9/9/9/9/9/C2K5 w", "hollow_cannon", 9, 0 },
    { "4k4/9/4b4/4p4/9/9/9/4C4/9/3K5 w", "central_cannon", 0, 1 },
    { "4k4/9/4b4/4p4/9/4P4/9/4C4/9/3K5 w", "central_cannon", 0, 0 },
    { "3k5/9/3n5/3n5/9/9/9/3C5/9/4K4 w", "central_cannon", 0, 0 },
    { "4k4/4n4/9/4p4/9/9/9/4C4/9/3K5 w", "cannon_over_horse", 0, 1 },
    { "4k4/4n4/9/4p4/9/9/9/4C4/9/3K5 w", "central_cannon", 0, 0 },
    { "9/4k4/4n4/4p4/9/9/9/4C4/9/3K5 w", "cannon_over_horse", 0, 0 },
    { "4k4/4N4/9/4p4/9/9/9/4C4/9/3K5 w", "cannon_over_horse", 0, 0 },
    { "C1bak4/9/9/9/9/9/9/9/9/3K5 w", "bottom_cannon", 0, 1 },
    { "4kab1C/9/9/9/9/9/9/9/9/3K5 w", "bottom_cannon", 0, 1 },
    { "2Cnnk3/9/9/9/9/9/9/9/9/3K5 w", "bottom_cannon", 2, 1 },
    { "Cnbak4/9/9/9/9/9/9/9/9/3K5 w", "bottom_cannon", 0, 0 },
    { "4k4/9/4b4/9/9/9/4R4/9/9/3K5 w", "rook_king_file", 0, 1 },
    { "4k4/9/9/9/9/9/4R4/9/9/3K5 b", "rook_king_file", 0, 1 },
    { "4k4/9/4b4/4p4/9/9/4R4/9/9/3K5 w", "rook_king_file", 0, 0 },
    { "4k4/9/4b4/9/9/9/5R3/9/9/3K5 w", "rook_king_file", 0, 0 },
    { "4k4/9/9/p8/9/9/9/9/9/1R1K5 w", "rook_open_file", 0, 1 },
    { "4k4/9/9/p8/9/9/9/9/9/R2K5 w", "rook_open_file", 0, 0 },
    { "4k4/9/9/9/9/9/P8/9/9/R2K5 w", "rook_open_file", 0, 0 },
    { "4k4/3P5/9/9/9/9/9/9/9/3K5 w", "pawn_near_king", 0, 1 },
    { "4k4/9/4P1P2/9/9/9/9/9/9/3K5 w", "pawn_near_king", 1, 2 },
    { "4k4/9/9/4P4/9/9/9/9/9/3K5 w", "pawn_near_king", 2, 1 },
    { "3P5/4k4/9/9/9/9/9/9/9/3K5 w", "pawn_near_king", 0, 0 },
    { "3k5/9/9/R3C3N/9/9/9/9/9/4K4 w", "wing_attackers", 2, 1 },
    { "3k5/9/9/R3C3N/8P/9/9/9/9/4K4 w", "wing_attackers", 3, 1 },
    { "3k5/9/9/9/9/R3C3N/9/9/9/4K4 w", "wing_attackers", 0, 1 },
    { "3k5/9/9/RRCNNP3/9/9/9/9/9/4K4 w", "wing_attackers", 5, 1 },
    { "3ak4/9/9/2P6/9/9/P8/RR7/NC7/3K5 w", "advisor_gone", 0, 1 },
    { "3ak4/9/9/2P6/9/9/P8/RR7/NC7/3K5 w", "advisor_gone", 1, 2 },
    { "3ak4/9/9/2P6/9/9/P8/RR7/NC7/3K5 w", "advisor_gone", 2, 1 },
    { "3ak4/9/9/2P6/9/9/P8/RR7/NC7/3K5 w", "advisor_gone", 3, 1 },
    { "3aka3/9/9/9/9/9/9/RR7/NC7/3K5 w", "advisor_gone", 1, 0 },
    { "4k4/9/9/9/9/9/9/RR7/N8/3K5 w", "elephant_gone", 1, 4 },
    { "2b1k1b2/9/9/9/9/9/9/RR7/N8/3K5 w", "elephant_gone", 0, 0 },
    { "9/4k4/9/9/9/9/9/RR7/N8/3K5 w", "king_advanced", 0, 3 },
    { "9/9/4k4/9/9/9/9/RR7/NC7/3K5 w", "king_advanced", 1, 4 },
    { "4k4/9/9/9/9/9/9/RR7/NC7/3K5 w", "king_advanced", 0, 0 },
    { "5k3/9/9/9/9/9/9/RR7/NC7/3K5 w", "king_off_centre", 0, 4 },
    { "4k4/9/9/9/9/9/9/RR7/NC7/3K5 w", "king_off_centre", 0, 0 },
};
static void each_term_counts_what_its_definition_says(void **state) {
    (void)state;
    for (size_t i = 0; i < COUNT_OF(term_rows); i++) {
        const TermRow *row = &term_rows[i];
        Pos pos;
        Err err = { 0 };
        if (!fen_parse(row->fen, &pos, &err)) fail_msg("%s: %s", row->fen, err.text);
        const int found = uses(&pos, RED, row->term, row->slot);
        if (found != row->uses) fail_msg("%s: %s[%d] is %d, not %d", row->fen, row->term, row->slot, found, row->uses);
    }
}

static void the_phase_runs_from_a_full_board_to_bare_kings(void **state) {
    (void)state;
    Pos pos;
    assert_true(fen_parse(POS_START, &pos, NULL));
    assert_int_equal(eval_phase(&pos), PHASE_MAX);
    assert_true(fen_parse("4k4/9/9/9/9/9/P8/9/9/3K5 w", &pos, NULL));
    assert_int_equal(eval_phase(&pos), 0);
    assert_true(fen_parse("4k4/9/9/9/9/9/9/R8/C8/N1BK5 w", &pos, NULL));
    assert_int_equal(eval_phase(&pos), 15);
}

/* Groups hold terms of their own, so switching them on one by one adds up. Before blending, that is: the sums are
 * divided once. */
static void check_groups_add_up(const Pos *pos) {
    Trace whole;
    int sum[WEIGHT_COUNT] = { 0 };
    eval_trace(pos, &all_groups, &whole);
    for (int group = 0; group < 5; group++) {
        const EvalOptions options = group_options(group);
        Trace trace;
        eval_trace(pos, &options, &trace);
        for (int i = 0; i < term_count; i++)
            for (int slot = terms[i].first; slot < terms[i].first + terms[i].count; slot++) {
                sum[slot] += trace.flat[slot];
                if (strcmp(terms[i].group, eval_options.rows[group].name)) assert_int_equal(trace.flat[slot], 0);
            }
    }
    for (int i = 0; i < WEIGHT_COUNT; i++) assert_int_equal(sum[i], whole.flat[i]);
}
static void the_groups_add_up_to_the_whole(void **state) {
    (void)state;
    walk(check_groups_add_up);
}

static void check_bounds(const Pos *pos) {
    Weights weights;
    random_weights(&weights, pos->key, 32767);
    Trace trace;
    eval_trace(pos, &all_groups, &trace);
    const int value = eval(pos, &weights, &all_groups);
    assert_in_range(value + EVAL_MAX, 0, 2 * EVAL_MAX);
    assert_int_equal(trace_value(&trace, &weights, eval_phase(pos)), pos->side == RED ? value : -value);
    assert_in_range(eval(pos, &weights_default, &all_groups) + 10000, 0, 20000);
}
static void no_weights_leave_the_bounds(void **state) {
    (void)state;
    walk(check_bounds);
}

static void no_group_gives_nothing(void **state) {
    (void)state;
    Pos pos;
    const EvalOptions none = { 0 };
    assert_true(fen_parse("4k4/9/9/9/9/9/9/RR7/NC7/3K5 w", &pos, NULL));
    assert_int_equal(eval(&pos, &weights_default, &none), 0);
    assert_true(eval(&pos, &weights_default, &all_groups) > 2000);
}

int main(void) {
    xq_init();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(swapped_colours_and_the_mirror_score_alike),
        cmocka_unit_test(the_trace_times_the_weights_is_the_evaluation),
        cmocka_unit_test(mobility_and_palace_attacks_are_the_pseudo_legal_moves),
        cmocka_unit_test(attacked_men_are_those_of_the_exchange_rules),
        cmocka_unit_test(sets_that_give_nothing_for_attacks_do_not_look_for_them),
        cmocka_unit_test(every_man_is_counted_and_placed_once),
        cmocka_unit_test(a_man_is_looked_up_at_its_rank_and_folded_file),
        cmocka_unit_test(each_term_counts_what_its_definition_says),
        cmocka_unit_test(the_phase_runs_from_a_full_board_to_bare_kings),
        cmocka_unit_test(the_groups_add_up_to_the_whole),
        cmocka_unit_test(no_weights_leave_the_bounds),
        cmocka_unit_test(no_group_gives_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
