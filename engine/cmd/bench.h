/* The measurements of xqengine bench, one function each. They print their tables themselves. */
#ifndef ENGINE_CMD_BENCH_H
#define ENGINE_CMD_BENCH_H

/* The four move generators side by side on the same positions, `rounds` times interleaved; the best round counts. */
void bench_movegen(int rounds);
#endif
