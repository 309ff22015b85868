#include "engine/eval/eval.h"
#define EVAL_TRACED 0
#include "engine/eval/evaluate_internal.h"

#define ROW(field, text)                                                                                      \
    { .name = #field, .kind = OPT_BOOL, .offset = offsetof(EvalOptions, field), .initial = "true", .help = text, \
      .flags = OPT_CHANGES_VALUE | OPT_AFFECTS_SIGNATURE }
static const OptRow rows[] = {
    ROW(material, "count the men"),
    ROW(psqt, "where each man stands"),
    ROW(mobility, "how many squares each man reaches"),
    ROW(cooperation, "men that support each other"),
    ROW(king_safety, "threats against the kings"),
};
#undef ROW
const OptTable eval_options = { "evaluation", rows, sizeof rows / sizeof rows[0] };

/* The men that tell the middle game from the endgame; 64 when all are there. */
int eval_phase(const Pos *pos) {
    int phase = 0;
    for (int side = RED; side <= BLACK; side++)
        phase += 6 * count_of(pos, side, ROOK) + 4 * (count_of(pos, side, HORSE) + count_of(pos, side, CANNON)) +
                 count_of(pos, side, ADVISOR) + count_of(pos, side, ELEPHANT);
    return phase;
}

static int clamp(int64_t value) {
    return value > EVAL_MAX ? EVAL_MAX : value < -EVAL_MAX ? -EVAL_MAX : (int)value;
}

int eval(const Pos *pos, const Weights *weights, const EvalOptions *options) {
    uint64_t crossed[2];
    const unsigned pawn_files = find_pawns(pos, crossed);
    Tally red = { .pos = pos, .weights = weights, .us = RED, .them = BLACK, .crossed = crossed[RED] };
    find_lines(&red);
    Tally black = red;
    black.us = BLACK;
    black.them = RED;
    black.crossed = crossed[BLACK];
    evaluate_side(&red, options, pawn_files);
    evaluate_side(&black, options, pawn_files);
    const int phase = eval_phase(pos);
    const int64_t sum = (int64_t)(red.mg - black.mg) * phase + (int64_t)(red.eg - black.eg) * (PHASE_MAX - phase);
    const int value = clamp(sum / PHASE_MAX);
    return pos->side == RED ? value : -value;
}

int trace_value(const Trace *trace, const Weights *weights, int phase) {
    int64_t sum = 0;
    for (int i = 0; i < WEIGHT_COUNT; i++)
        sum += (int64_t)trace->flat[i] * (weights->flat[i].mg * phase + weights->flat[i].eg * (PHASE_MAX - phase));
    return clamp(sum / PHASE_MAX);
}
