#include "tuner/fit/kernel.h"
#include <stdlib.h>
#include <string.h>
#include "tuner/fit/sparse.h"

enum { SERIAL_ROWS = 2048 /* below this a thread costs more than it saves */ };

typedef enum { PASS_LOSS, PASS_GRADIENT, PASS_SCORES, PASS_RESIDUALS, PASS_PULL, PASS_CURVATURE } PassKind;

/* One pass, shared by its lanes. */
typedef struct {
    const Problem *problem;
    const Labels *labels;
    const double *weights, *u;
    KernelSlice slice;
    PassKind kind;
    double *by_row;           /* PASS_SCORES, PASS_RESIDUALS: every lane writes its own rows */
    double *lane[LANES];      /* gradient (2 * terms), or curvature (3 matrices) */
    size_t lane_size;
    double sum[LANES], weight[LANES];
    const int *column;
    int columns;
} Pass;

/* What a lane needs while it works in one phase. */
typedef struct {
    double *blended;          /* weights, and behind them the same negated */
    double *scattered;        /* gradient by term, of -1 entries behind it, or curvature by two columns */
    uint16_t *term;           /* entries of one row */
    int32_t *count;
    double *value;
    int *place;
} Bench;

SPARSE_INLINE double row_score(const TraceCursor *at, TraceCounts c, const double *w) {
    double e = sparse_dot(at->index, c.plus + c.minus, at->value, c.other, w);
    for (const TraceOverflow *o = at->overflow; o < at->overflow_end && o->row == at->row; o++) e += o->value * w[o->term];
    return e;
}

SPARSE_INLINE void row_scatter(const TraceCursor *at, TraceCounts c, double by, double *out) {
    sparse_scatter(at->index, c.plus + c.minus, at->value, c.other, by, out);
    for (const TraceOverflow *o = at->overflow; o < at->overflow_end && o->row == at->row; o++) out[o->term] += o->value * by;
}

/* Products of all pairs of the row's entries; a pair goes to one of its two places, which are added up later. */
static void row_outer(const TraceCursor *at, double by, const Pass *pass, Bench *b) {
    const int entries = trace_entries(at, b->term, b->count);
    int n = 0;
    for (int i = 0; i < entries; i++) {
        const int column = pass->column[b->term[i]];
        if (column < 0) continue;
        b->place[n] = column;
        b->value[n++] = b->count[i];
    }
    for (int i = 0; i < n; i++) {
        double *row = b->scattered + (size_t)b->place[i] * (size_t)pass->columns;
        const double v = by * b->value[i];
        for (int j = 0; j <= i; j++) row[b->place[j]] += v * b->value[j];
    }
}

/* The rows [first, end), all of one phase. */
SPARSE_INLINE void run_rows(Pass *pass, int lane, Bench *b, uint64_t first, uint64_t end, PassKind kind) {
    const Labels *labels = pass->labels;
    const LossKind loss = pass->problem->loss;
    const double s = pass->problem->k / 400;
    double sum = 0, total = 0;
    for (TraceCursor at = trace_cursor(pass->problem->set, first); at.row < end; trace_next(&at)) {
        const TraceCounts c = at.set->counts[at.row];
        const double weight = kind == PASS_SCORES ? 1 : labels->weight[at.row];
        if (!weight) {
            if (kind == PASS_RESIDUALS) pass->by_row[at.row] = 0;
            continue;
        }
        const double e = row_score(&at, c, b->blended);
        if (kind == PASS_SCORES) {
            pass->by_row[at.row] = e;
        } else if (kind == PASS_RESIDUALS) {
            pass->by_row[at.row] = sqrt(weight / labels->total) * (loss_predict(s, e) - labels->target[at.row]);
        } else if (kind == PASS_PULL) {
            const double p = loss_predict(s, e);
            row_scatter(&at, c, sqrt(weight / labels->total) * s * p * (1 - p) * pass->u[at.row], b->scattered);
        } else {
            const LossAt l = loss_at(loss, s, e, labels->target[at.row]);
            sum += weight * l.value;
            total += weight;
            if (kind == PASS_GRADIENT) row_scatter(&at, c, weight * l.slope, b->scattered);
            if (kind == PASS_CURVATURE) row_outer(&at, weight * l.curvature, pass, b);
        }
    }
    pass->sum[lane] += sum;
    pass->weight[lane] += total;
}

static void run_phase_rows(Pass *pass, int lane, Bench *b, uint64_t first, uint64_t end) {
    switch (pass->kind) {
    case PASS_LOSS: run_rows(pass, lane, b, first, end, PASS_LOSS); break;
    case PASS_GRADIENT: run_rows(pass, lane, b, first, end, PASS_GRADIENT); break;
    case PASS_SCORES: run_rows(pass, lane, b, first, end, PASS_SCORES); break;
    case PASS_RESIDUALS: run_rows(pass, lane, b, first, end, PASS_RESIDUALS); break;
    case PASS_PULL: run_rows(pass, lane, b, first, end, PASS_PULL); break;
    case PASS_CURVATURE: run_rows(pass, lane, b, first, end, PASS_CURVATURE); break;
    }
}

/* Bring what a phase summed up into the lane's sums, middle game and endgame by their shares, and clear it. */
static void fold_gradient(const Pass *pass, int lane, Bench *b, double share) {
    const int n = pass->problem->set->table.count;
    double *mg = pass->lane[lane], *eg = mg + n;
    for (int i = 0; i < n; i++) {
        const double v = b->scattered[i] - b->scattered[n + i];
        mg[i] += share * v;
        eg[i] += (1 - share) * v;
    }
    memset(b->scattered, 0, 2 * (size_t)n * sizeof *b->scattered);
}

static void fold_curvature(const Pass *pass, int lane, Bench *b, double share) {
    const size_t n = (size_t)pass->columns;
    double *mm = pass->lane[lane], *em = mm + n * n, *ee = em + n * n;
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j <= i; j++) {
            const double v = b->scattered[i * n + j] + (i == j ? 0 : b->scattered[j * n + i]);
            if (v == 0) continue;
            mm[i * n + j] += share * share * v;
            em[i * n + j] += share * (1 - share) * v;
            ee[i * n + j] += (1 - share) * (1 - share) * v;
        }
    memset(b->scattered, 0, n * n * sizeof *b->scattered);
}

/* What one lane works with. */
typedef struct { Pass *pass; Bench bench; } LaneWork;

static void run_phase(void *context, int lane, int phase, uint64_t first, uint64_t end) {
    LaneWork *work = context;
    Pass *pass = work->pass;
    Bench *b = &work->bench;
    const TermTable *table = &pass->problem->set->table;
    const double share = (double)phase / table->phases;
    const double *mg = pass->weights, *eg = mg + table->count;
    for (int i = 0; i < table->count; i++) {
        b->blended[i] = share * mg[i] + (1 - share) * eg[i];
        b->blended[table->count + i] = -b->blended[i];
    }
    run_phase_rows(pass, lane, b, first, end);
    if (pass->kind == PASS_GRADIENT || pass->kind == PASS_PULL) fold_gradient(pass, lane, b, share);
    if (pass->kind == PASS_CURVATURE) fold_curvature(pass, lane, b, share);
}

static Bench bench_new(const Pass *pass) {
    const size_t slots = (size_t)pass->problem->set->table.count + 1, columns = (size_t)pass->columns;
    const size_t scattered = pass->kind == PASS_CURVATURE ? columns * columns : 2 * slots;
    return (Bench){ .blended = mem_zalloc(2 * slots, sizeof(double)), .scattered = mem_zalloc(scattered + 1, sizeof(double)),
                    .term = mem_zalloc(slots, sizeof(uint16_t)), .count = mem_zalloc(slots, sizeof(int32_t)), .value = mem_zalloc(slots, sizeof(double)),
                    .place = mem_zalloc(slots, sizeof(int)) };
}

static void bench_free(Bench *b) {
    free(b->blended);
    free(b->scattered);
    free(b->term);
    free(b->count);
    free(b->value);
    free(b->place);
}

static LaneItems items_of(const Pass *pass) {
    const TraceSet *set = pass->problem->set;
    return (LaneItems){ set->phase_first, set->table.phases, pass->slice };
}

static void run_lane(void *context, int worker, int lane) {
    (void)worker;
    Pass *pass = context;
    const LaneItems items = items_of(pass);
    LaneWork work = { pass, bench_new(pass) };
    lane_walk(&items, lane, run_phase, &work);
    bench_free(&work.bench);
}

static void reset(void *context) {
    Pass *pass = context;
    for (int lane = 0; lane < LANES; lane++) {
        pass->sum[lane] = pass->weight[lane] = 0;
        if (pass->lane[lane]) memset(pass->lane[lane], 0, pass->lane_size * sizeof(double));
    }
}

static void run_pass(Pass *pass) {
    const LaneItems items = items_of(pass);
    lanes_run(pass->problem->threads, lanes_count(&items) < SERIAL_ROWS, run_lane, reset, pass);
}

/* A vector of this size for every lane. */
static void give_lanes(Pass *pass, size_t size) {
    pass->lane_size = size;
    lanes_new(pass->lane, size);
}

static double mean_loss(const Pass *pass) {
    double sum = 0, weight = 0;
    for (int lane = 0; lane < LANES; lane++) {
        sum += pass->sum[lane];
        weight += pass->weight[lane];
    }
    /* What merging left out belongs to all rows alike. */
    const double spread = pass->problem->loss == LOSS_MSE ? pass->labels->spread * weight / pass->labels->total : 0;
    return weight ? (sum + spread) / weight : 0;
}

static Pass pass_of(PassKind kind, const Problem *problem, const Labels *labels, const double *weights) {
    return (Pass){ .kind = kind, .problem = problem, .labels = labels, .weights = weights, .slice = kernel_all };
}

double kernel_loss(const Problem *problem, const Labels *labels, const double *weights) {
    Pass pass = pass_of(PASS_LOSS, problem, labels, weights);
    run_pass(&pass);
    return mean_loss(&pass);
}

double kernel_gradient(const Problem *problem, const Labels *labels, KernelSlice slice, const double *weights, double *gradient) {
    const size_t size = 2 * (size_t)problem->set->table.count;
    Pass pass = pass_of(PASS_GRADIENT, problem, labels, weights);
    pass.slice = slice;
    give_lanes(&pass, size);
    run_pass(&pass);
    double weight = 0;
    for (int lane = 0; lane < LANES; lane++) weight += pass.weight[lane];
    lanes_add(pass.lane, size, weight ? 1 / weight : 0, gradient);
    return mean_loss(&pass);
}

void kernel_scores(const Problem *problem, const double *weights, double *score) {
    Pass pass = pass_of(PASS_SCORES, problem, NULL, weights);
    pass.by_row = score;
    run_pass(&pass);
}

void kernel_residuals(const Problem *problem, const Labels *labels, const double *weights, double *residual) {
    Pass pass = pass_of(PASS_RESIDUALS, problem, labels, weights);
    pass.by_row = residual;
    run_pass(&pass);
}

void kernel_pull(const Problem *problem, const Labels *labels, const double *weights, const double *u, double *out) {
    const size_t size = 2 * (size_t)problem->set->table.count;
    Pass pass = pass_of(PASS_PULL, problem, labels, weights);
    pass.u = u;
    give_lanes(&pass, size);
    run_pass(&pass);
    lanes_add(pass.lane, size, 1, out);
}

void kernel_curvature(const Problem *problem, const Labels *labels, const double *weights, const int *column, int columns, double *blocks) {
    const size_t n = (size_t)columns;
    Pass pass = pass_of(PASS_CURVATURE, problem, labels, weights);
    pass.column = column;
    pass.columns = columns;
    give_lanes(&pass, 3 * n * n + 1);
    run_pass(&pass);
    double *sum = mem_alloc((3 * n * n + 1) * sizeof *sum);
    lanes_add(pass.lane, 3 * n * n + 1, labels->total ? 1 / labels->total : 0, sum);
    for (int block = 0; block < 3; block++) /* the lower triangles were summed; all three are symmetric */
        for (size_t i = 0; i < n; i++)
            for (size_t j = 0; j <= i; j++) blocks[block * n * n + i * n + j] = blocks[block * n * n + j * n + i] = sum[block * n * n + i * n + j];
    free(sum);
}
