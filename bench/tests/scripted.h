/* Players for tests: they play legal moves by rote and misbehave where a script says so. */
#ifndef BENCH_TESTS_SCRIPTED_H
#define BENCH_TESTS_SCRIPTED_H
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include "bench/match/spec.h"
#include "engine/core/arena.h"
#include "engine/core/mono.h"
#include "engine/core/rng.h"
#include "engine/xq/gen.h"
#include "engine/xq/notation.h"

typedef enum {
    DO_PLAY,
    DO_ILLEGAL,
    DO_NOTHING,
    DO_RESIGN,
    DO_CRASH,
    DO_STALL,
    DO_LATE,
    DO_FAIL_NEW_GAME, /* whatever the ply */
} Deed;

typedef struct {
    const char *moves; /* "h2e2 h9g7 ...": its own moves, in order; NULL or used up: a legal one chosen by rote */
    Deed deed;
    int at_ply;    /* when the deed is done: at this many plies of the game or later */
    unsigned odds; /* of the deed being done in a game, in 16ths, drawn by seed and opening; 0: always */
    uint64_t seed; /* of the moves by rote */
    int score;     /* said at every move */
    ScoreBound bound;
    bool offers_draws;
    int sleep_us_max;   /* at the start of a game, drawn anew each time: shuffles who finishes first */
    atomic_int *starts; /* counts the players started; may be NULL */
    bool cannot_start;
} Script;

typedef struct { Player player; const Script *script; const char *next; } Scripted;

static bool scripted_new_game(Player *player, Err *err) {
    Scripted *self = (Scripted *)player;
    const Script *script = self->script;
    self->next = script->moves;
    if (script->sleep_us_max)
        mono_sleep_ns(1000 * (int64_t)rng_below((uint64_t)mono_ns(), 1, 1, (uint64_t)script->sleep_us_max));
    return script->deed != DO_FAIL_NEW_GAME || err_set(err, ERR_FAULT, "no game today");
}

static Move scripted_move(Scripted *self, const Game *game) {
    MoveList list;
    gen_legal(&game->pos, &list);
    if (self->next && *self->next) {
        char word[8] = "";
        const size_t len = strcspn(self->next, " ");
        memcpy(word, self->next, len < sizeof word ? len : sizeof word - 1);
        self->next += len + (self->next[len] == ' ');
        return move_parse_coord(word, false);
    }
    return list.move[rng_below(self->script->seed, game->pos.key, (uint64_t)game->count, (uint64_t)list.count)];
}

static void scripted_deed(const Script *script, const Game *game, const Limit *limit, Answer *answer) {
    if (script->deed == DO_PLAY || game->count < script->at_ply) return;
    if (script->odds && rng_below(script->seed, game_key(game, game->count > 0), 1, 16) >= script->odds) return;
    static const Fault faults[] = { [DO_CRASH] = FAULT_CRASH, [DO_STALL] = FAULT_STALL };
    switch (script->deed) {
    case DO_ILLEGAL: answer->move = mv_make(0, 89); break;
    case DO_NOTHING: answer->move = MOVE_NONE; break;
    case DO_RESIGN: answer->resigns = true; break;
    case DO_LATE: answer->time_ns = limit->movetime_ns + limit->base_ns + limit->margin_ns + 1; break;
    case DO_CRASH:
    case DO_STALL:
        answer->move = MOVE_NONE;
        answer->fault = faults[script->deed];
        strcpy(answer->note, "as scripted");
        break;
    default: break;
    }
}

static void scripted_go(Player *player, const Game *game, const Limit *limit, const ClockState *clock, Answer *answer) {
    Scripted *self = (Scripted *)player;
    const Script *script = self->script;
    (void)clock;
    *answer = (Answer){
        .score = script->score, .bound = script->bound, .offers_draw = script->offers_draws, .depth = 1, .nodes = 10
    };
    answer->move = scripted_move(self, game);
    scripted_deed(script, game, limit, answer);
}

static void scripted_stop(Player *player) { (void)player; }
static void scripted_delete(Player *player) { free(player); }

static Player *scripted_start(const PlayerSpec *spec, Err *err) {
    static const PlayerKind kind = { .new_game = scripted_new_game, .go = scripted_go, .stop = scripted_stop, .delete = scripted_delete };
    const Script *script = spec->source;
    if (script->cannot_start) {
        err_set(err, ERR_SYSTEM, "it cannot start");
        return NULL;
    }
    if (script->starts) atomic_fetch_add(script->starts, 1);
    Scripted *self = mem_zalloc(1, sizeof *self);
    self->player.kind = &kind;
    strcpy(self->player.name, spec->name);
    self->script = script;
    return &self->player;
}

/* A match of these scripts, at depth=1, by the asian rules, at most 60 plies a game. Free with spec_free. */
static MatchSpec scripted_match(const Script *scripts, int count, int games) {
    MatchSpec spec = { .name = "scripted",
                       .format = count > 2 ? FORMAT_ROUND_ROBIN : FORMAT_PAIRS,
                       .games = games,
                       .seed = 3,
                       .opening_order = ORDER_RANDOM,
                       .limit = { .depth = 1 },
                       .max_faults = 1000,
                       .adjudication = { .win_score = 900, .draw_score = 10, .max_plies = 60 } };
    rule_set_find("asian", &spec.rules);
    spec.player_count = count;
    spec.player = mem_zalloc((size_t)count, sizeof *spec.player);
    for (int i = 0; i < count; i++) {
        PlayerSpec *player = &spec.player[i];
        player->name[0] = (char)('A' + i);
        player->what = mem_strdup(player->name);
        player->resolved = mem_strdup("scripted\n");
        player->start = scripted_start;
        player->source = (void *)&scripts[i];
        player->deterministic = true;
    }
    return spec;
}
#endif
