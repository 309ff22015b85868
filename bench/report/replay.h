/* A stored game board by board, as text for a terminal. */
#ifndef BENCH_REPORT_REPLAY_H
#define BENCH_REPORT_REPLAY_H
#include "bench/store/games.h"
#include "engine/xq/board_text.h"
#include "engine/xq/game.h"
#include "engine/xq/notation.h"

typedef struct {
    StoredGame stored;  /* where its parts live is the caller's business */
    Game game;          /* the position that is shown, and the moves before it */
    Notation notation;
    BoardStyle board;
} Replay;

/* At the first position of the opening. false with *err when the stored position or a move is damaged. Free with
 * replay_free. */
bool replay_init(Replay *replay, const StoredGame *stored, Err *err);
void replay_free(Replay *replay);
/* Plies of the whole game, opening included. */
int replay_plies(const Replay *replay);
/* Go to the position after this many plies (cut to what there is). */
void replay_go(Replay *replay, int ply);
/* What stands above the boards: number, players, run. */
void replay_print_head(const Replay *replay, Buf *out);
/* The move that led here with its score, depth, nodes and time, the board, and after the last move the verdict. */
void replay_print(const Replay *replay, Buf *out);
#endif
