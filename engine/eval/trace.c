#include <string.h>
#include "engine/eval/eval.h"
#define EVAL_TRACED 1
#include "engine/eval/evaluate_internal.h"

static void trace_side(const Pos *pos, const EvalOptions *options, int side, int sign, Trace *trace) {
    uint64_t crossed[2];
    const unsigned pawn_files = find_pawns(pos, crossed);
    /* The weights only give the slots their addresses here; the sums are not looked at. */
    Tally t = { .pos = pos, .weights = &weights_default, .us = side, .them = side_other(side),
                .crossed = crossed[side], .trace = trace, .sign = sign };
    find_lines(&t);
    evaluate_side(&t, options, pawn_files);
}

void eval_trace_side(const Pos *pos, const EvalOptions *options, int side, Trace *trace) {
    memset(trace, 0, sizeof *trace);
    trace_side(pos, options, side, 1, trace);
}

void eval_trace(const Pos *pos, const EvalOptions *options, Trace *trace) {
    memset(trace, 0, sizeof *trace);
    trace_side(pos, options, RED, 1, trace);
    trace_side(pos, options, BLACK, -1, trace);
}
