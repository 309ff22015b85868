/* Stored games as short text for a page that steps through them: a dozen bytes a game, four a ply.
 *
 * Numbers below 90 are one printable ASCII character each, so that text, JSON and HTML hold them as they are: squares
 * (see engine/xq/types.h), depths, and scores on a scale that is fine around 0. A game is one line of fields, each
 * followed by a blank, the last by a line end:
 *
 *   number red black outcome reason verdict counted opening moves scores depths
 *
 * number to opening are decimal; red and black are seats, outcome and reason places in their tables; verdict (-1: none)
 * and opening are places in the pack's JSON: {players, outcomes, reasons, reason_helps, verdicts, openings: [[fen,
 * moves]], notes: {number: text}}. A move is its two squares. */
#ifndef BENCH_REPORT_GAME_PACK_H
#define BENCH_REPORT_GAME_PACK_H
#include "bench/store/games.h"
#include "engine/core/buf.h"

enum {
    PACK_BASE = 90,
    PACK_BYTES = 4250000, /* of games, as many as a page holds when nobody says how many */
    PACK_SCORE_ZERO = 45, /* a score of 0; 0 stands for none, PACK_SCORE_ZERO +- PACK_SCORE_MATE for mates */
    PACK_SCORE_MATE = 44,
};

/* The character of a number from 0 to 89. */
char pack_digit(int number);
/* The number of a score: PACK_SCORE_ZERO +- k where the score is about 40 sinh(k / 8): steps of 5 near 0, of an
 * eighth far out. */
int pack_score(const MoveRecord *move);

typedef struct {
    Buf json, lines;
    int games, packed; /* of the run; of them in lines */
} GamePack;

/* Pack the run's games: at most `most`, or as many as PACK_BYTES hold (most 0). When not all fit, those that a player's
 * fault ended come first, the others are spread evenly over the schedule. Free with game_pack_free in any case. */
bool game_pack(Store *store, int64_t run, int64_t most, GamePack *out, Err *err);
void game_pack_free(GamePack *pack);
#endif
