/* Games: a few that show that the player survives them, and as many as a sequential test needs. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include "bench/match/runner.h"
#include "bench/regress/gate_internal.h"

/* What matters of the games that were played. */
typedef struct {
    const MatchSpec *spec;
    int games, faults; /* faults: of the player under test, which is the first, and of a copy of it */
    int others_faults;
    bool itself;       /* both players are the one under test */
    Buf list;          /* a line a fault */
} Seen;

static void see_side(Seen *seen, const PairRecord *pair, const GameRecord *game, int colour) {
    const SideRecord *side = &game->side[colour];
    if (!side->fault) return;
    const bool own = seen->itself || side->player == 0;
    seen->faults += own;
    seen->others_faults += !own;
    buf_addf(&seen->list, "game %d of pair %d: %s %s%s%s (%s)\n", game->leg + 1, pair->index + 1, seen->spec->player[side->player].name,
             fault_words[side->fault], *side->note ? ": " : "", side->note, reason_names[game->reason]);
}

static bool see_pair(void *context, const PairRecord *pair, const MatchState *state, Err *err) {
    Seen *seen = context;
    (void)state;
    (void)err;
    for (int leg = 0; leg < 2; leg++) {
        seen->games++;
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

/* Play it. A match that ends because of faults is a result. */
static bool play(const Gate *gate, const MatchSpec *spec, Seen *seen, MatchState *state, Err *err) {
    Openings openings;
    const RunOptions options = { .jobs = gate->run->jobs, .stop = gate->run->stop };
    const MatchListener listener = { .context = seen, .pair = see_pair };
    Err why = { 0 };
    if (!openings_load(spec->openings, (int)spec->opening_plies, &openings, err)) return false;
    const bool played = match_run(spec, &openings, &options, &listener, state, &why);
    openings_free(&openings);
    if (played || why.kind == ERR_FAULT) return true;
    *err = why;
    return false;
}

static FindingState faults_state(const Seen *seen) {
    return seen->faults ? FINDING_FAULTY : seen->others_faults ? FINDING_INCONCLUSIVE : FINDING_HELD;
}

static void add_match_finding(const Gate *gate, const Seen *seen) {
    const MatchCheckSpec *check = &gate->baseline->match;
    Buf text = { 0 };
    buf_addf(&text, "%d games at %s", seen->games, check->limit_text);
    if (*check->opponent) buf_addf(&text, " against %s", seen->spec->player[1].name);
    if (!seen->faults && !seen->others_faults) buf_add(&text, " without a fault");
    if (seen->faults) buf_addf(&text, ", %d lost by a fault", seen->faults);
    if (seen->others_faults) buf_addf(&text, ", %d lost by a fault of the opponent", seen->others_faults);
    findings_add(gate->findings, "match", faults_state(seen), &text, &seen->list);
    buf_free(&text);
}

bool match_check(const Gate *gate, Err *err) {
    const MatchCheckSpec *check = &gate->baseline->match;
    const bool itself = !*check->opponent;
    PlayerSpec opponent = { .what = NULL };
    Buf warnings = { 0 };
    if (!itself && !(player_spec_parse(check->opponent, &opponent, err) && player_spec_prepare(&opponent, &check->limit, &warnings, err)))
        return err_prefix(err, "match: opponent: ");
    PlayerSpec players[2] = { *gate->run->player, itself ? *gate->run->player : opponent };
    const MatchSpec spec = make_spec(players, &check->limit, check->games, check->seed, check->openings);
    Seen seen = { .spec = &spec, .itself = itself };
    MatchState state = { .games_done = 0 };
    const bool good = play(gate, &spec, &seen, &state, err);
    if (good) add_match_finding(gate, &seen);
    match_state_free(&state);
    player_spec_free(&opponent);
    buf_free(&warnings);
    buf_free(&seen.list);
    return good;
}

static void add_sprt_finding(const Gate *gate, const Seen *seen, const MatchState *state) {
    static const FindingState states[] = {
        [SPRT_CONTINUE] = FINDING_INCONCLUSIVE, [SPRT_ACCEPT_H0] = FINDING_REGRESSED, [SPRT_ACCEPT_H1] = FINDING_HELD,
    };
    const SprtSpec *test = &gate->baseline->sprt.test;
    const EloStats elo = elo_pairs(state->penta[0]);
    Buf text = { 0 };
    buf_addf(&text, "%s after %d games against %s: LLR %.2f of [%.2f, %.2f] for %s Elo %g to %g, Elo ",
             state->sprt.verdict == SPRT_CONTINUE ? "no decision" : sprt_verdict_name(state->sprt.verdict), seen->games,
             seen->spec->player[1].name, state->sprt.llr, state->sprt.lower, state->sprt.upper, sprt_model_names[test->model], test->elo0, test->elo1);
    elo_text(elo.elo, elo.elo_error, 1, &text);
    if (seen->faults) buf_addf(&text, ", %d games lost by a fault", seen->faults);
    if (seen->others_faults) buf_addf(&text, ", %d by a fault of the other", seen->others_faults);
    Finding *finding = findings_add(gate->findings, "sprt", seen->faults ? FINDING_FAULTY : states[state->sprt.verdict], &text, &seen->list);
    finding->measured = true;
    finding->unit = "Elo";
    finding->value = elo.elo;
    buf_free(&text);
}

bool sprt_match(const Gate *gate, Err *err) {
    const SprtCheckSpec *check = &gate->baseline->sprt;
    PlayerSpec players[2] = { *gate->run->player, *gate->run->against };
    MatchSpec spec = make_spec(players, &check->limit, check->games, check->seed, check->openings);
    spec.use_sprt = true;
    spec.sprt = check->test;
    Seen seen = { .spec = &spec };
    MatchState state = { .games_done = 0 };
    const bool good = play(gate, &spec, &seen, &state, err);
    if (good) add_sprt_finding(gate, &seen, &state);
    match_state_free(&state);
    buf_free(&seen.list);
    return good;
}
