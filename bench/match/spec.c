#include "bench/match/spec.h"
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "bench/match/schedule.h"
#include "engine/conf/conf.h"

const char *const format_names[] = { "pairs", "round_robin", "gauntlet", NULL };
static const char *const order_names[] = { "sequential", "random", NULL };

enum { GAMES_MAX = 100000000, PLIES_MAX = 10000 };

static const OptRow spec_rows[] = {
    { .name = "name", .kind = OPT_TEXT, .offset = offsetof(MatchSpec, name), .argument = "NAME", .flags = OPT_ONE_LINE,
      .help = "what to call the run; default: the file's name", .group = "Match" },
    { .name = "format", .kind = OPT_CHOICE, .offset = offsetof(MatchSpec, format), .initial = "pairs",
      .choices = format_names,
      .help = "two players, everyone against everyone, or the first against all others; with more than two players "
              "round_robin unless set" },
    { .name = "games", .kind = OPT_INT, .offset = offsetof(MatchSpec, games), .initial = "100", .min = 2,
      .max = GAMES_MAX,
      .help = "of every pairing, an even number: each opening is played twice, colours exchanged" },
    { .name = "seed", .kind = OPT_INT, .offset = offsetof(MatchSpec, seed), .initial = "1",
      .help = "of everything that is random: the same seed repeats the match" },
    { .name = "openings", .kind = OPT_TEXT, .offset = offsetof(MatchSpec, openings), .argument = "FILE",
      .help = "EPD, FEN or PGN file, also compressed (.gz), that games start from; empty: the start position",
      .group = "Openings" },
    { .name = "opening_order", .kind = OPT_CHOICE, .offset = offsetof(MatchSpec, opening_order), .initial = "random",
      .choices = order_names, .help = "as the file has them, or shuffled by the seed" },
    { .name = "opening_plies", .kind = OPT_INT, .offset = offsetof(MatchSpec, opening_plies), .initial = "16",
      .max = PLIES_MAX,
      .help = "of PGN games, how much is the opening; 0 for the whole game" },
    { .name = "rule_set", .kind = OPT_CHOICE, .offset = offsetof(MatchSpec, rule_set), .initial = "asian",
      .choices = rule_set_names, .help = "the referee's rules; single ones can be changed under `rules`",
      .group = "Rules" },
    { .name = "max_faults", .kind = OPT_INT, .offset = offsetof(MatchSpec, max_faults), .initial = "10", .min = 1,
      .max = GAMES_MAX,
      .help = "stop after so many games in a row that a player lost by a fault" },
};
const OptTable spec_options = { "match", spec_rows, sizeof spec_rows / sizeof *spec_rows };

static const OptRow adjudication_rows[] = {
    { .name = "win_moves", .kind = OPT_INT, .offset = offsetof(Adjudication, win_moves), .max = PLIES_MAX,
      .help = "the game is won when both players say so for this many moves each; 0: never" },
    { .name = "win_score", .kind = OPT_INT, .offset = offsetof(Adjudication, win_score), .initial = "900", .min = 1,
      .max = ANSWER_MATE,
      .help = "score that counts as won (a rook is about 1000)", .requires = "win_moves" },
    { .name = "draw_moves", .kind = OPT_INT, .offset = offsetof(Adjudication, draw_moves), .max = PLIES_MAX,
      .help = "the game is drawn when both players say so for this many moves each; 0: never" },
    { .name = "draw_score", .kind = OPT_INT, .offset = offsetof(Adjudication, draw_score), .initial = "10",
      .max = ANSWER_MATE,
      .help = "scores up to this, either way, count as level", .requires = "draw_moves" },
    { .name = "draw_after", .kind = OPT_INT, .offset = offsetof(Adjudication, draw_after), .initial = "80",
      .max = PLIES_MAX,
      .help = "no such draw before so many plies of the game", .requires = "draw_moves" },
    { .name = "max_plies", .kind = OPT_INT, .offset = offsetof(Adjudication, max_plies), .max = PLIES_MAX,
      .help = "longest game, opening included, then a draw; 0: no end but the rules'" },
};
const OptTable adjudication_options = { "adjudication", adjudication_rows,
                                        sizeof adjudication_rows / sizeof *adjudication_rows };

static const OptRow sprt_rows[] = {
    { .name = "elo0", .kind = OPT_REAL, .offset = offsetof(SprtSpec, elo0), .initial = "0", .min = -SPRT_ELO_LIMIT,
      .max = SPRT_ELO_LIMIT,
      .help = "H0: the first player is stronger by no more than this" },
    { .name = "elo1", .kind = OPT_REAL, .offset = offsetof(SprtSpec, elo1), .initial = "5", .min = -SPRT_ELO_LIMIT,
      .max = SPRT_ELO_LIMIT,
      .help = "H1: it is stronger by at least this" },
    { .name = "alpha", .kind = OPT_REAL, .offset = offsetof(SprtSpec, alpha), .initial = "0.05", .min = 1e-6,
      .max = 0.5,
      .help = "chance of accepting H1 although H0 is true" },
    { .name = "beta", .kind = OPT_REAL, .offset = offsetof(SprtSpec, beta), .initial = "0.05", .min = 1e-6, .max = 0.5,
      .help = "chance of accepting H0 although H1 is true" },
    { .name = "model", .kind = OPT_CHOICE, .offset = offsetof(SprtSpec, model), .initial = "normalized",
      .choices = sprt_model_names,
      .help = "what elo0 and elo1 are: nElo (the test's length hardly depends on draws) or logistic Elo" },
};
const OptTable sprt_options = { "sprt", sprt_rows, sizeof sprt_rows / sizeof *sprt_rows };
_Static_assert(sizeof(SprtModel) == sizeof(int), "an option row writes the model as an int");

void spec_free(MatchSpec *spec) {
    for (int i = 0; i < spec->player_count; i++) player_spec_free(&spec->player[i]);
    free(spec->player);
    free(spec->source);
    *spec = (MatchSpec){ 0 };
}

const Limit *spec_limit(const MatchSpec *spec, int player) {
    const Limit *own = &spec->player[player].limit;
    return limit_is_set(own) ? own : &spec->limit;
}

bool spec_is_deterministic(const MatchSpec *spec) {
    for (int i = 0; i < spec->player_count; i++)
        if (!spec->player[i].deterministic || limit_is_timed(spec_limit(spec, i))) return false;
    return true;
}

static bool same_limit(const Limit *a, const Limit *b) {
    Buf one = { 0 }, other = { 0 };
    limit_print(a, &one);
    limit_print(b, &other);
    const bool same = !strcmp(buf_text(&one), buf_text(&other));
    buf_free(&one);
    buf_free(&other);
    return same;
}

bool spec_has_twins(const MatchSpec *spec, int *a, int *b) {
    if (!spec_is_deterministic(spec)) return false;
    for (int pairing = 0; pairing < schedule_pairings(spec); pairing++) {
        const Pairing players = schedule_pairing(spec, pairing);
        *a = players.first;
        *b = players.second;
        if (!strcmp(spec->player[*a].resolved, spec->player[*b].resolved) && same_limit(spec_limit(spec, *a), spec_limit(spec, *b))) return true;
    }
    return false;
}

/* Reading. */

static bool add_player(MatchSpec *spec, ConfNode *item, Err *err) {
    spec->player = mem_realloc(spec->player, (size_t)(spec->player_count + 1) * sizeof *spec->player);
    if (!player_spec_from_conf(item, &spec->player[spec->player_count], err)) return false;
    spec->player_count++;
    return true;
}

static bool read_players(MatchSpec *spec, ConfNode *map, Err *err) {
    ConfNode *list = conf_get(map, "players");
    if (!list) return conf_error(map, err, "players: is missing; list at least two, such as [pvs, full]");
    if (list->kind != CONF_LIST) return conf_error(list, err, "players: a list is wanted here, such as [pvs, full]");
    for (ConfNode *item = list->child; item; item = item->next)
        if (!add_player(spec, item, err)) return false;
    return true;
}

static bool read_part(ConfNode *map, const char *key, const OptTable *table, void *object, Err *err) {
    ConfNode *part = conf_get(map, key);
    return !part || conf_apply(table, object, part, err);
}

/* Keys are checked before their values, so that a misspelt one is the first to be told of. */
static bool check_keys(ConfNode *map, Err *err) {
    static const char *const known[] = { "name", "format", "games", "seed", "openings", "opening_order",
                                         "opening_plies", "rule_set", "max_faults", "players", "limit", "rules",
                                         "adjudication", "sprt", NULL };
    if (map->kind != CONF_MAP) return conf_error(map, err, "a match is a mapping {players, limit, games, ...}");
    for (const char *const *key = known; *key; key++) conf_get(map, *key);
    return conf_check_used(map, known, err);
}

static bool read_spec(MatchSpec *spec, ConfNode *map, Err *err) {
    opt_defaults(&spec_options, spec);
    opt_defaults(&adjudication_options, &spec->adjudication);
    opt_defaults(&sprt_options, &spec->sprt);
    if (!check_keys(map, err) || !conf_apply(&spec_options, spec, map, err)) return false;
    rule_set_find(rule_set_names[spec->rule_set], &spec->rules);
    if (!read_part(map, "rules", &rule_options, &spec->rules, err)) return false;
    if (!read_part(map, "adjudication", &adjudication_options, &spec->adjudication, err)) return false;
    if (!read_part(map, "sprt", &sprt_options, &spec->sprt, err)) return false;
    spec->use_sprt = conf_get(map, "sprt") != NULL;
    if (!limit_from_conf(conf_get(map, "limit"), &spec->limit, err)) return false;
    if (!read_players(spec, map, err)) return false;
    if (!conf_get(map, "format") && spec->player_count > 2) spec->format = FORMAT_ROUND_ROBIN;
    return true;
}

/* Where a sentence of spec_check that begins with a key finds its value; else the file. */
static bool add_place(ConfNode *map, Err *err) {
    if (!err) return false;
    char key[32];
    snprintf(key, sizeof key, "%.*s", (int)strcspn(err->text, ":"), err->text);
    const ConfNode *value = conf_get(map, key);
    const Err said = *err;
    return value ? conf_error(value, err, "%s", said.text) : err_prefix(err, "%s: ", map->file);
}

bool spec_from_conf(ConfNode *map, MatchSpec *out, Err *err) {
    MatchSpec spec = { 0 };
    Buf source = { 0 };
    conf_print(map, &source); /* before it is read: players rename keys of theirs */
    spec.source = source.text;
    if (read_spec(&spec, map, err) && (spec_check(&spec, err) || add_place(map, err))) {
        *out = spec;
        return true;
    }
    spec_free(&spec);
    return false;
}

/* A player given by a mere name becomes a mapping, so that --set can reach into it. */
static void unfold_players(ConfNode *map, Arena *arena) {
    ConfNode *list = map->kind == CONF_MAP ? conf_get(map, "players") : NULL;
    for (ConfNode *item = list ? list->child : NULL; item; item = item->next) {
        if (item->kind != CONF_SCALAR || !*item->text || strpbrk(item->text, " \t/")) continue;
        ConfNode *name = arena_alloc(arena, sizeof *name), *variant = arena_alloc(arena, sizeof *variant);
        *name = *variant = *item;
        name->key = "name";
        name->next = variant;
        variant->key = "variant";
        variant->next = NULL;
        item->kind = CONF_MAP;
        item->text = NULL;
        item->child = name;
    }
}

/* "configs/matches/quick.yaml" is called quick. */
static void name_by_path(const char *path, MatchSpec *spec) {
    const char *slash = strrchr(path, '/'), *stem = slash ? slash + 1 : path;
    const size_t len = strcspn(stem, "."), size = len < sizeof spec->name ? len : sizeof spec->name - 1;
    memcpy(spec->name, stem, size);
    spec->name[size] = 0;
}

bool spec_load(const char *path, const char *const *assignments, MatchSpec *out, Err *err) {
    Arena arena = { 0 };
    ConfNode *map = conf_load(path, &arena, err);
    bool good = map != NULL;
    if (good && assignments && *assignments) unfold_players(map, &arena);
    for (; good && assignments && *assignments; assignments++) good = conf_set_path(map, *assignments, &arena, err);
    good = good && spec_from_conf(map, out, err);
    if (good && !*out->name) name_by_path(path, out);
    arena_free(&arena);
    return good;
}

/* Checking. */

static bool check_names(const MatchSpec *spec, Err *err) {
    for (int i = 0; i < spec->player_count; i++)
        for (int k = 0; k < i; k++)
            if (!strcmp(spec->player[i].name, spec->player[k].name))
                return err_set(err, ERR_INPUT, "two players are called %s; give one of them another name: name=other (in a file name: other)",
                               spec->player[i].name);
    return true;
}

static bool check_limits(const MatchSpec *spec, Err *err) {
    for (int i = 0; i < spec->player_count; i++)
        if (!limit_is_set(spec_limit(spec, i)))
            return err_set(err, ERR_INPUT, "player %s has no limit; set one for all, such as --limit nodes=5000 (in a file limit: nodes=5000)",
                           spec->player[i].name);
    return true;
}

bool spec_check(const MatchSpec *spec, Err *err) {
    const int players = spec->player_count;
    if (players < 2)
        return err_set(err, ERR_INPUT, "a match needs at least two players, and there %s",
                       players ? "is one" : "are none");
    if (spec->format == FORMAT_PAIRS && players != 2)
        return err_set(err, ERR_INPUT, "format pairs is for two players, and there are %d; set round_robin or gauntlet",
                       players);
    if (spec->games % 2)
        return err_set(err, ERR_INPUT, "games: %" PRId64 " is odd; every opening is played twice", spec->games);
    if (spec->games > GAMES_MAX / ((int64_t)players * players))
        return err_set(err, ERR_INPUT, "games: %" PRId64 " with %d players are more than a run can hold", spec->games,
                       players);
    if (spec->use_sprt && spec->format != FORMAT_PAIRS)
        return err_set(err, ERR_INPUT, "an SPRT compares two players; with more, leave sprt out");
    return check_names(spec, err) && check_limits(spec, err) && (!spec->use_sprt || sprt_check(&spec->sprt, err));
}

bool spec_fits_one_processor(const MatchSpec *spec) {
    bool engines = false;
    for (int i = 0; i < spec->player_count; i++) {
        if (spec->player[i].spreads) return false;
        engines = engines || spec->player[i].prepare != NULL;
    }
    return engines;
}

bool spec_prepare(MatchSpec *spec, Buf *warnings, Err *err) {
    for (int i = 0; i < spec->player_count; i++)
        if (!player_spec_prepare_named(&spec->player[i], spec_limit(spec, i), warnings, err)) return false;
    return true;
}

/* Printing. */

static void print_rows(const char *heading, const OptTable *table, const void *object, Buf *out) {
    buf_addf(out, "%s:\n", heading);
    Buf value = { 0 };
    for (size_t i = 0; i < table->count; i++) {
        buf_clear(&value);
        opt_get(&table->rows[i], object, &value);
        buf_addf(out, "  %s: %s\n", table->rows[i].name, buf_text(&value));
    }
    buf_free(&value);
}

/* Text of several lines, set in. */
static void print_inset(const char *text, Buf *out) {
    while (*text) {
        const size_t len = strcspn(text, "\n");
        buf_addf(out, "      %.*s\n", (int)len, text);
        text += len + (text[len] == '\n');
    }
}

static void print_player(const MatchSpec *spec, int player, Buf *out) {
    buf_addf(out, "  - name: %s\n    limit: ", spec->player[player].name);
    limit_print(spec_limit(spec, player), out);
    buf_add(out, "\n    plays: |\n");
    print_inset(spec->player[player].resolved, out);
}

void spec_print(const MatchSpec *spec, Buf *out) {
    buf_addf(out, "format: %s\nseed: %" PRId64 "\n", format_names[spec->format], spec->seed);
    buf_addf(out, "opening_order: %s\n", order_names[spec->opening_order]);
    print_rows("rules", &rule_options, &spec->rules, out);
    print_rows("adjudication", &adjudication_options, &spec->adjudication, out);
    if (spec->use_sprt) print_rows("sprt", &sprt_options, &spec->sprt, out);
    buf_add(out, "players:\n");
    for (int i = 0; i < spec->player_count; i++) print_player(spec, i, out);
}
