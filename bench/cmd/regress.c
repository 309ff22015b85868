/* xqbench regress: the gate that a change of an engine has to pass. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "bench/cmd/commands.h"
#include "bench/cmd/gate_output.h"
#include "bench/cmd/gate_players.h"
#include "bench/cmd/gate_settings.h"
#include "bench/cmd/shard.h"
#include "bench/cmd/stop.h"
#include "bench/regress/part.h"
#include "engine/core/file.h"
#include "engine/core/pool.h"

typedef struct {
    char baseline[OPT_TEXT_SIZE], player[OPT_TEXT_SIZE], against[OPT_TEXT_SIZE], sprt[OPT_TEXT_SIZE], shard[OPT_TEXT_SIZE], part[OPT_TEXT_SIZE];
    OptList set;
    int64_t jobs;
    double slow_down;
    bool update, each, merge;
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
      .help = "waste so much more while the player's speed is measured: shows that it would be found" },
    { .name = "shard", .kind = OPT_TEXT, .offset = FIELD(shard), .argument = "I/N", .group = "Matrix of jobs",
      .help = "measure the I-th of N parts and write it to --part, for --merge to judge; a part of a sequential test plays all its games" },
    { .name = "part", .kind = OPT_TEXT, .offset = FIELD(part), .argument = "FILE", .help = "what --shard writes; default: gate-I-of-N.json" },
    { .name = "merge", .kind = OPT_BOOL, .offset = FIELD(merge), .help = "judge the parts that the jobs have written: xqbench regress --merge gate-*.json" },
    { .name = "jobs", .kind = OPT_INT, .offset = FIELD(jobs), .max = 4096, .group = "Run", .help = "searches and games at a time; 0: one for each core" },
    GATE_OUTPUT_ROWS(RegressArgs),
};
static const OptTable options = { "regress", rows, sizeof rows / sizeof *rows };

/* The gate on its way through the program. */
typedef struct {
    const RegressArgs *args;
    Buf path, text;    /* of the baseline's file */
    Baseline baseline;
    GatePlayers players;
    int shard, shards; /* as GateRun has them */
    GatePart whole;    /* what was measured: of a job, its part */
    Findings findings;
    Recorded measured;
    Arena arena;
} Work;

static bool check_merge(const RegressArgs *args, const CmdArgs *positional, Err *err) {
    const char *const others[] = { args->player, args->against, args->sprt, args->shard, args->part };
    if (positional->count == 0) return err_set(err, ERR_USAGE, "--merge needs the parts that the jobs have written: xqbench regress --merge gate-*.json");
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        if (*others[i] || args->set.count) return err_set(err, ERR_USAGE, "--merge judges what the parts have measured; '%s' belongs to --shard", *others[i] ? others[i] : args->set.item[0]);
    return true;
}

static bool check_shard(const RegressArgs *args, Err *err) {
    if (*args->part && !*args->shard) return err_set(err, ERR_USAGE, "--part is what --shard I/N writes");
    if (*args->shard && (*args->output.junit || *args->output.markdown || *args->output.json))
        return err_set(err, ERR_USAGE, "a part is not judged: --junit, --markdown and --json belong to --merge");
    return true;
}

static bool check_args(const RegressArgs *args, const CmdArgs *positional, Err *err) {
    if (args->merge) return check_merge(args, positional, err);
    if (positional->count) return err_set(err, ERR_USAGE, "regress takes options alone; '%s' is too much", positional->positional[0]);
    if (*args->sprt && !*args->against) return err_set(err, ERR_USAGE, "--sprt needs the other player: --against P");
    if (args->slow_down > 0 && !*args->against) return err_set(err, ERR_USAGE, "--slow-down needs the other player: --against P");
    if (args->update && args->set.count) return err_set(err, ERR_USAGE, "--update records what the baseline's file asks for; write the change there instead of --set");
    return check_shard(args, err);
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
    file_data_path(*args->baseline ? args->baseline : DEFAULT_BASELINE, &work->path);
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

static bool make_players(Work *work, Err *err) {
    const RegressArgs *args = work->args;
    const Baseline *baseline = &work->baseline;
    return gate_players_make(*args->player ? args->player : baseline->player, args->against, &baseline->signature.limit, &work->players, err);
}

/* The default baseline's figures are of one player; others have none. */
static GateReference reference_of(const Work *work) {
    const RegressArgs *args = work->args;
    if (work->players.two && !*args->baseline && !args->update) return REFERENCE_AGAINST;
    if (!*args->baseline && strcmp(work->baseline.recorded.player, work->players.player.name)) return REFERENCE_NONE;
    return REFERENCE_RECORDED;
}

/* Everything about this job beside its figures. */
static void describe_part(Work *work) {
    const RegressArgs *args = work->args;
    GatePart *part = &work->whole;
    part->shard = work->shards ? work->shard + 1 : 1;
    part->shards = work->shards ? work->shards : 1;
    part->reference = (int)reference_of(work);
    part->accept = args->update;
    part->text = buf_text(&work->text);
    part->set = args->set;
    snprintf(part->version, sizeof part->version, "%s", XQLAB_VERSION);
    snprintf(part->player, sizeof part->player, "%s", work->players.player.name);
    if (work->players.two) snprintf(part->against, sizeof part->against, "%s", work->players.against.name);
    snprintf(part->path, sizeof part->path, "%s", buf_text(&work->path));
    snprintf(part->sprt, sizeof part->sprt, "%s", args->sprt);
}

static bool measure(Work *work, Err *err) {
    const RegressArgs *args = work->args;
    GateOutput output = args->output;
    const GateRun run = {
        .player = &work->players.player, .against = work->players.two ? &work->players.against : NULL, .reference = reference_of(work), .accept = args->update,
        .slow_down = args->slow_down, .meter = METER_INSTRUCTIONS, .jobs = args->jobs ? (int)args->jobs : pool_cores(), .shard = work->shard,
        .shards = work->shards, .stop = stop_flag(), .stop_bell = stop_bell(), .context = &output, .begin = gate_output_begin,
    };
    stop_on_signals();
    describe_part(work);
    return gate_measure(&work->baseline, &run, &work->whole.measures, err);
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

/* updated: the baseline was written. */
static const char *advice(const Work *work, bool updated) {
    const FindingState state = findings_state(&work->findings);
    const bool two = *work->whole.against != 0;
    if (work->args->update) return updated ? "The baseline holds these figures now" : "";
    if (state == FINDING_REGRESSED && !two) return "If the change is wanted: the same command with --update";
    if (state == FINDING_INCONCLUSIVE && !work->baseline.recorded.signature.known && !two)
        return "Nothing was accepted yet: --baseline FILE --update records these figures";
    return "";
}

/* Judge the whole, tell, and record. The exit code. */
static int judge(Work *work, Err *err) {
    const GateOutput *output = &work->args->output;
    const GatePart *whole = &work->whole;
    const GateTerms terms = { .player = whole->player, .against = *whole->against ? whole->against : NULL, .reference = (GateReference)whole->reference,
                              .accept = work->args->update, .each = work->args->each };
    if (!gate_judge(&work->baseline, &terms, &whole->measures, &work->findings, &work->measured, &work->arena, err)) return EXIT_BAD_INPUT;
    if (!work->findings.count)
        return err_set(err, ERR_INPUT, "%s: asks for nothing that is checked: name a signature, suites or a match in it, or --against a player for its speed", buf_text(&work->path));
    Err why = { 0 };
    const bool updated = work->args->update && update(work, &why);
    const int code = why.kind == ERR_NONE ? findings_exit_code(&work->findings, output->inconclusive != 0) : err_exit_code(why.kind);
    const GateReport report = { .player = whole->player, .baseline = buf_text(&work->path), .findings = &work->findings, .exit_code = code, .advice = advice(work, updated) };
    if (!gate_output_write(output, &report, err)) return EXIT_BAD_INPUT;
    if (why.kind != ERR_NONE) *err = why;
    return code;
}

static void add_part_path(const Work *work, Buf *out) {
    if (*work->args->part) buf_add(out, work->args->part);
    else buf_addf(out, "gate-%d-of-%d.json", work->shard + 1, work->shards);
}

/* A job's part, and a line of what it holds. */
static int write_part(const Work *work, Err *err) {
    const GatePart *part = &work->whole;
    Buf path = { 0 }, out = { 0 };
    add_part_path(work, &path);
    part_write(part, &out);
    const bool good = file_write(buf_text(&path), out.text, out.len, err);
    if (good) printf("%s: part %d of %d of the gate of %s; xqbench regress --merge judges all parts\n", buf_text(&path), (int)part->shard, (int)part->shards, part->player);
    buf_free(&path);
    buf_free(&out);
    return good ? EXIT_HELD : EXIT_BAD_INPUT;
}

/* Before anything is measured: does no output replace what is read, or another output? A part's job updates nothing. */
static bool check_job_files(const Work *work, Err *err) {
    const RegressArgs *args = work->args;
    Buf part = { 0 };
    if (work->shards) add_part_path(work, &part);
    const FileUse files[] = { { "--baseline", buf_text(&work->path), args->update && !work->shards }, { "--part", buf_text(&part), true } };
    const bool good = gate_output_check(&args->output, &work->baseline, files, sizeof files / sizeof *files, err);
    buf_free(&part);
    return good;
}

static bool check_merge_files(const Work *work, const CmdArgs *parts, Err *err) {
    FileUse files[OPT_LIST_MAX + 1] = { { "--baseline", buf_text(&work->path), work->args->update } };
    for (int i = 0; i < parts->count; i++) files[i + 1] = (FileUse){ "a part", parts->positional[i], false };
    return gate_output_check(&work->args->output, &work->baseline, files, parts->count + 1, err);
}

/* One job, or all of the gate in one. */
static int run_job(Work *work, Err *err) {
    if (*work->args->shard && !shard_parse(work->args->shard, &work->shard, &work->shards, err)) return EXIT_BAD_INPUT;
    if (!read_baseline(work, err) || !check_job_files(work, err) || !make_players(work, err) || !measure(work, err)) return EXIT_BAD_INPUT;
    return work->shards ? write_part(work, err) : judge(work, err);
}

static bool use_parts(Work *work, const GatePart *whole, Err *err) {
    work->whole = *whole;
    buf_add(&work->path, *work->args->baseline ? work->args->baseline : whole->path);
    buf_add(&work->text, whole->text);
    if (whole->accept && !work->args->update)
        return err_set(err, ERR_USAGE, "the parts were measured with --update, to replace the figures of %s: --merge needs it too", buf_text(&work->path));
    return gate_settings_parse(&work->text, buf_text(&work->path), &whole->set, whole->sprt, &work->baseline, err);
}

/* The parts of all jobs. */
static int run_merge(Work *work, const CmdArgs *positional, Err *err) {
    GatePart *parts = mem_zalloc((size_t)positional->count, sizeof *parts);
    bool good = true;
    int code = EXIT_BAD_INPUT;
    for (int i = 0; good && i < positional->count; i++) good = part_read(positional->positional[i], &parts[i], err);
    if (good && part_pool(parts, positional->count, err) && use_parts(work, &parts[0], err) && check_merge_files(work, positional, err))
        code = judge(work, err);
    work->whole = (GatePart){ .file = NULL }; /* it is the first part */
    for (int i = 0; i < positional->count; i++) part_free(&parts[i]);
    free(parts);
    return code;
}

static int run(const void *object, const CmdArgs *positional, Err *err) {
    Work work = { .args = object };
    if (!check_args(work.args, positional, err)) return EXIT_BAD_INPUT;
    const int code = work.args->merge ? run_merge(&work, positional, err) : run_job(&work, err);
    findings_free(&work.findings);
    part_free(&work.whole);
    gate_players_free(&work.players);
    baseline_free(&work.baseline);
    arena_free(&work.arena);
    buf_free(&work.path);
    buf_free(&work.text);
    return code;
}

const Cmd cmd_regress = {
    .name = "regress",
    .synopsis = "[--player P] [--baseline FILE] [--against BINARY] [--update] [--shard I/N | --merge PART...]",
    .summary = "judge a change of an engine: signature, solved positions, games without a fault, speed",
    .details = "The baseline, a YAML file, says what is checked and holds the figures that were accepted last. Code 0: all held; 1: regressed, "
               "or the signature is another; 3: the player crashed, made an illegal move or overstepped its time; 11: could not be judged. "
               "Speed is compared with --against, position by position in turn, by instructions where the machine counts them and by CPU time elsewhere; "
               "without --baseline the other figures are compared with those of --against too. The jobs of a matrix measure a part each with --shard, and "
               "--merge judges them as one gate.\n\n"
               "  xqbench regress\n"
               "  xqbench regress --player 'cmd=./mine protocol=uci' --baseline mine.yaml --update\n"
               "  xqbench regress --baseline mine.yaml --against ./mine-before --junit gate.xml --markdown gate.md\n"
               "  xqbench regress --player full --against 'full null_move=0' --sprt elo0=-5,elo1=0,games=400\n"
               "  xqbench regress --baseline mine.yaml --shard 1/4                   # in each of four jobs\n"
               "  xqbench regress --merge gate-*.json --junit gate.xml               # in the one that waits for them",
    .options = &options,
    .options_size = sizeof(RegressArgs),
    .run = run,
};
