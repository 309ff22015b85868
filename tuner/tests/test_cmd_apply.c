/* xqtune apply and list as their users see them. */
#define _XOPEN_SOURCE 700 /* mkdtemp */
#include "bench/store/spsa.h"
#include "engine/core/file.h"
#include "tuner/tests/proving.h"

#define TREE                                                                                                           \
    "mkdir -p tree/engine/eval tree/engine/search tree/configs/weights tree/configs/variants && "                      \
    "for f in engine/eval/weights_default.c engine/search/options.inc configs/weights/default.yaml configs/variants/full.yaml; do " \
    "cp '" XQ_SOURCE_DIR "'/$f tree/$f; done"
#define APPLY "\"$BIN/xqtune\" apply games.db --tree tree "

static void accept(const Scratch *scratch, int64_t id) {
    Store *store = open_games(scratch);
    assert_true(store_tuning_decide(store, id, "accepted", "cafe", NULL));
    store_close(store);
}

static void an_accepted_set_becomes_the_default(void **state) {
    const Scratch *scratch = *state;
    propose(scratch, "proposed", "weights:\n  tempo: 5\n", "weights:\n  tempo: [61, 62]\n");
    expect_line(scratch, 0, TREE, "");
    expect_line(scratch, 2, APPLY, "tuning 1 is proposed, not accepted; xqtune verify plays its proof, --force takes it all the same");
    expect_line(scratch, 0, "cd tree && grep -rc 61,.62 . | grep -v ':0' && exit 1 || exit 0", "");
    accept(scratch, 1);
    expect_line(scratch, 0, APPLY "--dry-run", "would change tree/engine/eval/weights_default.c");
    expect_line(scratch, 0, "grep -q '61, 62' tree/engine/eval/weights_default.c && exit 1 || exit 0", "");
    expect_line(scratch, 0, APPLY, "tempo    [27, 8]  [61, 62]");
    expect_line(scratch, 0, "cd tree && grep -c '61, 62' engine/eval/weights_default.c configs/weights/default.yaml",
           "engine/eval/weights_default.c:1\nconfigs/weights/default.yaml:1");
    expect_line(scratch, 0, "grep -c 'By xqtune fit on 1000 positions of' tree/engine/eval/weights_default.c", "1");
    expect_line(scratch, 0, "cmp tree/engine/search/options.inc '" XQ_SOURCE_DIR "/engine/search/options.inc' && ls tree/engine/eval | wc -l", "1");
}

static void a_set_is_written_to_a_file_that_players_can_name(void **state) {
    const Scratch *scratch = *state;
    propose(scratch, "proposed", "weights:\n  tempo: 5\n", "weights:\n  tempo: [61, 62]\n");
    expect_line(scratch, 0, "\"$BIN/xqtune\" apply games.db --force --to set.yaml", "wrote set.yaml: By xqtune fit");
    expect_line(scratch, 0, "\"$BIN/xqengine\" eval --print-weights --weights set.yaml | grep tempo:", "tempo: [61, 62]");
    expect_line(scratch, 2, "\"$BIN/xqtune\" apply games.db --force --to nowhere/set.yaml", "nowhere/set.yaml");
    expect_line(scratch, 2, "\"$BIN/xqtune\" apply games.db --force --to /dev/full", "No space left");
}

static void tuned_options_become_defaults(void **state) {
    const Scratch *scratch = *state;
    propose(scratch, "proposed", "extends: full\nsearch: { aspiration_window: 40, hash: 16 }\n", "extends: full\nsearch: { aspiration_window: 55, hash: 16 }\n");
    expect_line(scratch, 0, TREE, "");
    expect_line(scratch, 0, APPLY "--force", "aspiration_window   40  55");
    expect_line(scratch, 0, "cd tree && diff engine/search/options.inc '" XQ_SOURCE_DIR "/engine/search/options.inc' | grep -c '^[<>]'", "2");
}

static void nothing_is_half_written(void **state) {
    const Scratch *scratch = *state;
    propose(scratch, "proposed", "weights:\n  tempo: 5\n", "weights:\n  tempo: [61, 62]\n");
    expect_line(scratch, 0, TREE " && cp -r tree before", "");
    expect_line(scratch, 2, "(ulimit -f 4; " APPLY "--force)", "File too large");
    expect_line(scratch, 0, "diff -r tree before", "");
    expect_line(scratch, 0, "rm tree/configs/weights/default.yaml before/configs/weights/default.yaml", "");
    expect_line(scratch, 2, APPLY "--force", "tree/configs/weights/default.yaml");
    expect_line(scratch, 0, "diff -r tree before", "");
    expect_line(scratch, 2, "cd / && \"$BIN/xqtune\" apply \"$OLDPWD/games.db\" --force --tree /nowhere", "no source tree is /nowhere; name one with --tree DIR");
}

static void what_can_not_be_applied_is_told(void **state) {
    const Scratch *scratch = *state;
    propose(scratch, "running", good_set, "");
    propose(scratch, "proposed", "term a 1 1\n", "# Weights\nterm a 2 2\n");
    propose(scratch, "proposed", "command: cat\noptions: { A: 1 }\n", "command: cat\noptions: { A: 2 }\n");
    expect_line(scratch, 0, TREE, "");
    expect_line(scratch, 2, APPLY "--run 1 --force", "tuning 1 proposes nothing yet");
    expect_line(scratch, 2, APPLY "--run 2 --force", "tuning 2 is of another engine's evaluation");
    expect_line(scratch, 2, APPLY "--run 3 --force", "tuning 3 is of an engine's options");
    expect_line(scratch, 0, APPLY "--run 3 --force --to engine.yaml && cat engine.yaml", "options: { A: 2 }");
    expect_line(scratch, 0, APPLY "--run 2 --force --to table.txt && tail -1 table.txt", "term a 2 2");
}

/* Whatever became of the database: no player would take such a file. */
static void values_out_of_bounds_are_not_written(void **state) {
    const Scratch *scratch = *state;
    static const struct { const char *result, *part; } rows[] = {
        { "extends: full\nsearch: { lmr_base: 999999 }\n", "tuning 1, tuned:2:21: lmr_base: 999999 is" },
        { "extends: gone.yaml\nsearch: { lmr_base: -101 }\n", "tuning 2, tuned:2:21: lmr_base: -101 is" },
        { "weights:\n  tempo: 40000\n", "tuning 3, tuned:2:10: " },
        { "command: cat\noptions: { A: 7 }\n", "tuning 4, tuned:2:15: A: '7' is not within the bounds of its tuning, 1 to 5" },
        { "command: cat\noptions: { A: many }\n", "tuning 5, tuned:2:15: A: 'many' is not within" },
        { "command: cat\n", "A was tuned, and has no value" },
    };
    for (size_t i = 0; i < COUNT_OF(rows); i++) propose(scratch, "proposed", rows[i].result, rows[i].result);
    Store *store = open_games(scratch);
    const StoredParam tuned = { .name = "options.A", .start = 2, .min = 1, .max = 5, .c = 1, .frozen = -1 };
    for (size_t i = 0; i < COUNT_OF(rows); i++)
        if (strstr(rows[i].result, "command")) assert_true(store_spsa_set_params(store, (int64_t)i + 1, &tuned, 1, NULL));
    store_close(store);
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        Buf line = { 0 };
        buf_addf(&line, "\"$BIN/xqtune\" apply games.db --force --to set.yaml --run %zu", i + 1);
        expect_line(scratch, 2, buf_text(&line), rows[i].part);
        buf_free(&line);
    }
    expect_line(scratch, 2, "ls set.yaml", "");
    propose(scratch, "proposed", good_set, "extends: gone.yaml\nsearch: { lmr_base: 70 }\nweights: { extends: gone.yaml, tempo: 9 }\n");
    expect_line(scratch, 0, "\"$BIN/xqtune\" apply games.db --force --to set.yaml", "wrote set.yaml");
    expect_line(scratch, 2, "\"$BIN/xqtune\" apply games.db --force --dry-run --to nowhere/set.yaml", "nowhere/set.yaml");
}

static void a_list_shows_the_chain_from_data_to_proof(void **state) {
    const Scratch *scratch = *state;
    expect_line(scratch, 0, "\"$BIN/xqbench\" openings --count 20 --nodes 50 --window 300 --out o.epd --jobs 1 --quiet", "");
    propose(scratch, "proposed", bad_set, good_set);
    expect_line(scratch, 0, "\"$BIN/xqtune\" list games.db --run 1", "proof: none yet");
    expect_line(scratch, 0, "\"$BIN/xqtune\" verify games.db --quiet --jobs 1 --openings o.epd --limit depth=1 --sprt elo1=150 --second-limit none", "accepted");
    expect_line(scratch, 0, "\"$BIN/xqtune\" list games.db", "accepted");
    expect_line(scratch, 0, "\"$BIN/xqtune\" list games.db --run 1", "attempt 1, does it gain, depth=1: run 1 (");
    expect_line(scratch, 0, "\"$BIN/xqtune\" list games.db --run 1", "data: games.trace, 1000 positions of 100 games");
    expect_line(scratch, 0, "\"$BIN/xqtune\" list games.db --run 1 --settings", "loss: mse");
    expect_line(scratch, 2, "\"$BIN/xqtune\" list games.db --settings", "--settings goes with --run N");
    expect_line(scratch, 2, "\"$BIN/xqtune\" list games.db --run 7", "has no tuning 7");
    expect_line(scratch, 0, "\"$BIN/xqtune\" apply games.db --to x.yaml", "Elo over its start in");
}

int main(void) {
    xq_init();
    const struct CMUnitTest tests[] = {
        scratch_test(an_accepted_set_becomes_the_default),
        scratch_test(a_set_is_written_to_a_file_that_players_can_name),
        scratch_test(tuned_options_become_defaults),
        scratch_test(nothing_is_half_written),
        scratch_test(what_can_not_be_applied_is_told),
        scratch_test(values_out_of_bounds_are_not_written),
        scratch_test(a_list_shows_the_chain_from_data_to_proof),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
