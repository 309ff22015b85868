#include "bench/regress/baseline.h"
#include <string.h>
#include "engine/conf/conf.h"

#define TEXT(object, key, member, first, called, meaning) \
    { .name = key, .kind = OPT_TEXT, .offset = offsetof(object, member), .initial = first, .argument = called, .help = meaning }
#define SUITE_OF_BENCH "suites/bench/positions.epd"
#define OPENINGS_OF_MATCHES "suites/openings/classical.epd"

static const OptRow baseline_rows[] = {
    TEXT(Baseline, "player", player, "full", "P", "whom the gate judges unless --player says so"),
};
const OptTable baseline_options = { "baseline", baseline_rows, sizeof baseline_rows / sizeof *baseline_rows };

static const OptRow signature_rows[] = {
    TEXT(SignatureSpec, "suite", suite, SUITE_OF_BENCH, "FILE", "positions, EPD, FEN or PGN"),
    TEXT(SignatureSpec, "limit", limit_text, "depth=8", "L", "of every search; a depth, so that the nodes tell of any change"),
};
const OptTable signature_options = { "signature", signature_rows, sizeof signature_rows / sizeof *signature_rows };

static const OptRow suite_rows[] = {
    TEXT(SuiteCheckSpec, "file", file, "", "FILE", "positions with questions, as xqbench suite reads them"),
    TEXT(SuiteCheckSpec, "limit", limit_text, "nodes=20000", "L", "of every search"),
    { .name = "tolerance", .kind = OPT_INT, .offset = offsetof(SuiteCheckSpec, tolerance), .max = 1e6,
      .help = "so many fewer solved than recorded still hold" },
    { .name = "min_solved", .kind = OPT_INT, .offset = offsetof(SuiteCheckSpec, min_solved), .max = 1e6,
      .help = "this many at least, whatever is recorded; 0: no such bound" },
};
const OptTable suite_check_options = { "suites", suite_rows, sizeof suite_rows / sizeof *suite_rows };

static const OptRow match_rows[] = {
    TEXT(MatchCheckSpec, "opponent", opponent, "", "P", "another player, as for --player; empty: itself"),
    TEXT(MatchCheckSpec, "limit", limit_text, "nodes=1000", "L", "of every move; with a clock time losses are faults too"),
    TEXT(MatchCheckSpec, "openings", openings, OPENINGS_OF_MATCHES, "FILE", "what games start from"),
    { .name = "games", .kind = OPT_INT, .offset = offsetof(MatchCheckSpec, games), .initial = "4", .min = 2, .max = 1e6,
      .help = "an even number: each opening is played twice, colours exchanged" },
    { .name = "seed", .kind = OPT_INT, .offset = offsetof(MatchCheckSpec, seed), .initial = "1", .help = "of the choice of openings" },
};
const OptTable match_check_options = { "match", match_rows, sizeof match_rows / sizeof *match_rows };

const char *const speed_counter_names[] = { "auto", "instructions", "cpu_time", NULL };

static const OptRow speed_rows[] = {
    { .name = "counter", .kind = OPT_CHOICE, .offset = offsetof(SpeedSpec, counter), .initial = "auto", .choices = speed_counter_names,
      .help = "what is compared: auto is instructions where the machine counts them, else CPU time" },
    { .name = "threshold", .kind = OPT_REAL, .offset = offsetof(SpeedSpec, threshold), .initial = "0.5", .max = 1000, .argument = "PERCENT",
      .help = "regressed when the whole interval lies beyond so much more of it a node" },
    { .name = "seconds", .kind = OPT_REAL, .offset = offsetof(SpeedSpec, seconds), .initial = "20", .min = 0.1, .max = 1e6,
      .help = "budget; an interval that is still too wide then says nothing" },
    { .name = "width", .kind = OPT_REAL, .offset = offsetof(SpeedSpec, width), .initial = "1", .min = 0.01, .max = 100,
      .argument = "PERCENT", .help = "the interval is narrow enough: sampling ends" },
    { .name = "level", .kind = OPT_REAL, .offset = offsetof(SpeedSpec, level), .initial = "0.99", .min = 0.5, .max = 0.9999,
      .help = "coverage of the interval" },
    TEXT(SpeedSpec, "suite", suite, SUITE_OF_BENCH, "FILE", "positions, EPD, FEN or PGN"),
    { .name = "positions", .kind = OPT_INT, .offset = offsetof(SpeedSpec, positions), .initial = "8", .min = 1, .max = 1e4,
      .help = "so many of them, evenly spread; a sample is one search of each by both players, turn by turn" },
    TEXT(SpeedSpec, "limit", limit_text, "nodes=5000", "L", "of every search"),
    { .name = "seed", .kind = OPT_INT, .offset = offsetof(SpeedSpec, seed), .initial = "1", .help = "of the bootstrap" },
};
_Static_assert(sizeof(SpeedCounter) == sizeof(int), "an option row writes the counter as an int");
const OptTable speed_options = { "speed", speed_rows, sizeof speed_rows / sizeof *speed_rows };

static const OptRow sprt_rows[] = {
    { .name = "elo0", .kind = OPT_REAL, .offset = offsetof(SprtCheckSpec, test.elo0), .initial = "-5", .min = -SPRT_ELO_LIMIT,
      .max = SPRT_ELO_LIMIT, .help = "H0, regressed: the player is no stronger than this against the other" },
    { .name = "elo1", .kind = OPT_REAL, .offset = offsetof(SprtCheckSpec, test.elo1), .initial = "0", .min = -SPRT_ELO_LIMIT,
      .max = SPRT_ELO_LIMIT, .help = "H1, held: it is at least so strong" },
    { .name = "alpha", .kind = OPT_REAL, .offset = offsetof(SprtCheckSpec, test.alpha), .initial = "0.05", .min = 1e-6, .max = 0.5,
      .help = "chance of accepting H1 although H0 is true" },
    { .name = "beta", .kind = OPT_REAL, .offset = offsetof(SprtCheckSpec, test.beta), .initial = "0.05", .min = 1e-6, .max = 0.5,
      .help = "chance of accepting H0 although H1 is true" },
    { .name = "model", .kind = OPT_CHOICE, .offset = offsetof(SprtCheckSpec, test.model), .initial = "normalized",
      .choices = sprt_model_names, .help = "what elo0 and elo1 are" },
    { .name = "games", .kind = OPT_INT, .offset = offsetof(SprtCheckSpec, games), .initial = "1000", .min = 2, .max = 1e8,
      .help = "at most; without a decision by then the test is inconclusive" },
    TEXT(SprtCheckSpec, "limit", limit_text, "nodes=2000", "L", "of every move"),
    TEXT(SprtCheckSpec, "openings", openings, "suites/openings/balanced.epd.gz", "FILE", "what games start from"),
    { .name = "seed", .kind = OPT_INT, .offset = offsetof(SprtCheckSpec, seed), .initial = "1", .help = "of the choice of openings" },
};
const OptTable sprt_check_options = { "sprt", sprt_rows, sizeof sprt_rows / sizeof *sprt_rows };
_Static_assert(sizeof(SprtModel) == sizeof(int), "an option row writes the model as an int");

/* What `--update` writes. */
static const OptRow recorded_rows[] = { TEXT(Recorded, "player", player, "", "NAME", "whose figures these are") };
static const OptTable recorded_options = { "recorded", recorded_rows, sizeof recorded_rows / sizeof *recorded_rows };
static const OptRow signature_record_rows[] = {
    TEXT(SignatureRecord, "suite", suite, "", "HASH", "of the suite"),
    TEXT(SignatureRecord, "limit", limit, "", "L", "of every search"),
    { .name = "nodes", .kind = OPT_INT, .offset = offsetof(SignatureRecord, nodes), .max = 9e15, .help = "in all" },
};
static const OptTable signature_record_options = { "recorded signature", signature_record_rows,
                                                   sizeof signature_record_rows / sizeof *signature_record_rows };
static const OptRow suite_record_rows[] = {
    TEXT(SuiteRecorded, "file", file, "", "FILE", "the suite"),
    TEXT(SuiteRecorded, "suite", suite, "", "HASH", "of the suite"),
    TEXT(SuiteRecorded, "limit", limit, "", "L", "of every search"),
    { .name = "solved", .kind = OPT_INT, .offset = offsetof(SuiteRecorded, solved), .max = 1e9, .help = "items" },
    { .name = "items", .kind = OPT_INT, .offset = offsetof(SuiteRecorded, items), .max = 1e9, .help = "of the suite" },
};
static const OptTable suite_record_options = { "recorded suite", suite_record_rows, sizeof suite_record_rows / sizeof *suite_record_rows };

static const OptRow speed_record_rows[] = {
    TEXT(SpeedRecord, "suite", suite, "", "HASH", "of the suite"),
    TEXT(SpeedRecord, "limit", limit, "", "L", "of every search"),
    TEXT(SpeedRecord, "counter", counter, "", "NAME", "what counted"),
    { .name = "positions", .kind = OPT_INT, .offset = offsetof(SpeedRecord, positions), .max = 1e9, .help = "of the suite" },
    { .name = "instructions", .kind = OPT_INT, .offset = offsetof(SpeedRecord, instructions), .max = 9e15, .help = "in all" },
    { .name = "nodes", .kind = OPT_INT, .offset = offsetof(SpeedRecord, nodes), .max = 9e15, .help = "in all; 0: the player tells none" },
};
static const OptTable speed_record_options = { "recorded speed", speed_record_rows, sizeof speed_record_rows / sizeof *speed_record_rows };

/* A section: its defaults, its keys, and its limit as a Limit. *wanted (may be NULL) tells whether it is there. */
static bool read_section(ConfNode *map, const OptTable *table, void *object, const char *limit_text, Limit *limit, bool *wanted,
                         Err *err) {
    ConfNode *section = conf_get(map, table->title);
    Err why = { 0 };
    opt_defaults(table, object);
    if (wanted) *wanted = section != NULL;
    if (section && !conf_apply(table, object, section, err)) return false;
    ConfNode *place = section && section->kind == CONF_MAP ? conf_get(section, "limit") : NULL;
    return limit_parse(limit_text, limit, &why) || conf_error(place ? place : map, err, "%s", why.text);
}

static bool read_suite(ConfNode *item, SuiteCheckSpec *out, Err *err) {
    Err why = { 0 };
    opt_defaults(&suite_check_options, out);
    if (item->kind != CONF_MAP) return conf_error(item, err, "a suite is a mapping {file, limit, tolerance, min_solved}");
    if (!conf_apply(&suite_check_options, out, item, err)) return false;
    if (!*out->file) return conf_error(item, err, "file: is missing; name a suite, such as suites/mates/short.epd");
    return limit_parse(out->limit_text, &out->limit, &why) || conf_error(item, err, "%s", why.text);
}

static bool read_suites(ConfNode *map, Baseline *out, Err *err) {
    ConfNode *list = conf_get(map, "suites");
    if (!list) return true;
    if (list->kind != CONF_LIST) return conf_error(list, err, "suites: a list is wanted here, such as [{file: suites/mates/short.epd}]");
    for (ConfNode *item = list->child; item; item = item->next) {
        if (out->suites == BASELINE_SUITES_MAX) return conf_error(item, err, "more than %d suites", BASELINE_SUITES_MAX);
        if (!read_suite(item, &out->suite[out->suites], err)) return false;
        out->suites++;
    }
    return true;
}

static const char *place_of(const ConfNode *node, Arena *arena) { return arena_printf(arena, "%s:%d", node->file, node->line); }

static bool read_node_counts(ConfNode *list, SignatureRecord *out, Arena *arena, Err *err) {
    static const OptRow row = { .name = "positions", .kind = OPT_INT, .min = 0, .max = 9e15, .help = "nodes of a position" };
    if (!list) return true;
    if (list->kind != CONF_LIST) return conf_error(list, err, "positions: a list of node counts is wanted here");
    for (const ConfNode *item = list->child; item; item = item->next) out->positions++;
    out->position = arena_alloc(arena, (size_t)out->positions * sizeof *out->position);
    int i = 0;
    for (const ConfNode *item = list->child; item; item = item->next) {
        Err why = { 0 };
        if (item->kind != CONF_SCALAR) return conf_error(item, err, "a number is wanted here");
        if (!opt_set_row(&row, &out->position[i++], item->text, &why)) return conf_error(item, err, "%s", why.text);
    }
    return true;
}

static bool read_signature_record(ConfNode *node, SignatureRecord *out, Arena *arena, Err *err) {
    if (!node) return true;
    if (node->kind != CONF_MAP) return conf_error(node, err, "signature: a mapping {suite, limit, nodes, positions} is wanted here");
    ConfNode *positions = conf_get(node, "positions");
    out->known = true;
    out->place = place_of(node, arena);
    return conf_apply(&signature_record_options, out, node, err) && read_node_counts(positions, out, arena, err);
}

static bool read_suite_records(ConfNode *list, Recorded *out, Arena *arena, Err *err) {
    if (!list) return true;
    if (list->kind != CONF_LIST) return conf_error(list, err, "suites: a list of {file, suite, limit, solved, items} is wanted here");
    for (ConfNode *item = list->child; item; item = item->next) {
        if (out->suites == BASELINE_SUITES_MAX) return conf_error(item, err, "more than %d suites", BASELINE_SUITES_MAX);
        SuiteRecorded *record = &out->suite[out->suites++];
        record->place = place_of(item, arena);
        if (!conf_apply(&suite_record_options, record, item, err)) return false;
    }
    return true;
}

static bool read_speed_record(ConfNode *node, SpeedRecord *out, Arena *arena, Err *err) {
    if (!node) return true;
    if (node->kind != CONF_MAP) return conf_error(node, err, "speed: a mapping {suite, limit, counter, positions, instructions, nodes} is wanted here");
    out->known = true;
    out->place = place_of(node, arena);
    return conf_apply(&speed_record_options, out, node, err);
}

static bool read_recorded(ConfNode *map, Baseline *out, Err *err) {
    static const char *const known[] = { "player", "signature", "suites", "speed", NULL };
    ConfNode *node = conf_get(map, "recorded");
    Recorded *recorded = &out->recorded;
    if (!node) return true;
    if (node->kind != CONF_MAP) return conf_error(node, err, "recorded: is written by xqbench regress --update; remove it and record anew");
    ConfNode *player = conf_get(node, "player"), *signature = conf_get(node, "signature"), *suites = conf_get(node, "suites"),
             *speed = conf_get(node, "speed");
    if (!conf_check_used(node, known, err)) return false;
    if (!player) return conf_error(node, err, "recorded: player: is missing, so nobody knows whose figures these are");
    recorded->place = place_of(player, &out->arena);
    if (!conf_apply(&recorded_options, recorded, node, err)) return false;
    return read_signature_record(signature, &recorded->signature, &out->arena, err) &&
           read_suite_records(suites, recorded, &out->arena, err) && read_speed_record(speed, &recorded->speed, &out->arena, err);
}

static bool read_baseline(ConfNode *map, Baseline *out, Err *err) {
    static const char *const known[] = { "player", "signature", "suites", "match", "speed", "sprt", "recorded", NULL };
    if (map->kind != CONF_MAP) return conf_error(map, err, "a baseline is a mapping {player, signature, suites, match, ...}");
    opt_defaults(&baseline_options, out);
    for (const char *const *key = known; *key; key++) conf_get(map, *key);
    if (!conf_check_used(map, known, err) || !conf_apply(&baseline_options, out, map, err)) return false;
    return read_recorded(map, out, err) &&
           read_section(map, &signature_options, &out->signature, out->signature.limit_text, &out->signature.limit, &out->signature.wanted, err) &&
           read_suites(map, out, err) &&
           read_section(map, &match_check_options, &out->match, out->match.limit_text, &out->match.limit, &out->match.wanted, err) &&
           read_section(map, &speed_options, &out->speed, out->speed.limit_text, &out->speed.limit, &out->speed.wanted, err) &&
           read_section(map, &sprt_check_options, &out->sprt, out->sprt.limit_text, &out->sprt.limit, &out->sprt.wanted, err);
}

/* What no single key shows to be wrong. */
static bool check_baseline(const ConfNode *map, const Baseline *baseline, Err *err) {
    Err why = { 0 };
    if (limit_is_timed(&baseline->signature.limit))
        return conf_error(map, err, "signature: limit: '%s' depends on a clock; depth=8 would do", baseline->signature.limit_text);
    if (baseline->match.games % 2 || baseline->sprt.games % 2) return conf_error(map, err, "games: an even number is wanted, since every opening is played twice");
    return !baseline->sprt.wanted || sprt_check(&baseline->sprt.test, &why) || conf_error(map, err, "sprt: %s", why.text);
}

bool baseline_from_conf(ConfNode *map, const char *const *assignments, Arena *arena, Baseline *out, Err *err) {
    Baseline baseline = { .suites = 0 };
    bool good = true;
    for (; good && assignments && *assignments; assignments++) good = conf_set_path(map, *assignments, arena, err);
    good = good && read_baseline(map, &baseline, err) && check_baseline(map, &baseline, err);
    if (good) *out = baseline;
    else baseline_free(&baseline);
    return good;
}

bool baseline_load(const char *path, const char *const *assignments, Baseline *out, Err *err) {
    Arena arena = { 0 };
    ConfNode *map = conf_load(path, &arena, err);
    const bool good = map && baseline_from_conf(map, assignments, &arena, out, err);
    arena_free(&arena);
    return good;
}

void baseline_free(Baseline *baseline) {
    arena_free(&baseline->arena);
    *baseline = (Baseline){ .suites = 0 };
}
