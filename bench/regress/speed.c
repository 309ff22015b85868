#include "bench/regress/speed.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "bench/regress/signature.h"
#include "engine/core/mono.h"

enum { SAMPLES_MIN = 12, SAMPLES_MAX = 100000, ROUNDS = 3 };

/* What has been spent so far. */
typedef struct {
    int64_t cpu_ns;
    uint64_t instructions;
} Spent;

typedef struct {
    PlayerSpec spec; /* the caller's, with a meter; not to be freed */
    Player *player;
    double slow_down;
    SpeedCost now; /* of the sample that is being taken */
} Contestant;

typedef struct {
    const SpeedRun *run;
    Contestant side[2];
    Game *game; /* by position, games of them */
    int games;
    Meter meter;  /* of this thread */
    bool counted; /* all counters have worked so far */
    int cap;      /* room for samples */
    int starts;   /* of both players */
    int64_t started_ns, start_ns; /* when they were started last, and how long that took */
    const char *faulty;
    char note[PLAYER_NOTE_SIZE];
} Contest;

/* Of this thread. */
static Spent spent_here(const Contest *contest) {
    Spent spent = { .cpu_ns = cpu_thread_ns() };
    meter_read(&contest->meter, &spent.instructions);
    return spent;
}

/* For a player: what waiting for another process costs here is time that its answers take, but no instruction of its. */
static Spent spent_by(Contest *contest, Player *player) {
    Spent spent = { .cpu_ns = cpu_thread_ns() + (player->kind->cpu_ns ? player->kind->cpu_ns(player) : 0) };
    const bool good = player->kind->metered ? player->kind->metered(player, &spent.instructions)
                                            : meter_read(&contest->meter, &spent.instructions);
    contest->counted &= good;
    return spent;
}

static void add(SpeedCost *cost, const Spent *before, const Spent *after) {
    cost->cpu_ns += (double)(after->cpu_ns - before->cpu_ns);
    cost->instructions += (double)(after->instructions - before->instructions);
}

/* Spend so much more of what is compared. */
static void waste(const Contest *contest, Contestant *side, const SpeedCost *search) {
    const Spent before = spent_here(contest);
    const double more_ns = search->cpu_ns * side->slow_down / 100, more = search->instructions * side->slow_down / 100;
    SpeedCost wasted = { 0 };
    while (contest->counted ? wasted.instructions < more : wasted.cpu_ns < more_ns) {
        const Spent now = spent_here(contest);
        wasted = (SpeedCost){ 0 };
        add(&wasted, &before, &now);
    }
    side->now.cpu_ns += wasted.cpu_ns;
    side->now.instructions += wasted.instructions;
}

static bool search(Contest *contest, Contestant *side, const Game *game, Err *err) {
    Player *player = side->player;
    const ClockState clock = { 0 };
    Answer answer;
    SpeedCost cost = { 0 };
    if (!player->kind->new_game(player, err)) return false;
    const Spent before = spent_by(contest, player);
    player->kind->go(player, game, &contest->run->spec->limit, &clock, &answer);
    const Spent after = spent_by(contest, player);
    add(&cost, &before, &after);
    side->now.cpu_ns += cost.cpu_ns;
    side->now.instructions += cost.instructions;
    side->now.nodes += (double)answer.nodes;
    contest->counted &= cost.instructions > 0;
    if (side->slow_down > 0) waste(contest, side, &cost);
    if (answer.fault == FAULT_NONE) return true;
    contest->faulty = side->spec.name;
    memcpy(contest->note, answer.note, sizeof answer.note);
    return true;
}

/* Every position by each of the players, turn by turn; who begins changes with position and sample. */
static bool take_sample(Contest *contest, int players, int number, Err *err) {
    for (int i = 0; i < players; i++) contest->side[i].now = (SpeedCost){ 0 };
    for (int k = 0; k < contest->games; k++)
        for (int turn = 0; turn < players; turn++) {
            if (!search(contest, &contest->side[(number + k + turn) % players], &contest->game[k], err)) return false;
            if (contest->faulty) return true;
        }
    return true;
}

/* Start the players anew, the other one first. */
static bool start(Contest *contest, int players, Err *err) {
    const int64_t began_ns = mono_ns();
    for (int i = 0; i < players; i++) {
        player_delete(contest->side[i].player);
        contest->side[i].player = NULL;
    }
    for (int i = 0; i < players; i++) {
        Contestant *side = &contest->side[(i + contest->starts) % players];
        if (!(side->player = player_new(&side->spec, err))) return false;
    }
    contest->starts++;
    contest->started_ns = mono_ns();
    contest->start_ns = contest->started_ns - began_ns;
    return true;
}

/* Where a player's memory happens to lie makes it faster or slower by per cents for as long as it runs (4 % was seen), which no
 * number of samples would show. So they are started anew for every sample, in turn, unless that took more time than sampling. */
static bool restart(Contest *contest, Err *err) {
    return mono_ns() - contest->started_ns < contest->start_ns || start(contest, 2, err);
}

static void keep_sample(Contest *contest, SpeedResult *out) {
    if (out->samples == contest->cap) {
        contest->cap = contest->cap ? 2 * contest->cap : 64;
        for (int i = 0; i < 2; i++) out->cost[i] = mem_realloc(out->cost[i], (size_t)contest->cap * sizeof *out->cost[i]);
    }
    for (int i = 0; i < 2; i++) out->cost[i][out->samples] = contest->side[i].now;
    out->samples++;
}

/* Of every sample, or not at all. */
static bool all_have(const SpeedResult *result, size_t member) {
    for (int i = 0; i < result->samples; i++)
        for (int side = 0; side < 2; side++)
            if (*(const double *)((const char *)&result->cost[side][i] + member) <= 0) return false;
    return true;
}

static double compared(const SpeedResult *result, int side, int sample) {
    const SpeedCost *cost = &result->cost[side][sample];
    const double spent = result->counted ? cost->instructions : cost->cpu_ns > 0 ? cost->cpu_ns : 1;
    return result->by_node ? spent / cost->nodes : spent;
}

/* Are there samples enough for the level? Of n samples all lie on one side of what they scatter about with a chance of
 * 2^(1-n), however their interval is made. */
static bool suffices(const SpeedSpec *spec, int samples) {
    return exp2(1 - samples) <= 1 - spec->level;
}

bool speed_estimate(const SpeedSpec *spec, SpeedResult *result, Err *err) {
    const BootstrapSpec how = { .seed = (uint64_t)spec->seed, .level = spec->level };
    const size_t samples = (size_t)result->samples;
    double *new = mem_zalloc(samples, sizeof *new), *old = mem_zalloc(samples, sizeof *old);
    result->counted = spec->counter != SPEED_CPU_TIME && all_have(result, offsetof(SpeedCost, instructions));
    result->by_node = all_have(result, offsetof(SpeedCost, nodes));
    for (int i = 0; i < result->samples; i++) {
        new[i] = compared(result, 0, i);
        old[i] = compared(result, 1, i);
    }
    const bool good = bootstrap_ratio(new, old, samples, &how, &result->ratio, err);
    if (good) result->few = !suffices(spec, result->samples);
    if (good) result->narrow = !result->few && 100 * (result->ratio.high - result->ratio.low) < spec->width;
    free(new);
    free(old);
    return good;
}

static bool is_stopped(const SpeedRun *run, Err *err) {
    return run->stop && atomic_load(run->stop) && !err_set(err, ERR_INTERRUPTED, "interrupted while speed was compared");
}

static bool sample(Contest *contest, SpeedResult *out, Err *err) {
    const SpeedSpec *spec = contest->run->spec;
    const int64_t end_ns = mono_ns() + (int64_t)(spec->seconds * 1e9);
    int next_look = SAMPLES_MIN;
    if (!take_sample(contest, 2, 0, err)) return false; /* warms caches and clocks up, and is forgotten */
    while (!contest->faulty && !out->narrow && out->samples < SAMPLES_MAX) {
        if (is_stopped(contest->run, err) || !restart(contest, err) || !take_sample(contest, 2, out->samples, err)) return false;
        if (contest->faulty) break;
        if (!contest->counted) /* once lost, never compared */
            contest->side[0].now.instructions = contest->side[1].now.instructions = 0;
        keep_sample(contest, out);
        const bool over = mono_ns() >= end_ns;
        if (out->samples < next_look && !over) continue;
        if (!speed_estimate(spec, out, err)) return false;
        next_look = out->samples + out->samples / 4 + 1;
        if (over) break;
    }
    return true;
}

/* So many of the positions, evenly spread. */
static void set_up_games(Contest *contest) {
    const Openings *positions = contest->run->positions;
    const int64_t wanted = contest->run->spec->positions;
    const uint32_t count = wanted < positions->count ? (uint32_t)wanted : positions->count;
    contest->game = mem_zalloc(count, sizeof *contest->game);
    contest->games = (int)count;
    for (uint32_t i = 0; i < count; i++) opening_set_up(&positions->item[(uint64_t)i * positions->count / count], &contest->game[i]);
}

/* Players and games; *why tells why nothing is counted, if so. */
static bool set_up(Contest *contest, const SpeedRun *run, int players, Err *why, Err *err) {
    *contest = (Contest){ .run = run };
    contest->counted = run->spec->counter != SPEED_CPU_TIME && meter_open(run->meter, 0, &contest->meter, why);
    if (run->spec->counter == SPEED_INSTRUCTIONS && !contest->counted)
        return err_set(err, ERR_INPUT, "speed: counter: %s; 'auto' compares CPU time then", why->text);
    contest->side[0].slow_down = run->slow_down;
    for (int i = 0; i < players; i++) {
        contest->side[i].spec = i ? *run->second : *run->first;
        contest->side[i].spec.meter = run->spec->counter == SPEED_CPU_TIME ? METER_NONE : run->meter;
    }
    set_up_games(contest);
    return start(contest, players, err);
}

static void clear(Contest *contest) {
    for (int i = 0; i < contest->games; i++) game_free(&contest->game[i]);
    free(contest->game);
    for (int i = 0; i < 2; i++) player_delete(contest->side[i].player);
    meter_close(&contest->meter);
}

bool speed_compare(const SpeedRun *run, SpeedResult *out, Err *err) {
    Contest contest;
    Err why = { 0 };
    *out = (SpeedResult){ .ratio = { NAN, NAN, NAN } };
    const bool good = set_up(&contest, run, 2, &why, err) && sample(&contest, out, err);
    if (contest.faulty) {
        out->faulty = contest.faulty == contest.side[0].spec.name ? run->first->name : run->second->name;
        memcpy(out->note, contest.note, sizeof out->note);
    }
    clear(&contest);
    return good;
}

bool speed_measure(const SpeedRun *run, SpeedFigure *out, Err *err) {
    Contest contest;
    Err why = { 0 };
    *out = (SpeedFigure){ .faulty = NULL };
    bool good = set_up(&contest, run, 1, &why, err);
    for (int round = 0; good && !contest.faulty && round <= ROUNDS; round++) {
        const SpeedCost *cost = &contest.side[0].now;
        good = !is_stopped(run, err) && take_sample(&contest, 1, round, err);
        if (round == 1 || (round && cost->instructions < out->cost.instructions)) out->cost = *cost;
    }
    if (good && contest.faulty) {
        out->faulty = run->first->name;
        memcpy(out->note, contest.note, sizeof out->note);
    } else if (good && !contest.counted) {
        good = err_set(err, ERR_SYSTEM, "%s", *why.text ? why.text : "the counter of instructions was shared, and missed some");
    }
    clear(&contest);
    return good;
}

SpeedVerdict speed_verdict(const SpeedResult *result, const SpeedSpec *spec) {
    const double bound = 1 + spec->threshold / 100;
    if (result->few || isnan(result->ratio.low)) return SPEED_UNCLEAR;
    if (result->ratio.low > bound) return SPEED_SLOWER;
    return result->narrow || result->ratio.high < bound ? SPEED_HELD : SPEED_UNCLEAR;
}

void speed_free(SpeedResult *result) {
    for (int i = 0; i < 2; i++) free(result->cost[i]);
    *result = (SpeedResult){ .samples = 0 };
}
