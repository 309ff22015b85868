/* The commands that search: search and bench. */
#include "engine/tests/command.h"
#include <stdio.h>
#include <string.h>

#define FEN "r1ba1a3/4kn3/2n1b4/pNp1p1p1p/4c4/6P2/P1P2R2P/1CcC5/9/2BAKAB2"

static char text[32768];

static int run(const char *arguments) {
    return run_into("xqengine", arguments, text, sizeof text);
}

static void a_search_shows_iterations_best_move_and_counters(void **state) {
    (void)state;
    assert_int_equal(run("search '" FEN " w' --variant AB --depth 2"), 0);
    assert_non_null(strstr(text, "depth  sel     score        ms       nodes        leaf  line\n"));
    assert_non_null(strstr(text, "\nbest "));
    assert_non_null(strstr(text, " nodes/s\n"));
    assert_non_null(strstr(text, "  moves made, main search and quiescence\n"));
    assert_non_null(strstr(text, "  beta cutoffs by the first move tried\n"));
}

static void json_says_the_same(void **state) {
    (void)state;
    assert_int_equal(run("search " FEN " w --variant MM --depth 1 --json"), 0);
    assert_ptr_equal(
        strstr(text, "{\"variant\": \"MM\", \"fen\": \"" FEN " w - - 0 1\", \"iterations\": [{\"depth\": 1, "), text);
    assert_non_null(strstr(
        text, "\"counters\": {\"nodes\": 38, \"leaf_nodes\": 38, ")); /* 38 legal moves, each made and evaluated */
    assert_non_null(strstr(text, "\"best\": \""));
}

static void limits_of_nodes_and_time_end_a_search(void **state) {
    (void)state;
    assert_int_equal(run("search " FEN " w --nodes 1234"), 0);
    assert_non_null(strstr(text, "nodes         1234  "));
    assert_int_equal(run("search " FEN " w --movetime 20"), 0);
    assert_non_null(strstr(text, "\nbest "));
}

static void a_mate_is_called_one(void **state) {
    (void)state;
    assert_int_equal(run("search 3k5/9/9/9/9/9/9/9/R8/1R3K3 w --depth 5"), 0);
    assert_non_null(strstr(text, "   mate 2 "));
}

static void wrong_use_is_one_line_and_code_2(void **state) {
    (void)state;
    static const char *const rows[] = {
        "search",
        "search nonsense",
        "search " FEN " w more",
        "search " FEN " w --variant nobody",
        "search " FEN " w --set nothing=1",
        "search " FEN " w --depth -1",
        "bench --suite /no/such/file",
        "bench --variant nobody",
        "bench extra",
    };
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        if (run(rows[i]) != 2) fail_msg("%s is taken:\n%s", rows[i], text);
        assert_ptr_equal(strchr(text, '\n'), text + strlen(text) - 1);
    }
}

static void bench_tells_a_wrong_signature_by_its_code(void **state) {
    (void)state;
    assert_int_equal(run("bench --variant AB --depth 1"), 0);
    const char *signature = strstr(text, "\nsignature ");
    assert_non_null(signature);
    char command[128];
    snprintf(command, sizeof command, "bench --variant AB --depth 1 --expect %.*s", (int)strcspn(signature + 11, "\n"),
             signature + 11);
    assert_int_equal(run(command), 0);
    assert_int_equal(run("bench --variant AB --depth 1 --expect 5"), 1);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_search_shows_iterations_best_move_and_counters),
        cmocka_unit_test(json_says_the_same),
        cmocka_unit_test(limits_of_nodes_and_time_end_a_search),
        cmocka_unit_test(a_mate_is_called_one),
        cmocka_unit_test(wrong_use_is_one_line_and_code_2),
        cmocka_unit_test(bench_tells_a_wrong_signature_by_its_code),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
