#include "bench/report/rating_pool.h"
#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* Taking in. */

static int find_player(const RatingPool *pool, const SeatSummary *seat) {
    for (int i = 0; i < pool->players; i++)
        if (strcmp(pool->player[i].resolved, seat->resolved) == 0 && strcmp(pool->player[i].limit, seat->limit) == 0)
            return i;
    return -1;
}

static int player_of(RatingPool *pool, const SeatSummary *seat) {
    const int found = find_player(pool, seat);
    if (found >= 0) return found;
    pool->player = mem_realloc(pool->player, (size_t)(pool->players + 1) * sizeof *pool->player);
    pool->player[pool->players] = (PooledPlayer){ .name = arena_strdup(&pool->arena, seat->name),
                                                  .limit = arena_strdup(&pool->arena, seat->limit),
                                                  .resolved = arena_strdup(&pool->arena, seat->resolved) };
    return pool->players++;
}

static void count_games(const PairingSummary *pairing, PooledPlayer *first, PooledPlayer *second) {
    for (int i = 0; i < 9; i++) {
        const int64_t count = pairing->count[i / 3][i % 3];
        const int points[2] = { i / 3, i % 3 };
        for (int leg = 0; leg < 2; leg++) {
            if (points[leg] == 1) first->draws += count, second->draws += count;
            else if (points[leg] == 2) first->wins += count, second->losses += count;
            else first->losses += count, second->wins += count;
        }
    }
}

static int64_t pairs_in(const PairingSummary *pairing) {
    int64_t sum = 0;
    for (int i = 0; i < 9; i++) sum += pairing->count[i / 3][i % 3];
    return sum;
}

static void add_pairing(RatingPool *pool, const PairingSummary *pairing, int first, int second) {
    if (first == second) {
        pool->own_pairs += pairs_in(pairing);
        return;
    }
    pool->pairs = mem_realloc(pool->pairs, (size_t)(pool->pair_sets + 1) * sizeof *pool->pairs);
    RatingPairs *pairs = &pool->pairs[pool->pair_sets++];
    *pairs = (RatingPairs){ .a = (size_t)first, .b = (size_t)second };
    memcpy(pairs->count, pairing->count, sizeof pairs->count);
    count_games(pairing, &pool->player[first], &pool->player[second]);
}

/* Is the run there already? Else it is put on the list. */
static bool is_repeated(RatingPool *pool, const RunInfo *run) {
    bool alike = false;
    for (int i = 0; i < pool->runs; i++) {
        if (strcmp(pool->run[i].uid, run->uid) == 0) return true;
        alike |= strcmp(pool->run[i].config, run->config) == 0;
    }
    pool->alike_runs += alike;
    pool->run = mem_realloc(pool->run, (size_t)(pool->runs + 1) * sizeof *pool->run);
    pool->run[pool->runs++] = (PooledRun){ .uid = arena_strdup(&pool->arena, run->uid),
                                           .name = arena_strdup(&pool->arena, run->name),
                                           .config = arena_strdup(&pool->arena, run->config) };
    return false;
}

bool rating_pool_add(RatingPool *pool, Store *store, const RunInfo *run, Err *err) {
    Arena arena = { 0 };
    SeatSummary *seat;
    PairingSummary *pairing;
    int seats, pairings;
    if (is_repeated(pool, run)) {
        pool->repeated_runs++;
        return true;
    }
    const bool good = store_seat_names(store, run->id, &arena, &seat, &seats, err) &&
                      store_pairings(store, run->id, &arena, &pairing, &pairings, err);
    if (good) {
        int *player = arena_alloc(&arena, (size_t)(seats + 1) * sizeof *player);
        for (int i = 0; i < seats; i++) player[i] = player_of(pool, &seat[i]);
        for (int i = 0; i < pairings; i++)
            add_pairing(pool, &pairing[i], player[pairing[i].first], player[pairing[i].second]);
    }
    arena_free(&arena);
    return good;
}

/* Names. */

static int players_called(const RatingPool *pool, const char *name) {
    int count = 0;
    for (int i = 0; i < pool->players; i++) count += strcmp(pool->player[i].name, name) == 0;
    return count;
}

/* Players of one name are told apart: first by their limits, then by numbers. */
static void tell_apart(RatingPool *pool) {
    const char **names = mem_alloc((size_t)(pool->players + 1) * sizeof *names);
    for (int by_limit = 1; by_limit >= 0; by_limit--) {
        for (int i = 0; i < pool->players; i++) {
            const PooledPlayer *player = &pool->player[i];
            names[i] = player->name;
            if (players_called(pool, player->name) == 1) continue;
            int number = 1;
            for (int k = 0; k < i; k++) number += strcmp(pool->player[k].name, player->name) == 0;
            names[i] = by_limit ? arena_printf(&pool->arena, "%s (%s)", player->name, player->limit)
                                : arena_printf(&pool->arena, "%s #%d", player->name, number);
        }
        for (int i = 0; i < pool->players; i++) pool->player[i].name = names[i];
    }
    free(names);
}

static int find_name(const RatingPool *pool, const char *name, size_t len) {
    for (int i = 0; i < pool->players; i++)
        if (strlen(pool->player[i].name) == len && memcmp(pool->player[i].name, name, len) == 0) return i;
    return -1;
}

static bool unknown_name(const RatingPool *pool, const char *name, Err *err) {
    const char **names = mem_zalloc((size_t)pool->players + 1, sizeof *names);
    for (int i = 0; i < pool->players; i++) names[i] = pool->player[i].name;
    const char *nearest = text_nearest(names, name);
    free(names);
    if (nearest) return err_set(err, ERR_INPUT, "there is no player '%s'; did you mean '%s'?", name, nearest);
    return err_set(err, ERR_INPUT, "there is no player '%s'", name);
}

/* "NAME=ELO"; a name may hold '=' itself. */
static bool read_anchor(RatingPool *pool, const char *anchor, RatingSpec *spec, Err *err) {
    const char *equals = strrchr(anchor, '=');
    char *end;
    errno = 0;
    const double elo = equals ? strtod(equals + 1, &end) : 0;
    if (!equals || end == equals + 1 || *end || errno || !(elo >= -100000 && elo <= 100000))
        return err_set(err, ERR_USAGE, "'%s' is no anchor; write a player's name and its rating, such as full=2500",
                       anchor);
    const size_t len = (size_t)(equals - anchor);
    pool->anchor = find_name(pool, anchor, len);
    if (pool->anchor < 0) return unknown_name(pool, arena_strndup(&pool->arena, anchor, len), err);
    spec->anchored = true;
    spec->anchor = (size_t)pool->anchor;
    spec->anchor_elo = elo;
    return true;
}

bool rating_pool_fit(RatingPool *pool, const char *anchor, Err *err) {
    RatingSpec spec = { .colour = true };
    int64_t pairs = 0;
    for (int i = 0; i < pool->pair_sets; i++)
        for (int k = 0; k < 9; k++) pairs += pool->pairs[i].count[k / 3][k % 3];
    pool->anchor = -1;
    tell_apart(pool);
    if (anchor && !read_anchor(pool, anchor, &spec, err)) return false;
    if (!pairs) return err_set(err, ERR_INPUT, "there are no games to rate");
    if (!rating_fit(&pool->list, &spec, (size_t)pool->players, pool->pairs, (size_t)pool->pair_sets, err)) return false;
    pool->order = mem_alloc((size_t)pool->players * sizeof *pool->order);
    rating_order(&pool->list, pool->order);
    return true;
}

void rating_pool_free(RatingPool *pool) {
    rating_free(&pool->list);
    arena_free(&pool->arena);
    free(pool->player);
    free(pool->run);
    free(pool->pairs);
    free(pool->order);
    *pool = (RatingPool){ 0 };
}
