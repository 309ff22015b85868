/* Random numbers by counter: the value is a pure function of (seed, stream, index), so there is no generator
 * state to save, to share between threads, or to lose in a resumed run. */
#ifndef ENGINE_CORE_RNG_H
#define ENGINE_CORE_RNG_H
#include <stdint.h>

/* 64 well-mixed bits (SplitMix64 finaliser over the three counters). */
uint64_t rng_bits(uint64_t seed, uint64_t stream, uint64_t index);
/* Uniform in [0, bound), without bias worth measuring (multiply-shift); bound > 0. */
uint64_t rng_below(uint64_t seed, uint64_t stream, uint64_t index, uint64_t bound);
/* Uniform in [0, 1). */
double rng_real(uint64_t seed, uint64_t stream, uint64_t index);
/* order[0..count) becomes a permutation of 0..count-1 that depends on seed and stream alone (Fisher-Yates). */
void rng_shuffle(uint64_t seed, uint64_t stream, uint32_t *order, uint32_t count);
#endif
