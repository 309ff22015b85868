/* The protocol check-up of engines. */
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
#include "bench/cmd/commands.h"
#include "bench/report/check_report.h"
#include "engine/core/arena.h"

typedef struct {
    OptList only;
    bool list, json, markdown, quiet;
    int64_t margin, patience;
} CheckArgs;

#define FIELD(field) .name = #field, .offset = offsetof(CheckArgs, field)
static const OptRow rows[] = {
    { FIELD(only), .kind = OPT_LIST, .argument = "NAME", .help = "do this check alone" },
    { FIELD(list), .kind = OPT_BOOL, .help = "list the checks and what each asks" },
    { FIELD(margin), .kind = OPT_INT, .initial = "200", .max = 60000, .argument = "MS", .help = "how late an answer may be; more on a busy machine" },
    { FIELD(patience), .kind = OPT_INT, .initial = "10000", .min = 1, .max = 3600000, .argument = "MS",
      .help = "how long an answer without a limit of time is waited for" },
    { FIELD(json), .kind = OPT_BOOL, .help = "print JSON", .group = "Output" },
    { FIELD(markdown), .kind = OPT_BOOL, .help = "print Markdown" },
    { FIELD(quiet), .kind = OPT_BOOL, .help = "print the summary and the violations alone" },
};
#undef FIELD
static const OptTable options = { "check", rows, sizeof rows / sizeof rows[0] };

static int list_checks(void) {
    const char *name, *asks, *protocols;
    for (int i = 0; check_describe(i, &name, &asks, &protocols); i++) printf("%-16s  %-15s  %s\n", name, protocols, asks);
    return EXIT_HELD;
}

/* A check takes seconds: whoever waits sees each as it is done. */
static void show(void *context, const CheckResult *result) {
    Buf line = { 0 };
    (void)context;
    check_report_line(result, &line);
    fputs(line.text, stdout);
    fflush(stdout);
    buf_free(&line);
}

static bool check_engine(const char *what, const CheckOptions *how, CheckRun *run, Err *err) {
    PlayerSpec spec;
    if (!player_spec_parse(what, &spec, err)) return false;
    const bool good = check_run(&spec, how, run, err) || err_prefix(err, "%s", what);
    player_spec_free(&spec);
    return good;
}

static void print_text(const CheckArgs *arg, const CheckRun *run) {
    Buf out = { 0 };
    check_report_print(run, arg->markdown ? TABLE_MARKDOWN : TABLE_TEXT, &out);
    puts(out.text);
    buf_free(&out);
}

static void print_json(const CheckRun *run, int runs) {
    Buf out = { 0 };
    check_report_json(run, runs, &out);
    fputs(out.text, stdout);
    buf_free(&out);
}

static bool check_engines(const CheckArgs *arg, const CmdArgs *args, CheckRun *runs, int *done, Err *err) {
    const CheckOptions how = { .only = &arg->only, .margin_ms = arg->margin, .patience_ms = arg->patience,
                               .done = arg->json || arg->markdown || arg->quiet ? NULL : show };
    for (*done = 0; *done < args->count; ++*done) {
        if (!check_engine(args->positional[*done], &how, &runs[*done], err)) return false;
        if (!arg->json) print_text(arg, &runs[*done]);
    }
    return true;
}

static int run(const void *object, const CmdArgs *args, Err *err) {
    const CheckArgs *arg = object;
    int done = 0, violations = 0, never_ran = 0;
    if (arg->list) return list_checks();
    if (!args->count) return err_set(err, ERR_USAGE, "check needs an engine: a file or name of configs/engines, or 'cmd=PROGRAM protocol=uci'");
    if (!check_names_exist(&arg->only, err)) return EXIT_BAD_INPUT;
    CheckRun *runs = mem_zalloc((size_t)args->count, sizeof *runs);
    const bool good = check_engines(arg, args, runs, &done, err);
    if (good && arg->json) print_json(runs, done);
    for (int i = 0; i < done; i++) {
        violations += runs[i].verdicts[CHECK_VIOLATES];
        never_ran += !*runs[i].protocol;
        check_run_free(&runs[i]);
    }
    free(runs);
    return never_ran ? EXIT_FAULTS : violations ? EXIT_REGRESSED : EXIT_HELD;
}

const Cmd cmd_check = {
    .name = "check",
    .synopsis = "ENGINE... [--only NAME] [--margin MS] [--json | --markdown] | --list",
    .summary = "check whether engines keep to their protocol",
    .details = "ENGINE is a player of a match that is a program: a file or name of configs/engines, or a list of words. It is asked one "
               "thing after another and judged by what UCI, UCCI or xboard ask of it: ok, violates, note (worth knowing, against no "
               "rule) or skipped (not of its protocol, or not declared). After a violation it is started anew. Every violation is told "
               "with what was found, what would be right, and the last lines of both directions.\n"
               "\n"
               "  xqbench check 'cmd=./mine protocol=ucci'\n"
               "  xqbench check fairy-stockfish sjaakii --markdown\n"
               "  xqbench check 'cmd=./mine' --only stop --only ponder\n"
               "\n"
               "The code is 0 when nothing is violated, 1 when something is, 2 for wrong use or a program that isn't there, 3 when "
               "an engine never got ready to be asked.",
    .options = &options,
    .options_size = sizeof(CheckArgs),
    .run = run,
};
