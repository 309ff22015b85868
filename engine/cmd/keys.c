/* The pages of keys of the engine's YAML files, printed from the tables that read them. */
#include "engine/cmd/commands.h"
#include "engine/core/page.h"
#include "engine/search/variant.h"

static const char variant_intro[] =
    "# Variant files\n\n"
    "A variant is one engine of the laboratory. Its file is a mapping; every key may be left out:\n\n"
    "```yaml\n"
    "name: eager            # what tables call it; default: the file's name\n"
    "extends: full          # start from a committed variant, a name of the grammar (PVSHNTIQ) or another file\n"
    "search:                # options of the search\n"
    "  null_move: 2\n"
    "eval:                  # groups of the evaluation\n"
    "  mobility: off\n"
    "weights:               # single terms over the set so far, or a file: my-weights.yaml\n"
    "  tempo: 25\n"
    "prior_weights: learned.yaml  # priors of Monte-Carlo tree search from weights of their own (mcts_prior: eval)\n"
    "```\n\n"
    "Use it by path wherever a player is wanted: `xqbench match --player eager.yaml --player full ...`, `xqengine --variant eager.yaml`.\n"
    "`--set name=value` changes one key on the command line; UCI and UCCI `setoption` know the same names.\n\n"
    "Names of the grammar are a base, MM AB FS AS or PVS (minimax, alpha-beta, fail-soft, aspiration, principal variation search),\n"
    "followed by letters in this order: K killers, C capture ordering, H history, N null move, T transposition table, I iterative\n"
    "deepening, Q quiescence. A file path beats a committed name, a committed name beats the grammar.\n";

static const char weights_intro[] =
    "# Weight files\n\n"
    "A set of weights for the evaluation: `weights:` with one entry a term. An entry is one number for both phases, or\n"
    "`[middle game, endgame]`, nested in lists to the term's shape. Terms left out keep what they had. A rook is about 1000.\n"
    "A key may also be a single weight, and a value a phase alone: `psqt[4][9][0]: 12`, `pair[0]: {mg: 30}`. So `--set\n"
    "weights.pair[0].mg=30` changes one number of a player. Variants name a set, looked for beside them, or say {extends: SET}\n"
    "among their weights.\n"
    "`xqengine eval --print-weights` writes a whole file; `xqengine eval FEN --weights FILE` shows what each term gives.\n\n"
    "| term | group | shape | meaning |\n| --- | --- | --- | --- |\n";

static void variant_page(Buf *out) {
    buf_add(out, variant_intro);
    page_add_keys("search", "", &search_options, out);
    page_add_keys("eval", "", &eval_options, out);
}

static void weights_page(Buf *out) {
    buf_add(out, weights_intro);
    for (int i = 0; i < term_count; i++)
        buf_addf(out, "| `%s` | %s | %s | %s |\n", terms[i].name, terms[i].group, *terms[i].shape ? terms[i].shape : "one", terms[i].help);
}

static int run(const void *object, const CmdArgs *args, Err *err) {
    (void)object;
    static const Page pages[] = { { "variants", variant_page }, { "weights", weights_page } };
    return page_run(pages, sizeof pages / sizeof *pages, args, err);
}

static const OptTable no_options = { "keys", NULL, 0 };

const Cmd cmd_keys = {
    .name = "keys", .synopsis = "variants | weights", .summary = "print the page of keys of a kind of YAML file (Markdown)",
    .options = &no_options, .options_size = 0, .run = run,
};
