/* Any bytes as a configuration file: a tree whose values have places, or one sentence that says what is wrong.
 * What an object was set to, printed, sets another object to the same. */
#include <string.h>
#include "engine/conf/conf.h"
#include "engine/tests/fuzz/fuzz.h"

typedef struct {
    bool flag;
    int64_t count;
    double ratio;
    int choice;
    char text[OPT_TEXT_SIZE];
    OptList list;
} Sample;

static const char *const choices[] = { "red", "black", NULL };
static const OptRow rows[] = {
    { .name = "flag", .kind = OPT_BOOL, .offset = offsetof(Sample, flag), .initial = "true" },
    { .name = "count", .kind = OPT_INT, .offset = offsetof(Sample, count), .initial = "7" },
    { .name = "ratio", .kind = OPT_REAL, .offset = offsetof(Sample, ratio), .initial = "0.5" },
    { .name = "choice", .kind = OPT_CHOICE, .offset = offsetof(Sample, choice), .choices = choices },
    { .name = "text", .kind = OPT_TEXT, .offset = offsetof(Sample, text), .aliases = "name title" },
    { .name = "list", .kind = OPT_LIST, .offset = offsetof(Sample, list) },
};
static const OptTable table = { .rows = rows, .count = sizeof rows / sizeof *rows };

static void check_sentence(const Err *err, const char *start) {
    FUZZ_CHECK(err->kind != ERR_NONE);
    FUZZ_CHECK(!strncmp(err->text, start, strlen(start)));
    FUZZ_CHECK(!strpbrk(err->text, "\r\n"));
}

static void check_tree(const ConfNode *node, int depth) {
    FUZZ_CHECK(depth <= 64);
    FUZZ_CHECK(node->line >= 1 && node->column >= 1);
    FUZZ_CHECK((node->kind == CONF_SCALAR) == (node->text != NULL));
    for (const ConfNode *child = node->child; child; child = child->next) {
        FUZZ_CHECK((node->kind == CONF_MAP) == (child->key != NULL));
        check_tree(child, depth + 1);
    }
}

static void check_round_trip(const Sample *sample, Arena *arena) {
    Buf printed = { 0 }, again = { 0 };
    Err err = { 0 };
    Sample copy;
    opt_print(&table, sample, true, &printed);
    opt_defaults(&table, &copy);
    ConfNode *root = conf_parse(printed.text, printed.len, "printed", arena, &err);
    FUZZ_CHECK(root && conf_apply(&table, &copy, root, &err));
    opt_print(&table, &copy, true, &again);
    FUZZ_CHECK(!strcmp(printed.text, again.text));
    buf_free(&printed);
    buf_free(&again);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    Arena arena = { 0 };
    Err err = { 0 };
    Sample sample;
    opt_defaults(&table, &sample);
    ConfNode *root = conf_parse((const char *)data, size, "in.yaml", &arena, &err);
    if (!root) {
        check_sentence(&err, "in.yaml:");
    } else {
        check_tree(root, 0);
        if (conf_apply(&table, &sample, root, &err)) check_round_trip(&sample, &arena);
        else check_sentence(&err, "in.yaml:");
        if (!conf_set_path(root, "list.name.x=1", &arena, &err)) check_sentence(&err, "--set list.name.x=1: ");
    }
    arena_free(&arena);
    return 0;
}
