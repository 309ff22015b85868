/* Engines as users describe them: files, mappings, lines. */
#include "engine/tests/test.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "bench/client/engine_spec.h"
#include "bench/client/player.h"
#include "engine/conf/conf.h"
#include "engine/core/file.h"

static PlayerSpec player(const char *line) {
    PlayerSpec spec;
    Err err = { 0 };
    if (!player_spec_parse(line, &spec, &err)) fail_msg("%s: %s", line, err.text);
    return spec;
}

static const EngineSpec *engine_of(const PlayerSpec *spec) {
    return spec->source;
}

static EngineSpec *from_yaml(const char *yaml, Err *err) {
    Arena arena = { 0 };
    ConfNode *map = conf_parse(yaml, strlen(yaml), "e.yaml", &arena, err);
    EngineSpec *spec = map ? engine_spec_from_conf(map, err) : NULL;
    arena_free(&arena);
    return spec;
}

static void a_line_of_words_is_an_engine(void **state) {
    (void)state;
    PlayerSpec spec = player(
        "cmd=sh protocol=ucci name='the shell' arg=-c arg='exit 0' option.Hash=32 'option.Skill Level=5' dir=/tmp "
        "env=A=b dialect.ranks=1 dialect.fen=he limit=nodes=500 tc=10+0.1 initstr='a line' score_scale=0.75 ponder=on");
    const EngineSpec *engine = engine_of(&spec);
    assert_string_equal(spec.name, "the shell");
    assert_string_equal(engine->command, "sh");
    assert_string_equal(strrchr(engine->path, '/'), "/sh");
    assert_int_equal(strlen(engine->binary), 64);
    assert_int_equal(engine->protocol, PROTOCOL_UCCI);
    assert_int_equal(engine->args.count, 2);
    assert_string_equal(engine->args.item[1], "exit 0");
    assert_null(engine->args.item[2]);
    assert_int_equal(engine->setting_count, 2);
    assert_string_equal(engine->setting[1].name, "Skill Level");
    assert_string_equal(engine->setting[1].value, "5");
    assert_string_equal(engine->directory, "/tmp");
    assert_string_equal(engine->environment.item[0], "A=b");
    assert_string_equal(engine->init.item[0], "a line");
    assert_int_equal(engine->dialect.ranks, RANKS_FROM_1);
    assert_int_equal(engine->dialect.letters, LETTERS_HE);
    assert_near(engine->score_scale, 0.75, 0);
    assert_true(engine->ponder);
    assert_int_equal(spec.limit.nodes, 500);
    assert_int_equal(spec.limit.base_ns, INT64_C(10000000000));
    assert_false(spec.deterministic);
    player_spec_free(&spec);
}

static void a_name_is_the_commands_unless_given(void **state) {
    (void)state;
    PlayerSpec spec = player("cmd=/bin/sh");
    assert_string_equal(spec.name, "sh");
    player_spec_free(&spec);
}

static void committed_engines_are_known_by_name(void **state) {
    (void)state;
    static const struct {
        const char *name;
        EngineProtocol protocol;
    } rows[] = {
        { "fairy-stockfish", PROTOCOL_UCI },
        { "fairy-stockfish-ucci", PROTOCOL_UCCI },
        { "sjaakii", PROTOCOL_UCI },
        { "hoixiangqi", PROTOCOL_XBOARD },
    };
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        char line[80];
        snprintf(line, sizeof line, "%s command=sh", rows[i].name);
        PlayerSpec spec = player(line);
        assert_string_equal(spec.name, rows[i].name);
        assert_int_equal(engine_of(&spec)->protocol, rows[i].protocol);
        player_spec_free(&spec);
    }
    PlayerSpec spec = player("fairy-stockfish command=sh option.Hash=64 option.Threads=2 name=big");
    const EngineSpec *engine = engine_of(&spec);
    assert_string_equal(spec.name, "big");
    assert_int_equal(engine->setting_count, 3);
    assert_string_equal(engine->setting[0].name, "UCI_Variant");
    assert_string_equal(engine->setting[1].value, "2"); /* the file's place, the line's value */
    assert_string_equal(engine->setting[2].name, "Hash");
    player_spec_free(&spec);
}

static void variants_are_still_variants(void **state) {
    (void)state;
    PlayerSpec spec = player("PVS 'name=two words' limit='nodes=5 depth=2'");
    assert_string_equal(spec.name, "two words");
    assert_int_equal(spec.limit.depth, 2);
    assert_true(spec.deterministic);
    assert_non_null(strstr(spec.resolved, "kind: builtin\n"));
    player_spec_free(&spec);
}

static void a_mapping_of_a_match_is_an_engine(void **state) {
    (void)state;
    Arena arena = { 0 };
    Err err = { 0 };
    static const char yaml[] =
        "- { name: FSF, extends: fairy-stockfish, command: sh, options: { Hash: 8 }, limit: depth=3 }\n"
        "- { name: other, variant: fairy-stockfish, command: sh }\n"
        "- { command: sh, deterministic: true }\n";
    static const char *const names[] = { "FSF", "other", "sh" };
    ConfNode *list = conf_parse(yaml, strlen(yaml), "m.yaml", &arena, &err);
    assert_non_null(list);
    int i = 0;
    for (ConfNode *item = list->child; item; item = item->next, i++) {
        PlayerSpec spec;
        if (!player_spec_from_conf(item, &spec, &err)) fail_msg("%s", err.text);
        assert_string_equal(spec.name, names[i]);
        assert_non_null(strstr(spec.resolved, "kind: engine\n"));
        assert_int_equal(spec.deterministic, i == 2);
        player_spec_free(&spec);
    }
    arena_free(&arena);
}

static void lists_of_a_file_take_the_place_of_those_extended(void **state) {
    (void)state;
    char folder[] = "/tmp/test_engine_XXXXXX", path[80], line[160];
    assert_non_null(mkdtemp(folder));
    snprintf(path, sizeof path, "%s/base.yaml", folder);
    static const char base[] = "command: sh\nargs: [a, b]\nenvironment: [X=1]\noptions: { One: 1, Two: 2 }\ndialect: { "
                               "ranks: 1 }\nstop_ms: 7\n";
    assert_true(file_write(path, base, strlen(base), NULL));
    snprintf(line, sizeof line, "extends=%s arg=c option.Two=3 dialect.fen=he", path);
    PlayerSpec spec = player(line);
    const EngineSpec *engine = engine_of(&spec);
    assert_int_equal(engine->args.count, 1);
    assert_string_equal(engine->args.item[0], "c");
    assert_int_equal(engine->environment.count, 1);
    assert_string_equal(engine->setting[1].value, "3");
    assert_int_equal(engine->dialect.ranks, RANKS_FROM_1);
    assert_int_equal(engine->dialect.letters, LETTERS_HE);
    assert_int_equal(engine->stop_ms, 7);
    player_spec_free(&spec);
    spec = player(path); /* a file alone */
    assert_int_equal(engine_of(&spec)->args.count, 2);
    player_spec_free(&spec);
    unlink(path);
    rmdir(folder);
}

static void what_decides_play_is_its_identity(void **state) {
    (void)state;
    static const struct {
        const char *name, *words;
        bool same;
    } rows[] = {
        { "its name", "name=other", true },
        { "a timeout", "ping_ms=77", true },
        { "its limit", "limit=depth=3", true },
        { "a nice value", "nice=3", true },
        { "an option", "option.Hash=9", false },
        { "an argument", "arg=-x", false },
        { "the dialect", "dialect.history=capture", false },
        { "the protocol", "protocol=ucci", false },
        { "pondering", "ponder=true", false },
        { "its first lines", "init=hello", false },
    };
    PlayerSpec plain = player("cmd=sh protocol=uci");
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        char line[100];
        snprintf(line, sizeof line, "cmd=sh protocol=uci %s", rows[i].words);
        PlayerSpec spec = player(line);
        if (!strcmp(spec.resolved, plain.resolved) != rows[i].same) fail_msg("%s: %s", rows[i].name, spec.resolved);
        player_spec_free(&spec);
    }
    PlayerSpec other = player("cmd=cat protocol=uci");
    assert_string_not_equal(strstr(other.resolved, "binary"), strstr(plain.resolved, "binary"));
    player_spec_free(&other);
    player_spec_free(&plain);
}

static void wrong_files_are_refused_with_the_place(void **state) {
    (void)state;
    static const struct {
        const char *yaml, *says;
    } rows[] = {
        { "command: no-such-engine\n",
          "e.yaml:1:1: there is no program 'no-such-engine' in PATH; give its path, or install it" },
        { "command: /etc/passwd\n", "e.yaml:1:1: '/etc/passwd' is no program: not a file that may be executed" },
        { "name: x\n", "e.yaml:1:1: an engine needs a command" },
        { "command: sh\nprotocl: uci\n", "e.yaml:2:1: unknown key 'protocl'; did you mean 'protocol'?" },
        { "command: sh\nprotocol: usi\n", "e.yaml:2:11: protocol: 'usi' is not one of auto, uci, ucci, xboard" },
        { "command: sh\ndialect: { rank: 0 }\n", "e.yaml:2:12: unknown key 'rank'; did you mean 'ranks'?" },
        { "command: sh\ndialect: { fen_fields: 5 }\n",
          "e.yaml:1:1: dialect.fen_fields: 5; a FEN has 2, 4 or 6 fields" },
        { "command: sh\nenvironment: [A]\n", "e.yaml:1:1: environment: 'A' is not of the form NAME=VALUE" },
        { "command: sh\noptions: [a]\n", "e.yaml:2:10: options: a mapping NAME: VALUE is wanted here" },
        { "command: sh\noptions: { a: [b] }\n", "e.yaml:2:15: a: one value is wanted here" },
        { "command: sh\noptions: { a: \"b\\nquit\" }\n", "e.yaml:2:15: an option is one line" },
        { "command: sh\ninit: [\"a\\nb\"]\n", "e.yaml:1:1: init: a text holds one line" },
        { "command: sh\nlimit: forever\n", "e.yaml:2:8: 'forever' is no limit" },
        { "command: sh\nnice: 50\n", "e.yaml:2:7: nice: 50 is out of range; 0 to 19" },
        { "extends: no-such\ncommand: sh\n",
          "e.yaml:1:10: extends: 'no-such' is no engine: neither a file that describes one, nor in configs/engines" },
        { "[a]\n", "e.yaml:1:1: an engine is a mapping of name, command, protocol, options, ..." },
    };
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        Err err = { 0 };
        assert_null(from_yaml(rows[i].yaml, &err));
        assert_int_equal(err.kind, ERR_INPUT);
        if (strncmp(err.text, rows[i].says, strlen(rows[i].says))) fail_msg("%s: %s", rows[i].yaml, err.text);
    }
}

static void wrong_lines_are_refused(void **state) {
    (void)state;
    static const struct {
        const char *line, *says;
    } rows[] = {
        { "cmd=sh hello",
          "'hello': an engine's words are cmd=PROGRAM, protocol=uci, option.NAME=VALUE, name=NAME, ..." },
        { "cmd=sh protcol=uci", "engine: unknown key 'protcol'; did you mean 'protocol'?" },
        { "cmd=sh 'name=a", "a quote ' is not closed: 'name=a" },
        { "cmd=sh limit=nodes=x", "engine: 'nodes=x' is no limit; write nodes=5000" },
        { "cmd=sh name=aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa",
          "the player's name 'aaaaaaaaaaaaaaaaaaaa...' is too long; at most 63 bytes" },
        { "cmd=sh 'name=a\nb'", "the player's name 'a?b' is not one line of UTF-8 text without control characters" },
        { "cmd=sh name=\xff", "the player's name '?' is not one line of UTF-8 text without control characters" },
        { "pvs 'name=\x1b[2J'", "the player's name '?[2J' is not one line of UTF-8 text without control characters" },
        { "/bin/sh", "'/bin/sh' is a program; an engine is given as 'cmd=/bin/sh protocol=uci'" },
        { "/bin/sh name=me", "'/bin/sh' is a program; an engine is given as 'cmd=/bin/sh protocol=uci'" },
        { "./nobody", "cannot read ./nobody: No such file or directory" },
    };
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        PlayerSpec spec;
        Err err = { 0 };
        assert_false(player_spec_parse(rows[i].line, &spec, &err));
        if (strcmp(err.text, rows[i].says)) fail_msg("%s: %s", rows[i].line, err.text);
    }
}

static void a_file_that_extends_itself_is_refused(void **state) {
    (void)state;
    char folder[] = "/tmp/test_engine_XXXXXX", path[80], yaml[120];
    Err err = { 0 };
    assert_non_null(mkdtemp(folder));
    snprintf(path, sizeof path, "%s/snake.yaml", folder);
    snprintf(yaml, sizeof yaml, "command: sh\nextends: %s\n", path);
    assert_true(file_write(path, yaml, strlen(yaml), NULL));
    assert_null(engine_spec_load(path, &err));
    assert_non_null(strstr(err.text, "extends: more than 16 steps; does it lead back here?"));
    unlink(path);
    rmdir(folder);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_line_of_words_is_an_engine),
        cmocka_unit_test(a_name_is_the_commands_unless_given),
        cmocka_unit_test(committed_engines_are_known_by_name),
        cmocka_unit_test(variants_are_still_variants),
        cmocka_unit_test(a_mapping_of_a_match_is_an_engine),
        cmocka_unit_test(lists_of_a_file_take_the_place_of_those_extended),
        cmocka_unit_test(what_decides_play_is_its_identity),
        cmocka_unit_test(wrong_files_are_refused_with_the_place),
        cmocka_unit_test(wrong_lines_are_refused),
        cmocka_unit_test(a_file_that_extends_itself_is_refused),
    };
    setenv("XQLAB_DATA", XQ_SOURCE_DIR, 1);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
