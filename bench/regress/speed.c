#include "bench/regress/speed.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "bench/regress/gate_internal.h"
#include "bench/regress/signature.h"
#include "engine/core/mono.h"

enum { SAMPLES_MIN = 12, SAMPLES_MAX = 100000 };

/* One side of the comparison. */
typedef struct {
    Player *player;
    double slow_down;
    double *cost; /* by sample: CPU time a node, or a search */
    int64_t spent_ns;
    uint64_t nodes;
} Contestant;

typedef struct {
    Contestant side[2];
    Game *game; /* by position, games of them */
    int games;
    const Limit *limit;
    int cap;    /* room for samples */
    bool by_node;
    SpeedResult *result;
} Contest;

/* What a player has cost so far, here and in its own process. */
static int64_t cost_ns(Player *player) { return cpu_thread_ns() + (player->kind->cpu_ns ? player->kind->cpu_ns(player) : 0); }

static void waste(int64_t ns) {
    const int64_t end_ns = cpu_thread_ns() + ns;
    while (cpu_thread_ns() < end_ns) continue;
}

static bool search(Contest *contest, Contestant *side, const Game *game, Err *err) {
    Player *player = side->player;
    const ClockState clock = { 0 };
    Answer answer;
    if (!player->kind->new_game(player, err)) return false;
    const int64_t before_ns = cost_ns(player);
    player->kind->go(player, game, contest->limit, &clock, &answer);
    if (side->slow_down > 0) waste((int64_t)((double)(cost_ns(player) - before_ns) * side->slow_down / 100));
    side->spent_ns += cost_ns(player) - before_ns;
    side->nodes += answer.nodes;
    contest->by_node = contest->by_node && answer.nodes > 0;
    if (answer.fault == FAULT_NONE) return true;
    contest->result->faulty = player->name;
    memcpy(contest->result->note, answer.note, sizeof answer.note);
    return true;
}

/* Every position by both; who begins changes with position and sample. */
static bool take_sample(Contest *contest, int number, Err *err) {
    for (int i = 0; i < 2; i++) contest->side[i].spent_ns = 0, contest->side[i].nodes = 0;
    for (int k = 0; k < contest->games; k++)
        for (int turn = 0; turn < 2; turn++) {
            if (!search(contest, &contest->side[(number + k + turn) & 1], &contest->game[k], err)) return false;
            if (contest->result->faulty) return true;
        }
    return true;
}

static void keep_sample(Contest *contest, int number) {
    if (number == contest->cap) {
        contest->cap = contest->cap ? 2 * contest->cap : 64;
        for (int i = 0; i < 2; i++)
            contest->side[i].cost = mem_realloc(contest->side[i].cost, (size_t)contest->cap * sizeof(double));
    }
    for (int i = 0; i < 2; i++) {
        const Contestant *side = &contest->side[i];
        const double work = contest->by_node ? (double)side->nodes : 1;
        side->cost[number] = (double)(side->spent_ns > 0 ? side->spent_ns : 1) / work;
    }
}

static bool look(const Contest *contest, const SpeedSpec *spec, int samples, SpeedResult *out, Err *err) {
    const BootstrapSpec how = { .seed = (uint64_t)spec->seed, .level = spec->level };
    out->samples = samples;
    out->by_node = contest->by_node;
    if (!bootstrap_ratio(contest->side[0].cost, contest->side[1].cost, (size_t)samples, &how, &out->ratio, err)) return false;
    out->narrow = 100 * (out->ratio.high - out->ratio.low) < spec->width;
    return true;
}

static bool sample(Contest *contest, const SpeedSpec *spec, const atomic_bool *stop, SpeedResult *out, Err *err) {
    const int64_t end_ns = mono_ns() + (int64_t)(spec->seconds * 1e9);
    int samples = 0, next_look = SAMPLES_MIN;
    if (!take_sample(contest, 0, err)) return false; /* warms caches and clocks up, and is forgotten */
    while (!out->faulty && !out->narrow && samples < SAMPLES_MAX) {
        if (stop && atomic_load(stop)) return err_set(err, ERR_INTERRUPTED, "interrupted while speed was compared");
        if (!take_sample(contest, samples, err)) return false;
        if (out->faulty) break;
        keep_sample(contest, samples++);
        const bool over = mono_ns() >= end_ns;
        if (samples < next_look && !over) continue;
        if (!look(contest, spec, samples, out, err)) return false;
        next_look = samples + samples / 4 + 1;
        if (over) break;
    }
    return true;
}

/* So many of the positions, evenly spread. */
static void set_up_games(Contest *contest, const Openings *positions, int64_t wanted) {
    const uint32_t count = wanted < positions->count ? (uint32_t)wanted : positions->count;
    contest->game = mem_zalloc(count, sizeof *contest->game);
    contest->games = (int)count;
    for (uint32_t i = 0; i < count; i++)
        opening_set_up(&positions->item[(uint64_t)i * positions->count / count], &contest->game[i]);
}

bool speed_compare(const PlayerSpec *first, const PlayerSpec *second, const Openings *positions, const SpeedSpec *spec, double slow_down,
                   const atomic_bool *stop, SpeedResult *out, Err *err) {
    Contest contest = { .limit = &spec->limit, .by_node = true, .result = out };
    *out = (SpeedResult){ .ratio = { NAN, NAN, NAN } };
    contest.side[0] = (Contestant){ .player = player_new(first, err), .slow_down = slow_down };
    if (contest.side[0].player) contest.side[1].player = player_new(second, err);
    bool good = contest.side[1].player != NULL;
    if (good) {
        set_up_games(&contest, positions, spec->positions);
        good = sample(&contest, spec, stop, out, err);
    }
    for (int i = 0; i < contest.games; i++) game_free(&contest.game[i]);
    free(contest.game);
    if (out->faulty) out->faulty = out->faulty == contest.side[0].player->name ? first->name : second->name;
    for (int i = 0; i < 2; i++) {
        player_delete(contest.side[i].player);
        free(contest.side[i].cost);
    }
    return good;
}

SpeedVerdict speed_verdict(const SpeedResult *result, const SpeedSpec *spec) {
    const double bound = 1 + spec->threshold / 100;
    if (isnan(result->ratio.low)) return SPEED_UNCLEAR;
    if (result->ratio.low > bound) return SPEED_SLOWER;
    return result->narrow || result->ratio.high < bound ? SPEED_HELD : SPEED_UNCLEAR;
}

static void add_finding(const Gate *gate, const SpeedResult *result) {
    static const FindingState states[] = {
        [SPEED_HELD] = FINDING_HELD, [SPEED_SLOWER] = FINDING_REGRESSED, [SPEED_UNCLEAR] = FINDING_INCONCLUSIVE,
    };
    const SpeedSpec *spec = &gate->baseline->speed;
    const SpeedVerdict verdict = speed_verdict(result, spec);
    Buf text = { 0 };
    buf_addf(&text, "CPU time a %s %+.2f %% [%+.2f, %+.2f] against %s, %g %% interval of %d paired samples; more than %g %% is regressed",
             result->by_node ? "node" : "search", 100 * (result->ratio.value - 1), 100 * (result->ratio.low - 1),
             100 * (result->ratio.high - 1), gate->run->against->name, 100 * spec->level, result->samples, spec->threshold);
    if (verdict == SPEED_UNCLEAR) buf_addf(&text, "; too wide to tell after %g s, try speed.seconds=%g", spec->seconds, 4 * spec->seconds);
    Finding *finding = findings_add(gate->findings, "speed", states[verdict], &text, NULL);
    finding->measured = true;
    finding->unit = "ratio of CPU time";
    finding->value = result->ratio.value;
    finding->before = 1;
    buf_free(&text);
}

static void add_fault(const Gate *gate, const SpeedResult *result) {
    const bool own = result->faulty == gate->run->player->name;
    Buf text = { 0 };
    buf_addf(&text, "%s failed while speed was compared%s%s", result->faulty, *result->note ? ": " : "", result->note);
    findings_add(gate->findings, "speed", own ? FINDING_FAULTY : FINDING_INCONCLUSIVE, &text, NULL);
    buf_free(&text);
}

bool speed_check(const Gate *gate, Err *err) {
    const SpeedSpec *spec = &gate->baseline->speed;
    SpeedResult result;
    Openings positions;
    if (!openings_load(spec->suite, 0, &positions, err)) return false;
    const bool good = speed_compare(gate->run->player, gate->run->against, &positions, spec, gate->run->slow_down, gate->run->stop, &result, err);
    openings_free(&positions);
    if (good && result.faulty) add_fault(gate, &result);
    else if (good) add_finding(gate, &result);
    return good;
}
