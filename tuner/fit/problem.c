#include "tuner/fit/problem.h"
#include <stdlib.h>
#include <string.h>

const char *const loss_names[] = { [LOSS_MSE] = "mse", [LOSS_XENT] = "xent", [LOSS_COMPARE] = "compare", NULL };

bool problem_is_valid_game(uint64_t game, double share) {
    uint64_t x = game * 0x9e3779b97f4a7c15ull;
    x ^= x >> 32;
    x *= 0xd6e8feb86659fd93ull;
    x ^= x >> 32;
    return (double)(x >> 11) * 0x1p-53 < share;
}

double problem_target(const Problem *problem, const TraceLabel *label) {
    const double result = label->half_points / 2.0;
    if (problem->result_share >= 1 || label->score == TRACE_NO_SCORE) return result;
    return problem->result_share * result + (1 - problem->result_share) * loss_predict(problem->k / 400, label->score);
}

static void labels_init(Labels *labels, uint64_t rows) {
    *labels = (Labels){ .target = mem_zalloc(rows + 1, sizeof(double)), .weight = mem_zalloc(rows + 1, sizeof(float)) };
}

/* Sum up the row's labels on each side of the split. */
static void fill_row(Problem *problem, uint64_t row) {
    const TraceSet *set = problem->set;
    double sum[2] = { 0 }, squares[2] = { 0 }, count[2] = { 0 };
    for (uint32_t i = set->label_first[row]; i < set->label_first[row + 1]; i++) {
        const double target = problem_target(problem, &set->label[i]);
        const uint32_t game = set->label[i].game;
        if (problem->left_out && problem->left_out[game]) continue;
        const bool valid = problem->valid_game[game];
        sum[valid] += target;
        squares[valid] += target * target;
        count[valid]++;
    }
    Labels *const side[2] = { &problem->train, &problem->valid };
    for (int i = 0; i < 2; i++) {
        const double mean = count[i] ? sum[i] / count[i] : 0;
        side[i]->target[row] = mean;
        side[i]->weight[row] = (float)count[i];
        side[i]->total += count[i];
        if (count[i] > 1) side[i]->spread += fmax(0, squares[i] - count[i] * mean * mean);
    }
}

void problem_set_k(Problem *problem, double k) {
    problem->k = k;
    problem->train.total = problem->train.spread = problem->valid.total = problem->valid.spread = 0;
    for (uint64_t row = 0; row < problem->set->rows; row++) fill_row(problem, row);
}

void problem_init(Problem *problem, const TraceSet *set, LossKind loss, double k, double result_share, double valid_share, int threads) {
    *problem = (Problem){ .set = set, .loss = loss, .result_share = result_share, .threads = threads };
    labels_init(&problem->train, set->rows);
    labels_init(&problem->valid, set->rows);
    problem->valid_game = mem_zalloc(set->games + 1, sizeof *problem->valid_game);
    for (uint64_t g = 0; g < set->games; g++) {
        problem->valid_game[g] = problem_is_valid_game(set->game[g], valid_share);
        (problem->valid_game[g] ? &problem->valid : &problem->train)->games++;
    }
    problem_set_k(problem, k);
}

void problem_compare(Problem *problem, const CompareSet *set, const CompareChoice *choice, double valid_share) {
    comparison_free(&problem->compare);
    comparison_init(&problem->compare, set, choice->kind, choice->mean, valid_share, problem->threads);
    problem->compare_share = choice->share;
}

bool problem_teaches(const Problem *problem, uint32_t game) {
    return !problem->valid_game[game] && !(problem->left_out && problem->left_out[game]);
}

void problem_teach(Problem *problem, double share) {
    static const uint64_t other = 0x5bd1e9955bd1e995ull; /* not the draw that chose what judges */
    const TraceSet *set = problem->set;
    problem->left_out = mem_zalloc(set->games + 1, sizeof *problem->left_out);
    for (uint64_t g = 0; g < set->games; g++) {
        problem->left_out[g] = !problem->valid_game[g] && !problem_is_valid_game(set->game[g] ^ other, share);
        problem->train.games -= problem->left_out[g];
    }
    problem_set_k(problem, problem->k);
}

void problem_free(Problem *problem) {
    free(problem->train.target);
    free(problem->train.weight);
    free(problem->valid.target);
    free(problem->valid.weight);
    free(problem->valid_game);
    free(problem->left_out);
    comparison_free(&problem->compare);
    *problem = (Problem){ 0 };
}

double *problem_start(const TraceSet *set) {
    const int n = set->table.count;
    double *weights = mem_alloc(2 * (size_t)n * sizeof *weights);
    for (int part = 0; part < 2; part++)
        for (int i = 0; i < n; i++) weights[part * n + i] = set->table.slot[i].start[part];
    return weights;
}
