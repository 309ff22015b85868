/* The pages of keys of the YAML files that describe matches and engines, printed from the tables that read them. */
#include "bench/client/engine_spec.h"
#include "bench/cmd/commands.h"
#include "bench/lab/experiment.h"
#include "bench/match/spec.h"
#include "bench/regress/baseline.h"
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
    "The files beside this page are examples to run: each opens with a comment that says how.\n\n"
    "## Limits\n\n"
    "A limit is a text of one or more of these; who has a limit of his own has that alone:\n\n"
    "| term | meaning |\n"
    "| --- | --- |\n"
    "| `depth=N` | plies of a search |\n"
    "| `nodes=N` | nodes of a search |\n"
    "| `movetime=MS` | milliseconds for every move |\n"
    "| `tc=[MOVES/]BASE+INC` | a clock: BASE seconds for the game, or for every MOVES moves, and INC seconds more after each move |\n"
    "| `margin=MS` | how late an answer may come before the game is lost: 50 unless given |\n"
    "| `nodestime=N` | clock and movetime count nodes, N of them a millisecond, so that games with a clock can be repeated. Builtin "
    "players know; an engine is told by its own option (`option.nodestime=N`), and what it reports is what it is charged |\n";

static const char engine_intro[] =
    "# Engine files\n\n"
    "Somebody's engine as a player, whatever it is written in: a program that speaks UCI, UCCI or xboard.\n\n"
    "```yaml\n"
    "name: mine                      # what tables call it\n"
    "command: /home/me/bin/mine      # a path, or a name in PATH; no shell is involved\n"
    "args: [--threads, 1]\n"
    "protocol: uci                   # auto tries uci, ucci and xboard\n"
    "options:                        # as the engine declares them; a wrong name is told with the nearest right one\n"
    "  Hash: 16\n"
    "limit: tc=10+0.1                # its own limit, if not the match's\n"
    "```\n\n"
    "Use it by path, or by name when it stands in `configs/engines`, wherever a player is wanted. `extends: fairy-stockfish` starts from\n"
    "another file. Without a file the same keys stand in one word list:\n\n"
    "    xqbench match --player full --player 'cmd=./mine protocol=ucci option.hashsize=16 name=mine' --limit nodes=5000 --games 20 \\\n"
    "        --openings suites/openings/balanced.epd.gz\n";

static const char baseline_intro[] =
    "# Baselines\n\n"
    "What `xqbench regress` checks of a player, how far each figure may move, and the figures accepted last. Begin with none:\n\n"
    "    xqbench regress --player 'cmd=./mine protocol=uci' --baseline mine.yaml --update\n\n"
    "writes a first one and records what it finds. Afterwards `xqbench regress --baseline mine.yaml` holds the player to it. What the file has no\n"
    "section for is not checked. `--update` rewrites the last section, `recorded`, and nothing else:\n\n"
    "```yaml\n"
    "player: cmd=./mine protocol=uci name=mine\n"
    "signature:                      # nodes over positions: changes as soon as search or evaluation do\n"
    "  limit: depth=8\n"
    "suites:                         # how much is solved\n"
    "  - file: suites/mates/short.epd\n"
    "    limit: nodes=20000\n"
    "    tolerance: 1\n"
    "match:                          # no crash, no illegal move, no time loss\n"
    "  games: 4\n"
    "  limit: tc=1+0.02\n"
    "```\n\n"
    "| code | meaning |\n"
    "| --- | --- |\n"
    "| 0 | all held, or changed as --update accepts |\n"
    "| 1 | regressed: another signature, fewer solved, slower, or H0 of the sequential test |\n"
    "| 2 | wrong use or bad input, such as figures of another suite, or a baseline that asks for nothing that is checked |\n"
    "| 3 | the player crashed, made an illegal move, overstepped its time or did not answer |\n"
    "| 11 | could not be judged: nothing recorded, speed too noisy, no decision (`--inconclusive pass` makes it 0) |\n\n"
    "## Speed\n\n"
    "Seconds of another day or machine say nothing, so speed is compared with a second player, `--against ./mine-before`. Both search the\n"
    "same positions turn by turn, what they spend a node is compared, and samples are taken until the 99 % bootstrap interval of the ratio is\n"
    "narrower than 1 % or the budget ends. Slower is who spends more by more than the threshold in the whole interval; an interval that is\n"
    "still too wide is inconclusive. A program's path takes the options of `--player`.\n\n"
    "Where a player's memory happens to lie makes it faster or slower for as long as it runs, by up to 4 % in one trial, so both are\n"
    "started anew for every sample. `--slow-down 2` wastes 2 % and shows that your machine would find it. Counted by\n"
    "`scripts/check-speed` on two cores beside other work, at raised priority: of 40 runs with nothing changed all held (-0.5 to +0.4 %), and\n"
    "of 40 slowed by 2 % all were found (+1.6 to +2.3 %), each within 10 s, half of them within 4. Where the machine is so busy that runs\n"
    "remain inconclusive, give them more `speed.seconds`.\n\n"
    "What is compared is instructions, by the processor's own counter, where the machine has one and lets us read it (`perf stat -e\n"
    "instructions:u true` shows whether): they are nearly the same at every run, so that a dozen samples are enough. Engines behind pipes are\n"
    "counted with all their threads. Elsewhere, as on most virtual machines, it is CPU time; the report says which. `speed.counter` demands one.\n\n"
    "Instructions alone are also compared with recorded figures: where the file has a section `speed`, `--update` records them beside\n"
    "suite, limit and the counter's name, and later runs judge instructions a node by the same threshold. Seconds are never recorded. Record\n"
    "and compare builds of one compiler: another one makes other code.\n\n"
    "## A matrix of jobs\n\n"
    "    xqbench regress --baseline ci/gate.yaml --shard 1/4               # in each job: writes gate-1-of-4.json\n"
    "    xqbench regress --merge gate-*.json --junit gate.xml              # in the last job: one verdict, one report\n\n"
    "A job measures every fourth position, suite item and pair of games, and takes speed samples of its own (a ratio means the same on every\n"
    "machine, so all samples count alike). Nothing is judged before `--merge`, which refuses parts of different baselines, players or versions, and a\n"
    "matrix with a part missing or twice. The verdict is the one of a single job, but for a sequential test: its parts play all their\n"
    "games, since stopping is for the whole to decide. To accept a change give `--update` to the jobs and to `--merge`.\n\n"
    "[CI.md](CI.md) has worked examples for GitHub Actions and GitLab.\n";

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

static void baseline_page(Buf *out) {
    buf_add(out, baseline_intro);
    page_add_keys("Top level", "Beside the sections:", &baseline_options, out);
    page_add_keys("signature", "Total nodes:", &signature_options, out);
    page_add_keys("suites", "A list; each item has:", &suite_check_options, out);
    page_add_keys("match", "Games without a fault:", &match_check_options, out);
    page_add_keys("speed", "With `--against`:", &speed_options, out);
    page_add_keys("sprt", "With `--against`, when the section is there or `--sprt` is given:", &sprt_check_options, out);
}

static const char experiment_intro[] =
    "# Experiment files\n\n"
    "An experiment measures what options cost and save: a base player, factors over its options, a design that says which\n"
    "combinations are measured, positions and budgets.\n\n"
    "```yaml\n"
    "base: PVSHI                        # a player, as for --player\n"
    "set: { capture_order: see }        # changes to it that hold everywhere\n"
    "design: factorial                  # ladder, one_at_a_time, leave_one_out, factorial, fractional\n"
    "depths: [4, 5]                     # or nodes: [10000]\n"
    "node_cap: 1000000\n"
    "factors:\n"
    "  - { name: K, set: { killers: on } }                # off and on\n"
    "  - { option: null_move, levels: [0, 2, 3] }         # the values of one option; the first is its absence\n"
    "  - name: table\n"
    "    levels:                        # groups of assignments\n"
    "      - { name: none }\n"
    "      - { name: always, set: { tt: on, tt_move: on, tt_cutoff: on, tt_replacement: always } }\n"
    "      - { name: depth, set: { tt: on, tt_move: on, tt_cutoff: on, tt_replacement: depth } }\n"
    "expected: fewer nodes with each    # words that the report repeats; `found` likewise\n"
    "```\n\n"
    "A level may be a whole player in place of the base, `{ player: MM }`; [a-1-engines.yaml](a-1-engines.yaml) compares engines so. An\n"
    "engine behind a pipe has its own options, by the names that it declares; it tells nodes, time, depth and value, but no leaves:\n\n"
    "```yaml\n"
    "base: cmd=./mine protocol=uci\n"
    "design: factorial\n"
    "nodes: [20000, 100000]\n"
    "factors:\n"
    "  - { option: option.Hash, levels: [1, 16] }\n"
    "  - { name: null move, set: { option.Null Move: true } }\n"
    "```\n\n"
    "`xqbench experiment FILE --db lab.db --resume` measures what is missing. The files beside this page are the literature's\n"
    "experiments, some of them matches; [README.md](README.md) says what came out.\n";

static void experiment_page(Buf *out) {
    buf_add(out, experiment_intro);
    page_add_keys("Top level", "Beside `set`, `factors`, `depths` or `nodes`, `expected` and `found`:", &experiment_options, out);
}

static int run(const void *object, const CmdArgs *args, Err *err) {
    (void)object;
    static const Page pages[] = {
        { "matches", match_page }, { "engines", engine_page }, { "experiments", experiment_page }, { "baselines", baseline_page },
    };
    return page_run(pages, sizeof pages / sizeof *pages, args, err);
}

static const OptTable no_options = { "keys", NULL, 0 };

const Cmd cmd_keys = {
    .name = "keys", .synopsis = "matches | engines | experiments | baselines", .summary = "print the page of keys of a kind of YAML file (Markdown)",
    .options = &no_options, .options_size = 0, .run = run,
};
