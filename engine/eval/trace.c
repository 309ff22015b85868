#include <string.h>
#include "engine/eval/eval.h"
#define EVAL_TRACED 1
#include "engine/eval/evaluate_internal.h"

static void trace_side(const Pos *pos, const EvalOptions *options, int side, int sign, Trace *trace) {
    Survey survey;
    survey_position(pos, options->cooperation, &survey);
    Tally t = { .pos = pos, .survey = &survey, .options = options,
                .wants_attacks = options->cooperation, .us = side, .them = side_other(side),
                .trace = trace, .sign = sign };
    for (uint32_t men = pos->alive >> (side << 4) & 0xffff; men;) {
        const int kind = man_kind[__builtin_ctz(men)];
        const Place p = place[next_sq(pos, side, &men)];
        one_man(&t, kind, p.rank[side], p.fold);
    }
    evaluate_side(&t);
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
