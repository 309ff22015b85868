#include "tuner/spsa/init.h"
#include <stdio.h>
#include <string.h>
#include "bench/client/words.h"
#include "engine/conf/conf.h"
#include "engine/core/pool.h"
#include "tuner/data/term_table.h"
#include "tuner/spsa/config.h"
#include "tuner/spsa/strength.h"

enum { BATCH_MIN = 4 };

static bool is_unreachable(const char *name, const TermTable *table) {
    char slot[64];
    if (strncmp(name, "weights.", 8)) return false;
    snprintf(slot, sizeof slot, "%.*s", (int)strlen(name) - 8 - 3, name + 8); /* without .mg or .eg */
    const int at = term_table_find(table, slot);
    return at >= 0 && !term_table_is_reachable(table, at);
}

static bool is_asked_for(const Tunable *tunable, const OptList *only) {
    if (!only->count) return strncmp(tunable->name, "weights.", 8) != 0;
    for (int i = 0; i < only->count; i++)
        if (spsa_name_matches(tunable->name, only->item[i])) return true;
    return false;
}

/* By its whole name, not by a pattern. */
static bool is_named(const Tunable *tunable, const OptList *only) {
    for (int i = 0; i < only->count; i++)
        if (!strcmp(tunable->name, only->item[i])) return true;
    return false;
}

static bool check_patterns(const Tunables *tunables, const OptList *only, Err *err) {
    for (int i = 0; i < only->count; i++) {
        bool found = false;
        for (int k = 0; k < tunables->count && !found; k++) found = spsa_name_matches(tunables->item[k].name, only->item[i]);
        if (!found)
            return err_set(err, ERR_INPUT, "the player has nothing to tune that is called '%s'; without --only everything but weights is listed",
                           only->item[i]);
    }
    return true;
}

static int print_params(const Tunables *tunables, const OptList *only, Buf *out) {
    Arena arena = { 0 };
    TermTable table;
    int count = 0;
    term_table_builtin(&table, &weights_default, &arena);
    for (int i = 0; i < tunables->count; i++) {
        const Tunable *t = &tunables->item[i];
        if (!is_asked_for(t, only) || is_unreachable(t->name, &table)) continue;
        SpsaParamSpec spec;
        spsa_param_suggest(t, &spec);
        const char *weak = is_named(t, only) ? NULL : strength_why_not(t->name);
        const char *why = t->idle ? "switched off" : weak ? weak : spec.c <= (spec.max - spec.min) / 2 ? "" : "one value only";
        buf_addf(out, "  %s\"%s\": { value: %.10g, min: %.10g, max: %.10g, c: %.10g }", *why ? "# " : "", t->name, spec.start, spec.min, spec.max, spec.c);
        if (*why || *t->help) buf_addf(out, " # %s", *why ? why : t->help);
        buf_add_char(out, '\n');
        count += !*why;
    }
    arena_free(&arena);
    return count;
}

/* A line's words as the members of a mapping: "full lmr=off" is { extends: full, search: { lmr: off } }. */
static bool set_word(ConfNode *map, const char *word, bool engine, Arena *arena, Err *err) {
    const char *rest = strncmp(word, "option.", 7) ? NULL : word + 7;
    const size_t len = strcspn(word, "=");
    if (!word[len]) return conf_set_path(map, arena_printf(arena, "extends=%s", word), arena, err);
    if (rest) return conf_set_path(map, arena_printf(arena, "options.%s", rest), arena, err);
    const bool plain = engine || memchr(word, '.', len) || !strncmp(word, "name=", 5) || !strncmp(word, "limit=", 6) || !strncmp(word, "weights=", 8);
    return conf_set_path(map, plain ? word : arena_printf(arena, "search.%s", word), arena, err);
}

static bool print_player(const char *line, bool engine, Buf *out, Err *err) {
    Arena arena = { 0 };
    ConfNode map = { .kind = CONF_MAP, .file = "--player" }, player = { .kind = CONF_MAP, .file = "--player" };
    char **words;
    int count;
    bool good = words_cut(line, &arena, &words, &count, err);
    if (good && count == 1 && !strchr(words[0], '=')) {
        good = conf_set_path(&map, arena_printf(&arena, "player=%s", words[0]), &arena, err);
    } else {
        player.key = "player";
        map.child = &player;
        for (int i = 0; good && i < count; i++) good = set_word(&player, words[i], engine, &arena, err);
    }
    if (good) conf_print(&map, out);
    arena_free(&arena);
    return good;
}

bool spsa_init_config(const char *line, const OptList *only, Buf *out, Err *err) {
    PlayerSpec player;
    Tunables tunables;
    Buf params = { 0 };
    if (!player_spec_parse(line, &player, err)) return false;
    if (!tunables_list(&player, &tunables, err)) {
        player_spec_free(&player);
        return false;
    }
    bool good = check_patterns(&tunables, only, err);
    if (good && !print_params(&tunables, only, &params)) good = err_set(err, ERR_INPUT, "player %s has nothing to tune", player.name);
    if (good) {
        buf_add(out, "# Tuning by SPSA. Leave out what shall not move, see that each c costs about half an Elo or more, then:\n#\n"
                     "#   xqtune spsa FILE --db xqlab.db\n#\n# Keys are in configs/tune/SPSA.md.\n\n");
        good = print_player(line, player.prepare != NULL, out, err);
        const int cores = pool_cores();
        buf_add(out, "limit: nodes=500\nopenings: suites/openings/balanced.epd.gz\ngames: 40000\n");
        buf_addf(out, "batch: %d # pairs an iteration: as many as there are workers, 4 at least\n\nparams:\n", cores > BATCH_MIN ? cores : BATCH_MIN);
        buf_add(out, buf_text(&params));
    }
    buf_free(&params);
    tunables_free(&tunables);
    player_spec_free(&player);
    return good;
}
