/* The few functions of real numbers that Monte-Carlo tree search needs, out of IEEE additions, multiplications and
 * divisions alone: no mathematics library, so that signatures agree between compilers and machines. All are good to
 * about 1e-14. */
#ifndef ENGINE_SEARCH_MCTS_REAL_H
#define ENGINE_SEARCH_MCTS_REAL_H
#include <stdint.h>
#include <string.h>

/* e^x; x beyond +-700 counts as +-700. */
double mcts_exp(double x);
/* ln x, for positive normal x. */
double mcts_log(double x);
/* 1 / (1 + e^-x), and its inverse for p in (0, 1). */
double mcts_sigmoid(double x);
double mcts_logit(double p);

/* 1 / sqrt(x) for positive x: a guess by halving the exponent, then Newton's iteration (each doubles the digits). */
static inline double mcts_rsqrt(double x) {
    uint64_t bits;
    double y;
    memcpy(&bits, &x, sizeof bits);
    bits = 0x5fe6eb50c7b537a9u - (bits >> 1);
    memcpy(&y, &bits, sizeof y);
    for (int i = 0; i < 4; i++) y = y * (1.5 - 0.5 * x * y * y);
    return y;
}
static inline double mcts_sqrt(double x) {
    return x > 0 ? x * mcts_rsqrt(x) : 0;
}
#endif
