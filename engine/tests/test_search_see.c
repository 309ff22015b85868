#include "engine/tests/test.h"
#include <stdio.h>
#include "engine/core/rng.h"
#include "engine/search/see.h"
#include "engine/xq/fen.h"
#include "engine/xq/gen.h"

/* The exchange played out on a board: each side takes on sq with its cheapest man as long as that pays. */
static int exchange(Pos *pos, int sq) {
    static const int order[] = { PAWN, ADVISOR, HORSE, ROOK, KING }; /* one of each price */
    MoveList list = { .count = 0 };
    generators[MOVEGEN_SCAN].captures(pos, &list);
    for (size_t k = 0; k < COUNT_OF(order); k++) {
        int cheapest = MAN_NONE;
        for (int i = 0; i < list.count; i++) {
            const int man = pos->man[mv_from(list.move[i])];
            if (mv_to(list.move[i]) == sq && see_value[man_kind[man]] == see_value[order[k]] && man < cheapest)
                cheapest = man;
        }
        if (cheapest == MAN_NONE) continue;
        Undo undo;
        const Move mv = mv_make(pos->sq_of[cheapest], sq);
        const int won = see_value[pc_kind(pos->board[sq])];
        pos_make(pos, mv, &undo);
        const bool suicide = man_kind[cheapest] == KING && pos_attacks(pos, pos->side, sq);
        const int value = suicide ? 0 : won - exchange(pos, sq);
        pos_undo(pos, mv, &undo);
        return value > 0 ? value : 0;
    }
    return 0;
}

static int played_out(Pos *pos, Move mv) {
    Undo undo;
    const int won = see_value[pc_kind(pos->board[mv_to(mv)])];
    pos_make(pos, mv, &undo);
    const int value = won - exchange(pos, mv_to(mv));
    pos_undo(pos, mv, &undo);
    return value;
}

static void check_position(Pos *pos) {
    MoveList list = { .count = 0 };
    generators[MOVEGEN_SCAN].captures(pos, &list);
    generators[MOVEGEN_SCAN].quiets(pos, &list);
    for (int i = 0; i < list.count; i++) {
        const Move mv = list.move[i];
        if (!pos_is_legal(pos, mv)) continue;
        const int expected = played_out(pos, mv), value = see(pos, mv);
        char fen[FEN_SIZE];
        if (value != expected)
            fail_msg("%s, move %d to %d: %d, played out %d", fen_text(pos, fen), mv_from(mv), mv_to(mv), value,
                     expected);
        for (int threshold = -1000; threshold <= 1000; threshold += 50)
            assert_int_equal(see_at_least(pos, mv, threshold), value >= threshold);
    }
}

static void it_equals_the_exchange_played_out(void **state) {
    (void)state;
    const uint64_t seed = 20240607;
    for (uint64_t game = 0; game < 60; game++) {
        Pos pos;
        assert_true(fen_parse(POS_START_FEN, &pos, NULL));
        for (uint64_t ply = 0; ply < 120; ply++) {
            MoveList list;
            Undo undo;
            if (!gen_legal(&pos, &list)) break;
            pos_make(&pos, list.move[rng_below(seed, game, ply, (uint64_t)list.count)], &undo);
            if (ply % 3 == 0) check_position(&pos);
        }
    }
}

typedef struct {
    const char *name, *fen;
    int value;
} Row; /* of the rook's move e3e5 */
static const Row rows[] = {
    { "a loose man", "3k5/9/9/9/4n4/9/4R4/9/9/5K3 w - - 0 1", 450 },
    { "a man guarded by a pawn", "3k5/9/9/4p4/4n4/9/4R4/9/9/5K3 w - - 0 1", 450 - 1000 },
    { "a cannon behind its rook", "3k5/9/9/4p4/4n4/9/4R4/9/4C4/5K3 w - - 0 1", 450 - 1000 },
    { "a rook behind its rook", "3k5/9/9/4p4/4n4/9/4R4/9/4R4/5K3 w - - 0 1", 450 - 1000 + 100 },
    { "a quiet move into a pawn", "3k5/9/9/4p4/9/9/4R4/9/9/5K3 w - - 0 1", -1000 },
};

static void known_exchanges(void **state) {
    (void)state;
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        Pos pos;
        assert_true(fen_parse(rows[i].fen, &pos, NULL));
        const int value = see(&pos, mv_make(sq_of(4, 3), sq_of(4, 5)));
        if (value != rows[i].value) fail_msg("%s: %d, expected %d", rows[i].name, value, rows[i].value);
    }
}

int main(void) {
    xq_init();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(it_equals_the_exchange_played_out),
        cmocka_unit_test(known_exchanges),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
