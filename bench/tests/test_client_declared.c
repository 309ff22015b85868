#include "engine/tests/test.h"
#include <string.h>
#include "bench/client/declared.h"

static Declared fairy(void) {
    Declared declared = { 0 };
    static const char *const lines[] = {
        "id name An Engine",
        "option name Hash type spin default 16 min 1 max 1024",
        "option name Skill Level type spin default 20 min -20 max 20",
        "option name Ponder type check default false",
        "option name Style type combo default Normal var Solid var Normal var Very Wild",
        "option name Clear Hash type button",
        "option name Debug Log File type string default ",
        "option name SyzygyPath type string default <empty>",
        "option name",
        "option",
        "uciok",
    };
    for (size_t i = 0; i < COUNT_OF(lines); i++) declared_add_uci(&declared, lines[i]);
    return declared;
}

static void uci_options_are_read(void **state) {
    (void)state;
    Declared declared = fairy();
    assert_int_equal(declared.count, 7);
    const DeclaredOption *skill = declared_find(&declared, "Skill Level");
    assert_int_equal(skill->kind, DECLARED_SPIN);
    assert_near(skill->min, -20, 0);
    assert_near(skill->max, 20, 0);
    assert_string_equal(skill->initial, "20");
    const DeclaredOption *style = declared_find(&declared, "Style");
    assert_int_equal(style->kind, DECLARED_COMBO);
    assert_string_equal(style->choice[0], "Solid");
    assert_string_equal(style->choice[2], "Very Wild");
    assert_null(style->choice[3]);
    assert_int_equal(declared_find(&declared, "Clear Hash")->kind, DECLARED_BUTTON);
    assert_string_equal(declared_find(&declared, "Debug Log File")->initial, "");
    assert_string_equal(declared_find(&declared, "SyzygyPath")->initial, "");
    declared_free(&declared);
}

static void ucci_options_are_read(void **state) {
    (void)state;
    Declared declared = { 0 };
    declared_add_ucci(&declared, "option usemillisec type check default false");
    declared_add_ucci(&declared, "option hashsize type spin min 0 max 1024 default 0");
    declared_add_ucci(&declared, "option style type combo var solid var normal var risky default normal");
    declared_add_ucci(&declared, "option newgame type button");
    declared_add_ucci(&declared, "option bookfiles type string default BOOK.DAT");
    declared_add_ucci(&declared, "ucciok");
    assert_int_equal(declared.count, 5);
    assert_near(declared_find(&declared, "hashsize")->max, 1024, 0);
    assert_string_equal(declared_find(&declared, "style")->initial, "normal");
    assert_string_equal(declared_find(&declared, "style")->choice[2], "risky");
    assert_int_equal(declared_find(&declared, "newgame")->kind, DECLARED_BUTTON);
    assert_string_equal(declared_find(&declared, "bookfiles")->initial, "BOOK.DAT");
    declared_free(&declared);
}

static void xboard_options_are_read(void **state) {
    (void)state;
    Declared declared = { 0 };
    static const char *const texts[] = {
        "Skill - of play -spin 3 1 9",
        "Style -combo a /// *b c /// d",
        "Clear Hash -button",
        "Own Book -check 1",
        "Log -string /tmp/x -y",
        "Save -save",
        "Weights -file w.bin",
        "no kind",
        "odd -kind 3",
        "Level -slider 4 0 8",
    };
    for (size_t i = 0; i < COUNT_OF(texts); i++) declared_add_xboard(&declared, texts[i]);
    assert_int_equal(declared.count, 8);
    const DeclaredOption *skill = declared_find(&declared, "Skill - of play");
    assert_int_equal(skill->kind, DECLARED_SPIN);
    assert_near(skill->min, 1, 0);
    assert_near(skill->max, 9, 0);
    assert_string_equal(skill->initial, "3");
    const DeclaredOption *style = declared_find(&declared, "Style");
    assert_string_equal(style->initial, "b c");
    assert_string_equal(style->choice[1], "b c");
    assert_int_equal(declared_find(&declared, "Weights")->kind, DECLARED_STRING);
    assert_int_equal(declared_find(&declared, "Save")->kind, DECLARED_BUTTON);
    assert_string_equal(declared_find(&declared, "Log")->initial, "/tmp/x -y");
    assert_int_equal(declared_find(&declared, "Level")->kind, DECLARED_SPIN);
    declared_free(&declared);
}

static void names_are_found_however_they_are_spelt(void **state) {
    (void)state;
    Declared declared = fairy();
    static const char *const spellings[] = { "Skill Level", "skill level", "Skill_Level", "SKILL-LEVEL" };
    for (size_t i = 0; i < COUNT_OF(spellings); i++)
        assert_string_equal(declared_find(&declared, spellings[i])->name, "Skill Level");
    assert_null(declared_find(&declared, "Skill"));
    assert_null(declared_find(&declared, "Skill Level 2"));
    declared_free(&declared);
}

typedef struct {
    const char *name, *option, *value, *warning;
} Row;

static const Row rows[] = {
    { "a good number", "Hash", "64", "" },
    { "a bound itself", "Skill_Level", "-20", "" },
    { "a number too large", "Hash", "4096", "option Hash: '4096' is not in its range; it goes from 1 to 1024\n" },
    { "no number", "hash", "much", "option Hash: 'much' is not a number; it goes from 1 to 1024\n" },
    { "no number at all", "Hash", "", "option Hash: '' is not a number; it goes from 1 to 1024\n" },
    { "a choice", "Style", "very wild", "" },
    { "a choice misspelt", "Style", "Nornal",
      "option Style: 'Nornal' is none of its choices; did you mean 'Normal'?\n" },
    { "a choice made up", "Style", "xyzzy-plugh", "option Style: 'xyzzy-plugh' is none of its choices\n" },
    { "truth", "Ponder", "true", "" },
    { "no truth", "Ponder", "maybe", "option Ponder: 'maybe' is neither true nor false\n" },
    { "any text", "SyzygyPath", "/a b", "" },
    { "a button", "Clear Hash", "", "" },
    { "a name misspelt", "Hahs", "64", "it declares no option 'Hahs'; did you mean 'Hash'?\n" },
    { "a name made up", "Quantum", "1", "it declares no option 'Quantum'\n" },
};

static void settings_are_checked(void **state) {
    const Row *row = *state;
    Declared declared = fairy();
    Buf warnings = { 0 };
    assert_int_equal(declared_check(&declared, row->option, row->value, &warnings), !*row->warning);
    assert_string_equal(buf_text(&warnings), row->warning);
    buf_free(&warnings);
    declared_free(&declared);
}

static void a_flood_of_options_ends(void **state) {
    (void)state;
    Declared declared = { 0 };
    for (int i = 0; i < 20000; i++) declared_add_uci(&declared, "option name Again type button");
    assert_in_range(declared.count, 1000, 10000);
    declared_free(&declared);
}

int main(void) {
    const struct CMUnitTest others[] = {
        cmocka_unit_test(uci_options_are_read),    cmocka_unit_test(ucci_options_are_read),
        cmocka_unit_test(xboard_options_are_read), cmocka_unit_test(names_are_found_however_they_are_spelt),
        cmocka_unit_test(a_flood_of_options_ends),
    };
    struct CMUnitTest tests[COUNT_OF(rows) + COUNT_OF(others)];
    for (size_t i = 0; i < COUNT_OF(rows); i++)
        tests[i] = (struct CMUnitTest){ .name = rows[i].name,
                                        .test_func = settings_are_checked,
                                        .initial_state = (void *)&rows[i] };
    memcpy(tests + COUNT_OF(rows), others, sizeof others);
    return _cmocka_run_group_tests("declared", tests, COUNT_OF(tests), NULL, NULL);
}
