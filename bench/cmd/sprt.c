#include "bench/stats/sprt.h"
#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include "bench/cmd/commands.h"
#include "bench/cmd/sprt_simulate.h"
#include "engine/core/json.h"

typedef struct {
    char counts[OPT_TEXT_SIZE];
    double elo0, elo1, alpha, beta;
    int model;
    double true_elo, draw_ratio;
    int64_t simulate, batch, seed, jobs;
    char scenario[OPT_TEXT_SIZE];
    bool json, markdown;
} SprtArgs;

static const OptRow rows[] = {
    { .name = "counts", .kind = OPT_TEXT, .offset = offsetof(SprtArgs, counts), .argument = "LL,LD,DD,WD,WW",
      .help = "pairs by result of the first player, DD with WL; or games as L,D,W; without it a plan is printed",
      .group = "Results" },
    { .name = "elo0", .kind = OPT_REAL, .offset = offsetof(SprtArgs, elo0), .initial = "0",
      .help = "strength under H0, in the unit of the model", .group = "Test" },
    { .name = "elo1", .kind = OPT_REAL, .offset = offsetof(SprtArgs, elo1), .initial = "5", .help = "strength under H1" },
    { .name = "alpha", .kind = OPT_REAL, .offset = offsetof(SprtArgs, alpha), .initial = "0.05",
      .help = "probability of accepting H1 when H0 is true" },
    { .name = "beta", .kind = OPT_REAL, .offset = offsetof(SprtArgs, beta), .initial = "0.05",
      .help = "probability of accepting H0 when H1 is true" },
    { .name = "model", .kind = OPT_CHOICE, .offset = offsetof(SprtArgs, model), .initial = "normalized",
      .choices = sprt_model_names, .help = "unit of elo0 and elo1: standard deviations (nElo) or expected score" },
    { .name = "true_elo", .kind = OPT_REAL, .offset = offsetof(SprtArgs, true_elo), .initial = "0",
      .help = "difference to plan for, in logistic Elo", .group = "Plan" },
    { .name = "draw_ratio", .kind = OPT_REAL, .offset = offsetof(SprtArgs, draw_ratio), .initial = "0.5",
      .help = "share of drawn games to plan for" },
    { .name = "simulate", .kind = OPT_INT, .offset = offsetof(SprtArgs, simulate), .argument = "TESTS", .max = 10000000,
      .help = "run so many tests on games drawn by lot, with H0, with H1 and with the middle true", .group = "Simulation" },
    { .name = "scenario", .kind = OPT_TEXT, .offset = offsetof(SprtArgs, scenario), .initial = "all", .argument = "NAME",
      .requires = "simulate", .help = "which openings and draws: balanced, decisive, draw_heavy, biased, very_biased, mixed or all" },
    { .name = "batch", .kind = OPT_INT, .offset = offsetof(SprtArgs, batch), .initial = "1", .min = 1, .max = 1000000,
      .requires = "simulate", .help = "pairs that are played between two looks at the ratio" },
    { .name = "seed", .kind = OPT_INT, .offset = offsetof(SprtArgs, seed), .initial = "1", .requires = "simulate", .help = "of the lots" },
    { .name = "jobs", .kind = OPT_INT, .offset = offsetof(SprtArgs, jobs), .max = 4096,
      .requires = "simulate", .help = "tests at a time; 0: one for each core" },
    { .name = "json", .kind = OPT_BOOL, .offset = offsetof(SprtArgs, json), .initial = "false",
      .help = "print one JSON object", .group = "Output" },
    { .name = "markdown", .kind = OPT_BOOL, .offset = offsetof(SprtArgs, markdown), .initial = "false",
      .requires = "simulate", .help = "print the simulation as a Markdown table" },
};
static const OptTable options = { "sprt", rows, sizeof rows / sizeof rows[0] };

/* Counts as the user gave them: kinds is ELO_GAMES or ELO_PAIRS. */
typedef struct {
    int kinds;
    int64_t count[ELO_PAIRS];
} Counts;

static bool parse_counts(const char *text, Counts *counts, Err *err) {
    const int64_t most = 1000000000000000; /* far from any overflow of the sums */
    const char *at = text;
    *counts = (Counts){ 0 };
    for (;;) {
        char *end;
        errno = 0;
        const long long count = strtoll(at, &end, 10);
        if (end == at || count < 0 || count > most || errno)
            return err_set(err, ERR_USAGE, "--counts: '%s' is not a number of games or pairs", *at ? at : text);
        if (counts->kinds < ELO_PAIRS) counts->count[counts->kinds] = count;
        counts->kinds++;
        while (isspace((unsigned char)*end)) end++;
        if (!*end) break;
        if (*end != ',') return err_set(err, ERR_USAGE, "--counts: a comma should stand before '%s'", end);
        at = end + 1;
    }
    if (counts->kinds == ELO_PAIRS || counts->kinds == ELO_GAMES) return true;
    return err_set(err, ERR_USAGE, "--counts: '%s' has %d numbers, five are needed (LL,LD,DD,WD,WW) or three (L,D,W)",
                   text, counts->kinds);
}

static void state_json(const SprtState *state, const EloStats *elo, Buf *out) {
    Json json = json_to(out);
    json_object(&json, NULL);
    json_real(&json, "llr", state->llr);
    json_real(&json, "lower", state->lower);
    json_real(&json, "upper", state->upper);
    json_text(&json, "verdict", sprt_verdict_name(state->verdict));
    json_real(&json, "elo", elo->elo);
    json_real(&json, "elo_error", elo->elo_error);
    json_real(&json, "nelo", elo->nelo);
    json_real(&json, "nelo_error", elo->nelo_error);
    json_real(&json, "los", elo->los);
    json_end_object(&json);
    buf_add(out, "\n");
}

static void plan_json(const SprtPlan *plan, const SprtArgs *arg, Buf *out) {
    Json json = json_to(out);
    json_object(&json, NULL);
    json_real(&json, "true_elo", arg->true_elo);
    json_real(&json, "true_nelo", plan->nelo);
    json_real(&json, "draw_ratio", arg->draw_ratio);
    json_real(&json, "expected_pairs", plan->pairs);
    json_real(&json, "accept_h1", plan->accept_h1);
    json_end_object(&json);
    buf_add(out, "\n");
}

static void spec_text(const SprtSpec *spec, Buf *out) {
    buf_addf(out, "SPRT   %s [%g, %g], alpha %g, beta %g\n", sprt_model_names[spec->model], spec->elo0, spec->elo1,
             spec->alpha, spec->beta);
}

static void plan_text(const SprtPlan *plan, const SprtSpec *spec, const SprtArgs *arg, Buf *out) {
    spec_text(spec, out);
    buf_addf(out, "plan   true Elo %g (nElo %.2f) with %g %% draws\n", arg->true_elo, plan->nelo, 100 * arg->draw_ratio);
    buf_addf(out, "pairs  %.0f expected (%.0f games)\n", plan->pairs, 2 * plan->pairs);
    buf_addf(out, "H1     accepted with probability %.4f\n", plan->accept_h1);
}

static void state_text(const SprtSpec *spec, const SprtState *state, const EloStats *elo, Buf *out) {
    buf_addf(out, "games  %lld, score %.2f %%\n", (long long)elo->games, 100 * elo->score);
    buf_add(out, "Elo    ");
    elo_text(elo->elo, elo->elo_error, 2, out);
    buf_add(out, "\nnElo   ");
    elo_text(elo->nelo, elo->nelo_error, 2, out);
    if (isnan(elo->los)) buf_add(out, "\nLOS    -\n");
    else buf_addf(out, "\nLOS    %.2f %%\n", 100 * elo->los);
    spec_text(spec, out);
    buf_addf(out, "LLR    %.3f in (%.3f, %.3f): %s\n", state->llr, state->lower, state->upper,
             sprt_verdict_name(state->verdict));
}

static int judge_counts(const SprtSpec *spec, const SprtArgs *arg, Buf *out, Err *err) {
    Counts counts;
    if (!parse_counts(arg->counts, &counts, err)) return EXIT_BAD_INPUT;
    const bool pairs = counts.kinds == ELO_PAIRS;
    const SprtState state = pairs ? sprt_state(spec, counts.count) : sprt_state_games(spec, counts.count);
    const EloStats elo = pairs ? elo_pairs(counts.count) : elo_games(counts.count);
    if (elo.games == 0) return err_set(err, ERR_INPUT, "--counts: '%s' holds no games", arg->counts);
    if (arg->json) state_json(&state, &elo, out);
    else state_text(spec, &state, &elo, out);

    static const int codes[] = {
        [SPRT_CONTINUE] = EXIT_INCONCLUSIVE, [SPRT_ACCEPT_H0] = EXIT_H0, [SPRT_ACCEPT_H1] = EXIT_HELD
    };
    return codes[state.verdict];
}

static int plan_test(const SprtSpec *spec, const SprtArgs *arg, Buf *out, Err *err) {
    double chances[ELO_PAIRS];
    if (!sprt_chances(arg->true_elo, arg->draw_ratio, chances, err)) return EXIT_BAD_INPUT;
    const SprtPlan plan = sprt_plan(spec, chances);
    if (arg->json) plan_json(&plan, arg, out);
    else plan_text(&plan, spec, arg, out);
    return EXIT_HELD;
}

static int simulate(const SprtSpec *spec, const SprtArgs *arg, Buf *out, Err *err) {
    const SimulateArgs args = { .sprt = *spec, .tests = arg->simulate, .batch = arg->batch, .seed = arg->seed,
                                .jobs = arg->jobs, .scenario = arg->scenario, .json = arg->json,
                                .form = arg->markdown ? TABLE_MARKDOWN : TABLE_TEXT };
    if (*arg->counts) return err_set(err, ERR_USAGE, "counts are judged, not simulated: leave --counts or --simulate out");
    return simulate_sprt(&args, out, err);
}

static int run(const void *object, const CmdArgs *args, Err *err) {
    const SprtArgs *arg = object;
    const SprtSpec spec = { .model = (SprtModel)arg->model, .elo0 = arg->elo0, .elo1 = arg->elo1, .alpha = arg->alpha,
                            .beta = arg->beta };
    if (args->count) return err_set(err, ERR_USAGE, "sprt takes no argument '%s'", args->positional[0]);
    if (!sprt_check(&spec, err)) return EXIT_BAD_INPUT;
    Buf out = { 0 };
    const int code = arg->simulate  ? simulate(&spec, arg, &out, err)
                     : *arg->counts ? judge_counts(&spec, arg, &out, err)
                                    : plan_test(&spec, arg, &out, err);
    fputs(buf_text(&out), stdout);
    buf_free(&out);
    return code;
}

const Cmd cmd_sprt = {
    .name = "sprt",
    .synopsis = "--counts LL,LD,DD,WD,WW --elo0 E --elo1 E [--model M] [--json] | --elo0 E --elo1 E --true-elo E | "
                "--elo0 E --elo1 E --simulate TESTS",
    .summary = "judge a match by its counts, plan how long a test will take, or try how often it errs",
    .details =
        "A sequential probability ratio test on game pairs: the exact generalised likelihood ratio of H1 (stronger by "
        "elo1) to H0 (stronger by elo0), with the bounds at which the match may end. Counts are from the first "
        "player's view. The code is 0 when H1 is accepted, 10 when H0 is, 11 while neither can be.\n"
        "\n"
        "  xqbench sprt --counts 10,100,300,120,15 --elo0 0 --elo1 5\n"
        "\n"
        "JSON keys: llr, lower, upper, verdict (H0, H1 or continue), elo, elo_error, nelo, nelo_error (95 % errors), "
        "los (0 to 1); what the counts don't determine is null. An outcome that never occurred counts 0.001.\n"
        "\n"
        "Without counts the expected length is printed, taking the games of a pair as independent and the ratio as a "
        "Brownian motion. Unbalanced openings shorten a test.\n"
        "\n"
        "  xqbench sprt --elo0 0 --elo1 5 --true-elo 3 --draw-ratio 0.4\n"
        "\n"
        "With --simulate many tests are run on games drawn by lot (BayesElo model, openings that favour Red by a fixed "
        "amount), where it is known which hypothesis is true: how often each is accepted although the other is true, "
        "how much of alpha and beta that is, and how long tests take beside what was planned. Every scenario is counted "
        "by pairs, as matches do it, and by games. The code is 1 when an error rate is more than 3 standard errors "
        "above alpha or beta.\n"
        "\n"
        "  xqbench sprt --elo0 0 --elo1 10 --simulate 1000 --scenario very_biased",
    .options = &options, .options_size = sizeof(SprtArgs), .run = run,
};
