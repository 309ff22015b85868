/* Games: a few that show that the player survives them, and as many as a sequential test needs. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include "bench/match/runner.h"
#include "bench/regress/gate_internal.h"

/* Measuring. */

/* What is seen of the games while they are played. */
typedef struct {
    const MatchSpec *spec;
    GamesMeasure *out;
    bool itself; /* both players are the one under test */
    Buf list;    /* a line a fault */
} Seen;

static void see_side(Seen *seen, const PairRecord *pair, const GameRecord *game, int colour) {
    const SideRecord *side = &game->side[colour];
    if (!side->fault) return;
    const bool own = seen->itself || side->player == 0;
    seen->out->faults += own;
    seen->out->others_faults += !own;
    buf_addf(&seen->list, "game %d of pair %d: %s %s%s%s (%s)\n", game->leg + 1, pair->index + 1, seen->spec->player[side->player].name,
             fault_words[side->fault], *side->note ? ": " : "", side->note, reason_names[game->reason]);
}

static bool see_pair(void *context, const PairRecord *pair, const MatchState *state, Err *err) {
    Seen *seen = context;
    (void)state;
    (void)err;
    for (int leg = 0; leg < 2; leg++) {
        seen->out->games++;
        see_side(seen, pair, &pair->game[leg], RED);
        see_side(seen, pair, &pair->game[leg], BLACK);
    }
    return true;
}

/* A match between these two, which stay the caller's; free only what spec_free would free beside them. */
static MatchSpec make_spec(PlayerSpec players[2], const Limit *limit, int64_t games, int64_t seed, const char *openings) {
    MatchSpec spec = { .games = games };
    opt_defaults(&spec_options, &spec);
    opt_defaults(&adjudication_options, &spec.adjudication);
    opt_defaults(&sprt_options, &spec.sprt);
    rule_set_find(rule_set_names[spec.rule_set], &spec.rules);
    spec.player = players;
    spec.player_count = 2;
    spec.limit = *limit;
    spec.games = games;
    spec.seed = seed;
    snprintf(spec.openings, sizeof spec.openings, "%s", openings);
    if (!strcmp(players[0].name, players[1].name)) snprintf(players[1].name, sizeof players[1].name, "%.*s (2)", PLAYER_NAME_SIZE - 5, players[0].name);
    return spec;
}

/* Play it, or this job's pairs of it. A match that ends because of faults is a result. */
static bool play(const Gauge *gauge, const MatchSpec *spec, Seen *seen, Err *err) {
    const GateRun *run = gauge->run;
    const RunOptions options = { .jobs = run->jobs, .stop = run->stop, .stop_bell = run->stop_bell, .shard = run->shard, .shards = run->shards };
    const MatchListener listener = { .context = seen, .pair = see_pair };
    GamesMeasure *out = seen->out;
    MatchState state = { .games_done = 0 };
    Openings openings;
    Err why = { 0 };
    if (!openings_load(spec->openings, (int)spec->opening_plies, &openings, err)) return false;
    bool good = run->shards && run->shard >= schedule_pairs(spec); /* nothing left for this job */
    if (!good) good = match_run(spec, &openings, &options, &listener, &state, &why) || why.kind == ERR_FAULT;
    openings_free(&openings);
    if (good) {
        out->done = true;
        out->list = arena_strdup(&gauge->out->arena, buf_text(&seen->list));
        snprintf(out->opponent, sizeof out->opponent, "%s", spec->player[1].name);
        if (state.penta) memcpy(out->penta, state.penta[0], sizeof out->penta);
    } else if (err) {
        *err = why;
    }
    match_state_free(&state);
    buf_free(&seen->list);
    return good;
}

bool match_gauge(const Gauge *gauge, Err *err) {
    const MatchCheckSpec *check = &gauge->baseline->match;
    const bool itself = !*check->opponent;
    PlayerSpec opponent = { .what = NULL };
    Buf warnings = { 0 };
    if (!itself && !(player_spec_parse(check->opponent, &opponent, err) && player_spec_prepare(&opponent, &check->limit, &warnings, err)))
        return err_prefix(err, "match: opponent: ");
    PlayerSpec players[2] = { *gauge->run->player, itself ? *gauge->run->player : opponent };
    const MatchSpec spec = make_spec(players, &check->limit, check->games, check->seed, check->openings);
    Seen seen = { .spec = &spec, .out = &gauge->out->match, .itself = itself };
    const bool good = play(gauge, &spec, &seen, err);
    player_spec_free(&opponent);
    buf_free(&warnings);
    return good;
}

/* A part of a test doesn't stop: whether it may is for the whole to say. */
bool sprt_gauge(const Gauge *gauge, Err *err) {
    const SprtCheckSpec *check = &gauge->baseline->sprt;
    PlayerSpec players[2] = { *gauge->run->player, *gauge->run->against };
    MatchSpec spec = make_spec(players, &check->limit, check->games, check->seed, check->openings);
    spec.use_sprt = !gauge->run->shards;
    spec.sprt = check->test;
    Seen seen = { .spec = &spec, .out = &gauge->out->sprt };
    return play(gauge, &spec, &seen, err);
}

/* Judging. */

void match_judge(const Judge *judge) {
    const MatchCheckSpec *check = &judge->baseline->match;
    const GamesMeasure *games = &judge->measures->match;
    Buf text = { 0 }, list = { 0 };
    buf_addf(&text, "%" PRId64 " games at %s", games->games, check->limit_text);
    if (*check->opponent) buf_addf(&text, " against %s", games->opponent);
    if (!games->faults && !games->others_faults) buf_add(&text, " without a fault");
    if (games->faults) buf_addf(&text, ", %" PRId64 " lost by a fault", games->faults);
    if (games->others_faults) buf_addf(&text, ", %" PRId64 " lost by a fault of the opponent", games->others_faults);
    buf_add(&list, games->list);
    findings_add(judge->findings, "match", games->faults ? FINDING_FAULTY : games->others_faults ? FINDING_INCONCLUSIVE : FINDING_HELD, &text, &list);
    buf_free(&text);
    buf_free(&list);
}

void sprt_judge(const Judge *judge) {
    static const FindingState states[] = {
        [SPRT_CONTINUE] = FINDING_INCONCLUSIVE, [SPRT_ACCEPT_H0] = FINDING_REGRESSED, [SPRT_ACCEPT_H1] = FINDING_HELD,
    };
    const SprtSpec *test = &judge->baseline->sprt.test;
    const GamesMeasure *games = &judge->measures->sprt;
    const EloStats elo = elo_pairs(games->penta);
    const SprtState state = sprt_state(test, games->penta);
    Buf text = { 0 }, list = { 0 };
    buf_addf(&text, "%s after %" PRId64 " games against %s: LLR %.2f of [%.2f, %.2f] for %s Elo %g to %g, Elo ",
             state.verdict == SPRT_CONTINUE ? "no decision" : sprt_verdict_name(state.verdict), games->games, games->opponent, state.llr,
             state.lower, state.upper, sprt_model_names[test->model], test->elo0, test->elo1);
    elo_text(elo.elo, elo.elo_error, 1, &text);
    if (games->faults) buf_addf(&text, ", %" PRId64 " games lost by a fault", games->faults);
    if (games->others_faults) buf_addf(&text, ", %" PRId64 " by a fault of the other", games->others_faults);
    buf_add(&list, games->list);
    Finding *finding = findings_add(judge->findings, "sprt", games->faults ? FINDING_FAULTY : states[state.verdict], &text, &list);
    finding->measured = true;
    finding->unit = "Elo";
    finding->value = elo.elo;
    buf_free(&text);
    buf_free(&list);
}
