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
static const char *const repetitions[] = { "off", "simple", "full", NULL };
static const char *const iid_node_sets[] = { "pv", "all", NULL };

enum {
    TREE = OPT_AFFECTS_SIGNATURE,                      /* other nodes, same root value */
    VALUE = OPT_AFFECTS_SIGNATURE | OPT_CHANGES_VALUE, /* another root value is possible */
};

#define FIELD(field) .name = #field, .offset = offsetof(SearchOptions, field)
#define BOOL(field, value) FIELD(field), .kind = OPT_BOOL, .initial = value
#define CHOICE(field, value, names) FIELD(field), .kind = OPT_CHOICE, .initial = value, .choices = names
#define INT(field, value, low, high) FIELD(field), .kind = OPT_INT, .initial = value, .min = low, .max = high
#define TUNABLE(field, value, low, high, by) INT(field, value, low, high), .step = by, .flags = VALUE | OPT_TUNABLE

static const OptRow rows[] = {
    { CHOICE(algorithm, "pvs", algorithms), .flags = TREE, .group = "Algorithm",
      .help = "how the tree is searched: whole, with cutoffs, with null windows after the first move, or with null windows alone" },
    { BOOL(fail_soft, "true"), .flags = TREE, .help = "return bounds outside the window when they are known (mtdf always does)" },
    { BOOL(iterative_deepening, "true"), .flags = TREE,
      .help = "search depth 1, 2, 3 ... and carry the best line over; off: one search of the full depth" },
    { BOOL(aspiration, "true"), .flags = TREE,
      .help = "open the root window around the last iteration's value (without iterations: the evaluation)" },
    { INT(aspiration_window, "40", 1, 2000), .step = 8, .flags = TREE | OPT_TUNABLE, .requires = "aspiration",
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
    { BOOL(iir, "true"), .flags = VALUE, .help = "search a node without a known first move one ply less deep" },

    { BOOL(quiescence, "true"), .flags = VALUE, .group = "Quiescence", .help = "search captures beyond the horizon" },
    { CHOICE(quiescence_order, "mvv_lva", capture_orders), .flags = TREE, .requires = "quiescence",
      .help = "order of captures in quiescence" },
    { INT(quiescence_evasions, "4", 0, 16), .flags = VALUE, .requires = "quiescence",
      .help = "check extension: so many times in a row a side in check searches all evasions instead of standing pat" },
    { INT(quiescence_checks, "0", 0, 4), .flags = VALUE, .requires = "quiescence",
      .help = "in so many first plies below the horizon quiet checks are tried too" },
    { BOOL(quiescence_delta, "true"), .flags = VALUE, .requires = "quiescence",
      .help = "skip captures that cannot lift the evaluation to the window" },
    { TUNABLE(quiescence_delta_margin, "200", 0, 2000, 30), .requires = "quiescence_delta", .help = "what a capture may gain beside its victim" },
    { BOOL(quiescence_see, "true"), .flags = VALUE, .requires = "quiescence", .help = "skip captures that lose by exchange" },
    { BOOL(quiescence_tt, "true"), .flags = TREE, .requires = "tt", .help = "probe and fill the table in quiescence too" },

    { BOOL(check_extension, "true"), .flags = VALUE, .group = "Extensions", .help = "a side in check gets one ply more" },
    { BOOL(one_reply_extension, "true"), .flags = VALUE, .help = "a check with one legal answer gets one ply more" },
    { BOOL(recapture_extension, "false"), .flags = VALUE, .help = "taking back a man of equal value gets one ply more" },
    { BOOL(singular_extension, "true"), .flags = VALUE, .requires = "tt",
      .help = "the table's move gets one ply more when no other comes near its score; several that do cut the node" },
    { TUNABLE(singular_depth, "7", 4, 20, 1), .requires = "singular_extension", .help = "least depth for it" },
    { TUNABLE(singular_margin, "3", 0, 50, 1), .requires = "singular_extension", .help = "how far behind all others must be, a ply of depth" },

    { BOOL(mate_distance, "true"), .flags = TREE, .group = "Pruning",
      .help = "harmless pruning: no line is searched that cannot beat a mate already found" },
    { INT(null_move, "3", 0, 6), .flags = VALUE, .argument = "R",
      .help = "pass, search R plies less deep and cut when that suffices; 0: never" },
    { TUNABLE(null_move_depth, "2", 1, 10, 1), .requires = "null_move", .help = "least depth for it" },
    { BOOL(null_move_adaptive, "true"), .flags = VALUE, .requires = "null_move", .help = "R grows with depth and with the evaluation's lead" },
    { BOOL(null_move_verified, "false"), .flags = VALUE, .requires = "null_move",
      .help = "before cutting, search the node one ply less deep without passing" },
    { BOOL(null_move_eval, "true"), .flags = VALUE, .requires = "null_move", .help = "pass only when the evaluation reaches the window's top" },
    { BOOL(reverse_futility, "true"), .flags = VALUE, .help = "cut near the horizon when the evaluation is far above the window" },
    { TUNABLE(reverse_futility_depth, "7", 1, 12, 1), .requires = "reverse_futility", .help = "up to this depth" },
    { TUNABLE(reverse_futility_margin, "90", 10, 400, 12), .requires = "reverse_futility", .help = "how far above, a ply of depth" },
    { BOOL(razoring, "true"), .flags = VALUE, .requires = "quiescence",
      .help = "near the horizon ask quiescence alone when the evaluation is far below the window" },
    { TUNABLE(razoring_depth, "3", 1, 8, 1), .requires = "razoring", .help = "up to this depth" },
    { TUNABLE(razoring_margin, "250", 50, 1200, 40), .requires = "razoring", .help = "how far below, a ply of depth" },
    { BOOL(futility, "true"), .flags = VALUE, .help = "skip quiet moves near the horizon when the evaluation is far below the window" },
    { TUNABLE(futility_depth, "7", 1, 12, 1), .requires = "futility", .help = "up to this depth, reductions taken off" },
    { TUNABLE(futility_base, "100", 0, 800, 25), .requires = "futility", .help = "how far below at depth 0" },
    { TUNABLE(futility_margin, "100", 10, 400, 15), .requires = "futility", .help = "and for each ply of depth" },
    { BOOL(late_move_pruning, "true"), .flags = VALUE, .help = "skip the late quiet moves near the horizon" },
    { TUNABLE(late_move_depth, "7", 1, 12, 1), .requires = "late_move_pruning", .help = "up to this depth" },
    { TUNABLE(late_move_base, "4", 1, 20, 1), .requires = "late_move_pruning", .help = "moves searched at depth 0, depth squared is added" },
    { BOOL(see_pruning, "true"), .flags = VALUE, .help = "skip moves near the horizon that lose too much by exchange" },
    { TUNABLE(see_pruning_depth, "8", 1, 12, 1), .requires = "see_pruning", .help = "up to this depth" },
    { TUNABLE(see_pruning_capture, "100", 10, 500, 20), .requires = "see_pruning", .help = "what a capture may lose, a ply of depth" },
    { TUNABLE(see_pruning_quiet, "60", 10, 500, 12), .requires = "see_pruning", .help = "what a quiet move may lose, a ply of depth" },
    { BOOL(lmr, "true"), .flags = VALUE, .help = "search late moves less deep, again to full depth if they surprise" },
    { TUNABLE(lmr_depth, "3", 2, 10, 1), .requires = "lmr", .help = "least depth for it" },
    { TUNABLE(lmr_moves, "3", 1, 20, 1), .requires = "lmr", .help = "so many moves of a node are never reduced" },
    { TUNABLE(lmr_base, "60", -100, 300, 12), .requires = "lmr", .help = "reduction in hundredths of a ply" },
    { TUNABLE(lmr_divisor, "220", 80, 800, 15), .requires = "lmr", .help = "plus ln(depth) * ln(move number) * 100 * 100 / this" },
    { TUNABLE(lmr_history, "8192", 1024, 65536, 600), .requires = "lmr", .help = "learned score that takes off a ply" },

    { CHOICE(search_repetition, "full", repetitions), .flags = VALUE, .group = "Rules",
      .help = "repetitions in the tree: not seen; perpetual check loses, else drawn; chases judged too" },
    { INT(contempt, "0", -1000, 1000), .flags = VALUE, .requires = "search_repetition", .help = "a draw is worth so much less than 0 to the engine's side" },

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
    options->null_move = 0;
}
