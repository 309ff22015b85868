#include "bench/cmd/match_alias.h"
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include "bench/cmd/match_alias_internal.h"

/* A command line while it is translated. */
typedef struct {
    MatchArgs *args;
    Arena *arena;
    ConfNode *map;
    AliasWords engine[OPT_LIST_MAX], each;
    int engines;
    int64_t rounds, games; /* 0: not said */
} Alias;

/* An option, how many words follow it, and what it does with them. */
typedef struct AliasRow AliasRow;
struct AliasRow {
    const char *name;
    int least, most; /* words that may follow */
    bool (*take)(Alias *alias, const AliasRow *row, const AliasWords *words, Err *err);
    const char *to; /* key of the match file, only value or reason: as `take` reads it */
};
enum { ANY_NUMBER = 1000 };

/* A key that goes into the match file. path: "sprt.elo0" or "openings". */
static void put(Alias *alias, const char *path, const char *text, const char *origin) {
    ConfNode *map = alias->map;
    const char *dot = strchr(path, '.');
    if (dot) {
        const char *part = arena_strndup(alias->arena, path, (size_t)(dot - path));
        map = alias_find(alias->map, part);
        if (!map) map = alias_add(alias->map, part, CONF_MAP, NULL, origin, alias->arena);
        path = dot + 1;
    }
    ConfNode *old = alias_find(map, path);
    if (old) {
        old->text = text;
        old->file = origin;
    } else {
        alias_add(map, path, CONF_SCALAR, text, origin, alias->arena);
    }
}

static bool read_number(const AliasWords *words, int64_t most, int64_t *out, Err *err) {
    char *end;
    const long long value = strtoll(words->word[0], &end, 10);
    if (end == words->word[0] || *end || value < 1 || value > most)
        return err_set(err, ERR_USAGE, "%s: '%s' is no number from 1 to %" PRId64, words->option, words->word[0], most);
    *out = value;
    return true;
}

/* Options of one word. */

static bool take_engine(Alias *alias, const AliasRow *row, const AliasWords *words, Err *err) {
    (void)row;
    if (alias->engines == OPT_LIST_MAX) return err_set(err, ERR_USAGE, "more than %d engines", OPT_LIST_MAX);
    alias->engine[alias->engines++] = *words;
    return true;
}

static bool take_each(Alias *alias, const AliasRow *row, const AliasWords *words, Err *err) {
    (void)row;
    if (alias->each.option) return err_set(err, ERR_USAGE, "-each stands twice");
    alias->each = *words;
    return true;
}

static bool take_rounds(Alias *alias, const AliasRow *row, const AliasWords *words, Err *err) {
    (void)row;
    return read_number(words, 100000000, &alias->rounds, err);
}

static bool take_games(Alias *alias, const AliasRow *row, const AliasWords *words, Err *err) {
    (void)row;
    return read_number(words, 100000000, &alias->games, err);
}

static bool take_concurrency(Alias *alias, const AliasRow *row, const AliasWords *words, Err *err) {
    (void)row;
    return read_number(words, 4096, &alias->args->jobs, err);
}

static bool take_moves(Alias *alias, const AliasRow *row, const AliasWords *words, Err *err) {
    int64_t moves = 0;
    if (!read_number(words, 5000, &moves, err)) return false;
    put(alias, row->to, arena_printf(alias->arena, "%" PRId64, 2 * moves), words->option);
    return true;
}

static bool take_key(Alias *alias, const AliasRow *row, const AliasWords *words, Err *err) {
    (void)err;
    put(alias, row->to, words->word[0], arena_printf(alias->arena, "%s %s", words->option, words->word[0]));
    return true;
}

static bool take_tournament(Alias *alias, const AliasRow *row, const AliasWords *words, Err *err) {
    static const struct {
        const char *word, *format;
    } formats[] = { { "round-robin", "round_robin" }, { "roundrobin", "round_robin" }, { "gauntlet", "gauntlet" } };
    for (size_t i = 0; i < sizeof formats / sizeof *formats; i++) {
        if (strcmp(words->word[0], formats[i].word) != 0) continue;
        put(alias, row->to, formats[i].format, words->option);
        return true;
    }
    return err_set(err, ERR_USAGE, "-tournament: '%s' is not supported; there are round-robin and gauntlet",
                   words->word[0]);
}

/* An option that only says how it is here anyway. */
static bool take_given(Alias *alias, const AliasRow *row, const AliasWords *words, Err *err) {
    (void)alias;
    if (!row->to || !words->count || strcmp(words->word[0], row->to) == 0) return true;
    return err_set(err, ERR_USAGE, "%s: '%s' is not supported, only %s", words->option, words->word[0], row->to);
}

static bool take_pin(Alias *alias, const AliasRow *row, const AliasWords *words, Err *err) {
    (void)row;
    if (words->count)
        return err_set(err, ERR_USAGE, "-use-affinity: lists of processors are not supported; leave '%s' out",
                       words->word[0]);
    alias->args->pin = PIN_ON;
    return true;
}

static bool refuse(Alias *alias, const AliasRow *row, const AliasWords *words, Err *err) {
    (void)alias;
    return err_set(err, ERR_USAGE, "%s is not supported: %s", words->option, row->to);
}

/* Options of key=value words. */

/* path: where the value goes; else `rule` says what the value must be. */
typedef struct {
    const char *key, *path, *must_be;
} PairRow;

static const char *value_in(const AliasWords *words, int i, const char *key) {
    const size_t len = strlen(key);
    return strncmp(words->word[i], key, len) == 0 && words->word[i][len] == '=' ? words->word[i] + len + 1 : NULL;
}

static bool unknown_pair(const PairRow *rows, const AliasWords *words, int i, Err *err) {
    Buf keys = { 0 };
    for (const PairRow *row = rows; row->key; row++) buf_addf(&keys, "%s%s=", row == rows ? "" : ", ", row->key);
    err_set(err, ERR_USAGE, "%s: unknown word '%s'; there are %s", words->option, words->word[i], buf_text(&keys));
    buf_free(&keys);
    return false;
}

static bool take_pairs(Alias *alias, const PairRow *rows, const AliasWords *words, Err *err) {
    for (int i = 0; i < words->count; i++) {
        const char *value = NULL;
        const PairRow *row = rows;
        while (row->key && !(value = value_in(words, i, row->key))) row++;
        if (!row->key) return unknown_pair(rows, words, i, err);
        if (row->path) put(alias, row->path, value, arena_printf(alias->arena, "%s %s", words->option, words->word[i]));
        else if (row->must_be && strcmp(value, row->must_be) != 0)
            return err_set(err, ERR_USAGE, "%s: %s is not supported, only %s=%s", words->option, words->word[i],
                           row->key, row->must_be);
    }
    return true;
}

static bool take_sprt(Alias *alias, const AliasRow *row, const AliasWords *words, Err *err) {
    static const PairRow rows[] = { { "elo0", "sprt.elo0", NULL },   { "elo1", "sprt.elo1", NULL },
                                    { "alpha", "sprt.alpha", NULL }, { "beta", "sprt.beta", NULL },
                                    { "model", "sprt.model", NULL }, { 0 } };
    (void)row;
    for (int i = 0; i < words->count; i++)
        if (strcmp(words->word[i], "model=bayesian") == 0)
            return err_set(err, ERR_USAGE,
                           "-sprt: model=bayesian is not supported: its scale moves with the draws; there are "
                           "normalized and logistic");
    return take_pairs(alias, rows, words, err);
}

static bool take_resign(Alias *alias, const AliasRow *row, const AliasWords *words, Err *err) {
    static const PairRow rows[] = { { "movecount", "adjudication.win_moves", NULL },
                                    { "score", "adjudication.win_score", NULL },
                                    { "twosided", NULL, NULL },
                                    { 0 } };
    (void)row;
    return take_pairs(alias, rows, words, err);
}

static bool take_draw(Alias *alias, const AliasRow *row, const AliasWords *words, Err *err) {
    static const PairRow rows[] = { { "movecount", "adjudication.draw_moves", NULL },
                                    { "score", "adjudication.draw_score", NULL },
                                    { "movenumber", NULL, NULL },
                                    { 0 } };
    (void)row;
    for (int i = 0; i < words->count; i++) {
        const char *value = value_in(words, i, "movenumber");
        const AliasWords number = { "-draw movenumber", &value, 1 };
        int64_t moves = 0;
        if (!value) continue;
        if (!read_number(&number, 5000, &moves, err)) return false;
        put(alias, "adjudication.draw_after", arena_printf(alias->arena, "%" PRId64, 2 * moves), words->option);
    }
    return take_pairs(alias, rows, words, err);
}

/* The format of an opening file is told by its name here. */
static bool check_format(const AliasWords *words, Err *err) {
    const char *file = NULL, *format = NULL, *value;
    for (int i = 0; i < words->count; i++) {
        if ((value = value_in(words, i, "file"))) file = value;
        if ((value = value_in(words, i, "format"))) format = value;
    }
    if (!file) return err_set(err, ERR_USAGE, "-openings: file=FILE is missing");
    if (!format) return true;
    if (strcmp(format, "epd") && strcmp(format, "pgn"))
        return err_set(err, ERR_USAGE, "-openings: format=%s is not supported; there are epd and pgn", format);
    const bool is_pgn = strstr(file, ".pgn") != NULL;
    return is_pgn == !strcmp(format, "pgn") ||
           err_set(err, ERR_USAGE, "-openings: '%s' is read as %s by its name, not as %s", file, is_pgn ? "PGN" : "EPD",
                   format);
}

static bool take_openings(Alias *alias, const AliasRow *row, const AliasWords *words, Err *err) {
    static const PairRow rows[] = { { "file", "openings", NULL },
                                    { "order", "opening_order", NULL },
                                    { "plies", "opening_plies", NULL },
                                    { "format", NULL, NULL },
                                    { "start", NULL, "1" },
                                    { "policy", NULL, "round" },
                                    { 0 } };
    (void)row;
    return check_format(words, err) && take_pairs(alias, rows, words, err);
}

static bool copy_path(const char *text, const AliasWords *words, char out[OPT_TEXT_SIZE], Err *err) {
    const size_t len = strlen(text);
    if (!len || len >= OPT_TEXT_SIZE)
        return err_set(err, ERR_USAGE, "%s: the file's name must have 1 to %d bytes", words->option, OPT_TEXT_SIZE - 1);
    memcpy(out, text, len + 1);
    return true;
}

/* Every move of the PGN has a comment with score, depth, nodes and time unless `min` is said. */
static bool take_pgnout(Alias *alias, const AliasRow *row, const AliasWords *words, Err *err) {
    (void)row;
    for (int i = 0; i < words->count; i++) {
        const char *word = words->word[i], *file = value_in(words, i, "file");
        if (strcmp(word, "min") == 0) alias->args->pgn_plain = true;
        else if (strcmp(word, "append=true") == 0)
            return err_set(err, ERR_USAGE, "-pgnout: append=true is not supported: the file holds this run, whole");
        else if (strcmp(word, "fi") != 0 && (file || !strchr(word, '='))) { /* unfinished games don't exist here */
            if (*alias->args->pgn_out)
                return err_set(err, ERR_USAGE, "-pgnout: both '%s' and '%s' are files", alias->args->pgn_out,
                               file ? file : word);
            if (!copy_path(file ? file : word, words, alias->args->pgn_out, err)) return false;
        }
    }
    return *alias->args->pgn_out || err_set(err, ERR_USAGE, "-pgnout: file=FILE is missing");
}

static bool take_log(Alias *alias, const AliasRow *row, const AliasWords *words, Err *err) {
    (void)row;
    for (int i = 0; i < words->count; i++) {
        const char *word = words->word[i], *file = value_in(words, i, "file");
        if (strcmp(word, "append=true") == 0)
            return err_set(err, ERR_USAGE, "-log: append=true is not supported: the file is of this run alone");
        if (file && !copy_path(file, words, alias->args->log, err)) return false;
    }
    return *alias->args->log || err_set(err, ERR_USAGE, "-log: file=FILE is missing");
}

static const AliasRow rows[] = {
    { "engine", 1, ANY_NUMBER, take_engine, NULL },
    { "each", 1, ANY_NUMBER, take_each, NULL },
    { "rounds", 1, 1, take_rounds, NULL },
    { "games", 1, 1, take_games, NULL },
    { "openings", 1, ANY_NUMBER, take_openings, NULL },
    { "sprt", 1, ANY_NUMBER, take_sprt, NULL },
    { "resign", 1, ANY_NUMBER, take_resign, NULL },
    { "draw", 1, ANY_NUMBER, take_draw, NULL },
    { "maxmoves", 1, 1, take_moves, "adjudication.max_plies" },
    { "tournament", 1, 1, take_tournament, "format" },
    { "concurrency", 1, 1, take_concurrency, NULL },
    { "pgnout", 1, ANY_NUMBER, take_pgnout, NULL },
    { "log", 1, ANY_NUMBER, take_log, NULL },
    { "event", 1, 1, take_key, "name" },
    { "seed", 1, 1, take_key, "seed" },
    { "srand", 1, 1, take_key, "seed" },
    { "use-affinity", 0, ANY_NUMBER, take_pin, NULL },
    { "repeat", 0, 1, take_given, "2" },
    { "recover", 0, 0, take_given, NULL },
    { "variant", 1, 1, take_given, "xiangqi" },
    { "ratinginterval", 1, 1, take_given, NULL },
    { "scoreinterval", 1, 1, take_given, NULL },
    { "outcomeinterval", 1, 1, take_given, NULL },
    { "autosaveinterval", 1, 1, take_given, NULL },
    { "report", 1, 1, take_given, "penta=true" },
    { "output", 1, 1, take_given, "format=fastchess" },
    { "force-concurrency", 0, 0, take_given, NULL },
    { "show-latency", 0, 0, take_given, NULL }, /* every move's is in the database */
    { "startup-ms", 1, 1, refuse, "say startup_ms in an engine file, and conf=FILE in place of cmd=" },
    { "crc32", 0, ANY_NUMBER, refuse, "xqbench digest tells whether runs hold the same games" },
    { "noswap", 0, 1, refuse, "every opening is played with both colours" },
    { "reverse", 0, 1, refuse, "the first engine has Red first in every pair" },
    { "wait", 0, 1, refuse, "games follow at once" },
    { "config", 0, ANY_NUMBER, refuse, "the database keeps what is needed; --resume plays on" },
    { "resultformat", 0, ANY_NUMBER, refuse, "xqbench report writes text, JSON, Markdown and CSV" },
    { "epdout", 0, ANY_NUMBER, refuse, "xqbench export writes games" },
    { "livepgnout", 0, ANY_NUMBER, refuse, "every finished pair is in the database within a second" },
    { "tb", 0, ANY_NUMBER, refuse, "there are no tablebases of Xiangqi in that format" },
    { "site", 0, 1, refuse, "use -event" },
    { "debug", 0, ANY_NUMBER, refuse, "-log file=FILE writes all that is said" },
};
enum { ROWS = sizeof rows / sizeof *rows };

/* Is this word an option? Values have no dash before a letter. */
static bool is_option(const char *word) {
    return word[0] == '-' && ((word[1] >= 'a' && word[1] <= 'z') || (word[1] >= 'A' && word[1] <= 'Z'));
}

static const AliasRow *find_row(const char *option, Err *err) {
    const char *names[ROWS + 1] = { 0 };
    for (int i = 0; i < ROWS; i++) {
        if (strcmp(rows[i].name, option + 1) == 0) return &rows[i];
        names[i] = rows[i].name;
    }
    const char *nearest = text_nearest(names, option + 1);
    if (nearest) err_set(err, ERR_USAGE, "unknown option '%s'; did you mean '-%s'?", option, nearest);
    else err_set(err, ERR_USAGE, "unknown option '%s'; xqbench match --help lists those of this form", option);
    return NULL;
}

/* The option at word i with all that belongs to it; i moves behind. */
static bool take_group(Alias *alias, const CmdArgs *positional, int *i, Err *err) {
    const char *option = positional->positional[*i];
    if (!is_option(option)) return err_set(err, ERR_USAGE, "'%s' belongs to no option", option);
    const AliasRow *row = find_row(option, err);
    if (!row) return false;
    AliasWords words = { .option = option, .word = &positional->positional[++*i] };
    while (*i < positional->count && words.count < row->most && !is_option(positional->positional[*i])) {
        words.count++;
        ++*i;
    }
    if (words.count < row->least) return err_set(err, ERR_USAGE, "%s: needs a value", option);
    return row->take(alias, row, &words, err);
}

/* Rounds of so many games. */
static bool finish_games(Alias *alias, Err *err) {
    if (!alias->rounds && !alias->games) return true;
    const int64_t rounds = alias->rounds ? alias->rounds : 1, games = alias->games ? alias->games : 2;
    if (rounds * games % 2)
        return err_set(err, ERR_USAGE,
                       "%" PRId64 " rounds of %" PRId64 " games are odd; openings are played twice, so say -games 2",
                       rounds, games);
    put(alias, "games", arena_printf(alias->arena, "%" PRId64, rounds * games), "-rounds");
    return true;
}

static bool finish_players(Alias *alias, Err *err) {
    const char *limit;
    if (!alias->each.option) alias->each.option = "-each";
    const AliasWords none = { .option = "-engine" };
    ConfNode *players = alias_add(alias->map, "players", CONF_LIST, NULL, "-engine", alias->arena);
    for (int i = 0; i < alias->engines; i++)
        if (!alias_player(&alias->engine[i], &alias->each, players, alias->arena, err)) return false;
    if (!alias_limit(&none, &alias->each, alias->arena, &limit, err)) return false;
    if (limit) put(alias, "limit", limit, "-each");
    return true;
}

/* Two players make pairs, whatever a tournament is called. */
static void finish_format(Alias *alias) {
    ConfNode *format = alias_find(alias->map, "format");
    if (format && alias->engines == 2) format->text = "pairs";
}

bool match_alias_is(const CmdArgs *positional) {
    return positional->count && is_option(positional->positional[0]);
}

ConfNode *match_alias_tree(const CmdArgs *positional, MatchArgs *args, Arena *arena, Err *err) {
    Alias *alias = arena_alloc(arena, sizeof *alias);
    *alias = (Alias){ .args = args, .arena = arena, .map = arena_alloc(arena, sizeof *alias->map) };
    *alias->map = (ConfNode){ .kind = CONF_MAP, .file = "command line" };
    for (int i = 0; i < positional->count;)
        if (!take_group(alias, positional, &i, err)) return NULL;
    if (!finish_games(alias, err) || !finish_players(alias, err)) return NULL;
    finish_format(alias);
    return alias->map;
}
