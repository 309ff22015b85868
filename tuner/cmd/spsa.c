/* xqtune spsa: tune a player's numbers by games. */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include "bench/cmd/stop.h"
#include "engine/core/mono.h"
#include "engine/core/pool.h"
#include "tuner/cmd/commands.h"
#include "tuner/cmd/outputs.h"
#include "tuner/spsa/init.h"
#include "tuner/spsa/overrides.h"
#include "tuner/spsa/preflight.h"
#include "tuner/spsa/result.h"
#include "tuner/spsa/tune.h"

typedef struct {
    OptList set, only;
    char db[OPT_TEXT_SIZE], player[OPT_TEXT_SIZE], hours[OPT_TEXT_SIZE], games[OPT_TEXT_SIZE], csv[OPT_TEXT_SIZE], svg[OPT_TEXT_SIZE],
        validate_every[OPT_TEXT_SIZE];
    int64_t jobs;
    bool resume, init, plan, quiet;
} SpsaArgs;

#define FIELD(name_, kind_) .name = #name_, .kind = kind_, .offset = offsetof(SpsaArgs, name_)
static const OptRow rows[] = {
    { FIELD(db, OPT_TEXT), .initial = "xqlab.db", .argument = "FILE", .help = "database of the tuning; every iteration is kept in it", .group = "Run" },
    { FIELD(resume, OPT_BOOL), .help = "go on with the newest tuning by this configuration, and with what its command line set; parameters may have been added or frozen, games changed" },
    { FIELD(jobs, OPT_INT), .max = 1024, .help = "games at a time; 0: one for each core. Results don't depend on it" },
    { FIELD(games, OPT_TEXT), .argument = "N", .help = "play so many games in all" },
    { FIELD(hours, OPT_TEXT), .argument = "H", .help = "play so long instead" },
    { FIELD(validate_every, OPT_TEXT), .argument = "N", .help = "after so many iterations a small match of the mean so far against the start" },
    { FIELD(plan, OPT_BOOL), .help = "say what can be expected, try the parameters in 32 games, tune nothing" },
    { FIELD(set, OPT_LIST), .argument = "KEY=VALUE", .help = "set one key of the configuration (xqtune keys spsa lists them)" },
    { FIELD(csv, OPT_TEXT), .argument = "FILE", .help = "write the history: a line an iteration" },
    { FIELD(svg, OPT_TEXT), .argument = "FILE", .help = "write the history as a picture" },
    { FIELD(quiet, OPT_BOOL), .help = "nothing but the result" },
    { FIELD(init, OPT_BOOL), .help = "print a configuration for --player", .group = "A first configuration" },
    { FIELD(player, OPT_TEXT), .argument = "P", .requires = "init", .help = "a player as xqbench match takes it" },
    { FIELD(only, OPT_LIST), .argument = "PATTERN", .requires = "init",
      .help = "what to tune: search.lmr_base, 'search.futility*', weights.pair, 'options.*'; without it all but weights" },
};
#undef FIELD
static const OptTable options = { "spsa", rows, sizeof rows / sizeof rows[0] };

/* Files that a tuning may write, in this order. */
enum { OUT, REPORT, CSV, SVG, OUTPUTS };
static const struct { const char *key; size_t offset; } output_rows[OUTPUTS] = {
    [OUT] = { "out", offsetof(SpsaSettings, out) },
    [REPORT] = { "report", offsetof(SpsaSettings, report) },
    [CSV] = { "csv", offsetof(SpsaSettings, csv) },
    [SVG] = { "svg", offsetof(SpsaSettings, svg) },
};

typedef struct {
    const SpsaArgs *arg;
    SpsaConfig config;
    Outputs outputs;
    Buf *content[OUTPUTS]; /* in outputs; NULL: not wanted */
    Openings openings;
    Store *store;
    Tune tune;
    ConfNode *overrides; /* what the command line sets over the configuration, and did in the session before; in the arena */
    Arena arena;
    int jobs;
    int64_t told_ns, first_ms; /* last line of progress; playing time at the first one of this session */
    int first_iterations;
} Work;

static int init(const SpsaArgs *arg, Err *err) {
    Buf out = { 0 };
    if (!*arg->player) return err_set(err, ERR_USAGE, "spsa: --init needs --player P");
    const bool good = spsa_init_config(arg->player, &arg->only, &out, err);
    fputs(buf_text(&out), stdout);
    buf_free(&out);
    return good ? EXIT_HELD : EXIT_BAD_INPUT;
}

/* What the command line said when the run that is resumed began. */
static bool recall(Work *work, const char *path, Err *err) {
    TuningRecord earlier = { .overrides = "" };
    if (work->arg->resume && !((work->store = store_open(work->arg->db, STORE_WRITE, err)) && store_spsa_find(work->store, &work->arena, path, &earlier, err)))
        return false;
    return (work->overrides = overrides_parse(earlier.overrides, &work->arena, err)) != NULL;
}

/* The configuration with what the command line says. */
static bool load(Work *work, const char *path, Err *err) {
    const SpsaArgs *arg = work->arg;
    static const struct { size_t offset; const char *key, *undo; } own[] = {
        { offsetof(SpsaArgs, games), "games", "hours=0" }, { offsetof(SpsaArgs, hours), "hours", "games=0" },
        { offsetof(SpsaArgs, csv), "csv", NULL }, { offsetof(SpsaArgs, svg), "svg", NULL },
        { offsetof(SpsaArgs, validate_every), "validate_every", NULL },
    };
    for (size_t i = 0; i < sizeof own / sizeof own[0]; i++) {
        const char *value = (const char *)arg + own[i].offset;
        if (!*value) continue;
        if (own[i].undo) overrides_add(work->overrides, own[i].undo, &work->arena);
        overrides_add(work->overrides, arena_printf(&work->arena, "%s=%s", own[i].key, value), &work->arena);
    }
    for (int i = 0; i < arg->set.count; i++) overrides_add(work->overrides, arg->set.item[i], &work->arena);
    return spsa_config_load(path, overrides_texts(work->overrides, &work->arena), &work->config, err);
}

/* Every file that will be written is looked at before the first game. */
static bool prepare_outputs(Work *work, const char *path, Err *err) {
    const SpsaSettings *s = &work->config.settings;
    Outputs *outputs = &work->outputs;
    outputs_read(outputs, "configuration", path);
    outputs_read(outputs, "openings", s->openings);
    outputs_read_node(outputs, "player", work->config.plays);
    outputs_reserve(outputs, "--db", work->arg->db);
    for (int i = 0; i < OUTPUTS; i++) work->content[i] = outputs_add(outputs, output_rows[i].key, (const char *)s + output_rows[i].offset, "");
    return outputs_check(outputs, err) && (work->arg->plan || work->arg->resume || outputs_try_store(work->arg->db, err));
}

static bool prepare(Work *work, Err *err) {
    Buf warnings = { 0 };
    const bool good = spsa_config_prepare(&work->config, &warnings, err);
    fputs(buf_text(&warnings), stderr);
    buf_free(&warnings);
    return good && spsa_config_openings(&work->config, &work->openings, err);
}

/* The plan. */

/* The multiple of the plan's gain with which a run of so many games ends nearest to the best. */
static double best_multiple(const PlanSpec *plan, double start_loss, double games, double tail) {
    const double unit = plan_gain(plan);
    double best = 1;
    for (double m = 1; m < 300; m *= 1.5)
        if (plan_tail_loss(plan, m * unit, start_loss, games, tail) < plan_tail_loss(plan, best * unit, start_loss, games, tail)) best = m;
    return best;
}

/* Rows: how far below the best the start is; columns: what c costs. */
static void print_expectations(const SpsaRules *rules, double r, double games) {
    static const double starts[] = { 1, 2, 5, 10, 20 }, factors[] = { 0.5, 1, 2, 4, 8 };
    enum { STARTS = sizeof starts / sizeof starts[0], FACTORS = sizeof factors / sizeof factors[0] };
    Table table;
    Buf out = { 0 };
    char head[FACTORS][32];
    table_init(&table, NULL);
    table_add_column(&table, "start, Elo below", false);
    for (int k = 0; k < FACTORS; k++) {
        snprintf(head[k], sizeof head[k], "c costs %.3g", factors[k] * rules->plan.elo_at_c);
        table_add_column(&table, head[k], false);
    }
    for (int i = 0; i < STARTS; i++) {
        table_add(&table, "%g", starts[i]);
        for (int k = 0; k < FACTORS; k++) {
            PlanSpec plan = rules->plan;
            plan.elo_at_c *= factors[k];
            table_add(&table, "%.2f (%.2f)", plan_tail_loss(&plan, r, starts[i], games, rules->tail), plan_tail_worst(&plan, r, starts[i], games, rules->tail));
        }
    }
    table_write(&table, TABLE_TEXT, &out);
    printf("Expected end, Elo below the best values of these parameters (%g %% of runs end nearer than this), by what one c costs each:\n%s",
           100 * rules->plan.confidence, buf_text(&out));
    table_free(&table);
    buf_free(&out);
}

/* Iterations are whole. */
static double games_of(const Work *work, const Preflight *preflight) {
    const SpsaSettings *s = &work->config.settings;
    return s->hours > 0 ? s->hours * 3600 * preflight->games_a_second : 2.0 * (double)s->batch * tune_iterations(&work->config);
}

static void print_size(const Work *work, const Preflight *preflight, int params, double games) {
    const SpsaSettings *s = &work->config.settings;
    const double seconds = games / preflight->games_a_second;
    printf("%d parameter%s, %.0f games in iterations of %" PRId64 " pairs", params, params == 1 ? "" : "s", games, s->batch);
    if (s->games > 0 && (double)s->games < games) printf(" (%" PRId64 " would end within one)", s->games);
    if (preflight->games_a_second > 0 && seconds < 100) printf("; at %.3g games a second %.0f s", preflight->games_a_second, ceil(seconds));
    else if (preflight->games_a_second > 0) printf("; at %.3g games a second %.0f minutes", preflight->games_a_second, ceil(seconds / 60));
    printf(".\n");
}

/* A larger gain can be of use for few games, to a point: then they are too few for any. */
static void print_advice(const SpsaRules *rules, double r, double games) {
    enum { ELO_BELOW = 5 }; /* a start that is worth tuning */
    const double better = best_multiple(&rules->plan, ELO_BELOW, games, rules->tail);
    const double end = plan_tail_loss(&rules->plan, better * plan_gain(&rules->plan), ELO_BELOW, games, rules->tail);
    if (rules->live && end < 0.8 * plan_tail_loss(&rules->plan, r, ELO_BELOW, games, rules->tail))
        printf("For so few games gain_multiple: %.0f suits better than %g.\n", better, rules->multiple);
    if (end > ELO_BELOW / 2.0)
        printf("Warning: so few games teach next to nothing. Where c costs %.2g, of %d Elo that the start lacks %.1f will be lacking in the end, with any gain.\n",
               rules->plan.elo_at_c, ELO_BELOW, end);
}

static void print_plan(const Work *work, const Preflight *preflight) {
    const SpsaRules rules = spsa_config_rules(&work->config);
    const double games = games_of(work, preflight), r = rules.live ? rules.multiple * plan_gain(&rules.plan) : rules.gains.r;
    print_size(work, preflight, rules.plan.params, games);
    if (work->config.settings.schedule != SCHEDULE_CONSTANT || !(games > 0)) return;
    printf("Gain r = %.4g: a parameter whose c costs %.3g Elo goes most of its way in %.0f games; one without effect strays %.2g c.\n", r, rules.plan.elo_at_c,
           plan_relaxation(&rules.plan, r), plan_null_deviation(r, 1, rules.plan.variance, games) / (rules.halves ? 2 : 1));
    print_expectations(&rules, r, games);
    print_advice(&rules, r, games);
    printf("Where c costs %.2g, ending %.2g Elo below the best takes about %.0f games in the mean, and %.0f for %g %% of runs.\n", rules.plan.elo_at_c,
           rules.plan.precision, plan_games_for(&rules.plan, rules.plan.precision), plan_games(&rules.plan), 100 * rules.plan.confidence);
}

static void print_preflight(const Work *work, const Preflight *preflight) {
    Table table;
    Buf out = { 0 };
    table_init(&table, NULL);
    table_add_column(&table, "c up against c down", true);
    table_add_column(&table, "answers differ", false);
    table_add_column(&table, "moves differ", false);
    for (int i = 0; i < preflight->params; i++) {
        table_add(&table, "%s", work->tune.spsa.param[i].spec.name);
        table_add(&table, "%d of %d", preflight->param[i].answers, preflight->positions);
        table_add(&table, "%d", preflight->param[i].moves);
    }
    table_write(&table, TABLE_TEXT, &out);
    printf("%s%d of %d games are different; in %d of %d pairs both sides played the same moves.\n\n", buf_text(&out), preflight->distinct, preflight->games,
           preflight->twins, preflight->pairs);
    table_free(&table);
    buf_free(&out);
}

/* Look before the first game that counts. */
static bool look_ahead(Work *work, Err *err) {
    Preflight preflight = { 0 };
    Spsa *spsa = &work->tune.spsa;
    bool good = true;
    if (work->config.settings.preflight) {
        spsa_config_begin(&work->config, spsa);
        good = preflight_run(&work->config, &work->openings, spsa, work->jobs, stop_flag(), &preflight, err);
    }
    if (good && !work->arg->quiet) print_plan(work, &preflight);
    if (good && preflight.params && !work->arg->quiet) print_preflight(work, &preflight);
    good = good && (!preflight.params || preflight_check(&preflight, spsa, err));
    fflush(stdout);
    preflight_free(&preflight);
    spsa_free(spsa);
    return good;
}

/* Playing. */

static void show_progress(void *context, const Tune *tune, int64_t played_ms) {
    Work *work = context;
    const Spsa *spsa = &tune->spsa;
    const int64_t now_ns = mono_ns();
    if (!work->told_ns) {
        work->first_ms = played_ms;
        work->first_iterations = spsa->iterations;
    }
    const bool due = now_ns - work->told_ns >= INT64_C(2000000000);
    if (!due || work->arg->quiet) return;
    work->told_ns = now_ns;
    const SpsaSettings *s = &work->config.settings;
    const double batch = 2 * (double)s->batch, seconds = (double)(played_ms - work->first_ms) / 1000;
    const double rate = seconds > 0 ? batch * (spsa->iterations - work->first_iterations) / seconds : NAN;
    const double left = s->hours > 0 ? s->hours * 3600 - (double)played_ms / 1000 : ((double)s->games - batch * spsa->iterations) / rate;
    fprintf(stderr, "iteration %d, %.0f games", spsa->iterations, batch * spsa->iterations);
    if (isfinite(rate)) fprintf(stderr, ", %.1f a second, ", rate);
    if (isfinite(rate) && left < 60) fprintf(stderr, "less than a minute left");
    else if (isfinite(rate)) fprintf(stderr, "about %.0f min left", left / 60);
    for (int i = 0; i < spsa->count && i < 4; i++) fprintf(stderr, "%s %s %.4g", i ? "," : ";", spsa->param[i].spec.name, spsa->param[i].value);
    fputs(spsa->count > 4 ? ", ...\n" : "\n", stderr);
}

static void show_check(void *context, const Tune *tune, const SpsaOutcome *outcome) {
    const Work *work = context;
    const EloStats stats = elo_pairs(outcome->pairs);
    Buf elo = { 0 };
    elo_text(stats.elo, stats.elo_error, 1, &elo);
    if (!work->arg->quiet)
        fprintf(stderr, "after iteration %d the mean so far against the start: %s Elo in %" PRId64 " games\n", tune->spsa.iterations, buf_text(&elo),
                stats.games);
    buf_free(&elo);
}

static int64_t cpu_ns(void) {
    int64_t ns = 0;
    static const int who[] = { RUSAGE_SELF, RUSAGE_CHILDREN };
    for (int i = 0; i < 2; i++) {
        struct rusage used;
        if (getrusage(who[i], &used)) continue;
        ns += (used.ru_utime.tv_sec + used.ru_stime.tv_sec) * INT64_C(1000000000) + (used.ru_utime.tv_usec + used.ru_stime.tv_usec) * INT64_C(1000);
    }
    return ns;
}

/* Files beside the report on the terminal. */
static bool write_files(Work *work, const char *markdown, Err *err) {
    const Spsa *spsa = &work->tune.spsa;
    Buf *const *content = work->content;
    if (content[OUT] && !result_player(&work->config, spsa, false, content[OUT], err)) return false;
    if (content[REPORT]) buf_add(content[REPORT], markdown);
    if (content[CSV]) result_csv(spsa, content[CSV]);
    if (content[SVG]) result_svg(spsa, content[SVG]);
    return outputs_write(&work->outputs, err);
}

static bool finish(Work *work, bool done, Err *err) {
    const SpsaSettings *s = &work->config.settings;
    Buf report = { 0 }, markdown = { 0 };
    result_report(&work->config, &work->tune.spsa, TABLE_TEXT, &report);
    result_report(&work->config, &work->tune.spsa, TABLE_MARKDOWN, &markdown);
    const bool good = tune_keep(&work->tune, done ? "proposed" : "running", buf_text(&markdown), cpu_ns(), err) && write_files(work, buf_text(&markdown), err);
    if (good) {
        fputs(buf_text(&report), stdout);
        if (done && work->tune.spsa.iterations == work->tune.stored.iterations)
            printf("\nNothing was played: the run has %" PRId64 " games already. With more --games it goes on.", 2 * work->tune.spsa.iterations * s->batch);
        printf("\nKept in %s as tuning %" PRId64 ", %s.\n", work->arg->db, work->tune.id, done ? "proposed" : "not finished");
    }
    buf_free(&report);
    buf_free(&markdown);
    return good;
}

static bool play(Work *work, Err *err) {
    const TuneSpec spec = { .jobs = work->jobs, .stop = stop_flag(), .context = work, .progress = show_progress, .checked = show_check };
    Err why = { 0 };
    const bool good = tune_play(&work->tune, &spec, &why);
    const bool kept = !work->tune.spsa.iterations || finish(work, good, err);
    if (good || !kept) return kept;
    if (why.kind != ERR_INTERRUPTED) return err_set(err, why.kind, "%s", why.text);
    return err_set(err, ERR_INTERRUPTED, "interrupted after %d iterations; the same command with --resume goes on", work->tune.spsa.iterations);
}

/* A run of this configuration that was not finished is easily forgotten. */
static void warn_of_unfinished(const Work *work, const char *path) {
    static const struct { const char *state, *says; } states[] = {
        { "interrupted", "is not finished; this begins another, --resume would go on with it" },
        { "running", "is being played by another process; this begins another beside it" },
    };
    Arena arena = { 0 };
    TuningRecord earlier;
    const bool found = store_spsa_find(work->store, &arena, path, &earlier, NULL);
    for (size_t i = 0; found && i < sizeof states / sizeof states[0]; i++)
        if (!strcmp(earlier.state, states[i].state))
            fprintf(stderr, "warning: tuning %" PRId64 " of %s has %" PRId64 " games and %s\n", earlier.id, path, earlier.games, states[i].says);
    arena_free(&arena);
}

static void warn_of_idle_workers(const Work *work) {
    const SpsaSettings *s = &work->config.settings;
    const int64_t at_once = s->batch * (s->lag + 1);
    if (work->jobs > at_once)
        fprintf(stderr, "warning: %d workers, and never more than %" PRId64 " pairs at a time: a larger batch or lag keeps them busy\n", work->jobs, at_once);
}

static bool begin_or_resume(Work *work, const char *path, Err *err) {
    Buf overrides = { 0 };
    overrides_print(work->overrides, &overrides);
    work->tune = (Tune){ .config = &work->config, .openings = &work->openings, .store = work->store, .db = work->arg->db, .data = path,
                         .overrides = buf_text(&overrides) };
    const bool good = work->arg->resume ? tune_resume(&work->tune, err) : tune_begin(&work->tune, err);
    buf_free(&overrides);
    work->tune.overrides = NULL;
    return good;
}

static bool tune(Work *work, const char *path, Err *err) {
    const SpsaArgs *arg = work->arg;
    if (!recall(work, path, err) || !load(work, path, err) || !prepare_outputs(work, path, err) || !prepare(work, err)) return false;
    warn_of_idle_workers(work);
    if ((arg->plan || !arg->resume) && !look_ahead(work, err)) return false;
    if (arg->plan) return true;
    if (!arg->resume && !(work->store = store_open(arg->db, STORE_CREATE, err))) return false;
    if (!arg->resume) warn_of_unfinished(work, path);
    return begin_or_resume(work, path, err) && play(work, err);
}

static int run(const void *object, const CmdArgs *args, Err *err) {
    Work work = { .arg = object };
    if (work.arg->init) return init(work.arg, err);
    if (*work.arg->games && *work.arg->hours) return err_set(err, ERR_USAGE, "spsa: --games and --hours are alternatives; keep one");
    if (args->count != 1) return err_set(err, ERR_USAGE, "spsa: name one configuration; xqtune spsa --init --player P prints a first one");
    work.jobs = work.arg->jobs ? (int)work.arg->jobs : pool_cores();
    stop_on_signals();
    const bool good = tune(&work, args->positional[0], err);
    tune_free(&work.tune);
    store_close(work.store);
    openings_free(&work.openings);
    spsa_config_free(&work.config);
    outputs_free(&work.outputs);
    arena_free(&work.arena);
    return good ? EXIT_HELD : EXIT_BAD_INPUT;
}

const Cmd cmd_spsa = {
    .name = "spsa", .synopsis = "CONFIG.yaml [--resume] [--db FILE] | --init --player P", .summary = "tune a player's numbers by games against itself",
    .details = "Simultaneous perturbation: every iteration plays the player with all its numbers a little higher or lower, at random, "
               "against itself with the opposite, and moves them towards the side that won. Search options, weights of the evaluation and "
               "any engine's spin options can be tuned. What the games can be expected to gain is said before they are played.\n"
               "\n"
               "Every iteration and every game is kept in the database; a run that was stopped, or killed, goes on with --resume and ends the same. The result is "
               "kept as proposed: an SPRT has to show that it plays better.\n"
               "\n"
               "  xqtune spsa --init --player full --only 'search.lmr*' > lmr.yaml\n"
               "  xqtune spsa lmr.yaml --db xqlab.db --svg lmr.svg\n"
               "  xqtune spsa lmr.yaml --db xqlab.db --resume --games 100000\n"
               "  xqtune spsa --init --player 'cmd=./mine protocol=uci' > mine.yaml",
    .options = &options, .options_size = sizeof(SpsaArgs), .run = run,
};
