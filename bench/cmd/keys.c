/* The page of keys of match files, printed from the tables that read them. */
#include <stdio.h>
#include "bench/cmd/commands.h"
#include "bench/match/spec.h"

static const char intro[] =
    "# Match files\n\n"
    "A match is everything that decides its games. The file is a mapping; `players` and a limit must be there:\n\n"
    "```yaml\n"
    "players:                        # a variant's file or name, or a mapping with changes of its own\n"
    "  - full\n"
    "  - name: no_null               # what tables call it\n"
    "    variant: full\n"
    "    search: { null_move: 0 }    # keys of variant files\n"
    "    limit: nodes=20000          # its own limit\n"
    "limit: nodes=10000              # depth=N, nodes=N, movetime=MS, tc=[MOVES/]BASE+INC; several together\n"
    "games: 200\n"
    "openings: suites/openings/balanced.epd.gz\n"
    "sprt: { elo0: 0, elo1: 5 }      # stop as soon as the answer is clear\n"
    "```\n\n"
    "`xqbench match FILE --set games=400 --set players.no_null.search.hash=16` changes single keys on the command line.\n"
    "The files beside this page are examples to run: each opens with a comment that says how.\n";

static void add_part(const char *key, const char *about, const OptTable *table, Buf *out) {
    buf_addf(out, "\n## %s\n\n%s\n\n", key, about);
    opt_markdown(table, out);
}

static int run(const void *object, const CmdArgs *args, Err *err) {
    (void)object;
    if (args->count) return err_set(err, ERR_USAGE, "keys: takes no arguments, not '%s'", args->positional[0]);
    Buf out = { 0 };
    buf_add(&out, intro);
    add_part("Top level", "Beside `players`, `limit`, `rules`, `adjudication` and `sprt`:", &spec_options, &out);
    add_part("rules", "Changes to the rule set; the defaults shown are those of `asian`:", &rule_options, &out);
    add_part("adjudication", "When the runner ends a game before the rules do:", &adjudication_options, &out);
    add_part("sprt", "With this key the match is a sequential test of two players and ends at a decision:", &sprt_options, &out);
    fputs(buf_text(&out), stdout);
    buf_free(&out);
    return EXIT_HELD;
}

static const OptTable no_options = { "keys", NULL, 0 };

const Cmd cmd_keys = {
    .name = "keys", .synopsis = "", .summary = "print the page of keys of match files (Markdown)",
    .options = &no_options, .options_size = 0, .run = run,
};
