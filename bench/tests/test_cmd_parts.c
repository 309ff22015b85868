/* Matches played in parts: extended, in shards, merged. Played for real, by the program. */
#define _XOPEN_SOURCE 700 /* mkdtemp */
#include <string.h>
#include "bench/tests/scratch.h"
#include "engine/core/file.h"
#include "engine/tests/command.h"

/* Run `xqbench ARGUMENTS` with %s as the test's folder; both outputs go to *out. Returns the exit code. */
static int run(void **state, const char *arguments, Buf *out) {
    const char *folder = ((const Scratch *)*state)->folder;
    Buf command = { 0 };
    buf_addf(&command, "cd '%s' && '%s/xqbench' ", XQ_SOURCE_DIR, XQ_BIN_DIR);
    for (const char *at = arguments, *mark; *at; at = mark) {
        mark = strstr(at, "@/");
        if (!mark) mark = at + strlen(at);
        buf_add_n(&command, at, (size_t)(mark - at));
        if (*mark) buf_addf(&command, "%s", folder);
        if (*mark) mark++;
    }
    buf_add(&command, " 2>&1");
    const int code = run_line(buf_text(&command), out);
    buf_free(&command);
    return code;
}

static void expect(void **state, const char *arguments, int code, const char *part) {
    Buf out = { 0 };
    const int got = run(state, arguments, &out);
    if (got != code || !strstr(buf_text(&out), part))
        fail_msg("xqbench %s: code %d\n%s\ninstead of code %d and '%s'", arguments, got, buf_text(&out), code, part);
    buf_free(&out);
}

#define PLAYERS                                                                                                        \
    "match --quiet --player PVST --player AB --limit nodes=60 --set adjudication.max_plies=60 --openings "             \
    "suites/openings/classical.epd "
#define SPRT                                                                                                           \
    "match --quiet --player full --player AB --limit nodes=300 --openings suites/openings/classical.epd --sprt "       \
    "elo0=-200,elo1=100 "

static void check_same_digest(void **state, const char *a, const char *b) {
    Buf x = { 0 }, y = { 0 };
    assert_int_equal(run(state, a, &x), 0);
    assert_int_equal(run(state, b, &y), 0);
    assert_int_equal(x.len, 65);
    assert_string_equal(buf_text(&x), buf_text(&y));
    buf_free(&x);
    buf_free(&y);
}

static void an_extended_run_is_one_that_was_that_long_from_the_start(void **state) {
    expect(state, PLAYERS "--games 20 --db @/long.db", 0, "Games: 20,");
    expect(state, PLAYERS "--games 8 --db @/a.db", 0, "Games: 8,");
    expect(state, "extend @/a.db --games 14 --quiet", 0, "Games: 14,");
    expect(state, "extend @/a.db --games 20 --quiet --jobs 1", 0, "Games: 20,");
    check_same_digest(state, "digest @/a.db", "digest @/long.db");
    expect(state, "report @/a.db", 0, "finished, 10 of 10 pairs");
}

/* Whenever the kill comes, the same command plays the rest. */
static void a_killed_extension_is_extended_again(void **state) {
    expect(state, PLAYERS "--games 40 --db @/long.db", 0, "Games: 40,");
    expect(state, PLAYERS "--games 4 --db @/a.db", 0, "Games: 4,");
    Buf out = { 0 };
    static const char *const after[] = { "0.05", "0.15", "0.3" };
    for (size_t i = 0; i < COUNT_OF(after); i++) {
        Buf command = { 0 };
        buf_addf(
            &command,
            "cd '%s' && timeout -s KILL %s '%s/xqbench' extend '%s/a.db' --games 40 --quiet --jobs 1 >'%s/out' 2>&1",
            XQ_SOURCE_DIR, after[i], XQ_BIN_DIR, ((const Scratch *)*state)->folder, ((const Scratch *)*state)->folder);
        assert_int_not_equal(system(buf_text(&command)), -1);
        buf_free(&command);
    }
    const int code = run(state, "extend @/a.db --games 40 --quiet", &out);
    if (code) assert_non_null(strstr(buf_text(&out), "is finished")); /* the machine was faster than the kills */
    buf_free(&out);
    check_same_digest(state, "digest @/a.db", "digest @/long.db");
}

static void a_report_is_shown_again_and_again_while_the_run_is_played(void **state) {
    const char *folder = ((const Scratch *)*state)->folder;
    Buf command = { 0 }, out = { 0 };
    buf_addf(&command,
             "cd '%s' && { '%s/xqbench' " PLAYERS
             "--games 200 --limit nodes=400 --jobs 1 --db '%s/a.db' >'%s/out' 2>&1 & "
             "until '%s/xqbench' report '%s/a.db' >'%s/first' 2>&1; do sleep 0.02; done; "
             "'%s/xqbench' report '%s/a.db' --watch --every 0.1 >'%s/watched' && wait; }",
             XQ_SOURCE_DIR, XQ_BIN_DIR, folder, folder, XQ_BIN_DIR, folder, folder, XQ_BIN_DIR, folder, folder);
    assert_int_equal(system(buf_text(&command)), 0);
    buf_clear(&command);
    buf_addf(&command, "%s/watched", folder);
    assert_true(file_read(buf_text(&command), &out, NULL));
    int reports = 0;
    const char *last = NULL;
    for (const char *at = buf_text(&out); (at = strstr(at, "Run 1: ")); at++, reports++) last = at;
    assert_true(reports >= 3);
    assert_non_null(strstr(buf_text(&out), "\nrunning, "));
    assert_non_null(strstr(last, "\nfinished, 100 of 100 pairs"));
    buf_free(&command);
    buf_free(&out);
}

static void ratings_pool_databases(void **state) {
    expect(state, PLAYERS "--games 12 --db @/a.db", 0, "Games: 12,");
    expect(state,
           "match --quiet --player PVS --player 'AB name=other' --limit nodes=60 --games 10 --openings "
           "suites/openings/classical.epd --db @/b.db",
           0, "Games: 10,");
    expect(state, "ratings @/a.db @/b.db --anchor AB=2000 --los", 0, "2 runs, 3 players, 22 games; AB is given;");
    expect(state, "ratings @/a.db @/b.db @/a.db", 0, "Left out: 1 runs that were given twice.");
    expect(state, "ratings @/a.db --run 1 --csv", 0, "#,player,Elo,+/-,games,score %,won,drawn,lost,LOS to next %\n1,");
    expect(state, "ratings @/a.db @/b.db --json", 0, "\"covariance\": [[");
    static const struct {
        const char *arguments, *says;
    } rows[] = {
        { "ratings @/a.db --anchor BA=3", "there is no player 'BA'; did you mean 'AB'?" },
        { "ratings @/a.db --json --csv", "only one of --json, --markdown and --csv at a time" },
        { "ratings @/a.db @/b.db --run 1", "--run: 1 may be a run of each of 2 databases" },
        { "ratings @/none.db", "none.db" },
    };
    for (size_t i = 0; i < COUNT_OF(rows); i++) expect(state, rows[i].arguments, 2, rows[i].says);
}

static void a_run_is_extended_by_its_number_and_its_own_match_file(void **state) {
    expect(state, PLAYERS "--games 4 --name one --db @/a.db", 0, "Games: 4,");
    expect(state,
           "match --quiet --player AB --player PVS --player PVSC --limit depth=1 --set adjudication.max_plies=40 "
           "--games 2 --db @/a.db",
           0, "Ratings");
    expect(state, "extend @/a.db --run 1 --games 6 --quiet", 0, "Games: 6,");
    expect(state, "report @/a.db --html-games 3", 2, "--html-games has no effect without --html");
    expect(state, "report @/a.db --every 3", 2, "--every has no effect without --watch");
    expect(state, "sprt --scenario biased", 2, "--scenario has no effect without --simulate");
    expect(state, "report @/a.db --html @/a.html --watch", 2, "--html writes one page");
    expect(state, "report @/a.db --run 1", 0, "Run 1: one\nfinished, 3 of 3 pairs");
    expect(state, "report @/a.db", 0, "finished, 3 of 3 pairs"); /* three pairings of one pair */
}

static void what_can_not_be_extended_is_told_in_a_line(void **state) {
    expect(state, PLAYERS "--games 4 --db @/a.db", 0, "Games: 4,");
    expect(state, SPRT "--games 400 --db @/sprt.db", 0, "SPRT: normalized, H1\n");
    static const struct {
        const char *arguments, *says;
    } rows[] = {
        { "extend @/a.db", "say how many games every pairing shall have in all: --games N" },
        { "extend @/a.db --games 2", "resuming can only add games" },
        { "extend @/a.db --games 5", "--games=5: games: 5 is odd" },
        { "extend @/a.db --games 8 --run 2", "has no run 2" },
        { "extend @/none.db --games 8", "cannot open" },
        { "extend @/sprt.db --games 1000", "run 1 was decided by its SPRT (H1, LLR " },
    };
    for (size_t i = 0; i < COUNT_OF(rows); i++) expect(state, rows[i].arguments, 2, rows[i].says);
    expect(state, "report @/a.db", 0, "finished, 2 of 2 pairs");
}

static void a_finished_run_ends_again_as_it_did(void **state) {
    static const struct {
        const char *play;
        int code;
        const char *again, *says;
    } rows[] = {
        { PLAYERS "--games 4 --db @/a.db", 0, "extend @/a.db --games 4", "is finished already; with more games it is played on" },
        { SPRT "--games 400 --db @/h1.db", 0, NULL, "is finished already; its SPRT has decided" },
        { SPRT "--games 2 --db @/open.db", 11, "extend @/open.db --games 2", "is finished already; with more games it is played on" },
        { PLAYERS "--games 12 --shard 2/3 --db @/b.db", 0, NULL, "is finished already; with more games it is played on" },
    };
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        char resume[512];
        snprintf(resume, sizeof resume, "%s --resume", rows[i].play);
        expect(state, rows[i].play, rows[i].code, "Games: ");
        expect(state, resume, rows[i].code, "Games: ");
        expect(state, resume, rows[i].code, rows[i].says);
        if (rows[i].again) expect(state, rows[i].again, rows[i].code, "is finished already");
    }
    expect(state, "report @/b.db", 0, "shard 2/3 finished, 2 of 6 pairs");
    expect(state, PLAYERS "--games 12 --shard 1/3 --db @/b.db --resume", 0, "Games: 8,");
    expect(state, "report @/b.db", 0, "shard 1/3 finished, 4 of 6 pairs");
    expect(state, PLAYERS "--games 12 --db @/b.db --resume", 0, "Games: 12,");
    expect(state, "report @/b.db", 0, "\nfinished, 6 of 6 pairs");
}

static void shards_merge_into_the_run_of_one_machine(void **state) {
    expect(state, PLAYERS "--games 20 --db @/whole.db", 0, "Games: 20,");
    expect(state, PLAYERS "--games 20 --shard 1/3 --db @/a.db", 0, "Games: 8,");
    expect(state, PLAYERS "--games 20 --shard 2/3 --db @/b.db", 0, "Games: 6,");
    expect(state, PLAYERS "--games 20 --shard 3/3 --db @/c.db", 0, "Games: 6,");
    expect(state, "report @/b.db", 0, "shard 2/3 finished, 3 of 10 pairs");
    expect(state, "merge @/all.db @/a.db @/b.db", 0, "run 1 has 7 of 10 pairs: 7 added, 0 were there\n");
    expect(state, "merge @/all.db @/c.db @/b.db", 0, "run 1 has 10 of 10 pairs: 3 added, 3 were there\n");
    check_same_digest(state, "digest @/all.db", "digest @/whole.db");
    /* What the merged run lacks is played by resuming it. */
    expect(state, "merge @/most.db @/a.db @/b.db", 0, "7 added");
    expect(state, "report @/most.db", 0, "interrupted, 7 of 10 pairs");
    expect(state, "merge @/more.db @/most.db", 0, "7 added");
    expect(state, PLAYERS "--no-quiet --games 2 --db @/more.db", 0, "warning: run 1 is the same match and was not finished");
    expect(state, PLAYERS "--games 20 --resume --db @/most.db", 0, "Games: 20,");
    check_same_digest(state, "digest @/most.db", "digest @/whole.db");
    expect(state, "extend @/all.db --games 22 --quiet", 0, "Games: 22,");
}

static void what_can_not_be_merged_leaves_no_file_behind(void **state) {
    expect(state, PLAYERS "--games 4 --db @/a.db", 0, "Games: 4,");
    expect(state, PLAYERS "--games 4 --seed 2 --db @/b.db", 0, "Games: 4,");
    static const struct {
        const char *arguments, *says;
    } rows[] = {
        { "merge @/out.db @/a.db @/b.db", "one has 'seed: 1', the other 'seed: 2'" },
        { "merge @/out.db @/a.db @/none.db", "none.db" },
        { "merge @/out.db", "OUT.db A.db B.db" },
        { "merge @/out.db @/a.db --run 3", "--run: there is no run 3" },
        { "merge @/out.db @/a.db @/b.db --run 1",
          "--run: 1 may be a run of each of 2 databases; give the first digits of the uid" },
        { "merge @/out.db @/a.db --run newest",
          "--run: 'newest' is neither a number nor the first 8 or more digits of a uid" },
        { "merge @/a.db @/a.db", "can't be merged into itself" },
    };
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        expect(state, rows[i].arguments, 2, rows[i].says);
        expect(state, "report @/out.db", 2, "out.db");
    }
    expect(state, "merge @/out.db @/a.db --run 1", 0, "2 added");
    static const char *const bad[] = { "0/2", "3/2", "1", "1/2x", "1/99" };
    for (size_t i = 0; i < COUNT_OF(bad); i++) {
        Buf arguments = { 0 };
        buf_addf(&arguments, PLAYERS "--games 4 --db @/x.db --shard %s", bad[i]);
        expect(state, buf_text(&arguments), 2, "--shard: ");
        buf_free(&arguments);
    }
    expect(state, SPRT "--games 4 --db @/x.db --shard 1/2", 2, "--shard: an SPRT is decided on all pairs in order");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        scratch_test(an_extended_run_is_one_that_was_that_long_from_the_start),
        scratch_test(a_killed_extension_is_extended_again),
        scratch_test(a_report_is_shown_again_and_again_while_the_run_is_played),
        scratch_test(ratings_pool_databases),
        scratch_test(a_run_is_extended_by_its_number_and_its_own_match_file),
        scratch_test(what_can_not_be_extended_is_told_in_a_line),
        scratch_test(a_finished_run_ends_again_as_it_did),
        scratch_test(shards_merge_into_the_run_of_one_machine),
        scratch_test(what_can_not_be_merged_leaves_no_file_behind),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
