#include "engine/search/options.h"
#include "engine/xq/gen.h"

static const char *const algorithms[] = { "minimax", "alphabeta", "pvs", "mtdf", NULL };
static const char *const replacements[] = { "always", "old", "depth", "age_depth", "big1", "big_all", "two_deep", "two_big1", NULL };
static const char *const tt_cutoffs[] = { "off", "on", "non_pv", NULL };
static const char *const tt_depths[] = { "equal", "at_least", NULL };
static const char *const capture_orders[] = { "none", "mvv_lva", "see", "static", NULL };
static const char *const histories[] = { "off", "butterfly", "piece_to", NULL };
static const char *const increments[] = { "d2", "2d", NULL };
static const char *const agings[] = { "keep", "halve", "clear", NULL };
static const char *const iids[] = { "none", "plain", "widened", NULL };
static const char *const iid_node_sets[] = { "pv", "all", NULL };

enum {
    TREE = OPT_AFFECTS_SIGNATURE,                      /* other nodes, same root value */
    VALUE = OPT_AFFECTS_SIGNATURE | OPT_CHANGES_VALUE, /* another root value is possible */
};

#define FIELD(field) .name = #field, .offset = offsetof(SearchOptions, field)
#define BOOL(field, value) FIELD(field), .kind = OPT_BOOL, .initial = value
#define CHOICE(field, value, names) FIELD(field), .kind = OPT_CHOICE, .initial = value, .choices = names
#define INT(field, value, low, high) FIELD(field), .kind = OPT_INT, .initial = value, .min = low, .max = high
#define TUNABLE(field, value, low, high, by) INT(field, value, low, high), .step = by

static const OptRow rows[] = {
    { CHOICE(algorithm, "pvs", algorithms), .flags = TREE, .group = "Algorithm",
      .help = "how the tree is searched: whole, with cutoffs, with null windows after the first move, or with null windows alone" },
    { BOOL(fail_soft, "true"), .flags = TREE, .help = "return bounds outside the window when they are known (mtdf always does)" },
    { BOOL(iterative_deepening, "true"), .flags = TREE,
      .help = "search depth 1, 2, 3 ... and carry the best line over; off: one search of the full depth" },
    { BOOL(aspiration, "true"), .flags = TREE,
      .help = "open the root window around the last iteration's value (without iterations: the evaluation)" },
    { TUNABLE(aspiration_window, "40", 1, 2000, 8), .flags = TREE | OPT_TUNABLE, .requires = "aspiration",
      .help = "half the width of the first root window" },
    { INT(aspiration_growth, "2", 0, 16), .flags = TREE, .requires = "aspiration",
      .help = "factor by which a failed window grows; 0: it opens at once" },

    { BOOL(tt, "true"), .flags = TREE, .group = "Transposition table", .help = "keep a transposition table" },
    { INT(hash, "8", 1, 4096), .flags = TREE, .requires = "tt", .argument = "MB", .aliases = "hashsize",
      .help = "size of the table in MB, rounded down to a power of two" },
    { INT(tt_bits, "0", 0, 28), .flags = TREE, .requires = "tt", .argument = "BITS",
      .help = "size as a power of two of entries instead of hash, for experiments with small tables; 0: by hash" },
    { CHOICE(tt_replacement, "age_depth", replacements), .flags = TREE, .requires = "tt",
      .help = "which entry stays: newest, oldest, deepest, deepest of this search in a bucket of four, of the larger subtree "
              "(table hits counted as one node or as the nodes they save), two entries by depth or size and by age" },
    { BOOL(tt_move, "true"), .flags = TREE, .requires = "tt", .help = "try the table's move first" },
    { CHOICE(tt_cutoff, "non_pv", tt_cutoffs), .flags = TREE, .requires = "tt",
      .help = "answer from the table alone: never, everywhere, outside the principal variation" },
    { CHOICE(tt_cutoff_depth, "at_least", tt_depths), .flags = VALUE, .requires = "tt_cutoff",
      .help = "entries that may cut: of equal depth (keeps minimax's value) or of at least the depth wanted" },

    { CHOICE(capture_order, "see", capture_orders), .flags = TREE, .group = "Move ordering",
      .help = "captures: among the quiet moves; by victim, then attacker; by exchange, losing ones last; by victim and protection, "
              "losing ones among the quiet moves" },
    { BOOL(killers, "true"), .flags = TREE, .help = "try the last two quiet moves that cut at this ply" },
    { CHOICE(history, "butterfly", histories), .flags = TREE,
      .help = "order quiet moves by past success, remembered by from and to or by piece and to" },
    { CHOICE(history_increment, "d2", increments), .flags = TREE, .requires = "history",
      .help = "what a success at depth d is worth: d*d or 2^d" },
    { BOOL(history_malus, "true"), .flags = TREE, .requires = "history", .help = "quiet moves tried before the best one lose as much" },
    { BOOL(history_bounded, "true"), .flags = TREE, .requires = "history",
      .help = "scores saturate towards a bound; off: all are halved when one overflows" },
    { CHOICE(history_aging, "halve", agings), .flags = TREE, .requires = "history", .help = "what happens to the scores between two searches" },
    { BOOL(counter_moves, "true"), .flags = TREE, .help = "try the quiet move that last refuted the opponent's move" },
    { BOOL(continuation_history, "true"), .flags = TREE, .requires = "history",
      .help = "add success after the opponent's last and the own last move" },
    { CHOICE(iid, "none", iids), .flags = TREE,
      .help = "internal iterative deepening where no first move is known, with the node's window or a widened one" },
    { INT(iid_depth, "4", 2, 20), .flags = TREE, .requires = "iid", .help = "least depth for it" },
    { INT(iid_reduction, "2", 1, 6), .flags = TREE, .requires = "iid", .help = "plies by which the preliminary search is shallower" },
    { INT(iid_delta, "50", 0, 62000), .flags = TREE, .requires = "iid", .help = "how much wider the window is on either side" },
    { CHOICE(iid_nodes, "pv", iid_node_sets), .flags = TREE, .requires = "iid", .help = "where: in open windows or everywhere" },
    { BOOL(iid_root_order, "false"), .flags = TREE, .requires = "iid",
      .help = "a preliminary search of the root sorts all root moves by their scores" },

    { BOOL(quiescence, "true"), .flags = VALUE, .group = "Quiescence", .help = "search captures beyond the horizon" },
    { CHOICE(quiescence_order, "mvv_lva", capture_orders), .flags = TREE, .requires = "quiescence",
      .help = "order of captures in quiescence" },
    { INT(quiescence_evasions, "4", 0, 16), .flags = VALUE, .requires = "quiescence",
      .help = "check extension: so many times in a row a side in check searches all evasions instead of standing pat" },

    { CHOICE(movegen, "table", movegen_names), .group = "System", .help = "move generator; none changes the tree" },
    { INT(move_overhead, "20", 0, 10000), .argument = "MS", .help = "time kept back each move for what lies between clock and engine" },
};
const OptTable search_options = { "Search", rows, sizeof rows / sizeof rows[0] };

void search_options_plain(SearchOptions *options) {
    opt_defaults(&search_options, options);
    for (size_t i = 0; i < search_options.count; i++) {
        const OptRow *row = &rows[i];
        if (!(row->flags & OPT_AFFECTS_SIGNATURE)) continue;
        void *field = (char *)options + row->offset;
        if (row->kind == OPT_BOOL) *(bool *)field = false;
        if (row->kind == OPT_CHOICE) *(int *)field = 0;
    }
}
