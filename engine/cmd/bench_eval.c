#include <stdio.h>
#include <stdlib.h>
#include "engine/cmd/bench.h"
#include "engine/core/arena.h"
#include "engine/core/mono.h"

enum { POSITIONS = 400, PASSES = 200 };

/* Nanoseconds a call with these groups, the best of the rounds so far in *best_ns. */
static void time_eval(const EvalTables *tables, const Pos *positions, double *best_ns) {
    volatile int value; /* so that no call is left out */
    const int64_t start = cpu_thread_ns();
    for (int pass = 0; pass < PASSES; pass++)
        for (int i = 0; i < POSITIONS; i++) value = eval_with(tables, &positions[i]);
    const double ns = (double)(cpu_thread_ns() - start) / (PASSES * POSITIONS);
    (void)value;
    if (*best_ns == 0 || ns < *best_ns) *best_ns = ns;
}

static void switch_group(EvalOptions *options, size_t group, bool on) {
    *(bool *)((char *)options + eval_options.rows[group].offset) = on;
}

void bench_eval(const Variant *variant, int rounds) {
    const size_t groups = eval_options.count; /* one row each, then none of them, then the variant's own choice */
    Pos *positions = mem_alloc(POSITIONS * sizeof *positions);
    EvalTables *tables = mem_zalloc(groups + 2, sizeof *tables);
    double *ns = mem_zalloc(groups + 2, sizeof *ns);
    bench_positions(positions, POSITIONS);
    for (size_t g = 0; g <= groups; g++) {
        EvalOptions options = { 0 };
        if (g < groups) switch_group(&options, g, true);
        eval_prepare(&tables[g], &variant->weights, &options);
    }
    eval_prepare(&tables[groups + 1], &variant->weights, &variant->eval);
    for (int round = 0; round < rounds; round++)
        for (size_t g = 0; g < groups + 2; g++) time_eval(&tables[g], positions, &ns[g]);

    printf("%d positions of random games; CPU time of one evaluation, best of %d rounds\n\n", POSITIONS, rounds);
    printf("%-22s %10s %10s\n", "groups", "ns", "alone adds");
    printf("%-22s %10.1f\n", "none", ns[groups]);
    for (size_t g = 0; g < groups; g++)
        printf("%-22s %10.1f %10.1f\n", eval_options.rows[g].name, ns[g], ns[g] - ns[groups]);
    printf("%-22s %10.1f\n", "as the variant has it", ns[groups + 1]);
    free(ns);
    free(tables);
    free(positions);
}
