/* The same variant plays the same game in this process and through a pipe. */
#include "engine/tests/test.h"
#include <stdio.h>
#include "bench/tests/fake.h"
#include "engine/xq/notation.h"

static PlayerSpec spec_of(const char *text) {
    PlayerSpec spec;
    Err err = { 0 };
    if (!player_spec_parse(text, &spec, &err)) fail_msg("%s: %s", text, err.text);
    return spec;
}

/* Our own engine as an engine: "protocol=uci". */
static PlayerSpec pipe_spec(const char *variant, const char *words) {
    char line[600];
    snprintf(line, sizeof line, "cmd=%s/xqengine arg=--variant arg=%s name=pipe %s", XQ_BIN_DIR, variant, words);
    return spec_of(line);
}

/* A game of red against black by this limit, from the start position or, for odd numbers, after h2e2 h9g7 h0g2. */
static GameRecord play(Player *red, Player *black, const Limit *limit, int number) {
    static const char *const opening[] = { "h2e2", "h9g7", "h0g2" };
    RuleSet rules;
    Game game = { 0 };
    GameRecord record = { 0 };
    Pos start;
    const Adjudication adjudication = { .max_plies = 40 };
    rule_set_find("asian", &rules);
    assert_true(fen_parse(POS_START_FEN, &start, NULL));
    game_init(&game, &start);
    for (int i = 0; i < number % 2 * 3; i++) game_push(&game, move_parse_coord(opening[i], false));
    const Table table = {
        .player = { red, black }, .limit = { limit, limit }, .rules = &rules, .adjudication = &adjudication
    };
    assert_true(play_game(&table, &game, &record));
    game_free(&game);
    return record;
}

typedef struct {
    const char *name, *variant, *words, *limit;
    bool tells_bounds;
} Row;

static const Row rows[] = {
    { "nodes by UCI", "PVSHNTIQ", "protocol=uci", "nodes=1500", true },
    { "nodes by UCCI", "PVSHNTIQ", "protocol=ucci", "nodes=1500", false },
    { "depth by UCI", "PVSTIQ", "protocol=uci", "depth=3", true },
    { "depth by UCCI", "PVSTIQ", "protocol=ucci", "depth=3", false },
    { "nodes and depth by UCI", "full", "protocol=uci", "nodes=1500 depth=5", true },
    { "Monte-Carlo tree search by UCI", "puct", "protocol=uci", "nodes=1500", true },
    { "Monte-Carlo tree search by UCCI", "uct", "protocol=ucci", "depth=7", false },
    /* A variant that orders moves by the ones before would miss those before the capture. */
    { "from the last capture by UCI", "PVSHNTIQ", "protocol=uci dialect.history=capture", "nodes=1500", true },
};

static void compare(const GameRecord *inside, const GameRecord *outside, bool tells_bounds) {
    assert_true(inside->count > 20);
    for (int i = 0; i < inside->count && i < outside->count; i++) {
        const MoveRecord *a = &inside->move[i], *b = &outside->move[i];
        if (a->move != b->move || a->nodes != b->nodes || a->score != b->score || a->depth != b->depth ||
            (tells_bounds && a->bound != b->bound))
            fail_msg("ply %d: nodes %llu and %llu, score %d and %d, depth %d and %d, bound %d and %d", i,
                     (unsigned long long)a->nodes, (unsigned long long)b->nodes, a->score, b->score, a->depth, b->depth,
                     a->bound, b->bound);
    }
    assert_int_equal(inside->count, outside->count);
    assert_int_equal(inside->reason, outside->reason);
    assert_int_equal(inside->outcome, outside->outcome);
}

static void plays_the_same_game(void **state) {
    const Row *row = *state;
    Limit limit;
    assert_true(limit_parse(row->limit, &limit, NULL));
    PlayerSpec builtin = spec_of(row->variant), piped = pipe_spec(row->variant, row->words);
    Player *inside[2] = { start_player(&builtin), start_player(&builtin) }, *outside = start_player(&piped);
    for (int number = 0; number < 2; number++) {
        GameRecord a = play(inside[0], inside[1], &limit, number);
        /* The pipe has Red, then Black. */
        GameRecord b = number ? play(inside[0], outside, &limit, number) : play(outside, inside[1], &limit, number);
        compare(&a, &b, row->tells_bounds);
        game_record_free(&a);
        game_record_free(&b);
    }
    player_delete(inside[0]);
    player_delete(inside[1]);
    player_delete(outside);
    player_spec_free(&builtin);
    player_spec_free(&piped);
    assert_no_children();
}

int main(void) {
    struct CMUnitTest tests[COUNT_OF(rows)];
    xq_init();
    for (size_t i = 0; i < COUNT_OF(rows); i++)
        tests[i] = (struct CMUnitTest){ .name = rows[i].name,
                                        .test_func = plays_the_same_game,
                                        .initial_state = (void *)&rows[i] };
    return _cmocka_run_group_tests("pipe", tests, COUNT_OF(tests), NULL, NULL);
}
