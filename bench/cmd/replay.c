/* A stored game in a terminal: by keys, by itself with --delay, or all boards one after another into a pipe. */
#include <stdio.h>
#include <stdlib.h>
#include <termios.h>
#include <unistd.h>
#include "bench/cmd/commands.h"
#include "bench/cmd/run_args.h"
#include "bench/report/replay.h"
#include "bench/store/queries.h"
#include "engine/core/mono.h"

typedef struct { int64_t run, ply, delay; int notation, board; bool black_below; } ReplayArgs;

#define FIELD(field) .name = #field, .offset = offsetof(ReplayArgs, field)
static const OptRow rows[] = {
    RUN_ROW(ReplayArgs),
    { FIELD(ply), .kind = OPT_INT, .max = 1e6, .argument = "P", .help = "begin after so many plies, those of the opening included" },
    { FIELD(delay), .kind = OPT_INT, .max = 3600000, .argument = "MS", .help = "play by itself, waiting so long at every board; 0: by keys" },
    { FIELD(notation), .kind = OPT_CHOICE, .initial = "chinese", .choices = notation_names, .help = "how moves are written", .group = "Form" },
    { FIELD(board), .kind = OPT_CHOICE, .initial = "chinese", .choices = board_set_names, .help = "how the men are drawn" },
    { FIELD(black_below), .kind = OPT_BOOL, .help = "seen from Black's side" },
};
#undef FIELD
static const OptTable options = { "replay", rows, sizeof rows / sizeof rows[0] };

/* ---- Showing ---- */

static void show(const Replay *replay, bool clear) {
    Buf text = { 0 };
    if (clear) buf_add(&text, "\033[H\033[2J");
    if (clear || !replay->game.count) replay_print_head(replay, &text);
    replay_print(replay, &text);
    buf_add(&text, "\n");
    fputs(buf_text(&text), stdout);
    buf_free(&text);
}

static void show_all(Replay *replay) {
    for (;; replay_go(replay, replay->game.count + 1)) {
        show(replay, false);
        if (replay->game.count == replay_plies(replay)) return;
    }
}

static void animate(Replay *replay, int64_t delay_ms, bool clear) {
    for (;; replay_go(replay, replay->game.count + 1)) {
        show(replay, clear);
        fflush(stdout);
        if (replay->game.count == replay_plies(replay)) return;
        mono_sleep_ns(delay_ms * 1000000);
    }
}

/* ---- Keys ---- */

/* Keys as they are pressed, unseen; ^C too, so that the terminal is put back. false when standard input is no terminal. */
static bool take_keys(struct termios *before) {
    if (tcgetattr(STDIN_FILENO, before) != 0) return false;
    struct termios raw = *before;
    raw.c_lflag &= ~(tcflag_t)(ICANON | ECHO | ISIG);
    return tcsetattr(STDIN_FILENO, TCSADRAIN, &raw) == 0;
}

/* false: leave. */
static bool obey(Replay *replay, char key) {
    enum { CTRL_C = 3, CTRL_D = 4, DELETE = 127 };
    const int ply = replay->game.count;
    switch (key) {
    case 'q': case CTRL_C: case CTRL_D: return false;
    case '\n': case '\r': case ' ':    replay_go(replay, ply + 1); break;
    case 'b': case DELETE:            replay_go(replay, ply - 1); break;
    case 'g':                         replay_go(replay, 0); break;
    case 'G':                         replay_go(replay, replay_plies(replay)); break;
    }
    return true;
}

static void step(Replay *replay) {
    char key;
    do {
        show(replay, true);
        printf("Enter: on   b: back   g: to the start   G: to the end   q: quit\n");
        fflush(stdout);
    } while (read(STDIN_FILENO, &key, 1) == 1 && obey(replay, key));
}

/* ---- The command ---- */

static bool read_number(const char *text, int64_t *out, Err *err) {
    char *end;
    const long long number = strtoll(text, &end, 10);
    if (end == text || *end || number < 1) return err_set(err, ERR_USAGE, "'%s' is no number of a game; games count from 1", text);
    *out = number;
    return true;
}

/* Everything of the game into the arena, so that the database is closed while a person looks. */
static bool load(const CmdArgs *args, const ReplayArgs *arg, Arena *arena, StoredGame *game, Err *err) {
    int64_t number = 0;
    RunInfo info;
    if (args->count != 2) return err_set(err, ERR_USAGE, "replay needs a database and the number of a game");
    if (!read_number(args->positional[1], &number, err)) return false;
    Store *store = store_open(args->positional[0], STORE_READ, err);
    const bool good = store && store_run(store, arena, arg->run, &info, err) && store_game(store, info.id, number, arena, game, err);
    store_close(store);
    return good;
}

static void play(Replay *replay, const ReplayArgs *arg) {
    const bool terminal = isatty(STDOUT_FILENO);
    struct termios before;
    replay->notation = (Notation)arg->notation;
    replay->board = (BoardStyle){ .set = (BoardSet)arg->board, .black_below = arg->black_below, .colour = terminal };
    replay_go(replay, (int)arg->ply);
    if (arg->delay) {
        animate(replay, arg->delay, terminal);
    } else if (terminal && take_keys(&before)) {
        step(replay);
        tcsetattr(STDIN_FILENO, TCSADRAIN, &before);
    } else {
        show_all(replay);
    }
}

static int run(const void *object, const CmdArgs *args, Err *err) {
    Arena arena = { 0 };
    StoredGame game;
    Replay replay;
    bool good = load(args, object, &arena, &game, err) && replay_init(&replay, &game, err);
    if (good) {
        play(&replay, object);
        replay_free(&replay);
    }
    arena_free(&arena);
    return good ? EXIT_HELD : EXIT_BAD_INPUT;
}

const Cmd cmd_replay = {
    .name = "replay", .synopsis = "DB GAME [--run N] [--ply P] [--notation N] [--delay MS]",
    .summary = "show a game of a run board by board",
    .details = "GAME is the number in the order of the schedule, as exports have it. On a terminal the keys lead on and back; with --delay "
               "the game plays by itself; into a pipe all boards are printed.\n"
               "\n"
               "  xqbench replay xqlab.db 12 --delay 500",
    .options = &options, .options_size = sizeof(ReplayArgs), .run = run,
};
