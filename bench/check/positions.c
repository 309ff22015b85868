/* Checks of positions: told in every way, with long histories, and with few moves or none. */
#include <string.h>
#include "bench/check/subject.h"
#include "engine/core/rng.h"
#include "engine/xq/fen.h"
#include "engine/xq/gen.h"
#include "engine/xq/notation.h"

static const Limit shallow = { .depth = 2 };
static const ClockState no_clock = { 0 };

static void play(Game *game, const char *const *moves) {
    for (; *moves; moves++) game_push(game, move_parse_coord(*moves, false));
}

/* `position startpos`, with moves; matches tell FENs alone. */
static bool ask_startpos(Subject *subject, const char *const *moves) {
    Game game;
    Buf text = { 0 };
    char move[SAID_MOVE_SIZE];
    Reply reply;
    subject_game(POS_START_FEN, &game);
    play(&game, moves);
    buf_addf(&text, "position startpos%s", game.count ? " moves" : "");
    for (int i = 0; i < game.count; i++) buf_addf(&text, " %s", subject_move(subject, game.ply[i].move, move));
    const bool good = subject_tell(subject, "%s\ngo depth 2\n", text.text) &&
                      subject_answer(subject, &game, subject_within(subject, subject->options->patience_ms), (LineWatch){ 0 }, &reply) &&
                      subject_is_move(subject, &game, &reply);
    buf_free(&text);
    game_free(&game);
    return good;
}

void check_startpos(Subject *subject) {
    static const char *const none[] = { NULL }, *const one[] = { "h2e2", NULL }, *const four[] = { "h2e2", "h9g7", "h0g2", "i9h9", NULL };
    if (ask_startpos(subject, none) && ask_startpos(subject, one)) ask_startpos(subject, four);
}

/* Middle games and endings, either side to move, in check, with counters. */
static const char *const fens[] = {
    "r1bakab1r/9/1cn2cn2/p1p1p1p1p/9/2P6/P3P1P1P/1C4NC1/9/RNBAKAB1R b - - 3 4",
    "2bak4/4a4/4b4/p3p3p/2p6/6P2/P3P3P/2N1B4/4A4/2BAK4 w - - 12 40",
    "3ak4/4a4/9/9/4P4/9/9/9/4A4/3AK4 w - - 0 60",
    "4k4/4a4/9/4R4/9/9/9/9/4r4/3K5 b - - 7 51",
    "2R6/4k4/9/9/9/9/4p4/9/9/3K4r w - - 30 80",
};
enum { FENS = sizeof fens / sizeof fens[0] };

void check_fen(Subject *subject) {
    bool good = true;
    for (int i = 0; i < FENS && good; i++) {
        Game game;
        Reply reply;
        subject_game(fens[i], &game);
        good = subject_ask_move(subject, &game, &shallow, &no_clock, &reply);
        game_free(&game);
    }
    if (good) subject_found(subject, "%d positions", FENS);
}

/* ---- Long histories ---- */

static bool came_before(const Game *game, uint64_t key) {
    for (int i = 0; i <= game->count; i++)
        if (game_key(game, i) == key) return true;
    return false;
}

/* May the game go on with this move, and nobody say that it is over? The other side keeps a choice, nobody is in check. */
static bool is_calm(const Game *game, Move mv) {
    Pos pos = game->pos;
    Undo undo;
    pos_make(&pos, mv, &undo);
    return !came_before(game, pos.key) && !pos_in_check(&pos, pos.side) && gen_count_legal(&pos) > 1;
}

/* A game of many plies by lot: nothing comes twice, captures are spread so that no count of plies without one runs out. */
static void long_game(int plies, Game *game) {
    enum { CAPTURE_EVERY = 40 };
    while (game->count < plies) {
        MoveList list;
        Move best = MOVE_NONE;
        uint64_t best_lot = 0;
        gen_legal(&game->pos, &list);
        for (int i = 0; i < list.count; i++) {
            const bool capture = game->pos.board[mv_to(list.move[i])] != PC_NONE;
            const bool due = game->pos.halfmove >= CAPTURE_EVERY;
            const uint64_t lot = rng_below(game->pos.key, (uint64_t)game->count, list.move[i], 1000) + (capture == due ? 2001 : 1);
            if (lot <= best_lot || !is_calm(game, list.move[i])) continue;
            best = list.move[i];
            best_lot = lot;
        }
        if (best == MOVE_NONE) return;
        game_push(game, best);
    }
}

enum { LONG_PLIES = 300 };

void check_history(Subject *subject) {
    Game game;
    Reply reply;
    subject_game(POS_START_FEN, &game);
    long_game(LONG_PLIES, &game);
    /* A few plies before the end too: the position that grows is the usual one. */
    game_pop(&game);
    game_pop(&game);
    const bool good = subject_ask_move(subject, &game, &shallow, &no_clock, &reply);
    long_game(LONG_PLIES, &game);
    if (good && subject_ask_move(subject, &game, &shallow, &no_clock, &reply)) subject_found(subject, "%d plies", game.count);
    game_free(&game);
}

void check_after_capture(Subject *subject) {
    External *engine = subject->engine;
    const int history = engine->dialect.history;
    Game game;
    Reply reply;
    subject_game(POS_START_FEN, &game);
    long_game(LONG_PLIES, &game);
    engine->dialect.history = history == HISTORY_CAPTURE ? HISTORY_GAME : HISTORY_CAPTURE;
    subject_ask_move(subject, &game, &shallow, &no_clock, &reply);
    engine->dialect.history = history;
    game_free(&game);
}

/* ---- Few moves ---- */

void check_one_move(Subject *subject) {
    Game game;
    Reply reply;
    subject_game("rnbakab1r/9/5C3/2p1p3p/p2P2p2/1C7/2P3P1P/9/9/1ccAKABNR w - - 0 10", &game);
    if (subject_ask_move(subject, &game, &(Limit){ .depth = 4 }, &no_clock, &reply))
        subject_found(subject, "after %.0f ms", (double)reply.ns / 1e6);
    game_free(&game);
}

/* An answer without a move, and a position with moves is answered again. */
static void check_no_move(Subject *subject, const char *fen) {
    static const char right[] = "bestmove (none), bestmove 0000 or nobestmove";
    Game game, next;
    Reply reply;
    subject_game(fen, &game);
    subject_game(POS_START_FEN, &next);
    if (subject_ask(subject, &game, &shallow, &no_clock, &reply)) {
        const char *move = reply.best.move;
        const bool none = !*move || *move == '(' || *move == '0' || !strcmp(move, "none") || !strcmp(move, "NULL") ||
                          !strcmp(move, "a0a0") || reply.best.resign;
        if (!none) subject_violates(subject, right, "'bestmove %s' at %s", move, fen);
        else subject_found(subject, *move ? "bestmove %s" : "no move%s", move);
        subject_ask_move(subject, &next, &shallow, &no_clock, &reply);
    }
    game_free(&game);
    game_free(&next);
}

void check_checkmated(Subject *subject) {
    check_no_move(subject, "R3k4/1R7/9/9/9/9/9/9/9/3K5 b - - 0 60");
}

void check_stalemated(Subject *subject) {
    check_no_move(subject, "3k5/R8/9/9/9/9/9/9/9/4K4 b - - 0 60");
}
