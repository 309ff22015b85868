#include "bench/report/run_report.h"
#include <inttypes.h>
#include <math.h>
#include <string.h>
#include <time.h>

/* A figure, or "-" where there is none. */
static void add_figure(Table *table, double value, int decimals) {
    if (isnan(value)) table_add(table, "-");
    else table_add(table, "%.*f", decimals, fabs(value) < 0.5 * pow(10, -decimals) ? 0.0 : value); /* no "-0.0" */
}

static int64_t counter(const SeatSummary *seat, const char *name) {
    for (int i = 0; i < player_counter_count; i++)
        if (strcmp(player_counter_names[i], name) == 0) return seat->counter[i];
    return 0;
}

void report_write_runs(const RunInfo *run, int count, TableForm form, Buf *out) {
    Table table;
    table_init(&table, "Runs");
    static const TableColumn columns[] = { { "run", false }, { "name", true }, { "state", true }, { "format", true }, { "pairs", false },
                                           { "of", false }, { "rules", true }, { "started", true }, { "uid", true } };
    for (size_t i = 0; i < sizeof columns / sizeof columns[0]; i++) table_add_column(&table, columns[i].head, columns[i].left);
    for (int i = 0; i < count; i++) {
        char started[32];
        const time_t when = (time_t)run[i].started_unix;
        struct tm utc;
        strftime(started, sizeof started, "%Y-%m-%d %H:%M", gmtime_r(&when, &utc));
        table_add(&table, "%" PRId64, run[i].id);
        table_add(&table, "%s", run[i].name);
        table_add(&table, "%s", run[i].state);
        table_add(&table, "%s", run[i].format);
        table_add(&table, "%" PRId64, run[i].pairs_done);
        table_add(&table, "%" PRId64, run[i].pairs_total);
        table_add(&table, "%s", run[i].rule_set);
        table_add(&table, "%s", started);
        table_add(&table, "%.12s", run[i].uid);
    }
    table_write(&table, form, out);
    table_free(&table);
}

void report_write_ratings(const RunReport *report, TableForm form, Buf *out) {
    Table table;
    table_init(&table, form == TABLE_CSV ? NULL : "Ratings (Elo, mean 0; error at 95 %; a node is one make)");
    static const TableColumn columns[] = { { "#", false }, { "player", true }, { "Elo", false }, { "+/-", false }, { "games", false },
                                           { "score %", false }, { "draws %", false }, { "nodes/move", false }, { "depth/move", false },
                                           { "ms/move", false }, { "knps", false }, { "1st-move cutoffs %", false } };
    for (size_t i = 0; i < sizeof columns / sizeof columns[0]; i++) table_add_column(&table, columns[i].head, columns[i].left);
    for (int i = 0; i < report->seats; i++) {
        const size_t number = report->order[i];
        const SeatSummary *seat = &report->seat[number];
        const RatingPlayer *rating = &report->ratings.players[number];
        table_add(&table, "%d", i + 1);
        table_add(&table, "%s%s", seat->name, rating->prior ? " *" : "");
        add_figure(&table, rating->elo, 1);
        add_figure(&table, rating->error > 0 ? rating->error : NAN, 1); /* pairs without any spread tell nothing of it */
        table_add(&table, "%" PRId64, seat->games);
        add_figure(&table, 100 * rating->score, 1);
        add_figure(&table, 100 * report_ratio(seat->draws, seat->games), 1);
        add_figure(&table, report_ratio(seat->nodes, seat->moves), 0);
        add_figure(&table, report_ratio(seat->depth_sum, seat->moves), 2);
        add_figure(&table, report_ratio(seat->time_ns, seat->moves) / 1e6, 2);
        add_figure(&table, report_ratio(seat->nodes, seat->time_ns) * 1e6, 0);
        add_figure(&table, 100 * report_ratio(counter(seat, "first_cutoffs"), counter(seat, "beta_cutoffs")), 1);
    }
    table_write(&table, form, out);
    table_free(&table);
}

static const PairingReport *find_pairing(const RunReport *report, int a, int b) {
    for (int i = 0; i < report->pairings; i++)
        if ((report->pairing[i].first == a && report->pairing[i].second == b) || (report->pairing[i].first == b && report->pairing[i].second == a))
            return &report->pairing[i];
    return NULL;
}

/* Points of the row's player against the column's, out of games. */
void report_write_cross_table(const RunReport *report, TableForm form, Buf *out) {
    Table table;
    char heads[TABLE_COLUMNS_MAX][8];
    table_init(&table, "Cross table (points of the row's player / games)");
    table_add_column(&table, "#", false);
    table_add_column(&table, "player", true);
    const int shown = report->seats < TABLE_COLUMNS_MAX - 2 ? report->seats : TABLE_COLUMNS_MAX - 2;
    for (int i = 0; i < shown; i++) {
        Buf head = { 0 };
        buf_addf(&head, "%d", i + 1);
        memcpy(heads[i], head.text, head.len + 1);
        buf_free(&head);
        table_add_column(&table, heads[i], false);
    }
    for (int i = 0; i < report->seats; i++) {
        const int a = (int)report->order[i];
        table_add(&table, "%d", i + 1);
        table_add(&table, "%s", report->seat[a].name);
        for (int k = 0; k < shown; k++) {
            const int b = (int)report->order[k];
            const PairingReport *pairing = a == b ? NULL : find_pairing(report, a, b);
            if (!pairing) {
                table_add(&table, "%s", a == b ? "" : "-");
                continue;
            }
            const int64_t wins = pairing->first == a ? pairing->wins : pairing->losses;
            table_add(&table, "%g/%" PRId64, (double)wins + (double)pairing->draws / 2, pairing->elo.games);
        }
    }
    table_write(&table, form, out);
    table_free(&table);
}

void report_write_pairings(const RunReport *report, TableForm form, Buf *out) {
    Table table;
    table_init(&table, "Pairings (pairs of games by result of the first: LL LD DD WD WW; DD with WL)");
    static const TableColumn columns[] = { { "first", true }, { "second", true }, { "pairs", false }, { "LL", false }, { "LD", false },
                                           { "DD", false }, { "WD", false }, { "WW", false }, { "score %", false }, { "Elo", false },
                                           { "nElo", false }, { "LOS %", false } };
    for (size_t i = 0; i < sizeof columns / sizeof columns[0]; i++) table_add_column(&table, columns[i].head, columns[i].left);
    for (int i = 0; i < report->pairings; i++) {
        const PairingReport *pairing = &report->pairing[i];
        Buf elo = { 0 }, nelo = { 0 };
        elo_text(pairing->elo.elo, pairing->elo.elo_error, 1, &elo);
        elo_text(pairing->elo.nelo, pairing->elo.nelo_error, 1, &nelo);
        table_add(&table, "%s", report->seat[pairing->first].name);
        table_add(&table, "%s", report->seat[pairing->second].name);
        table_add(&table, "%" PRId64, pairing->elo.games / 2);
        for (int k = 0; k < ELO_PAIRS; k++) table_add(&table, "%" PRId64, pairing->penta[k]);
        add_figure(&table, 100 * pairing->elo.score, 1);
        table_add(&table, "%s", buf_text(&elo));
        table_add(&table, "%s", buf_text(&nelo));
        add_figure(&table, 100 * pairing->elo.los, 1);
        buf_free(&elo);
        buf_free(&nelo);
    }
    table_write(&table, form, out);
    table_free(&table);
}

static bool is_counted(const RunReport *report, int counter_number) {
    for (int i = 0; i < report->seats; i++)
        if (report->seat[i].counter[counter_number]) return true;
    return false;
}

/* Counters a move, so that players of different node budgets compare; a line a counter, since there are many. */
void report_write_counters(const RunReport *report, TableForm form, Buf *out) {
    Table table;
    const int shown = report->seats < TABLE_COLUMNS_MAX - 1 ? report->seats : TABLE_COLUMNS_MAX - 1;
    table_init(&table, "Counters, a move");
    table_add_column(&table, "counter", true);
    for (int i = 0; i < shown; i++) table_add_column(&table, report->seat[report->order[i]].name, false);
    for (int k = 0; k < player_counter_count; k++) {
        if (!is_counted(report, k)) continue;
        table_add(&table, "%s", player_counter_names[k]);
        for (int i = 0; i < shown; i++) {
            const SeatSummary *seat = &report->seat[report->order[i]];
            add_figure(&table, report_ratio(seat->counter[k], seat->moves), 1);
        }
    }
    table_write(&table, form, out);
    table_free(&table);
}

void report_write_reasons(const RunReport *report, TableForm form, Buf *out) {
    Table table;
    table_init(&table, "Why games ended");
    static const TableColumn columns[] = { { "reason", true }, { "games", false }, { "red wins", false }, { "draws", false }, { "black wins", false } };
    for (size_t i = 0; i < sizeof columns / sizeof columns[0]; i++) table_add_column(&table, columns[i].head, columns[i].left);
    for (int r = 0; r < REASON_COUNT; r++) {
        int64_t games = 0, by[4] = { 0 };
        for (int i = 0; i < report->reasons; i++) {
            if (strcmp(report->reason[i].reason, reason_names[r]) != 0) continue;
            games += report->reason[i].games;
            for (int k = OUTCOME_NONE; k <= OUTCOME_DRAW; k++)
                if (strcmp(report->reason[i].outcome, outcome_names[k]) == 0) by[k] += report->reason[i].games;
        }
        if (!games) continue;
        table_add(&table, "%s", reason_names[r]);
        table_add(&table, "%" PRId64, games);
        table_add(&table, "%" PRId64, by[OUTCOME_RED]);
        table_add(&table, "%" PRId64, by[OUTCOME_DRAW]);
        table_add(&table, "%" PRId64, by[OUTCOME_BLACK]);
    }
    table_write(&table, form, out);
    table_free(&table);
}

/* A ratio as chess runners print it, "inf" and "nan" included. */
static void add_ratio(const char *name, double ratio, Buf *out) {
    if (isnan(ratio)) buf_addf(out, "%s: nan", name); /* never "-nan" */
    else buf_addf(out, "%s: %.2f", name, ratio);
}

static void write_sprt(const RunReport *report, const PairingReport *pairing, Buf *out) {
    const SprtSpec *spec = &report->run.sprt;
    const SprtState *sprt = &report->sprt;
    const double way = sprt->llr < 0 ? -sprt->llr / sprt->lower : sprt->llr / sprt->upper;
    buf_addf(out, "LLR: %.2f (%.1f%%) (%.2f, %.2f) [%.2f, %.2f]\n", sprt->llr, 100 * way, sprt->lower, sprt->upper, spec->elo0,
             spec->elo1);
    buf_addf(out, "SPRT: %s, %s", sprt_model_names[spec->model], sprt_verdict_name(sprt->verdict));
    const SprtPlan rest = sprt_plan_rest(spec, pairing->penta);
    if (rest.pairs > 0) buf_addf(out, " (about %.0f more pairs to a verdict)", rest.pairs);
    buf_add(out, "\n");
}

/* These lines are read by scripts that know them from chess runners: fastchess's words, signs and order. */
void report_write_result(const RunReport *report, Buf *out) {
    if (report->pairings != 1) return;
    const PairingReport *pairing = &report->pairing[0];
    const EloStats *elo = &pairing->elo;
    const char *book = strrchr(report->run.openings, '/');
    book = book ? book + 1 : report->run.openings;
    buf_addf(out, "Results of %s vs %s (%s, %s):\n", report->seat[pairing->first].name, report->seat[pairing->second].name,
             report->seat[pairing->first].limit, *book ? book : "start position");
    buf_add(out, "Elo: ");
    elo_runner_text(elo->elo, elo->elo_error, 2, out);
    buf_add(out, ", nElo: ");
    elo_runner_text(elo->nelo, elo->nelo_error, 2, out);
    if (isnan(elo->los)) buf_add(out, "\nLOS: nan %");
    else buf_addf(out, "\nLOS: %.2f %%", 100 * elo->los);
    buf_addf(out, ", DrawRatio: %.2f %%, ", 100 * elo->draw_ratio);
    add_ratio("PairsRatio", elo->pairs_ratio, out);
    buf_addf(out, "\nGames: %" PRId64 ", Wins: %" PRId64 ", Losses: %" PRId64 ", Draws: %" PRId64 ", Points: %.1f (%.2f %%)\n", elo->games,
             pairing->wins, pairing->losses, pairing->draws, (double)pairing->wins + (double)pairing->draws / 2, 100 * elo->score);
    const int64_t *penta = pairing->penta, split_pairs = penta[2] - pairing->drawn_pairs;
    buf_addf(out, "Ptnml(0-2): [%" PRId64 ", %" PRId64 ", %" PRId64 ", %" PRId64 ", %" PRId64 "], ", penta[0], penta[1], penta[2], penta[3],
             penta[4]);
    add_ratio("WL/DD Ratio", (double)split_pairs / (double)pairing->drawn_pairs, out);
    buf_add(out, "\n");
    if (report->run.use_sprt) write_sprt(report, pairing, out);
}

static void write_head(const RunReport *report, TableForm form, Buf *out) {
    const RunInfo *run = &report->run;
    if (form == TABLE_MARKDOWN) buf_addf(out, "## Run %" PRId64 ": %s\n\n", run->id, run->name);
    else buf_addf(out, "Run %" PRId64 ": %s\n", run->id, run->name);
    buf_addf(out, "%s, %" PRId64 " of %" PRId64 " pairs, rules %s, seed %" PRId64 ", openings %s, %.1f s of play\n", run->state, run->pairs_done,
             run->pairs_total, run->rule_set, run->seed, *run->openings ? run->openings : "(start position)", (double)run->elapsed_ns / 1e9);
}

/* The runner needs some microseconds for a move: when it takes so long, it waits for processors. */
static const int64_t busy_ns = 1000000;

void report_write_warnings(const RunReport *report, Buf *out) {
    bool prior = false;
    int64_t faults = 0, overhead_ns = 0, moves = 0;
    for (int i = 0; i < report->seats; i++) {
        prior |= report->ratings.players[i].prior;
        faults += report->seat[i].faults;
        overhead_ns += report->seat[i].overhead_ns;
        moves += report->seat[i].moves;
    }
    const bool busy = moves && overhead_ns / moves >= busy_ns;
    if (out->len && (prior || faults || busy || report->distinct_games < report->games || report->ratings.groups > 1)) buf_add(out, "\n");
    if (prior) buf_add(out, "* won or lost every game: rated with one draw against the mean added.\n");
    if (faults) buf_addf(out, "Faults: %" PRId64 " game%s ended by a player's fault; see the notes in game_side.\n", faults, faults == 1 ? "" : "s");
    if (busy)
        buf_addf(out, "The machine was busy: %.1f ms a move passed between an answer and the next question; fewer games at a time (--jobs) would be as "
                      "fast, and their times could be trusted more.\n", (double)overhead_ns / 1e6 / (double)moves);
    if (report->distinct_games < report->games)
        buf_addf(out, "Only %" PRId64 " of %" PRId64 " games are distinct: more openings would tell more.\n", report->distinct_games, report->games);
    if (report->ratings.groups > 1) buf_addf(out, "The players fall into %d groups that never met; ratings compare within a group only.\n", report->ratings.groups);
}

void report_write(const RunReport *report, TableForm form, Buf *out) {
    if (form == TABLE_CSV) {
        report_write_ratings(report, form, out);
        return;
    }
    write_head(report, form, out);
    if (report->pairings == 1) {
        const char *fence = form == TABLE_MARKDOWN ? "```\n" : "";
        buf_addf(out, "\n%s", fence);
        report_write_result(report, out);
        buf_add(out, fence);
    }
    report_write_ratings(report, form, out);
    if (report->seats > 2) {
        report_write_cross_table(report, form, out);
        report_write_pairings(report, form, out);
    }
    report_write_counters(report, form, out);
    report_write_reasons(report, form, out);
    report_write_warnings(report, out);
}

void report_write_end(const RunReport *report, Buf *out) {
    if (report->pairings == 1) report_write_result(report, out);
    report_write_ratings(report, TABLE_TEXT, out);
    report_write_reasons(report, TABLE_TEXT, out);
    report_write_warnings(report, out);
}
