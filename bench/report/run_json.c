#include "bench/report/run_report.h"

static void add_penta(const int64_t penta[ELO_PAIRS], Json *json) {
    json_list(json, "penta");
    for (int k = 0; k < ELO_PAIRS; k++) json_int(json, NULL, penta[k]);
    json_end_list(json);
}

static void add_elo(const EloStats *elo, Json *json) {
    json_real(json, "score", elo->score);
    json_real(json, "elo", elo->elo);
    json_real(json, "elo_error", elo->elo_error);
    json_real(json, "nelo", elo->nelo);
    json_real(json, "nelo_error", elo->nelo_error);
    json_real(json, "los", elo->los);
}

static void add_sprt(const SprtState *sprt, Json *json) {
    json_object(json, "sprt");
    json_text(json, "verdict", sprt_verdict_name(sprt->verdict));
    json_real(json, "llr", sprt->llr);
    json_real(json, "lower", sprt->lower);
    json_real(json, "upper", sprt->upper);
    json_end_object(json);
}

static void add_player(const SeatSummary *seat, const RatingPlayer *rating, Json *json) {
    json_object(json, NULL);
    json_text(json, "name", seat->name);
    json_text(json, "limit", seat->limit);
    json_int(json, "games", seat->games);
    json_int(json, "wins", seat->wins);
    json_int(json, "draws", seat->draws);
    json_int(json, "losses", seat->losses);
    json_int(json, "faults", seat->faults);
    json_real(json, "score", rating->score);
    json_real(json, "elo", rating->elo);
    json_real(json, "elo_error", rating->error);
    json_real(json, "nodes_per_move", report_ratio(seat->nodes, seat->moves));
    json_real(json, "depth_per_move", report_ratio(seat->depth_sum, seat->moves));
    json_real(json, "ms_per_move", report_ratio(seat->time_ns, seat->moves) / 1e6);
    json_real(json, "overhead_us_per_move", report_ratio(seat->overhead_ns, seat->moves) / 1e3);
    json_object(json, "counters");
    for (int i = 0; i < player_counter_count; i++) json_int(json, player_counter_names[i], seat->counter[i]);
    json_end_object(json);
    json_end_object(json);
}

static void add_pairing(const RunReport *report, const PairingReport *pairing, Json *json) {
    json_object(json, NULL);
    json_text(json, "first", report->seat[pairing->first].name);
    json_text(json, "second", report->seat[pairing->second].name);
    json_int(json, "pairs", pairing->elo.games / 2);
    json_int(json, "wins", pairing->wins);
    json_int(json, "draws", pairing->draws);
    json_int(json, "losses", pairing->losses);
    add_penta(pairing->penta, json);
    add_elo(&pairing->elo, json);
    json_end_object(json);
}

static void add_reason(const ReasonSummary *reason, Json *json) {
    json_object(json, NULL);
    json_text(json, "reason", reason->reason);
    json_text(json, "outcome", reason->outcome);
    json_int(json, "games", reason->games);
    json_end_object(json);
}

static void add_head(const RunReport *report, Json *json) {
    const RunInfo *run = &report->run;
    json_int(json, "run", run->id);
    json_text(json, "uid", run->uid);
    json_text(json, "name", run->name);
    json_text(json, "state", run->state);
    json_text(json, "format", run->format);
    json_text(json, "rule_set", run->rule_set);
    json_int(json, "seed", run->seed);
    json_int(json, "games", report->games);
    json_int(json, "pairs", report->games / 2);
    json_int(json, "pairs_total", run->pairs_total);
    json_real(json, "seconds", (double)run->elapsed_ns / 1e9);
    json_int(json, "distinct_games", report->distinct_games);
    json_int(json, "red_wins", report->red_wins);
    json_int(json, "draws", report->draws);
    json_int(json, "black_wins", report->black_wins);
}

void report_write_json(const RunReport *report, Json *json) {
    int64_t penta[ELO_PAIRS];
    report_penta(report, penta);
    const EloStats elo = elo_pairs(penta);
    json_object(json, NULL);
    add_head(report, json);
    add_penta(penta, json);
    add_elo(&elo, json);
    if (report->run.use_sprt) add_sprt(&report->sprt, json);
    json_list(json, "players");
    for (int i = 0; i < report->seats; i++) add_player(&report->seat[i], &report->ratings.players[i], json);
    json_end_list(json);
    json_list(json, "pairings");
    for (int i = 0; i < report->pairings; i++) add_pairing(report, &report->pairing[i], json);
    json_end_list(json);
    json_list(json, "reasons");
    for (int i = 0; i < report->reasons; i++) add_reason(&report->reason[i], json);
    json_end_list(json);
    json_end_object(json);
}
