#include "tuner/verify/proof.h"
#include <inttypes.h>
#include <string.h>
#include "engine/conf/conf.h"
#include "engine/core/rng.h"
#include "tuner/verify/values.h"

const char *const proof_stage_names[] = { [PROOF_GAIN] = "gain", [PROOF_KEEP] = "keep" };

Limit proof_longer(const Limit *limit) {
    Limit longer = *limit;
    if (limit->depth) longer.depth += 2;
    longer.nodes *= 4;
    longer.movetime_ns *= 4;
    longer.base_ns *= 4;
    longer.increment_ns *= 4;
    return longer;
}

/* A match file is put together as a tree. */

static ConfNode *node_new(ConfKind kind, const char *key, Arena *arena) {
    ConfNode *node = arena_alloc(arena, sizeof *node);
    *node = (ConfNode){ .kind = kind, .key = key, .file = "the proof's match" };
    return node;
}

static ConfNode *append(ConfNode *parent, ConfNode *child) {
    ConfNode **end = &parent->child;
    while (*end) end = &(*end)->next;
    return *end = child;
}

static void append_text(ConfNode *map, const char *key, const char *text, Arena *arena) {
    append(map, node_new(CONF_SCALAR, key, arena))->text = arena_strdup(arena, text);
}

static ConfNode *player_line(const char *line, Arena *arena) {
    ConfNode *player = node_new(CONF_SCALAR, NULL, arena);
    player->text = line;
    return player;
}

static bool add_players(const ProofPlan *plan, ConfNode *map, Arena *arena, Err *err) {
    ConfNode *list = append(map, node_new(CONF_LIST, "players", arena)), *tuned, *start;
    if (values_are_foreign(plan->tuning) && !*plan->player)
        return err_set(err, ERR_INPUT,
                       "tuning %" PRId64 " is of another engine's evaluation; say who plays with the weights and who without: --player P --against P",
                       plan->tuning->id);
    if (*plan->player) {
        tuned = player_line(plan->player, arena);
        start = player_line(plan->against, arena);
    } else if (!(tuned = values_player(plan->tuning, VALUES_TUNED, plan->variant, arena, err)) ||
               !(start = values_player(plan->tuning, VALUES_START, plan->variant, arena, err))) {
        return false;
    }
    append(list, tuned);
    append(list, start);
    return true;
}

/* "elo0=E,elo1=E" over the stage's own bounds. */
static bool add_sprt(const ProofPlan *plan, ProofStage stage, ConfNode *map, Arena *arena, Err *err) {
    static const char *const bounds[PROOF_STAGES][2] = { { "0", "5" }, { "-5", "0" } };
    ConfNode *sprt = append(map, node_new(CONF_MAP, "sprt", arena));
    append_text(sprt, "elo0", bounds[stage][0], arena);
    append_text(sprt, "elo1", bounds[stage][1], arena);
    for (const char *at = plan->sprt[stage]; *at;) {
        const size_t len = strcspn(at, ", ");
        if (!conf_set_path(map, arena_printf(arena, "sprt.%.*s", (int)len, at), arena, err)) return false;
        at += len + strspn(at + len, ", ");
    }
    return true;
}

/* 31 bits that no earlier match of this or another tuning had, and that a resumed one has again. */
static int64_t choose_seed(const ProofPlan *plan, ProofStage stage) {
    if (plan->seed) return plan->seed + stage;
    uint64_t hash = 0;
    for (const char *at = plan->tuning->uid; *at; at++) hash = rng_bits(hash, 1, (uint64_t)*at);
    return 1 + (int64_t)rng_below(hash, (uint64_t)plan->attempt, stage, INT32_MAX);
}

static bool choose_limit(const ProofPlan *plan, ProofStage stage, Buf *out, Err *err) {
    Limit limit = { 0 };
    const bool own = *plan->limit[stage];
    if (!limit_parse(own ? plan->limit[stage] : plan->limit[PROOF_GAIN], &limit, err)) return false;
    if (!own && stage == PROOF_KEEP) limit = proof_longer(&limit);
    limit_print(&limit, out);
    return true;
}

static ConfNode *make_tree(const ProofPlan *plan, ProofStage stage, Arena *arena, Err *err) {
    ConfNode *map = node_new(CONF_MAP, NULL, arena);
    Buf limit = { 0 };
    bool good = choose_limit(plan, stage, &limit, err);
    if (good) {
        append_text(map, "name", arena_printf(arena, "tuning %" PRId64 ", %s", plan->tuning->id, stage == PROOF_GAIN ? "does it gain" : "does it keep that at a longer limit"), arena);
        append_text(map, "limit", buf_text(&limit), arena);
        append_text(map, "games", arena_printf(arena, "%" PRId64, plan->games), arena);
        append_text(map, "seed", arena_printf(arena, "%" PRId64, choose_seed(plan, stage)), arena);
        append_text(map, "openings", plan->openings, arena);
        good = add_sprt(plan, stage, map, arena, err) && add_players(plan, map, arena, err);
    }
    for (int i = 0; good && plan->set && i < plan->set->count; i++) good = conf_set_path(map, plan->set->item[i], arena, err);
    buf_free(&limit);
    return good ? map : NULL;
}

bool proof_spec(const ProofPlan *plan, ProofStage stage, MatchSpec *out, Err *err) {
    Arena arena = { 0 };
    ConfNode *map = make_tree(plan, stage, &arena, err);
    const bool good = map && spec_from_conf(map, out, err);
    arena_free(&arena);
    return good;
}
