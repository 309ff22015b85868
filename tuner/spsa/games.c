/* Invariant: rounds are played in the order of submission; a round's texts are written before it is queued and
 * only read from then on. */
#include "tuner/spsa/games.h"
#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include "bench/match/worker.h"
#include "engine/core/mono.h"

enum { WAKE_MS = 100 };

/* An iteration in play. */
typedef struct Round {
    struct Round *next;
    uint64_t id;         /* never the same twice */
    int iteration;
    int64_t first_pair;
    int pairs, taken, done; /* taken: the first that nobody has begun */
    bool *known;         /* by pair: it was played before */
    int params;
    const char **name;   /* by parameter; the texts are the arena's */
    char **value[2];     /* of plus and minus */
    SpsaOutcome outcome;
    Arena arena;
} Round;

typedef struct {
    SpsaGames *games;
    Worker worker;
    const Round *round;  /* of the pair in play */
    uint64_t known[2];   /* the round whose values a side has */
    char **value[2];     /* what it has, by parameter; values of them, owned */
    int values[2];
    pthread_t thread;
    bool started;
} Seat;

struct SpsaGames {
    SpsaGamesSpec spec;
    Seat *seat;
    atomic_bool drop;

    pthread_mutex_t lock;   /* guards what follows, and the counts of rounds */
    pthread_cond_t work;    /* there is a pair to play, or nothing more will come */
    pthread_cond_t arrived; /* a round is done, or something failed */
    Round *first, *last;    /* submitted and not collected */
    uint64_t rounds;
    int64_t faults_in_a_row;
    bool closed;
    Err failure;
};

/* The workers' side. */

/* Tell a side what it doesn't know yet: values that changed, all of them when it was just started. */
static bool set_up(void *context, int place, Player *player, bool fresh, Err *err) {
    Seat *seat = context;
    const Round *round = seat->round;
    if (!fresh && seat->known[place] == round->id) return true;
    for (int i = 0; i < round->params; i++) {
        const char *value = round->value[place][i];
        const bool has = !fresh && i < seat->values[place] && !strcmp(seat->value[place][i], value);
        if (!has && !player->kind->set(player, round->name[i], value, err)) return err_prefix(err, "%s: ", round->name[i]);
    }
    for (int i = 0; i < seat->values[place]; i++) free(seat->value[place][i]);
    seat->value[place] = mem_realloc(seat->value[place], (size_t)(round->params + 1) * sizeof *seat->value[place]);
    for (int i = 0; i < round->params; i++) seat->value[place][i] = mem_strdup(round->value[place][i]);
    seat->values[place] = round->params;
    seat->known[place] = round->id;
    return true;
}

static bool same_moves(const GameRecord *a, const GameRecord *b) {
    if (a->count != b->count) return false;
    for (int i = 0; i < a->count; i++)
        if (a->move[i].move != b->move[i].move) return false;
    return true;
}

/* What a side was set to, but for what the player has anyhow: one of these may be more than it bears. */
static void print_values(const SpsaGames *games, const Round *round, int place, Buf *out) {
    enum { VALUES_SIZE = 240 };
    int more = 0;
    for (int i = 0; i < round->params; i++) {
        const double value = strtod(round->value[place][i], NULL);
        if (value == games->spec.spsa->param[i].spec.start) continue;
        if (out->len > VALUES_SIZE) more++;
        else buf_addf(out, "%s%s %s", out->len ? ", " : "", round->name[i], round->value[place][i]);
    }
    if (more) buf_addf(out, " and %d more", more);
}

/* Too many in a row. With the lock held. */
static void fail_by_faults(SpsaGames *games, const Round *round, const GameRecord *game) {
    const int guilty = game->side[RED].fault ? RED : BLACK, place = guilty == RED ? game->leg : 1 - game->leg;
    Buf values = { 0 };
    print_values(games, round, place, &values);
    err_set(&games->failure, ERR_FAULT, "%d games in a row were lost by a side's fault; the last: %s (%s)%s%s", (int)games->faults_in_a_row,
            reason_names[game->reason], game->side[guilty].note, values.len ? ", with " : "", buf_text(&values));
    buf_free(&values);
}

/* With the lock held. */
static void count_pair(SpsaGames *games, Round *round, const PairRecord *pair) {
    round->outcome.pairs[pair_record_half_points(pair)]++;
    round->outcome.twins += same_moves(&pair->game[0], &pair->game[1]);
    for (int leg = 0; leg < 2; leg++) {
        const SideRecord *side = pair->game[leg].side;
        const bool fault = side[RED].fault || side[BLACK].fault;
        round->outcome.faults += fault;
        games->faults_in_a_row = fault ? games->faults_in_a_row + 1 : 0;
        if (games->faults_in_a_row >= games->spec.match->max_faults && games->failure.kind == ERR_NONE) fail_by_faults(games, round, &pair->game[leg]);
    }
}

/* With the lock held. */
static void hand_over(SpsaGames *games, const Round *round, const PairRecord *pair) {
    Err why = { 0 };
    if (!games->spec.pair || games->spec.pair(games->spec.context, round->iteration, pair, &why) || games->failure.kind != ERR_NONE) return;
    games->failure = why;
}

static void skip_known(Round *round) {
    while (round->taken < round->pairs && round->known[round->taken]) round->taken++;
}

/* With the lock held: the round with a pair to play, NULL when the work is over. */
static Round *next_round(SpsaGames *games) {
    for (;;) {
        Round *round = games->first;
        while (round && round->taken == round->pairs) round = round->next;
        if (games->closed || games->failure.kind != ERR_NONE) return NULL;
        if (round) return round;
        pthread_cond_wait(&games->work, &games->lock);
    }
}

static void play_one(SpsaGames *games, Seat *seat, Round *round) {
    Err why = { 0 };
    const int index = (int)(round->first_pair + round->taken++);
    skip_known(round);
    seat->round = round;
    pthread_mutex_unlock(&games->lock);
    PairRecord *pair = worker_play(&seat->worker, index, &why);
    pthread_mutex_lock(&games->lock);
    if (pair) {
        count_pair(games, round, pair);
        hand_over(games, round, pair);
        pair_record_free(pair);
        free(pair);
    } else if (why.kind != ERR_NONE && games->failure.kind == ERR_NONE) {
        games->failure = why;
    }
    round->done += pair != NULL;
    if (round->done == round->pairs || games->failure.kind != ERR_NONE) pthread_cond_broadcast(&games->arrived);
}

static void *work(void *argument) {
    Seat *seat = argument;
    SpsaGames *games = seat->games;
    pthread_mutex_lock(&games->lock);
    for (Round *round; (round = next_round(games));) play_one(games, seat, round);
    pthread_cond_broadcast(&games->work);
    pthread_mutex_unlock(&games->lock);
    worker_end_players(&seat->worker);
    return NULL;
}

/* The side of the loop. */

static void fill_round(Round *round, const SpsaTask *task, const Spsa *spsa) {
    const double *const side[2] = { task->plus, task->minus };
    round->params = spsa->count;
    round->name = arena_alloc(&round->arena, (size_t)(spsa->count + 1) * sizeof *round->name);
    for (int i = 0; i < spsa->count; i++) round->name[i] = arena_strdup(&round->arena, spsa->param[i].spec.name);
    for (int s = 0; s < 2; s++) {
        round->value[s] = arena_alloc(&round->arena, (size_t)(spsa->count + 1) * sizeof *round->value[s]);
        for (int i = 0; i < spsa->count; i++) round->value[s][i] = arena_printf(&round->arena, "%.10g", side[s][i]);
    }
}

/* Count what was played before. */
static void take_known(Round *round, const SpsaGamesSpec *spec) {
    round->known = arena_alloc(&round->arena, (size_t)round->pairs * sizeof *round->known);
    for (int i = 0; i < spec->known_count; i++) {
        const StoredPair *pair = &spec->known[i];
        if (pair->index < round->first_pair || pair->index >= round->first_pair + round->pairs) continue;
        round->known[pair->index - round->first_pair] = true;
        round->outcome.pairs[pair->half_points]++;
        round->outcome.twins += pair->twin;
        round->outcome.faults += pair->faults;
        round->done++;
    }
    skip_known(round);
}

static bool submit(void *context, const SpsaTask *task, Err *err) {
    SpsaGames *games = context;
    Round *round = mem_zalloc(1, sizeof *round);
    (void)err;
    round->iteration = task->iteration;
    round->first_pair = task->first_pair;
    round->pairs = task->pairs;
    fill_round(round, task, games->spec.spsa);
    take_known(round, &games->spec);
    pthread_mutex_lock(&games->lock);
    round->id = ++games->rounds;
    if (games->last) games->last->next = round;
    else games->first = round;
    games->last = round;
    pthread_cond_broadcast(&games->work);
    pthread_mutex_unlock(&games->lock);
    return true;
}

static void wait_a_moment(SpsaGames *games) {
    struct timespec until;
    clock_gettime(CLOCK_MONOTONIC, &until);
    until.tv_nsec += WAKE_MS * 1000000;
    until.tv_sec += until.tv_nsec / 1000000000;
    until.tv_nsec %= 1000000000;
    pthread_cond_timedwait(&games->arrived, &games->lock, &until);
}

static bool is_stopped(const SpsaGames *games) { return games->spec.stop && atomic_load(games->spec.stop); }

/* Where the round of this task hangs. With the lock held. */
static Round **place_of(SpsaGames *games, const SpsaTask *task) {
    Round **at = &games->first;
    while ((*at)->iteration != task->iteration) at = &(*at)->next;
    return at;
}

static void remove_round(SpsaGames *games, Round **at) {
    Round *round = *at;
    *at = round->next;
    games->last = games->first;
    while (games->last && games->last->next) games->last = games->last->next;
    arena_free(&round->arena);
    free(round);
}

static bool collect(void *context, const SpsaTask *task, SpsaOutcome *out, Err *err) {
    SpsaGames *games = context;
    pthread_mutex_lock(&games->lock);
    Round **at = place_of(games, task), *round = *at;
    while (round->done < round->pairs && games->failure.kind == ERR_NONE && !is_stopped(games)) wait_a_moment(games);
    const bool done = round->done == round->pairs;
    const Err failure = games->failure;
    if (done) {
        *out = round->outcome;
        remove_round(games, at);
    }
    pthread_mutex_unlock(&games->lock);
    if (done) return true;
    if (failure.kind != ERR_NONE) return err_set(err, failure.kind, "%s", failure.text);
    return err_set(err, ERR_INTERRUPTED, "interrupted");
}

static void init_seats(SpsaGames *games) {
    games->seat = mem_zalloc((size_t)games->spec.jobs, sizeof *games->seat);
    for (int i = 0; i < games->spec.jobs; i++) {
        Seat *seat = &games->seat[i];
        seat->games = games;
        worker_init(&seat->worker, games->spec.match, games->spec.openings, &games->drop, mono_ns());
        seat->worker.set_up = set_up;
        seat->worker.context = seat;
    }
}

SpsaGames *spsa_games_new(const SpsaGamesSpec *spec, Err *err) {
    SpsaGames *games = mem_zalloc(1, sizeof *games);
    pthread_condattr_t monotonic;
    games->spec = *spec;
    pthread_condattr_init(&monotonic);
    pthread_condattr_setclock(&monotonic, CLOCK_MONOTONIC);
    pthread_mutex_init(&games->lock, NULL);
    pthread_cond_init(&games->work, NULL);
    pthread_cond_init(&games->arrived, &monotonic);
    pthread_condattr_destroy(&monotonic);
    init_seats(games);
    for (int i = 0; i < spec->jobs; i++) {
        games->seat[i].started = !pthread_create(&games->seat[i].thread, NULL, work, &games->seat[i]);
        if (games->seat[i].started) continue;
        err_set(err, ERR_SYSTEM, "cannot start worker thread %d of %d", i + 1, spec->jobs);
        spsa_games_delete(games);
        return NULL;
    }
    return games;
}

static void free_seat(Seat *seat) {
    worker_free(&seat->worker);
    for (int side = 0; side < 2; side++) {
        for (int i = 0; i < seat->values[side]; i++) free(seat->value[side][i]);
        free(seat->value[side]);
    }
}

void spsa_games_delete(SpsaGames *games) {
    if (!games) return;
    atomic_store(&games->drop, true);
    pthread_mutex_lock(&games->lock);
    games->closed = true;
    pthread_cond_broadcast(&games->work);
    pthread_mutex_unlock(&games->lock);
    for (int i = 0; i < games->spec.jobs; i++)
        if (games->seat[i].started) worker_stop(&games->seat[i].worker);
    for (int i = 0; i < games->spec.jobs; i++)
        if (games->seat[i].started) pthread_join(games->seat[i].thread, NULL);
    for (int i = 0; i < games->spec.jobs; i++) free_seat(&games->seat[i]);
    while (games->first) remove_round(games, &games->first);
    free(games->seat);
    pthread_cond_destroy(&games->work);
    pthread_cond_destroy(&games->arrived);
    pthread_mutex_destroy(&games->lock);
    free(games);
}

SpsaPlayers spsa_games_players(SpsaGames *games) { return (SpsaPlayers){ .context = games, .submit = submit, .collect = collect }; }
