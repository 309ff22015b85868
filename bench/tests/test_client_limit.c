#include "engine/tests/test.h"
#include <string.h>
#include "bench/client/limit.h"

static const int64_t ms = 1000000, s = 1000000000;

static void limits_are_read(void **state) {
    (void)state;
    const struct { const char *text; Limit limit; } rows[] = {
        { "nodes=5000", { .nodes = 5000 } },
        { "depth=6", { .depth = 6 } },
        { "depth=6 nodes=100000", { .depth = 6, .nodes = 100000 } },
        { "nodes=100000,depth=6", { .depth = 6, .nodes = 100000 } },
        { " nodes=18446744073709551615 ", { .nodes = UINT64_MAX } },
        { "movetime=100", { .movetime_ns = 100 * ms, .margin_ns = 50 * ms } },
        { "movetime=0.25 margin=20", { .movetime_ns = ms / 4, .margin_ns = 20 * ms } },
        { "movetime=100 margin=0", { .movetime_ns = 100 * ms } },
        { "tc=10+0.1", { .base_ns = 10 * s, .increment_ns = 100 * ms, .margin_ns = 50 * ms } },
        { "tc=40/60+0.6", { .moves = 40, .base_ns = 60 * s, .increment_ns = 600 * ms, .margin_ns = 50 * ms } },
        { "tc=0.5", { .base_ns = 500 * ms, .margin_ns = 50 * ms } },
        { "tc=1.000000001+0.0000000019", { .base_ns = s + 1, .increment_ns = 1, .margin_ns = 50 * ms } },
        { "tc=10 nodestime=500", { .base_ns = 10 * s, .nodestime = 500, .margin_ns = 50 * ms } },
    };
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        Limit limit;
        Err err;
        if (!limit_parse(rows[i].text, &limit, &err)) fail_msg("%s: %s", rows[i].text, err.text);
        const Limit *want = &rows[i].limit;
        if (limit.depth != want->depth || limit.nodes != want->nodes || limit.movetime_ns != want->movetime_ns ||
            limit.base_ns != want->base_ns || limit.increment_ns != want->increment_ns || limit.moves != want->moves ||
            limit.margin_ns != want->margin_ns || limit.nodestime != want->nodestime)
            fail_msg("%s was read as something else", rows[i].text);
    }
}

static void what_is_printed_reads_back_to_the_same_limit(void **state) {
    (void)state;
    static const struct { const char *text, *canonical; } rows[] = {
        { "nodes=5000 depth=6", "depth=6 nodes=5000" },
        { "movetime=100", "movetime=100 margin=50" },
        { "tc=40/60+0.6,margin=12.5", "tc=40/60+0.6 margin=12.5" },
        { "tc=0.010", "tc=0.01+0 margin=50" },
        { "movetime=10 margin=0 nodestime=1000000", "movetime=10 nodestime=1000000 margin=0" },
        { "tc=1.000000001 nodes=7", "nodes=7 tc=1.000000001+0 margin=50" },
    };
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        Limit limit, again;
        Buf first = { 0 }, second = { 0 };
        assert_true(limit_parse(rows[i].text, &limit, NULL));
        limit_print(&limit, &first);
        assert_string_equal(buf_text(&first), rows[i].canonical);
        assert_true(limit_parse(buf_text(&first), &again, NULL));
        limit_print(&again, &second);
        assert_string_equal(buf_text(&second), rows[i].canonical);
        buf_free(&first);
        buf_free(&second);
    }
}

static void a_wrong_limit_is_refused_with_its_reason(void **state) {
    (void)state;
    static const struct { const char *text, *reason; } rows[] = {
        { "", "sets no limit" },
        { "margin=20", "sets no limit" },
        { "nodes=0", "'nodes=0' is no limit; write nodes=5000" },
        { "nodes=ten", "write nodes=5000" },
        { "nodes=18446744073709551616", "write nodes=5000" },
        { "nodes", "write nodes=5000" },
        { "depth=-1", "write depth=8" },
        { "depth=2147483648", "write depth=8" },
        { "depth=6x", "write depth=8" },
        { "movetime=1e3", "write movetime=100" },
        { "movetime=0", "write movetime=100" },
        { "movetime=10000000000000", "write movetime=100" },
        { "tc=", "write tc=10+0.1" },
        { "tc=0+1", "write tc=10+0.1" },
        { "tc=40/", "write tc=10+0.1" },
        { "tc=0/10", "write tc=10+0.1" },
        { "tc=10+", "write tc=10+0.1" },
        { "tc=10.+1", "write tc=10+0.1" },
        { "tc=10:00", "write tc=10+0.1" },
        { "speed=3", "there are depth=N" },
        { "5000", "there are depth=N" },
        { "nodes=5 nodes=6", "'nodes' stands twice" },
        { "nodes=5 margin=20", "margin needs movetime or tc" },
        { "nodes=5 nodestime=20", "nodestime needs movetime or tc" },
        { "tc=5 nodestime=0", "write nodestime=500" },
        { "tc=5 nodestime=1000001", "write nodestime=500" },
    };
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        Limit limit = { .depth = 77 };
        Err err = { 0 };
        if (limit_parse(rows[i].text, &limit, &err)) fail_msg("'%s' was taken", rows[i].text);
        assert_int_equal(err.kind, ERR_INPUT);
        if (!strstr(err.text, rows[i].reason)) fail_msg("'%s': %s", rows[i].text, err.text);
        assert_int_equal(limit.depth, 77);
    }
}

static void only_time_makes_a_limit_timed(void **state) {
    (void)state;
    static const struct { const char *text; bool timed; } rows[] = {
        { "nodes=1", false }, { "depth=1", false }, { "movetime=1", true }, { "tc=1", true }, { "nodes=9 tc=1", true },
        { "tc=1 nodestime=5", false },
    };
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        Limit limit;
        assert_true(limit_parse(rows[i].text, &limit, NULL));
        assert_true(limit_is_set(&limit));
        assert_int_equal(limit_is_timed(&limit), rows[i].timed);
    }
    assert_false(limit_is_set(&(Limit){ 0 }));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(limits_are_read),
        cmocka_unit_test(what_is_printed_reads_back_to_the_same_limit),
        cmocka_unit_test(a_wrong_limit_is_refused_with_its_reason),
        cmocka_unit_test(only_time_makes_a_limit_timed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
