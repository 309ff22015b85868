/* What engines are told, word for word, and trials before a run. */
#include "engine/tests/test.h"
#include <stdio.h>
#include "bench/client/external.h"
#include "bench/tests/fake.h"
#include "engine/core/file.h"
#include "engine/core/rng.h"
#include "engine/xq/gen.h"
#include "engine/xq/notation.h"

#define START "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR"

/* A question as it would be asked, without an engine. */
typedef struct {
    const char *name;
    const Protocol *protocol;
    Dialect dialect;
    const char *fen, *moves; /* "" : the start position, no moves */
    const char *limit;
    ClockState clock;
    bool ponder;
    const char *asked; /* the text; NULL: it is refused */
} Row;

#define UCI                                                                                                            \
    &protocol_uci, {                                                                                                   \
        .ranks = RANKS_FROM_0, .fields = 6, .history = HISTORY_GAME                                                    \
    }
#define UCCI(unit)                                                                                                     \
    &protocol_ucci, {                                                                                                  \
        .ranks = RANKS_FROM_0, .fields = 6, .clock = CLOCK_UNIT_##unit, .history = HISTORY_CAPTURE                     \
    }
#define XBOARD                                                                                                         \
    &protocol_xboard, {                                                                                                \
        .ranks = RANKS_FROM_0, .fields = 4, .letters = LETTERS_HE                                                      \
    }
#define NS_PER_MS INT64_C(1000000)
#define MS(ms)    ((ms)*NS_PER_MS)
#define IN_TEN_MOVES                                                                                                   \
    { .own_ns = MS(9500), .own_increment_ns = MS(100), .other_ns = MS(7250), .other_increment_ns = MS(50) }

static const Row rows[] = {
    { "UCI by depth", UCI, "", "", "depth=5", { 0 }, false, "position fen " START " w - - 0 1\ngo depth 5\n" },
    { "UCI by nodes, after moves",
      UCI,
      "",
      "h2e2 h9g7",
      "nodes=1000",
      { 0 },
      false,
      "position fen " START " w - - 0 1 moves h2e2 h9g7\ngo nodes 1000\n" },
    { "UCI by time for a move",
      UCI,
      "",
      "",
      "movetime=250",
      { 0 },
      false,
      "position fen " START " w - - 0 1\ngo movetime 250\n" },
    { "UCI by the clock, Red", UCI, "", "", "tc=10+0.1", IN_TEN_MOVES, false,
      "position fen " START " w - - 0 1\ngo wtime 9500 btime 7250 winc 100 binc 50\n" },
    { "UCI by the clock, Black", UCI, "", "h2e2", "tc=10+0.1", IN_TEN_MOVES, false,
      "position fen " START " w - - 0 1 moves h2e2\ngo wtime 7250 btime 9500 winc 50 binc 100\n" },
    { "UCI by a clock that the other has not",
      UCI,
      "",
      "",
      "tc=10+0",
      { .own_ns = MS(10000) },
      false,
      "position fen " START " w - - 0 1\ngo wtime 10000 btime 10000\n" },
    { "UCI with moves to go, and less than a millisecond",
      UCI,
      "",
      "",
      "tc=40/10+0",
      { .own_ns = 5, .moves_to_go = 3 },
      false,
      "position fen " START " w - - 0 1\ngo wtime 1 btime 1 movestogo 3\n" },
    { "UCI with everything", UCI, "", "", "tc=10+0.1 movetime=50 nodes=7 depth=3", IN_TEN_MOVES, false,
      "position fen " START " w - - 0 1\ngo wtime 9500 btime 7250 winc 100 binc 50 movetime 50 nodes 7 depth 3\n" },
    { "UCI pondering",
      UCI,
      "",
      "h2e2 h9g7",
      "nodes=9",
      { 0 },
      true,
      "position fen " START " w - - 0 1 moves h2e2 h9g7\ngo ponder nodes 9\n" },
    { "ranks from 1",
      &protocol_uci,
      { .ranks = RANKS_FROM_1, .fields = 6 },
      "",
      "h2e2 h9g7 a0a1",
      "depth=1",
      { 0 },
      false,
      "position fen " START " w - - 0 1 moves h3e3 h10g8 a1a2\ngo depth 1\n" },
    { "other letters and four fields",
      &protocol_uci,
      { .ranks = RANKS_FROM_0, .fields = 4, .letters = LETTERS_HE },
      "",
      "",
      "depth=1",
      { 0 },
      false,
      "position fen rheakaehr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RHEAKAEHR w 0 1\ngo depth 1\n" },
    { "two fields",
      &protocol_uci,
      { .ranks = RANKS_FROM_0, .fields = 2 },
      "",
      "",
      "depth=1",
      { 0 },
      false,
      "position fen " START " w\ngo depth 1\n" },
    /* h2h9 takes a horse, i9h9 takes back. */
    { "the whole game, captures or not",
      UCI,
      "",
      "h2h9 i9h9 a0a1",
      "depth=1",
      { 0 },
      false,
      "position fen " START " w - - 0 1 moves h2h9 i9h9 a0a1\ngo depth 1\n" },
    { "from the last capture",
      UCCI(MS),
      "",
      "h2h9 i9h9 a0a1",
      "depth=1",
      { 0 },
      false,
      "position fen rnbakabr1/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C7/9/RNBAKABNR w - - 0 2 moves a0a1\ngo depth 1\n" },
    { "UCCI by nodes",
      UCCI(MS),
      "",
      "",
      "nodes=1000",
      { 0 },
      false,
      "position fen " START " w - - 0 1\ngo nodes 1000\n" },
    { "UCCI by the clock, Black first when he moves", UCCI(MS), "", "h2e2", "tc=10+0.1", IN_TEN_MOVES, false,
      "position fen " START " w - - 0 1 moves h2e2\ngo time 9500 increment 100 opptime 7250 oppincrement 50\n" },
    { "UCCI in seconds", UCCI(S), "", "", "tc=10+0.1", IN_TEN_MOVES, false,
      "position fen " START " w - - 0 1\ngo time 9 increment 0 opptime 7 oppincrement 0\n" },
    { "UCCI with moves to go",
      UCCI(MS),
      "",
      "",
      "tc=40/10+0",
      { .own_ns = MS(8000), .other_ns = MS(9000), .moves_to_go = 7 },
      false,
      "position fen " START " w - - 0 1\ngo time 8000 movestogo 7 opptime 9000 oppmovestogo 7\n" },
    { "UCCI by time for a move",
      UCCI(MS),
      "",
      "",
      "movetime=250",
      { 0 },
      false,
      "position fen " START " w - - 0 1\ngo time 250 movestogo 1\n" },
    { "UCCI by a time that its seconds can't tell", UCCI(S), "", "", "movetime=250", { 0 }, false, NULL },
    { "UCCI with two limits", UCCI(MS), "", "", "nodes=5 depth=2", { 0 }, false, NULL },
    { "UCCI with a draw offered",
      UCCI(MS),
      "",
      "",
      "depth=4",
      { .draw_offered = true },
      false,
      "position fen " START " w - - 0 1\ngo draw depth 4\n" },
    { "xboard from the start", XBOARD, "", "", "depth=5", { 0 }, false, "sd 5\ngo\n" },
    { "xboard after an opening",
      XBOARD,
      "",
      "h2e2 h9g7",
      "movetime=2000",
      { 0 },
      false,
      "st 2\nusermove h2e2\nusermove h9g7\ngo\n" },
    { "xboard from a position",
      XBOARD,
      "4k4/9/9/9/4N4/9/9/4B4/9/4K4 b - - 3 9",
      "",
      "depth=2",
      { 0 },
      false,
      "setboard 4k4/9/9/9/4H4/9/9/4E4/9/4K4 b 3 9\nsd 2\ngo\n" },
    { "xboard by the clock",
      XBOARD,
      "",
      "",
      "tc=90+1.5",
      { .own_ns = MS(90000), .other_ns = MS(80000) },
      false,
      "level 0 1:30 1.5\ntime 9000\notim 8000\ngo\n" },
    { "xboard by a clock of moves",
      XBOARD,
      "",
      "",
      "tc=40/60+0",
      { .own_ns = MS(60000), .other_ns = MS(60000), .moves_to_go = 40 },
      false,
      "level 40 1:00 0\ntime 6000\notim 6000\ngo\n" },
    { "xboard by less than a second for a move",
      XBOARD,
      "",
      "",
      "movetime=250",
      { 0 },
      false,
      "level 1 0:01 0\ntime 25\notim 25\ngo\n" },
    { "xboard by nodes", XBOARD, "", "", "nodes=5", { 0 }, false, NULL },
};

static void set_up(const Row *row, Game *game) {
    Pos start;
    Err err = { 0 };
    if (!fen_parse(*row->fen ? row->fen : POS_START_FEN, &start, &err)) fail_msg("%s", err.text);
    game_init(game, &start);
    for (const char *at = row->moves; *at; at += strcspn(at, " "), at += *at == ' ') {
        char move[8];
        snprintf(move, sizeof move, "%.*s", (int)strcspn(at, " "), at);
        game_push(game, move_parse_coord(move, false));
    }
}

static void is_asked(void **state) {
    const Row *row = *state;
    static EngineSpec spec;
    External self = { .spec = &spec, .protocol = row->protocol, .dialect = row->dialect, .position.plies = -1 };
    Game game = { 0 };
    Limit limit;
    Buf text = { 0 };
    set_up(row, &game);
    assert_true(limit_parse(row->limit, &limit, NULL));
    const Question question = { .game = &game, .limit = &limit, .clock = &row->clock, .ponder = row->ponder };
    if (row->protocol == &protocol_xboard) {
        row->protocol->begin(&self);
        assert_true(row->protocol->introduce(&self, "feature usermove=1 setboard=1 done=1"));
    }
    assert_int_equal(row->protocol->refuses(&self, &question) == NULL, row->asked != NULL);
    if (row->asked) {
        row->protocol->ask(&self, &question, &text);
        assert_string_equal(buf_text(&text), row->asked);
    }
    buf_free(&text);
    buf_free(&self.position.text);
    buf_free(&self.replies);
    game_free(&game);
}

static void a_position_grows_with_the_game(void **state) {
    (void)state;
    static EngineSpec spec;
    for (int history = HISTORY_GAME; history <= HISTORY_CAPTURE; history++) {
        External grown = { .spec = &spec,
                           .dialect = { .ranks = RANKS_FROM_0, .fields = 6, .history = history },
                           .position.plies = -1 };
        Game game = { 0 };
        Pos start;
        assert_true(fen_parse(POS_START_FEN, &start, NULL));
        game_init(&game, &start);
        /* Asked at every second ply or so, it tells the same as if it were asked for the first time. */
        for (uint64_t i = 0; i < 300; i++) {
            MoveList list;
            if (!gen_legal(&game.pos, &list)) break;
            game_push(&game, list.move[rng_below(7, 1, i, (uint64_t)list.count)]);
            if (rng_below(7, 2, i, 3) == 0) continue;
            External fresh = { .spec = &spec, .dialect = grown.dialect, .position.plies = -1 };
            position_update(&grown, &game);
            position_update(&fresh, &game);
            assert_string_equal(grown.position.text.text, fresh.position.text.text);
            buf_free(&fresh.position.text);
        }
        assert_true(game.count > 50);
        buf_free(&grown.position.text);
        game_free(&game);
    }
}

static void moves_are_read_as_they_are_written(void **state) {
    (void)state;
    for (int ranks = RANKS_FROM_0; ranks <= RANKS_FROM_1; ranks++) {
        const Dialect dialect = { .ranks = ranks };
        for (int from = 0; from < SQ_COUNT; from++)
            for (int to = 0; to < SQ_COUNT; to++) {
                Buf text = { 0 };
                if (from == to) continue;
                position_add_move(&dialect, mv_make(from, to), &text);
                assert_int_equal(position_read_move(&dialect, text.text), mv_make(from, to));
                buf_free(&text);
            }
    }
}

static void banned_moves_are_told_by_ucci(void **state) {
    (void)state;
    static EngineSpec spec;
    const Move banned[] = { move_parse_coord("h2e2", false), move_parse_coord("a0a1", false) };
    const ClockState clock = { .banned = banned, .banned_count = 2 };
    const Limit limit = { .depth = 3 };
    External self = { .spec = &spec,
                      .protocol = &protocol_ucci,
                      .position.plies = -1,
                      .dialect = { .ranks = RANKS_FROM_0, .fields = 6, .history = HISTORY_CAPTURE } };
    Game game = { 0 };
    Pos start;
    Buf text = { 0 };
    assert_true(fen_parse(POS_START_FEN, &start, NULL));
    game_init(&game, &start);
    protocol_ucci.ask(&self, &(Question){ .game = &game, .limit = &limit, .clock = &clock }, &text);
    assert_string_equal(text.text, "position fen " START " w - - 0 1\nbanmoves h2e2 a0a1\ngo depth 3\n");
    buf_free(&text);
    buf_free(&self.position.text);
    game_free(&game);
}

static void features_of_xboard_are_answered(void **state) {
    (void)state;
    static EngineSpec spec;
    External self = { .spec = &spec, .protocol = &protocol_xboard };
    Buf text = { 0 };
    protocol_xboard.begin(&self);
    assert_false(protocol_xboard.introduce(&self, "# chatter"));
    assert_false(protocol_xboard.introduce(&self, "feature done=0"));
    assert_true(self.xboard.wants_time);
    assert_false(
        protocol_xboard.introduce(&self, "feature myname=\"A b = c\" ping=1 san=1 variants=\"normal,xiangqi\""));
    assert_false(protocol_xboard.introduce(&self, "feature option=\"Level -spin 3 1 9\" reuse=0 time=0"));
    assert_true(protocol_xboard.introduce(&self, "feature done=1"));
    assert_string_equal(self.id, "A b = c");
    assert_true(self.xboard.ping && self.xboard.has_variants && self.xboard.draw);
    assert_false(self.xboard.reuse || self.xboard.time || self.xboard.usermove || self.xboard.setboard);
    assert_int_equal(self.declared.count, 1);
    protocol_xboard.settle(&self, &text);
    assert_string_equal(
        text.text, "accepted myname\naccepted ping\nrejected san\naccepted variants\naccepted option\naccepted reuse\n"
                   "accepted time\n");
    buf_clear(&text);
    protocol_xboard.new_game(&self, &text);
    assert_string_equal(text.text, "new\nvariant xiangqi\nforce\npost\neasy\n");
    buf_free(&text);
    buf_free(&self.replies);
    declared_free(&self.declared);
}

/* Trials. */

typedef struct {
    const char *name, *words, *limit;
    const char *error;    /* "": it can be played with */
    const char *warnings; /* all of them */
    const char *resolved; /* part of what it becomes */
    bool misused;         /* the error is not a fault of the engine */
} Trial;

static const Trial trials[] = {
    { "a good engine", "protocol=uci option.Hash=64", "depth=3", "", "", "option Hash: 64\n", false },
    { "the protocol is found out", "", "depth=3", "", "", "\nprotocol: uci\n", false },
    { "ranks are found out", "protocol=uci arg=ranks=1", "depth=3", "", "", "\nranks: 1\n", false },
    { "the history too", "protocol=ucci", "depth=3", "", "", "\nhistory: capture\n", false },
    { "wrong ranks", "protocol=uci dialect.ranks=1", "depth=3", "dialect.ranks is 1, but it counts ranks from 0", "",
      "", true },
    { "another game", "protocol=uci arg=deed=chess", "depth=3",
      "asked for the only move of 'rnbakab1r/9/5C3/2p1p3p/p2P2p2/1C7/2P3P1P/9/9/1ccAKABNR w - - 0 10', e0e1 or e1e2, it said 'bestmove e2e4'; "
      "it plays another game, give it option.UCI_Variant=xiangqi",
      "", "", false },
    { "another game, though its ranks are given", "protocol=uci arg=deed=chess dialect.ranks=0", "depth=3",
      "asked for the only move of 'rnbakab1r/9/5C3/2p1p3p/p2P2p2/1C7/2P3P1P/9/9/1ccAKABNR w - - 0 10', e0e1 or e1e2, it said 'bestmove e2e4'; "
      "it plays another game, give it option.UCI_Variant=xiangqi",
      "", "", false },
    { "a game of several", "protocol=uci arg=deed=chess option.UCI_Variant=xiangqi", "depth=3", "", "",
      "option UCI_Variant: xiangqi\n", false },
    { "a move of no rank", "protocol=uci arg=deed=illegal arg=at=1", "depth=3",
      "asked for the only move of 'rnbakab1r/9/5C3/2p1p3p/p2P2p2/1C7/2P3P1P/9/9/1ccAKABNR w - - 0 10', e0e1 or e1e2, it said 'bestmove a0a9'; set dialect.ranks to 0 or 1", "", "", false },
    { "an option misspelt", "protocol=uci option.Hsah=64 'option.skill level=3'", "depth=3", "",
      "it declares no option 'Hsah'; did you mean 'Hash'?\n", "", false },
    { "a value out of range", "protocol=xboard 'option.Level - of play=12'", "depth=3", "",
      "option Level - of play: '12' is not in its range; it goes from 1 to 9\n", "", false },
    { "pondering that it does not know", "protocol=ucci ponder=true", "depth=3", "",
      "it declares no option to ponder, and is told to all the same\n", "", false },
    { "banned moves that it is not told", "protocol=uci ban_moves=true", "depth=3", "",
      "ban_moves is of UCCI alone; it is not told them\n", "", false },
    { "a clock of nodes that it does not know", "protocol=uci", "tc=1 nodestime=500", "",
      "its clock counts nodes, and it declares no option nodestime: it will take it for a clock of time\n", "", false },
    { "a limit that it can't take", "protocol=xboard", "nodes=100",
      "xboard knows no limit of nodes: give this player depth, movetime or tc", "", "", true },
    { "gone at its start", "protocol=uci arg=deed=exit_at_start", "depth=3",
      "it exited with code 1 before it answered 'uci'; it said 'cannot load the network'", "", "", false },
    { "gone at a new game", "protocol=uci arg=deed=exit_at_new_game", "depth=3",
      "it exited with code 5 before it answered 'isready'", "", "", false },
    { "silent", "protocol=ucci arg=deed=silent_at_start startup_ms=100", "depth=3",
      "it did not answer 'ucci' within 100 ms", "", "", false },
    { "another program", "cmd=true", "depth=3",
      "it speaks neither uci nor ucci nor xboard (it exited with code 0 before it answered 'uci'); set protocol when "
      "it needs more than 2000 ms to answer",
      "", "", false },
};

static void is_tried(void **state) {
    const Trial *trial = *state;
    PlayerSpec spec;
    Limit limit;
    Buf warnings = { 0 }, line = { 0 };
    Err err = { 0 };
    if (!strncmp(trial->words, "cmd=", 4)) buf_add(&line, trial->words);
    else buf_addf(&line, "cmd=%s %s", FAKE_ENGINE, trial->words);
    if (!player_spec_parse(line.text, &spec, &err)) fail_msg("%s", err.text);
    assert_true(limit_parse(trial->limit, &limit, NULL));
    const bool good = player_spec_prepare(&spec, &limit, &warnings, &err);
    assert_string_equal(err.text, trial->error);
    assert_int_equal(good, !*trial->error);
    if (!good) assert_int_equal(err.kind, trial->misused ? ERR_INPUT : ERR_FAULT);
    assert_string_equal(buf_text(&warnings), trial->warnings);
    if (!strstr(spec.resolved, trial->resolved)) fail_msg("no '%s' in %s", trial->resolved, spec.resolved);
    player_spec_free(&spec);
    buf_free(&warnings);
    buf_free(&line);
    assert_no_children();
}

static void an_engine_with_threads_or_pondering_may_spread(void **state) {
    (void)state;
    static const struct {
        const char *words;
        bool spreads;
    } cases[] = {
        { "protocol=uci", false },
        { "protocol=uci arg=threads=4", true },
        { "protocol=uci arg=threads=4 option.Threads=1", false },
        { "protocol=uci arg=threads=1 option.threads=2", true },
        { "protocol=uci ponder=true", true },
    };
    const Limit limit = { .depth = 1 };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        PlayerSpec spec = fake_spec(cases[i].words);
        Buf warnings = { 0 };
        assert_true(player_spec_prepare(&spec, &limit, &warnings, NULL));
        assert_int_equal(spec.spreads, cases[i].spreads);
        buf_free(&warnings);
        player_spec_free(&spec);
    }
}

int main(void) {
    const struct CMUnitTest others[] = {
        cmocka_unit_test(a_position_grows_with_the_game),
        cmocka_unit_test(moves_are_read_as_they_are_written),
        cmocka_unit_test(banned_moves_are_told_by_ucci),
        cmocka_unit_test(features_of_xboard_are_answered),
        cmocka_unit_test(an_engine_with_threads_or_pondering_may_spread),
    };
    struct CMUnitTest tests[COUNT_OF(rows) + COUNT_OF(trials) + COUNT_OF(others)], *test = tests;
    xq_init();
    for (size_t i = 0; i < COUNT_OF(rows); i++)
        *test++ = (struct CMUnitTest){ .name = rows[i].name, .test_func = is_asked, .initial_state = (void *)&rows[i] };
    for (size_t i = 0; i < COUNT_OF(trials); i++)
        *test++ =
            (struct CMUnitTest){ .name = trials[i].name, .test_func = is_tried, .initial_state = (void *)&trials[i] };
    memcpy(test, others, sizeof others);
    return _cmocka_run_group_tests("protocol", tests, COUNT_OF(tests), NULL, NULL);
}
