/* xqbench ab: two revisions of an engine built, compared and judged in one go. */
#include <stdio.h>
#include <string.h>
#include <unistd.h>
#include "bench/cmd/ab_build.h"
#include "bench/cmd/commands.h"
#include "bench/cmd/gate_output.h"
#include "bench/cmd/gate_players.h"
#include "bench/cmd/gate_settings.h"
#include "bench/cmd/stop.h"
#include "bench/regress/gate.h"
#include "engine/core/pool.h"

typedef struct {
    char build[OPT_TEXT_SIZE], repo[OPT_TEXT_SIZE], engine[OPT_TEXT_SIZE], player[OPT_TEXT_SIZE], baseline[OPT_TEXT_SIZE], sprt[OPT_TEXT_SIZE];
    OptList set;
    int64_t jobs;
    bool each;
    GateOutput output;
} AbArgs;

#define FIELD(field) offsetof(AbArgs, field)
static const OptRow rows[] = {
    { .name = "build", .kind = OPT_TEXT, .offset = FIELD(build), .argument = "CMD", .group = "Engines", .help = "shell command that builds the engine, run at the root of each revision" },
    { .name = "repo", .kind = OPT_TEXT, .offset = FIELD(repo), .initial = ".", .argument = "DIR", .help = "the git repository" },
    { .name = "engine", .kind = OPT_TEXT, .offset = FIELD(engine), .argument = "FILE",
      .help = "the program that the build makes, from the root; default: the only executable that git doesn't track" },
    { .name = "player", .kind = OPT_TEXT, .offset = FIELD(player), .argument = "WORDS", .help = "what both are told beside the command: 'protocol=uci option.Hash=16'" },
    { .name = "baseline", .kind = OPT_TEXT, .offset = FIELD(baseline), .initial = DEFAULT_BASELINE, .argument = "FILE", .group = "Checks",
      .help = "what to check, as for xqbench regress; figures recorded there don't count" },
    { .name = "set", .kind = OPT_LIST, .offset = FIELD(set), .argument = "KEY=VALUE", .help = "change a key of the baseline: speed.seconds=60" },
    { .name = "sprt", .kind = OPT_TEXT, .offset = FIELD(sprt), .argument = "elo0=E,...", .help = "a sequential test too: elo0, elo1, alpha, beta, games, limit, ..." },
    { .name = "each", .kind = OPT_BOOL, .offset = FIELD(each), .help = "list the nodes of every position (with --details)" },
    { .name = "jobs", .kind = OPT_INT, .offset = FIELD(jobs), .max = 4096, .group = "Run", .help = "searches and games at a time; 0: one for each core" },
    GATE_OUTPUT_ROWS(AbArgs),
};
static const OptTable options = { "ab", rows, sizeof rows / sizeof *rows };

static bool check_args(const AbArgs *args, const CmdArgs *positional, Err *err) {
    if (positional->count != 2) return err_set(err, ERR_USAGE, "ab compares two revisions, the old one and the new one, such as main HEAD");
    if (!*args->build) return err_set(err, ERR_USAGE, "ab needs --build, the command that makes the engine, such as --build make");
    return true;
}

static bool read_settings(const AbArgs *args, Baseline *out, Err *err) {
    Buf text = { 0 };
    const bool good = file_read_data(args->baseline, &text, err) && gate_settings_parse(&text, args->baseline, &args->set, args->sprt, out, err);
    buf_free(&text);
    return good;
}

static bool check_files(const AbArgs *args, const Baseline *baseline, Err *err) {
    const FileUse file = { "--baseline", args->baseline, false };
    return gate_output_check(&args->output, baseline, &file, 1, err);
}

static void name_player(PlayerSpec *player, const char *revision) { snprintf(player->name, sizeof player->name, "%.*s", PLAYER_NAME_SIZE - 8, revision); }

static bool make_players(const AbArgs *args, const AbBuild *build, const char *const revisions[2], const Limit *limit, GatePlayers *out, Err *err) {
    Buf line = { 0 };
    buf_addf(&line, "\"cmd=%s\" %s", buf_text(&build->program[1]), args->player);
    const bool good = gate_players_make(buf_text(&line), buf_text(&build->program[0]), limit, out, err);
    if (good) {
        name_player(&out->player, revisions[1]);
        name_player(&out->against, revisions[0]);
        if (!strcmp(revisions[0], revisions[1])) strcat(out->against.name, " (old)");
    }
    buf_free(&line);
    return good;
}

static int judge(const AbArgs *args, const Baseline *baseline, const GatePlayers *players, Err *err) {
    GateMeasures measures;
    Findings findings = { .count = 0 };
    Recorded measured;
    Arena arena = { 0 };
    GateOutput output = args->output;
    int code = EXIT_BAD_INPUT;
    const GateRun run = { .player = &players->player, .against = &players->against, .reference = REFERENCE_AGAINST, .meter = METER_INSTRUCTIONS,
                          .jobs = args->jobs ? (int)args->jobs : pool_cores(), .stop = stop_flag(), .stop_bell = stop_bell(),
                          .context = &output, .begin = gate_output_begin };
    const GateTerms terms = { .player = players->player.name, .against = players->against.name, .reference = REFERENCE_AGAINST, .each = args->each };
    if (gate_measure(baseline, &run, &measures, err) && gate_judge(baseline, &terms, &measures, &findings, &measured, &arena, err)) {
        code = findings_exit_code(&findings, output.inconclusive != 0);
        const GateReport report = { .player = players->player.name, .baseline = args->baseline, .findings = &findings, .exit_code = code, .advice = "" };
        if (!gate_output_write(&output, &report, err)) code = EXIT_BAD_INPUT;
    }
    findings_free(&findings);
    measures_free(&measures);
    arena_free(&arena);
    return code;
}

static int run(const void *object, const CmdArgs *positional, Err *err) {
    const AbArgs *args = object;
    const AbRecipe recipe = { .repo = args->repo, .build = args->build, .engine = args->engine, .stop = stop_flag() };
    Baseline baseline = { .suites = 0 };
    GatePlayers players = { .two = false };
    AbBuild build = { .added = { false, false } };
    int code = EXIT_BAD_INPUT;
    if (!check_args(args, positional, err)) return code;
    stop_on_signals();
    gate_output_begin((void *)&args->output, "build");
    if (read_settings(args, &baseline, err) && check_files(args, &baseline, err) && ab_build_make(&recipe, positional->positional, &build, err) &&
        make_players(args, &build, positional->positional, &baseline.signature.limit, &players, err))
        code = judge(args, &baseline, &players, err);
    ab_build_remove(&recipe, &build);
    gate_players_free(&players);
    baseline_free(&baseline);
    return code;
}

const Cmd cmd_ab = {
    .name = "ab",
    .synopsis = "OLD NEW --build CMD [--repo DIR] [--engine FILE] [--sprt elo0=E,...]",
    .summary = "build two revisions of an engine, compare signature, suites and speed, play the test: one verdict",
    .details = "Both revisions are checked out and built in temporary worktrees, which are removed afterwards. The new one is judged by the old one: "
               "another signature is told, fewer solved positions, more CPU time a node, faults in games or H0 of the test are regressions. Codes as for "
               "xqbench regress.\n\n"
               "  xqbench ab main HEAD --build make --player protocol=uci\n"
               "  xqbench ab v1.2 HEAD --repo ~/mine --build 'make -C src' --engine src/mine --sprt elo0=0,elo1=5,games=2000",
    .options = &options,
    .options_size = sizeof(AbArgs),
    .run = run,
};
