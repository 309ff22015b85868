/* A person plays at the terminal, or a script through pipes: one line a move or command. */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "engine/cmd/commands.h"
#include "engine/cmd/play_game.h"
#include "engine/cmd/variant_args.h"
#include "engine/core/file.h"
#include "engine/xq/board_text.h"
#include "engine/xq/fen.h"

typedef struct {
    char fen[OPT_TEXT_SIZE], variant[OPT_TEXT_SIZE], save[OPT_TEXT_SIZE];
    OptList set;
    int side, notation, board, colour;
    int64_t movetime, depth, nodes;
} PlayArgs;

typedef enum { COLOUR_AUTO, COLOUR_ON, COLOUR_OFF } Colour;
static const char *const sides[] = { "red", "black", NULL };
static const char *const colours[] = { "auto", "on", "off", NULL };
enum { MOVETIME_DEFAULT_MS = 3000 };

#define FIELD(field) .name = #field, .offset = offsetof(PlayArgs, field)
static const OptRow rows[] = {
    { FIELD(fen), .kind = OPT_TEXT, .argument = "FEN",
      .help = "position to start from; without it the start of the game" },
    { FIELD(side), .kind = OPT_CHOICE, .initial = "red", .choices = sides, .help = "side that you play" },
    { FIELD(variant), .kind = OPT_TEXT, .argument = "V",
      .help = "opponent: file, committed variant (full, pvs ...) or grammar name (PVSHNTIQ); none: the strongest" },
    { FIELD(set), .kind = OPT_LIST, .argument = "K=V", .help = "change one option of it: --set null_move=2" },
    { FIELD(movetime), .kind = OPT_INT, .min = 0, .max = 1e9, .argument = "MS",
      .help = "time it has for a move; without any limit 3000" },
    { FIELD(depth), .kind = OPT_INT, .min = 0, .max = MAX_PLY, .help = "plies that it searches" },
    { FIELD(nodes), .kind = OPT_INT, .min = 0, .max = 1e15, .help = "moves that it makes in a search" },
    { FIELD(notation), .kind = OPT_CHOICE, .initial = "chinese", .choices = notation_names,
      .help = "how moves are written; all are read" },
    { FIELD(board), .kind = OPT_CHOICE, .initial = "chinese", .choices = board_set_names,
      .help = "how the men are drawn" },
    { FIELD(colour), .kind = OPT_CHOICE, .initial = "auto", .choices = colours,
      .help = "colour the men; auto: on a terminal" },
    { FIELD(save), .kind = OPT_TEXT, .argument = "FILE.pgn", .help = "append every game to this file when it is left" },
};
#undef FIELD
static const OptTable options = { "play", rows, sizeof rows / sizeof rows[0] };

typedef struct {
    PlayGame game;
    Notation notation;
    BoardStyle style;
    const char *save; /* "": the games are not kept */
    bool echo;        /* input doesn't come from a terminal, which would show it */
    bool leaving;
} Play;

static const char *const side_words[] = { "Red", "Black" };

/* ---- What is shown ---- */

static void show_board(const Play *play) {
    Buf text = { 0 };
    board_text(play_game_pos(&play->game), play_game_last(&play->game), &play->style, &text);
    printf("\n%s\n", buf_text(&text));
    buf_free(&text);
}

static void show_verdict(const Play *play) {
    if (!play_game_over(&play->game)) return;
    Buf text = { 0 };
    verdict_print(&play->game.verdict, &text);
    buf_add(&text, "\n");
    verdict_explain(&play->game.verdict, session_game(play->game.session), &play->game.rules, &text);
    printf("The game is over: %s", buf_text(&text));
    buf_free(&text);
}

/* "炮二平五 (h2e2)": coordinates beside a notation that doesn't have them. */
static void add_move(const Play *play, Move mv, Buf *out) {
    char text[MOVE_TEXT_SIZE];
    buf_add(out, move_text(play_game_pos(&play->game), mv, play->notation, text));
    if (play->notation != NOTATION_ICCS) buf_addf(out, " (%s)", move_coord(mv, false, text));
}

static void show_search(const Play *play, const char *what, Move mv, const Effort *effort) {
    Buf text = { 0 };
    add_move(play, mv, &text);
    buf_add(&text, ": ");
    effort_print(effort, &text);
    printf("%s %s\n", what, buf_text(&text));
    buf_free(&text);
}

/* ---- The engine's and the person's moves ---- */

static void engine_moves(Play *play) {
    Effort effort;
    char who[96];
    fflush(stdout); /* what was played is seen while the engine thinks */
    const Move mv = play_game_search(&play->game, &effort);
    snprintf(who, sizeof who, "%s plays", session_variant(play->game.session)->name);
    show_search(play, who, mv, &effort);
    play_game_push(&play->game, mv, &effort);
    show_board(play);
    show_verdict(play);
    if (!play_game_over(&play->game) && game_in_check(session_game(play->game.session))) printf("Check!\n");
}

static bool person_moves(Play *play, const char *text, Err *err) {
    const Effort none = { 0 };
    if (play_game_over(&play->game)) return err_set(err, ERR_INPUT, "the game is over: undo, new or quit");
    const Move mv = move_parse(play_game_pos(&play->game), text, err);
    if (mv == MOVE_NONE) return false;
    Buf shown = { 0 };
    add_move(play, mv, &shown);
    printf("you play %s\n", buf_text(&shown));
    buf_free(&shown);
    play_game_push(&play->game, mv, &none);
    if (play_game_over(&play->game)) show_board(play);
    show_verdict(play);
    return true;
}

/* ---- Files ---- */

/* Append the game to a file of games. */
static bool append_game(const Play *play, const char *path, Err *err) {
    Buf text = { 0 };
    const bool readable = !file_exists(path) || file_read(path, &text, err);
    if (text.len && text.text[text.len - 1] != '\n') buf_add_char(&text, '\n');
    if (readable) play_game_pgn(&play->game, play->notation, &text);
    const bool good = readable && file_write(path, buf_text(&text), text.len, err);
    buf_free(&text);
    return good;
}

/* The game is left: keep it if asked. */
static bool keep_game(const Play *play, Err *err) {
    return !*play->save || !play->game.count || append_game(play, play->save, err);
}

/* ---- Commands ---- */

static bool do_help(Play *play, const char *argument, Err *err);

static bool do_undo(Play *play, const char *argument, Err *err) {
    (void)argument;
    if (!play_game_undo(&play->game)) return err_set(err, ERR_INPUT, "there is no move of yours to take back");
    show_board(play);
    return true;
}

static bool do_hint(Play *play, const char *argument, Err *err) {
    (void)argument;
    Effort effort;
    if (play_game_over(&play->game)) return err_set(err, ERR_INPUT, "the game is over");
    fflush(stdout);
    const Move mv = play_game_search(&play->game, &effort);
    show_search(play, "you could play", mv, &effort);
    return true;
}

static bool do_board(Play *play, const char *argument, Err *err) {
    (void)argument;
    (void)err;
    show_board(play);
    return true;
}

static bool do_flip(Play *play, const char *argument, Err *err) {
    play->style.black_below = !play->style.black_below;
    return do_board(play, argument, err);
}

static bool do_moves(Play *play, const char *argument, Err *err) {
    (void)argument;
    (void)err;
    Buf text = { 0 };
    play_game_record(&play->game, play->notation, &text);
    fputs(buf_text(&text), stdout);
    buf_free(&text);
    return true;
}

static bool do_save(Play *play, const char *argument, Err *err) {
    if (!*argument) return err_set(err, ERR_INPUT, "save needs a file: save game.pgn");
    if (!append_game(play, argument, err)) return false;
    printf("the game was appended to %s\n", argument);
    return true;
}

static bool do_new(Play *play, const char *argument, Err *err) {
    if (!keep_game(play, err)) return false;
    play_game_restart(&play->game);
    return do_board(play, argument, err);
}

static bool do_switch(Play *play, const char *argument, Err *err) {
    (void)argument;
    (void)err;
    play->game.human = side_other(play->game.human);
    printf("you play %s now\n", side_words[play->game.human]);
    return true;
}

static bool do_resign(Play *play, const char *argument, Err *err) {
    (void)argument;
    if (play_game_over(&play->game)) return err_set(err, ERR_INPUT, "the game is over");
    play_game_resign(&play->game);
    show_verdict(play);
    return true;
}

static bool do_quit(Play *play, const char *argument, Err *err) {
    (void)argument;
    (void)err;
    play->leaving = true;
    return true;
}

static const struct {
    const char *name, *argument, *help;
    bool (*run)(Play *play, const char *argument, Err *err);
} commands[] = {
    { "help", "", "show this", do_help },
    { "undo", "", "take your last move back", do_undo },
    { "hint", "", "let the engine search for you", do_hint },
    { "board", "", "show the board", do_board },
    { "flip", "", "turn the board round", do_flip },
    { "moves", "", "show the record, with leaf nodes and time of every search", do_moves },
    { "save", " FILE.pgn", "append the game to a file", do_save },
    { "new", "", "begin a new game", do_new },
    { "switch", "", "change sides: the engine goes on with yours", do_switch },
    { "resign", "", "give the game up", do_resign },
    { "quit", "", "leave", do_quit },
};
enum { COMMANDS = sizeof commands / sizeof commands[0] };

static bool do_help(Play *play, const char *argument, Err *err) {
    (void)play;
    (void)argument;
    (void)err;
    printf("A move in any notation: 炮二平五, C2=5, h2e2. Or a command:\n");
    for (int i = 0; i < COMMANDS; i++)
        printf("  %s%-*s %s\n", commands[i].name, 14 - (int)strlen(commands[i].name), commands[i].argument,
               commands[i].help);
    return true;
}

/* A line that is neither command nor move: perhaps it was meant as a command. */
static void add_nearest_command(const char *word, Err *err) {
    const char *names[COMMANDS + 1] = { NULL };
    for (int i = 0; i < COMMANDS; i++) names[i] = commands[i].name;
    const char *nearest = text_nearest(names, word);
    char text[ERR_TEXT_SIZE];
    snprintf(text, sizeof text, "%.500s", err->text);
    if (nearest) err_set(err, ERR_INPUT, "%s; did you mean the command '%s'?", text, nearest);
    else err_set(err, ERR_INPUT, "%s; 'help' lists the commands", text);
}

static bool obey(Play *play, char *line, Err *err) {
    line += strspn(line, " \t");
    for (size_t len = strlen(line); len && isspace((unsigned char)line[len - 1]);) line[--len] = 0;
    if (!*line) return true;
    const size_t len = strcspn(line, " \t");
    for (int i = 0; i < COMMANDS; i++)
        if (opt_same_name(commands[i].name, line, len))
            return commands[i].run(play, line + len + strspn(line + len, " \t"), err);
    if (person_moves(play, line, err)) return true;
    if (err->text[0] == '\'') add_nearest_command(line, err); /* "'xyz' is no move ..." */
    return false;
}

/* ---- The game ---- */

static void prompt(const Play *play) {
    const Pos *pos = play_game_pos(&play->game);
    if (play_game_over(&play->game)) printf("> ");
    else printf("%d. %s> ", pos->fullmove, side_words[pos->side]);
    fflush(stdout);
}

static bool play_until_left(Play *play, Err *err) {
    char *line = NULL;
    size_t size = 0;
    while (!play->leaving) {
        if (play_game_engine_moves(&play->game)) {
            engine_moves(play);
            continue;
        }
        prompt(play);
        if (getline(&line, &size, stdin) < 0) {
            printf("\n");
            break;
        }
        if (play->echo) printf("%s%s", line, strchr(line, '\n') ? "" : "\n");
        Err fault = { .kind = ERR_NONE };
        if (!obey(play, line, &fault)) printf("%s\n", fault.text);
    }
    free(line);
    const bool kept = keep_game(play, err);
    printf("Goodbye.\n");
    return kept;
}

static void welcome(const Play *play, const PlayArgs *arg) {
    printf("You play %s against %s. Type a move, or help.\n", side_words[play->game.human],
           session_variant(play->game.session)->name);
    if (*arg->save) printf("Games are appended to %s.\n", arg->save);
    show_board(play);
    show_verdict(play);
}

static SearchLimits limits_of(const PlayArgs *arg) {
    const bool limited = arg->movetime || arg->depth || arg->nodes;
    return (SearchLimits){
        .movetime_ns = (limited ? arg->movetime : MOVETIME_DEFAULT_MS) * 1000000,
        .depth = (int)arg->depth,
        .nodes = (uint64_t)arg->nodes,
    };
}

static int run(const void *object, const CmdArgs *args, Err *err) {
    const PlayArgs *arg = object;
    Variant variant;
    Pos start;
    if (args->count) return err_set(err, ERR_USAGE, "play takes no argument '%s'", args->positional[0]);
    if (!variant_args(arg->variant, &arg->set, &variant, err)) return EXIT_BAD_INPUT;
    if (!fen_parse(*arg->fen ? arg->fen : POS_START_FEN, &start, err)) return EXIT_BAD_INPUT;
    const bool colour = arg->colour == COLOUR_ON || (arg->colour == COLOUR_AUTO && isatty(STDOUT_FILENO));
    Play play = {
        .game = { .limits = limits_of(arg), .human = arg->side },
        .notation = (Notation)arg->notation,
        .style = { .set = (BoardSet)arg->board, .black_below = arg->side == BLACK, .colour = colour },
        .save = arg->save,
        .echo = !isatty(STDIN_FILENO),
    };
    rule_set_find("asian", &play.game.rules);
    if (!play_game_init(&play.game, &variant, &start, err)) return EXIT_BAD_INPUT;
    welcome(&play, arg);
    play_until_left(&play, err);
    play_game_free(&play.game);
    return EXIT_HELD;
}

const Cmd cmd_play = {
    .name = "play",
    .synopsis =
        "[--fen FEN] [--side red|black] [--variant V] [--movetime MS | --depth N | --nodes N] [--save FILE.pgn]",
    .summary = "play against the engine at the terminal",
    .details =
        "Moves are read in any notation and written in Chinese unless --notation says otherwise. After each of its "
        "searches the engine tells the value for itself (a rook is about 1000), depth, nodes, leaf nodes and time. "
        "The Asian rules judge; a verdict on a repetition tells what every move of it did. Commands, as help lists "
        "them: undo, hint, board, flip, moves, save, new, switch, resign, quit. The end of the input ends the "
        "program.\n\n"
        "  xqengine play --side black --movetime 1000 --save games.pgn\n"
        "  xqengine play --variant pvshntiq --depth 6 --notation wxf --board letters\n",
    .options = &options,
    .options_size = sizeof(PlayArgs),
    .run = run,
};
