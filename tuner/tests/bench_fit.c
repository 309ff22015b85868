/* What a fit costs: the kernels' positions a second, bytes a position, CPU time to a given distance from the minimum, on made-up
 * data in the shape of a usual evaluation: 150 terms with two weights each, about 24 of them used in a position, nine of ten
 * once. CPU time and ratios; wall time only for threads.
 *   bench_fit [POSITIONS, 1000000]
 *   bench_fit POSITIONS kernels     the kernels alone, as "value 21500000", positions a second of one CPU: for scripts/bench-fit */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include "bench/stats/stats.h"
#include "engine/core/arena.h"
#include "engine/core/mono.h"
#include "engine/core/rng.h"
#include "tuner/data/trace_build.h"
#include "tuner/fit/fit.h"

enum { SLOTS = 150, USED = 24, PHASES = 24, PER_GAME = 16, ROUNDS = 25 };
static const double K = 1.5;

static double cpu_seconds(void) { return (double)cpu_process_ns() / 1e9; }

static void make_position(uint64_t id, int32_t *count) {
    memset(count, 0, SLOTS * sizeof *count);
    for (uint64_t i = 0; i < USED + 4; i++) { /* some fall on the same term */
        const uint64_t bits = rng_bits(1, id, i);
        const int term = (int)((bits & 0xffff) * (bits >> 16 & 0xffff) / (65536.0 * 65536.0) * SLOTS); /* some terms are frequent */
        const int size = (bits >> 40) % 10 == 0 ? 2 + (int)(bits >> 44 & 3) : 1;
        count[term] = (bits >> 33 & 1) ? size : -size;
    }
}

/* opening_seconds: of CPU, that the checks of a file cost. */
static bool make_traces(int64_t positions, TraceSet *set, double *opening_seconds, Err *err) {
    Arena arena = { 0 };
    TermTable table = { .slot = arena_alloc(&arena, SLOTS * sizeof(TermSlot)), .count = SLOTS, .phases = PHASES };
    double truth[2][SLOTS];
    for (int i = 0; i < SLOTS; i++) {
        for (int part = 0; part < 2; part++) truth[part][i] = 120 * rng_real(2, (uint64_t)part, (uint64_t)i) - 40;
        table.slot[i] = (TermSlot){ .name = arena_printf(&arena, "t%d", i), .start = { 20, 20 } };
    }
    TraceBuilder *builder = trace_builder_new(&table, false);
    int32_t count[SLOTS];
    bool good = true;
    for (int64_t id = 0; good && id < positions; id++) {
        const int phase = (int)rng_below(3, 0, (uint64_t)id, PHASES + 1);
        double e = 0;
        make_position((uint64_t)id, count);
        for (int i = 0; i < SLOTS; i++) e += count[i] * (phase * truth[0][i] + (PHASES - phase) * truth[1][i]) / PHASES;
        const TraceFacts facts = { .phase = phase, .game = (uint64_t)id / PER_GAME + 1, .score = TRACE_NO_SCORE,
                                   .half_points = 2 * (rng_real(4, 0, (uint64_t)id) < loss_predict(K / 400, e)) };
        good = trace_builder_add(builder, &facts, count, err);
    }
    size_t size;
    void *image = trace_builder_finish(builder, &size);
    const double began = cpu_seconds();
    good = good && trace_adopt(set, image, size, "made up", err);
    const double seconds = cpu_seconds() - began;
    if (good) *opening_seconds = seconds;
    arena_free(&arena);
    return good;
}

/* The least CPU and wall seconds of one pass over some rounds. */
typedef struct { double cpu, wall; } Cost;

typedef struct { Problem problem; double *weights, *gradient, *blocks; int column[SLOTS]; } Passes;

static void pass_value(Passes *p) { kernel_loss(&p->problem, &p->problem.train, p->weights); }
static void pass_gradient(Passes *p) { kernel_gradient(&p->problem, &p->problem.train, kernel_all, p->weights, p->gradient); }
static void pass_curvature(Passes *p) { kernel_curvature(&p->problem, &p->problem.train, p->weights, p->column, SLOTS, p->blocks); }

static void measure_once(Passes *p, void (*pass)(Passes *), int threads, Cost *least) {
    const double cpu = cpu_seconds();
    const int64_t wall = mono_ns();
    p->problem.threads = threads;
    pass(p);
    least->cpu = fmin(least->cpu, cpu_seconds() - cpu);
    least->wall = fmin(least->wall, (double)(mono_ns() - wall) / 1e9);
}

/* One thread and two in turn, so that both meet the machine as it is. */
static void measure(Passes *p, void (*pass)(Passes *), Cost *one, Cost *two) {
    *one = *two = (Cost){ INFINITY, INFINITY };
    for (int i = 0; i < ROUNDS; i++) {
        measure_once(p, pass, 1, one);
        measure_once(p, pass, 2, two);
    }
}

static const struct { const char *name; void (*pass)(Passes *); } passes[] = {
    { "value", pass_value }, { "gradient", pass_gradient }, { "curvature", pass_curvature },
};

static void print_rates(Passes *p) {
    for (int i = 0; i < 3; i++) {
        Cost least = { INFINITY, INFINITY };
        for (int round = 0; round < ROUNDS; round++) measure_once(p, passes[i].pass, 1, &least);
        printf("%s %.0f\n", passes[i].name, (double)p->problem.set->rows / least.cpu);
    }
}

static void report_passes(Passes *p) {
    const double rows = (double)p->problem.set->rows;
    const uint64_t entries = p->problem.set->mark[(p->problem.set->rows + TRACE_BLOCK - 1) / TRACE_BLOCK].index;
    printf("%.0f positions, %.1f bytes each, %.1f entries each\n", rows, (double)p->problem.set->bytes / rows, (double)entries / rows);
    for (int i = 0; i < 3; i++) {
        Cost one, two;
        measure(p, passes[i].pass, &one, &two);
        printf("%-9s pass: %5.1f M positions/s of one CPU; two threads: %.2f times as fast, %.2f times the CPU\n", passes[i].name, rows / one.cpu / 1e6,
               one.wall / two.wall, two.cpu / one.cpu);
    }
}

typedef struct { double at[64], objective[64]; int count; double began; } Trail;

static bool note(void *context, const FitStep *step, int iterations_max) {
    Trail *trail = context;
    (void)iterations_max;
    if (trail->count < 64) {
        trail->at[trail->count] = cpu_seconds() - trail->began;
        trail->objective[trail->count++] = step->objective;
    }
    return true;
}

/* CPU seconds until the objective was within this of the least one seen. */
static void report_fit(const TraceSet *set, Optimiser method, LossKind loss, int jobs, double *least) {
    FitSettings s;
    FitResult r;
    Err err = { 0 };
    opt_defaults(&fit_options, &s);
    s.optimiser = method;
    s.loss = loss;
    s.k = K;
    s.validation = s.prior_games = 0;
    s.tolerance = 1e-9;
    s.iterations = 60;
    s.jobs = jobs;
    s.ridge = 1e-12;
    Trail trail = { .began = cpu_seconds() };
    const FitListener listener = { .step = note, .context = &trail };
    if (!fit_run(&s, &(FitData){ .results = set }, &listener, &r, &err)) {
        printf("%s: %s\n", optimiser_names[method], err.text);
        return;
    }
    if (!(*least <= r.end.last.objective)) *least = r.end.last.objective;
    printf("%-6s %s, %d thread%s:", optimiser_names[method], loss_names[loss], jobs, jobs > 1 ? "s" : " ");
    static const double gaps[] = { 3e-6, 1e-6, 1e-7, 1e-9 };
    for (size_t g = 0; g < sizeof gaps / sizeof gaps[0]; g++)
        for (int i = 0; i < trail.count; i++) {
            if (trail.objective[i] - *least > gaps[g]) continue;
            printf("  %.0e in %.2f CPU-s (%d)", gaps[g], trail.at[i], i);
            break;
        }
    printf("; all with errors %.2f CPU-s\n", cpu_seconds() - trail.began);
    fit_free(&r);
}

static void report_fits(const TraceSet *set) {
    static const Optimiser methods[] = { OPTIMISER_LM, OPTIMISER_LM, OPTIMISER_NEWTON, OPTIMISER_LBFGS };
    double least[2] = { NAN, NAN };
    for (int i = 0; i < 4; i++) report_fit(set, methods[i], LOSS_MSE, i == 1 ? 2 : 1, &least[0]);
    report_fit(set, OPTIMISER_NEWTON, LOSS_XENT, 1, &least[1]);
}

int main(int argc, char **argv) {
    TraceSet set;
    double opening_seconds;
    Err err = { 0 };
    stats_init();
    if (!make_traces(argc > 1 ? atoll(argv[1]) : 1000000, &set, &opening_seconds, &err)) {
        fprintf(stderr, "bench_fit: %s\n", err.text);
        return 2;
    }
    Passes p = { .gradient = mem_alloc(2 * SLOTS * sizeof(double)), .blocks = mem_alloc(3 * SLOTS * SLOTS * sizeof(double)) };
    problem_init(&p.problem, &set, LOSS_MSE, K, 1, 0, 1);
    p.weights = problem_start(&set);
    for (int i = 0; i < SLOTS; i++) p.column[i] = i;
    if (argc > 2 && !strcmp(argv[2], "kernels")) {
        print_rates(&p);
    } else {
        report_passes(&p);
        printf("opening its file: %.0f ms of CPU, every byte and number checked, %.1f GB/s\n", 1e3 * opening_seconds, (double)set.bytes / opening_seconds / 1e9);
        report_fits(&set);
    }
    free(p.weights);
    free(p.gradient);
    free(p.blocks);
    problem_free(&p.problem);
    trace_close(&set);
    return 0;
}
