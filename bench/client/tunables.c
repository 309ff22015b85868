#include "bench/client/tunables.h"
#include <stdlib.h>
#include <string.h>

bool tunables_list(const PlayerSpec *spec, Tunables *out, Err *err) {
    *out = (Tunables){ 0 };
    if (!spec->tunables) return err_set(err, ERR_INPUT, "player %s has nothing to tune", spec->name);
    if (spec->tunables(spec, out, err)) return true;
    tunables_free(out);
    return false;
}

Tunable *tunables_add(Tunables *tunables, const char *name) {
    if (tunables->count == tunables->cap) {
        tunables->cap = tunables->cap ? 2 * tunables->cap : 64;
        tunables->item = mem_realloc(tunables->item, (size_t)tunables->cap * sizeof *tunables->item);
    }
    Tunable *item = &tunables->item[tunables->count++];
    *item = (Tunable){ .name = arena_strdup(&tunables->arena, name), .help = "" };
    return item;
}

const Tunable *tunables_find(const Tunables *tunables, const char *name) {
    for (int i = 0; i < tunables->count; i++)
        if (!strcmp(tunables->item[i].name, name)) return &tunables->item[i];
    return NULL;
}

void tunables_free(Tunables *tunables) {
    free(tunables->item);
    arena_free(&tunables->arena);
    *tunables = (Tunables){ 0 };
}
