/* xqbench regress: the gate that a change of an engine has to pass. */
#include <stdio.h>
#include <string.h>
#include "bench/cmd/commands.h"
#include "bench/cmd/gate_output.h"
#include "bench/cmd/gate_players.h"
#include "bench/cmd/gate_settings.h"
#include "bench/cmd/stop.h"
#include "bench/regress/gate.h"
#include "engine/core/file.h"
#include "engine/core/pool.h"

typedef struct {
    char baseline[OPT_TEXT_SIZE], player[OPT_TEXT_SIZE], against[OPT_TEXT_SIZE], sprt[OPT_TEXT_SIZE];
    OptList set;
    int64_t jobs;
    double slow_down;
    bool update, each;
    GateOutput output;
} RegressArgs;

#define FIELD(field) offsetof(RegressArgs, field)
static const OptRow rows[] = {
    { .name = "player", .kind = OPT_TEXT, .offset = FIELD(player), .argument = "P", .group = "Players",
      .help = "whom to judge, as for xqbench match; default: the baseline's" },
    { .name = "against", .kind = OPT_TEXT, .offset = FIELD(against), .argument = "P",
      .help = "compare speed with this player, and strength with --sprt: the path of an older binary, or a player" },
    { .name = "baseline", .kind = OPT_TEXT, .offset = FIELD(baseline), .argument = "FILE", .group = "Checks",
      .help = "what to check, and the accepted figures; default: " DEFAULT_BASELINE ", whose figures are those of the player full" },
    { .name = "set", .kind = OPT_LIST, .offset = FIELD(set), .argument = "KEY=VALUE", .help = "change a key of the baseline: match.games=20, speed.seconds=60" },
    { .name = "sprt", .kind = OPT_TEXT, .offset = FIELD(sprt), .argument = "elo0=E,...",
      .help = "a sequential test against --against: elo0, elo1, alpha, beta, games, limit, ..." },
    { .name = "update", .kind = OPT_BOOL, .offset = FIELD(update), .help = "accept what is found: write it into the baseline, which is made if it isn't there" },
    { .name = "each", .kind = OPT_BOOL, .offset = FIELD(each), .help = "list the nodes of every position (with --details)" },
    { .name = "slow_down", .kind = OPT_REAL, .offset = FIELD(slow_down), .max = 1000, .argument = "PERCENT",
      .help = "waste so much more CPU time while the player's speed is compared: shows that it would be found" },
    { .name = "jobs", .kind = OPT_INT, .offset = FIELD(jobs), .max = 4096, .group = "Run", .help = "searches and games at a time; 0: one for each core" },
    GATE_OUTPUT_ROWS(RegressArgs),
};
static const OptTable options = { "regress", rows, sizeof rows / sizeof *rows };

/* The gate on its way through the program. */
typedef struct {
    const RegressArgs *args;
    Buf path, text;          /* of the baseline's file */
    Baseline baseline;
    GatePlayers players;
    Findings findings;
    Recorded measured;
    Arena arena;
} Work;

static bool check_args(const RegressArgs *args, const CmdArgs *positional, Err *err) {
    if (positional->count) return err_set(err, ERR_USAGE, "regress takes options alone; '%s' is too much", positional->positional[0]);
    if (*args->sprt && !*args->against) return err_set(err, ERR_USAGE, "--sprt needs the other player: --against P");
    if (args->slow_down > 0 && !*args->against) return err_set(err, ERR_USAGE, "--slow-down needs the other player: --against P");
    if (args->update && args->set.count) return err_set(err, ERR_USAGE, "--update records what the baseline's file asks for; write the change there instead of --set");
    return true;
}

/* A baseline for whom there is none yet. */
static void first_baseline(const RegressArgs *args, Buf *out) {
    buf_add(out, "# What `xqbench regress` checks of this player; configs/baselines/README.md has all keys.\nplayer: '");
    for (const char *c = *args->player ? args->player : "full"; *c; c++) {
        if (*c == '\'') buf_add_char(out, '\'');
        buf_add_char(out, *c);
    }
    buf_add(out, "'\nsignature:\n  limit: depth=8\nsuites:\n  - file: suites/mates/short.epd\n    limit: nodes=20000\nmatch:\n  games: 4\n  limit: nodes=1000\n\n");
}

static bool find_baseline(Work *work, Err *err) {
    const RegressArgs *args = work->args;
    if (!file_find_data(*args->baseline ? args->baseline : DEFAULT_BASELINE, &work->path)) buf_add(&work->path, *args->baseline ? args->baseline : DEFAULT_BASELINE);
    const char *path = buf_text(&work->path);
    if (file_exists(path)) return file_read(path, &work->text, err);
    if (!args->update) return err_set(err, ERR_INPUT, "there is no baseline %s; --update makes it", path);
    first_baseline(args, &work->text);
    return true;
}

static bool read_baseline(Work *work, Err *err) {
    const RegressArgs *args = work->args;
    return find_baseline(work, err) &&
           gate_settings_parse(&work->text, buf_text(&work->path), &args->set, args->sprt, &work->baseline, err);
}

static bool run_gate(Work *work, Err *err) {
    const RegressArgs *args = work->args;
    const Baseline *baseline = &work->baseline;
    GateOutput output = args->output;
    const GateRun gate = {
        .player = &work->players.player, .against = work->players.two ? &work->players.against : NULL,
        .against_is_reference = work->players.two && !*args->baseline && !args->update, .accept = args->update, .each = args->each,
        .slow_down = args->slow_down, .jobs = args->jobs ? (int)args->jobs : pool_cores(), .stop = stop_flag(), .context = &output, .begin = gate_output_begin,
    };
    stop_on_signals();
    return gate_run(baseline, &gate, &work->findings, &work->measured, &work->arena, err);
}

/* The default baseline's figures are of one player; others have none. */
static void forget_others_figures(Work *work) {
    Recorded *recorded = &work->baseline.recorded;
    if (!*work->args->baseline && strcmp(recorded->player, work->players.player.name)) *recorded = (Recorded){ .suites = 0 };
}

/* Accept what was found, unless the player failed. */
static bool update(const Work *work, Err *err) {
    Buf out = { 0 };
    if (findings_state(&work->findings) == FINDING_FAULTY) return err_set(err, ERR_FAULT, "%s is not updated: the player failed", buf_text(&work->path));
    baseline_update(buf_text(&work->text), &work->measured, &out);
    const bool good = file_write(buf_text(&work->path), out.text, out.len, err);
    buf_free(&out);
    return good;
}

static const char *advice(const Work *work) {
    const FindingState state = findings_state(&work->findings);
    if (work->args->update) return "The baseline holds these figures now";
    if (state == FINDING_REGRESSED && !work->players.two) return "If the change is wanted: the same command with --update";
    if (state == FINDING_INCONCLUSIVE && !work->baseline.recorded.signature.known && !work->players.two)
        return "Nothing was accepted yet: --baseline FILE --update records these figures";
    return "";
}

static int run(const void *object, const CmdArgs *positional, Err *err) {
    Work work = { .args = object };
    const GateOutput *output = &work.args->output;
    int code = EXIT_BAD_INPUT;
    if (!check_args(work.args, positional, err)) return code;
    if (read_baseline(&work, err) &&
        gate_players_make(*work.args->player ? work.args->player : work.baseline.player, work.args->against, &work.baseline.signature.limit, &work.players, err)) {
        forget_others_figures(&work);
        if (run_gate(&work, err)) {
            code = findings_exit_code(&work.findings, output->inconclusive != 0);
            const GateReport report = { .player = work.players.player.name, .baseline = buf_text(&work.path), .findings = &work.findings,
                                        .exit_code = code, .advice = advice(&work) };
            if (!gate_output_write(output, &report, err) || (work.args->update && !update(&work, err))) code = EXIT_BAD_INPUT;
        }
    }
    findings_free(&work.findings);
    gate_players_free(&work.players);
    baseline_free(&work.baseline);
    arena_free(&work.arena);
    buf_free(&work.path);
    buf_free(&work.text);
    return code;
}

const Cmd cmd_regress = {
    .name = "regress",
    .synopsis = "[--player P] [--baseline FILE] [--against BINARY] [--update]",
    .summary = "judge a change of an engine: signature, solved positions, games without a fault, speed",
    .details = "The baseline, a YAML file, says what is checked and holds the figures that were accepted last. Code 0: all held; 1: regressed, "
               "or the signature is another; 3: the player crashed, made an illegal move or overstepped its time; 11: could not be judged. "
               "Speed is compared with --against alone, by CPU time, position by position in turn; without --baseline the other figures are compared with "
               "those of --against too.\n\n"
               "  xqbench regress\n"
               "  xqbench regress --player 'cmd=./mine protocol=uci' --baseline mine.yaml --update\n"
               "  xqbench regress --baseline mine.yaml --against ./mine-before --junit gate.xml --markdown gate.md\n"
               "  xqbench regress --player full --against 'full null_move=0' --sprt elo0=-5,elo1=0,games=400",
    .options = &options,
    .options_size = sizeof(RegressArgs),
    .run = run,
};
