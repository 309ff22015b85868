/* The engine at hand while it is checked, what it is asked and how it answers; for bench/check alone. */
#ifndef BENCH_CHECK_SUBJECT_H
#define BENCH_CHECK_SUBJECT_H
#include "bench/check/check.h"
#include "bench/client/external.h"

enum { COMPLAINT_SIZE = 120 };
typedef struct {
    External *engine;
    const CheckOptions *options;
    bool introducing;
    Buf introduction;  /* the lines it said before it was ready, each with its line end */
    int64_t start_ns;  /* from its start to its readiness */
    Talk talk;         /* of this check */
    bool info_last;    /* the newest line of the talk is an info line: the next one takes its place */
    int complaints;    /* lines of standard error, of all checks */
    char complaint[COMPLAINT_SIZE]; /* the newest */
    /* Of this check: */
    CheckVerdict verdict;
    Buf found, right;
    bool lost; /* it does not follow any more: end it before the next check */
} Subject;

/* An answer. */
typedef struct {
    Answer answer; /* with a fault when the move was none */
    BestMove best; /* UCI and UCCI: as said */
    int64_t ns;    /* from the question to the answer */
} Reply;

/* Somebody who sees the lines before the answer. */
typedef struct {
    void (*hear)(void *context, const char *line); /* NULL: nobody */
    void *context;
} LineWatch;

/* Verdicts, with what was found. The first violation of a check stands; a violation returns false. */
bool subject_violates(Subject *subject, const char *right, const char *format, ...) __attribute__((format(printf, 3, 4)));
void subject_note(Subject *subject, const char *format, ...) __attribute__((format(printf, 2, 3)));
bool subject_skip(Subject *subject, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* Add to what was found, without a verdict. */
void subject_found(Subject *subject, const char *format, ...) __attribute__((format(printf, 2, 3)));

bool subject_is(const Subject *subject, const Protocol *protocol);
/* How long from now, in nanoseconds, this many milliseconds and the margin are. */
int64_t subject_within(const Subject *subject, int64_t ms);
/* Write whole lines. false (violates): it does not read. */
bool subject_tell(Subject *subject, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* Tell the position of a game, in the engine's dialect, then this line of `go`; UCI and UCCI. */
bool subject_go(Subject *subject, const Game *game, const char *go);
/* Wait for a line that begins with this word. false (violates): none came in time. */
bool subject_await(Subject *subject, const char *word, int64_t within_ns);
/* The next line, if one comes in time: *line belongs to the process until the next call. */
ProcRead subject_line(Subject *subject, int64_t deadline_ns, const char **line);
/* Wait for the answer to a question for game->pos. false (violates): none came in time. An answer that is no legal
 * move is no violation yet: see reply->answer.fault. */
bool subject_answer(Subject *subject, const Game *game, int64_t within_ns, LineWatch watch, Reply *reply);
/* Ask by a limit, as in a match, and wait for the answer. false: skipped or violates. */
bool subject_ask(Subject *subject, const Game *game, const Limit *limit, const ClockState *clock, Reply *reply);
/* The same, and the answer must be a legal move. */
bool subject_ask_move(Subject *subject, const Game *game, const Limit *limit, const ClockState *clock, Reply *reply);
bool subject_is_move(Subject *subject, const Game *game, const Reply *reply);
/* Nothing but info may come for this long. false (violates): `what` tells after what. */
bool subject_silent(Subject *subject, int64_t ms, const char *what);
/* stop, and the answer to it. */
bool subject_stop(Subject *subject, const Game *game, Reply *reply);
/* Forget the last game and be ready. */
bool subject_new_game(Subject *subject);
/* A game from a FEN of ours; free with game_free. */
void subject_game(const char *fen, Game *game);
/* The text of a move in the engine's dialect. Returns out. */
char *subject_move(const Subject *subject, Move mv, char out[SAID_MOVE_SIZE]);

/* The checks, in order: name, protocols (u, c, x), what is asked. */
#define CHECKS(X)                                                                                                       \
    X(start,            "ucx", "says who it is and that it is ready, in time")                                           \
    X(options,          "uc",  "declares options well: type, default within min and max, among its choices")             \
    X(ping,             "ucx", "answers isready (ping) while idle")                                                      \
    X(ping_thinking,    "uc",  "answers isready while it thinks, and thinks on")                                         \
    X(startpos,         "uc",  "takes `position startpos` and its moves")                                                \
    X(fen,              "ucx", "takes positions by FEN, either side to move")                                            \
    X(history,          "ucx", "takes a history of 300 plies")                                                           \
    X(after_capture,    "uc",  "takes the same game told from its last capture on")                                      \
    X(one_move,         "ucx", "plays the only legal move")                                                              \
    X(checkmated,       "uc",  "answers without a move when it is mated, and goes on")                                   \
    X(stalemated,       "uc",  "answers without a move when it has none, and goes on")                                   \
    X(depth,            "ucx", "keeps a limit of depth")                                                                 \
    X(nodes,            "uc",  "keeps a limit of nodes")                                                                 \
    X(movetime,         "ucx", "keeps a time for one move")                                                              \
    X(clock,            "ucx", "keeps a clock with increment")                                                           \
    X(short_clock,      "ucx", "keeps a clock that has nearly run out")                                                  \
    X(usemillisec,      "c",   "counts milliseconds after usemillisec true")                                             \
    X(info,             "uc",  "writes info lines that can be read")                                                     \
    X(pv,               "uc",  "shows lines of legal moves")                                                             \
    X(infinite,         "uc",  "thinks until stop, however soon it is done")                                             \
    X(stop,             "uc",  "answers stop soon, with one move")                                                       \
    X(stop_idle,        "uc",  "has no move for a stop that comes too late")                                             \
    X(idle,             "ucx", "says nothing when it is not asked")                                                      \
    X(ponder,           "uc",  "ponders until ponderhit or stop, if it declares Ponder")                                 \
    X(searchmoves,      "u",   "plays one of searchmoves")                                                               \
    X(banmoves,         "c",   "plays none of banmoves, and forgets them with the position")                             \
    X(draw_offer,       "cx",  "answers an offered draw with a move")                                                    \
    X(unknown_command,  "ucx", "passes over commands that it does not know")                                             \
    X(wrong_option,     "uc",  "passes over options and values that it did not declare")                                 \
    X(perpetual_check,  "ucx", "knows that a perpetual check loses (information)")                                       \
    X(repeatable,       "uc",  "searches alike in a fresh process (information)")                                        \
    X(new_game,         "uc",  "searches alike after a new game (information)")                                          \
    X(quit,             "ucx", "ends when told to quit")                                                                 \
    X(quit_thinking,    "uc",  "ends when told to quit while it thinks")                                                 \
    X(end_of_input,     "ucx", "ends with its input")                                                                    \
    X(standard_error,   "ucx", "keeps standard error quiet (information)")

#define DECLARE(name, protocols, asks) void check_##name(Subject *subject);
CHECKS(DECLARE)
#undef DECLARE
#endif
