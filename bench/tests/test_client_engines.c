/* Matches with the real engines of Debian: no game is lost by a fault, and Fairy-Stockfish, asked again afterwards,
 * agrees with the referee about boards, mates and perpetual checks. */
#include "engine/tests/test.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "bench/match/runner.h"
#include "bench/proc/proc.h"
#include "engine/conf/conf.h"
#include "engine/core/mono.h"
#include "engine/xq/fen.h"
#include "engine/xq/notation.h"

/* The judge's judge: Fairy-Stockfish over UCI, which counts ranks from 1. */
typedef struct {
    Proc *proc;
    char line[4096];
} Fairy;

static int64_t soon(void) {
    return mono_ns() + INT64_C(30000000000);
}

static void tell(Fairy *fairy, const char *text) {
    assert_true(proc_write(fairy->proc, text, strlen(text), soon()));
}

/* The next line that begins with this. */
static const char *await(Fairy *fairy, const char *start) {
    const char *line;
    int64_t arrived_ns;
    do {
        if (proc_read(fairy->proc, soon(), &line, &arrived_ns) != PROC_LINE)
            fail_msg("no '%s' from Fairy-Stockfish", start);
    } while (strncmp(line, start, strlen(start)) != 0);
    snprintf(fairy->line, sizeof fairy->line, "%s", line);
    return fairy->line;
}

static Fairy open_fairy(void) {
    Fairy fairy;
    Err err = { 0 };
    fairy.proc = proc_start(&(ProcSpec){ .command = "fairy-stockfish", .cpu = -1 }, &err);
    if (!fairy.proc) fail_msg("%s (scripts/setup --test installs it)", err.text);
    tell(&fairy, "uci\nsetoption name UCI_Variant value xiangqi\nisready\n");
    await(&fairy, "readyok");
    return fairy;
}

static void tell_position(Fairy *fairy, const char *fen, const Move *moves, int count) {
    Buf text = { 0 };
    buf_addf(&text, "position fen %s moves", fen);
    for (int i = 0; i < count; i++) {
        char move[MOVE_TEXT_SIZE];
        buf_addf(&text, " %s", move_coord(moves[i], true, move));
    }
    buf_add(&text, "\n");
    tell(fairy, text.text);
    buf_free(&text);
}

static void check_board(Fairy *fairy, const Game *game) {
    char ours[FEN_SIZE];
    tell(fairy, "d\n");
    const char *theirs = await(fairy, "Fen: ") + 5;
    const size_t board_and_side = strcspn(fen_text(&game->pos, ours), " ") + 2;
    if (strncmp(theirs, ours, board_and_side)) fail_msg("a move was not taken: %s, but %s", theirs, ours);
}

static void check_mate(Fairy *fairy) {
    tell(fairy, "go depth 1\n");
    assert_string_equal(await(fairy, "bestmove"), "bestmove (none)");
}

/* Who wins when the last move is played? Its mover by "mate N", the other side by "mate -N". */
static void check_perpetual_check(Fairy *fairy, const char *fen, const Move *moves, int count, bool mover_wins) {
    char last[MOVE_TEXT_SIZE], go[80];
    tell_position(fairy, fen, moves, count - 1);
    snprintf(go, sizeof go, "go depth 1 searchmoves %s\n", move_coord(moves[count - 1], true, last));
    tell(fairy, go);
    const char *score = strstr(await(fairy, "info depth 1 "), " score mate ");
    if (!score || (score[12] == '-') == mover_wins) fail_msg("perpetual check judged otherwise: %s", fairy->line);
    await(fairy, "bestmove");
}

static void check_game(Fairy *fairy, const PairRecord *pair, const GameRecord *record) {
    Move moves[2000];
    int count = pair->opening_count;
    Pos start;
    Game game = { 0 };
    assert_true(fen_parse(pair->start_fen, &start, NULL));
    game_init(&game, &start);
    memcpy(moves, pair->opening_move, (size_t)count * sizeof *moves);
    for (int i = 0; i < record->count; i++) moves[count++] = record->move[i].move;
    for (int i = 0; i < count; i++) game_push(&game, moves[i]);
    tell_position(fairy, pair->start_fen, moves, count);
    check_board(fairy, &game);
    if (record->reason == REASON_CHECKMATE || record->reason == REASON_STALEMATE) check_mate(fairy);
    const int mover = side_other(game.pos.side);
    if (record->reason == REASON_PERPETUAL_CHECK)
        check_perpetual_check(fairy, pair->start_fen, moves, count,
                              record->outcome == (mover == RED ? OUTCOME_RED : OUTCOME_BLACK));
    game_free(&game);
}

typedef struct {
    Fairy *fairy;
    const MatchSpec *spec;
    int games;
    int ends[REASON_COUNT];
} Watch;

static bool watch_pair(void *context, const PairRecord *pair, const MatchState *state, Err *err) {
    Watch *watch = context;
    (void)state;
    (void)err;
    for (int leg = 0; leg < 2; leg++) {
        const GameRecord *game = &pair->game[leg];
        for (int side = RED; side <= BLACK; side++)
            if (game->side[side].fault)
                fail_msg("%s after %d plies: %s: %s", watch->spec->player[game->side[side].player].name, game->count,
                         reason_names[game->reason], game->side[side].note);
        check_game(watch->fairy, pair, game);
        watch->ends[game->reason]++;
        watch->games++;
    }
    return true;
}

static void play_match(const char *yaml, int games) {
    Arena arena = { 0 };
    MatchSpec spec;
    Openings openings;
    MatchState state;
    Err err = { 0 };
    Buf warnings = { 0 };
    Fairy fairy = open_fairy();
    Watch watch = { .fairy = &fairy, .spec = &spec };
    ConfNode *map = conf_parse(yaml, strlen(yaml), "match", &arena, &err);
    if (!map || !spec_from_conf(map, &spec, &err) || !openings_load(spec.openings, 0, &openings, &err) ||
        !spec_prepare(&spec, &warnings, &err))
        fail_msg("%s", err.text);
    assert_string_equal(buf_text(&warnings), "");
    const MatchListener listener = { .context = &watch, .pair = watch_pair };
    if (!match_run(&spec, &openings, &(RunOptions){ .jobs = 2 }, &listener, &state, &err)) fail_msg("%s", err.text);
    for (int i = 0; i < REASON_COUNT; i++)
        if (watch.ends[i]) print_message("%d by %s\n", watch.ends[i], reason_names[i]);
    assert_int_equal(watch.games, games);
    match_state_free(&state);
    openings_free(&openings);
    spec_free(&spec);
    arena_free(&arena);
    proc_delete(fairy.proc);
}

#define PLAYERS(limits)                                                                                                \
    "players:\n"                                                                                                       \
    "  - { name: inside, variant: PVSHNTIQ" limits(                                                                    \
        inside) " }\n"                                                                                                 \
                "  - { name: pipe, command: " XQ_BIN_DIR                                                               \
                "/xqengine, args: [--variant, PVSHNTIQ], protocol: uci" limits(                                        \
                    pipe) " }\n"                                                                                       \
                          "  - { extends: fairy-stockfish" limits(                                                     \
                              fairy) " }\n"                                                                            \
                                     "  - { extends: fairy-stockfish-ucci" limits(                                     \
                                         ucci) " }\n"                                                                  \
                                               "  - { extends: sjaakii" limits(                                        \
                                                   sjaakii) " }\n"                                                     \
                                                            "  - { extends: hoixiangqi" limits(hoixiangqi) " }\n"

#define FIXED_inside     ", limit: depth=2"
#define FIXED_pipe       ", limit: nodes=2000"
#define FIXED_fairy      ", limit: nodes=500"
#define FIXED_ucci       ", limit: nodes=300"
#define FIXED_sjaakii    ", limit: depth=2"
#define FIXED_hoixiangqi ", limit: depth=1"
#define FIXED(player)    FIXED_##player
#define COMMON(player)   ""

static void everyone_plays_everyone_at_fixed_depth_or_nodes(void **state) {
    (void)state;
    play_match(PLAYERS(FIXED) "format: round_robin\ngames: 4\nopenings: suites/openings/classical.epd\n"
                              "adjudication: { max_plies: 160 }\n",
               60);
}

/* The margin is for machines that do other things too: here nobody shall be lost for want of a processor. */
static void everyone_plays_by_the_clock(void **state) {
    (void)state;
    play_match(PLAYERS(COMMON) "format: gauntlet\nlimit: tc=1+0.02 margin=2000\ngames: 2\nopenings: "
                               "suites/openings/classical.epd\n"
                               "adjudication: { max_plies: 100 }\n",
               10);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(everyone_plays_everyone_at_fixed_depth_or_nodes),
        cmocka_unit_test(everyone_plays_by_the_clock),
    };
    xq_init();
    setenv("XQLAB_DATA", XQ_SOURCE_DIR, 1);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
