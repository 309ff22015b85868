#include "engine/core/rng.h"

static uint64_t mix(uint64_t x) {
    x ^= x >> 30;
    x *= 0xbf58476d1ce4e5b9u;
    x ^= x >> 27;
    x *= 0x94d049bb133111ebu;
    return x ^ (x >> 31);
}

uint64_t rng_bits(uint64_t seed, uint64_t stream, uint64_t index) {
    const uint64_t golden = 0x9e3779b97f4a7c15u;
    return mix(mix(mix(seed + golden) ^ (stream + 1) * golden) + (index + 1) * golden);
}

/* High 64 bits of a * b without a 128-bit type. */
static uint64_t multiply_high(uint64_t a, uint64_t b) {
    const uint64_t a_lo = (uint32_t)a, a_hi = a >> 32, b_lo = (uint32_t)b, b_hi = b >> 32;
    const uint64_t low = a_lo * b_lo, mid1 = a_hi * b_lo + (low >> 32), mid2 = a_lo * b_hi + (uint32_t)mid1;
    return a_hi * b_hi + (mid1 >> 32) + (mid2 >> 32);
}

uint64_t rng_below(uint64_t seed, uint64_t stream, uint64_t index, uint64_t bound) {
    return multiply_high(rng_bits(seed, stream, index), bound);
}

double rng_real(uint64_t seed, uint64_t stream, uint64_t index) {
    return (double)(rng_bits(seed, stream, index) >> 11) * 0x1p-53;
}

void rng_shuffle(uint64_t seed, uint64_t stream, uint32_t *order, uint32_t count) {
    for (uint32_t i = 0; i < count; i++) order[i] = i;
    for (uint32_t i = count; i > 1; i--) {
        const uint32_t j = (uint32_t)rng_below(seed, stream, i, i), kept = order[i - 1];
        order[i - 1] = order[j];
        order[j] = kept;
    }
}
