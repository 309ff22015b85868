/* Sparse vectors of counts as traces and comparisons hold them: terms of +1 and -1 entries, then terms with a small number.
 *
 * Entries of -1 stand behind the number of terms, where the weights are negated: one loop over all units has one end to guess
 * instead of two, which is most of what a short loop costs. */
#ifndef TUNER_FIT_SPARSE_H
#define TUNER_FIT_SPARSE_H
#include <stdint.h>

#define SPARSE_INLINE static inline __attribute__((always_inline))

/* The vector times w, which is followed by itself negated. */
SPARSE_INLINE double sparse_dot(const uint16_t *index, int units, const int8_t *value, int others, const double *w) {
    double even = 0, odd = 0;
    for (int i = 0; i + 1 < units; i += 2) {
        even += w[index[i]];
        odd += w[index[i + 1]];
    }
    if (units & 1) even += w[index[units - 1]];
    index += units;
    for (int i = 0; i < others; i++) odd += value[i] * w[index[i]];
    return even + odd;
}

/* Add the vector, `by` times; what -1 entries add goes behind, to be subtracted later. */
SPARSE_INLINE void sparse_scatter(const uint16_t *index, int units, const int8_t *value, int others, double by, double *out) {
    for (int i = 0; i < units; i++) out[index[i]] += by;
    index += units;
    for (int i = 0; i < others; i++) out[index[i]] += value[i] * by;
}
#endif
