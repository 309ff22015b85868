#define _POSIX_C_SOURCE 200809L
#include "bench/cmd/match_view.h"
#include <inttypes.h>
#include <math.h>
#include <sys/ioctl.h>
#include <unistd.h>
#include "engine/core/mono.h"

enum { LINE_PERCENT = 10, LINE_SECONDS = 10 };
/* Before so many pairs nothing sensible can be said of how long an SPRT will take. */
enum { SPRT_PAIRS_MIN = 30 };

MatchView match_view(const MatchSpec *spec, FILE *out, bool quiet) {
    return (
        MatchView){ .spec = spec, .out = out, .quiet = quiet, .terminal = isatty(fileno(out)), .told_ns = mono_ns() };
}

void match_view_start(MatchView *view, const Openings *openings, int jobs) {
    view->openings = openings->count;
    if (view->quiet) return;
    const MatchSpec *spec = view->spec;
    Buf limit = { 0 };
    limit_print(&spec->limit, &limit);
    fprintf(view->out, "%s: %d players, %s, %" PRId64 " games", spec->name, spec->player_count,
            format_names[spec->format], schedule_pairings(spec) * spec->games);
    if (limit.len) fprintf(view->out, " at %s", buf_text(&limit));
    fprintf(view->out, " from %" PRIu32 " opening%s, %d at a time\n", openings->count, openings->count == 1 ? "" : "s",
            jobs);
    if (spec_is_deterministic(spec) && spec->games / 2 > openings->count)
        fprintf(view->out,
                "warning: %" PRId64 " pairs from %" PRIu32 " opening%s: players without chance repeat their games; "
                "more openings would tell more\n",
                spec->games / 2, openings->count, openings->count == 1 ? "" : "s");
    int a, b;
    if (spec_has_twins(spec, &a, &b))
        fprintf(view->out,
                "warning: %s and %s are the same player: both games of a pair go alike, and the second teaches nothing; "
                "a limit of its own sets one apart (limit=nodes=N)\n",
                spec->player[a].name, spec->player[b].name);
    fflush(view->out);
    buf_free(&limit);
}

void match_view_pair(MatchView *view) {
    view->pairs_played++;
}

static void add_duration(double seconds, Buf *out) {
    const int64_t s = (int64_t)(seconds + 0.5);
    if (s >= 3600) buf_addf(out, "%" PRId64 ":%02d:%02d", s / 3600, (int)(s / 60 % 60), (int)(s % 60));
    else buf_addf(out, "%d:%02d", (int)(s / 60), (int)(s % 60));
}

/* Pairs that the SPRT still needs by what was seen so far, at most those of the schedule; -1: nothing can be said. */
static double sprt_pairs_left(const MatchView *view, const MatchState *state) {
    const int64_t *penta = state->penta[0];
    int64_t counted = 0;
    for (int k = 0; k < ELO_PAIRS; k++) counted += penta[k];
    if (!view->spec->use_sprt || counted < SPRT_PAIRS_MIN) return -1;
    return fmin(sprt_plan_rest(&view->spec->sprt, penta).pairs, state->pairs_total - state->pairs_done);
}

static void add_result(const MatchView *view, const MatchState *state, Buf *out) {
    const EloStats stats = elo_pairs(state->penta[0]);
    if (stats.games) {
        buf_addf(out, "  score %.1f%%  Elo ", 100 * stats.score);
        elo_text(stats.elo, stats.elo_error, 1, out);
    }
    if (!view->spec->use_sprt) return;
    buf_addf(out, "  LLR %.2f [%.2f, %.2f]", state->sprt.llr, state->sprt.lower, state->sprt.upper);
    const double left = sprt_pairs_left(view, state);
    if (left > 0) buf_addf(out, ", about %.0f pairs to go", left < 100 ? left : 10 * round(left / 10));
}

static void add_time(const MatchView *view, const MatchState *state, Buf *out) {
    const double seconds = (double)state->elapsed_ns / 1e9;
    if (!view->pairs_played || seconds <= 0) return;
    const double pairs_a_second = view->pairs_played / seconds, left = sprt_pairs_left(view, state);
    buf_addf(out, "  %.*f games/s  ", pairs_a_second < 5 ? 1 : 0, 2 * pairs_a_second);
    if (left >= 0) {
        add_duration(left / pairs_a_second, out);
        buf_add(out, " left, ");
    }
    add_duration((state->pairs_total - state->pairs_done) / pairs_a_second, out);
    buf_add(out, view->spec->use_sprt ? " at most" : " left");
}

/* How much of the opening list the match has used: pairings share their openings. */
static void add_openings(const MatchView *view, const MatchState *state, Buf *out) {
    const int64_t rounds = (state->pairs_done + state->pairings - 1) / state->pairings, count = view->openings;
    if (count <= 1) return;
    if (rounds <= count) buf_addf(out, "  openings %" PRId64 "/%" PRId64, rounds, count);
    else buf_addf(out, "  openings used up, round %" PRId64 " of them", (rounds - 1) / count + 1);
}

void match_view_line(const MatchView *view, const MatchState *state, Buf *out) {
    buf_addf(out, "%d/%d pairs", state->pairs_done, state->pairs_total);
    if (state->pairings == 1) add_result(view, state, out);
    add_time(view, state, out);
    add_openings(view, state, out);
    if (state->faults) buf_addf(out, "  %d fault%s", state->faults, state->faults == 1 ? "" : "s");
}

/* Plain lines come every tenth of the match, and every ten seconds of a slow one. */
static bool is_line_due(MatchView *view, const MatchState *state) {
    const int percent = (int)(100.0 * state->pairs_done / state->pairs_total);
    const int64_t now_ns = mono_ns();
    if (percent / LINE_PERCENT == view->told_percent / LINE_PERCENT &&
        now_ns - view->told_ns < LINE_SECONDS * INT64_C(1000000000))
        return false;
    view->told_percent = percent;
    view->told_ns = now_ns;
    return true;
}

/* What a terminal's line holds; a longer one would leave its beginning behind when it is written anew. */
static int line_width(const MatchView *view) {
    struct winsize size;
    return ioctl(fileno(view->out), TIOCGWINSZ, &size) == 0 && size.ws_col > 1 ? size.ws_col - 1 : 79;
}

void match_view_progress(MatchView *view, const MatchState *state) {
    if (view->quiet || (!view->terminal && !is_line_due(view, state))) return;
    Buf line = { 0 };
    match_view_line(view, state, &line);
    if (view->terminal) fprintf(view->out, "\r%.*s\033[K", line_width(view), buf_text(&line));
    else fprintf(view->out, "%s\n", buf_text(&line));
    fflush(view->out);
    buf_free(&line);
}

void match_view_end(MatchView *view) {
    if (view->quiet || !view->terminal) return;
    fputs("\r\033[K", view->out);
    fflush(view->out);
}
