#include "bench/stats/elo.h"
#include <math.h>
#include <stdbool.h>

double elo_from_score(double score) {
    if (score <= 0) return -INFINITY;
    if (score >= 1) return INFINITY;
    return -400 * log10(1 / score - 1);
}

double elo_to_score(double elo) {
    return 1 / (1 + pow(10, -elo / 400));
}

/* Outcome k of `kinds` scores k / (kinds - 1); a unit is one game (3 kinds) or two (5). */
static EloStats stats_of(const int64_t *counts, int kinds) {
    int64_t units = 0, points = 0;
    for (int k = 0; k < kinds; k++) units += counts[k], points += k * counts[k];
    const double n = (double)units, best = kinds - 1, games_a_unit = kinds == ELO_PAIRS ? 2 : 1;

    EloStats s = { .games = units * (int64_t)games_a_unit };
    s.score = (double)points / best / n;
    double squares = 0;
    for (int k = 0; k < kinds; k++) squares += (double)counts[k] * (k / best - s.score) * (k / best - s.score);
    s.variance = squares / n;
    s.score_error = sqrt(s.variance / n);

    s.elo = elo_from_score(s.score);
    s.elo_low = elo_from_score(s.score - ELO_Z95 * s.score_error);
    s.elo_high = elo_from_score(s.score + ELO_Z95 * s.score_error);
    const bool spread = s.variance > 0;
    s.elo_error = isfinite(s.elo) && spread ? (s.elo_high - s.elo_low) / 2 : NAN;

    const double game_deviation = sqrt(games_a_unit * s.variance);
    s.nelo = spread ? ELO_PER_NELO * (s.score - 0.5) / game_deviation : NAN;
    s.nelo_error = spread ? ELO_PER_NELO * ELO_Z95 * s.score_error / game_deviation : NAN;
    s.los = spread ? 0.5 * erfc((0.5 - s.score) / s.score_error * sqrt(0.5)) : NAN;
    s.draw_ratio = (double)counts[kinds / 2] / n;
    s.pairs_ratio = NAN;
    return s;
}

EloStats elo_games(const int64_t games[ELO_GAMES]) {
    return stats_of(games, ELO_GAMES);
}

EloStats elo_pairs(const int64_t pairs[ELO_PAIRS]) {
    EloStats s = stats_of(pairs, ELO_PAIRS);
    s.pairs_ratio = (double)(pairs[4] + pairs[3]) / (double)(pairs[1] + pairs[0]);
    return s;
}

/* So that nothing is shown as "-0.00". */
static bool rounds_to_zero(double value, int decimals) {
    return fabs(value) < 0.5 * pow(10, -decimals);
}

static void number_text(double value, int decimals, Buf *out) {
    if (isnan(value)) buf_add(out, "-");
    else if (isinf(value)) buf_add(out, value > 0 ? "inf" : "-inf");
    else buf_addf(out, "%.*f", decimals, rounds_to_zero(value, decimals) ? 0.0 : value);
}

void elo_text(double value, double error, int decimals, Buf *out) {
    number_text(value, decimals, out);
    if (!isfinite(value)) return;
    buf_add(out, " +/- ");
    number_text(isfinite(error) ? error : NAN, decimals, out);
}

void elo_runner_text(double value, double error, int decimals, Buf *out) {
    number_text(value, decimals, out);
    if (!isfinite(value)) return;
    buf_add(out, " +/- ");
    if (isnan(error)) buf_add(out, "nan");
    else number_text(error, decimals, out);
}
