#include "engine/tests/test.h"
#include "engine/tests/oracle.h"
#include "engine/xq/attacks.h"

static uint32_t plain_attackers(const Pos *pos, int sq) {
    uint32_t men = 0;
    for (int from = 0; from < SQ_COUNT; from++)
        if (oracle_man_attacks(pos, from, sq)) men |= 1u << pos->man[from];
    return men;
}

static void check_attackers(const Pos *pos, int ply) {
    for (int sq = 0; sq < SQ_COUNT; sq++) {
        assert_int_equal(pos_attackers(pos, sq), plain_attackers(pos, sq));
        for (int by = RED; by <= BLACK; by++) assert_int_equal(pos_attacks(pos, by, sq), oracle_attacks(pos, by, sq));
    }
    (void)ply;
}

static void the_attackers_of_every_square_are_those_of_the_plain_rules(void **state) {
    (void)state;
    assert_true(oracle_walk(101, 40, 120, check_attackers) > 2000);
}

/* Lift men off one by one, as an exchange does, and compare with a board that never had them. */
static void check_lifted(const Pos *pos, int ply) {
    const int sq = (int)rng_below(7, (uint64_t)ply, pos->key, SQ_COUNT);
    uint32_t lines = pos_lines(pos, sq), alive = pos->alive;
    Pos bare = *pos;
    for (int i = 0; i < 6; i++) {
        const int man = (int)rng_below(8, pos->key, (uint64_t)i, MAN_COUNT);
        const int at = pos->sq_of[man];
        if (!(alive >> man & 1) || at == sq) continue;
        alive &= ~(1u << man);
        lines &= ~line_bit[sq][at];
        bare.board[at] = PC_NONE;
        assert_int_equal(attackers_among(pos, sq, lines, alive), plain_attackers(&bare, sq));
    }
}

static void attackers_behind_lifted_men_come_into_view(void **state) {
    (void)state;
    oracle_walk(102, 80, 120, check_lifted);
}

static int plain_mobility(const Pos *pos, int pc, int from) {
    int count = 0;
    for (int to = 0; to < SQ_COUNT; to++) {
        const int target = pos->board[to];
        if (to == from || (target != PC_NONE && pc_side(target) == pc_side(pc))) continue;
        count += oracle_reaches(pos, pc, from, to, target != PC_NONE);
    }
    return count;
}

static void check_mobility(const Pos *pos, int ply) {
    for (int sq = 0; sq < SQ_COUNT; sq++) {
        for (int side = RED; side <= BLACK; side++) {
            assert_int_equal(rook_mobility(pos, side, sq), plain_mobility(pos, pc_make(side, ROOK), sq));
            assert_int_equal(cannon_mobility(pos, side, sq), plain_mobility(pos, pc_make(side, CANNON), sq));
            for (int kind = KING; kind < KINDS; kind++)
                if (kind != ROOK && kind != CANNON)
                    assert_int_equal(step_mobility(pos, pc_make(side, kind), sq),
                                     plain_mobility(pos, pc_make(side, kind), sq));
        }
    }
    (void)ply;
}

static void mobility_counts_the_squares_that_a_man_could_go_to(void **state) {
    (void)state;
    oracle_walk(103, 16, 100, check_mobility);
}

static void third_men_are_where_a_cannon_would_take_over_two(void **state) {
    (void)state;
    const Line line = file_lines[2][1u << 2 | 1u << 3 | 1u << 5 | 1u << 6 | 1u << 8 | 1u << 0];
    assert_int_equal(line.quiet, 1u << 1);
    assert_int_equal(line.rook, 1u << 0 | 1u << 3);
    assert_int_equal(line.cannon, 1u << 5);
    assert_int_equal(line.third, 1u << 6);
}

static void a_line_square_is_where_its_bit_says(void **state) {
    (void)state;
    for (int a = 0; a < SQ_COUNT; a++)
        for (int b = 0; b < SQ_COUNT; b++)
            if (a != b && line_bit[a][b]) assert_int_equal(line_square(a, __builtin_ctz(line_bit[a][b])), b);
}

int main(void) {
    xq_init();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_attackers_of_every_square_are_those_of_the_plain_rules),
        cmocka_unit_test(attackers_behind_lifted_men_come_into_view),
        cmocka_unit_test(mobility_counts_the_squares_that_a_man_could_go_to),
        cmocka_unit_test(third_men_are_where_a_cannon_would_take_over_two),
        cmocka_unit_test(a_line_square_is_where_its_bit_says),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
