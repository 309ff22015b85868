#include "tuner/spsa/preflight.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "engine/core/fnv.h"
#include "engine/core/mono.h"
#include "engine/xq/fen.h"
#include "engine/xq/game.h"

enum { EVERY_PLIES = 9, PAIRS_MIN = 8, PAIRS_MAX = 64 };

/* What the games of the trial leave behind. Written under the lock of the games. */
typedef struct {
    Pos position[PREFLIGHT_POSITIONS];
    int positions;
    uint64_t moves[2 * PAIRS_MAX]; /* hashes of the games: opening and moves */
    int games;
} Trial;

/* Positions on the way, so many plies from each other; few from each game. */
static void keep_positions(Trial *trial, const PairRecord *pair, const GameRecord *game) {
    Pos pos;
    Undo undo;
    if (!fen_parse(pair->start_fen, &pos, NULL)) return;
    for (int i = 0; i < pair->opening_count; i++) pos_make(&pos, pair->opening_move[i], &undo);
    for (int i = 0, kept = 0; i < game->count && kept < 3; i++) {
        pos_make(&pos, game->move[i].move, &undo);
        if (i % EVERY_PLIES != EVERY_PLIES - 1 || i + 1 == game->count) continue;
        if (trial->positions == PREFLIGHT_POSITIONS) return;
        trial->position[trial->positions++] = pos;
        kept++;
    }
}

static bool keep_pair(void *context, int iteration, const PairRecord *pair, Err *err) {
    Trial *trial = context;
    (void)iteration;
    (void)err;
    for (int leg = 0; leg < 2; leg++) {
        const GameRecord *game = &pair->game[leg];
        uint64_t hash = fnv_add(FNV_START, &pair->opening, sizeof pair->opening);
        for (int i = 0; i < game->count; i++) hash = fnv_add(hash, &game->move[i].move, sizeof game->move[i].move);
        if (trial->games < 2 * PAIRS_MAX) trial->moves[trial->games++] = hash;
        if (leg == 0) keep_positions(trial, pair, game);
    }
    return true;
}

static int count_distinct(const Trial *trial) {
    int distinct = 0;
    for (int i = 0; i < trial->games; i++) {
        int k = 0;
        while (k < i && trial->moves[k] != trial->moves[i]) k++;
        distinct += k == i;
    }
    return distinct;
}

static bool play_trial(const SpsaGamesSpec *spec, Trial *trial, Preflight *out, Err *err) {
    const int wanted = 2 * (int)spec->spsa->rules.gains.batch;
    SpsaTask task;
    SpsaOutcome outcome;
    const int64_t began_ns = mono_ns();
    SpsaGames *games = spsa_games_new(spec, err);
    if (!games) return false;
    spsa_propose(spec->spsa, 0, &task);
    task.pairs = wanted < PAIRS_MIN ? PAIRS_MIN : wanted > PAIRS_MAX ? PAIRS_MAX : wanted;
    const SpsaPlayers players = spsa_games_players(games);
    const bool good = players.submit(players.context, &task, err) && players.collect(players.context, &task, &outcome, err);
    spsa_games_delete(games);
    if (good) {
        out->games_a_second = 2.0 * task.pairs / ((double)(mono_ns() - began_ns) / 1e9);
        out->pairs = task.pairs;
        out->twins = (int)outcome.twins;
        out->games = trial->games;
        out->distinct = count_distinct(trial);
        out->positions = trial->positions;
    }
    spsa_task_free(&task);
    return good;
}

static bool set_value(Player *player, const SpsaParam *param, double value, Err *err) {
    char text[32];
    snprintf(text, sizeof text, "%.10g", value);
    return player->kind->set(player, param->spec.name, text, err);
}

static void ask(Player *player, const Pos *pos, const Limit *limit, Answer *answer, Err *err) {
    const ClockState clock = { .own_ns = limit->base_ns, .other_ns = limit->base_ns, .own_increment_ns = limit->increment_ns,
                               .other_increment_ns = limit->increment_ns };
    Game game = { 0 };
    *answer = (Answer){ 0 };
    if (!player->kind->new_game(player, err)) return;
    game_init(&game, pos);
    player->kind->go(player, &game, limit, &clock, answer);
    game_free(&game);
}

/* Both sides of one parameter, all others at their start. */
static bool try_param(Player *const side[2], const SpsaParam *param, const Trial *trial, const Limit *limit, PreflightParam *out, Err *err) {
    const SpsaParamSpec *spec = &param->spec;
    Err failed = { 0 };
    const double up = fmin(spec->start + ceil(spec->c), spec->max), down = fmax(spec->start - ceil(spec->c), spec->min);
    if (!set_value(side[0], param, up, err) || !set_value(side[1], param, down, err)) return false;
    for (int i = 0; i < trial->positions && failed.kind == ERR_NONE; i++) {
        Answer a, b;
        ask(side[0], &trial->position[i], limit, &a, &failed);
        ask(side[1], &trial->position[i], limit, &b, &failed);
        out->moves += a.move != b.move;
        out->answers += a.move != b.move || a.score != b.score || a.depth != b.depth || a.nodes != b.nodes ||
                        memcmp(a.counter, b.counter, sizeof a.counter) != 0;
    }
    if (failed.kind != ERR_NONE) return err_set(err, failed.kind, "%s: %s", spec->name, failed.text);
    return set_value(side[0], param, spec->start, err) && set_value(side[1], param, spec->start, err);
}

static bool try_params(const SpsaGamesSpec *spec, const Trial *trial, Preflight *out, Err *err) {
    Player *side[2] = { player_new(&spec->match->player[0], err), NULL };
    side[1] = side[0] ? player_new(&spec->match->player[1], err) : NULL;
    bool good = side[0] && side[1];
    for (int i = 0; good && i < spec->spsa->count; i++)
        good = set_value(side[0], &spec->spsa->param[i], spec->spsa->param[i].spec.start, err) &&
               set_value(side[1], &spec->spsa->param[i], spec->spsa->param[i].spec.start, err);
    for (int i = 0; good && i < spec->spsa->count; i++) {
        if (spec->stop && atomic_load(spec->stop)) good = err_set(err, ERR_INTERRUPTED, "interrupted");
        else if (!spsa_is_frozen(&spec->spsa->param[i]))
            good = try_param(side, &spec->spsa->param[i], trial, spec_limit(spec->match, 0), &out->param[i], err);
    }
    player_delete(side[0]);
    player_delete(side[1]);
    return good;
}

bool preflight_run(const SpsaConfig *config, const Openings *openings, const Spsa *spsa, int jobs, const atomic_bool *stop, Preflight *out, Err *err) {
    Trial *trial = mem_zalloc(1, sizeof *trial);
    const SpsaGamesSpec spec = { .match = &config->match, .openings = openings, .spsa = spsa, .jobs = jobs, .stop = stop, .pair = keep_pair, .context = trial };
    *out = (Preflight){ .params = spsa->count, .param = mem_zalloc((size_t)spsa->count + 1, sizeof *out->param) };
    const bool good = play_trial(&spec, trial, out, err) && try_params(&spec, trial, out, err);
    free(trial);
    if (!good) preflight_free(out);
    return good;
}

/* Parameters whose c changes nothing; of many the first ones and their number, so that the sentence around them stays whole. */
static void list_idle(const Preflight *preflight, const Spsa *spsa, Buf *out) {
    enum { NAMES_SIZE = 300 };
    int more = 0;
    for (int i = 0; i < preflight->params; i++) {
        const char *name = spsa->param[i].spec.name;
        if (spsa_is_frozen(&spsa->param[i]) || preflight->param[i].answers) continue;
        if (more || out->len + strlen(name) > NAMES_SIZE) more++;
        else buf_addf(out, "%s%s", out->len ? ", " : "", name);
    }
    if (more) buf_addf(out, " and %d more", more);
}

bool preflight_check(const Preflight *preflight, const Spsa *spsa, Err *err) {
    Buf idle = { 0 };
    list_idle(preflight, spsa, &idle);
    bool good = true;
    if (idle.len)
        good = err_set(err, ERR_INPUT, "in %d positions c changes no answer for %s: is it switched off? Freeze it, enlarge its c, or set preflight: off",
                       preflight->positions, idle.text);
    else if (2 * preflight->distinct < preflight->games)
        good = err_set(err, ERR_INPUT, "of %d games only %d are different: there are too few openings (or set preflight: off)", preflight->games,
                       preflight->distinct);
    else if (2 * preflight->twins > preflight->pairs)
        good = err_set(err, ERR_INPUT, "in %d of %d pairs both sides played the same moves: c is too small (or set preflight: off)", preflight->twins,
                       preflight->pairs);
    buf_free(&idle);
    return good;
}

void preflight_free(Preflight *preflight) {
    free(preflight->param);
    *preflight = (Preflight){ 0 };
}
