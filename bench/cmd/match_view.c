#define _POSIX_C_SOURCE 200809L
#include "bench/cmd/match_view.h"
#include <inttypes.h>
#include <math.h>
#include <unistd.h>
#include "engine/core/mono.h"

enum { LINE_PERCENT = 10, LINE_SECONDS = 10 };

MatchView match_view(const MatchSpec *spec, FILE *out, bool quiet) {
    return (MatchView){ .spec = spec, .out = out, .quiet = quiet, .terminal = isatty(fileno(out)), .told_ns = mono_ns() };
}

void match_view_start(MatchView *view, const Openings *openings, int jobs) {
    if (view->quiet) return;
    const MatchSpec *spec = view->spec;
    Buf limit = { 0 };
    limit_print(&spec->limit, &limit);
    fprintf(view->out, "%s: %d players, %s, %" PRId64 " games", spec->name, spec->player_count, format_names[spec->format],
            schedule_pairings(spec) * spec->games);
    if (limit.len) fprintf(view->out, " at %s", buf_text(&limit));
    fprintf(view->out, " from %" PRIu32 " opening%s, %d at a time\n", openings->count, openings->count == 1 ? "" : "s", jobs);
    if (spec_is_deterministic(spec) && spec->games / 2 > openings->count)
        fprintf(view->out, "warning: %" PRId64 " pairs from %" PRIu32 " opening%s: players without chance repeat their games; "
                           "more openings would tell more\n",
                spec->games / 2, openings->count, openings->count == 1 ? "" : "s");
    fflush(view->out);
    buf_free(&limit);
}

void match_view_pair(MatchView *view) { view->pairs_played++; }

static void add_duration(double seconds, Buf *out) {
    const int64_t s = (int64_t)(seconds + 0.5);
    if (s >= 3600) buf_addf(out, "%" PRId64 ":%02d:%02d", s / 3600, (int)(s / 60 % 60), (int)(s % 60));
    else buf_addf(out, "%d:%02d", (int)(s / 60), (int)(s % 60));
}

static void add_result(const MatchView *view, const MatchState *state, Buf *out) {
    const EloStats stats = elo_pairs(state->penta[0]);
    if (stats.games) {
        buf_addf(out, "  score %.1f%%  Elo ", 100 * stats.score);
        elo_text(stats.elo, stats.elo_error, 1, out);
    }
    if (view->spec->use_sprt)
        buf_addf(out, "  LLR %.2f [%.2f, %.2f]", state->sprt.llr, state->sprt.lower, state->sprt.upper);
}

void match_view_line(const MatchView *view, const MatchState *state, Buf *out) {
    const double seconds = (double)state->elapsed_ns / 1e9, played = 2.0 * view->pairs_played;
    buf_addf(out, "%d/%d pairs", state->pairs_done, state->pairs_total);
    if (state->pairings == 1) add_result(view, state, out);
    if (played > 0 && seconds > 0) {
        const double rate = played / seconds;
        buf_addf(out, "  %.*f games/s  ", rate < 10 ? 1 : 0, rate);
        add_duration(2.0 * (state->pairs_total - state->pairs_done) / rate, out);
        buf_add(out, view->spec->use_sprt ? " left at most" : " left");
    }
    if (state->faults) buf_addf(out, "  %d faults", state->faults);
}

/* Plain lines come every tenth of the match, and every ten seconds of a slow one. */
static bool is_line_due(MatchView *view, const MatchState *state) {
    const int percent = (int)(100.0 * state->pairs_done / state->pairs_total);
    const int64_t now_ns = mono_ns();
    if (percent / LINE_PERCENT == view->told_percent / LINE_PERCENT && now_ns - view->told_ns < LINE_SECONDS * INT64_C(1000000000))
        return false;
    view->told_percent = percent;
    view->told_ns = now_ns;
    return true;
}

void match_view_progress(MatchView *view, const MatchState *state) {
    if (view->quiet || (!view->terminal && !is_line_due(view, state))) return;
    Buf line = { 0 };
    match_view_line(view, state, &line);
    if (view->terminal) fprintf(view->out, "\r%s\033[K", buf_text(&line));
    else fprintf(view->out, "%s\n", buf_text(&line));
    fflush(view->out);
    buf_free(&line);
}

void match_view_end(MatchView *view) {
    if (view->quiet || !view->terminal) return;
    fputs("\r\033[K", view->out);
    fflush(view->out);
}
