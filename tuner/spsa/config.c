#include "tuner/spsa/config.h"
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "engine/core/text.h"
#include "tuner/data/term_table.h"
#include "tuner/spsa/strength.h"

static const char *const order_names[] = { "sequential", "random", NULL };

#define FIELD(name_, kind_) .name = #name_, .kind = kind_, .offset = offsetof(SpsaSettings, name_)
static const OptRow rows[] = {
    { FIELD(games, OPT_INT), .max = 1e9, .help = "play so many in all; 0: as many as the plan asks for", .group = "Games" },
    { FIELD(hours, OPT_REAL), .max = 1e5, .help = "play so long instead, earlier sessions of the run included; 0: by games" },
    { FIELD(openings, OPT_TEXT), .argument = "FILE",
      .help = "EPD, FEN or PGN file, also compressed (.gz), that games start from; empty: the start position" },
    { FIELD(opening_order, OPT_CHOICE), .initial = "random", .choices = order_names, .help = "as the file has them, or shuffled by the seed" },
    { FIELD(opening_plies, OPT_INT), .initial = "16", .max = 10000, .help = "of PGN games, how much is the opening; 0 for the whole game" },
    { FIELD(rule_set, OPT_CHOICE), .initial = "asian", .choices = rule_set_names, .help = "the referee's rules; single ones can be changed under `rules`" },
    { FIELD(max_faults, OPT_INT), .initial = "10", .min = 1, .max = 1e9, .help = "stop after so many games in a row that a side lost by a fault" },
    { FIELD(seed, OPT_INT), .initial = "1", .help = "of perturbations and of the order of openings: the same seed repeats the run" },
    { FIELD(batch, OPT_INT), .initial = "8", .min = 1, .max = 10000, .help = "pairs of games an iteration; as many as there are workers, or more" },
    { FIELD(lag, OPT_INT), .initial = "1", .max = SPSA_LAG_MAX,
      .help = "iterations begun before the one before them is learned from, so that no worker waits; part of the result, as the workers are not" },
    { FIELD(keep_games, OPT_BOOL), .initial = "true",
      .help = "every game goes into the database, moves and scores too, as a run of its own: 2 to 5 kB each" },
    { FIELD(preflight, OPT_BOOL), .initial = "true",
      .help = "before the first iteration see whether each parameter's c changes any answer and whether games differ" },
    { FIELD(schedule, OPT_CHOICE), .initial = "constant", .choices = schedule_names,
      .help = "gains: constant with the mean of the run's tail as result, or falling as those tools have them with the last value", .group = "Gains" },
    { FIELD(r, OPT_REAL), .max = 10, .help = "the gain, at the end of a falling schedule; 0: constant gains by the plan, 0.002 for others" },
    { FIELD(gain_multiple, OPT_REAL), .initial = "3", .min = 0.01, .max = 1000,
      .help = "planned gains are so many times what the last point of an endless run would need" },
    { FIELD(precision, OPT_REAL), .initial = "0.5", .min = 0.01, .max = 100, .help = "Elo below the best that the plan allows ..." },
    { FIELD(confidence, OPT_REAL), .initial = "0.95", .min = 0.5, .max = 0.9999, .help = "... with this probability" },
    { FIELD(draw_ratio, OPT_REAL), .initial = "0.4", .max = 0.99,
      .help = "share of draws to plan with; the games' own variance takes over as they are played" },
    { FIELD(elo_at_c, OPT_REAL), .initial = "0.5", .min = 0.001, .max = 1000,
      .help = "a guess for the plan: Elo lost when a parameter stands one c from its best value" },
    { FIELD(halves, OPT_BOOL),
      .help = "even and odd iterations walk by themselves; the result is the mean of both, and how far they end apart shows its true error. The start is "
              "forgotten half as fast; constant gains only" },
    { FIELD(tail, OPT_REAL), .initial = "0.8", .min = 0.01, .max = 1, .help = "the result is the mean over this last share of the run; constant gains only" },
    { FIELD(alpha, OPT_REAL), .max = 2, .help = "of falling gains; 0: 0.602, for weather_factory 0.601" },
    { FIELD(gamma, OPT_REAL), .max = 2, .help = "of falling c; 0: 0.101, for weather_factory 0.102" },
    { FIELD(stability, OPT_REAL), .initial = "0.1", .max = 10, .help = "Spall's A as a share of the run" },
    { FIELD(a, OPT_REAL), .initial = "1", .min = 1e-9, .max = 1e9, .help = "weather_factory's a" },
    { FIELD(validate_every, OPT_INT), .max = 1e9,
      .help = "after so many iterations a small match of the mean so far against the start; 0: never", .group = "Output" },
    { FIELD(validate_pairs, OPT_INT), .initial = "50", .min = 1, .max = 1e6, .help = "its pairs of games" },
    { FIELD(out, OPT_TEXT), .argument = "FILE", .help = "the player with its new values, as a variant or engine file" },
    { FIELD(report, OPT_TEXT), .argument = "FILE", .help = "the report as Markdown" },
    { FIELD(csv, OPT_TEXT), .argument = "FILE", .help = "the history: a line an iteration" },
    { FIELD(svg, OPT_TEXT), .argument = "FILE", .help = "the history as a picture, every parameter in units of its c" },
};
#undef FIELD
const OptTable spsa_options = { "spsa", rows, sizeof rows / sizeof rows[0] };

/* A parameter's keys; NAN: not given. */
typedef struct { double value, min, max, c; bool freeze; } ParamKeys;
#define FIELD(name_, kind_) .name = #name_, .kind = kind_, .offset = offsetof(ParamKeys, name_)
static const OptRow param_rows[] = {
    { FIELD(value, OPT_REAL), .flags = OPT_NO_DEFAULT, .min = -1e9, .max = 1e9, .help = "where it starts", .group = "Parameter" },
    { FIELD(min, OPT_REAL), .flags = OPT_NO_DEFAULT, .min = -1e9, .max = 1e9, .help = "its bounds ..." },
    { FIELD(max, OPT_REAL), .flags = OPT_NO_DEFAULT, .min = -1e9, .max = 1e9, .help = "... inclusive" },
    { FIELD(c, OPT_REAL), .flags = OPT_NO_DEFAULT, .min = 0, .max = 1e9, .help = "how far from its value the two sides play; at least 0.5. It should cost about half an Elo and more" },
    { FIELD(freeze, OPT_BOOL), .help = "it moves no more; may be added to a run" },
};
#undef FIELD
const OptTable spsa_param_options = { "parameter", param_rows, sizeof param_rows / sizeof param_rows[0] };

static const char *const known_keys[] = { "player", "limit", "rules", "adjudication", "params", NULL };

/* Parameters. */

static double clamp(double value, double min, double max) { return value < min ? min : value > max ? max : value; }

/* Of a number that nothing else is known of: a third of its size, since bounds are often those of what can be typed, but no more than a
 * sixth of the way between them. */
static double guess_c(const Tunable *tunable) {
    enum { C_OF_SMALL_ONES = 5 };
    return fmax(1, round(fmin((tunable->max - tunable->min) / 6, fmax(fabs(tunable->value) / 3, C_OF_SMALL_ONES))));
}

/* An option's bounds are its own; a weight may move ten times as far as is tried at once. */
void spsa_param_suggest(const Tunable *tunable, SpsaParamSpec *out) {
    const double c = tunable->step > 1 ? 2 * tunable->step : tunable->step > 0 ? 1 : guess_c(tunable);
    const bool is_weight = !strncmp(tunable->name, "weights.", 8);
    *out = (SpsaParamSpec){ .name = tunable->name, .start = tunable->value, .min = tunable->min, .max = tunable->max, .c = c, .whole = true };
    if (!is_weight) return;
    out->c = fmax(2, c);
    out->min = clamp(tunable->value - 10 * out->c, tunable->min, tunable->max);
    out->max = clamp(tunable->value + 10 * out->c, tunable->min, tunable->max);
}

bool spsa_name_matches(const char *name, const char *pattern) {
    const size_t len = strlen(pattern);
    if (term_name_matches(name, pattern)) return true;
    return !strpbrk(pattern, "*") && !strncmp(name, pattern, len) && name[len] == '.';
}

static bool is_chosen(const SpsaConfig *config, const char *name) {
    for (int i = 0; i < config->params; i++)
        if (!strcmp(config->param[i].spec.name, name)) return true;
    return false;
}

static bool check_param(const ConfNode *node, const SpsaParamSpec *p, const Tunable *tunable, Err *err) {
    if (p->min < tunable->min || p->max > tunable->max)
        return conf_error(node, err, "%s: bounds %g to %g go beyond what the player takes, %g to %g", p->name, p->min, p->max, tunable->min, tunable->max);
    if (!(p->min < p->max)) return conf_error(node, err, "%s: min %g must be less than max %g", p->name, p->min, p->max);
    if (p->start < p->min || p->start > p->max)
        return conf_error(node, err, "%s: the start %g is not within its bounds, %g to %g", p->name, p->start, p->min, p->max);
    if (p->whole && p->c < 0.5)
        return conf_error(node, err, "%s: c: %g is less than 0.5; of a whole number both sides would often play the same", p->name, p->c);
    if (p->c > (p->max - p->min) / 2)
        return conf_error(node, err, "%s: c: %g is more than half the way from min to max, %g", p->name, p->c, (p->max - p->min) / 2);
    return true;
}

static bool add_param(SpsaConfig *config, const ConfNode *node, const ParamKeys *keys, const Tunable *tunable, Err *err) {
    SpsaParamConfig param = { .frozen = keys->freeze };
    SpsaParamSpec *spec = &param.spec;
    if (is_chosen(config, tunable->name)) return conf_error(node, err, "%s is named twice among params", tunable->name);
    spsa_param_suggest(tunable, spec);
    if (!isnan(keys->value)) spec->start = keys->value;
    if (!isnan(keys->min)) spec->min = keys->min;
    if (!isnan(keys->max)) spec->max = keys->max;
    if (!isnan(keys->c)) spec->c = keys->c;
    spec->name = arena_strdup(&config->arena, tunable->name);
    if (!check_param(node, spec, tunable, err)) return false;
    config->param = mem_realloc(config->param, (size_t)(config->params + 1) * sizeof *config->param);
    config->param[config->params++] = param;
    return true;
}

static bool unknown_param(const ConfNode *node, const Tunables *tunables, Err *err) {
    const char **names = mem_zalloc((size_t)tunables->count + 1, sizeof *names);
    for (int i = 0; i < tunables->count; i++) names[i] = tunables->item[i].name;
    const char *nearest = text_nearest(names, node->key);
    free(names);
    if (nearest) return conf_error(node, err, "params: the player has no '%s'; did you mean '%s'?", node->key, nearest);
    return conf_error(node, err, "params: the player has no '%s'; xqtune spsa --init --player P lists what it has", node->key);
}

/* A member is a name or a pattern, and what holds for all that it names. A pattern leaves out memory, threads and the like: games can't tell
 * what they are worth, and may be lost by them. */
static bool add_params(SpsaConfig *config, ConfNode *node, const Tunables *tunables, Err *err) {
    ParamKeys keys = { .value = NAN, .min = NAN, .max = NAN, .c = NAN };
    const bool plain = node->kind == CONF_SCALAR && !*node->text;
    node->used = true;
    if (!plain && !conf_apply(&spsa_param_options, &keys, node, err)) return false;
    const int before = config->params;
    const char *left_out = NULL;
    for (int i = 0; i < tunables->count; i++) {
        const Tunable *tunable = &tunables->item[i];
        if (!spsa_name_matches(tunable->name, node->key)) continue;
        if (strcmp(tunable->name, node->key) && strength_why_not(tunable->name)) left_out = tunable->name;
        else if (!add_param(config, node, &keys, tunable, err)) return false;
    }
    if (config->params > before) return true;
    if (left_out)
        return conf_error(node, err, "params: '%s' finds nothing but %s (%s); what is to be tuned all the same needs its whole name", node->key, left_out,
                          strength_why_not(left_out));
    return unknown_param(node, tunables, err);
}

static bool any_moves(const SpsaConfig *config) {
    for (int i = 0; i < config->params; i++)
        if (!config->param[i].frozen) return true;
    return false;
}

static bool read_params(SpsaConfig *config, ConfNode *map, Err *err) {
    ConfNode *params = conf_get(map, "params");
    Tunables tunables;
    if (!params || params->kind != CONF_MAP || !params->child)
        return conf_error(params ? params : map, err, "params: a mapping of what to tune is wanted, such as search.lmr_base: { c: 24 }");
    if (!tunables_list(&config->match.player[0], &tunables, err)) return false;
    bool good = true;
    for (ConfNode *node = params->child; good && node; node = node->next) good = add_params(config, node, &tunables, err);
    tunables_free(&tunables);
    return good && (any_moves(config) || conf_error(params, err, "params: nothing is left to tune: freeze holds every one"));
}

/* Games. */

static void set_name(PlayerSpec *player, const char *name) { memcpy(player->name, name, strlen(name) + 1); }

/* Both sides are the same player until they are told their values; the second shares what the first owns. */
static void copy_player(MatchSpec *match) {
    match->player[1] = match->player[0];
    match->player_count = 2;
    set_name(&match->player[0], "plus");
    set_name(&match->player[1], "minus");
}

bool spsa_config_prepare(SpsaConfig *config, Buf *warnings, Err *err) {
    MatchSpec *match = &config->match;
    const bool good = player_spec_prepare(&match->player[0], spec_limit(match, 0), warnings, err);
    copy_player(match);
    return good || err_prefix(err, "player %s: ", config->name);
}

bool spsa_config_openings(const SpsaConfig *config, Openings *out, Err *err) {
    const MatchSpec *match = &config->match;
    Err why = { 0 };
    if (openings_load(match->openings, (int)match->opening_plies, out, &why)) return true;
    if (config->openings) conf_error(config->openings, err, "openings: %s", why.text);
    else err_set(err, why.kind, "%s", why.text);
    return false;
}

/* The player as a mapping of its own: what a result adds its values to. Limits are the match's. */
static void keep_player(SpsaConfig *config, const ConfNode *node) {
    ConfNode word = *node, map = { .kind = CONF_MAP, .child = node->kind == CONF_MAP ? node->child : &word };
    Buf text = { 0 };
    word.key = "extends";
    word.next = NULL;
    conf_print(&map, &text);
    config->player = text.text;
}

static bool read_player(SpsaConfig *config, ConfNode *map, Err *err) {
    MatchSpec *match = &config->match;
    ConfNode *node = conf_get(map, "player");
    if (!node) return conf_error(map, err, "player: is missing; name the player to tune, such as player: full");
    if (node->kind == CONF_SCALAR && strpbrk(node->text, " \t="))
        return conf_error(node, err, "player: one name or a mapping is wanted here, such as { extends: full, search: { hash: 16 } }");
    config->plays = node;
    keep_player(config, node);
    match->player = mem_zalloc(2, sizeof *match->player);
    if (!player_spec_from_conf(node, &match->player[0], err)) return false;
    match->player_count = 1;
    snprintf(config->name, sizeof config->name, "%s", match->player[0].name);
    return true;
}

static bool read_match(SpsaConfig *config, ConfNode *map, Err *err) {
    const SpsaSettings *settings = &config->settings;
    MatchSpec *match = &config->match;
    opt_defaults(&adjudication_options, &match->adjudication);
    rule_set_find(rule_set_names[settings->rule_set], &match->rules);
    ConfNode *rules = conf_get(map, "rules"), *adjudication = conf_get(map, "adjudication");
    if (rules && !conf_apply(&rule_options, &match->rules, rules, err)) return false;
    if (adjudication && !conf_apply(&adjudication_options, &match->adjudication, adjudication, err)) return false;
    if (!limit_from_conf(conf_get(map, "limit"), &match->limit, err)) return false;
    match->format = FORMAT_PAIRS;
    match->rule_set = settings->rule_set;
    match->seed = settings->seed;
    match->opening_order = settings->opening_order;
    match->opening_plies = settings->opening_plies;
    match->max_faults = settings->max_faults;
    match->games = 2;
    memcpy(match->openings, settings->openings, sizeof match->openings);
    config->openings = conf_get(map, "openings");
    return limit_is_set(spec_limit(match, 0)) || conf_error(map, err, "limit: is missing, such as limit: nodes=500");
}

static bool check_settings(const SpsaConfig *config, ConfNode *map, Err *err) {
    const SpsaSettings *s = &config->settings;
    if (s->games && s->hours > 0) return conf_error(conf_get(map, "hours"), err, "hours: games are set too; keep one");
    if (s->schedule != SCHEDULE_CONSTANT && !s->games)
        return conf_error(map, err, "schedule: %s needs to know its end; set games", schedule_names[s->schedule]);
    if (s->schedule != SCHEDULE_CONSTANT && s->halves)
        return conf_error(conf_get(map, "halves"), err, "halves: gains of %s fall with the games of one run; use schedule: constant", schedule_names[s->schedule]);
    if (s->games && s->games < 2 * s->batch)
        return conf_error(conf_get(map, "games"), err, "games: %" PRId64 " are less than one iteration, %" PRId64 " pairs", s->games, s->batch);
    return true;
}

static bool read_config(SpsaConfig *config, ConfNode *map, Err *err) {
    if (map->kind != CONF_MAP) return conf_error(map, err, "a tuning is a mapping {player, limit, params, ...}");
    for (const char *const *key = known_keys; *key; key++) conf_get(map, *key);
    opt_defaults(&spsa_options, &config->settings);
    return conf_apply(&spsa_options, &config->settings, map, err) && check_settings(config, map, err) && read_player(config, map, err) &&
           read_match(config, map, err) && read_params(config, map, err);
}

static void plan_budget(SpsaConfig *config) {
    const PlanSpec plan = spsa_config_rules(config).plan;
    const double iteration = 2.0 * (double)config->settings.batch;
    config->settings.games = (int64_t)(ceil(plan_games(&plan) / iteration) * iteration);
}

bool spsa_config_load(const char *path, const char *const *assignments, SpsaConfig *out, Err *err) {
    SpsaConfig config = { .params = 0 };
    ConfNode *map = conf_load(path, &config.arena, err);
    bool good = map != NULL;
    for (; good && assignments && *assignments; assignments++) good = conf_set_path(map, *assignments, &config.arena, err);
    good = good && read_config(&config, map, err);
    if (good) {
        copy_player(&config.match);
        if (!config.settings.games && !(config.settings.hours > 0)) plan_budget(&config);
        *out = config;
    } else {
        spsa_config_free(&config);
    }
    return good;
}

void spsa_config_free(SpsaConfig *config) {
    if (config->match.player_count) player_spec_free(&config->match.player[0]);
    free(config->match.player);
    free(config->player);
    free(config->param);
    arena_free(&config->arena);
    *config = (SpsaConfig){ 0 };
}

SpsaRules spsa_config_rules(const SpsaConfig *config) {
    enum { PRIOR_PAIRS = 100 };
    const SpsaSettings *s = &config->settings;
    const bool constant = s->schedule == SCHEDULE_CONSTANT, weather = s->schedule == SCHEDULE_WEATHER_FACTORY;
    return (SpsaRules){
        .gains = { .schedule = s->schedule, .r = s->r > 0 ? s->r : 0.002, .alpha = s->alpha > 0 ? s->alpha : weather ? 0.601 : 0.602,
                   .gamma = s->gamma > 0 ? s->gamma : weather ? 0.102 : 0.101, .stability = s->stability, .a = s->a, .c = 1,
                   .pairs = s->games / 2, .batch = s->batch },
        .seed = (uint64_t)s->seed, .lag = (int)s->lag, .tail = constant ? s->tail : 0, .halves = s->halves,
        .live = constant && !(s->r > 0),
        .plan = { .params = config->params, .variance = 1 - s->draw_ratio, .elo_at_c = s->elo_at_c, .precision = s->precision, .confidence = s->confidence,
                  .halves = s->halves },
        .multiple = s->gain_multiple, .prior_pairs = PRIOR_PAIRS,
    };
}

void spsa_config_begin(const SpsaConfig *config, Spsa *out) {
    const SpsaRules rules = spsa_config_rules(config);
    spsa_init(out, &rules);
    for (int i = 0; i < config->params; i++) {
        spsa_add(out, &config->param[i].spec);
        if (config->param[i].frozen) spsa_freeze(out, i);
    }
}

bool spsa_config_is_free(const SpsaConfig *config, const char *line) {
    static const char *const keys[] = { "hours", "openings", "keep_games", "preflight", "elo_at_c", "validate_every", "validate_pairs", "out", "report", "csv", "svg" };
    const size_t len = strcspn(line, ":\n");
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
        if (strlen(keys[i]) == len && !strncmp(line, keys[i], len)) return true;
    return config->settings.schedule == SCHEDULE_CONSTANT && !strncmp(line, "games:", strlen("games:"));
}

static void print_row(const OptRow *row, const void *object, const char *indent, Buf *out) {
    buf_addf(out, "%s%s: ", indent, row->name);
    if (row->kind == OPT_TEXT) text_add_quoted((const char *)object + row->offset, out);
    else opt_get(row, object, out);
    buf_add_char(out, '\n');
}

/* Rows that came later are left out where they say what was played before. */
static bool is_usual(const OptRow *row, const SpsaSettings *settings) { return !strcmp(row->name, "halves") && !settings->halves; }

static void print_table(const char *heading, const OptTable *table, const void *object, Buf *out) {
    buf_addf(out, "%s:\n", heading);
    for (size_t i = 0; i < table->count; i++) print_row(&table->rows[i], object, "  ", out);
}

void spsa_config_print(const SpsaConfig *config, uint64_t openings_hash, Buf *out) {
    for (size_t i = 0; i < spsa_options.count; i++)
        if (!is_usual(&rows[i], &config->settings)) print_row(&rows[i], &config->settings, "", out);
    print_table("rules", &rule_options, &config->match.rules, out);
    print_table("adjudication", &adjudication_options, &config->match.adjudication, out);
    buf_add(out, "limit: ");
    limit_print(spec_limit(&config->match, 0), out);
    buf_addf(out, "\nopenings_hash: %016" PRIx64 "\nplays: |\n", openings_hash);
    for (const char *line = config->match.player[0].resolved; *line;) {
        const size_t len = strcspn(line, "\n");
        buf_addf(out, "  %.*s\n", (int)len, line);
        line += len + (line[len] == '\n');
    }
}
