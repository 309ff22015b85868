/* What engines say while they think, read from single lines: pure functions of text that may be anything. */
#ifndef BENCH_CLIENT_SAID_H
#define BENCH_CLIENT_SAID_H
#include <stdbool.h>
#include <stdint.h>
#include "bench/client/player.h"

enum { SAID_MOVE_SIZE = 16, SAID_DEPTH_MAX = 1000, SAID_MATE_MAX = (ANSWER_MATE - ANSWER_MATE_MIN) / 2, SAID_SCORE_MAX = 1000000000,
       SAID_TIME_MS_MAX = 1000000000 };
#define SAID_NODES_MAX INT64_C(100000000000000)
/* An `info` line, or a line of xboard's thinking output. What is absent is zero, and has_... says which are there. A number that no
 * search could mean counts as absent, and so do negative counts: a depth above 1000 plies, mate in more than 500 moves, a score beyond
 * a billion, more than 10^14 nodes (sums over any number of games must be right), more than 11 days. */
typedef struct {
    bool has_depth, has_score, has_nodes, has_time, has_wdl;
    int depth, seldepth, multipv;
    bool mate;     /* score counts moves to mate; negative: the side to move is mated */
    int64_t score; /* the engine's unit */
    ScoreBound bound;
    uint64_t nodes;
    int64_t time_ms;
    int16_t wdl[3]; /* chances to win, draw and lose, per mille */
    char first[SAID_MOVE_SIZE]; /* of the principal variation, as said; "" without */
} Info;

/* "info depth 5 score cp 31 nodes 900 pv h2e2", UCI and UCCI alike: UCCI leaves out the word cp. false when it is no
 * info line. Words that are none of the protocols' are passed over, text after `string` and `message` too. */
bool said_info(const char *line, Info *out);
/* xboard's "PLY SCORE CENTISECONDS NODES PV". */
bool said_thinking(const char *line, Info *out);
/* Take an info's news into an answer: score by scale to the common unit, from the mover's view. Secondary lines
 * (multipv 2 and up) are left out. */
void said_take(const Info *info, double score_scale, Answer *answer);

typedef struct {
    char move[SAID_MOVE_SIZE];   /* as said, "" for "nobestmove" */
    char ponder[SAID_MOVE_SIZE]; /* "" when none */
    bool draw, resign;           /* UCCI */
} BestMove;

/* "bestmove h2e2 ponder h9g7 draw" or "nobestmove". false when the line is neither. */
bool said_best_move(const char *line, BestMove *out);
/* Does the line begin with this word? *rest gets what follows it and its blanks; rest may be NULL. */
bool said_word(const char *line, const char *word, const char **rest);
#endif
