#include "bench/lab/measure.h"
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include "engine/core/mono.h"
#include "engine/core/pool.h"
#include "engine/xq/fen.h"

/* A worker keeps its player while the cell stays the same. */
typedef struct { Player *player; int cell; Game game; } Worker;

typedef struct {
    const Experiment *experiment;
    const MeasureOptions *options;
    Measure *all;
    int *todo;             /* indices of what is not done, in order */
    int count;
    Worker *worker;
    pthread_mutex_t lock;  /* guards the rest, and the calls of measured */
    int done;
    Err err;
    atomic_bool stop;
} Laboratory;

static void fail(Laboratory *lab, const Err *err) {
    pthread_mutex_lock(&lab->lock);
    if (lab->err.kind == ERR_NONE) lab->err = *err;
    pthread_mutex_unlock(&lab->lock);
    atomic_store(&lab->stop, true);
}

static bool use_cell(Laboratory *lab, Worker *worker, int cell, Err *err) {
    if (worker->player && worker->cell != cell) {
        player_delete(worker->player);
        worker->player = NULL;
    }
    worker->cell = cell;
    if (!worker->player) worker->player = player_new(&lab->experiment->player[cell], err);
    return worker->player && worker->player->kind->new_game(worker->player, err);
}

/* Openings were read as legal, so their parts are what they seem. */
static void set_up(const Experiment *experiment, int position, Game *game) {
    const Opening *opening = &experiment->openings.item[experiment->position[position]];
    Pos start;
    if (!fen_parse(opening->fen, &start, NULL)) return;
    game_reset(game, &start);
    for (int i = 0; i < opening->count; i++) game_push(game, opening->move[i]);
}

static Measure ask(const Experiment *experiment, Worker *worker, int budget) {
    const Limit limit = experiment_limit(experiment, budget);
    const ClockState no_clock = { 0 };
    Answer answer;
    const int64_t cpu_ns = cpu_thread_ns();
    worker->player->kind->go(worker->player, &worker->game, &limit, &no_clock, &answer);
    const int64_t spent_ns = cpu_thread_ns() - cpu_ns;
    Measure measure = {
        .done = true, .move = answer.move, .score = answer.score, .bound = answer.bound, .fault = answer.fault, .depth = answer.depth,
        .nodes = answer.nodes, .time_ns = worker->player->kind->in_process ? spent_ns : answer.time_ns,
    };
    measure.censored = experiment->by_depth && answer.fault == FAULT_NONE && limit.nodes && answer.depth < limit.depth && answer.nodes >= limit.nodes;
    memcpy(measure.counter, answer.counter, sizeof measure.counter);
    return measure;
}

static void keep(Laboratory *lab, int index, const Measure *measure) {
    const Experiment *e = lab->experiment;
    const int position = index % (int)e->positions, budget = index / (int)e->positions % e->budgets;
    const int cell = index / (int)e->positions / e->budgets;
    Err err = { 0 };
    bool good = true;
    pthread_mutex_lock(&lab->lock);
    lab->all[index] = *measure;
    lab->done++;
    if (lab->options->measured && lab->err.kind == ERR_NONE) good = lab->options->measured(lab->options->context, cell, budget, position, measure, &err);
    pthread_mutex_unlock(&lab->lock);
    if (!good) fail(lab, &err);
}

static void measure_one(void *context, int number, int job) {
    Laboratory *lab = context;
    Worker *worker = &lab->worker[number];
    const Experiment *e = lab->experiment;
    const int index = lab->todo[job];
    Err err = { 0 };
    if (lab->options->stop && atomic_load(lab->options->stop)) atomic_store(&lab->stop, true);
    if (atomic_load(&lab->stop)) return;
    if (!use_cell(lab, worker, index / (int)e->positions / e->budgets, &err)) {
        fail(lab, &err);
        return;
    }
    set_up(e, index % (int)e->positions, &worker->game);
    const Measure measure = ask(e, worker, index / (int)e->positions % e->budgets);
    keep(lab, index, &measure);
}

static void list_todo(Laboratory *lab) {
    const int all = experiment_measures(lab->experiment);
    lab->todo = mem_zalloc((size_t)all, sizeof *lab->todo);
    for (int i = 0; i < all; i++)
        if (!lab->all[i].done) lab->todo[lab->count++] = i;
}

bool experiment_measure(const Experiment *experiment, const MeasureOptions *options, Measure *all, Err *err) {
    Laboratory lab = { .experiment = experiment, .options = options, .all = all };
    list_todo(&lab);
    lab.worker = mem_zalloc((size_t)options->jobs, sizeof *lab.worker);
    Pos start;
    fen_parse(POS_START_FEN, &start, NULL);
    for (int i = 0; i < options->jobs; i++) game_init(&lab.worker[i].game, &start);
    pthread_mutex_init(&lab.lock, NULL);
    bool good = pool_run(options->jobs, lab.count, measure_one, &lab, &lab.stop, err);
    for (int i = 0; i < options->jobs; i++) {
        player_delete(lab.worker[i].player);
        game_free(&lab.worker[i].game);
    }
    pthread_mutex_destroy(&lab.lock);
    free(lab.worker);
    free(lab.todo);
    if (good && lab.err.kind != ERR_NONE) {
        if (err) *err = lab.err;
        good = false;
    }
    if (good && lab.done < lab.count) good = err_set(err, ERR_INTERRUPTED, "interrupted after %d of %d measures", lab.done, lab.count);
    return good;
}
