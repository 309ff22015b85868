/* The loss of one row: how far the predicted score is from the target, and its derivatives by the evaluation E.
 * Predicted score p = 1 / (1 + exp(-s E)), s = K / 400 (natural base, so K of base ten is multiplied by ln 10). */
#ifndef TUNER_FIT_LOSS_H
#define TUNER_FIT_LOSS_H
#include <math.h>

typedef enum { LOSS_MSE, LOSS_XENT, LOSS_COMPARE /* of comparisons alone (comparison.h): results have none */ } LossKind;
extern const char *const loss_names[]; /* mse xent compare, NULL-terminated */

static inline double loss_predict(double s, double e) { return 1 / (1 + exp(-s * e)); }

typedef struct { double value, slope, curvature; /* curvature: Gauss-Newton's for mse, exact for xent; never negative */ } LossAt;

static inline LossAt loss_at(LossKind kind, double s, double e, double target) {
    const double p = loss_predict(s, e), gap = p - target, steep = s * p * (1 - p);
    if (kind == LOSS_MSE) return (LossAt){ gap * gap, 2 * gap * steep, 2 * steep * steep };
    /* -t ln p - (1-t) ln(1-p), written so that nothing overflows: ln(1 + exp(z)) - t z */
    const double z = s * e, soft = z > 0 ? z + log1p(exp(-z)) : log1p(exp(z));
    return (LossAt){ soft - target * z, s * gap, s * steep };
}
#endif
