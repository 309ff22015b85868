#include "bench/match/worker.h"
#include <assert.h>
#include <stdlib.h>
#include <string.h>
#include "bench/match/play.h"
#include "engine/core/mono.h"
#include "engine/xq/fen.h"

void worker_init(Worker *worker, const MatchSpec *spec, const Openings *openings, const atomic_bool *drop,
                 int64_t began_ns) {
    *worker = (Worker){ .spec = spec, .openings = openings, .drop = drop, .began_ns = began_ns };
    worker->player = mem_zalloc((size_t)spec->player_count, sizeof *worker->player);
    pthread_mutex_init(&worker->guard, NULL);
}

static void set_player(Worker *worker, int place, Player *player) {
    pthread_mutex_lock(&worker->guard);
    Player *before = worker->player[place];
    worker->player[place] = player;
    pthread_mutex_unlock(&worker->guard);
    player_delete(before);
}

void worker_end_players(Worker *worker) {
    if (worker->seat.pace) pace_leave(&worker->seat);
    for (int place = 0; place < worker->spec->player_count; place++) set_player(worker, place, NULL);
}

void worker_free(Worker *worker) {
    worker_end_players(worker);
    free(worker->player);
    pthread_mutex_destroy(&worker->guard);
    game_free(&worker->game);
}

void worker_stop(Worker *worker) {
    pthread_mutex_lock(&worker->guard);
    for (int place = 0; place < worker->spec->player_count; place++) {
        Player *player = worker->player[place];
        if (player) player->kind->stop(player);
    }
    pthread_mutex_unlock(&worker->guard);
}

/* The player, ready for the next game. */
static Player *player_at(Worker *worker, int place, Err *err) {
    const bool fresh = !worker->player[place];
    if (fresh) {
        Player *player = player_new(&worker->spec->player[place], err);
        if (!player) return NULL;
        set_player(worker, place, player);
    }
    Player *player = worker->player[place];
    return !worker->set_up || worker->set_up(worker->context, place, player, fresh, err) ? player : NULL;
}

/* A player whose process ended or hangs is started anew for its next game. */
static void drop_broken(Worker *worker, const GameRecord *record) {
    for (int side = RED; side <= BLACK; side++) {
        const int fault = record->side[side].fault;
        if (fault == FAULT_CRASH || fault == FAULT_STALL) set_player(worker, record->side[side].player, NULL);
    }
}

/* The board after the opening. Openings are checked when they are loaded. */
static void set_up(Game *game, const Opening *opening) {
    Pos start = { 0 };
    const bool good = fen_parse(opening->fen, &start, NULL);
    assert(good);
    (void)good;
    game_reset(game, &start);
    for (int i = 0; i < opening->count; i++) game_push(game, opening->move[i]);
}

static bool play_leg(Worker *worker, const PairTask *task, int leg, GameRecord *record, Err *err) {
    const MatchSpec *spec = worker->spec;
    Table table = { .rules = &spec->rules, .adjudication = &spec->adjudication, .stop = worker->drop };
    if (worker->seat.pace) table.seat = &worker->seat;
    record->leg = leg;
    for (int side = RED; side <= BLACK; side++) {
        const int place = (side == RED) == (leg == 0) ? task->players.first : task->players.second;
        record->side[side].player = place;
        table.limit[side] = spec_limit(spec, place);
        table.player[side] = player_at(worker, place, err);
        if (!table.player[side]) return err_prefix(err, "cannot start player %s: ", spec->player[place].name);
    }
    set_up(&worker->game, &worker->openings->item[task->opening]);
    record->started_ns = mono_ns() - worker->began_ns;
    Err failure = { 0 };
    table.failure = &failure;
    if (!play_game(&table, &worker->game, record))
        return failure.kind != ERR_NONE && err_set(err, failure.kind, "%s", failure.text);
    record->ended_ns = mono_ns() - worker->began_ns;
    drop_broken(worker, record);
    return true;
}

static void copy_opening(PairRecord *pair, const Opening *opening) {
    const size_t len = strlen(opening->fen);
    assert(len < sizeof pair->start_fen);
    memcpy(pair->start_fen, opening->fen, len + 1);
    pair->opening_count = opening->count;
    pair->opening_move = mem_alloc((size_t)opening->count * sizeof(Move) + 1);
    if (opening->count) memcpy(pair->opening_move, opening->move, (size_t)opening->count * sizeof(Move));
}

PairRecord *worker_play(Worker *worker, int index, Err *err) {
    const PairTask task = schedule_pair(worker->spec, worker->openings->count, index);
    PairRecord *pair = mem_zalloc(1, sizeof *pair);
    pair->index = index;
    pair->pairing = task.pairing;
    pair->round = task.round;
    pair->opening = (int)task.opening;
    copy_opening(pair, &worker->openings->item[task.opening]);
    for (int leg = 0; leg < 2; leg++) {
        if (play_leg(worker, &task, leg, &pair->game[leg], err)) continue;
        pair_record_free(pair);
        free(pair);
        return NULL;
    }
    return pair;
}
