#include "engine/xq/rules.h"
#include <string.h>
#include "engine/xq/gen.h"
#include "engine/xq/repetition.h"

const char *const outcome_names[] = { "none", "red", "black", "draw", NULL };
#define REASON_WORD(id, word, help) word,
const char *const reason_names[] = { REASONS(REASON_WORD) NULL };
#undef REASON_WORD
#define REASON_HELP(id, word, help) help,
const char *const reason_helps[] = { REASONS(REASON_HELP) NULL };
#undef REASON_HELP

Reason reason_find(const char *word) {
    int reason = 0;
    while (reason < REASON_COUNT && strcmp(reason_names[reason], word) != 0) reason++;
    return (Reason)reason;
}

/* Rule sets. */

static const char *const repetition_names[] = { "off", "draw", "judge", NULL };
static const char *const chase_names[] = { "none", "simple", "asian", NULL };
static const char *const limit_checks_names[] = { "count", "skip", "clamp", "excess", NULL };
static const char *const limit_from_names[] = { "fen", "moves", NULL };
static const char *const material_names[] = { "off", "bare", "lone_cannon", NULL };

static const OptRow rows[] = {
    { .name = "repetition", .kind = OPT_CHOICE, .offset = offsetof(RuleSet, repetition), .initial = "judge",
      .choices = repetition_names,
      .help = "a position that came often enough: go on, draw, or judge who checked or chased for ever" },
    { .name = "occurrences", .kind = OPT_INT, .offset = offsetof(RuleSet, occurrences), .initial = "3", .min = 2,
      .max = 16, .help = "how often a position must have stood to be judged" },
    { .name = "chase", .kind = OPT_CHOICE, .offset = offsetof(RuleSet, chase), .initial = "asian",
      .choices = chase_names,
      .help = "what a chase is: nothing, an attack by the moved man (simple), every newly made threat (asian)" },
    { .name = "limit", .kind = OPT_INT, .offset = offsetof(RuleSet, limit), .initial = "120", .max = 1000,
      .argument = "PLIES", .help = "plies without a capture that draw; 0 for none" },
    { .name = "limit_checks", .kind = OPT_CHOICE, .offset = offsetof(RuleSet, limit_checks), .initial = "clamp",
      .choices = limit_checks_names,
      .help = "checks in the limit: count all, skip them and their replies, clamp to ten a side, or take off "
              "twice the larger excess over ten" },
    { .name = "limit_from", .kind = OPT_CHOICE, .offset = offsetof(RuleSet, limit_from), .initial = "fen",
      .choices = limit_from_names, .help = "start the limit at the FEN's halfmove number or at the first move" },
    { .name = "material", .kind = OPT_CHOICE, .offset = offsetof(RuleSet, material), .initial = "bare",
      .choices = material_names,
      .help = "draw at once: never, without attackers, or with at most a cannon a side that can't win" },
};
const OptTable rule_options = { "rules", rows, sizeof rows / sizeof rows[0] };

#define RULE_SETS(X)                                                                                               \
    X(asian, "third occurrence, chases as newly made threats, 120 plies with at most ten checks a side",           \
      REPETITION_JUDGE, CHASE_ASIAN, 3, 120, LIMIT_CHECKS_CLAMP, LIMIT_FROM_FEN, MATERIAL_BARE)                     \
    X(fairy, "the same judge with Fairy-Stockfish's limit: 100 plies, excess checks taken off",                    \
      REPETITION_JUDGE, CHASE_ASIAN, 3, 100, LIMIT_CHECKS_EXCESS, LIMIT_FROM_FEN, MATERIAL_BARE)                    \
    X(league, "the UCCI league's: fourth occurrence, chases by the moved man, 100 plies without checks",           \
      REPETITION_JUDGE, CHASE_SIMPLE, 4, 100, LIMIT_CHECKS_SKIP, LIMIT_FROM_MOVES, MATERIAL_BARE)                   \
    X(simple, "perpetual check loses, any other third occurrence draws, 120 plies",                                \
      REPETITION_JUDGE, CHASE_NONE, 3, 120, LIMIT_CHECKS_COUNT, LIMIT_FROM_FEN, MATERIAL_BARE)                      \
    X(none, "mate and stalemate alone end a game",                                                                 \
      REPETITION_OFF, CHASE_NONE, 3, 0, LIMIT_CHECKS_COUNT, LIMIT_FROM_FEN, MATERIAL_OFF)

#define SET_NAME(name, help, ...) #name,
const char *const rule_set_names[] = { RULE_SETS(SET_NAME) NULL };
#undef SET_NAME
#define SET_HELP(name, help, ...) help,
const char *const rule_set_helps[] = { RULE_SETS(SET_HELP) NULL };
#undef SET_HELP
#define SET_RULES(name, help, ...) { __VA_ARGS__ },
static const RuleSet rule_sets[] = { RULE_SETS(SET_RULES) };
#undef SET_RULES

bool rule_set_find(const char *name, RuleSet *out) {
    for (int i = 0; rule_set_names[i]; i++) {
        if (strcmp(rule_set_names[i], name) != 0) continue;
        *out = rule_sets[i];
        return true;
    }
    return false;
}

/* The natural limit. */

enum { FREE_CHECKS = 10 }; /* a side's checks that count in full since the last capture */

static bool checked_before(const Game *game, int ply) { return ply ? game->ply[ply - 1].check : game->start_check; }

/* Plies since the last capture as the limit counts them. */
static int64_t limit_plies(const Game *game, const RuleSet *rules) {
    const int halfmove = game->pos.halfmove;
    const int seen = halfmove < game->count ? halfmove : game->count; /* the rest is the FEN's word */
    int64_t counted = rules->limit_from == LIMIT_FROM_FEN ? halfmove - seen : 0;
    int checks[2] = { 0, 0 };
    for (int ply = game->count - seen; ply < game->count; ply++) {
        const int us = game->start.side ^ (ply & 1), them = side_other(us);
        const bool reply = checked_before(game, ply), check = game->ply[ply].check;
        checks[us] += check;
        if (rules->limit_checks == LIMIT_CHECKS_SKIP) counted += !check && !reply;
        else if (rules->limit_checks == LIMIT_CHECKS_CLAMP)
            counted += !(check && checks[us] > FREE_CHECKS) && !(reply && checks[them] > FREE_CHECKS);
        else counted++;
    }
    const int most = checks[RED] > checks[BLACK] ? checks[RED] : checks[BLACK];
    if (rules->limit_checks == LIMIT_CHECKS_EXCESS && most > FREE_CHECKS) counted -= 2 * (most - FREE_CHECKS);
    return counted;
}

static bool limit_reached(const Game *game, const RuleSet *rules) {
    /* No way of counting gives more than all plies: mostly this comparison is the whole test. */
    return rules->limit && game->pos.halfmove >= rules->limit && limit_plies(game, rules) >= rules->limit;
}

/* Dead material. */

static int count_men(const Pos *pos, int side, Kind kind) {
    const uint32_t numbers = (1u << man_first[kind + 1]) - (1u << man_first[kind]);
    return __builtin_popcount(pos->alive >> (side * MEN_A_SIDE) & numbers);
}

static int count_both(const Pos *pos, Kind kind) { return count_men(pos, RED, kind) + count_men(pos, BLACK, kind); }

/* Can the side to move mate or stalemate with one move? */
static bool mates_at_once(const Pos *pos) {
    MoveList list;
    gen_legal(pos, &list);
    for (int i = 0; i < list.count; i++) {
        Pos after = *pos;
        Undo undo;
        pos_make(&after, list.move[i], &undo);
        if (!gen_any_legal(&after)) return true;
    }
    return false;
}

/* Cannons without a screen of their own against at most two advisors never win by force, nor does a cannon each
 * without any advisor; elephants of the holder help against two advisors only. */
static bool cannons_cannot_win(const Pos *pos) {
    const int red = count_men(pos, RED, CANNON), black = count_men(pos, BLACK, CANNON);
    if (red + black == 1) {
        const int holder = red ? RED : BLACK;
        if (count_men(pos, holder, ADVISOR)) return false;
        return count_men(pos, side_other(holder), ADVISOR) < 2 || !count_men(pos, holder, ELEPHANT);
    }
    return red == 1 && black == 1 && count_both(pos, ADVISOR) == 0;
}

static bool material_dead(const Pos *pos, int rule) {
    if (rule == MATERIAL_OFF) return false;
    if (count_both(pos, ROOK) || count_both(pos, HORSE) || count_both(pos, PAWN)) return false;
    if (!count_both(pos, CANNON)) return true;
    return rule == MATERIAL_LONE_CANNON && cannons_cannot_win(pos) && !mates_at_once(pos);
}

/* The judge. */

static Outcome loss_of(int side) { return side == RED ? OUTCOME_BLACK : OUTCOME_RED; }

Verdict rules_judge_history(const Game *game, const RuleSet *rules) {
    if (rules->repetition != REPETITION_OFF) {
        const int window = repetition_window(game, rules->occurrences);
        if (window >= 0) return repetition_judge(game, window, rules);
    }
    Verdict verdict = { .outcome = OUTCOME_DRAW, .ply = game->count };
    if (limit_reached(game, rules)) verdict.reason = REASON_NATURAL_LIMIT;
    else if (material_dead(&game->pos, rules->material)) verdict.reason = REASON_MATERIAL;
    else verdict.outcome = OUTCOME_NONE;
    return verdict;
}

Verdict rules_judge(const Game *game, const RuleSet *rules) {
    if (gen_any_legal(&game->pos)) return rules_judge_history(game, rules);
    return (Verdict){ .outcome = loss_of(game->pos.side),
                      .reason = game_in_check(game) ? REASON_CHECKMATE : REASON_STALEMATE,
                      .ply = game->count };
}

Outcome rules_search_repetition(const Game *game, int root_ply, const RuleSet *rules) {
    if (rules->repetition == REPETITION_OFF) return OUTCOME_NONE;
    const int window = repetition_search_window(game, root_ply, rules->occurrences);
    return window < 0 ? OUTCOME_NONE : repetition_judge(game, window, rules).outcome;
}

bool rules_bans(Game *game, Move mv, const RuleSet *rules) {
    const int us = game->pos.side;
    game_push(game, mv);
    const int window = rules->repetition == REPETITION_JUDGE ? repetition_window(game, rules->occurrences) : -1;
    const bool loses = window >= 0 && repetition_judge(game, window, rules).outcome == loss_of(us);
    game_pop(game);
    return loses;
}
