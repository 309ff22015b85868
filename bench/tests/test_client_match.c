/* Runs of many games with engines behind pipes: faults come and go, nothing is left behind, the machine's own limits
 * are told. */
#include "engine/tests/test.h"
#include <stdio.h>
#include <sys/resource.h>
#include <unistd.h>
#include "bench/match/runner.h"
#include "bench/tests/fake.h"
#include "engine/conf/conf.h"
#include "engine/xq/notation.h"

typedef struct {
    int ends[REASON_COUNT];
    int games, hits, misses;
} Count;

static bool count_pair(void *context, const PairRecord *pair, const MatchState *state, Err *err) {
    Count *count = context;
    (void)state;
    (void)err;
    for (int leg = 0; leg < 2; leg++) {
        const GameRecord *game = &pair->game[leg];
        count->ends[game->reason]++;
        count->games++;
        for (int i = 0; i < game->count; i++) *(game->move[i].nodes == 77 ? &count->hits : &count->misses) += 1;
    }
    return true;
}

/* A match "players: ..." of engines; F is the fake. */
static bool play(const char *yaml, int jobs, Count *count, Err *err) {
    Arena arena = { 0 };
    MatchSpec spec;
    Openings openings;
    MatchState state;
    Err why = { 0 };
    *count = (Count){ 0 };
    ConfNode *map = conf_parse(yaml, strlen(yaml), "match", &arena, &why);
    if (!map || !spec_from_conf(map, &spec, &why) || !openings_load("", 0, &openings, &why)) fail_msg("%s", why.text);
    const MatchListener listener = { .context = count, .pair = count_pair };
    const bool good = match_run(&spec, &openings, &(RunOptions){ .jobs = jobs }, &listener, &state, err);
    match_state_free(&state);
    openings_free(&openings);
    spec_free(&spec);
    arena_free(&arena);
    return good;
}

#define FAKE(name, rest) "  - { name: " name ", command: " FAKE_ENGINE ", protocol: uci" rest " }\n"
#define SHORT            "adjudication: { max_plies: 20 }\nmax_faults: 100000\n"

static void a_run_goes_on_after_faults_and_leaves_nothing_behind(void **state) {
    (void)state;
    static const struct {
        const char *yaml;
        Reason reason;
        int faults;
    } rows[] = {
        /* A process fails in its second game, so every second game of its side. */
        { "games: 60\nlimit: depth=1\n" SHORT "players:\n" FAKE("A", ", args: [deed=crash, game=2]") FAKE("B", ""),
          REASON_CRASH, 30 },
        { "games: 60\nlimit: depth=1\n" SHORT "players:\n" FAKE("A", ", args: [deed=move_and_exit, game=2]")
              FAKE("B", ""),
          REASON_CRASH, 30 },
        { "games: 20\nlimit: movetime=20 margin=180\n" SHORT
          "players:\n" FAKE("A", ", args: [deed=hang, game=2], stop_ms: 20") FAKE("B", ""),
          REASON_STALL, 10 },
        { "games: 60\nlimit: depth=1\n" SHORT "players:\n" FAKE("A", ", args: [deed=illegal, game=2]") FAKE("B", ""),
          REASON_ILLEGAL_MOVE, 30 },
        { "games: 60\nlimit: depth=1\n" SHORT "players:\n" FAKE("A", ", args: [deed=fork]") FAKE("B", ", restart: on"),
          REASON_CRASH, 0 },
    };
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        const int descriptors = open_descriptors();
        Count count;
        Err err = { 0 };
        if (!play(rows[i].yaml, 1, &count, &err)) fail_msg("%s", err.text);
        assert_int_equal(count.ends[rows[i].reason], rows[i].faults);
        assert_int_equal(count.ends[REASON_MAX_PLIES], count.games - rows[i].faults);
        assert_int_equal(open_descriptors(), descriptors);
        assert_no_children();
    }
}

static void many_workers_share_nothing(void **state) {
    (void)state;
    Count count;
    Err err = { 0 };
    const int descriptors = open_descriptors();
    assert_true(play("games: 100\nlimit: tc=10+0\n" SHORT "players:\n" FAKE("A", ", args: [think_ms=1]")
                         FAKE("B", ", args: [deed=crash, at=3, game=1]"),
                     8, &count, &err));
    assert_int_equal(count.games, 100);
    assert_int_equal(count.ends[REASON_CRASH], 100);
    assert_int_equal(open_descriptors(), descriptors);
    assert_no_children();
}

static void restart_says_when_an_engine_is_started_anew(void **state) {
    (void)state;
    /* In its second game the process fails: never, when each has a process of its own; for ever, when none comes after
     * it. */
    static const struct {
        const char *yaml;
        int faults;
    } rows[] = {
        { "games: 20\nlimit: depth=1\n" SHORT "players:\n" FAKE("A", ", args: [deed=crash, game=2], restart: on")
              FAKE("B", ""),
          0 },
        { "games: 20\nlimit: depth=1\n" SHORT "players:\n" FAKE("A", ", args: [deed=crash, game=2], restart: on_fault")
              FAKE("B", ""),
          10 },
        { "games: 20\nlimit: depth=1\n" SHORT "players:\n" FAKE("A", ", args: [deed=crash, game=2], restart: off")
              FAKE("B", ""),
          19 },
    };
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        Count count;
        assert_true(play(rows[i].yaml, 1, &count, NULL));
        assert_int_equal(count.ends[REASON_CRASH], rows[i].faults);
    }
}

static void what_a_player_says_of_its_time_and_its_chances_is_kept(void **state) {
    (void)state;
    const Limit limit = { .depth = 1 };
    Game game = { 0 };
    PlayerSpec talker = fake_spec("name=talker protocol=uci 'arg=tell=wdl 300 500 200 time 0'"), other = fake_spec("protocol=uci");
    Player *red = start_player(&talker), *black = start_player(&other);
    GameRecord record = play_fakes(red, black, &limit, 8, &game);
    assert_int_equal(record.count, 8);
    for (int i = 0; i < record.count; i++) {
        static const int16_t said[3] = { 300, 500, 200 }, nothing[3] = { 0 };
        const MoveRecord *move = &record.move[i];
        assert_memory_equal(move->wdl, i % 2 ? nothing : said, sizeof said);
        assert_int_equal(move->says_time, i % 2 == 0);
        assert_int_equal(move->latency_ns, i % 2 ? 0 : move->time_ns);
    }
    player_delete(red);
    player_delete(black);
    game_record_free(&record);
    game_free(&game);
    player_spec_free(&talker);
    player_spec_free(&other);
}

static void thinking_on_the_others_time_changes_no_move(void **state) {
    (void)state;
    static const struct {
        const char *yaml;
        bool hits;
    } rows[] = {
        { "games: 4\nlimit: tc=10+0\n" SHORT "players:\n" FAKE("A", ", args: [guess=right], ponder: true")
              FAKE("B", ""),
          true },
        { "games: 4\nlimit: tc=10+0\n" SHORT "players:\n" FAKE("A", ", args: [guess=wrong], ponder: true")
              FAKE("B", ""),
          false },
        { "games: 4\nlimit: tc=10+0\n" SHORT "players:\n" FAKE("A", ", args: [guess=right], ponder: false")
              FAKE("B", ""),
          false },
        { "games: 4\nlimit: tc=10+0\n" SHORT "players:\n  - { name: A, command: " FAKE_ENGINE
          ", protocol: ucci, args: [guess=right], ponder: true }\n" FAKE("B", ""),
          true },
    };
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        Count count;
        assert_true(play(rows[i].yaml, 1, &count, NULL));
        assert_int_equal(count.ends[REASON_MAX_PLIES], 4);
        /* A plays 10 moves a game; the first is not guessed. */
        assert_int_equal(count.hits, rows[i].hits ? 4 * 9 : 0);
    }
    assert_no_children();
}

static void draws_are_offered_and_taken(void **state) {
    (void)state;
    static const char *const rows[] = {
        "games: 2\nlimit: depth=1\n" SHORT "players:\n  - { name: A, command: " FAKE_ENGINE
        ", protocol: ucci, args: [deed=draw, at=3] }\n"
        "  - { name: B, command: " FAKE_ENGINE ", protocol: xboard, args: [deed=draw, at=3] }\n",
        "games: 2\nlimit: depth=1\n" SHORT "players:\n  - { name: A, command: " FAKE_ENGINE
        ", protocol: ucci, args: [deed=draw, at=3] }\n"
        "  - { name: B, command: " FAKE_ENGINE ", protocol: ucci, args: [take_draw=1] }\n",
        "games: 2\nlimit: depth=1\n" SHORT "players:\n  - { name: A, command: " FAKE_ENGINE
        ", protocol: ucci, args: [deed=draw, at=3] }\n"
        "  - { name: B, command: " FAKE_ENGINE ", protocol: xboard, args: [take_draw=1] }\n",
    };
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        Count count;
        assert_true(play(rows[i], 1, &count, NULL));
        assert_int_equal(count.ends[REASON_AGREED_DRAW], 2);
    }
}

static void running_out_of_descriptors_ends_the_run_and_blames_no_player(void **state) {
    (void)state;
    struct rlimit files, few;
    Count count;
    Err err = { 0 };
    PlayerSpec spec = fake_spec("protocol=uci"); /* raises the limit, once and for all */
    Player *player = start_player(&spec);
    assert_true(player->kind->new_game(player, &err));
    player_delete(player);
    player_spec_free(&spec);
    getrlimit(RLIMIT_NOFILE, &files);
    const int next = dup(0);
    close(next);
    few = files;
    few.rlim_cur = (rlim_t)next + 8; /* one engine can be started, a second not */
    setrlimit(RLIMIT_NOFILE, &few);
    const bool good =
        play("games: 20\nlimit: depth=1\n" SHORT "players:\n" FAKE("A", "") FAKE("B", ""), 1, &count, &err);
    setrlimit(RLIMIT_NOFILE, &files);
    assert_false(good);
    assert_int_equal(err.kind, ERR_SYSTEM);
    assert_non_null(strstr(
        err.text, "Too many open files; raise the limit of open files (ulimit -n) or play fewer games at a time"));
    assert_int_equal(count.games, 0);
    assert_no_children();
}

/* A player that repeats its moves and remembers what it was told not to play. */
typedef struct {
    Player player;
    const char *move[2];
    int asked;
    Buf told; /* "4: e5d5 " */
} Repeater;

static bool repeat_new_game(Player *player, Err *err) {
    (void)player;
    (void)err;
    return true;
}

static void repeat_go(Player *player, const Game *game, const Limit *limit, const ClockState *clock, Answer *answer) {
    Repeater *self = (Repeater *)player;
    (void)limit;
    *answer = (Answer){ .move = move_parse_coord(self->move[self->asked++ % 2], false) };
    for (int i = 0; i < clock->banned_count; i++) {
        char text[MOVE_TEXT_SIZE];
        buf_addf(&self->told, "%d: %s ", game->count, move_coord(clock->banned[i], false, text));
    }
}

static void moves_that_lose_by_repetition_are_told_to_who_asks(void **state) {
    (void)state;
    static const PlayerKind kind = { .new_game = repeat_new_game, .go = repeat_go };
    Repeater red = { .player = { .kind = &kind, .wants_banned = true }, .move = { "d5e5", "e5d5" } };
    Repeater black = { .player = { .kind = &kind }, .move = { "d9e9", "e9d9" } };
    const Limit limit = { .depth = 1 };
    const Adjudication adjudication = { .max_plies = 40 };
    RuleSet rules;
    Game game = { 0 };
    GameRecord record = { 0 };
    Pos start;
    assert_true(rule_set_find("league", &rules));
    assert_true(fen_parse("3k5/9/9/9/3R5/9/9/9/9/5K3 b - - 0 1", &start, NULL));
    game_init(&game, &start);
    const Table table = { .player = { &red.player, &black.player },
                          .limit = { &limit, &limit },
                          .rules = &rules,
                          .adjudication = &adjudication };
    assert_true(play_game(&table, &game, &record));
    /* Red checks for ever: told of it before the move that loses, it plays the move all the same. */
    assert_int_equal(record.reason, REASON_PERPETUAL_CHECK);
    assert_int_equal(record.outcome, OUTCOME_BLACK);
    char expected[32];
    snprintf(expected, sizeof expected, "%d: %s ", record.count - 1, red.move[1]);
    assert_string_equal(buf_text(&red.told), expected);
    assert_string_equal(buf_text(&black.told), "");
    buf_free(&red.told);
    game_record_free(&record);
    game_free(&game);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_run_goes_on_after_faults_and_leaves_nothing_behind),
        cmocka_unit_test(many_workers_share_nothing),
        cmocka_unit_test(restart_says_when_an_engine_is_started_anew),
        cmocka_unit_test(what_a_player_says_of_its_time_and_its_chances_is_kept),
        cmocka_unit_test(thinking_on_the_others_time_changes_no_move),
        cmocka_unit_test(draws_are_offered_and_taken),
        cmocka_unit_test(moves_that_lose_by_repetition_are_told_to_who_asks),
        cmocka_unit_test(running_out_of_descriptors_ends_the_run_and_blames_no_player),
    };
    xq_init();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
