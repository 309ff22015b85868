#include "engine/search/options.h"
#include "engine/xq/gen.h"

static const char *const algorithms[] = { "minimax", "alphabeta", "pvs", NULL };
static const char *const tt_cutoffs[] = { "off", "on", "non_pv", NULL };
static const char *const tt_depths[] = { "equal", "at_least", NULL };
static const char *const capture_orders[] = { "none", "mvv_lva", NULL };

enum {
    TREE = OPT_AFFECTS_SIGNATURE,                       /* other nodes, same root value */
    VALUE = OPT_AFFECTS_SIGNATURE | OPT_CHANGES_VALUE,  /* another root value is possible */
};

#define FIELD(field) .name = #field, .offset = offsetof(SearchOptions, field)
#define BOOL(field, value) FIELD(field), .kind = OPT_BOOL, .initial = value
#define CHOICE(field, value, names) FIELD(field), .kind = OPT_CHOICE, .initial = value, .choices = names
#define INT(field, value, low, high) FIELD(field), .kind = OPT_INT, .initial = value, .min = low, .max = high

static const OptRow rows[] = {
    { CHOICE(algorithm, "pvs", algorithms), .flags = TREE, .group = "Algorithm",
      .help = "how the tree is searched: whole (minimax), with cutoffs (alphabeta), with null windows after the first move (pvs)" },
    { BOOL(fail_soft, "true"), .flags = TREE, .help = "return bounds outside the window when they are known" },
    { BOOL(iterative_deepening, "true"), .flags = TREE,
      .help = "search depth 1, 2, 3 ... and carry the principal variation over; off: one search of the full depth" },
    { BOOL(aspiration, "true"), .flags = TREE, .help = "open the root window around the last iteration's value" },
    { INT(aspiration_window, "50", 1, 2000), .flags = TREE | OPT_TUNABLE, .step = 10, .requires = "aspiration",
      .help = "half the width of the first root window" },

    { BOOL(tt, "true"), .flags = TREE, .group = "Transposition table", .help = "keep a transposition table" },
    { INT(hash, "8", 1, 4096), .flags = TREE, .requires = "tt", .argument = "MB", .aliases = "hashsize",
      .help = "size of the table, rounded down to a power of two" },
    { BOOL(tt_move, "true"), .flags = TREE, .requires = "tt", .help = "try the table's move first" },
    { CHOICE(tt_cutoff, "non_pv", tt_cutoffs), .flags = TREE, .requires = "tt",
      .help = "answer from the table alone: never, everywhere, outside the principal variation" },
    { CHOICE(tt_cutoff_depth, "at_least", tt_depths), .flags = VALUE, .requires = "tt_cutoff",
      .help = "entries that may cut: of equal depth (keeps minimax's value) or of at least the depth wanted" },

    { CHOICE(capture_order, "mvv_lva", capture_orders), .flags = TREE, .group = "Move ordering",
      .help = "captures before quiet moves and in this order; none: not told apart from quiet moves" },

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
        if (row->kind == OPT_CHOICE) *(int *)field = 0; /* the first choice is the absence of the enhancement */
    }
}
