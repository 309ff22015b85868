/* xqtune verify as its users see it: real matches, small ones. */
#define _XOPEN_SOURCE 700 /* mkdtemp */
#include "tuner/tests/proving.h"

#define OPENINGS "\"$BIN/xqbench\" openings --count 60 --nodes 50 --window 300 --out o.epd --jobs 1 --quiet"
#define VERIFY   "\"$BIN/xqtune\" verify games.db --quiet --jobs 1 --openings o.epd --limit depth=1 --second-limit depth=2 " \
                 "--sprt elo0=0,elo1=150 --second-sprt elo0=-150,elo1=0 "

static void what_wins_both_matches_is_accepted(void **state) {
    const Scratch *scratch = *state;
    expect_line(scratch, 0, OPENINGS, "");
    propose(scratch, "proposed", bad_set, good_set);
    expect_line(scratch, 0, VERIFY, "Tuning 1 is accepted");
    assert_int_equal(number(scratch, "SELECT state = 'accepted' AND decided_unix > 0 FROM tuning_run"), 1);
    assert_int_equal(number(scratch, "SELECT count(*) FROM tuning_proof JOIN run ON run.uid = tuning_proof.run WHERE verdict = 'H1' AND llr > 2.9"), 2);
    assert_int_equal(number(scratch, "SELECT proof = (SELECT run FROM tuning_proof WHERE stage = 'keep') FROM tuning_run"), 1);
    assert_int_equal(number(scratch, "SELECT count(DISTINCT seed) FROM run"), 2);
    assert_int_equal(number(scratch, "SELECT count(*) FROM run_player WHERE limit_text = 'depth=2'"), 2);
    expect_line(scratch, 2, VERIFY, "is accepted already; --again proves it anew");
}

static void what_loses_is_rejected_at_once(void **state) {
    const Scratch *scratch = *state;
    expect_line(scratch, 0, OPENINGS, "");
    propose(scratch, "proposed", good_set, bad_set);
    expect_line(scratch, 10, VERIFY, "Tuning 1 is rejected");
    assert_int_equal(number(scratch, "SELECT state = 'rejected' FROM tuning_run"), 1);
    assert_int_equal(number(scratch, "SELECT count(*) FROM run"), 1);
}

static void what_fails_the_second_match_alone_is_rejected_too(void **state) {
    const Scratch *scratch = *state;
    expect_line(scratch, 0, OPENINGS, "");
    propose(scratch, "proposed", good_set, good_set);
    expect_line(scratch, 10, VERIFY "--sprt elo0=-190,elo1=-150 --second-sprt elo0=150,elo1=190", "second match: 0.0");
    assert_int_equal(number(scratch, "SELECT count(*) FROM tuning_proof WHERE verdict = 'H0' AND stage = 'keep'"), 1);
}

static void an_undecided_set_stays_proposed_and_can_be_played_on(void **state) {
    const Scratch *scratch = *state;
    expect_line(scratch, 0, OPENINGS, "");
    propose(scratch, "proposed", good_set, good_set);
    expect_line(scratch, 2, VERIFY "--resume", "no proof of tuning 1 was begun");
    expect_line(scratch, 11, VERIFY "--games 4", "stays proposed");
    assert_int_equal(number(scratch, "SELECT state = 'proposed' FROM tuning_run"), 1);
    assert_int_equal(number(scratch, "SELECT pairs FROM tuning_proof WHERE verdict = 'none'"), 2);
    expect_line(scratch, 2, VERIFY "--games 8", "--resume plays on");
    expect_line(scratch, 2, VERIFY "--games 4 --resume", "raise games to play on");
    expect_line(scratch, 11, VERIFY "--games 8 --resume", "stays proposed");
    expect_line(scratch, 2, VERIFY "--resume", "raise games to play on"); /* as many as it was to have, which are played */
    assert_int_equal(number(scratch, "SELECT pairs FROM tuning_proof WHERE verdict = 'none'"), 4);
    expect_line(scratch, 11, VERIFY "--games 4 --again", "stays proposed");
    assert_int_equal(number(scratch, "SELECT count(*) FROM run"), 2);
    assert_int_equal(number(scratch, "SELECT count(*) FROM tuning_proof WHERE attempt = 2 AND pairs = 2"), 1);
    assert_int_equal(number(scratch, "SELECT count(DISTINCT seed) FROM run"), 2);
}

#define SLOW VERIFY "--sprt elo0=0,elo1=1 --limit depth=2 --games 120 "
/* The killed one is found at another point each time; what comes of it must be the same. */
static void a_killed_proof_resumes_to_the_same_games(void **state) {
    const Scratch *scratch = *state;
    Buf whole = { 0 }, resumed = { 0 };
    expect_line(scratch, 0, OPENINGS, "");
    propose(scratch, "proposed", good_set, "weights:\n  tempo: -40\n");
    expect_line(scratch, 0, "cp games.db copy.db", "");
    expect_line(scratch, 11, SLOW, "stays proposed");
    assert_int_equal(shell(scratch, "\"$BIN/xqbench\" digest games.db", &whole), 0);
    /* Killed at the first sign of progress, twice. */
    expect_line(scratch, 0, "cp copy.db games.db; for resume in '' --resume; do rm -f log; " SLOW "--no-quiet $resume 2>log >out & pid=$!; "
                       "until grep -q '[1-9].*/60 pairs' log || ! kill -0 $pid; do sleep 0.02; done; kill -9 $pid; wait $pid; done 2>kills; grep -c / log", "");
    expect_line(scratch, 11, SLOW "--resume", "stays proposed");
    assert_int_equal(shell(scratch, "\"$BIN/xqbench\" digest games.db", &resumed), 0);
    assert_string_equal(buf_text(&resumed), buf_text(&whole));
    assert_int_equal(number(scratch, "SELECT count(*) FROM run"), 1);
    buf_free(&whole);
    buf_free(&resumed);
}

/* The list tells it from one that is played, and gives the command that plays on: with the options that it began with. */
static void an_interrupted_proof_is_listed_with_what_goes_on(void **state) {
    const Scratch *scratch = *state;
    expect_line(scratch, 0, OPENINGS, "");
    propose(scratch, "proposed", good_set, "weights:\n  tempo: -40\n");
    expect_line(scratch, 0, SLOW "--set adjudication.max_plies=90 --no-quiet 2>log >out & pid=$!; until grep -q '[1-9].*/60 pairs' log || ! kill -0 $pid; do sleep 0.02; done; "
                       "\"$BIN/xqtune\" list games.db --run 1; kill -INT $pid; wait $pid; echo ended with $?", "being played");
    expect_line(scratch, 0, "\"$BIN/xqtune\" list games.db --run 1 | grep attempt", "run 1 (");
    expect_line(scratch, 0, "\"$BIN/xqtune\" list games.db --run 1 | grep 'attempt.*, interrupted$'", "interrupted");
    expect_line(scratch, 0, "\"$BIN/xqtune\" list games.db", "to go on: xqtune verify games.db --run 1 --resume");
    expect_line(scratch, 0, "\"$BIN/xqtune\" list games.db | sed -n 's/.* to go on: //p' >on", "");
    expect_line(scratch, 11, "PATH=$BIN:$PATH sh on", "stays proposed");
    assert_int_equal(number(scratch, "SELECT count(*) FROM run"), 1);
    assert_int_equal(number(scratch, "SELECT count(*) FROM pair"), 60);
    expect_line(scratch, 1, "\"$BIN/xqtune\" list games.db | grep 'to go on'", "");
}

/* Who tries often enough is accepted by chance: the list counts. */
static void attempts_are_counted(void **state) {
    const Scratch *scratch = *state;
    expect_line(scratch, 0, OPENINGS, "");
    propose(scratch, "proposed", good_set, good_set);
    expect_line(scratch, 11, VERIFY "--games 4", "stays proposed");
    expect_line(scratch, 11, VERIFY "--games 4 --again", "stays proposed");
    expect_line(scratch, 0, "\"$BIN/xqtune\" list games.db | grep -E 'loss .*proof +tries'", "tuning");
    expect_line(scratch, 0, "\"$BIN/xqtune\" list games.db | grep -E ' mse .* open +2 '", "fit");
}

/* Plays in the background until the first pairs are there. */
#define BEGIN_SLOW SLOW "--no-quiet 2>log >out & pid=$!; until grep -q '[1-9].*/60 pairs' log || ! kill -0 $pid; do sleep 0.02; done; "
#define END_SLOW   "wait $pid; code=$?; cat log; exit $code"

static void two_proofs_of_a_tuning_at_once_are_one(void **state) {
    const Scratch *scratch = *state;
    expect_line(scratch, 0, OPENINGS, "");
    propose(scratch, "proposed", good_set, "weights:\n  tempo: -40\n");
    expect_line(scratch, 0, "both() { " VERIFY "--games 4 2>err.$1 >out.$1; echo $? >code.$1; }; both 1 & both 2; wait; sort -n code.1 code.2 | tr '\\n' ' '; "
                "cat err.1 err.2", "2 11 xqtune: ");
    assert_int_equal(number(scratch, "SELECT count(*) FROM run"), 1);
    assert_int_equal(number(scratch, "SELECT count(*) FROM run WHERE state = 'finished'"), 1);
}

static void values_that_changed_meanwhile_are_not_what_was_proved(void **state) {
    const Scratch *scratch = *state;
    expect_line(scratch, 0, OPENINGS, "");
    propose(scratch, "proposed", good_set, "weights:\n  tempo: -40\n");
    expect_line(scratch, 2, BEGIN_SLOW "sqlite3 games.db \"UPDATE tuning_run SET result = replace(result, 40, 41)\"; " END_SLOW,
                "tuning 1 proposes other values now than those that were proved");
    assert_int_equal(number(scratch, "SELECT state = 'proposed' FROM tuning_run"), 1);
}

static void openings_of_games_before_the_tuning_are_left_out(void **state) {
    const Scratch *scratch = *state;
    expect_line(scratch, 0, OPENINGS, "");
    expect_line(scratch, 0, "\"$BIN/xqbench\" match --quiet --player pvs --player pvsh --limit depth=1 --games 80 --openings o.epd --db games.db", "Games: 80");
    propose(scratch, "proposed", good_set, good_set);
    expect_line(scratch, 11, "\"$BIN/xqtune\" verify games.db --jobs 1 --openings o.epd --limit depth=1 --games 100", "40 of 60 openings were played before the tuning; the other 20");
    assert_int_equal(number(scratch, "SELECT count(*) FROM pair WHERE run = 2"), 20);
    assert_int_equal(number(scratch, "SELECT count(*) FROM pair WHERE run = 2 AND opening IN (SELECT opening FROM pair WHERE run = 1)"), 0);
    /* The data's own database, when it is another. */
    expect_line(scratch, 0, "\"$BIN/xqbench\" match --quiet --player pvs --player pvsh --limit depth=1 --games 120 --openings o.epd --db other.db", "Games: 120");
    expect_line(scratch, 2, VERIFY "--again --games-of other.db", "all 60 openings were played");
}

static const char spsa[] = "player: { extends: pvsht, search: { hash: 1 } }\nlimit: depth=1\nopenings: o.epd\ngames: 40\nbatch: 4\npreflight: off\n"
                           "params:\n  weights.tempo: { c: 20 }\n";

static void a_tuning_by_spsa_is_proved_from_other_openings_than_its_own(void **state) {
    const Scratch *scratch = *state;
    expect_line(scratch, 0, OPENINGS, "");
    Buf line = { 0 };
    buf_addf(&line, "printf '%s' >spsa.yaml; \"$BIN/xqtune\" spsa spsa.yaml --quiet --jobs 1 --db games.db", spsa);
    expect_line(scratch, 0, buf_text(&line), "proposed");
    buf_free(&line);
    expect_line(scratch, 11, "\"$BIN/xqtune\" verify games.db --jobs 1 --openings o.epd --games 100", "20 of 60 openings were played before the tuning; the other 40");
    assert_int_equal(number(scratch, "SELECT count(*) FROM pair WHERE run NOT IN (SELECT id FROM run WHERE uid IN (SELECT run FROM tuning_games))"), 40);
    assert_int_equal(number(scratch, "SELECT count(*) FROM (SELECT opening FROM pair GROUP BY opening HAVING count(DISTINCT run) > 1)"), 0);
    assert_int_equal(number(scratch, "SELECT count(*) FROM tuning_proof WHERE limit_text = 'depth=1'"), 1);
    assert_int_equal(number(scratch, "SELECT count(*) FROM player WHERE resolved LIKE '%hash: 1%'"), number(scratch, "SELECT count(*) FROM player"));
}

static const char engine[] = "player: { cmd: ./mine, protocol: uci, options: { hash: 1 } }\nlimit: depth=1\nopenings: o.epd\ngames: 16\nbatch: 4\n"
                             "preflight: off\nparams:\n  options.lmr_base: { c: 20 }\n";

/* Its file says nothing but the program: no engine or variant that it starts from. */
static void options_of_an_engine_given_by_its_program_are_proved_too(void **state) {
    const Scratch *scratch = *state;
    expect_line(scratch, 0, "cp \"$BIN/xqengine\" mine; " OPENINGS, "");
    Buf line = { 0 };
    buf_addf(&line, "printf '%s' >spsa.yaml; \"$BIN/xqtune\" spsa spsa.yaml --quiet --jobs 1 --db games.db", engine);
    expect_line(scratch, 0, buf_text(&line), "proposed");
    buf_free(&line);
    expect_line(scratch, 11, "\"$BIN/xqtune\" verify games.db --jobs 1 --openings o.epd --games 4", "Games: 4");
    assert_int_equal(number(scratch, "SELECT count(*) FROM player WHERE resolved LIKE '%./mine%'"), number(scratch, "SELECT count(*) FROM player"));
}

static void what_can_not_be_proved_is_told_in_a_line(void **state) {
    const Scratch *scratch = *state;
    static const struct { const char *arguments, *part; } rows[] = {
        { "--run 9", "has no tuning 9" },
        { "--run 1", "tuning 1 proposes nothing yet: it was interrupted; xqtune spsa with --resume goes on" },
        { "--run 2", "tuning 2 is of another engine's evaluation" },
        { "--run 3 --player pvs", "--player and --against go together" },
        { "--run 3 --again --resume", "opposites" },
        { "--run 3 --variant nonsense", "'nonsense' is no variant" },
        { "--run 3 --sprt elo0=5,elo1=0", "elo1" },
        { "--run 3 --sprt elo=5", "elo" },
        { "--run 3 --limit fast", "'fast' is no limit" },
        { "--run 3 --limit depth=1 --games 2 --second-limit fast", "'fast' is no limit" },
        { "--run 3 --limit depth=1 --games 2 --second-sprt elo0=5,elo1=0", "elo1" },
        { "--run 4", "nosuchterm" },
        { "--run 3 --set nonsense=1", "nonsense" },
        { "--run 3 --openings missing.epd", "missing.epd" },
        { "--run 3 --games-of missing.db", "missing.db" },
    };
    propose(scratch, "running", good_set, "");
    propose(scratch, "proposed", "term a 1 1\n", "# Weights\nterm a 2 2\n");
    propose(scratch, "proposed", good_set, bad_set);
    propose(scratch, "proposed", good_set, "weights:\n  nosuchterm: 3\n");
    expect_line(scratch, 0, OPENINGS, "");
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        Buf line = { 0 };
        buf_addf(&line, "\"$BIN/xqtune\" verify games.db --quiet --openings o.epd %s 2>err; code=$?; cat err; [ $(wc -l <err) = 1 ] && exit $code", rows[i].arguments);
        expect_line(scratch, 2, buf_text(&line), rows[i].part);
        buf_free(&line);
    }
    assert_int_equal(number(scratch, "SELECT count(*) FROM run"), 0);
    expect_line(scratch, 2, "\"$BIN/xqtune\" verify missing.db", "missing.db");
}

int main(void) {
    xq_init();
    const struct CMUnitTest tests[] = {
        scratch_test(what_wins_both_matches_is_accepted),
        scratch_test(what_loses_is_rejected_at_once),
        scratch_test(what_fails_the_second_match_alone_is_rejected_too),
        scratch_test(an_undecided_set_stays_proposed_and_can_be_played_on),
        scratch_test(a_killed_proof_resumes_to_the_same_games),
        scratch_test(an_interrupted_proof_is_listed_with_what_goes_on),
        scratch_test(attempts_are_counted),
        scratch_test(two_proofs_of_a_tuning_at_once_are_one),
        scratch_test(values_that_changed_meanwhile_are_not_what_was_proved),
        scratch_test(openings_of_games_before_the_tuning_are_left_out),
        scratch_test(a_tuning_by_spsa_is_proved_from_other_openings_than_its_own),
        scratch_test(options_of_an_engine_given_by_its_program_are_proved_too),
        scratch_test(what_can_not_be_proved_is_told_in_a_line),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
