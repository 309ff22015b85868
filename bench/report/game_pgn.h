/* Stored games as PGN and as texts that tell of a move. */
#ifndef BENCH_REPORT_GAME_PGN_H
#define BENCH_REPORT_GAME_PGN_H
#include "bench/store/games.h"
#include "engine/xq/pgn.h"

/* "+35", "-M4" (mated in 4 of the mover's moves), ">=+35" for a mere bound, "-" when the player gave none. */
void move_score_print(const MoveRecord *move, Buf *out);
/* "1.2ms", "3.25s". */
void duration_print(int64_t ns, Buf *out);
/* Fill *out (a used one is emptied) with the game from its first position on, opening included. Tags: Event, Site, Date,
 * Round (round and leg), Red, Black, Number, Termination (the reason's word). With comments each move says "score/depth
 * nodes time", opening moves "book". false with *err when the stored position or a move is damaged. */
bool game_pgn(const StoredGame *game, bool comments, PgnGame *out, Err *err);
#endif
