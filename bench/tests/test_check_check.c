/* A protocol check-up finds nothing in good engines and every fault in those that have one. */
#include "engine/tests/test.h"
#include <stdio.h>
#include "bench/check/check.h"
#include "bench/tests/fake.h"
#include "engine/xq/gen.h"

enum { MARGIN_MS = 500, PATIENCE_MS = 1700 };

static CheckRun check_player(PlayerSpec *spec, const OptList *only) {
    const CheckOptions options = { .only = only, .margin_ms = MARGIN_MS, .patience_ms = PATIENCE_MS };
    CheckRun run;
    Err err = { 0 };
    if (!check_run(spec, &options, &run, &err)) fail_msg("%s", err.text);
    player_spec_free(spec);
    return run;
}

static void print_violations(const CheckRun *run) {
    for (int i = 0; i < run->count; i++)
        if (run->result[i].verdict == CHECK_VIOLATES)
            print_message("%s: %s; right: %s\n%s", run->result[i].name, run->result[i].found, run->result[i].right, run->result[i].talk);
}

static void a_good_engine_violates_nothing(void **state) {
    (void)state;
    static const char *const protocols[] = { "uci", "ucci", "xboard" };
    for (size_t i = 0; i < sizeof protocols / sizeof *protocols; i++) {
        char words[96];
        snprintf(words, sizeof words, "protocol=%s dialect.ranks=0 quit_ms=100", protocols[i]);
        PlayerSpec spec = fake_spec(words);
        CheckRun run = check_player(&spec, NULL);
        print_violations(&run);
        assert_int_equal(run.verdicts[CHECK_VIOLATES], 0);
        assert_true(run.verdicts[CHECK_OK] > 10);
        assert_string_equal(run.protocol, protocols[i]);
        check_run_free(&run);
    }
    assert_no_children();
}

/* What each deed breaks, and a word of how it is told. */
static const struct {
    const char *words, *check, *found;
} faults[] = {
    { "protocol=uci arg=deed=exit_at_start", "start", "exited with code 1" },
    { "protocol=uci arg=deed=silent_at_start startup_ms=300", "start", "did not answer 'uci'" },
    { "protocol=uci arg=deed=illegal arg=at=1", "fen", "not legal" },
    { "protocol=ucci arg=deed=other_side arg=at=1", "history", "not legal" },
    { "protocol=xboard arg=deed=illegal arg=at=1", "fen", "not legal" },
    { "protocol=uci arg=deed=silence arg=at=1", "depth", "no 'bestmove' came" },
    { "protocol=uci arg=deed=crash arg=at=1", "depth", "killed by signal 11" },
    { "protocol=uci arg=deed=exit arg=at=1", "depth", "exited with code 3, having said out of ideas" },
    { "protocol=uci arg=deed=spam arg=at=1", "depth", "wrote without end" },
    { "protocol=uci arg=deed=twice_late arg=at=1", "stop", "after its move" },
    { "protocol=uci arg=deed=bad_option", "options", "default 99 is not within 1 and 20" },
    { "protocol=uci arg=deed=bad_info", "info", "score twelve" },
    { "protocol=ucci arg=deed=bad_info", "info", "score twelve" },
    { "protocol=uci arg=deed=bad_pv", "pv", "is not, at" },
    { "protocol=uci arg=deed=chatty", "idle", "what a fine day" },
    { "protocol=ucci arg=deed=deaf", "ping_thinking", "no readyok" },
    { "protocol=uci arg=deed=hasty", "infinite", "before stop" },
    { "protocol=uci arg=deed=hasty", "ponder", "while it pondered" },
    { "protocol=ucci arg=deed=move_at_stop", "stop_idle", "told to stop when it had answered" },
    { "protocol=uci arg=deed=move_when_mated", "checkmated", "bestmove a0a1" },
    { "protocol=ucci arg=deed=move_when_mated", "stalemated", "bestmove a0a1" },
    { "protocol=uci arg=deed=free_choice", "searchmoves", "it played" },
    { "protocol=ucci arg=deed=free_choice", "banmoves", "it played" },
    { "protocol=uci arg=deed=exit_at_unknown", "unknown_command", "exited with code 6" },
    { "protocol=uci arg=nodes=50000", "nodes", "it searched 50000" },
    { "protocol=uci arg=think_ms=900", "movetime", "ms to think it took" },
    { "protocol=ucci arg=think_ms=600", "short_clock", "ms to think it took" },
    { "protocol=ucci arg=think_ms=1500", "usemillisec", "ms to think it took" },
    { "protocol=uci arg=deed=nothing arg=at=1", "startpos", "gave no move" },
    { "protocol=uci arg=deed=ignore_quit quit_ms=50", "quit", "still ran" },
    { "protocol=uci arg=deed=ignore_everything quit_ms=50", "end_of_input", "still ran" },
};

static void every_fault_is_found(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof faults / sizeof *faults; i++) {
        char words[160];
        snprintf(words, sizeof words, "%s dialect.ranks=0", faults[i].words);
        PlayerSpec spec = fake_spec(words);
        CheckRun run = check_player(&spec, &(OptList){ .item = { faults[i].check }, .count = 1 });
        const CheckResult *result = &run.result[0];
        assert_string_equal(result->name, faults[i].check);
        if (result->verdict != CHECK_VIOLATES || !strstr(result->found, faults[i].found))
            fail_msg("%s: %s: %s '%s'", faults[i].words, faults[i].check, check_verdict_names[result->verdict], result->found);
        assert_true(*result->right);
        if (strcmp(result->name, "start") && !*result->talk) fail_msg("%s: %s: no talk", faults[i].words, faults[i].check);
        check_run_free(&run);
    }
    assert_no_children();
}

static void a_crash_hides_nothing_that_comes_after(void **state) {
    (void)state;
    const OptList only = { .item = { "depth", "nodes", "ping", "quit" }, .count = 4 };
    PlayerSpec spec = fake_spec("protocol=uci dialect.ranks=0 arg=deed=crash arg=at=1");
    CheckRun run = check_player(&spec, &only);
    assert_int_equal(run.count, 4);
    assert_int_equal(run.verdicts[CHECK_VIOLATES], 2);
    assert_int_equal(run.verdicts[CHECK_OK], 2);
    check_run_free(&run);
}

static void wrong_names_and_builtin_players_are_refused(void **state) {
    (void)state;
    Err err = { 0 };
    CheckRun run;
    PlayerSpec spec;
    assert_false(check_names_exist(&(OptList){ .item = { "stap" }, .count = 1 }, &err));
    assert_non_null(strstr(err.text, "did you mean 'stop'"));
    assert_true(player_spec_parse("pvs", &spec, &err));
    assert_false(check_run(&spec, &(CheckOptions){ .margin_ms = 1, .patience_ms = 1 }, &run, &err));
    assert_int_equal(err.kind, ERR_INPUT);
    assert_non_null(strstr(err.text, "builtin"));
    player_spec_free(&spec);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_good_engine_violates_nothing),
        cmocka_unit_test(every_fault_is_found),
        cmocka_unit_test(a_crash_hides_nothing_that_comes_after),
        cmocka_unit_test(wrong_names_and_builtin_players_are_refused),
    };
    xq_init();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
