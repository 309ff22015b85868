#include "bench/stats/sprt_sim.h"
#include <math.h>
#include "engine/core/rng.h"

const SimScenario sim_scenarios[] = {
    { "balanced", "level openings, about half of the games drawn", 200, { 0 }, 1 },
    { "decisive", "level openings, one game in seven drawn", 50, { 0 }, 1 },
    { "draw_heavy", "level openings, nine games in ten drawn", 500, { 0 }, 1 },
    { "biased", "openings that give Red 150 BayesElo", 200, { 150 }, 1 },
    { "very_biased", "openings that give Red 300 BayesElo", 200, { 300 }, 1 },
    { "mixed", "openings that give Red -100, 0, 150 or 350 BayesElo", 200, { -100, 0, 150, 350 }, 4 },
};
const int sim_scenario_count = sizeof sim_scenarios / sizeof *sim_scenarios;

/* Chances of a game of a player with this advantage, by half points. */
static void game_chances(double draw_elo, double advantage, double out[3]) {
    out[0] = 1 / (1 + pow(10, (draw_elo + advantage) / 400));
    out[2] = 1 / (1 + pow(10, (draw_elo - advantage) / 400));
    out[1] = 1 - out[0] - out[2];
}

void sim_chances(const SimScenario *scenario, double elo, double chances[3][3]) {
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) chances[i][j] = 0;
    for (int b = 0; b < scenario->biases; b++) {
        double red[3], black[3];
        game_chances(scenario->draw_elo, elo + scenario->bias[b], red);
        game_chances(scenario->draw_elo, elo - scenario->bias[b], black);
        for (int i = 0; i < 3; i++)
            for (int j = 0; j < 3; j++) chances[i][j] += red[i] * black[j] / scenario->biases;
    }
}

double sim_strength(SprtModel model, SimCounting counting, const double chances[3][3]) {
    double mean = 0, pair_square = 0, game_square = 0; /* of the points of a game, or of both games' mean */
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) {
            const double points = (i + j) / 4.0;
            mean += chances[i][j] * points;
            pair_square += chances[i][j] * points * points;
            game_square += chances[i][j] * (i * i + j * j) / 8.0;
        }
    if (model == SPRT_LOGISTIC) return elo_from_score(mean);
    const double variance = counting == SIM_PAIRS ? 2 * (pair_square - mean * mean) : game_square - mean * mean;
    return ELO_PER_NELO * (mean - 0.5) / sqrt(variance);
}

static double strength_of(const SimSpec *spec) {
    return sim_strength(spec->sprt.model, spec->counting, (const double(*)[3])spec->chances);
}

bool sim_set_strength(SimSpec *spec, const SimScenario *scenario, double strength, Err *err) {
    double low = -4000, high = 4000;
    for (int step = 0; step < 80; step++) {
        const double middle = (low + high) / 2;
        sim_chances(scenario, middle, spec->chances);
        if (strength_of(spec) < strength) low = middle;
        else high = middle;
    }
    const double reached = strength_of(spec);
    return fabs(reached - strength) < 1e-6 ||
           err_set(err, ERR_INPUT, "no players differ by %g in the scenario '%s'", strength, scenario->name);
}

/* One more pair, drawn with these chances. */
static void draw_pair(const SimSpec *spec, uint64_t test, uint64_t index, int64_t pairs[ELO_PAIRS],
                      int64_t games[ELO_GAMES]) {
    double left = rng_real(spec->seed, test, index);
    int result = 0; /* 3 * with Red + with Black */
    while (result < 8 && left >= spec->chances[result / 3][result % 3]) {
        left -= spec->chances[result / 3][result % 3];
        result++;
    }
    pairs[result / 3 + result % 3]++;
    games[result / 3]++;
    games[result % 3]++;
}

void sim_add_test(const SimSpec *spec, uint64_t number, SimResult *result) {
    int64_t pairs[ELO_PAIRS] = { 0 }, games[ELO_GAMES] = { 0 }, played = 0;
    SprtVerdict verdict = SPRT_CONTINUE;
    while (verdict == SPRT_CONTINUE && played < spec->pairs_max) {
        for (int i = 0; i < spec->batch; i++) draw_pair(spec, number, (uint64_t)played++, pairs, games);
        const SprtState state =
            spec->counting == SIM_PAIRS ? sprt_state(&spec->sprt, pairs) : sprt_state_games(&spec->sprt, games);
        verdict = state.verdict;
    }
    result->tests++;
    result->accepted_h0 += verdict == SPRT_ACCEPT_H0;
    result->accepted_h1 += verdict == SPRT_ACCEPT_H1;
    result->pairs += played;
    result->pairs_squared += played * played;
}

void sim_add(const SimResult *part, SimResult *result) {
    result->tests += part->tests;
    result->accepted_h0 += part->accepted_h0;
    result->accepted_h1 += part->accepted_h1;
    result->pairs += part->pairs;
    result->pairs_squared += part->pairs_squared;
}

void sim_plan_chances(const double chances[3][3], double out[ELO_PAIRS]) {
    for (int k = 0; k < ELO_PAIRS; k++) out[k] = 0;
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) out[i + j] += chances[i][j];
}
