#include "tuner/fit/lanes.h"
#include <stdlib.h>
#include <string.h>
#include "engine/core/arena.h"
#include "engine/core/pool.h"

const KernelSlice kernel_all = { 0, 1 };

/* The items of a phase that belong to the slice. */
static void slice_of(const LaneItems *items, int phase, uint64_t *first, uint64_t *end) {
    const uint64_t begin = items->phase_first[phase], count = items->phase_first[phase + 1] - begin;
    *first = begin + count * (uint64_t)items->slice.piece / (uint64_t)items->slice.pieces;
    *end = begin + count * ((uint64_t)items->slice.piece + 1) / (uint64_t)items->slice.pieces;
}

uint64_t lanes_count(const LaneItems *items) {
    uint64_t count = 0, first, end;
    for (int phase = 0; phase <= items->phases; phase++) {
        slice_of(items, phase, &first, &end);
        count += end - first;
    }
    return count;
}

void lane_walk(const LaneItems *items, int lane, void (*run)(void *context, int lane, int phase, uint64_t first, uint64_t end), void *context) {
    const uint64_t all = lanes_count(items), from = all * (uint64_t)lane / LANES, to = all * ((uint64_t)lane + 1) / LANES;
    uint64_t before = 0, first, end;
    for (int phase = 0; phase <= items->phases && before < to; phase++) {
        slice_of(items, phase, &first, &end);
        const uint64_t count = end - first;
        const uint64_t a = from > before ? from - before : 0, z = to - before < count ? to - before : count;
        if (a < z) run(context, lane, phase, first + a, first + z);
        before += count;
    }
}

void lanes_run(int threads, bool alone, void (*work)(void *context, int worker, int lane), void (*reset)(void *context), void *context) {
    if (threads > 1 && !alone && pool_run(threads, LANES, work, context, NULL, NULL)) return;
    reset(context);
    for (int lane = 0; lane < LANES; lane++) work(context, 0, lane);
}

void lanes_new(double *vector[LANES], size_t size) {
    for (int lane = 0; lane < LANES; lane++) vector[lane] = mem_zalloc(size, sizeof(double));
}

void lanes_add(double *vector[LANES], size_t size, double factor, double *out) {
    memset(out, 0, size * sizeof *out);
    for (int lane = 0; lane < LANES; lane++) {
        for (size_t i = 0; i < size; i++) out[i] += vector[lane][i];
        free(vector[lane]);
    }
    for (size_t i = 0; i < size; i++) out[i] *= factor;
}
