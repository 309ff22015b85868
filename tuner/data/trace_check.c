#include "tuner/data/trace_check.h"
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>

static double evaluate(const TraceSet *set, const double *weights, double share, const uint16_t *term, const int32_t *count, int entries) {
    double sum = 0;
    for (int i = 0; i < entries; i++) {
        const double *start = set->table.slot[term[i]].start;
        const double mg = weights ? weights[term[i]] : start[0], eg = weights ? weights[set->table.count + term[i]] : start[1];
        sum += count[i] * (share * mg + (1 - share) * eg);
    }
    return sum;
}

static void check_row(const TraceSet *set, uint64_t row, double counted, double tolerance, TraceCheck *out) {
    for (uint32_t i = set->label_first[row]; i < set->label_first[row + 1]; i++) {
        if (set->label[i].score == TRACE_NO_SCORE) continue;
        const double distance = fabs(counted - set->label[i].score);
        out->mean += distance;
        out->scored++;
        out->off += distance > tolerance + 1e-6; /* sums of fractions are not exact */
        if (out->scored > 1 && distance <= out->worst) continue;
        out->worst = distance;
        out->row = row;
        out->counted = counted;
        out->score = set->label[i].score;
    }
}

void trace_check(const TraceSet *set, const double *weights, double tolerance, TraceCheck *out) {
    uint16_t *term = mem_alloc(((size_t)set->table.count + 1) * sizeof *term);
    int32_t *count = mem_alloc(((size_t)set->table.count + 1) * sizeof *count);
    *out = (TraceCheck){ 0 };
    for (int phase = 0; phase <= set->table.phases; phase++)
        for (TraceCursor at = trace_cursor(set, set->phase_first[phase]); at.row < set->phase_first[phase + 1]; trace_next(&at)) {
            const int entries = trace_entries(&at, term, count);
            check_row(set, at.row, evaluate(set, weights, (double)phase / set->table.phases, term, count, entries), tolerance, out);
        }
    if (out->scored) out->mean /= (double)out->scored;
    free(term);
    free(count);
}

void trace_print_row(const TraceSet *set, uint64_t row, Buf *out) {
    uint16_t *term = mem_alloc(((size_t)set->table.count + 1) * sizeof *term);
    int32_t *count = mem_alloc(((size_t)set->table.count + 1) * sizeof *count);
    const TraceCursor at = trace_cursor(set, row);
    const int entries = trace_entries(&at, term, count);
    int phase = 0;
    while (set->phase_first[phase + 1] <= row) phase++;
    buf_addf(out, "phase %d |", phase);
    for (int i = 0; i < entries; i++) buf_addf(out, " %s:%" PRId32, set->table.slot[term[i]].name, count[i]);
    free(term);
    free(count);
}
