/* Invariant of the runner: pairs are handed out in increasing order and handed on in increasing order; what lies
 * between is at most WINDOW pairs, in flight or waiting for an earlier one. */
#include "bench/match/runner.h"
#include <stdlib.h>
#include "bench/match/worker.h"
#include "bench/proc/affinity.h"
#include "engine/core/mono.h"
#include "engine/core/pool.h"

enum { WINDOW = 1024, WAKE_MS = 100 };

typedef struct Runner Runner;
typedef struct { Runner *runner; Worker worker; pthread_t thread; bool started; } Seat;

struct Runner {
    const MatchSpec *spec;
    const RunOptions *options;
    const MatchListener *listener;
    MatchState *state;           /* of the committer alone */
    int pairs;                   /* of the schedule, those of other shards included */
    int64_t began_ns, told_ns;   /* start; last report of progress */
    atomic_bool drop;            /* pairs in flight are not wanted any more */
    Seat *seat;
    Pace pace;
    Bell arrived;                /* a pair is finished or a worker has ended */

    pthread_mutex_t lock;        /* guards the fields below */
    pthread_cond_t room;         /* the window has moved on, or is closed */
    PairRecord *waiting[WINDOW]; /* finished pairs by index modulo WINDOW */
    int next;                    /* the pair to hand out */
    int committed;               /* pairs before it are handed on */
    int working, playing;        /* workers that live; that have a pair */
    bool closed;                 /* nothing is handed out any more */
    Err failure;                 /* the first one of a worker */
};

static bool is_done(const Runner *runner, int index) { return runner->options->done && runner->options->done[index]; }

/* Is this pair another shard's? */
static bool is_elsewhere(const Runner *runner, int index) {
    const RunOptions *options = runner->options;
    return options->shards && index % options->shards != options->shard;
}

/* The workers' side. */

/* The next pair to play, or -1 when there is none. */
static int take_pair(Runner *runner) {
    int index = -1;
    pthread_mutex_lock(&runner->lock);
    while (!runner->closed && runner->next < runner->pairs) {
        if (is_elsewhere(runner, runner->next) || is_done(runner, runner->next)) {
            runner->next++;
        } else if (runner->next - runner->committed >= WINDOW) {
            pthread_cond_wait(&runner->room, &runner->lock);
        } else {
            index = runner->next++;
            runner->playing++;
            break;
        }
    }
    pthread_mutex_unlock(&runner->lock);
    return index;
}

/* Hand in a finished pair; NULL: dropped, or failed with *why. */
static void give_pair(Runner *runner, int index, PairRecord *pair, const Err *why) {
    pthread_mutex_lock(&runner->lock);
    runner->playing--;
    runner->waiting[index % WINDOW] = pair;
    if (!pair && why->kind != ERR_NONE && runner->failure.kind == ERR_NONE) {
        runner->failure = *why;
        runner->closed = true;
        pthread_cond_broadcast(&runner->room);
    }
    pthread_mutex_unlock(&runner->lock);
    bell_ring(&runner->arrived);
}

static void *work(void *argument) {
    Seat *seat = argument;
    Runner *runner = seat->runner;
    const int claim = runner->options->pin ? affinity_claim() : -1;
    if (runner->options->pin && claim < 0) affinity_share((int)(seat - runner->seat));
    for (int index; (index = take_pair(runner)) >= 0;) {
        Err why = { 0 };
        PairRecord *pair = worker_play(&seat->worker, index, &why);
        give_pair(runner, index, pair, &why);
    }
    worker_end_players(&seat->worker);
    affinity_release(claim);
    pthread_mutex_lock(&runner->lock);
    runner->working--;
    pthread_mutex_unlock(&runner->lock);
    bell_ring(&runner->arrived);
    return NULL;
}

/* The committer's side. */

static void close_schedule(Runner *runner) {
    pthread_mutex_lock(&runner->lock);
    runner->closed = true;
    pthread_cond_broadcast(&runner->room);
    pthread_mutex_unlock(&runner->lock);
}

/* Nothing in flight is wanted any more. */
static void drop_all(Runner *runner) {
    atomic_store(&runner->drop, true);
    close_schedule(runner);
    pace_close(&runner->pace);
    for (int i = 0; i < runner->options->jobs; i++) worker_stop(&runner->seat[i].worker);
}

/* Count a pair of the schedule, whether played now or before. */
static void count_pair(Runner *runner, int index, int half_points) {
    MatchState *state = runner->state;
    state->pairs_done++;
    state->games_done += 2;
    if (half_points < 0 || state->decided) return;
    int64_t *penta = state->penta[index % state->pairings];
    penta[half_points]++;
    if (!runner->spec->use_sprt) return;
    state->sprt = sprt_state(&runner->spec->sprt, penta);
    state->decided = state->sprt.verdict != SPRT_CONTINUE;
}

static void count_faults(MatchState *state, const PairRecord *pair) {
    for (int leg = 0; leg < 2; leg++) {
        const SideRecord *side = pair->game[leg].side;
        const bool fault = side[RED].fault || side[BLACK].fault;
        state->faults += fault;
        state->faults_in_a_row = fault ? state->faults_in_a_row + 1 : 0;
    }
}

static bool too_many_faults(const Runner *runner, const PairRecord *pair, Err *err) {
    if (runner->state->faults_in_a_row < runner->spec->max_faults) return false;
    const GameRecord *game = &pair->game[1];
    const SideRecord *guilty = &game->side[game->side[RED].fault ? RED : BLACK];
    err_set(err, ERR_FAULT, "%d games in a row were lost by a player's fault; the last by %s: %s (%s)",
            runner->state->faults_in_a_row, runner->spec->player[guilty->player].name, reason_names[game->reason], guilty->note);
    return true;
}

/* Move the window on. Only the committer does, so it reads `committed` without the lock. */
static void advance(Runner *runner) {
    pthread_mutex_lock(&runner->lock);
    runner->waiting[runner->committed++ % WINDOW] = NULL;
    pthread_cond_broadcast(&runner->room);
    pthread_mutex_unlock(&runner->lock);
}

/* Hand on the pair at the head of the window. */
static bool commit_pair(Runner *runner, PairRecord *pair, Err *err) {
    MatchState *state = runner->state;
    pair->counted = !state->decided;
    count_pair(runner, pair->index, pair->counted ? pair_record_half_points(pair) : -1);
    count_faults(state, pair);
    state->elapsed_ns = mono_ns() - runner->began_ns;
    advance(runner);
    const bool good = runner->listener->pair(runner->listener->context, pair, state, err) &&
                      !too_many_faults(runner, pair, err);
    pair_record_free(pair);
    free(pair);
    if (state->decided) close_schedule(runner);
    return good;
}

/* Count the pairs of an earlier run as far as nothing unplayed stands before them. */
static void replay_done(Runner *runner) {
    for (; runner->committed < runner->pairs; advance(runner)) {
        const int index = runner->committed;
        if (is_elsewhere(runner, index)) continue;
        if (!is_done(runner, index)) break;
        count_pair(runner, index, runner->options->done_half_points[index]);
    }
    if (runner->state->decided) close_schedule(runner);
}

static bool is_stopped(const Runner *runner) { return runner->options->stop && atomic_load(runner->options->stop); }

static void tell_progress(Runner *runner) {
    runner->told_ns = mono_ns();
    runner->state->elapsed_ns = runner->told_ns - runner->began_ns;
    if (runner->listener->progress) runner->listener->progress(runner->listener->context, runner->state);
}

/* Wait for the pair at the head of the window. NULL: it will not come, or the user wants to stop. */
static PairRecord *next_finished(Runner *runner) {
    PairRecord *pair = NULL;
    for (bool waiting = true; waiting && !is_stopped(runner);) {
        bell_silence(&runner->arrived); /* before we look, so that nothing is missed */
        pthread_mutex_lock(&runner->lock);
        pair = runner->waiting[runner->committed % WINDOW];
        waiting = !pair && runner->working;
        runner->state->games_running = runner->playing;
        pthread_mutex_unlock(&runner->lock);
        if (waiting) bell_await(&runner->arrived, runner->options->stop_bell, WAKE_MS);
        if (mono_ns() - runner->told_ns >= WAKE_MS * INT64_C(1000000)) tell_progress(runner);
    }
    return is_stopped(runner) ? NULL : pair;
}

static bool commit_in_order(Runner *runner, Err *err) {
    PairRecord *pair;
    while (replay_done(runner), (pair = next_finished(runner)))
        if (!commit_pair(runner, pair, err)) return false;
    return true;
}

/* After the workers have ended: finished pairs behind a gap. */
static bool commit_the_rest(Runner *runner, Err *err) {
    while (runner->committed < runner->next) {
        PairRecord *pair = runner->waiting[runner->committed % WINDOW];
        if (pair && !commit_pair(runner, pair, err)) return false;
        if (!pair) advance(runner);
        replay_done(runner);
    }
    return true;
}

static bool start_workers(Runner *runner, Err *err) {
    for (int i = 0; i < runner->options->jobs; i++) {
        Seat *seat = &runner->seat[i];
        pthread_mutex_lock(&runner->lock);
        runner->working++;
        pthread_mutex_unlock(&runner->lock);
        if (!pthread_create(&seat->thread, NULL, work, seat)) {
            seat->started = true;
            continue;
        }
        pthread_mutex_lock(&runner->lock);
        runner->working--;
        pthread_mutex_unlock(&runner->lock);
        return err_set(err, ERR_SYSTEM, "cannot start worker thread %d of %d", i + 1, runner->options->jobs);
    }
    return true;
}

static void join_workers(Runner *runner) {
    for (int i = 0; i < runner->options->jobs; i++)
        if (runner->seat[i].started) pthread_join(runner->seat[i].thread, NULL);
    runner->state->games_running = 0;
}

static void init_runner(Runner *runner, const Openings *openings) {
    const MatchSpec *spec = runner->spec;
    MatchState *state = runner->state;
    runner->began_ns = runner->told_ns = mono_ns();
    state->pairings = schedule_pairings(spec);
    runner->pairs = schedule_pairs(spec);
    for (int i = 0; i < runner->pairs; i++) state->pairs_total += !is_elsewhere(runner, i);
    state->penta = mem_zalloc((size_t)state->pairings, sizeof *state->penta);
    if (spec->use_sprt) state->sprt = sprt_state(&spec->sprt, state->penta[0]);
    pthread_mutex_init(&runner->lock, NULL);
    pthread_cond_init(&runner->room, NULL);
    pace_init(&runner->pace, runner->options->jobs, pool_cores());
    runner->seat = mem_zalloc((size_t)runner->options->jobs, sizeof *runner->seat);
    for (int i = 0; i < runner->options->jobs; i++) {
        runner->seat[i].runner = runner;
        worker_init(&runner->seat[i].worker, spec, openings, &runner->drop, runner->began_ns);
        runner->seat[i].worker.seat.pace = &runner->pace;
    }
}

static void free_runner(Runner *runner) {
    for (int i = 0; i < WINDOW; i++) {
        if (!runner->waiting[i]) continue;
        pair_record_free(runner->waiting[i]);
        free(runner->waiting[i]);
    }
    for (int i = 0; i < runner->options->jobs; i++) worker_free(&runner->seat[i].worker);
    free(runner->seat);
    pace_free(&runner->pace);
    pthread_cond_destroy(&runner->room);
    bell_close(&runner->arrived);
    pthread_mutex_destroy(&runner->lock);
    free(runner);
}

/* What became of the run, when nothing else went wrong. */
static bool outcome_of(const Runner *runner, Err *err) {
    const MatchState *state = runner->state;
    if (runner->failure.kind != ERR_NONE) {
        if (err) *err = runner->failure;
        return false;
    }
    if (state->decided || state->pairs_done == state->pairs_total) return true;
    return err_set(err, ERR_INTERRUPTED, "interrupted after %d of %d pairs", state->pairs_done, state->pairs_total);
}

bool match_run(const MatchSpec *spec, const Openings *openings, const RunOptions *options, const MatchListener *listener,
               MatchState *state, Err *err) {
    *state = (MatchState){ 0 };
    Runner *runner = mem_zalloc(1, sizeof *runner);
    runner->spec = spec;
    runner->options = options;
    runner->listener = listener;
    runner->state = state;
    init_runner(runner, openings);
    replay_done(runner);
    bool good = bell_open(&runner->arrived, err) && start_workers(runner, err) && commit_in_order(runner, err);
    if (!good || is_stopped(runner)) drop_all(runner);
    join_workers(runner);
    if (good && (!spec->use_sprt || state->decided)) good = commit_the_rest(runner, err);
    tell_progress(runner);
    good = good && outcome_of(runner, err);
    free_runner(runner);
    return good;
}

void match_state_free(MatchState *state) {
    free(state->penta);
    *state = (MatchState){ 0 };
}
