#include "engine/search/options.h"
#include "engine/xq/gen.h"

static const char *const algorithms[] = { "minimax", "alphabeta", "pvs", "mtdf", "mcts", NULL };
static const char *const replacements[] = { "always",  "old",      "depth",    "age_depth", "big1",
                                            "big_all", "two_deep", "two_big1", NULL };
static const char *const tt_cutoffs[] = { "off", "on", "non_pv", NULL };
static const char *const tt_depths[] = { "equal", "at_least", NULL };
static const char *const capture_orders[] = { "none", "mvv_lva", "see", "static", NULL };
static const char *const histories[] = { "off", "butterfly", "piece_to", NULL };
static const char *const increments[] = { "d2", "2d", NULL };
static const char *const agings[] = { "keep", "halve", "clear", NULL };
static const char *const iids[] = { "none", "plain", "widened", NULL };
static const char *const repetitions[] = { "off", "simple", "full", NULL };
static const char *const selections[] = { "uct", "puct", NULL };
static const char *const first_urgencies[] = { "first", "parent", NULL };
static const char *const priors[] = { "uniform", "ordering", "eval", NULL };
static const char *const leaves[] = { "eval", "quiescence", NULL };
static const char *const rollout_policies[] = { "random", "captures", NULL };
static const char *const iid_node_sets[] = { "pv", "all", NULL };

enum {
    TREE = OPT_AFFECTS_SIGNATURE,                      /* other nodes, same root value */
    VALUE = OPT_AFFECTS_SIGNATURE | OPT_CHANGES_VALUE, /* another root value is possible */
};

#define FIELD(field)                  .name = #field, .offset = offsetof(SearchOptions, field)
#define BOOL(field, value, tags, ...) { FIELD(field), .kind = OPT_BOOL, .initial = #value, .flags = tags, __VA_ARGS__ },
#define CHOICE(field, text, value, names, tags, ...)                                                                   \
    { FIELD(field), .kind = OPT_CHOICE, .initial = text, .choices = names, .flags = tags, __VA_ARGS__ },
#define INT(field, value, least, most, tags, ...)                                                                      \
    { FIELD(field), .kind = OPT_INT, .initial = #value, .min = least, .max = most, .flags = tags, __VA_ARGS__ },
#define TUNABLE(field, value, least, most, by, ...)                                                                    \
    { FIELD(field),                                                                                                    \
      .kind = OPT_INT,                                                                                                 \
      .initial = #value,                                                                                               \
      .min = least,                                                                                                    \
      .max = most,                                                                                                     \
      .step = by,                                                                                                      \
      .flags = VALUE | OPT_TUNABLE,                                                                                    \
      __VA_ARGS__ },
static const OptRow rows[] = {
#include "engine/search/options.inc"
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

bool search_option_is_on(const OptRow *row, const SearchOptions *options) {
    const void *field = (const char *)options + row->offset;
    switch (row->kind) {
    case OPT_BOOL: return *(const bool *)field;
    case OPT_CHOICE: return *(const int *)field != 0;
    case OPT_INT: return *(const int64_t *)field != 0;
    default: return true;
    }
}

bool search_option_takes_effect(const OptRow *row, const SearchOptions *options) {
    while (row->requires) {
        row = opt_find(&search_options, row->requires);
        if (!search_option_is_on(row, options)) return false;
    }
    return true;
}
