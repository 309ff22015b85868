#include "bench/suite/solve.h"
#include <pthread.h>
#include <stdlib.h>
#include "engine/core/pool.h"
#include "engine/xq/gen.h"

typedef struct {
    const Suite *suite;
    const PlayerSpec *player;
    int players;
    const SolveOptions *options;
    SuiteResult *out;
    Player **started;        /* [worker * players + player] */
    pthread_mutex_t lock;    /* guards what follows, and the calls of progress */
    int done, solved;
    Err err;
    atomic_bool stop;        /* asked for from outside, or after an error */
} Solver;

/* Follows one search: since when has the answer been right? */
typedef struct { const SuiteItem *item; SuiteResult *result; bool holds; } Watch;

static void note(Watch *watch, const Answer *answer) {
    const bool right = suite_solves(watch->item, answer);
    if (right && !watch->holds) {
        watch->result->solved_depth = answer->depth;
        watch->result->solved_nodes = answer->nodes;
        watch->result->solved_ns = answer->time_ns;
    }
    watch->holds = right;
}

static void watch_iteration(void *context, const Answer *so_far) {
    /* A window that failed low says nothing about the move. */
    if (so_far->bound != SCORE_UPPER) note(context, so_far);
}

static void set_up_game(const SuiteItem *item, Game *game) {
    game_init(game, &item->start);
    for (int i = 0; i < item->moves; i++) game_push(game, item->move[i]);
}

static void ask(Player *player, const SuiteItem *item, const Limit *limit, SuiteResult *result) {
    Game game;
    Watch watch = { .item = item, .result = result };
    const PlayerListener listener = { .context = &watch, .iteration = watch_iteration };
    const ClockState clock = { .own_ns = limit->base_ns, .own_increment_ns = limit->increment_ns, .other_ns = limit->base_ns,
                               .other_increment_ns = limit->increment_ns, .moves_to_go = limit->moves };
    set_up_game(item, &game);
    player->listener = &listener;
    player->kind->go(player, &game, limit, &clock, &result->answer);
    player->listener = NULL;
    note(&watch, &result->answer);
    result->solved = watch.holds;
    if (!result->solved) {
        result->solved_depth = 0;
        result->solved_nodes = 0;
        result->solved_ns = 0;
    }
    result->done = true;
    game_free(&game);
}

static void fail(Solver *solver, const Err *err) {
    pthread_mutex_lock(&solver->lock);
    if (solver->err.kind == ERR_NONE) solver->err = *err;
    pthread_mutex_unlock(&solver->lock);
    atomic_store(&solver->stop, true);
}

static void tell_progress(Solver *solver, bool solved) {
    pthread_mutex_lock(&solver->lock);
    solver->done++;
    solver->solved += solved;
    if (solver->options->progress)
        solver->options->progress(solver->options->context, solver->done, solver->suite->count * solver->players, solver->solved);
    pthread_mutex_unlock(&solver->lock);
}

static void solve_one(void *context, int worker, int job) {
    Solver *solver = context;
    Player *player = solver->started[worker * solver->players + job % solver->players];
    Err err = { 0 };
    if (solver->options->stop && atomic_load(solver->options->stop)) atomic_store(&solver->stop, true);
    if (atomic_load(&solver->stop)) return;
    if (!player->kind->new_game(player, &err)) {
        fail(solver, &err);
        return;
    }
    SuiteResult *result = &solver->out[job];
    ask(player, &solver->suite->item[job / solver->players], solve_limit(&solver->player[job % solver->players], solver->options),
        result);
    tell_progress(solver, result->solved);
}

/* On the calling thread, which outlives them: an engine's process ends with the thread that started it. */
static bool start_players(Solver *solver, Err *err) {
    for (int i = 0; i < solver->options->jobs * solver->players; i++) {
        solver->started[i] = player_new(&solver->player[i % solver->players], err);
        if (!solver->started[i]) return false;
    }
    return true;
}

bool suite_solve(const Suite *suite, const PlayerSpec *player, int players, const SolveOptions *options, SuiteResult *out, Err *err) {
    const int slots = options->jobs * players, jobs = suite->count * players;
    Solver solver = { .suite = suite, .player = player, .players = players, .options = options, .out = out };
    for (int i = 0; i < jobs; i++) out[i] = (SuiteResult){ 0 };
    solver.started = mem_zalloc((size_t)slots, sizeof *solver.started);
    pthread_mutex_init(&solver.lock, NULL);
    bool good = start_players(&solver, err) && pool_run(options->jobs, jobs, solve_one, &solver, &solver.stop, err);
    for (int i = 0; i < slots; i++) player_delete(solver.started[i]);
    free(solver.started);
    pthread_mutex_destroy(&solver.lock);
    if (good && solver.err.kind != ERR_NONE) {
        if (err) *err = solver.err;
        good = false;
    }
    if (good && solver.done < jobs) good = err_set(err, ERR_INTERRUPTED, "interrupted after %d of %d positions", solver.done, jobs);
    return good;
}

const Limit *solve_limit(const PlayerSpec *player, const SolveOptions *options) {
    return limit_is_set(&player->limit) ? &player->limit : &options->limit;
}

/* The moves that the item takes for right: the best ones, else all that it doesn't tell to avoid. */
static int right_moves(const SuiteItem *item, Move out[MOVES_MAX]) {
    MoveList legal;
    int count = 0;
    gen_legal(&item->pos, &legal);
    for (int i = 0; i < item->bests; i++) out[count++] = item->best[i];
    for (int i = 0; i < legal.count && !item->bests && item->avoids; i++) {
        bool avoid = false;
        for (int k = 0; k < item->avoids; k++) avoid |= item->avoid[k] == legal.move[i];
        if (!avoid) out[count++] = legal.move[i];
    }
    return count;
}

bool suite_explain(const SuiteItem *item, const PlayerSpec *spec, const Limit *limit, Move played, Explanation *right,
                   Explanation *wrong, Err *err) {
    Player *player = player_new(spec, err);
    if (!player) return false;
    *right = *wrong = (Explanation){ 0 };
    bool good = player->kind->explain != NULL ||
                err_set(err, ERR_INPUT, "--explain: %s is no builtin player, so its evaluation can't be seen", spec->name);
    if (good) {
        Game game;
        Move moves[MOVES_MAX];
        const int count = right_moves(item, moves);
        set_up_game(item, &game);
        if (count) player->kind->explain(player, &game, limit, moves, count, right);
        if (played != MOVE_NONE) player->kind->explain(player, &game, limit, &played, 1, wrong);
        game_free(&game);
    }
    player_delete(player);
    return good;
}
