#include "tuner/fit/comparison.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "tuner/fit/problem.h"
#include "tuner/fit/sparse.h"

const char *const compare_kind_names[] = { [COMPARE_SIGMOID] = "sigmoid", [COMPARE_SOFTMAX] = "softmax", NULL };

enum { ROWS_MAX = MOVES_MAX, SERIAL_POSITIONS = 128 /* below this a thread costs more than it saves */ };

typedef enum { PASS_LOSS, PASS_GRADIENT, PASS_CURVATURE, PASS_MARGINS } PassKind;

/* One pass, shared by its lanes. */
typedef struct {
    const Comparison *c;
    bool valid;
    const double *weights, *gap; /* gap: middle game less endgame, and behind it the same negated */
    KernelSlice slice;
    PassKind kind;
    CurvatureKind curvature;
    double *margin;              /* PASS_MARGINS: every lane writes its own rows */
    double *lane[LANES];         /* gradient (2 * terms), or curvature (3 matrices) */
    size_t lane_size;
    double sum[LANES], positions[LANES];
    const int *column;
    int columns;
} Pass;

/* What a lane works with. scattered: gradient by term, of -1 entries behind it, or curvature by two columns. */
typedef struct {
    Pass *pass;
    double share;                /* of the middle game, in the phase at hand */
    double *blended, *scattered, *tapered;
    uint16_t *term;
    int32_t *count;
    double *value;
    int *place;
    double *mg, *eg;             /* a vector by column, zero but at touched[] */
    int *touched;
    bool *known;
    int touched_count;
} Lane;

void comparison_init(Comparison *c, const CompareSet *set, CompareKind kind, bool mean, double valid_share, int threads) {
    *c = (Comparison){ .set = set, .kind = kind, .mean = mean, .scale = 1, .threads = threads };
    if (!set) return;
    c->valid_game = mem_zalloc(set->games + 1, sizeof *c->valid_game);
    for (uint64_t g = 0; g < set->games; g++) {
        c->valid_game[g] = problem_is_valid_game(set->game[g], valid_share);
        c->games[c->valid_game[g]]++;
    }
    for (uint64_t p = 0; p < set->positions; p++) c->positions[c->valid_game[set->position[p].game]]++;
}

void comparison_free(Comparison *c) {
    free(c->valid_game);
    *c = (Comparison){ 0 };
}

/* One position. */

/* Its loss, and the loss's derivatives by each d. */
typedef struct { double value, slope[ROWS_MAX], curvature[ROWS_MAX]; } PositionLoss;

static void sigmoid_loss(const Comparison *c, CurvatureKind kind, const double *d, int rows, PositionLoss *out) {
    const double weight = c->mean ? 1.0 / rows : 1, s = 1 / c->scale;
    out->value = 0;
    for (int i = 0; i < rows; i++) {
        const double p = 1 / (1 + exp(-s * d[i])), steep = p * (1 - p);
        out->value += weight * p;
        out->slope[i] = weight * s * steep;
        out->curvature[i] = weight * (kind == CURVATURE_GRAM ? 1 : s * s * steep * (kind == CURVATURE_CONVEX ? 1 - p : 1 - 2 * p));
    }
}

/* The played move is one more, with d = 0. */
static void softmax_loss(const Comparison *c, CurvatureKind kind, const double *d, int rows, PositionLoss *out) {
    const double s = 1 / c->scale;
    double most = 0, sum;
    for (int i = 0; i < rows; i++) most = fmax(most, s * d[i]);
    sum = exp(-most);
    for (int i = 0; i < rows; i++) sum += out->slope[i] = exp(s * d[i] - most);
    out->value = most + log(sum);
    for (int i = 0; i < rows; i++) {
        out->slope[i] *= s / sum;
        out->curvature[i] = kind == CURVATURE_GRAM ? 1.0 / rows : s * out->slope[i];
    }
}

static void position_loss(const Comparison *c, CurvatureKind kind, const double *d, int rows, PositionLoss *out) {
    (c->kind == COMPARE_SIGMOID ? sigmoid_loss : softmax_loss)(c, kind, d, rows, out);
}

static void find_margins(const Lane *lane, const ComparePosition *at, double *d) {
    const CompareSet *set = lane->pass->c->set;
    const uint16_t *index = set->index + at->index;
    const int8_t *value = set->value + at->value;
    const CompareRow *row = set->row + at->row, *end = set->row + at[1].row;
    for (; row < end; row++, d++) {
        CompareCounts n = row->difference;
        *d = sparse_dot(index, n.plus + n.minus, value, n.other, lane->blended);
        index += compare_length(n);
        value += n.other;
        if (!row->taper) continue;
        n = row->uses;
        *d += (double)row->taper / set->table.phases * sparse_dot(index, n.plus + n.minus, value, n.other, lane->pass->gap);
        index += compare_length(n);
        value += n.other;
    }
}

static void scatter(Lane *lane, const ComparePosition *at, const double *slope) {
    const CompareSet *set = lane->pass->c->set;
    const uint16_t *index = set->index + at->index;
    const int8_t *value = set->value + at->value;
    const CompareRow *row = set->row + at->row, *end = set->row + at[1].row;
    for (; row < end; row++, slope++) {
        CompareCounts n = row->difference;
        sparse_scatter(index, n.plus + n.minus, value, n.other, *slope, lane->scattered);
        index += compare_length(n);
        value += n.other;
        if (!row->taper) continue;
        n = row->uses;
        sparse_scatter(index, n.plus + n.minus, value, n.other, *slope * row->taper / set->table.phases, lane->tapered);
        index += compare_length(n);
        value += n.other;
    }
}

/* Curvature. */

static void touch(Lane *lane, int place, double mg, double eg) {
    if (!lane->known[place]) {
        lane->known[place] = true;
        lane->touched[lane->touched_count++] = place;
    }
    lane->mg[place] += mg;
    lane->eg[place] += eg;
}

/* Add `by` times the outer product of the vector to the lane's matrices, and clear the vector. Of symmetric ones the lower half is kept. */
static void outer_touched(Lane *lane, double *matrices, double by) {
    const size_t n = (size_t)lane->pass->columns;
    double *mm = matrices, *em = mm + n * n, *ee = em + n * n;
    for (int i = 0; i < lane->touched_count; i++) {
        const size_t a = (size_t)lane->touched[i];
        for (int j = 0; j <= i; j++) {
            const size_t b = (size_t)lane->touched[j], at = a > b ? a * n + b : b * n + a;
            mm[at] += by * lane->mg[a] * lane->mg[b];
            ee[at] += by * lane->eg[a] * lane->eg[b];
            em[a * n + b] += by * lane->eg[a] * lane->mg[b];
            if (a != b) em[b * n + a] += by * lane->eg[b] * lane->mg[a];
        }
    }
    for (int i = 0; i < lane->touched_count; i++) {
        lane->mg[lane->touched[i]] = lane->eg[lane->touched[i]] = 0;
        lane->known[lane->touched[i]] = false;
    }
    lane->touched_count = 0;
}

static void touch_list(Lane *lane, const uint16_t *index, const int8_t *value, CompareCounts counts, double mg, double eg) {
    const int n = compare_entries(lane->pass->c->set, index, value, counts, lane->term, lane->count);
    for (int i = 0; i < n; i++) {
        const int place = lane->pass->column[lane->term[i]];
        if (place >= 0) touch(lane, place, mg * lane->count[i], eg * lane->count[i]);
    }
}

/* Rows of one phase: pairs are summed up by two columns, and shared out between middle game and endgame when the phase ends. */
static void outer_plain(Lane *lane, const uint16_t *index, const int8_t *value, CompareCounts counts, double by) {
    const int entries = compare_entries(lane->pass->c->set, index, value, counts, lane->term, lane->count);
    int n = 0;
    for (int i = 0; i < entries; i++) {
        const int place = lane->pass->column[lane->term[i]];
        if (place < 0) continue;
        if (n && lane->place[n - 1] == place) { /* a count in several entries */
            lane->value[n - 1] += lane->count[i];
            continue;
        }
        lane->place[n] = place;
        lane->value[n++] = lane->count[i];
    }
    for (int i = 0; i < n; i++) {
        double *row = lane->scattered + (size_t)lane->place[i] * (size_t)lane->pass->columns;
        const double v = by * lane->value[i];
        for (int j = 0; j <= i; j++) row[lane->place[j]] += v * lane->value[j];
    }
}

/* All rows of a position, each `by` times; into the lane's matrices, or only into its vector of touched columns. */
static void add_rows(Lane *lane, const ComparePosition *at, const double *by, double *matrices) {
    const CompareSet *set = lane->pass->c->set;
    const uint16_t *index = set->index + at->index;
    const int8_t *value = set->value + at->value;
    const CompareRow *row = set->row + at->row, *end = set->row + at[1].row;
    for (; row < end; row++, by++) {
        const CompareCounts plain = row->difference, uses = row->uses;
        const double times = matrices ? 1 : *by, taper = (double)row->taper / set->table.phases;
        const bool apart = row->taper || !matrices;
        if (apart) touch_list(lane, index, value, plain, times * lane->share, times * (1 - lane->share));
        else outer_plain(lane, index, value, plain, *by);
        index += compare_length(plain);
        value += plain.other;
        if (row->taper) touch_list(lane, index, value, uses, times * taper, -times * taper);
        index += compare_length(uses);
        value += uses.other;
        if (apart && matrices) outer_touched(lane, matrices, *by);
    }
}

static void add_curvature(Lane *lane, const ComparePosition *at, const PositionLoss *loss, double *matrices) {
    const Pass *pass = lane->pass;
    add_rows(lane, at, loss->curvature, matrices);
    if (pass->c->kind != COMPARE_SOFTMAX || pass->curvature == CURVATURE_GRAM) return;
    add_rows(lane, at, loss->slope, NULL); /* less the outer product of the mean */
    outer_touched(lane, matrices, -1);
}

/* Bring what a phase summed up into the lane's sums, and clear it. */

static void fold_gradient(Lane *lane, double *out) {
    const int n = lane->pass->c->set->table.count;
    double *mg = out, *eg = out + n;
    for (int i = 0; i < n; i++) {
        const double plain = lane->scattered[i] - lane->scattered[n + i], taper = lane->tapered[i] - lane->tapered[n + i];
        mg[i] += lane->share * plain + taper;
        eg[i] += (1 - lane->share) * plain - taper;
    }
    memset(lane->scattered, 0, 2 * (size_t)n * sizeof *lane->scattered);
    memset(lane->tapered, 0, 2 * (size_t)n * sizeof *lane->tapered);
}

static void fold_curvature(Lane *lane, double *matrices) {
    const size_t n = (size_t)lane->pass->columns;
    const double share = lane->share;
    double *mm = matrices, *em = mm + n * n, *ee = em + n * n;
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j <= i; j++) {
            const double v = lane->scattered[i * n + j] + (i == j ? 0 : lane->scattered[j * n + i]);
            if (v == 0) continue;
            mm[i * n + j] += share * share * v;
            ee[i * n + j] += (1 - share) * (1 - share) * v;
            em[i * n + j] += share * (1 - share) * v;
            if (i != j) em[j * n + i] += share * (1 - share) * v;
        }
    memset(lane->scattered, 0, n * n * sizeof *lane->scattered);
}

/* Passes. */

static void run_position(Lane *lane, int number, uint64_t p) {
    Pass *pass = lane->pass;
    const ComparePosition *at = &pass->c->set->position[p];
    if (pass->kind == PASS_MARGINS) {
        find_margins(lane, at, pass->margin + at->row);
        return;
    }
    if (pass->c->valid_game[at->game] != pass->valid) return;
    double d[ROWS_MAX];
    PositionLoss loss;
    find_margins(lane, at, d);
    position_loss(pass->c, pass->curvature, d, (int)(at[1].row - at->row), &loss);
    pass->sum[number] += loss.value;
    pass->positions[number]++;
    if (pass->kind == PASS_GRADIENT) scatter(lane, at, loss.slope);
    if (pass->kind == PASS_CURVATURE) add_curvature(lane, at, &loss, pass->lane[number]);
}

static void run_phase(void *context, int number, int phase, uint64_t first, uint64_t end) {
    Lane *lane = context;
    Pass *pass = lane->pass;
    const TermTable *table = &pass->c->set->table;
    const double *mg = pass->weights, *eg = mg + table->count;
    lane->share = (double)phase / table->phases;
    for (int i = 0; i < table->count; i++) {
        lane->blended[i] = lane->share * mg[i] + (1 - lane->share) * eg[i];
        lane->blended[table->count + i] = -lane->blended[i];
    }
    for (uint64_t p = first; p < end; p++) run_position(lane, number, p);
    if (pass->kind == PASS_GRADIENT) fold_gradient(lane, pass->lane[number]);
    if (pass->kind == PASS_CURVATURE) fold_curvature(lane, pass->lane[number]);
}

/* A list of entries is at most as long as 16 bits count. */
static Lane lane_new(Pass *pass) {
    const size_t slots = 2 * ((size_t)pass->c->set->table.count + 1), columns = (size_t)pass->columns + 1, entries = UINT16_MAX + 1;
    const size_t scattered = pass->kind == PASS_CURVATURE ? columns * columns : slots;
    Lane lane = { .pass = pass, .blended = mem_zalloc(slots, sizeof(double)), .scattered = mem_zalloc(scattered, sizeof(double)),
                  .tapered = mem_zalloc(slots, sizeof(double)) };
    if (pass->kind != PASS_CURVATURE) return lane;
    lane.term = mem_alloc(entries * sizeof *lane.term);
    lane.count = mem_alloc(entries * sizeof *lane.count);
    lane.value = mem_alloc(entries * sizeof *lane.value);
    lane.place = mem_alloc(entries * sizeof *lane.place);
    lane.mg = mem_zalloc(columns, sizeof *lane.mg);
    lane.eg = mem_zalloc(columns, sizeof *lane.eg);
    lane.touched = mem_alloc(columns * sizeof *lane.touched);
    lane.known = mem_zalloc(columns, sizeof *lane.known);
    return lane;
}

static void lane_free(Lane *lane) {
    void *const owned[] = { lane->blended, lane->scattered, lane->tapered, lane->term, lane->count, lane->value, lane->place, lane->mg, lane->eg,
                            lane->touched, lane->known };
    for (size_t i = 0; i < sizeof owned / sizeof owned[0]; i++) free(owned[i]);
}

static LaneItems items_of(const Pass *pass) { return (LaneItems){ pass->c->set->phase_first, pass->c->set->table.phases, pass->slice }; }

static void run_lane(void *context, int worker, int number) {
    (void)worker;
    Pass *pass = context;
    const LaneItems items = items_of(pass);
    Lane lane = lane_new(pass);
    lane_walk(&items, number, run_phase, &lane);
    lane_free(&lane);
}

static void reset(void *context) {
    Pass *pass = context;
    for (int lane = 0; lane < LANES; lane++) {
        pass->sum[lane] = pass->positions[lane] = 0;
        if (pass->lane[lane]) memset(pass->lane[lane], 0, pass->lane_size * sizeof(double));
    }
}

/* Run the pass, with a vector of this size for every lane (0: none). Returns how many positions it met; the sum of their losses goes
 * to *sum. */
static double run_pass(Pass *pass, size_t size, double *sum) {
    const int n = pass->c->set->table.count;
    double *gap = mem_alloc((2 * (size_t)n + 1) * sizeof *gap), positions = 0;
    for (int i = 0; i < n; i++) {
        gap[i] = pass->weights[i] - pass->weights[n + i];
        gap[n + i] = -gap[i];
    }
    pass->gap = gap;
    pass->lane_size = size;
    if (size) lanes_new(pass->lane, size);
    const LaneItems items = items_of(pass);
    lanes_run(pass->c->threads, lanes_count(&items) < SERIAL_POSITIONS, run_lane, reset, pass);
    *sum = 0;
    for (int lane = 0; lane < LANES; lane++) {
        *sum += pass->sum[lane];
        positions += pass->positions[lane];
    }
    free(gap);
    return positions;
}

double comparison_loss(const Comparison *c, bool valid, const double *weights) {
    Pass pass = { .c = c, .valid = valid, .weights = weights, .slice = kernel_all, .kind = PASS_LOSS };
    double sum;
    const double positions = run_pass(&pass, 0, &sum);
    return positions ? sum / positions : 0;
}

double comparison_gradient(const Comparison *c, KernelSlice slice, const double *weights, double *gradient) {
    Pass pass = { .c = c, .weights = weights, .slice = slice, .kind = PASS_GRADIENT };
    const size_t size = 2 * (size_t)c->set->table.count;
    double sum;
    const double positions = run_pass(&pass, size, &sum);
    lanes_add(pass.lane, size, positions ? 1 / positions : 0, gradient);
    return positions ? sum / positions : 0;
}

void comparison_margins(const Comparison *c, const double *weights, double *margin) {
    Pass pass = { .c = c, .weights = weights, .slice = kernel_all, .kind = PASS_MARGINS, .margin = margin };
    double sum;
    run_pass(&pass, 0, &sum);
}

void comparison_curvature(const Comparison *c, CurvatureKind kind, const double *weights, const int *column, int columns, double *blocks) {
    const size_t n = (size_t)columns;
    Pass pass = { .c = c, .weights = weights, .slice = kernel_all, .kind = PASS_CURVATURE, .curvature = kind, .column = column, .columns = columns };
    double sum;
    const double positions = run_pass(&pass, 3 * n * n + 1, &sum);
    double *all = mem_alloc((3 * n * n + 1) * sizeof *all);
    lanes_add(pass.lane, 3 * n * n + 1, positions ? 1 / positions : 0, all);
    memcpy(blocks, all, 3 * n * n * sizeof *blocks);
    free(all);
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < i; j++) {
            blocks[j * n + i] = blocks[i * n + j];
            blocks[2 * n * n + j * n + i] = blocks[2 * n * n + i * n + j];
        }
}

/* One position apart from all others. */

/* Who is told. */
typedef struct { void (*add)(void *context, int at, double by); void *context; } Visitor;

static void visit_list(const CompareSet *set, const uint16_t *index, const int8_t *value, CompareCounts counts, double mg, double eg, const Visitor *visitor) {
    const int slots = set->table.count, units = counts.plus + counts.minus, length = compare_length(counts);
    for (int i = 0; i < length; i++) {
        const bool negative = i >= counts.plus && i < units;
        const int term = index[i] - (negative ? slots : 0), count = negative ? -1 : i < units ? 1 : value[i - units];
        visitor->add(visitor->context, term, mg * count);
        visitor->add(visitor->context, slots + term, eg * count);
    }
}

static double share_of(const CompareSet *set, uint64_t position) {
    int phase = 0;
    while (set->phase_first[phase + 1] <= position) phase++;
    return (double)phase / set->table.phases;
}

void comparison_visit_gradient(const Comparison *c, uint64_t position, const double *margin, void (*add)(void *context, int at, double by), void *context) {
    const CompareSet *set = c->set;
    const ComparePosition *at = &set->position[position];
    const uint16_t *index = set->index + at->index;
    const int8_t *value = set->value + at->value;
    const Visitor visitor = { add, context };
    const double share = share_of(set, position);
    PositionLoss loss;
    position_loss(c, CURVATURE_CONVEX, margin + at->row, (int)(at[1].row - at->row), &loss);
    for (uint64_t r = at->row; r < at[1].row; r++) {
        const CompareRow *row = &set->row[r];
        const double slope = loss.slope[r - at->row], taper = slope * row->taper / set->table.phases;
        visit_list(set, index, value, row->difference, slope * share, slope * (1 - share), &visitor);
        index += compare_length(row->difference);
        value += row->difference.other;
        visit_list(set, index, value, row->uses, taper, -taper, &visitor);
        index += compare_length(row->uses);
        value += row->uses.other;
    }
}
