#include "engine/search/mcts_real.h"

/* ln 2 in two parts: the first has so few digits that small multiples of it are exact. */
static const double LN2_HIGH = 0x1.62e42feep-1, LN2_LOW = 0x1.a39ef35793c76p-33;

/* 2^k for a normal result. */
static double power_of_two(int k) {
    const uint64_t bits = (uint64_t)(1023 + k) << 52;
    double x;
    memcpy(&x, &bits, sizeof x);
    return x;
}

/* e^x = 2^k e^r with |r| <= ln 2 / 2, and Taylor's series for e^r. */
double mcts_exp(double x) {
    static const double inverse_factorial[] = { 1,        1,         1.0 / 2,      1.0 / 6,       1.0 / 24,       1.0 / 120,      1.0 / 720,
                                                1.0 / 5040, 1.0 / 40320, 1.0 / 362880, 1.0 / 3628800, 1.0 / 39916800, 1.0 / 479001600 };
    enum { TERMS = sizeof inverse_factorial / sizeof *inverse_factorial };
    if (x > 700) x = 700;
    if (x < -700) x = -700;
    const int k = (int)(x * 1.4426950408889634 + (x < 0 ? -0.5 : 0.5));
    const double r = x - k * LN2_HIGH - k * LN2_LOW;
    double sum = 0;
    for (int i = TERMS - 1; i >= 0; i--) sum = sum * r + inverse_factorial[i];
    return sum * power_of_two(k);
}

/* ln x = k ln 2 + ln m with m near 1, and ln m = 2 artanh((m - 1) / (m + 1)). */
double mcts_log(double x) {
    enum { LAST_TERM = 21 };
    uint64_t bits;
    double m;
    memcpy(&bits, &x, sizeof bits);
    int k = (int)(bits >> 52) - 1023;
    bits = (bits & 0xfffffffffffffu) | (uint64_t)1023 << 52;
    memcpy(&m, &bits, sizeof m);
    if (m > 1.4142135623730951) {
        m /= 2;
        k++;
    }
    const double z = (m - 1) / (m + 1), square = z * z;
    double sum = 0;
    for (int i = LAST_TERM; i >= 1; i -= 2) sum = sum * square + 1.0 / i;
    return k * LN2_HIGH + (2 * z * sum + k * LN2_LOW);
}

double mcts_sigmoid(double x) {
    return 1 / (1 + mcts_exp(-x));
}
double mcts_logit(double p) {
    return mcts_log(p / (1 - p));
}
