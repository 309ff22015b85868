#include "bench/client/player.h"
#include <stdlib.h>
#include <string.h>
#include "engine/conf/conf.h"
#include "engine/core/file.h"

Player *player_new(const PlayerSpec *spec, Err *err) { return spec->start(spec, err); }

void player_delete(Player *player) {
    if (player) player->kind->delete(player);
}

void player_spec_free(PlayerSpec *spec) {
    if (spec->source_free) spec->source_free(spec->source);
    free(spec->what);
    free(spec->resolved);
    *spec = (PlayerSpec){ 0 };
}

/* The words of a line, cut in place. */
typedef struct { const char *what, *name, *limit, *assignment[OPT_LIST_MAX + 1]; int count; } Line;

static bool take_word(Line *line, char *word, Err *err) {
    if (!line->what) {
        line->what = word;
        return true;
    }
    const char *equals = strchr(word, '=');
    if (!equals || equals == word)
        return err_set(err, ERR_INPUT, "'%s': after the variant come assignments like null_move=0, name=NAME or limit=nodes=500", word);
    const size_t len = (size_t)(equals - word);
    if (len == 4 && !memcmp(word, "name", 4)) line->name = equals + 1;
    else if (len == 5 && !memcmp(word, "limit", 5)) line->limit = equals + 1;
    else if (line->count == OPT_LIST_MAX) return err_set(err, ERR_INPUT, "more than %d assignments", OPT_LIST_MAX);
    else line->assignment[line->count++] = word;
    return true;
}

static bool cut_line(char *text, Line *line, Err *err) {
    static const char blanks[] = " \t";
    *line = (Line){ 0 };
    for (char *word = text + strspn(text, blanks); *word;) {
        char *end = word + strcspn(word, blanks);
        char *next = end + strspn(end, blanks);
        *end = 0;
        if (!take_word(line, word, err)) return false;
        word = next;
    }
    return line->what || err_set(err, ERR_INPUT, "a player needs a variant, such as pvs or configs/variants/full.yaml");
}

/* The whole line tells two players with different assignments apart; cut where a name must end. */
static void name_by_line(const char *text, char name[PLAYER_NAME_SIZE]) {
    const size_t len = strlen(text), size = len < PLAYER_NAME_SIZE ? len : PLAYER_NAME_SIZE - 1;
    memcpy(name, text, size);
    name[size] = 0;
}

bool player_spec_parse(const char *text, PlayerSpec *out, Err *err) {
    if (file_exists(text)) return player_spec_builtin(text, NULL, NULL, out, err);
    char *words = mem_strdup(text), whole[PLAYER_NAME_SIZE];
    Line line;
    PlayerSpec spec = { 0 };
    bool good = cut_line(words, &line, err);
    if (!good) goto end;
    if (!line.name && line.count) {
        name_by_line(text, whole);
        line.name = whole;
    }
    Limit limit = { 0 };
    good = (!line.limit || limit_parse(line.limit, &limit, err)) &&
           player_spec_builtin(line.what, line.name, line.assignment, &spec, err);
    if (!good) goto end;
    spec.limit = limit;
    free(spec.what);
    spec.what = mem_strdup(text);
    *out = spec;
end:
    free(words);
    return good;
}
