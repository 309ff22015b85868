#include "engine/tests/test.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "engine/conf/conf.h"
#include "engine/core/file.h"

static ConfNode *parse(const char *text, Arena *arena) {
    Err err = { 0 };
    ConfNode *root = conf_parse(text, strlen(text), "t.yaml", arena, &err);
    if (!root) fail_msg("%s", err.text);
    return root;
}

static void a_tree_keeps_kinds_texts_and_places(void **state) {
    (void)state;
    Arena arena = { 0 };
    ConfNode *root = parse("# a comment\ngames: 10\nplayers:\n  - name: a\n    hash: \"8\"\n  - {name: 红, x: [1, 2]}\nnothing:\n", &arena);
    assert_int_equal(root->kind, CONF_MAP);
    ConfNode *games = conf_get(root, "games");
    assert_string_equal(games->text, "10");
    assert_string_equal(games->file, "t.yaml");
    assert_int_equal(games->line, 2);
    assert_int_equal(games->column, 8);
    assert_int_equal(games->key_line, 2);
    assert_int_equal(games->key_column, 1);
    ConfNode *players = conf_get(root, "players");
    assert_int_equal(players->kind, CONF_LIST);
    assert_null(players->child->key);
    assert_string_equal(conf_get(players->child, "hash")->text, "8");
    ConfNode *second = players->child->next;
    assert_null(second->next);
    assert_string_equal(conf_get(second, "name")->text, "红");
    ConfNode *x = conf_get(second, "x");
    assert_int_equal(x->line, 6);
    assert_int_equal(x->column, 18); /* characters, not bytes */
    assert_string_equal(x->child->next->text, "2");
    assert_string_equal(conf_get(root, "nothing")->text, "");
    assert_null(conf_get(root, "absent"));
    assert_null(conf_get(games, "absent"));
    arena_free(&arena);
}

static void empty_texts_are_empty_mappings(void **state) {
    (void)state;
    static const char *const texts[] = { "", "\n", "# nothing\n", "---\n", "--- # nothing\n...\n", "\xef\xbb\xbf", "{}" };
    for (size_t i = 0; i < COUNT_OF(texts); i++) {
        Arena arena = { 0 };
        ConfNode *root = parse(texts[i], &arena);
        assert_int_equal(root->kind, CONF_MAP);
        assert_null(root->child);
        arena_free(&arena);
    }
}

static void what_configuration_must_not_hold_is_refused_with_its_place(void **state) {
    (void)state;
    static const struct { const char *text, *sentence; } bad[] = {
        { "a: &x 1", "t.yaml:1:4: anchors ('&name') are not allowed" },
        { "a: &x [1]", "t.yaml:1:4: anchors ('&name') are not allowed" },
        { "a: &x {b: 1}", "t.yaml:1:4: anchors ('&name') are not allowed" },
        { "&x a: 1", "t.yaml:1:1: anchors ('&name') are not allowed" },
        { "a: 1\nb: *a", "t.yaml:2:4: aliases ('*name') are not allowed; write the value out" },
        { "a: !!int 1", "t.yaml:1:4: tags ('!name') are not allowed" },
        { "a: !x {}", "t.yaml:1:4: tags ('!name') are not allowed" },
        { "- !x []", "t.yaml:1:3: tags ('!name') are not allowed" },
        { "a: 1\nb: 2\na: 3\nb: 4", "t.yaml:3:1: the key 'a' stands here a second time; the first is in line 1" },
        { "x: {b: 1, a: 2, b: 3}", "t.yaml:1:17: the key 'b' stands here a second time; the first is in line 1" },
        { "a: 1\n---\nb: 2", "t.yaml:2:1: a second document begins here; a file holds one" },
        { "a: 1\n...\n---\n", "t.yaml:3:1: a second document begins here; a file holds one" },
        { "[a]: 1", "t.yaml:1:1: a key must be a single text, not a list or mapping" },
        { "? {a: 1}\n: 2", "t.yaml:1:3: a key must be a single text, not a list or mapping" },
        { "a: 1\n'': 2", "t.yaml:2:1: a key is missing before ':'" },
        { "a: \"x\\0y\"", "t.yaml:1:4: the text holds a zero byte" },
        { "\"x\\0y\": a", "t.yaml:1:1: the text holds a zero byte" },
        { "a: 1\n红: \xff", "t.yaml:2:4: this is not UTF-8 text, or a control character" },
        { "a: \x01", "t.yaml:1:4: this is not UTF-8 text, or a control character" },
        { "a:\n\tb: 1", "t.yaml:2:1: a tab stands here; YAML is indented with blanks" },
        { "a: [1,\n  2\n", "t.yaml:3:1: did not find expected ',' or ']' while parsing a flow sequence that begins in line 1" },
        { "a: [1, 2", "t.yaml:1:9: did not find expected ',' or ']' while parsing a flow sequence" },
        { "a: 1\n b: 2", "t.yaml:2:3: mapping values are not allowed in this context" },
        { "a: 'x", "t.yaml:1:6: found unexpected end of stream while scanning a quoted scalar" },
    };
    for (size_t i = 0; i < COUNT_OF(bad); i++) {
        Arena arena = { 0 };
        Err err = { 0 };
        assert_null(conf_parse(bad[i].text, strlen(bad[i].text), "t.yaml", &arena, &err));
        assert_string_equal(err.text, bad[i].sentence);
        assert_int_equal(err.kind, ERR_INPUT);
        arena_free(&arena);
    }
}

static void nesting_ends_at_64_levels(void **state) {
    (void)state;
    char text[2 * 65 + 1];
    Arena arena = { 0 };
    Err err = { 0 };
    memset(text, '[', 64);
    memset(text + 64, ']', 64);
    assert_non_null(conf_parse(text, 128, "t", &arena, &err));
    memset(text, '[', 65);
    memset(text + 65, ']', 65);
    assert_null(conf_parse(text, 130, "t", &arena, &err));
    assert_string_equal(err.text, "t:1:65: nested deeper than 64 levels");
    arena_free(&arena);
}

static void a_file_is_read_under_its_name(void **state) {
    (void)state;
    char path[] = "/tmp/test_conf_XXXXXX";
    const int fd = mkstemp(path);
    assert_true(fd >= 0 && write(fd, "a: b\n", 5) == 5 && close(fd) == 0);
    Arena arena = { 0 };
    Err err = { 0 };
    ConfNode *root = conf_load(path, &arena, &err);
    assert_non_null(root);
    assert_string_equal(root->child->file, path);
    unlink(path);
    assert_null(conf_load("/nowhere/x.yaml", &arena, &err));
    assert_string_equal(err.text, "cannot read /nowhere/x.yaml: No such file or directory");
    arena_free(&arena);
}

typedef struct {
    int64_t games;
    bool null_move;
    OptList openings;
} Spec;

static const OptRow rows[] = {
    { .name = "games", .kind = OPT_INT, .offset = offsetof(Spec, games), .initial = "2", .min = 2, .max = 100, .aliases = "rounds" },
    { .name = "null_move", .kind = OPT_BOOL, .offset = offsetof(Spec, null_move) },
    { .name = "openings", .kind = OPT_LIST, .offset = offsetof(Spec, openings) },
};
static const OptTable table = { .rows = rows, .count = COUNT_OF(rows) };

static void a_mapping_sets_the_fields_of_an_object(void **state) {
    (void)state;
    Arena arena = { 0 };
    Err err = { 0 };
    Spec spec;
    opt_defaults(&table, &spec);
    ConfNode *root = parse("games: 10\nnull-move: on\nopenings: [a, b]\nname: x\n", &arena);
    assert_string_equal(conf_get(root, "name")->text, "x");
    if (!conf_apply(&table, &spec, root, &err)) fail_msg("%s", err.text);
    assert_int_equal(spec.games, 10);
    assert_true(spec.null_move);
    assert_int_equal(spec.openings.count, 2);
    assert_string_equal(spec.openings.item[1], "b");
    assert_true(conf_check_used(root, NULL, &err));
    assert_true(conf_apply(&table, &spec, parse("openings: c", &arena), &err));
    assert_int_equal(spec.openings.count, 3);
    assert_true(conf_apply(&table, &spec, conf_get(parse("search:\n", &arena), "search"), &err));
    arena_free(&arena);
}

static void a_mapping_that_does_not_fit_is_refused_with_its_place(void **state) {
    (void)state;
    static const struct { const char *text, *sentence; } bad[] = {
        { "games: ten", "t.yaml:1:8: games: 'ten' is not a whole number" },
        { "games: 1", "t.yaml:1:8: games: 1 is out of range; 2 to 100" },
        { "games: [1]", "t.yaml:1:8: games: one value is wanted here, not a list" },
        { "games: {a: 1}", "t.yaml:1:8: games: one value is wanted here, not a mapping" },
        { "openings: [a, {b: c}]", "t.yaml:1:15: openings: one value is wanted here, not a mapping" },
        { "\n  gmaes: 3", "t.yaml:2:3: unknown key 'gmaes'; did you mean 'games'?" },
        { "xyzzy: 3", "t.yaml:1:1: unknown key 'xyzzy'" },
        { "games: 2\nrounds: 4", "t.yaml:2:1: 'games' and 'rounds' are the same option" },
        { "- games", "t.yaml:1:1: a mapping 'key: value' is wanted here" },
        { "games", "t.yaml:1:1: a mapping 'key: value' is wanted here" },
    };
    for (size_t i = 0; i < COUNT_OF(bad); i++) {
        Arena arena = { 0 };
        Err err = { 0 };
        Spec spec;
        opt_defaults(&table, &spec);
        assert_false(conf_apply(&table, &spec, parse(bad[i].text, &arena), &err));
        assert_string_equal(err.text, bad[i].sentence);
        arena_free(&arena);
    }
}

static void keys_that_nobody_used_are_refused(void **state) {
    (void)state;
    static const char *const known[] = { "players", "openings", NULL };
    Arena arena = { 0 };
    Err err = { 0 };
    ConfNode *root = parse("players: [a]\nopening: x\n", &arena);
    conf_get(root, "players");
    assert_false(conf_check_used(root, known, &err));
    assert_string_equal(err.text, "t.yaml:2:1: unknown key 'opening'; did you mean 'openings'?");
    arena_free(&arena);
}

static void paths_set_values_anywhere(void **state) {
    (void)state;
    Arena arena = { 0 };
    Err err = { 0 };
    static const char *const sets[] = { "games=10", "search.null_move=off", "search.new.deep=a=b", "players.b.hash=16",
                                        "players.x-1.2.hash=32", "empty.key=1", "null-move=true", "openings=z", "list=[a, \"b[1]\"]",
                                        "none=[]" };
    ConfNode *root = parse("games: 2\nnull_move: no\nplayers:\n- {name: a, hash: 1}\n- {name: b}\n- {name: x-1.2}\nempty:\n"
                           "openings: [x, y]\n", &arena);
    for (size_t i = 0; i < COUNT_OF(sets); i++)
        if (!conf_set_path(root, sets[i], &arena, &err)) fail_msg("%s", err.text);
    assert_string_equal(conf_get(root, "games")->text, "10");
    assert_string_equal(conf_get(root, "null_move")->text, "true");
    assert_string_equal(conf_get(root, "openings")->text, "z");
    assert_string_equal(conf_get(conf_get(root, "empty"), "key")->text, "1");
    assert_int_equal(conf_get(root, "list")->kind, CONF_LIST);
    assert_string_equal(conf_get(root, "list")->child->text, "a");
    assert_string_equal(conf_get(root, "list")->child->next->text, "b[1]");
    assert_int_equal(conf_get(root, "none")->kind, CONF_LIST);
    assert_null(conf_get(root, "none")->child);
    ConfNode *search = conf_get(root, "search");
    assert_string_equal(conf_get(search, "null_move")->text, "off");
    assert_string_equal(conf_get(conf_get(search, "new"), "deep")->text, "a=b");
    ConfNode *first = conf_get(root, "players")->child;
    assert_string_equal(conf_get(first, "hash")->text, "1");
    assert_string_equal(conf_get(first->next, "hash")->text, "16");
    assert_string_equal(conf_get(first->next->next, "hash")->text, "32");
    Spec spec;
    opt_defaults(&table, &spec);
    ConfNode *wrong = parse("games: 2", &arena);
    assert_true(conf_set_path(wrong, "games=ten", &arena, &err));
    assert_false(conf_apply(&table, &spec, wrong, &err));
    assert_string_equal(err.text, "--set games=ten: games: 'ten' is not a whole number");
    assert_true(conf_set_path(wrong, "--games=eleven", &arena, &err));
    assert_false(conf_apply(&table, &spec, wrong, &err));
    assert_string_equal(err.text, "--games=eleven: games: 'eleven' is not a whole number");
    assert_true(conf_set_path(wrong, "games=[1, 2]", &arena, &err));
    assert_false(conf_apply(&table, &spec, wrong, &err));
    assert_string_equal(err.text, "--set games=[1, 2]: games: one value is wanted here, not a list");
    assert_true(conf_set_path(wrong, "games=4", &arena, &err));
    assert_true(conf_set_path(wrong, "rounds=6", &arena, &err));
    assert_true(conf_apply(&table, &spec, wrong, &err));
    assert_int_equal(spec.games, 6);
    arena_free(&arena);
}

static void paths_that_lead_nowhere_are_refused_and_change_nothing(void **state) {
    (void)state;
    static const struct { const char *set, *sentence; } bad[] = {
        { "games", "--set games: this is not of the form path.to.key=value" },
        { "=1", "--set =1: this is not of the form path.to.key=value" },
        { ".a=1", "--set .a=1: this is not of the form path.to.key=value" },
        { "new..a=1", "--set new..a=1: this is not of the form path.to.key=value" },
        { "new.=1", "--set new.=1: this is not of the form path.to.key=value" },
        { "games.x=1", "--set games.x=1: there is no 'x' in this single value" },
        { "players.c.hash=1", "--set players.c.hash=1: there is no 'c' in this list" },
        { "search=1", "--set search=1: this is a mapping; name one of its members" },
    };
    for (size_t i = 0; i < COUNT_OF(bad); i++) {
        Arena arena = { 0 };
        Err err = { 0 };
        ConfNode *root = parse("games: 2\nplayers: [{name: a}, b]\nsearch: {}\n", &arena);
        assert_false(conf_set_path(root, bad[i].set, &arena, &err));
        assert_string_equal(err.text, bad[i].sentence);
        assert_int_equal(err.kind, ERR_USAGE);
        assert_null(conf_get(root, "new"));
        assert_string_equal(conf_get(root, "games")->text, "2");
        arena_free(&arena);
    }
}

static void a_member_is_taken_out_by_its_exact_name(void **state) {
    (void)state;
    Arena arena = { 0 };
    ConfNode *root = parse("a: 1\nnull_move: 2\nb: 3\n", &arena);
    conf_remove(root, "null-move");
    assert_non_null(conf_get(root, "null_move"));
    conf_remove(root, "a");
    conf_remove(root, "null_move");
    conf_remove(root, "c");
    assert_string_equal(root->child->key, "b");
    assert_null(root->child->next);
    conf_remove(root, "b");
    assert_null(root->child);
    arena_free(&arena);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_tree_keeps_kinds_texts_and_places),
        cmocka_unit_test(a_member_is_taken_out_by_its_exact_name),
        cmocka_unit_test(empty_texts_are_empty_mappings),
        cmocka_unit_test(what_configuration_must_not_hold_is_refused_with_its_place),
        cmocka_unit_test(nesting_ends_at_64_levels),
        cmocka_unit_test(a_file_is_read_under_its_name),
        cmocka_unit_test(a_mapping_sets_the_fields_of_an_object),
        cmocka_unit_test(a_mapping_that_does_not_fit_is_refused_with_its_place),
        cmocka_unit_test(keys_that_nobody_used_are_refused),
        cmocka_unit_test(paths_set_values_anywhere),
        cmocka_unit_test(paths_that_lead_nowhere_are_refused_and_change_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
