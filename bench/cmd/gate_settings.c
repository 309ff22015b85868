#include "bench/cmd/gate_settings.h"
#include <string.h>
#include "engine/conf/conf.h"

/* "elo0=E,games=N" as assignments "sprt.elo0=E", beside those of --set. The list ends in NULL. */
static bool assignments_of(const OptList *set, const char *sprt, Arena *arena, const char *list[2 * OPT_LIST_MAX + 1], Err *err) {
    int count = 0;
    for (int i = 0; i < set->count; i++) list[count++] = set->item[i];
    for (const char *at = sprt; *at;) {
        const size_t len = strcspn(at, ", ");
        if (count == 2 * OPT_LIST_MAX) return err_set(err, ERR_USAGE, "--sprt: too many parts");
        list[count++] = arena_printf(arena, "sprt.%.*s", (int)len, at);
        at += len + strspn(at + len, ", ");
    }
    list[count] = NULL;
    return true;
}

bool gate_settings_parse(const Buf *text, const char *path, const OptList *set, const char *sprt, Baseline *out, Err *err) {
    const char *assignments[2 * OPT_LIST_MAX + 1];
    Arena arena = { 0 };
    ConfNode *map = NULL;
    const bool good = assignments_of(set, sprt, &arena, assignments, err) &&
                      (map = conf_parse(buf_text(text), text->len, path, &arena, err)) != NULL &&
                      baseline_from_conf(map, assignments, &arena, out, err);
    arena_free(&arena);
    return good;
}
