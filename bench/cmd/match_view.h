/* What a person sees of a running match: one line that changes on a terminal, plain lines elsewhere. */
#ifndef BENCH_CMD_MATCH_VIEW_H
#define BENCH_CMD_MATCH_VIEW_H
#include <stdio.h>
#include "bench/match/runner.h"

typedef struct {
    const MatchSpec *spec;
    FILE *out;
    bool quiet, terminal;
    uint32_t openings;     /* in the list */
    int pairs_played;      /* in this run of the runner */
    int told_percent;      /* plain lines: how far the last one was */
    int64_t told_ns;       /* and when it came */
} MatchView;

/* A view on a stream. It reads the specification as long as it lives. */
MatchView match_view(const MatchSpec *spec, FILE *out, bool quiet);
/* "quick: 5 players, round robin, 2000 games at nodes=1000 from 50000 openings, 2 at a time". */
void match_view_start(MatchView *view, const Openings *openings, int jobs);
/* A pair was finished; the state as it is now. */
void match_view_pair(MatchView *view);
void match_view_progress(MatchView *view, const MatchState *state);
/* Leave the terminal's line clean for what comes. */
void match_view_end(MatchView *view);
/* The line itself, without a line end: pairs done, score, Elo, LLR with what it still needs, games a second, time left,
 * openings used, faults. */
void match_view_line(const MatchView *view, const MatchState *state, Buf *out);
#endif
