#include "engine/tests/test.h"
#include <string.h>
#include "engine/conf/conf.h"
#include "engine/core/rng.h"

static ConfNode *parse(const char *text, Arena *arena) {
    Err err = { 0 };
    ConfNode *root = conf_parse(text, strlen(text), "printed", arena, &err);
    if (!root) fail_msg("%s\n%s", err.text, text);
    return root;
}

static void a_tree_is_printed_as_a_person_would_write_it(void **state) {
    (void)state;
    Arena arena = { 0 };
    Buf out = { 0 };
    conf_print(parse("{games: 10, players: [pvs, {name: 'a b', search: {hash: 8, x: []}}, [1, [2]]], 'odd: key': '', "
                     "limit: nodes=5 , e: {}, Contempt: -49, list: [-3, -0.5, '-', '-x', '--5', '-5 a']}",
                     &arena),
               &out);
    assert_string_equal(buf_text(&out), "games: 10\n"
                                        "players:\n"
                                        "  - pvs\n"
                                        "  - name: \"a b\"\n"
                                        "    search:\n"
                                        "      hash: 8\n"
                                        "      x: []\n"
                                        "  - - 1\n"
                                        "    - - 2\n"
                                        "\"odd: key\": \"\"\n"
                                        "limit: nodes=5\n"
                                        "e: {}\n"
                                        "Contempt: -49\n"
                                        "list:\n"
                                        "  - -3\n"
                                        "  - -0.5\n"
                                        "  - \"-\"\n"
                                        "  - \"-x\"\n"
                                        "  - \"--5\"\n"
                                        "  - \"-5 a\"\n");
    buf_free(&out);
    arena_free(&arena);
}

static void check_same(const ConfNode *a, const ConfNode *b) {
    assert_int_equal(a->kind, b->kind);
    if (a->kind == CONF_SCALAR) assert_string_equal(a->text, b->text);
    const ConfNode *x = a->child, *y = b->child;
    for (; x && y; x = x->next, y = y->next) {
        if (a->kind == CONF_MAP) assert_string_equal(x->key, y->key);
        check_same(x, y);
    }
    assert_true(!x && !y);
}

static void check_round_trip(const ConfNode *root) {
    Arena arena = { 0 };
    Buf out = { 0 };
    conf_print(root, &out);
    check_same(parse(buf_text(&out), &arena), root);
    buf_free(&out);
    arena_free(&arena);
}

static void any_text_comes_back(void **state) {
    (void)state;
    static const char *const texts[] = { "",
                                         " ",
                                         "-",
                                         "-5",
                                         "-5:",
                                         "-5 #",
                                         "-5,6",
                                         "- a",
                                         "~",
                                         "null",
                                         "yes",
                                         "a: b",
                                         "a #b",
                                         "#",
                                         "'",
                                         "\"",
                                         "\\",
                                         "\\n",
                                         "a\nb",
                                         "\t",
                                         "\x01\x7f",
                                         "\xc2\x9b",
                                         "a\xe2\x80\xa8z",
                                         "\xef\xbb\xbf",
                                         "红方",
                                         "é",
                                         "{}",
                                         "[a]",
                                         "!x",
                                         "&x",
                                         "*x",
                                         "%",
                                         "@",
                                         "`",
                                         "a,b",
                                         "nodes=5000",
                                         "=",
                                         "?",
                                         "? a",
                                         "|",
                                         ">",
                                         "1e5",
                                         "0x1f",
                                         "...",
                                         "---",
                                         "C:\\engines\\a b.exe",
                                         "cmd='x y' option.Hash=16",
                                         "trailing ",
                                         " leading" };
    for (size_t i = 0; i < COUNT_OF(texts); i++) {
        ConfNode text = { .kind = CONF_SCALAR, .text = texts[i] }, item = text,
                 list = { .kind = CONF_LIST, .key = "list", .child = &item };
        text.key = *texts[i] ? texts[i] : "k";
        text.next = &list;
        const ConfNode root = { .kind = CONF_MAP, .child = &text };
        check_round_trip(&root);
    }
}

/* A tree drawn by lot, at most this deep. */
static ConfNode *random_node(uint64_t seed, uint64_t *index, int depth, Arena *arena) {
    ConfNode *node = arena_alloc(arena, sizeof *node), **tail = &node->child;
    node->kind = depth ? (ConfKind)rng_below(seed, 0, (*index)++, 3) : CONF_SCALAR;
    if (node->kind == CONF_SCALAR) {
        char text[8] = "";
        for (int i = 0; i < 6; i++) text[i] = (char)(1 + rng_below(seed, 1, (*index)++, 126));
        node->text = arena_strdup(arena, text);
        return node;
    }
    const int count = (int)rng_below(seed, 0, (*index)++, 4);
    for (int i = 0; i < count; i++, tail = &(*tail)->next) {
        *tail = random_node(seed, index, depth - 1, arena);
        if (node->kind == CONF_MAP)
            (*tail)->key = arena_printf(arena, "%c k%d", (char)(33 + rng_below(seed, 2, (*index)++, 94)), i);
    }
    return node;
}

static void any_tree_comes_back(void **state) {
    (void)state;
    for (uint64_t seed = 0; seed < 3000; seed++) {
        Arena arena = { 0 };
        uint64_t index = 0;
        ConfNode *root = random_node(seed, &index, 4, &arena);
        root->kind = root->child ? root->kind : CONF_MAP; /* a file is a mapping or a list */
        root->text = NULL;
        check_round_trip(root);
        arena_free(&arena);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_tree_is_printed_as_a_person_would_write_it),
        cmocka_unit_test(any_text_comes_back),
        cmocka_unit_test(any_tree_comes_back),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
