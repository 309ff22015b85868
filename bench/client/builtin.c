/* Builtin players: a search session in this process, the same one that the protocol server drives. */
#include <stdlib.h>
#include <string.h>
#include "bench/client/tunables.h"
#include "bench/proc/proc.h"
#include "engine/core/mono.h"
#include "engine/search/session.h"

_Static_assert((int)COUNTER_COUNT <= (int)PLAYER_COUNTERS_MAX, "an answer has room for every counter of the search");
_Static_assert((int)SCORE_MATE == (int)ANSWER_MATE && (int)SCORE_MATE_MIN == (int)ANSWER_MATE_MIN,
               "search and answers count mates alike");
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
        .nodestime = limit->nodestime,
    };
}

/* What a search has found so far, or in the end. */
static void fill_answer(int score, Bound bound, int depth, int seldepth, const Counters *counters, Answer *answer) {
    answer->score = score;
    answer->bound = (ScoreBound)bound;
    answer->depth = depth;
    answer->seldepth = seldepth;
    answer->nodes = counters->nodes;
    memcpy(answer->counter, counters, sizeof *counters);
}

static void tell_iteration(void *context, const SearchInfo *info) {
    const PlayerListener *listener = context;
    Answer answer = { .move = info->pv_len ? info->pv[0] : MOVE_NONE, .time_ns = info->time_ns };
    fill_answer(info->score, info->bound, info->depth, info->seldepth, &info->counters, &answer);
    listener->iteration(listener->context, &answer);
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
    const Listener listener = { .context = (void *)player->listener, .iteration = tell_iteration };
    SearchResult result;
    const bool timed = limit_is_timed(limit);
    const int64_t waited_ns = timed ? proc_own_share().waited_ns : 0;
    const int64_t asked_ns = mono_ns();
    session_go(self->session, &limits, player->listener ? &listener : NULL, &result);
    answer->time_ns = mono_ns() - asked_ns;
    if (timed) answer->held_up_ns = proc_own_share().waited_ns - waited_ns;
    if (answer->held_up_ns > player_most_excused_ns) answer->held_up_ns = player_most_excused_ns;
    answer->move = result.best;
    fill_answer(result.score, result.bound, result.depth, result.seldepth, &result.counters, answer);
}

static void explain_terms(const Variant *variant, const Pos *pos, int side, Explanation *out) {
    Trace trace;
    const int phase = eval_phase(pos), sign = side == RED ? 1 : -1;
    eval_trace(pos, &variant->eval, &trace);
    for (out->terms = 0; out->terms < term_count && out->terms < EXPLAIN_TERMS_MAX; out->terms++) {
        const Term *term = &terms[out->terms];
        double sum = 0;
        for (int i = term->first; i < term->first + term->count; i++)
            sum += trace.flat[i] *
                   (double)(variant->weights.flat[i].mg * phase + variant->weights.flat[i].eg * (PHASE_MAX - phase));
        out->term[out->terms] =
            (ExplainTerm){ .name = term->name, .group = term->group, .value = sign * sum / PHASE_MAX };
    }
}

static void builtin_explain(Player *player, const Game *game, const Limit *limit, const Move *only, int count,
                            Explanation *out) {
    Builtin *self = (Builtin *)player;
    Err err = { 0 };
    *out = (Explanation){ 0 };
    if (!follow(self, game, &err)) return;
    const ClockState no_clock = { 0 };
    SearchLimits limits = search_limits(limit, &no_clock);
    limits.root_moves = only;
    limits.root_move_count = count;
    SearchResult result;
    session_new_game(self->session);
    session_go(self->session, &limits, NULL, &result);
    Pos pos = game->pos;
    for (; out->count < result.pv_len && out->count < EXPLAIN_LINE_MAX; out->count++) {
        Undo undo;
        out->move[out->count] = result.pv[out->count];
        pos_make(&pos, result.pv[out->count], &undo);
    }
    out->score = result.score;
    out->depth = result.depth;
    explain_terms(session_variant(self->session), &pos, game->pos.side, out);
}

static void builtin_stop(Player *player) { session_stop(((Builtin *)player)->session); }

static void builtin_delete(Player *player) {
    Builtin *self = (Builtin *)player;
    session_delete(self->session);
    free(self->move);
    free(self);
}

static bool builtin_set(Player *player, const char *name, const char *value, Err *err) {
    return session_set(((Builtin *)player)->session, name, value, err);
}

static const PlayerKind builtin_kind = {
    .new_game = builtin_new_game, .go = builtin_go, .stop = builtin_stop, .delete = builtin_delete,
    .explain = builtin_explain,
    .in_process = true,
    .set = builtin_set,
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

/* Value-changing options whose outcome is a matter of position and depth alone, whatever the order and the windows. */
static bool is_order_free(const OptRow *row) {
    static const char *const names[] = { "quiescence", "quiescence_evasions", "quiescence_checks", "quiescence_see", "check_extension",
                                         "one_reply_extension" };
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (!strcmp(row->name, names[i])) return true;
    return false;
}

/* Do the options leave the value a matter of position and depth alone? Table entries of quiescence mix searches that
 * had different numbers of checks behind them. */
static bool has_pure_value(const SearchOptions *options) {
    if (options->algorithm == ALGORITHM_MCTS) return false;
    if (options->quiescence && options->tt && options->quiescence_tt) return false;
    for (size_t i = 0; i < search_options.count; i++) {
        const OptRow *row = &search_options.rows[i];
        if ((row->flags & OPT_CHANGES_VALUE) && !is_order_free(row) && search_option_takes_effect(row, options) && search_option_is_on(row, options)) return false;
    }
    return true;
}

static bool same_order_free(const SearchOptions *a, const SearchOptions *b) {
    for (size_t i = 0; i < search_options.count; i++) {
        const OptRow *row = &search_options.rows[i];
        if (!is_order_free(row)) continue;
        Buf one = { 0 }, other = { 0 };
        if (search_option_takes_effect(row, a)) opt_get(row, a, &one);
        if (search_option_takes_effect(row, b)) opt_get(row, b, &other);
        const bool same = !strcmp(buf_text(&one), buf_text(&other));
        buf_free(&one);
        buf_free(&other);
        if (!same) return false;
    }
    return true;
}

bool player_spec_same_value(const PlayerSpec *a, const PlayerSpec *b) {
    if (a->start != builtin_start || b->start != builtin_start) return false;
    const Variant *one = a->source, *other = b->source;
    return has_pure_value(&one->search) && has_pure_value(&other->search) && same_order_free(&one->search, &other->search) &&
           !memcmp(&one->eval, &other->eval, sizeof one->eval) && !memcmp(&one->weights, &other->weights, sizeof one->weights);
}

/* The specification of a player with this variant, which it owns from now on. */
static bool spec_of(Variant *variant, const char *what, const char *name, PlayerSpec *out, Err *err) {
    PlayerSpec spec = { .start = builtin_start, .tunables = builtin_tunables, .source = variant, .source_free = free, .deterministic = true,
                        .depth_max = DEPTH_MAX };
    if (!player_spec_set_name(&spec, name ? name : variant->name, err)) {
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

bool player_spec_builtin(const char *what, const char *name, const char *const *assignments, PlayerSpec *out,
                         Err *err) {
    Variant *variant = mem_zalloc(1, sizeof *variant);
    bool good = variant_load(what, variant, err);
    for (; good && assignments && *assignments; assignments++) good = variant_set(variant, *assignments, err);
    if (good) return spec_of(variant, what, name, out, err);
    free(variant);
    return false;
}

static const char *const player_keys[] = { "name", "variant", "extends", "limit", "search", "eval", "weights", "prior_weights", NULL };

bool player_spec_builtin_map(ConfNode *map, PlayerSpec *out, Err *err) {
    Limit limit = { 0 };
    for (const char *const *key = player_keys; *key; key++) conf_get(map, *key);
    if (!conf_check_used(map, player_keys, err)) return false;
    ConfNode *base = conf_get(map, "variant");
    if (base && conf_get(map, "extends"))
        return conf_error(base, err, "'variant' and 'extends' say the same; keep one");
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
