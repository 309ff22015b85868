#include "bench/cmd/match_args.h"
#include <stdio.h>
#include <string.h>
#include "bench/cmd/match_alias.h"
#include "bench/cmd/shard.h"
#include "bench/match/schedule.h"
#include "engine/core/file.h"

#define KEY_ROW(id, argument_, help_)                                                                                  \
    { .name = #id, .kind = OPT_TEXT, .offset = offsetof(MatchArgs, id), .argument = argument_, .help = help_ }

static const char *const pin_names[] = { [PIN_AUTO] = "auto", [PIN_ON] = "on", [PIN_OFF] = "off", NULL };

static const OptRow rows[] = {
    { .name = "player", .kind = OPT_LIST, .offset = offsetof(MatchArgs, player), .argument = "P", .group = "Match",
      .help = "a player: a variant's name or file, maybe with assignments: 'full null_move=0 name=plain'" },
    KEY_ROW(limit, "L", "depth=N, nodes=N, movetime=MS or tc=[M/]BASE+INC (seconds); several together, more words in configs/matches/README.md"),
    KEY_ROW(games, "N", "games of every pairing, an even number"),
    KEY_ROW(format, "F", "pairs, round_robin or gauntlet"),
    KEY_ROW(openings, "FILE", "EPD, FEN or PGN file that games start from"),
    KEY_ROW(sprt, "elo0=E,elo1=E,...", "stop when one player is proven stronger; also alpha, beta, model"),
    KEY_ROW(rule_set, "S", "the referee's rules: asian, fairy, league, simple or none"),
    KEY_ROW(seed, "N", "of everything that is random"),
    KEY_ROW(name, "NAME", "what to call the run"),
    { .name = "set", .kind = OPT_LIST, .offset = offsetof(MatchArgs, set), .argument = "KEY=VALUE",
      .help = "change a key of the configuration: games=200, players.NAME.search.hash=16" },
    { .name = "db", .kind = OPT_TEXT, .offset = offsetof(MatchArgs, db), .initial = "xqlab.db", .argument = "FILE",
      .group = "Run",
      .help = "database that keeps every game" },
    { .name = "jobs", .kind = OPT_INT, .offset = offsetof(MatchArgs, jobs), .max = 4096, .aliases = "concurrency",
      .help = "games at a time; 0: one for each core" },
    { .name = "shard", .kind = OPT_TEXT, .offset = offsetof(MatchArgs, shard), .argument = "I/N",
      .help = "play the I-th of N parts of the match, one a machine; xqbench merge puts them together" },
    { .name = "pgn_out", .kind = OPT_TEXT, .offset = offsetof(MatchArgs, pgn_out), .argument = "FILE",
      .help = "at the end write the run's games as PGN, every move with score, depth, nodes and time" },
    { .name = "log", .kind = OPT_TEXT, .offset = offsetof(MatchArgs, log), .argument = "FILE",
      .help = "write all that engines are told (>) and say (<) to this file; what a slow disk can't take in time is left out and counted" },
    { .name = "pin", .kind = OPT_CHOICE, .offset = offsetof(MatchArgs, pin), .choices = pin_names, .aliases = "use_affinity",
      .help = "keep every game, with its engines, on a processor of its own; auto: where engines use one thread each and there "
              "are processors enough" },
    { .name = "resume", .kind = OPT_BOOL, .offset = offsetof(MatchArgs, resume),
      .help = "play what is missing of the newest run of this name" },
    { .name = "quiet", .kind = OPT_BOOL, .offset = offsetof(MatchArgs, quiet), .help = "print the result alone" },
};
const OptTable match_arg_options = { "match", rows, sizeof rows / sizeof *rows };

static const char *const keys[] = { "name", "format", "limit", "games", "seed", "openings", "rule_set" };
enum { KEYS = sizeof keys / sizeof *keys, SPRT_KEYS_MAX = 8 };

/* The assignments that all options together make, as texts in the arena. NULL-terminated. */
static const char *const *all_assignments(const MatchArgs *args, Arena *arena) {
    const char **list = arena_alloc(arena, (KEYS + SPRT_KEYS_MAX + OPT_LIST_MAX + 1) * sizeof *list);
    int count = 0;
    for (int i = 0; i < KEYS; i++) {
        const char *text = (const char *)args + opt_find(&match_arg_options, keys[i])->offset;
        if (*text) list[count++] = arena_printf(arena, "--%s=%s", keys[i], text);
    }
    const char *at = args->sprt;
    for (int i = 0; *at && i < SPRT_KEYS_MAX; i++) {
        const size_t len = strcspn(at, ", ");
        list[count++] = arena_printf(arena, "--sprt.%.*s", (int)len, at);
        at += len + strspn(at + len, ", ");
    }
    for (int i = 0; i < args->set.count; i++) list[count++] = args->set.item[i];
    return list;
}

/* The tree that a file with these players would give. */
static ConfNode *player_tree(const OptList *players, Arena *arena) {
    ConfNode *map = arena_alloc(arena, sizeof *map), *list = arena_alloc(arena, sizeof *list), **tail = &list->child;
    *map = (ConfNode){ .kind = CONF_MAP, .file = "command line", .child = list };
    *list = (ConfNode){ .kind = CONF_LIST, .key = "players", .file = "command line" };
    for (int i = 0; i < players->count; i++) {
        ConfNode *item = *tail = arena_alloc(arena, sizeof *item);
        *item = (ConfNode){ .kind = CONF_SCALAR,
                            .text = players->item[i],
                            .file = arena_printf(arena, "--player %s", players->item[i]) };
        tail = &item->next;
    }
    return map;
}

/* "A vs B", or "A and 3 more". */
static void name_by_players(MatchSpec *spec) {
    Buf text = { 0 };
    if (spec->player_count == 2) buf_addf(&text, "%s vs %s", spec->player[0].name, spec->player[1].name);
    else buf_addf(&text, "%s and %d more", spec->player[0].name, spec->player_count - 1);
    memcpy(spec->name, text.text, text.len + 1);
    buf_free(&text);
}

static bool spec_of_tree(ConfNode *map, const char *const *assignments, Arena *arena, MatchSpec *out, Err *err) {
    if (!map) return false;
    for (; *assignments; assignments++)
        if (!conf_set_path(map, *assignments, arena, err)) return false;
    if (!spec_from_conf(map, out, err)) return false;
    if (!*out->name) name_by_players(out);
    return true;
}

bool match_args_shard(const MatchArgs *args, const MatchSpec *spec, int *shard, int *shards, Err *err) {
    int i, n;
    *shard = *shards = 0;
    if (!*args->shard) return true;
    if (!shard_parse(args->shard, &i, &n, err)) return false;
    if (spec->use_sprt)
        return err_set(err, ERR_USAGE, "--shard: an SPRT is decided on all pairs in order, which a part doesn't see; leave one of the two out");
    if (n > schedule_pairs(spec))
        return err_set(err, ERR_USAGE, "--shard: %d parts of %d pairs leave some empty", n, schedule_pairs(spec));
    *shard = i;
    *shards = n;
    return true;
}

/* The tree that a file with these arguments would give; NULL with *err. */
static ConfNode *tree_of(MatchArgs *args, const CmdArgs *positional, Arena *arena, Err *err) {
    return match_alias_is(positional) ? match_alias_tree(positional, args, arena, err) : player_tree(&args->player, arena);
}

static bool check_positional(const MatchArgs *args, const CmdArgs *positional, Err *err) {
    if (positional->count > 1)
        return err_set(err, ERR_USAGE, "match reads one configuration; '%s' is too much", positional->positional[1]);
    if (positional->count && args->player.count)
        return err_set(err, ERR_USAGE, "players come from the configuration or from --player, not from both");
    if (!positional->count && !args->player.count && args->resume)
        return err_set(err, ERR_USAGE, "--resume goes with the run's own command line; xqbench extend DB --games N plays on by what the database keeps");
    if (!positional->count && !args->player.count)
        return err_set(err, ERR_USAGE,
                       "match needs a configuration, or two or more --player (try: xqbench match --player pvs "
                       "--player full --limit nodes=1000 --games 20)");
    return true;
}

/* The match file as given, or the committed one of that path. */
static bool load_file(const char *path, const char *const *assignments, MatchSpec *out, Err *err) {
    Buf file = { 0 };
    file_data_path(path, &file);
    const bool good = spec_load(buf_text(&file), assignments, out, err);
    buf_free(&file);
    return good;
}

bool match_args_spec(MatchArgs *args, const CmdArgs *positional, MatchSpec *out, Err *err) {
    const bool is_alias = match_alias_is(positional);
    if (is_alias && args->player.count) return err_set(err, ERR_USAGE, "players come from -engine or from --player, not from both");
    if (!is_alias && !check_positional(args, positional, err)) return false;
    Arena arena = { 0 };
    const char *const *assignments = all_assignments(args, &arena);
    const bool good = positional->count && !is_alias ? load_file(positional->positional[0], assignments, out, err)
                                                     : spec_of_tree(tree_of(args, positional, &arena, err), assignments, &arena, out, err);
    arena_free(&arena);
    return good;
}
