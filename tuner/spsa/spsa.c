#include "tuner/spsa/spsa.h"
#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "bench/stats/quantile.h"
#include "engine/core/arena.h"
#include "engine/core/fnv.h"
#include "engine/core/rng.h"
#include "tuner/spsa/perturb.h"

/* Parameters. */

void spsa_init(Spsa *spsa, const SpsaRules *rules) {
    *spsa = (Spsa){ .rules = *rules };
    assert(rules->lag >= 0 && rules->lag <= SPSA_LAG_MAX && rules->gains.batch > 0);
}

void spsa_free(Spsa *spsa) {
    for (int i = 0; i < spsa->count; i++) {
        free(spsa->param[i].path);
        free(spsa->param[i].push);
    }
    free(spsa->param);
    *spsa = (Spsa){ 0 };
}

/* By name, so that draws stay when parameters come and go. */
static uint64_t key_of(const char *name) { return fnv_add(FNV_START, name, strlen(name)); }

static void reserve_path(SpsaParam *param, int cap) {
    param->path = mem_realloc(param->path, (size_t)(cap + 1) * sizeof *param->path);
    param->push = mem_realloc(param->push, (size_t)(cap + 1) * sizeof *param->push);
}

int spsa_add(Spsa *spsa, const SpsaParamSpec *spec) {
    spsa->param = mem_realloc(spsa->param, (size_t)(spsa->count + 1) * sizeof *spsa->param);
    SpsaParam *param = &spsa->param[spsa->count];
    *param = (SpsaParam){ .spec = *spec, .key = key_of(spec->name), .value = spec->start, .first = spsa->iterations, .end = -1 };
    reserve_path(param, spsa->cap);
    return spsa->count++;
}

bool spsa_is_frozen(const SpsaParam *param) { return param->end >= 0; }

void spsa_freeze(Spsa *spsa, int index) {
    SpsaParam *param = &spsa->param[index];
    if (spsa_is_frozen(param)) return;
    const double mean = spsa_finding(spsa, index).mean;
    param->end = spsa->iterations;
    param->value = param->spec.whole ? round(mean) : mean;
}

/* Iterations. */

/* Of one game's result from -1 to 1, by pairs: a pair of k half points has the result k - 2 over two games. */
double spsa_variance(const Spsa *spsa) {
    double sum = 0, squares = 0, pairs = 0;
    for (int k = 0; k < ELO_PAIRS; k++) {
        const double n = (double)spsa->sum.pairs[k], result = k - 2;
        pairs += n;
        sum += n * result;
        squares += n * result * result;
    }
    const double prior = spsa->rules.prior_pairs, around_mean = pairs > 0 ? squares - sum * sum / pairs : 0;
    return (prior * spsa->rules.plan.variance + around_mean / 2) / (prior + pairs);
}

static int moving_count(const Spsa *spsa) {
    int count = 0;
    for (int i = 0; i < spsa->count; i++) count += !spsa_is_frozen(&spsa->param[i]);
    return count;
}

static double live_gain(const Spsa *spsa) {
    PlanSpec plan = spsa->rules.plan;
    plan.params = moving_count(spsa);
    plan.variance = spsa_variance(spsa);
    return spsa->rules.multiple * plan_gain(&plan);
}

static int walks_of(const Spsa *spsa) { return spsa->rules.halves ? 2 : 1; }

/* Where the walk that this iteration moves stood when it was last learned from. */
static double walk_value(const Spsa *spsa, const SpsaParam *param, int iteration) {
    const int walks = walks_of(spsa), last = spsa->iterations - 1, at = last - (last - iteration % walks + walks) % walks;
    return at < param->first ? param->spec.start : param->path[at - param->first];
}

void spsa_propose(const Spsa *spsa, int iteration, SpsaTask *task) {
    const size_t count = (size_t)spsa->count;
    const Gains *gains = &spsa->rules.gains;
    *task = (SpsaTask){ .iteration = iteration, .first_pair = iteration * gains->batch, .pairs = (int)gains->batch };
    task->plus = mem_zalloc(2 * count + 1, sizeof *task->plus);
    task->minus = task->plus + count;
    task->hindered = mem_zalloc(count + 1, sizeof *task->hindered);
    const uint64_t sign_stream = 2 * (uint64_t)iteration, draw_stream = sign_stream + 1;
    for (int i = 0; i < spsa->count; i++) {
        const SpsaParam *param = &spsa->param[i];
        if (spsa_is_frozen(param)) {
            task->plus[i] = task->minus[i] = param->value;
            continue;
        }
        const GainStep step = gains_at(gains, param->spec.c, param->spec.whole, task->first_pair);
        const PerturbSpec spec = { .value = walk_value(spsa, param, iteration), .min = param->spec.min, .max = param->spec.max, .c = step.c, .whole = param->spec.whole };
        const int sign = rng_bits(spsa->rules.seed, sign_stream, param->key) >> 63 ? 1 : -1;
        const Perturbed sides = perturb(&spec, sign, rng_real(spsa->rules.seed, draw_stream, param->key));
        task->plus[i] = sides.plus;
        task->minus[i] = sides.minus;
        task->hindered[i] = sides.hindered;
    }
}

void spsa_task_free(SpsaTask *task) {
    free(task->plus);
    free(task->hindered);
    *task = (SpsaTask){ 0 };
}

static int64_t result_of(const SpsaOutcome *outcome) {
    int64_t result = 0;
    for (int k = 0; k < ELO_PAIRS; k++) result += (k - 2) * outcome->pairs[k];
    return result;
}

static void reserve(Spsa *spsa) {
    if (spsa->iterations < spsa->cap) return;
    spsa->cap = spsa->cap ? 2 * spsa->cap : 256;
    for (int i = 0; i < spsa->count; i++) reserve_path(&spsa->param[i], spsa->cap);
}

void spsa_learn(Spsa *spsa, const SpsaTask *task, const SpsaOutcome *outcome) {
    assert(task->iteration == spsa->iterations);
    reserve(spsa);
    const double result = (double)result_of(outcome), live = spsa->rules.live ? live_gain(spsa) : 0;
    for (int i = 0; i < spsa->count; i++) {
        SpsaParam *param = &spsa->param[i];
        if (spsa_is_frozen(param)) continue;
        const int at = task->iteration - param->first;
        const double r = spsa->rules.live ? live : gains_at(&spsa->rules.gains, param->spec.c, param->spec.whole, task->first_pair).r;
        const double push = r * (task->plus[i] - task->minus[i]) / 2, wanted = walk_value(spsa, param, task->iteration) + push * result;
        param->value = fmin(fmax(wanted, param->spec.min), param->spec.max);
        param->path[at] = param->value;
        param->push[at] = push;
        param->hindered += task->hindered[i] || param->value != wanted;
        param->level += push == 0;
    }
    for (int k = 0; k < ELO_PAIRS; k++) spsa->sum.pairs[k] += outcome->pairs[k];
    spsa->sum.twins += outcome->twins;
    spsa->sum.faults += outcome->faults;
    spsa->iterations++;
}

/* The result. */

/* Of the walk that iteration k of a parameter moved: the mean over what came after `begin`. */
static double walk_mean(const double *path, int begin, int length, int k, int walks) {
    double sum = 0;
    int count = 0;
    for (int i = begin + (k - begin % walks + walks) % walks; i < length; i += walks, count++) sum += path[i];
    return count ? sum / count : NAN;
}

/* The deviation of the mean from `begin` on, had the parameter no effect: it holds a step in each iteration of its walk that
 * comes after, so an early one in full, a late one in part. */
static double null_deviation(const Spsa *spsa, const SpsaParam *param, int begin, int length) {
    const int walks = walks_of(spsa);
    double squares = 0;
    for (int k = 0; k < length; k++) {
        const int first = k >= begin ? k : begin + ((k - begin) % walks + walks) % walks, held = (length - first + walks - 1) / walks;
        const double step = param->push[k] * held / (length - begin);
        squares += step * step;
    }
    return sqrt(squares * 2 * (double)spsa->rules.gains.batch * spsa_variance(spsa));
}

SpsaFinding spsa_finding(const Spsa *spsa, int index) {
    const SpsaParam *param = &spsa->param[index];
    const int length = (spsa_is_frozen(param) ? param->end : spsa->iterations) - param->first;
    if (!length) return (SpsaFinding){ .mean = param->value, .final = param->value, .error = NAN, .z = NAN, .apart = NAN };
    const int begin = (int)fmin(floor((1 - spsa->rules.tail) * length), length - 1), tail = length - begin;
    double sum = 0;
    for (int k = begin; k < length; k++) sum += param->path[k];
    const double mean = sum / tail, deviation = null_deviation(spsa, param, begin, length), last = param->path[length - 1];
    SpsaFinding finding = { .mean = mean, .final = last, .error = batch_means_error(param->path + begin, tail),
                            .z = deviation > 0 ? (mean - param->spec.start) / deviation : NAN, .apart = NAN };
    if (!spsa->rules.halves) return finding;
    const int even = param->first % 2; /* where iterations of the first half stand in the path */
    finding.apart = walk_mean(param->path, begin, length, even, 2) - walk_mean(param->path, begin, length, 1 - even, 2);
    finding.final = length > 1 ? (last + param->path[length - 2]) / 2 : last;
    return finding;
}

/* The loop. */

/* Tasks that are out, oldest first. */
typedef struct { SpsaTask task[SPSA_LAG_MAX + 1]; int first, count; } Queue;

static bool send(const Spsa *spsa, int iteration, const SpsaPlayers *players, Queue *queue, Err *err) {
    SpsaTask *task = &queue->task[(queue->first + queue->count) % (SPSA_LAG_MAX + 1)];
    spsa_propose(spsa, iteration, task);
    queue->count++;
    return players->submit(players->context, task, err);
}

static bool receive(Spsa *spsa, const SpsaPlayers *players, const SpsaListener *listener, Queue *queue, Err *err) {
    SpsaTask *task = &queue->task[queue->first];
    SpsaOutcome outcome;
    if (!players->collect(players->context, task, &outcome, err)) return false;
    spsa_learn(spsa, task, &outcome);
    const bool good = !listener || !listener->iteration || listener->iteration(listener->context, spsa, task, &outcome, err);
    spsa_task_free(task);
    queue->first = (queue->first + 1) % (SPSA_LAG_MAX + 1);
    queue->count--;
    return good;
}

bool spsa_run(Spsa *spsa, int until, const SpsaPlayers *players, const SpsaListener *listener, Err *err) {
    Queue queue = { .count = 0 };
    int next = spsa->iterations;
    bool good = true;
    while (good && spsa->iterations < until) {
        if (listener && listener->enough && listener->enough(listener->context, spsa)) until = next;
        while (good && next < until && queue.count <= spsa->rules.lag) good = send(spsa, next++, players, &queue, err);
        if (queue.count) good = good && receive(spsa, players, listener, &queue, err);
    }
    for (int i = 0; i < queue.count; i++) spsa_task_free(&queue.task[(queue.first + i) % (SPSA_LAG_MAX + 1)]);
    return good;
}
