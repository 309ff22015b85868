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
    const uint32_t rooks = 0x01800180, horses_and_cannons = 0x06600660, guards = 0x001e001e;
    return 6 * __builtin_popcount(pos->alive & rooks) + 4 * __builtin_popcount(pos->alive & horses_and_cannons) +
           __builtin_popcount(pos->alive & guards);
}

static int clamp(int64_t value) {
    return value > EVAL_MAX ? EVAL_MAX : value < -EVAL_MAX ? -EVAL_MAX : (int)value;
}

/* The low half may be negative: then the high one holds one less, which unpacking gives back. */
static int64_t pack(Score score) { return score.mg + score.eg * (INT64_C(1) << 32); }
static int packed_mg(int64_t sum) { return (int32_t)(uint32_t)sum; }
static int packed_eg(int64_t sum) { return (int32_t)((sum - packed_mg(sum)) / (INT64_C(1) << 32)); }

/* Finding attacks takes a tenth of a search's time: sets that give nothing for them needn't pay. */
static bool uses_attacks(const Weights *weights) {
    static const Weights nothing;
    return memcmp(weights->term.attacked_free, nothing.term.attacked_free, sizeof nothing.term.attacked_free) != 0 ||
           memcmp(weights->term.attacked_held, nothing.term.attacked_held, sizeof nothing.term.attacked_held) != 0;
}

void eval_prepare(EvalTables *tables, const Weights *weights, const EvalOptions *options) {
    memset(tables, 0, sizeof *tables);
    tables->options = *options;
    tables->wants_attacks = options->cooperation && uses_attacks(weights);
    for (int i = 0; i < WEIGHT_COUNT; i++) tables->weights.flat[i] = pack(weights->flat[i]);
    for (int side = RED; side <= BLACK; side++)
        for (int kind = KING; kind < KINDS; kind++)
            for (int sq = 0; sq < SQ_COUNT; sq++) {
                Tally t = { .options = options, .weights = &tables->weights };
                one_man(&t, kind, place[sq].rank[side], place[sq].fold);
                tables->man[pc_make(side, kind)][sq] = t.sum;
            }
}

/* What the men of a side are worth by themselves. */
static inline int64_t sum_men(const EvalTables *tables, const Pos *pos, int side) {
    static const uint8_t kind[MEN_A_SIDE] = {
        KING, ADVISOR, ADVISOR, ELEPHANT, ELEPHANT, HORSE, HORSE, ROOK, ROOK, CANNON, CANNON, PAWN, PAWN, PAWN, PAWN, PAWN,
    };
    int64_t sum = 0;
    for (int number = 0; number < MEN_A_SIDE; number++)
        sum += tables->man[pc_make(side, kind[number])][pos->sq_of[side << 4 | number]];
    return sum;
}

SPECIALISED int64_t sum_side(const EvalTables *tables, const Pos *pos, const Survey *survey, int us) {
    Tally t = { .pos = pos, .survey = survey, .options = &tables->options,
                .wants_attacks = tables->wants_attacks, .us = us, .them = us ^ 1,
                .weights = &tables->weights, .sum = sum_men(tables, pos, us) };
    evaluate_side(&t);
    return t.sum;
}

int eval_with(const EvalTables *tables, const Pos *pos) {
    Survey survey;
    survey_position(pos, tables->wants_attacks, &survey);
    const int64_t sum = sum_side(tables, pos, &survey, RED) - sum_side(tables, pos, &survey, BLACK);
    const int phase = eval_phase(pos);
    const int value = clamp(((int64_t)packed_mg(sum) * phase + (int64_t)packed_eg(sum) * (PHASE_MAX - phase)) / PHASE_MAX);
    return pos->side == RED ? value : -value;
}

int eval(const Pos *pos, const Weights *weights, const EvalOptions *options) {
    EvalTables tables;
    eval_prepare(&tables, weights, options);
    return eval_with(&tables, pos);
}

int trace_value(const Trace *trace, const Weights *weights, int phase) {
    int64_t sum = 0;
    for (int i = 0; i < WEIGHT_COUNT; i++)
        sum += (int64_t)trace->flat[i] * (weights->flat[i].mg * phase + weights->flat[i].eg * (PHASE_MAX - phase));
    return clamp(sum / PHASE_MAX);
}
