#include "tuner/cmd/outputs.h"
#include <assert.h>
#include <stdlib.h>
#include <string.h>
#include "bench/store/tunings.h"

static void add_use(Outputs *outputs, const char *role, const char *path, bool is_output) {
    if (!*path) return;
    outputs->use = mem_realloc(outputs->use, (outputs->uses + 1) * sizeof *outputs->use);
    outputs->use[outputs->uses++] = (FileUse){ .role = role, .path = arena_strdup(&outputs->arena, path), .is_output = is_output };
}

void outputs_read(Outputs *outputs, const char *role, const char *path) { add_use(outputs, role, path, false); }

void outputs_reserve(Outputs *outputs, const char *role, const char *path) { add_use(outputs, role, path, true); }

Buf *outputs_add(Outputs *outputs, const char *role, const char *path, const char *suffix) {
    if (!*path) return NULL;
    assert(outputs->count < OUTPUTS_MAX);
    add_use(outputs, role, arena_printf(&outputs->arena, "%s%s", path, suffix), true);
    outputs->path[outputs->count] = outputs->use[outputs->uses - 1].path;
    return &outputs->content[outputs->count++];
}

/* Players. */

static bool is_read(const Outputs *outputs, const char *path) {
    for (size_t i = 0; i < outputs->uses; i++)
        if (!outputs->use[i].is_output && file_is_same(outputs->use[i].path, path)) return true;
    return false;
}

/* A file of a player may name others. */
static void read_file(Outputs *outputs, const char *role, const char *path) {
    const char *dot = strrchr(path, '.');
    Arena arena = { 0 };
    if (is_read(outputs, path)) return;
    outputs_read(outputs, role, path);
    const ConfNode *root = dot && (!strcmp(dot, ".yaml") || !strcmp(dot, ".yml")) ? conf_load(path, &arena, NULL) : NULL;
    if (root) outputs_read_node(outputs, role, root);
    arena_free(&arena);
}

/* Whichever of them is read: what a text in a file leads to, beside that file, as given, or among ours of that name. */
static void read_name(Outputs *outputs, const char *role, const char *what, const char *beside) {
    static const char *const folders[] = { "configs/variants", "configs/engines", "configs/weights" };
    const char *slash = beside ? strrchr(beside, '/') : NULL;
    Arena arena = { 0 };
    if (!*what) return;
    const char *neighbour = slash ? arena_printf(&arena, "%.*s/%s", (int)(slash - beside), beside, what) : what;
    if (slash && file_exists(neighbour)) read_file(outputs, role, neighbour);
    if (file_exists(what)) read_file(outputs, role, what);
    for (size_t i = 0; !strpbrk(what, "/.") && i < sizeof folders / sizeof folders[0]; i++) {
        Buf path = { 0 };
        if (file_find_data(arena_printf(&arena, "%s/%s.yaml", folders[i], what), &path)) read_file(outputs, role, buf_text(&path));
        buf_free(&path);
    }
    arena_free(&arena);
}

void outputs_read_player(Outputs *outputs, const char *role, const char *what) { read_name(outputs, role, what, NULL); }

void outputs_read_node(Outputs *outputs, const char *role, const ConfNode *node) {
    if (node->kind == CONF_SCALAR) read_name(outputs, role, node->text, node->file);
    for (const ConfNode *child = node->child; child; child = child->next) outputs_read_node(outputs, role, child);
}

/* Before and after the work. */

bool outputs_check(const Outputs *outputs, Err *err) {
    if (!file_check_outputs(outputs->use, outputs->uses, err)) return false;
    for (int i = 0; i < outputs->count; i++)
        if (!draft_try(outputs->path[i], err)) return false;
    return true;
}

bool outputs_try_store(const char *db, Err *err) {
    if (!*db) return true;
    if (!file_exists(db)) return draft_try(db, err);
    Store *store = store_open(db, STORE_CREATE, err);
    const bool good = store && store_tuning_try(store, err);
    store_close(store);
    return good;
}

bool outputs_finish(Outputs *outputs, Err *err) {
    for (int i = 0; i < outputs->count; i++) {
        const Buf *content = &outputs->content[i];
        Draft *draft = outputs->draft[i] = draft_new(outputs->path[i], err);
        if (!draft || !draft_add(draft, buf_text(content), content->len, err) || !draft_finish(draft, err)) return false;
    }
    return true;
}

bool outputs_commit(Outputs *outputs, Err *err) {
    bool good = true;
    for (int i = 0; good && i < outputs->count; i++) {
        good = draft_commit(outputs->draft[i], err);
        outputs->draft[i] = NULL;
    }
    return good;
}

bool outputs_write(Outputs *outputs, Err *err) { return outputs_finish(outputs, err) && outputs_commit(outputs, err); }

void outputs_free(Outputs *outputs) {
    for (int i = 0; i < outputs->count; i++) {
        draft_drop(outputs->draft[i]);
        buf_free(&outputs->content[i]);
    }
    free(outputs->use);
    arena_free(&outputs->arena);
}
