/* Perft: the leaves of the legal tree, the proof of a move generator. */
#ifndef ENGINE_XQ_PERFT_H
#define ENGINE_XQ_PERFT_H
#include "engine/xq/gen.h"

/* Number of legal lines of this depth, by this generator. bulk: the last ply is counted, not made. */
uint64_t perft(Pos *pos, int depth, MoveGen method, bool bulk);
#endif
