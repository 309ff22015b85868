/* The pages of keys of fits and of tunings by SPSA, printed from the tables that read them. */
#include "engine/core/page.h"
#include "tuner/cmd/commands.h"
#include "tuner/fit/fit.h"
#include "tuner/spsa/config.h"

static const char intro[] =
    "# Tuning files\n\n"
    "A fit is a file of traces and what to do with it:\n\n"
    "```yaml\n"
    "data: games.trace               # made by xqtune extract\n"
    "start: hand                     # configs/weights/hand.yaml\n"
    "freeze: [tempo]                 # leave as it is; only: tunes nothing else\n"
    "out: new.yaml\n"
    "```\n\n"
    "`xqtune fit FILE --set loss=xent` changes single keys on the command line. The files beside this page are examples to\n"
    "run: each opens with a comment that says how.\n\n"
    "## fit\n\n";

static void fit_page(Buf *out) {
    buf_add(out, intro);
    opt_markdown(&fit_options, out);
}

static const char spsa_intro[] =
    "# Tuning by SPSA\n\n"
    "A tuning is a player, how it plays, and which of its numbers move:\n\n"
    "```yaml\n"
    "player: full                    # as xqbench match takes it: a name, a file, or a mapping\n"
    "limit: nodes=500\n"
    "openings: suites/openings/balanced.epd.gz\n"
    "games: 40000                    # or hours: 2; without either as many as the plan asks for\n"
    "params:\n"
    "  search.lmr_base: { c: 30 }    # bounds and start are the player's unless given\n"
    "  search.futility*: {}          # a pattern stands for all that it matches\n"
    "  weights.pair[0].mg: { value: 40, min: 0, max: 120, c: 10 }\n"
    "```\n\n"
    "`xqtune spsa --init --player P` prints a first one. Parameters are called `search.OPTION`, `weights.TERM[I].mg` and `.eg` for\n"
    "builtin players ([options](../variants/README.md), [terms](../weights/README.md)), `options.NAME` for\n"
    "[engines](../engines/README.md). A pattern may hold `*`; a beginning such as `weights.pair` stands for all below it.\n"
    "Patterns leave out what is no matter of strength, such as `options.Hash` and `options.Threads`: that is tuned by its whole name alone.\n"
    "`rules` and `adjudication` are as in [match files](../matches/README.md), `limit` too.\n\n"
    "`--resume` goes on with all that the run's command line set; parameters may be added then, or frozen by `freeze: on`, and `games` or `hours` changed (`games` not where gains fall towards\n"
    "their end); other differences in what is played are refused.\n\n"
    "Choose c large: the games that are needed fall with what c costs. At the start both sides of c should differ by a\n"
    "few Elo; a c that is too small moves nothing, however long it plays.\n\n"
    "## Tuning\n\n";

static void spsa_page(Buf *out) {
    buf_add(out, spsa_intro);
    opt_markdown(&spsa_options, out);
    page_add_keys("params", "By name or pattern, any of these; what is left out is the player's, and a c and bounds that suit it:", &spsa_param_options, out);
}

static int run(const void *object, const CmdArgs *args, Err *err) {
    (void)object;
    static const Page pages[] = { { "fit", fit_page }, { "spsa", spsa_page } };
    return page_run(pages, sizeof pages / sizeof *pages, args, err);
}

static const OptTable no_options = { "keys", NULL, 0 };

const Cmd cmd_keys = {
    .name = "keys", .synopsis = "fit|spsa", .summary = "print a page of keys of tuning files (Markdown)",
    .options = &no_options, .options_size = 0, .run = run,
};
