/* Checks of an engine that thinks: it listens, stops, ponders. */
#include "bench/check/subject.h"
#include "engine/core/mono.h"
#include "engine/xq/fen.h"

static const int64_t ns_per_ms = 1000000;
enum { THINK_MS = 200, SILENT_MS = 150 };

static const char middle_game[] = "r1bakab1r/9/1cn2cn2/p1p1p1p1p/9/2P6/P3P1P1P/1C4NC1/9/RNBAKAB1R b - - 3 4";

/* Think, be stopped, give one move. */
static bool stop_and_answer(Subject *subject, const Game *game) {
    Reply reply;
    if (!subject_stop(subject, game, &reply) || !subject_is_move(subject, game, &reply)) return false;
    subject_found(subject, "%.0f ms after stop", (double)reply.ns / 1e6);
    return subject_silent(subject, SILENT_MS, "after its move");
}

void check_stop(Subject *subject) {
    Game game;
    subject_game(middle_game, &game);
    if (subject_go(subject, &game, "go infinite") && subject_silent(subject, THINK_MS, "before stop")) stop_and_answer(subject, &game);
    game_free(&game);
}

/* A search that is soon at its end: the only move. */
void check_infinite(Subject *subject) {
    Game game;
    subject_game("rnbakab1r/9/5C3/2p1p3p/p2P2p2/1C7/2P3P1P/9/9/1ccAKABNR w - - 0 10", &game);
    if (subject_go(subject, &game, "go infinite") && subject_silent(subject, THINK_MS, "before stop")) stop_and_answer(subject, &game);
    game_free(&game);
}

/* stop before anything was found: the move must be legal all the same. Then stop crosses a move: no second one. */
void check_stop_idle(Subject *subject) {
    Game game;
    Reply reply;
    const char *line;
    subject_game(middle_game, &game);
    bool good = subject_go(subject, &game, "go infinite\nstop") &&
                subject_answer(subject, &game, subject_within(subject, subject->options->patience_ms), (LineWatch){ 0 }, &reply) &&
                subject_is_move(subject, &game, &reply) && subject_tell(subject, "stop\n");
    const int64_t deadline_ns = mono_ns() + SILENT_MS * ns_per_ms;
    while (good && subject_line(subject, deadline_ns, &line) == PROC_LINE) {
        if (!said_word(line, "bestmove", NULL)) continue; /* UCCI asks for nobestmove here */
        subject->lost = true;
        good = subject_violates(subject, "no move", "told to stop when it had answered, it said '%.60s'", line);
    }
    game_free(&game);
}

void check_ping_thinking(Subject *subject) {
    Game game;
    subject_game(middle_game, &game);
    if (subject_go(subject, &game, "go infinite") && subject_tell(subject, "isready\n")) {
        const char *line;
        const int64_t deadline_ns = mono_ns() + subject_within(subject, 1000);
        ProcRead how;
        while ((how = subject_line(subject, deadline_ns, &line)) == PROC_LINE && !said_word(line, "readyok", NULL))
            if (said_word(line, "bestmove", NULL)) break;
        if (how != PROC_LINE) {
            subject->lost = true;
            subject_violates(subject, "readyok at once", "no readyok within a second while it thought");
        } else if (said_word(line, "bestmove", NULL)) {
            subject->lost = true;
            subject_violates(subject, "readyok, and a search that goes on", "isready ended its search: '%.60s'", line);
        } else stop_and_answer(subject, &game);
    }
    game_free(&game);
}

/* ---- Pondering ---- */

static bool begin_to_ponder(Subject *subject, const Game *game) {
    const char *go = subject_is(subject, &protocol_ucci) ? "go ponder time 3 increment 0 opptime 3 oppincrement 0"
                                                         : "go ponder wtime 2000 btime 2000 winc 0 binc 0";
    if (subject->engine->dialect.clock == CLOCK_UNIT_MS && subject_is(subject, &protocol_ucci))
        go = "go ponder time 2000 increment 0 opptime 2000 oppincrement 0";
    return subject_go(subject, game, go) && subject_silent(subject, THINK_MS, "while it pondered");
}

void check_ponder(Subject *subject) {
    enum { OWN_MS = 3000 };
    Game game;
    Reply reply;
    const bool ucci = subject_is(subject, &protocol_ucci);
    if (!declared_find(&subject->engine->declared, "ponder")) {
        subject_skip(subject, "it declares no Ponder");
        return;
    }
    subject_game(middle_game, &game);
    if (subject_tell(subject, ucci ? "setoption ponder true\n" : "setoption name Ponder value true\n") && begin_to_ponder(subject, &game) &&
        subject_tell(subject, "ponderhit\n") &&
        subject_answer(subject, &game, subject_within(subject, OWN_MS), (LineWatch){ 0 }, &reply) && subject_is_move(subject, &game, &reply) &&
        begin_to_ponder(subject, &game))
        stop_and_answer(subject, &game);
    game_free(&game);
    if (subject->verdict != CHECK_VIOLATES) subject_tell(subject, ucci ? "setoption ponder false\n" : "setoption name Ponder value false\n");
}
