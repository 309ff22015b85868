/* The property that holds the search together: whatever keeps minimax's value returns exactly minimax's value. */
#include "engine/tests/test.h"
#include <stdio.h>
#include <string.h>
#include "engine/core/file.h"
#include "engine/search/session.h"
#include "engine/xq/fen.h"
#include "engine/xq/perft.h"

/* The benchmark's positions, and one with a mate in reach. */
enum { POSITIONS_MAX = 64, ENDGAME_MEN = 14 };
static Pos positions[POSITIONS_MAX];
static size_t position_count;

static void add_position(const char *line) {
    char board[100], side[2], fen[FEN_SIZE];
    Err err = { 0 };
    assert_int_equal(sscanf(line, "%99s %1s", board, side), 2);
    snprintf(fen, sizeof fen, "%s %s", board, side);
    if (!fen_parse(fen, &positions[position_count++], &err)) fail_msg("%s: %s", fen, err.text);
}

static int read_positions(void **state) {
    (void)state;
    Buf text = { 0 };
    assert_true(file_read(XQ_SOURCE_DIR "/suites/bench/positions.epd", &text, NULL));
    const char *cursor = buf_text(&text), *line;
    for (size_t len; text_next_line(&cursor, &line, &len) && position_count < POSITIONS_MAX - 1;)
        if (len && *line != '#') add_position(line);
    buf_free(&text);
    add_position("3k5/9/9/9/9/9/9/9/R8/1R3K3 w");
    assert_true(position_count > 40);
    return 0;
}

/* Minimax without anything: the definition that every engine is held to. */
static int minimax(Pos *pos, const Variant *variant, int depth, int ply) {
    if (depth == 0) return eval(pos, &variant->weights, &variant->eval);
    MoveList list;
    int best = ply - SCORE_MATE;
    gen_legal(pos, &list);
    for (int i = 0; i < list.count; i++) {
        Undo undo;
        pos_make(pos, list.move[i], &undo);
        const int value = -minimax(pos, variant, depth - 1, ply + 1);
        pos_undo(pos, list.move[i], &undo);
        if (value > best) best = value;
    }
    return best;
}

static int search_value(Session *session, const Pos *pos, int depth) {
    SearchResult result;
    assert_true(session_set_position(session, pos, NULL, 0, NULL));
    session_go(session, &(SearchLimits){ .depth = depth }, NULL, &result);
    assert_int_equal(result.depth, depth);
    assert_true(pos_is_pseudo_legal(pos, result.best) && pos_is_legal(pos, result.best));
    return result.score;
}

/* Grammar name, then options on top. Tables cut at equal depth only. */
static const char *const configurations[][10] = {
    { "MM" },
    { "MMT" },
    { "MMKCHTI", "continuation_history=on" },
    { "AB" },
    { "ABC" },
    { "ABT", "tt_bits=4" },
    { "ABKCHTI", "tt_bits=10" },
    { "FS" },
    { "FSCT" },
    { "FSK" },
    { "FSHI" },
    { "AS" },
    { "ASCI", "aspiration_window=10" },
    { "ASCTI", "hash=1", "aspiration_window=3", "aspiration_growth=0" },
    { "ASCTI", "fail_soft=off", "aspiration_window=1", "aspiration_growth=3" },
    { "PVS" },
    { "PVSC", "fail_soft=off" },
    { "PVSKCH", "capture_order=see" },
    { "PVSKCH", "capture_order=static", "history_increment=2d" },
    { "PVSH", "history=piece_to", "history_malus=on", "counter_moves=on" },
    { "PVSHI", "history_bounded=on", "history_malus=on", "continuation_history=on", "history_aging=clear" },
    { "PVSCTI" },
    { "PVSCTI", "tt_cutoff=non_pv", "aspiration=on" },
    { "PVST", "tt_move=off", "fail_soft=off" },
    { "PVSTI", "tt_cutoff=off" },
    { "PVSCTI", "tt_bits=6", "tt_replacement=old" },
    { "PVSCTI", "tt_bits=6", "tt_replacement=depth" },
    { "PVSCTI", "tt_bits=6", "tt_replacement=age_depth" },
    { "PVSCTI", "tt_bits=6", "tt_replacement=big1" },
    { "PVSCTI", "tt_bits=6", "tt_replacement=big_all" },
    { "PVSCTI", "tt_bits=6", "tt_replacement=two_deep" },
    { "PVSCTI", "tt_bits=6", "tt_replacement=two_big1" },
    { "PVSC", "iid=plain", "iid_depth=2", "iid_reduction=1", "iid_nodes=all" },
    { "PVSC", "iid=widened", "iid_depth=2", "iid_reduction=1", "iid_delta=100" },
    { "PVSCT", "iid=widened", "iid_depth=3", "iid_nodes=all", "iid_delta=62000" },
    { "PVSCI", "iid=plain", "iid_depth=2", "iid_reduction=1", "iid_root_order=on" },
    { "PVSCT", "algorithm=mtdf" },
    { "PVSKCHTI", "algorithm=mtdf", "tt_bits=8", "tt_replacement=two_big1" },
    { "FSCI", "algorithm=mtdf" },
    { "PVSKCHTI", "movegen=scan" },
    { "PVSKCHTI", "movegen=template", "mate_distance=on" },
    { "FSCT", "movegen=bitboard", "mate_distance=on", "fail_soft=off" },
};

/* With quiescence the value is another one, but the same for all of these. */
static const char *const quiescent[][10] = {
    { "ABQ" },
    { "ABCTIQ" },
    { "FSKCHTIQ", "tt_bits=8", "quiescence_tt=on" },
    { "ASCIQ", "quiescence_order=none" },
    { "ASCTIQ", "fail_soft=off", "quiescence_order=see" },
    { "PVSQ", "quiescence_order=static" },
    { "PVSKCHTIQ", "capture_order=see", "counter_moves=on", "history=piece_to" },
    { "PVSKCHTIQ", "quiescence_tt=on", "tt_bits=10", "tt_replacement=age_depth" },
    { "PVSKCHTIQ", "quiescence_tt=on", "tt_bits=8", "tt_replacement=two_big1", "mate_distance=on" },
    { "PVSCTQ", "algorithm=mtdf", "quiescence_tt=on" },
    { "PVSCTIQ", "algorithm=mtdf", "iid=widened", "iid_depth=2", "iid_nodes=all" },
};

static Session *session_of(const char *const *configuration, const char *const *extra) {
    Err err = { 0 };
    Variant variant;
    if (!variant_from_grammar(configuration[0], &variant)) fail_msg("%s is no grammar name", configuration[0]);
    assert_true(variant_set(&variant, "tt_cutoff_depth=equal", &err) && variant_set(&variant, "tt_bits=13", &err));
    for (int i = 1; configuration[i]; i++)
        if (!variant_set(&variant, configuration[i], &err)) fail_msg("%s", err.text);
    for (; *extra; extra++) assert_true(variant_set(&variant, *extra, &err));
    Session *session = session_new(&variant, &err);
    assert_non_null(session);
    return session;
}

static const char *const nothing[] = { NULL };

static int value_of(const char *const *configuration, const char *const *extra, const Pos *pos, int depth) {
    Session *session = session_of(configuration, extra);
    const int value = search_value(session, pos, depth);
    session_delete(session);
    return value;
}

static void check(const char *const *configuration, size_t number, size_t position, int depth, int value,
                  int expected) {
    if (value != expected)
        fail_msg("configuration %zu (%s), position %zu, depth %d: %d, not %d", number, configuration[0], position,
                 depth, value, expected);
}

/* How deep a position is searched; the last ply by an eighth of the configurations, others at each position. */
static int deepest(size_t position) {
    return __builtin_popcount(positions[position].alive) <= ENDGAME_MEN ? 4 : 3;
}
static bool takes_part(size_t configuration, size_t position, int depth) {
    return depth < deepest(position) || (configuration + position) % 8 == 0;
}

static void every_configuration_that_keeps_values_agrees_with_minimax(void **state) {
    (void)state;
    Variant plain;
    assert_true(variant_from_grammar("MM", &plain));
    for (size_t position = 0; position < position_count; position++)
        for (int depth = 1; depth <= deepest(position); depth++) {
            const int expected = minimax(&positions[position], &plain, depth, 0);
            for (size_t i = 0; i < COUNT_OF(configurations); i++)
                if (takes_part(i, position, depth))
                    check(configurations[i], i, position, depth,
                          value_of(configurations[i], nothing, &positions[position], depth), expected);
        }
}

static void with_quiescence_all_agree_among_themselves(void **state) {
    (void)state;
    static const char *const kinds[][4] = {
        { NULL },
        { "quiescence_evasions=2", "quiescence_checks=1", NULL },
        { "quiescence_evasions=0", "quiescence_see=on", NULL },
    };
    for (size_t position = 0; position < position_count; position++)
        for (int depth = 1; depth <= deepest(position) - 1; depth++) {
            const char *const *kind = kinds[position % COUNT_OF(kinds)];
            const int expected = value_of(quiescent[0], kind, &positions[position], depth);
            for (size_t i = 1; i < COUNT_OF(quiescent); i++)
                check(quiescent[i], i, position, depth, value_of(quiescent[i], kind, &positions[position], depth),
                      expected);
        }
}

static uint64_t leaves_of(const char *name, const Pos *pos, int depth) {
    const char *const configuration[] = { name, NULL };
    Session *session = session_of(configuration, nothing);
    SearchResult result;
    assert_true(session_set_position(session, pos, NULL, 0, NULL));
    session_go(session, &(SearchLimits){ .depth = depth }, NULL, &result);
    session_delete(session);
    return result.counters.leaf_nodes;
}

/* Every leaf of the whole tree is visited by minimax, and no enhancement visits more of them here. */
static void leaves_are_counted_and_saved(void **state) {
    (void)state;
    enum { DEPTH = 3 };
    for (size_t position = 0; position < position_count; position += 5) {
        const Pos *pos = &positions[position];
        Pos copy = *pos;
        const uint64_t all = perft(&copy, DEPTH, MOVEGEN_TABLE, true), alphabeta = leaves_of("AB", pos, DEPTH);
        assert_int_equal(leaves_of("MM", pos, DEPTH), all);
        assert_true(alphabeta < all);
        /* Without a table the values that fail-soft returns are only informative. */
        assert_int_equal(leaves_of("FS", pos, DEPTH), alphabeta);
        assert_true(leaves_of("ABC", pos, DEPTH) < all);
    }
}

int main(void) {
    xq_init();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_configuration_that_keeps_values_agrees_with_minimax),
        cmocka_unit_test(with_quiescence_all_agree_among_themselves),
        cmocka_unit_test(leaves_are_counted_and_saved),
    };
    return cmocka_run_group_tests(tests, read_positions, NULL);
}
