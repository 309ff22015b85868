#include "bench/report/summary.h"
#include <math.h>
#include <string.h>

/* half points with Red and with Black -> the counts that statistics read. */
static PairingReport pairing_report(const PairingSummary *summary) {
    PairingReport report = { .first = summary->first, .second = summary->second };
    for (int red = 0; red < 3; red++)
        for (int black = 0; black < 3; black++) {
            const int64_t count = summary->count[red][black];
            report.penta[red + black] += count;
            report.wins += count * ((red == 2) + (black == 2));
            report.draws += count * ((red == 1) + (black == 1));
            report.losses += count * ((red == 0) + (black == 0));
        }
    report.drawn_pairs = summary->count[1][1];
    report.elo = elo_pairs(report.penta);
    return report;
}

/* Red won leg 0 when the first player won it, leg 1 when he lost it. */
static void add_colours(const PairingSummary *summary, RunReport *out) {
    for (int red = 0; red < 3; red++)
        for (int black = 0; black < 3; black++) {
            const int64_t count = summary->count[red][black];
            out->games += 2 * count;
            out->red_wins += count * ((red == 2) + (black == 0));
            out->black_wins += count * ((red == 0) + (black == 2));
            out->draws += count * ((red == 1) + (black == 1));
        }
}

static bool rate(const PairingSummary *summary, int count, Arena *arena, RunReport *out, Err *err) {
    RatingPairs *pairs = arena_alloc(arena, (size_t)(count + 1) * sizeof *pairs);
    for (int i = 0; i < count; i++) {
        pairs[i] = (RatingPairs){ .a = (size_t)summary[i].first, .b = (size_t)summary[i].second };
        memcpy(pairs[i].count, summary[i].count, sizeof pairs[i].count);
    }
    const RatingSpec spec = { .colour = true };
    if (!rating_fit(&out->ratings, &spec, (size_t)out->seats, pairs, (size_t)count, err)) return false;
    out->order = arena_alloc(arena, (size_t)out->seats * sizeof *out->order);
    rating_order(&out->ratings, out->order);
    return true;
}

static bool load(Store *store, int64_t id, Arena *arena, RunReport *out, PairingSummary **pairing, Err *err) {
    return store_run(store, arena, id, &out->run, err) && store_seats(store, out->run.id, arena, &out->seat, &out->seats, err) &&
           store_pairings(store, out->run.id, arena, pairing, &out->pairings, err) &&
           store_reasons(store, out->run.id, arena, &out->reason, &out->reasons, err) &&
           store_distinct_games(store, out->run.id, &out->distinct_games, err);
}

bool report_load(Store *store, int64_t id, Arena *arena, RunReport *out, Err *err) {
    *out = (RunReport){ .seats = 0 };
    PairingSummary *summary = NULL;
    if (!store_snapshot_begin(store, err)) return false;
    const bool loaded = load(store, id, arena, out, &summary, err);
    store_snapshot_end(store);
    if (!loaded) return false;
    out->pairing = arena_alloc(arena, (size_t)(out->pairings + 1) * sizeof *out->pairing);
    for (int i = 0; i < out->pairings; i++) {
        out->pairing[i] = pairing_report(&summary[i]);
        add_colours(&summary[i], out);
    }
    const int64_t none[ELO_PAIRS] = { 0 };
    if (out->run.use_sprt) out->sprt = sprt_state(&out->run.sprt, out->pairings ? out->pairing[0].penta : none);
    return rate(summary, out->pairings, arena, out, err);
}

void report_free(RunReport *report) { rating_free(&report->ratings); }

void report_penta(const RunReport *report, int64_t penta[ELO_PAIRS]) {
    memset(penta, 0, ELO_PAIRS * sizeof *penta);
    for (int i = 0; i < report->pairings; i++)
        for (int k = 0; k < ELO_PAIRS; k++) penta[k] += report->pairing[i].penta[k];
}

double report_ratio(int64_t part, int64_t whole) { return whole ? (double)part / (double)whole : NAN; }
