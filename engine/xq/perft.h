/* Perft: the leaves of the legal tree, the proof of a move generator. */
#ifndef ENGINE_XQ_PERFT_H
#define ENGINE_XQ_PERFT_H
#include <stddef.h>
#include "engine/core/err.h"
#include "engine/xq/gen.h"

/* Number of legal lines of this depth, by this generator. bulk: the last ply is counted, not made (and not even
 * listed by the default generator). */
uint64_t perft(Pos *pos, int depth, MoveGen method, bool bulk);

/* One line of a suite: a position and its known counts. */
enum { PERFT_DEPTH_MAX = 30 };
typedef struct {
    Pos pos;
    uint64_t leaves[PERFT_DEPTH_MAX + 1]; /* by depth; 0 where the line says nothing */
    bool known[PERFT_DEPTH_MAX + 1];
} PerftCase;
/* Read "FEN ;D1 44 ;D2 1920". The error says what is wrong with the line; its place is the caller's to add. */
bool perft_parse_case(const char *line, size_t len, PerftCase *out, Err *err);
#endif
