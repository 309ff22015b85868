/* The measurements of xqengine bench, one function each. They print their tables themselves. */
#ifndef ENGINE_CMD_BENCH_H
#define ENGINE_CMD_BENCH_H
#include "engine/search/variant.h"

/* The four move generators side by side on the same positions, `rounds` times interleaved; the best round counts. */
void bench_movegen(int rounds);
/* What an evaluation costs: each group of terms alone, none, and what the variant has switched on. */
void bench_eval(const Variant *variant, int rounds);
/* Every fifth position of random games, `count` of them: openings, middle games and bare endings. */
void bench_positions(Pos *positions, int count);
/* Search every position of an EPD file, each as a new game. The sum of the nodes is the signature: it changes when
 * search or evaluation change their answers, and with nothing else. Prints it, speed and, with each, the nodes of every position. */
bool bench_search(const Variant *variant, const char *suite, int depth, bool each, bool as_json, uint64_t *signature,
                  Err *err);
/* The same with the suite and, for depth 0, the depth that `xqengine bench` has by default. */
bool bench_signature(const Variant *variant, int depth, Err *err);
#endif
