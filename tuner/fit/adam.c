#include "tuner/fit/adam.h"
#include <stdlib.h>
#include <string.h>
#include "engine/core/rng.h"
#include "tuner/fit/optimise_internal.h"

void adam_step(Adam *adam, size_t n, const double *gradient, double rate, double *x) {
    adam->steps++;
    const double c1 = adam->corrected ? 1 - pow(adam->beta1, adam->steps) : 1, c2 = adam->corrected ? 1 - pow(adam->beta2, adam->steps) : 1;
    for (size_t i = 0; i < n; i++) {
        adam->m[i] = adam->beta1 * adam->m[i] + (1 - adam->beta1) * gradient[i];
        adam->v[i] = adam->beta2 * adam->v[i] + (1 - adam->beta2) * gradient[i] * gradient[i];
        x[i] -= rate * (adam->m[i] / c1) / (sqrt(adam->v[i] / c2) + adam->epsilon);
    }
}

/* Pieces of the data stand in random order of their rows already; their order changes with every epoch. The rate falls to a
 * hundredth over the run. */
bool run_adam(Run *run, Err *err) {
    const size_t n = (size_t)run->params->count;
    const int64_t batch = run->options->batch;
    const int epochs = run->options->iterations_max;
    const uint64_t rows = objective_rows(run->problem);
    const int pieces = batch > 0 && batch < (int64_t)rows ? (int)((rows + (uint64_t)batch - 1) / (uint64_t)batch) : 1;
    double *x = mem_alloc(n * sizeof *x), *gradient = mem_alloc(n * sizeof *gradient);
    uint32_t *order = mem_alloc((size_t)pieces * sizeof *order);
    Adam adam = { .beta1 = 0.9, .beta2 = 0.999, .epsilon = 1e-8, .corrected = true, .m = mem_zalloc(n, sizeof(double)), .v = mem_zalloc(n, sizeof(double)) };
    memcpy(x, run->theta, n * sizeof *x);
    double value = params_value(run->params, run->problem, x, NULL);
    for (int epoch = 0; !run_step(run, epoch, x, value, NAN); epoch++) {
        rng_shuffle(1, (uint64_t)epoch, order, (uint32_t)pieces);
        for (int i = 0; i < pieces; i++) {
            params_value_slice(run->params, run->problem, (KernelSlice){ (int)order[i], pieces }, x, gradient);
            const double done = (epoch + (double)i / pieces) / epochs;
            adam_step(&adam, n, gradient, run->options->learning_rate * pow(0.01, done), x);
        }
        run->passes++;
        value = params_value(run->params, run->problem, x, NULL);
    }
    free(adam.m);
    free(adam.v);
    free(order);
    free(x);
    free(gradient);
    return value - value == 0 || err_set(err, ERR_INPUT, "the loss is not a number: the learning rate is too high, or the start out of reason");
}
