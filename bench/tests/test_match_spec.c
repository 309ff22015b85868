#include "engine/tests/test.h"
#include <stdlib.h>
#include <string.h>
#include "bench/match/openings.h"
#include "bench/match/schedule.h"
#include "bench/tests/scratch.h"
#include "engine/conf/conf.h"
#include "engine/core/file.h"

/* The specification that this YAML makes, as from a file "m.yaml". */
static bool read_spec(const char *yaml, MatchSpec *out, Err *err) {
    Arena arena = { 0 };
    ConfNode *map = conf_parse(yaml, strlen(yaml), "m.yaml", &arena, err);
    const bool good = map && spec_from_conf(map, out, err);
    arena_free(&arena);
    return good;
}

static MatchSpec good_spec(const char *yaml) {
    MatchSpec spec;
    Err err = { 0 };
    if (!read_spec(yaml, &spec, &err)) fail_msg("%s", err.text);
    return spec;
}

#define TWO "players: [AB, PVS]\nlimit: nodes=10\n"

static void missing_keys_get_their_defaults(void **state) {
    (void)state;
    MatchSpec spec = good_spec(TWO);
    assert_int_equal(spec.player_count, 2);
    assert_string_equal(spec.player[0].name, "AB");
    assert_string_equal(spec.player[1].name, "PVS");
    assert_int_equal(spec.format, FORMAT_PAIRS);
    assert_int_equal(spec.games, 100);
    assert_int_equal(spec.seed, 1);
    assert_int_equal(spec.limit.nodes, 10);
    assert_int_equal(spec.opening_order, ORDER_RANDOM);
    assert_string_equal(spec.openings, "");
    assert_string_equal(rule_set_names[spec.rule_set], "asian");
    assert_int_equal(spec.rules.occurrences, 3);
    assert_int_equal(spec.adjudication.win_moves, 0);
    assert_int_equal(spec.adjudication.max_plies, 0);
    assert_false(spec.use_sprt);
    assert_true(spec_is_deterministic(&spec));
    spec_free(&spec);
}

static void three_players_play_a_round_robin_unless_told_otherwise(void **state) {
    (void)state;
    MatchSpec spec = good_spec("players: [AB, PVS, MM]\nlimit: depth=1\n");
    assert_int_equal(spec.format, FORMAT_ROUND_ROBIN);
    assert_int_equal(schedule_pairs(&spec), 150);
    spec_free(&spec);
    spec = good_spec("players: [AB, PVS, MM]\nlimit: depth=1\nformat: gauntlet\n");
    assert_int_equal(schedule_pairs(&spec), 100);
    spec_free(&spec);
}

static void players_are_lines_or_mappings(void **state) {
    (void)state;
    MatchSpec spec = good_spec("limit: nodes=500\n"
                               "format: round_robin\n"
                               "players:\n"
                               "  - PVS\n"
                               "  - PVS fail_soft=off\n"
                               "  - PVS name=slow limit=depth=3,nodes=9\n"
                               "  - { name: table, variant: PVS, search: { tt: on, hash: 2 }, limit: depth=2 }\n"
                               "  - { name: plain, extends: AB }\n");
    static const char *const names[] = { "PVS", "PVS fail_soft=off", "slow", "table", "plain" };
    static const char *const limits[] = { "nodes=500", "nodes=500", "depth=3 nodes=9", "depth=2", "nodes=500" };
    assert_int_equal(spec.player_count, 5);
    for (int i = 0; i < 5; i++) {
        Buf limit = { 0 };
        limit_print(spec_limit(&spec, i), &limit);
        assert_string_equal(spec.player[i].name, names[i]);
        assert_string_equal(buf_text(&limit), limits[i]);
        buf_free(&limit);
    }
    assert_string_equal(spec.player[2].resolved,
                        spec.player[0].resolved); /* a name and a limit don't make another player */
    assert_string_not_equal(spec.player[1].resolved, spec.player[0].resolved);
    assert_non_null(strstr(spec.player[3].resolved, "hash: 2"));
    spec_free(&spec);
}

static void rules_adjudication_and_sprt_are_read_over_their_defaults(void **state) {
    (void)state;
    MatchSpec spec = good_spec(TWO "rule_set: simple\n"
                                   "rules: { occurrences: 4, limit: 60 }\n"
                                   "adjudication: { win_moves: 3, max_plies: 200 }\n"
                                   "sprt: { elo1: 8, model: logistic }\n");
    assert_int_equal(spec.rules.chase, CHASE_NONE);
    assert_int_equal(spec.rules.occurrences, 4);
    assert_int_equal(spec.rules.limit, 60);
    assert_int_equal(spec.adjudication.win_moves, 3);
    assert_int_equal(spec.adjudication.win_score, 900);
    assert_int_equal(spec.adjudication.max_plies, 200);
    assert_true(spec.use_sprt);
    assert_int_equal(spec.sprt.model, SPRT_LOGISTIC);
    assert_near(spec.sprt.elo0, 0, 0);
    assert_near(spec.sprt.elo1, 8, 0);
    spec_free(&spec);
}

static void a_wrong_file_is_refused_with_place_and_reason(void **state) {
    (void)state;
    static const struct { const char *yaml, *message; } rows[] = {
        { "", "m.yaml:1:1: players: is missing; list at least two, such as [pvs, full]" },
        { "[AB, PVS]", "m.yaml:1:1: a match is a mapping {players, limit, games, ...}" },
        { "players: AB\nlimit: nodes=1\n", "m.yaml:1:10: players: a list is wanted here, such as [pvs, full]" },
        { "players: []\nlimit: nodes=1\n", "m.yaml: a match needs at least two players, and there are none" },
        { "players: [AB]\nlimit: nodes=1\n", "m.yaml: a match needs at least two players, and there is one" },
        { "plyers: [AB, PVS]\n", "m.yaml:1:1: unknown key 'plyers'; did you mean 'players'?" },
        { TWO "gmaes: 10\n", "m.yaml:3:1: unknown key 'gmaes'; did you mean 'games'?" },
        { TWO "opening_file: x\n", "m.yaml:3:1: unknown key 'opening_file'" },
        { TWO "games: ten\n", "m.yaml:3:8: games: 'ten' is not a whole number" },
        { TWO "games: 0\n", "m.yaml:3:8: games: 0 is out of range; 2 to 100000000" },
        { TWO "games: 11\n", "m.yaml:3:8: games: 11 is odd; every opening is played twice" },
        { TWO "games: [1, 2]\n", "m.yaml:3:8: games: one value is wanted here, not a list" },
        { TWO "format: swiss\n", "m.yaml:3:9: format: 'swiss' is not one of pairs, round_robin, gauntlet" },
        { TWO "rule_set: chinese\n", "m.yaml:3:11: rule_set: 'chinese' is not one of asian, fairy, league, simple, none" },
        { TWO "rules: { chase: maybe }\n", "m.yaml:3:17: chase: 'maybe' is not one of none, simple, asian" },
        { TWO "rules: asian\n", "m.yaml:3:8: a mapping 'key: value' is wanted here" },
        { TWO "adjudication: { win_move: 3 }\n", "m.yaml:3:17: unknown key 'win_move'; did you mean 'win_moves'?" },
        { TWO "adjudication: { win_score: 0 }\n", "m.yaml:3:28: win_score: 0 is out of range; 1 to 30000" },
        { TWO "sprt: { elo0: 5, elo1: 5 }\n", "m.yaml:3:7: SPRT: elo0 is 5 and elo1 is 5, elo0 must be the smaller one" },
        { TWO "sprt: { alpha: 0.9 }\n", "m.yaml:3:16: alpha: 0.9 is out of range; 1e-06 to 0.5" },
        { "players: [AB, PVS, MM]\nlimit: nodes=1\nsprt: {}\n", "m.yaml: an SPRT compares two players; with more, leave sprt out" },
        { "players: [AB, PVS, MM]\nlimit: nodes=1\nformat: pairs\n",
          "m.yaml: format pairs is for two players, and there are 3; set round_robin or gauntlet" },
        { "players: [AB, PVS]\n", "m.yaml: player AB has no limit; set one for all, such as --limit nodes=5000 (in a file limit: nodes=5000)" },
        { "players: [AB limit=nodes=5, PVS]\n", "m.yaml: player PVS has no limit; set one for all, such as --limit nodes=5000 (in a file limit: nodes=5000)" },
        { "players: [AB, PVS]\nlimit: node=5\n",
          "m.yaml:2:8: 'node=5' is no limit; there are depth=N, nodes=N, movetime=MS, tc=[M/]BASE+INC, margin=MS and nodestime=N" },
        { "players: [AB, PVS]\nlimit: [5]\n", "m.yaml:2:8: one text is wanted here, such as nodes=5000 or tc=10+0.1" },
        { "players: [AB, AB]\nlimit: nodes=1\n",
          "m.yaml: two players are called AB; give one of them another name: name=other (in a file name: other)" },
        { "limit: nodes=1\nplayers:\n  - AB\n  - [PVS]\n", "m.yaml:4:5: a player is a variant's name or a mapping, not a list" },
        { "limit: nodes=1\nplayers:\n  - AB\n  - PVS off\n",
          "m.yaml:4:5: 'off': after the variant come assignments like null_move=0, name=NAME or limit=nodes=500" },
        { "limit: nodes=1\nplayers:\n  - AB\n  - PVS name=\n", "m.yaml:4:5: a player's name is empty" },
        { "limit: nodes=1\nplayers:\n  - AB\n  - PVS limit=5\n", "m.yaml:4:5: '5' is no limit; there are depth=N" },
        { "limit: nodes=1\nplayers:\n  - AB\n  - nosuch\n", "m.yaml:4:5: 'nosuch' is no variant" },
        { "limit: nodes=1\nplayers:\n  - AB\n  - PVS null_mve=on\n", "m.yaml:4:5: " },
        { "limit: nodes=1\nplayers:\n  - AB\n  - { name: x, varant: PVS }\n", "m.yaml:4:16: unknown key 'varant'; did you mean 'variant'?" },
        { "limit: nodes=1\nplayers:\n  - AB\n  - { name: x, variant: PVS, extends: AB }\n",
          "m.yaml:4:25: 'variant' and 'extends' say the same; keep one" },
        { "limit: nodes=1\nplayers:\n  - AB\n  - { name: x, variant: PVS, limit: fast }\n", "m.yaml:4:37: 'fast' is no limit" },
        { "limit: nodes=1\nplayers:\n  - AB\n  - { name: x, variant: PVS, search: { hash: none } }\n", "m.yaml:4:46: hash: 'none'" },
        { "limit: nodes=1\nplayers:\n  - AB\n  - { name: '0123456789012345678901234567890123456789012345678901234567890123456789', variant: PVS }\n",
          "m.yaml:4:13: the player's name '01234567890123456789...' is too long; at most 63 bytes" },
        { "limit: nodes=1\nplayers:\n  - AB\n  - { name: \"a\\nb\", variant: PVS }\n",
          "m.yaml:4:13: the player's name 'a?b' is not one line of UTF-8 text" },
        { "name: \"a\\tb\"\nlimit: nodes=1\nplayers: [AB, PVS]\n", "m.yaml:1:7: name: 'a?b' is not one line of UTF-8 text" },
    };
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        MatchSpec spec;
        Err err = { 0 };
        if (read_spec(rows[i].yaml, &spec, &err)) {
            spec_free(&spec);
            fail_msg("taken:\n%s", rows[i].yaml);
        }
        assert_int_equal(err.kind, ERR_INPUT);
        if (strncmp(err.text, rows[i].message, strlen(rows[i].message)) != 0)
            fail_msg("%s\nsays: %s\nnot:  %s", rows[i].yaml, err.text, rows[i].message);
    }
}

/* A match file of this text in the test's folder. */
static const char *write_match(void **state, const char *yaml) {
    static char path[96];
    snprintf(path, sizeof path, "%s/quick.yaml", ((const Scratch *)*state)->folder);
    assert_true(file_write(path, yaml, strlen(yaml), NULL));
    return path;
}

static void assignments_change_any_key(void **state) {
    const char *path = write_match(state, "players: [AB, { name: second, variant: PVS, search: { tt: on } }]\nlimit: nodes=10\n");
    static const char *const assignments[] = { "games=20", "sprt.elo1=9", "rules.limit=70", "players.AB.limit=depth=2",
                                               "players.second.search.hash=3", "players.AB.search.fail_soft=on", NULL };
    MatchSpec spec;
    Err err = { 0 };
    if (!spec_load(path, assignments, &spec, &err)) fail_msg("%s", err.text);
    assert_string_equal(spec.name, "quick");
    assert_int_equal(spec.games, 20);
    assert_near(spec.sprt.elo1, 9, 0);
    assert_int_equal(spec.rules.limit, 70);
    assert_int_equal(spec_limit(&spec, 0)->depth, 2);
    assert_non_null(strstr(spec.player[1].resolved, "hash: 3"));
    assert_non_null(strstr(spec.player[0].resolved, "fail_soft: true"));
    assert_string_equal(spec.player[0].name, "AB");
    spec_free(&spec);
}

static void a_wrong_assignment_says_which_one_it_was(void **state) {
    const char *path = write_match(state, "players: [AB, PVS]\nlimit: nodes=10\n");
    static const struct { const char *assignment, *message; } rows[] = {
        { "games=ten", "--set games=ten: games: 'ten' is not a whole number" },
        { "players.MM.limit=nodes=1", "--set players.MM.limit=nodes=1: there is no 'MM' in this list" },
        { "gmes=10", "--set gmes=10: unknown key 'gmes'; did you mean 'games'?" },
        { "games", "--set games: this is not of the form path.to.key=value" },
    };
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        const char *const assignments[] = { rows[i].assignment, NULL };
        MatchSpec spec;
        Err err = { 0 };
        assert_false(spec_load(path, assignments, &spec, &err));
        assert_string_equal(err.text, rows[i].message);
    }
}

static char *printed(const char *yaml) {
    MatchSpec spec = good_spec(yaml);
    Buf text = { 0 };
    spec_print(&spec, &text);
    spec_free(&spec);
    return text.text;
}

static void the_canonical_text_tells_what_decides_the_games_and_nothing_else(void **state) {
    (void)state;
    char *plain = printed(TWO);
    static const char *const same[] = { TWO "games: 2000\n", TWO "name: other\n", TWO "max_faults: 3\n", TWO "rule_set: asian\n",
                                        TWO "openings: nowhere.epd\n", "players: [AB, { name: PVS, variant: PVS, limit: nodes=10 }]\nlimit: nodes=10\n" };
    static const char *const other[] = { TWO "seed: 2\n", TWO "rule_set: fairy\n", TWO "rules: { limit: 119 }\n", TWO "sprt: {}\n",
                                         TWO "opening_order: sequential\n", TWO "adjudication: { max_plies: 100 }\n",
                                         "players: [PVS, AB]\nlimit: nodes=10\n", "players: [AB, PVS]\nlimit: nodes=11\n",
                                         "players: [AB, PVS hash=4]\nlimit: nodes=10\n" };
    for (size_t i = 0; i < COUNT_OF(same); i++) {
        char *text = printed(same[i]);
        assert_string_equal(text, plain);
        free(text);
    }
    for (size_t i = 0; i < COUNT_OF(other); i++) {
        char *text = printed(other[i]);
        if (!strcmp(text, plain)) fail_msg("%s makes no difference", other[i]);
        free(text);
    }
    free(plain);
}

static void the_committed_matches_are_good(void **state) {
    (void)state;
    static const char *const files[] = { "all-keys", "gauntlet", "quickstart", "sprt" };
    for (size_t i = 0; i < COUNT_OF(files); i++) {
        Buf path = { 0 };
        MatchSpec spec;
        Openings openings;
        Err err = { 0 };
        buf_addf(&path, XQ_SOURCE_DIR "/configs/matches/%s.yaml", files[i]);
        if (!spec_load(buf_text(&path), NULL, &spec, &err)) fail_msg("%s", err.text);
        assert_string_equal(spec.name, files[i]);
        Buf suite = { 0 };
        buf_addf(&suite, XQ_SOURCE_DIR "/%s", spec.openings);
        if (!openings_load(buf_text(&suite), 0, &openings, &err)) fail_msg("%s", err.text);
        assert_true(spec.games / 2 <= openings.count);
        openings_free(&openings);
        buf_free(&suite);
        buf_free(&path);
        spec_free(&spec);
    }
}

/* The text of a file of the source tree; the caller frees it. */
static char *source_text(const char *path) {
    Buf full = { 0 }, text = { 0 };
    buf_addf(&full, XQ_SOURCE_DIR "/%s", path);
    assert_true(file_read(buf_text(&full), &text, NULL));
    buf_free(&full);
    return text.text;
}

static void the_example_with_every_key_has_every_key(void **state) {
    (void)state;
    static const OptTable *const tables[] = { &spec_options, &adjudication_options, &sprt_options, &rule_options };
    char *text = source_text("configs/matches/all-keys.yaml");
    for (size_t t = 0; t < COUNT_OF(tables); t++)
        for (size_t i = 0; i < tables[t]->count; i++) {
            Buf key = { 0 };
            buf_addf(&key, " %s:", tables[t]->rows[i].name);
            const bool inset = strstr(text, buf_text(&key));
            key.text[0] = '\n';
            if (!inset && !strstr(text, buf_text(&key))) fail_msg("it lacks '%s'", tables[t]->rows[i].name);
            buf_free(&key);
        }
    free(text);
}

static void time_makes_a_match_that_can_not_be_repeated(void **state) {
    (void)state;
    MatchSpec spec = good_spec("players: [AB, PVS limit=movetime=5]\nlimit: nodes=10\n");
    assert_false(spec_is_deterministic(&spec));
    spec_free(&spec);
}

static void players_that_differ_by_name_alone_are_seen(void **state) {
    (void)state;
    static const struct { const char *text; int a, b; bool twins; } rows[] = {
        { "players: [AB, 'AB name=twin']\nlimit: depth=1\n", 0, 1, true },
        { "players: [AB, 'AB name=twin limit=depth=1']\nlimit: depth=1\n", 0, 1, true },
        { "players: [AB, 'AB name=twin limit=depth=2']\nlimit: depth=1\n", 0, 1, false },
        { "players: [AB, 'AB name=other hash=2']\nlimit: depth=1\n", 0, 1, false },
        { "players: [AB, PVS, 'AB name=twin']\nlimit: depth=1\n", 0, 2, true },
        { "players: [PVS, AB, 'AB name=twin']\nlimit: depth=1\nformat: gauntlet\n", 0, 0, false }, /* these two don't meet */
        { "players: [AB, 'AB name=twin']\nlimit: movetime=5\n", 0, 1, false },
    };
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        MatchSpec spec = good_spec(rows[i].text);
        int a, b;
        if (spec_has_twins(&spec, &a, &b) != rows[i].twins) fail_msg("row %d", (int)i);
        if (rows[i].twins) assert_true(a == rows[i].a && b == rows[i].b);
        spec_free(&spec);
    }
}

int main(void) {
    xq_init();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(missing_keys_get_their_defaults),
        cmocka_unit_test(three_players_play_a_round_robin_unless_told_otherwise),
        cmocka_unit_test(players_are_lines_or_mappings),
        cmocka_unit_test(rules_adjudication_and_sprt_are_read_over_their_defaults),
        cmocka_unit_test(a_wrong_file_is_refused_with_place_and_reason),
        scratch_test(assignments_change_any_key),
        scratch_test(a_wrong_assignment_says_which_one_it_was),
        cmocka_unit_test(the_canonical_text_tells_what_decides_the_games_and_nothing_else),
        cmocka_unit_test(the_committed_matches_are_good),
        cmocka_unit_test(the_example_with_every_key_has_every_key),
        cmocka_unit_test(time_makes_a_match_that_can_not_be_repeated),
        cmocka_unit_test(players_that_differ_by_name_alone_are_seen),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
