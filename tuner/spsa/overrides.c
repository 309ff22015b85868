#include "tuner/spsa/overrides.h"
#include <string.h>

ConfNode *overrides_parse(const char *stored, Arena *arena, Err *err) {
    ConfNode *list = conf_parse(*stored ? stored : "[]", *stored ? strlen(stored) : 2, "settings of the command line in the store", arena, err);
    if (!list) return NULL;
    bool good = list->kind == CONF_LIST;
    for (const ConfNode *item = list->child; good && item; item = item->next) good = item->kind == CONF_SCALAR && strchr(item->text, '=');
    if (good) return list;
    conf_error(list, err, "a list of KEY=VALUE is wanted");
    return NULL;
}

void overrides_add(ConfNode *list, const char *assignment, Arena *arena) {
    const size_t key_len = strcspn(assignment, "=") + 1;
    ConfNode **at = &list->child;
    while (*at) {
        if (strncmp((*at)->text, assignment, key_len)) at = &(*at)->next;
        else *at = (*at)->next;
    }
    *at = arena_alloc(arena, sizeof **at);
    **at = (ConfNode){ .kind = CONF_SCALAR, .text = arena_strdup(arena, assignment), .file = list->file };
}

const char *const *overrides_texts(const ConfNode *list, Arena *arena) {
    size_t count = 0;
    for (const ConfNode *item = list->child; item; item = item->next) count++;
    const char **texts = arena_alloc(arena, (count + 1) * sizeof *texts);
    count = 0;
    for (const ConfNode *item = list->child; item; item = item->next) texts[count++] = item->text;
    texts[count] = NULL;
    return texts;
}

void overrides_print(const ConfNode *list, Buf *out) {
    if (list->child) conf_print(list, out);
}
