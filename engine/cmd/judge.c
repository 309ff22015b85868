#include <stdio.h>
#include <string.h>
#include "engine/cmd/commands.h"
#include "engine/xq/fen.h"
#include "engine/xq/notation.h"
#include "engine/xq/rules_suite.h"

typedef struct {
    char fen[OPT_TEXT_SIZE];
    OptList moves;
    int rule_set;
    char suite[OPT_TEXT_SIZE], column[OPT_TEXT_SIZE];
    bool explain;
} JudgeArgs;

static const OptRow rows[] = {
    { .name = "fen", .kind = OPT_TEXT, .offset = offsetof(JudgeArgs, fen), .argument = "FEN",
      .help = "position to start from; without it the start of the game" },
    { .name = "moves", .kind = OPT_LIST, .offset = offsetof(JudgeArgs, moves), .argument = "MOVES",
      .help = "moves in any notation, separated by blanks" },
    { .name = "rule_set", .kind = OPT_CHOICE, .offset = offsetof(JudgeArgs, rule_set), .initial = "asian",
      .choices = rule_set_names, .help = "law to judge by" },
    { .name = "suite", .kind = OPT_TEXT, .offset = offsetof(JudgeArgs, suite), .argument = "FILE.tsv",
      .help = "check the verdicts of a file of cases" },
    { .name = "column", .kind = OPT_TEXT, .offset = offsetof(JudgeArgs, column), .argument = "NAME", .requires = "suite",
      .help = "column of the expected verdicts; without it the one that the rule set follows" },
    { .name = "explain", .kind = OPT_BOOL, .offset = offsetof(JudgeArgs, explain), .initial = "false",
      .help = "tell in words why, and what each move of a repetition did" },
};
static const OptTable options = { "judge", rows, sizeof rows / sizeof rows[0] };

static void print_reasons(const Verdict *verdict, const Game *game, const RuleSet *rules) {
    Buf text = { 0 };
    verdict_print(verdict, &text);
    buf_add_char(&text, '\n');
    verdict_explain(verdict, game, rules, &text);
    fputs(buf_text(&text), stdout);
    buf_free(&text);
}

static bool play_text(Game *game, const char *moves, const RuleSet *rules, Verdict *verdict, Err *err) {
    while (verdict->outcome == OUTCOME_NONE) {
        moves += strspn(moves, " ,\t\n");
        const size_t len = strcspn(moves, " ,\t\n");
        if (!len) return true;
        char text[MOVE_TEXT_SIZE] = "";
        memcpy(text, moves, len < sizeof text ? len : sizeof text - 1);
        const Move mv = move_parse(&game->pos, text, err);
        if (!mv) return err_prefix(err, "at move %d: ", game->count + 1);
        game_push(game, mv);
        *verdict = rules_judge(game, rules);
        moves += len;
    }
    return true;
}

static int judge_moves(const JudgeArgs *arg, const RuleSet *rules, Err *err) {
    Pos pos;
    if (!fen_parse(*arg->fen ? arg->fen : POS_START_FEN, &pos, err)) return EXIT_BAD_INPUT;
    Game game;
    game_init(&game, &pos);
    Verdict verdict = rules_judge(&game, rules);
    bool ok = true;
    for (int i = 0; ok && i < arg->moves.count; i++) ok = play_text(&game, arg->moves.item[i], rules, &verdict, err);
    if (ok) {
        printf("%d %s %s\n", game.count, outcome_names[verdict.outcome], reason_names[verdict.reason]);
        if (arg->explain) print_reasons(&verdict, &game, rules);
    }
    game_free(&game);
    return ok ? EXIT_HELD : EXIT_BAD_INPUT;
}

/* The column that a rule set follows, in the order of rule_set_names; NULL: none does. */
static const char *const own_columns[] = { "pikafish", "pikafish", "elephanteye_4fold", NULL, NULL };

/* Play one case; false on errors. */
static bool check_case(const RuleCase *item, const JudgeArgs *arg, const RuleSet *rules, size_t *wrong, Err *err) {
    Game game;
    Verdict verdict;
    const bool ok = rule_case_play(item, 0, rules, &game, &verdict, err);
    const bool right = ok && verdict.ply == item->ply && verdict.outcome == item->outcome;
    if (ok && !right)
        printf("%s: %d %s %s, expected %d %s\n", item->id, verdict.ply, outcome_names[verdict.outcome],
               reason_names[verdict.reason], item->ply, outcome_names[item->outcome]);
    else if (ok && arg->explain)
        printf("%s: %d %s %s\n", item->id, verdict.ply, outcome_names[verdict.outcome], reason_names[verdict.reason]);
    if (ok && arg->explain) print_reasons(&verdict, &game, rules);
    *wrong += ok && !right;
    game_free(&game);
    return ok || err_prefix(err, "%s:%d: ", arg->suite, item->line);
}

static int judge_suite(const JudgeArgs *arg, const RuleSet *rules, Err *err) {
    const char *column = *arg->column ? arg->column : own_columns[arg->rule_set];
    if (!column) return err_set(err, ERR_USAGE, "rule set %s has no column of its own: name one with --column",
                                rule_set_names[arg->rule_set]);
    RuleSuite suite;
    if (!rule_suite_read(arg->suite, column, &suite, err)) return EXIT_BAD_INPUT;
    size_t wrong = 0;
    bool ok = true;
    for (size_t i = 0; ok && i < suite.count; i++) ok = check_case(&suite.cases[i], arg, rules, &wrong, err);
    if (ok) printf("%zu of %zu cases as in column %s\n", suite.count - wrong, suite.count, column);
    rule_suite_free(&suite);
    return !ok ? EXIT_BAD_INPUT : wrong ? EXIT_REGRESSED : EXIT_HELD;
}

static int run(const void *object, const CmdArgs *args, Err *err) {
    const JudgeArgs *arg = object;
    RuleSet rules;
    if (args->count) return err_set(err, ERR_USAGE, "judge takes no argument '%s'", args->positional[0]);
    if (*arg->suite && (*arg->fen || arg->moves.count))
        return err_set(err, ERR_USAGE, "judge takes --suite or --moves, not both");
    if (!*arg->suite && !arg->moves.count) return err_set(err, ERR_USAGE, "judge needs --moves or --suite");
    rule_set_find(rule_set_names[arg->rule_set], &rules);
    return *arg->suite ? judge_suite(arg, &rules, err) : judge_moves(arg, &rules, err);
}

const Cmd cmd_judge = {
    .name = "judge",
    .synopsis = "[--fen FEN] --moves \"m1 m2 ...\" [--rule-set S] | --suite FILE.tsv [--rule-set S] [--column NAME]",
    .summary = "play moves until the referee speaks, or check a suite of repetitions",
    .details = "Prints PLY VERDICT REASON, where VERDICT is red or black (who wins), draw or none. An illegal move\n"
               "ends with code 2; a suite with a verdict other than expected with code 1.",
    .options = &options, .options_size = sizeof(JudgeArgs), .run = run,
};
