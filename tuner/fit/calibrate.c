#include "tuner/fit/calibrate.h"
#include <stdlib.h>

void calibrate(const Problem *problem, const Labels *labels, const double *weights, Calibration *out) {
    const uint64_t rows = problem->set->rows;
    double *score = mem_alloc((rows + 1) * sizeof *score);
    *out = (Calibration){ 0 };
    kernel_scores(problem, weights, score);
    for (uint64_t row = 0; row < rows; row++) {
        const double weight = labels->weight[row], p = loss_predict(problem->k / 400, score[row]);
        if (!weight) continue;
        const int bin = p < 1 ? (int)(p * CALIBRATION_BINS) : CALIBRATION_BINS - 1;
        out->bin[bin].positions += weight;
        out->bin[bin].predicted += weight * p;
        out->bin[bin].observed += weight * labels->target[row];
    }
    for (int i = 0; i < CALIBRATION_BINS; i++) {
        const double positions = out->bin[i].positions;
        if (!positions) continue;
        out->error += fabs(out->bin[i].predicted - out->bin[i].observed) / labels->total;
        out->bin[i].predicted /= positions;
        out->bin[i].observed /= positions;
    }
    free(score);
}
