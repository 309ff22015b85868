#include "bench/client/player.h"
#include <stdlib.h>
#include <string.h>
#include "bench/client/engine_spec.h"
#include "bench/client/external_start.h"
#include "bench/client/tunables.h"
#include "bench/client/words.h"
#include "bench/proc/proc.h"
#include "engine/conf/conf.h"
#include "engine/core/file.h"
#include "engine/core/text.h"

const int64_t player_most_excused_ns = 1000000000;

bool player_spec_prepare(PlayerSpec *spec, const Limit *limit, Buf *warnings, Err *err) {
    if (spec->depth_max && limit->depth > spec->depth_max)
        return err_set(err, ERR_INPUT, "depth=%d is deeper than it can search; its limit is depth=%d", limit->depth, spec->depth_max);
    return !spec->prepare || spec->prepare(spec, limit, warnings, err);
}

bool player_spec_prepare_named(PlayerSpec *spec, const Limit *limit, Buf *warnings, Err *err) {
    Buf lines = { 0 };
    const char *line;
    size_t len;
    const bool good = player_spec_prepare(spec, limit, &lines, err) || err_prefix(err, "player %s: ", spec->name);
    for (const char *at = buf_text(&lines); text_next_line(&at, &line, &len);)
        buf_addf(warnings, "warning: player %s: %.*s\n", spec->name, (int)len, line);
    buf_free(&lines);
    return good;
}

Player *player_new(const PlayerSpec *spec, Err *err) {
    return spec->start(spec, err);
}

void player_delete(Player *player) {
    if (player) player->kind->delete (player);
}

void player_spec_free(PlayerSpec *spec) {
    if (spec->source_free) spec->source_free(spec->source);
    free(spec->what);
    free(spec->resolved);
    *spec = (PlayerSpec){ 0 };
}

static void delete_engine(void *engine) {
    engine_spec_delete(engine);
}

/* The words of a builtin player's line. */
typedef struct {
    const char *what, *name, *limit, *assignment[OPT_LIST_MAX + 1];
    int count;
} Line;

static bool take_word(Line *line, const char *word, Err *err) {
    if (!line->what) {
        line->what = word;
        return true;
    }
    const char *equals = strchr(word, '=');
    if (!equals || equals == word)
        return err_set(err, ERR_INPUT,
                       "'%s': after the variant come assignments like null_move=0, name=NAME or limit=nodes=500", word);
    const size_t len = (size_t)(equals - word);
    if (len == 4 && !memcmp(word, "name", 4)) line->name = equals + 1;
    else if (len == 5 && !memcmp(word, "limit", 5)) line->limit = equals + 1;
    else if (line->count == OPT_LIST_MAX) return err_set(err, ERR_INPUT, "more than %d assignments", OPT_LIST_MAX);
    else line->assignment[line->count++] = word;
    return true;
}

static bool take_words(char *const *words, Line *line, Err *err) {
    *line = (Line){ 0 };
    for (; *words; words++)
        if (!take_word(line, *words, err)) return false;
    return line->what || err_set(err, ERR_INPUT, "a player needs a variant, such as pvs or configs/variants/full.yaml");
}

/* The whole line tells two players with different assignments apart; cut where a name must end. */
static void name_by_line(const char *text, char name[PLAYER_NAME_SIZE]) {
    const size_t len = strlen(text), size = len < PLAYER_NAME_SIZE ? len : PLAYER_NAME_SIZE - 1;
    memcpy(name, text, size);
    name[size] = 0;
}

static bool parse_builtin(const char *text, char *const *words, PlayerSpec *out, Err *err) {
    char whole[PLAYER_NAME_SIZE];
    Line line;
    if (!take_words(words, &line, err)) return false;
    if (!line.name && line.count) {
        name_by_line(text, whole);
        line.name = whole;
    }
    Limit limit = { 0 };
    if (line.limit && !limit_parse(line.limit, &limit, err)) return false;
    if (!player_spec_builtin(line.what, line.name, line.assignment, out, err)) return false;
    out->limit = limit;
    free(out->what);
    out->what = mem_strdup(text);
    return true;
}

/* Is this line an engine's: one with a command, or the name or file of one first? */
static bool is_engine_line(char *const *words) {
    Buf path = { 0 };
    const bool is_engine = *words && !strchr(*words, '=') && engine_spec_find(*words, &path);
    buf_free(&path);
    for (; *words && !is_engine; words++)
        if (!strncmp(*words, "cmd=", 4) || !strncmp(*words, "command=", 8) || !strncmp(*words, "extends=", 8))
            return true;
    return is_engine;
}

/* A program that was read as a variant: what it can't be is told to nobody. */
static bool name_program(const char *what, Err *err) {
    Buf path = { 0 };
    const size_t len = strlen(what);
    const bool is_yaml = len > 5 && !strcmp(what + len - 5, ".yaml");
    if (strchr(what, '/') && !is_yaml && proc_find(what, NULL, &path, NULL))
        err_set(err, ERR_INPUT, "'%s' is a program; an engine is given as 'cmd=%s protocol=uci'", what, what);
    buf_free(&path);
    return false;
}

bool player_spec_parse(const char *text, PlayerSpec *out, Err *err) {
    Arena arena = { 0 };
    Buf path = { 0 };
    char **words, *whole[] = { (char *)text, NULL };
    int count;
    bool good;
    if (file_exists(text)) { /* a path may hold blanks when it stands alone */
        good = engine_spec_find(text, &path) ? player_spec_engine(text, engine_spec_from_words(whole, err), out, err)
                                             : player_spec_builtin(text, NULL, NULL, out, err) || name_program(text, err);
    } else {
        good = words_cut(text, &arena, &words, &count, err) &&
               (is_engine_line(words) ? player_spec_engine(text, engine_spec_from_words(words, err), out, err)
                                      : parse_builtin(text, words, out, err) || (count && name_program(words[0], err)));
    }
    buf_free(&path);
    arena_free(&arena);
    return good;
}

bool player_spec_set_name(PlayerSpec *spec, const char *name, Err *err) {
    const size_t len = strlen(name);
    if (!len) return err_set(err, ERR_INPUT, "a player's name is empty");
    if (!text_is_line(name))
        return err_set(err, ERR_INPUT, "the player's name '%s' is not one line of UTF-8 text without control characters", name);
    if (len >= sizeof spec->name)
        return err_set(err, ERR_INPUT, "the player's name '%.20s...' is too long; at most %zu bytes", name, sizeof spec->name - 1);
    memcpy(spec->name, name, len + 1);
    return true;
}

bool player_spec_engine(const char *what, EngineSpec *engine, PlayerSpec *out, Err *err) {
    PlayerSpec spec = {
        .start = external_new, .prepare = external_prepare, .tunables = external_tunables, .source_free = delete_engine, .source = engine
    };
    if (!engine) return false;
    if (!player_spec_set_name(&spec, engine->name, err)) {
        engine_spec_delete(engine);
        return false;
    }
    spec.limit = engine->limit;
    spec.deterministic = engine->deterministic;
    Buf resolved = { 0 };
    engine_spec_print(engine, &resolved);
    spec.resolved = resolved.text;
    spec.what = mem_strdup(what);
    *out = spec;
    return true;
}

bool player_spec_from_conf(ConfNode *node, PlayerSpec *out, Err *err) {
    node->used = true;
    if (node->kind == CONF_MAP) {
        if (!engine_spec_is_engine(node)) return player_spec_builtin_map(node, out, err);
        EngineSpec *engine = engine_spec_from_conf(node, err);
        return player_spec_engine(engine ? engine->name : "", engine, out, err);
    }
    if (node->kind != CONF_SCALAR)
        return conf_error(node, err, "a player is a variant's name or a mapping, not a list");
    Err why = { 0 };
    return player_spec_parse(node->text, out, &why) || conf_error(node, err, "%s", why.text);
}
