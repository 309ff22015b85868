/* Builtin players: a search session in this process, the same one that the protocol server drives. */
#include <stdlib.h>
#include <string.h>
#include "bench/client/player.h"
#include "engine/core/mono.h"
#include "engine/search/session.h"

_Static_assert((int)COUNTER_COUNT <= (int)PLAYER_COUNTERS_MAX, "an answer has room for every counter of the search");
_Static_assert((int)SCORE_MATE == (int)ANSWER_MATE && (int)SCORE_MATE_MIN == (int)ANSWER_MATE_MIN, "search and answers count mates alike");
_Static_assert((int)BOUND_UPPER == (int)SCORE_UPPER && (int)BOUND_LOWER == (int)SCORE_LOWER &&
                   (int)BOUND_EXACT == (int)SCORE_EXACT,
               "search and answers name bounds alike");

#define COUNTER_NAME(name, help) #name,
#define COUNTER_HELP(name, help) help,
const char *const player_counter_names[] = { COUNTERS(COUNTER_NAME) };
const char *const player_counter_helps[] = { COUNTERS(COUNTER_HELP) };
const int player_counter_count = COUNTER_COUNT;
#undef COUNTER_NAME
#undef COUNTER_HELP

typedef struct {
    Player player;
    Session *session;
    Move *move; /* the game's moves as the session wants them; cap of them */
    int cap;
} Builtin;

static bool builtin_new_game(Player *player, Err *err) {
    (void)err;
    session_new_game(((Builtin *)player)->session);
    return true;
}

static bool follow(Builtin *self, const Game *game, Err *err) {
    if (game->count > self->cap) {
        self->cap = game->count * 2 + 64;
        self->move = mem_realloc(self->move, (size_t)self->cap * sizeof *self->move);
    }
    for (int i = 0; i < game->count; i++) self->move[i] = game->ply[i].move;
    return session_set_position(self->session, &game->start, self->move, game->count, err);
}

static SearchLimits search_limits(const Limit *limit, const ClockState *clock) {
    return (SearchLimits){
        .depth = limit->depth,
        .nodes = limit->nodes,
        .movetime_ns = limit->movetime_ns,
        .time_ns = clock->own_ns,
        .increment_ns = clock->own_increment_ns,
        .moves_to_go = clock->moves_to_go,
    };
}

static void builtin_go(Player *player, const Game *game, const Limit *limit, const ClockState *clock, Answer *answer) {
    Builtin *self = (Builtin *)player;
    Err err = { 0 };
    *answer = (Answer){ 0 };
    if (!follow(self, game, &err)) {
        answer->fault = FAULT_CRASH;
        const size_t len = strnlen(err.text, sizeof answer->note - 1);
        memcpy(answer->note, err.text, len);
        return;
    }
    const SearchLimits limits = search_limits(limit, clock);
    SearchResult result;
    const int64_t asked_ns = mono_ns();
    session_go(self->session, &limits, NULL, &result);
    answer->time_ns = mono_ns() - asked_ns;
    answer->move = result.best;
    answer->score = result.score;
    answer->bound = (ScoreBound)result.bound;
    answer->depth = result.depth;
    answer->seldepth = result.seldepth;
    answer->nodes = result.counters.nodes;
    memcpy(answer->counter, &result.counters, sizeof result.counters);
}

static void builtin_stop(Player *player) { session_stop(((Builtin *)player)->session); }

static void builtin_delete(Player *player) {
    Builtin *self = (Builtin *)player;
    session_delete(self->session);
    free(self->move);
    free(self);
}

static const PlayerKind builtin_kind = {
    .new_game = builtin_new_game, .go = builtin_go, .stop = builtin_stop, .delete = builtin_delete,
};

static Player *builtin_start(const PlayerSpec *spec, Err *err) {
    Session *session = session_new(spec->source, err);
    if (!session) return NULL;
    Builtin *self = mem_zalloc(1, sizeof *self);
    self->player.kind = &builtin_kind;
    memcpy(self->player.name, spec->name, sizeof self->player.name);
    self->session = session;
    return &self->player;
}

static bool take_name(const char *name, PlayerSpec *spec, Err *err) {
    const size_t len = strlen(name);
    if (!len) return err_set(err, ERR_INPUT, "a player's name is empty");
    if (len >= sizeof spec->name)
        return err_set(err, ERR_INPUT, "the player's name '%.20s...' is too long; at most %zu bytes", name, sizeof spec->name - 1);
    memcpy(spec->name, name, len + 1);
    return true;
}

/* The specification of a player with this variant, which it owns from now on. */
static bool spec_of(Variant *variant, const char *what, const char *name, PlayerSpec *out, Err *err) {
    PlayerSpec spec = { .start = builtin_start, .source = variant, .source_free = free, .deterministic = true };
    if (!take_name(name ? name : variant->name, &spec, err)) {
        free(variant);
        return false;
    }
    Buf resolved = { 0 };
    buf_add(&resolved, "kind: builtin\n");
    variant_print(variant, &resolved);
    spec.resolved = resolved.text;
    spec.what = mem_strdup(what);
    *out = spec;
    return true;
}

bool player_spec_builtin(const char *what, const char *name, const char *const *assignments, PlayerSpec *out, Err *err) {
    Variant *variant = mem_zalloc(1, sizeof *variant);
    bool good = variant_load(what, variant, err);
    for (; good && assignments && *assignments; assignments++) good = variant_set(variant, *assignments, err);
    if (good) return spec_of(variant, what, name, out, err);
    free(variant);
    return false;
}

static const char *const player_keys[] = { "name", "variant", "extends", "limit", "search", "eval", "weights", NULL };

bool player_spec_builtin_map(ConfNode *map, PlayerSpec *out, Err *err) {
    Limit limit = { 0 };
    for (const char *const *key = player_keys; *key; key++) conf_get(map, *key);
    if (!conf_check_used(map, player_keys, err)) return false;
    ConfNode *base = conf_get(map, "variant");
    if (base && conf_get(map, "extends")) return conf_error(base, err, "'variant' and 'extends' say the same; keep one");
    if (base) base->key = "extends";
    if (!limit_from_conf(conf_get(map, "limit"), &limit, err)) return false;
    Variant *variant = mem_zalloc(1, sizeof *variant);
    if (!variant_from_conf(map, variant, err)) {
        free(variant);
        return false;
    }
    const ConfNode *what = conf_get(map, "extends"), *name = conf_get(map, "name");
    Err why = { 0 };
    if (!spec_of(variant, what ? what->text : variant->name, name ? name->text : NULL, out, &why))
        return conf_error(name ? name : map, err, "%s", why.text);
    out->limit = limit;
    return true;
}
