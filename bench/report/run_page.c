#include "bench/report/run_page.h"
#include <inttypes.h>
#include <limits.h>
#include <math.h>
#include <string.h>
#include <time.h>
#include "bench/report/chart.h"
#include "bench/report/game_pack.h"
#include "bench/report/html.h"
#include "bench/report/page_assets.h"
#include "bench/report/run_report.h"
#include "bench/store/series.h"
#include "engine/core/file.h"

enum { POINTS_MAX = 200, SERIES_MAX = 6 }; /* of a chart's line; lines that stay apart */

typedef struct {
    Store *store;
    RunReport report;
    Arena arena;
    Buf *out;
} Page;

/* "+12.3 ± 4.5", "-" where the results determine nothing. */
static const char *signed_figure(Arena *arena, double value, double error) {
    if (isnan(value)) return "-";
    if (!isfinite(value)) return value > 0 ? "∞" : "−∞";
    return isfinite(error) ? arena_printf(arena, "%+.1f ± %.1f", value, error) : arena_printf(arena, "%+.1f", value);
}

/* Head. */

static void add_tile(Page *page, const char *name, const char *figure) {
    buf_add(page->out, "<div><dt>");
    html_add(page->out, name);
    buf_add(page->out, "</dt><dd>");
    html_add(page->out, figure);
    buf_add(page->out, "</dd></div>\n");
}

static void add_pairing_tiles(Page *page, const PairingReport *pairing) {
    const EloStats *elo = &pairing->elo;
    Arena *arena = &page->arena;
    add_tile(page, arena_printf(arena, "Score of %s", page->report.seat[pairing->first].name),
             isnan(elo->score) ? "-" : arena_printf(arena, "%.1f %%", 100 * elo->score));
    add_tile(page, "Elo", signed_figure(arena, elo->elo, elo->elo_error));
    add_tile(page, "nElo", signed_figure(arena, elo->nelo, elo->nelo_error));
    add_tile(page, "Won, drawn, lost", arena_printf(arena, "%" PRId64 " / %" PRId64 " / %" PRId64, pairing->wins, pairing->draws, pairing->losses));
    if (!isnan(elo->los)) add_tile(page, "Likely the stronger", arena_printf(arena, "%.1f %%", 100 * elo->los));
}

static void add_leader_tiles(Page *page) {
    const RunReport *report = &page->report;
    const size_t best = report->order[0];
    add_tile(page, "First", report->seat[best].name);
    add_tile(page, "its Elo", signed_figure(&page->arena, report->ratings.players[best].elo, report->ratings.players[best].error));
    add_tile(page, "Players", arena_printf(&page->arena, "%d", report->seats));
}

static const char *sprt_words(SprtVerdict verdict) {
    static const char *const words[] = { [SPRT_CONTINUE] = "not decided", [SPRT_ACCEPT_H0] = "H0 accepted", [SPRT_ACCEPT_H1] = "H1 accepted" };
    return words[verdict];
}

static void add_tiles(Page *page) {
    const RunReport *report = &page->report;
    buf_add(page->out, "<dl class=\"tiles\">\n");
    if (report->pairings == 1) add_pairing_tiles(page, &report->pairing[0]);
    else if (report->seats) add_leader_tiles(page);
    if (report->run.use_sprt) add_tile(page, "SPRT", sprt_words(report->sprt.verdict));
    add_tile(page, "Games", arena_printf(&page->arena, "%" PRId64, report->games));
    if (report->games)
        add_tile(page, "Red's score", arena_printf(&page->arena, "%.1f %%", 100 * ((double)report->red_wins + (double)report->draws / 2) / (double)report->games));
    buf_add(page->out, "</dl>\n");
}

static void add_head(Page *page) {
    const RunInfo *run = &page->report.run;
    char started[32];
    const time_t when = (time_t)run->started_unix;
    struct tm utc;
    strftime(started, sizeof started, "%Y-%m-%d %H:%M UTC", gmtime_r(&when, &utc));
    buf_addf(page->out, "<section class=\"run\" data-run=\"%" PRId64 "\" id=\"run-%" PRId64 "\">\n<h2>", run->id, run->id);
    html_addf(page->out, "Run %" PRId64 ": %s", run->id, run->name);
    buf_add(page->out, "</h2>\n<p class=\"facts\">");
    html_addf(page->out, "%s, %" PRId64 " of %" PRId64 " pairs of games, %s, rules %s, seed %" PRId64 ", openings %s, %.1f s of play, started %s, %s",
              run->state, run->pairs_done, run->pairs_total, run->format, run->rule_set, run->seed,
              *run->openings ? run->openings : "(start position)", (double)run->elapsed_ns / 1e9, started, run->build);
    buf_add(page->out, "</p>\n");
    add_tiles(page);
}

static void add_warnings(Page *page) {
    Buf text = { 0 };
    report_write_warnings(&page->report, &text);
    if (text.len) buf_add(page->out, "<div class=\"warnings\" role=\"note\" aria-label=\"Warnings\"><ul>\n");
    const char *at = buf_text(&text), *line;
    for (size_t len; text_next_line(&at, &line, &len);) {
        if (!len) continue;
        buf_add(page->out, "<li>");
        html_addf(page->out, "%.*s", (int)len, line);
        buf_add(page->out, "</li>\n");
    }
    if (text.len) buf_add(page->out, "</ul></div>\n");
    buf_free(&text);
}

/* Ratings. */

static void add_rating_chart(Page *page) {
    const RunReport *report = &page->report;
    IntervalRow *row = arena_alloc(&page->arena, (size_t)(report->seats + 1) * sizeof *row);
    int rows = 0;
    for (int i = 0; i < report->seats; i++) {
        const size_t seat = report->order[i];
        const RatingPlayer *rating = &report->ratings.players[seat];
        if (!rating->games) continue;
        row[rows++] = (IntervalRow){ .name = report->seat[seat].name, .figure = signed_figure(&page->arena, rating->elo, rating->error),
                                     .value = rating->elo, .low = rating->low, .high = rating->high };
    }
    chart_intervals(&(IntervalChart){ .title = "Ratings, Elo with 95 % interval", .row = row, .rows = rows }, page->out);
}

/* Which results are shown: evenly spread ones, the last among them. */
static int pairs_at(int point, int points, int pairs) { return (int)((int64_t)(point + 1) * pairs / points); }

/* What is drawn of two players: percentages of the first, the test's ratio. */
typedef struct { double games[POINTS_MAX], score[POINTS_MAX], low[POINTS_MAX], high[POINTS_MAX], llr[POINTS_MAX]; int points; } Progress;

static void read_progress(const PairResult *pair, int pairs, const RunInfo *run, Progress *out) {
    int64_t penta[ELO_PAIRS] = { 0 };
    out->points = pairs < POINTS_MAX ? pairs : POINTS_MAX;
    for (int point = 0, i = 0; point < out->points; point++) {
        for (; i < pairs_at(point, out->points, pairs); i++) penta[pair[i].half_points]++;
        const EloStats elo = elo_pairs(penta);
        const double margin = ELO_Z95 * elo.score_error;
        out->games[point] = 2.0 * i;
        out->score[point] = 100 * elo.score;
        out->low[point] = 100 * fmax(0, elo.score - margin);
        out->high[point] = 100 * fmin(1, elo.score + margin);
        out->llr[point] = run->use_sprt ? sprt_state(&run->sprt, penta).llr : 0;
    }
}

static void add_pairing_progress(Page *page, const PairResult *pair, int pairs) {
    const RunReport *report = &page->report;
    Progress *progress = arena_alloc(&page->arena, sizeof *progress);
    read_progress(pair, pairs, &report->run, progress);
    const LineLevel level = { "50 %", 50 };
    const LineSeries score = { .name = report->seat[report->pairing[0].first].name, .y = progress->score, .low = progress->low,
                               .high = progress->high, .figure = arena_printf(&page->arena, "%.1f %%", progress->score[progress->points - 1]) };
    chart_lines(&(LineChart){ .title = "Score over games, with 95 % band", .x_name = "games", .y_unit = "%", .x = progress->games,
                              .points = progress->points, .series = &score, .series_count = 1, .level = &level, .levels = 1 }, page->out);
    if (!report->run.use_sprt) return;
    const LineLevel bounds[] = { { "accept H1", report->sprt.upper }, { "accept H0", report->sprt.lower } };
    const LineSeries llr = { .name = "log-likelihood ratio", .y = progress->llr, .figure = arena_printf(&page->arena, "%.2f", report->sprt.llr) };
    chart_lines(&(LineChart){ .title = "SPRT: log-likelihood ratio over games", .x_name = "games", .y_unit = "", .x = progress->games,
                              .points = progress->points, .series = &llr, .series_count = 1, .level = bounds, .levels = 2 }, page->out);
}

/* Points of every player out of its games so far, at each of the points. */
static void read_scores(const PairResult *pair, int pairs, int seats, int points, double *half_points, double *games, double *score) {
    for (int point = 0, i = 0; point < points; point++) {
        for (; i < pairs_at(point, points, pairs); i++) {
            half_points[pair[i].first] += pair[i].half_points;
            half_points[pair[i].second] += 4 - pair[i].half_points;
            games[pair[i].first] += 2;
            games[pair[i].second] += 2;
        }
        for (int s = 0; s < seats; s++) score[s * points + point] = games[s] > 0 ? 50 * half_points[s] / games[s] : NAN;
    }
}

static void add_field_progress(Page *page, const PairResult *pair, int pairs) {
    const RunReport *report = &page->report;
    Arena *arena = &page->arena;
    const int points = pairs < POINTS_MAX ? pairs : POINTS_MAX, shown = report->seats < SERIES_MAX ? report->seats : SERIES_MAX;
    double *sums = arena_alloc(arena, 2 * (size_t)report->seats * sizeof *sums);
    double *score = arena_alloc(arena, (size_t)(report->seats * points) * sizeof *score), x[POINTS_MAX];
    read_scores(pair, pairs, report->seats, points, sums, sums + report->seats, score);
    LineSeries series[SERIES_MAX];
    for (int i = 0; i < shown; i++) {
        const size_t seat = report->order[i];
        const double *y = score + seat * (size_t)points;
        series[i] = (LineSeries){ .name = report->seat[seat].name, .y = y, .figure = arena_printf(arena, "%.1f %%", y[points - 1]) };
    }
    for (int point = 0; point < points; point++) x[point] = 2.0 * pairs_at(point, points, pairs);
    const LineLevel level = { "50 %", 50 };
    chart_lines(&(LineChart){ .title = shown < report->seats ? "Score over games, the best six" : "Score over games", .x_name = "games", .y_unit = "%",
                              .x = x, .points = points, .series = series, .series_count = shown, .level = &level, .levels = 1 }, page->out);
}

static bool add_progress(Page *page, Err *err) {
    PairResult *pair;
    int pairs;
    if (!store_pair_results(page->store, page->report.run.id, &page->arena, &pair, &pairs, err)) return false;
    if (!pairs) return true;
    if (page->report.pairings == 1) add_pairing_progress(page, pair, pairs);
    else add_field_progress(page, pair, pairs);
    return true;
}

static void add_sprt(Page *page) {
    const RunReport *report = &page->report;
    const SprtSpec *spec = &report->run.sprt;
    if (!report->run.use_sprt || report->pairings != 1) return;
    buf_add(page->out, "<p>");
    html_addf(page->out, "Sequential test of %s against %s Elo [%g, %g], errors %g and %g: log-likelihood ratio %.2f between %.2f and %.2f, %s.",
              report->seat[report->pairing[0].first].name, sprt_model_names[spec->model], spec->elo0, spec->elo1, spec->alpha, spec->beta,
              report->sprt.llr, report->sprt.lower, report->sprt.upper, sprt_words(report->sprt.verdict));
    const SprtPlan rest = sprt_plan_rest(spec, report->pairing[0].penta);
    if (rest.pairs > 0) html_addf(page->out, " About %.0f more pairs to a verdict if it goes on like this.", rest.pairs);
    buf_add(page->out, "</p>\n");
}

static bool add_ratings(Page *page, Err *err) {
    buf_add(page->out, "<h3>Ratings</h3>\n");
    add_sprt(page);
    buf_add(page->out, "<div class=\"charts\">\n");
    add_rating_chart(page);
    if (!add_progress(page, err)) return false;
    buf_add(page->out, "</div>\n");
    report_write_ratings(&page->report, TABLE_HTML, page->out);
    if (page->report.seats > 2) report_write_cross_table(&page->report, TABLE_HTML, page->out);
    report_write_pairings(&page->report, TABLE_HTML, page->out);
    return true;
}

/* What a move costs. */

typedef struct { const MoveClass *class; int classes; } Moves;

static int depth_of(const MoveClass *class) { return class->depth; }
static int nodes_of(const MoveClass *class) { return class->nodes_class; }

typedef int (*BinOf)(const MoveClass *class);

/* The bins that hold nearly all moves: a few moves of extraordinary depth, such as mates found, must not squeeze the others. */
static void find_bins(const Moves *moves, BinOf bin, int *least, int *most) {
    enum { BEYOND_PER_MILLE = 2 };
    int64_t total = 0;
    *least = INT_MAX;
    *most = INT_MIN;
    for (int i = 0; i < moves->classes; i++) {
        const int at = bin(&moves->class[i]);
        if (at < *least) *least = at;
        if (at > *most) *most = at;
        total += moves->class[i].moves;
    }
    for (int64_t beyond = 0; *most > *least; (*most)--) {
        for (int i = 0; i < moves->classes; i++)
            if (bin(&moves->class[i]) == *most) beyond += moves->class[i].moves;
        if (beyond * 1000 > total * BEYOND_PER_MILLE) return;
    }
}

/* Moves by bin, one list of bins a seat; the last one holds those beyond, too. */
static double *count_moves(Page *page, const Moves *moves, BinOf bin, int least, int bins) {
    double *count = arena_alloc(&page->arena, (size_t)(page->report.seats * bins) * sizeof *count);
    for (int i = 0; i < moves->classes; i++) {
        const int at = bin(&moves->class[i]) - least;
        count[moves->class[i].seat * bins + (at < bins ? at : bins - 1)] += (double)moves->class[i].moves;
    }
    return count;
}

static void add_histogram(Page *page, const Moves *moves, BinOf bin, HistogramChart *chart, double (*edge)(int bin),
                          const char *(*figure)(Page *, const SeatSummary *)) {
    const RunReport *report = &page->report;
    int least, most;
    if (!moves->classes) return;
    find_bins(moves, bin, &least, &most);
    chart->bins = most - least + 1;
    const double *count = count_moves(page, moves, bin, least, chart->bins);
    double *edges = arena_alloc(&page->arena, (size_t)(chart->bins + 1) * sizeof *edges);
    HistogramRow *row = arena_alloc(&page->arena, (size_t)report->seats * sizeof *row);
    for (int k = 0; k <= chart->bins; k++) edges[k] = edge(least + k);
    for (int i = 0; i < report->seats; i++) {
        const SeatSummary *seat = &report->seat[report->order[i]];
        row[i] = (HistogramRow){ .name = seat->name, .figure = figure(page, seat), .count = count + report->order[i] * (size_t)chart->bins };
    }
    chart->edge = edges;
    chart->row = row;
    chart->rows = report->seats;
    chart_histograms(chart, page->out);
}

static double depth_edge(int bin) { return bin - 0.5; }
static double nodes_edge(int bin) { return exp2((double)bin / NODES_CLASSES_PER_OCTAVE); }
static const char *depth_figure(Page *page, const SeatSummary *seat) {
    return arena_printf(&page->arena, "mean %.2f", report_ratio(seat->depth_sum, seat->moves));
}
static const char *nodes_figure(Page *page, const SeatSummary *seat) {
    return arena_printf(&page->arena, "mean %.0f", report_ratio(seat->nodes, seat->moves));
}

static bool add_costs(Page *page, Err *err) {
    MoveClass *class;
    Moves moves = { 0 };
    if (!store_move_classes(page->store, page->report.run.id, &page->arena, &class, &moves.classes, err)) return false;
    moves.class = class;
    buf_add(page->out, "<h3>What a move costs</h3>\n<div class=\"charts\">\n");
    add_histogram(page, &moves, nodes_of, &(HistogramChart){ .title = "Moves by nodes searched", .x_name = "nodes; the last column holds all beyond", .logarithmic = true },
                  nodes_edge, nodes_figure);
    add_histogram(page, &moves, depth_of, &(HistogramChart){ .title = "Moves by depth reached", .x_name = "plies; the last column holds all beyond" }, depth_edge, depth_figure);
    buf_add(page->out, "</div>\n");
    report_write_counters(&page->report, TABLE_HTML, page->out);
    return true;
}

/* Why games ended. */

/* Games that ended for this reason, by outcome: red, draw, black, none. */
static BarRow reason_row(Page *page, int reason) {
    static const Outcome order[] = { OUTCOME_RED, OUTCOME_DRAW, OUTCOME_BLACK, OUTCOME_NONE };
    const RunReport *report = &page->report;
    BarRow row = { .name = reason_names[reason] };
    double games = 0;
    for (int i = 0; i < report->reasons; i++) {
        if (strcmp(report->reason[i].reason, reason_names[reason])) continue;
        for (int k = 0; k < BAR_PARTS_MAX; k++)
            if (!strcmp(report->reason[i].outcome, outcome_names[order[k]])) row.part[k] += (double)report->reason[i].games;
        games += (double)report->reason[i].games;
    }
    row.figure = arena_printf(&page->arena, "%.0f (%.1f %%)", games, 100 * games / (double)(report->games ? report->games : 1));
    return row;
}

static void add_reasons(Page *page) {
    BarRow row[REASON_COUNT];
    BarChart chart = { .title = "Why games ended", .part = { "Red won", "draw", "Black won", "no result" }, .parts = 3, .row = row };
    for (int reason = 0; reason < REASON_COUNT; reason++) {
        row[chart.rows] = reason_row(page, reason);
        double games = 0;
        for (int k = 0; k < BAR_PARTS_MAX; k++) games += row[chart.rows].part[k];
        if (row[chart.rows].part[BAR_PARTS_MAX - 1] > 0) chart.parts = BAR_PARTS_MAX;
        chart.rows += games > 0;
    }
    buf_add(page->out, "<h3>Why games ended</h3>\n<div class=\"charts\">\n");
    chart_bars(&chart, page->out);
    report_write_reasons(&page->report, TABLE_HTML, page->out);
    buf_add(page->out, "</div>\n");
}

static bool add_faults(Page *page, Err *err) {
    enum { SHOWN_MAX = 100 };
    const int64_t run = page->report.run.id;
    FaultLine *fault;
    int faults;
    if (!store_faults(page->store, run, &page->arena, &fault, &faults, err)) return false;
    if (!faults) return true;
    buf_add(page->out, "<h3>Faults</h3>\n<ul class=\"faults\">\n");
    for (int i = 0; i < faults && i < SHOWN_MAX; i++) {
        buf_addf(page->out, "<li><a href=\"#run=%" PRId64 "&amp;game=%" PRId64 "&amp;ply=0\">Game %" PRId64 "</a>: ", run, fault[i].number,
                 fault[i].number);
        html_addf(page->out, "%s, %s%s%s", page->report.seat[fault[i].seat].name, fault[i].fault, *fault[i].note ? ": " : "", fault[i].note);
        buf_add(page->out, "</li>\n");
    }
    buf_add(page->out, "</ul>\n");
    if (faults > SHOWN_MAX) buf_addf(page->out, "<p>And %d more, see game_side in the database.</p>\n", faults - SHOWN_MAX);
    return true;
}

/* Games. */

static bool add_games(Page *page, int64_t most, Err *err) {
    GamePack pack;
    const bool good = game_pack(page->store, page->report.run.id, most, &pack, err);
    if (good && pack.packed) {
        Buf json = { 0 }, about = { 0 };
        html_add_json(&json, buf_text(&pack.json));
        if (pack.packed == pack.games) buf_addf(&about, "All %d games of the run.", pack.games);
        else buf_addf(&about, "%d of the run's %d games: those that a player's fault ended, and others spread evenly; --html-games N holds more.",
                      pack.packed, pack.games);
        const HtmlSlot slots[] = { { "about", buf_text(&about) }, { "tables", buf_text(&json) }, { "games", buf_text(&pack.lines) } };
        buf_add(page->out, "<h3>Games</h3>\n");
        html_fill(page->out, viewer_html, slots, (int)(sizeof slots / sizeof *slots));
        buf_free(&json);
        buf_free(&about);
    }
    game_pack_free(&pack);
    return good;
}

bool run_page_write(Store *store, int64_t id, int64_t games, Buf *out, Err *err) {
    Page page = { .store = store, .out = out };
    bool good = report_load(store, id, &page.arena, &page.report, err);
    if (good) {
        add_head(&page);
        add_warnings(&page);
        good = add_ratings(&page, err) && add_costs(&page, err);
    }
    if (good) {
        add_reasons(&page);
        good = add_faults(&page, err) && add_games(&page, games, err);
        buf_add(out, "</section>\n");
    }
    report_free(&page.report);
    arena_free(&page.arena);
    return good;
}
