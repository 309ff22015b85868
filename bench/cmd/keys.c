/* The pages of keys of the YAML files that describe matches and engines, printed from the tables that read them. */
#include <stdio.h>
#include "bench/client/engine_spec.h"
#include "bench/cmd/commands.h"
#include "bench/match/spec.h"
#include "engine/core/page.h"

static const char match_intro[] =
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

static const char engine_intro[] =
    "# Engine files\n\n"
    "Somebody's engine as a player, whatever it is written in: a program that speaks UCI, UCCI or xboard.\n\n"
    "```yaml\n"
    "name: mine                      # what tables call it\n"
    "command: /home/me/bin/mine      # a path, or a name in PATH; no shell is involved\n"
    "args: [--threads, 1]\n"
    "protocol: uci                   # auto asks uci, then ucci\n"
    "options:                        # as the engine declares them; a wrong name is told with the nearest right one\n"
    "  Hash: 16\n"
    "limit: tc=10+0.1                # its own limit, if not the match's\n"
    "```\n\n"
    "Use it by path, or by name when it stands in `configs/engines`, wherever a player is wanted. `extends: fairy-stockfish` starts from\n"
    "another file. Without a file the same keys stand in one word list:\n\n"
    "    xqbench match --player full --player 'cmd=./mine protocol=ucci option.hashsize=16 name=mine' --limit nodes=5000 --games 20\n";

static void match_page(Buf *out) {
    buf_add(out, match_intro);
    page_add_keys("Top level", "Beside `players`, `limit`, `rules`, `adjudication` and `sprt`:", &spec_options, out);
    page_add_keys("rules", "Changes to the rule set; the defaults shown are those of `asian`:", &rule_options, out);
    page_add_keys("adjudication", "When the runner ends a game before the rules do:", &adjudication_options, out);
    page_add_keys("sprt", "With this key the match is a sequential test of two players and ends at a decision:", &sprt_options, out);
}

static void engine_page(Buf *out) {
    buf_add(out, engine_intro);
    page_add_keys("Top level", "Beside `extends`, `dialect`, `options` and `limit`:", &engine_options, out);
    page_add_keys("dialect", "In which form it wants moves, positions and clocks:", &dialect_options, out);
}

static int run(const void *object, const CmdArgs *args, Err *err) {
    (void)object;
    static const Page pages[] = { { "matches", match_page }, { "engines", engine_page } };
    Buf out = { 0 };
    if (page_write(pages, sizeof pages / sizeof *pages, args, &out, err)) fputs(buf_text(&out), stdout);
    buf_free(&out);
    return EXIT_HELD;
}

static const OptTable no_options = { "keys", NULL, 0 };

const Cmd cmd_keys = {
    .name = "keys", .synopsis = "matches | engines", .summary = "print the page of keys of a kind of YAML file (Markdown)",
    .options = &no_options, .options_size = 0, .run = run,
};
