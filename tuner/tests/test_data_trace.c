/* Traces: built, merged, written, mapped, refused. */
#define _XOPEN_SOURCE 700 /* mkdtemp */
#include "bench/tests/scratch.h"
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "engine/core/file.h"
#include "engine/core/rng.h"
#include "tuner/data/trace_build.h"
#include "tuner/data/trace_image.h"
#include "tuner/tests/traces.h"

static void read_fails(const char *text, const char *says) {
    TraceSet set;
    Err err = { 0 };
    assert_false(trace_text_read(&set, text, "t.txt", &err));
    if (!strstr(err.text, says)) fail_msg("says: %s\nwanted: %s", err.text, says);
}

static void equal_traces_become_one_row_with_all_results(void **state) {
    (void)state;
    TraceSet set;
    load_text(&set, "# xqlab trace 1\nphases 2\nterm a\nterm b\ndata\n"
                    "1 - 1 g1 | a:1\n0 5 1 g2 | a:1\n0.5 - 2 g3 | a:1\n1 - 1 g1 | b:-3 a:1\n");
    assert_int_equal(set.rows, 3);
    assert_int_equal(set.labels, 4);
    assert_int_equal(set.games, 3);
    assert_int_equal(set.phase_first[1], 0);
    assert_int_equal(set.phase_first[2], 2);
    assert_int_equal(set.phase_first[3], 3);
    for (uint64_t row = 0; row < 2; row++) {
        const TraceCursor at = trace_cursor(&set, row);
        uint16_t term[2];
        int32_t count[2];
        const int n = trace_entries(&at, term, count);
        const uint32_t labels = set.label_first[row + 1] - set.label_first[row];
        assert_int_equal(labels, n == 1 ? 2 : 1);
        if (n == 2) assert_int_equal(count[1], -3);
    }
    trace_close(&set);
}

/* Counts of every size, and more of one kind than a byte counts. */
static void counts_of_any_size_come_back(void **state) {
    (void)state;
    enum { SLOTS = 700, ROWS = 200 };
    Arena arena = { 0 };
    TermTable table = { .slot = arena_alloc(&arena, SLOTS * sizeof(TermSlot)), .count = SLOTS, .phases = 3 };
    for (int i = 0; i < SLOTS; i++) table.slot[i].name = arena_printf(&arena, "s%d", i);
    TraceBuilder *builder = trace_builder_new(&table, true);
    static int32_t kept[ROWS][SLOTS], count[SLOTS];
    for (int row = 0; row < ROWS; row++) {
        for (int i = 0; i < SLOTS; i++) {
            const uint64_t dice = rng_below(1, (uint64_t)row, (uint64_t)i, 10);
            kept[row][i] = row % 3 == 0 ? 1 : dice < 5 ? 0 : dice < 7 ? 1 : dice < 8 ? -1 : (int32_t)rng_below(2, (uint64_t)row, (uint64_t)i, 1000) - 500;
        }
        kept[row][0] = 100000 + row; /* tells the row */
        assert_true(trace_builder_add(builder, &(TraceFacts){ .phase = row % 4, .game = (uint64_t)row + 1, .score = row }, kept[row], NULL));
    }
    size_t size;
    void *image = trace_builder_finish(builder, &size);
    TraceSet set;
    assert_true(trace_adopt(&set, image, size, "made", NULL));
    assert_int_equal(set.rows, ROWS);
    uint16_t term[SLOTS];
    int32_t value[SLOTS];
    for (TraceCursor at = trace_cursor(&set, 0); at.row < set.rows; trace_next(&at)) {
        memset(count, 0, sizeof count);
        const int n = trace_entries(&at, term, value);
        for (int i = 0; i < n; i++) count[term[i]] += value[i];
        const int row = count[0] - 100000;
        assert_memory_equal(count, kept[row], sizeof count);
        assert_int_equal(set.label[set.label_first[at.row]].score, row);
        const TraceCursor there = trace_cursor(&set, at.row);
        assert_ptr_equal(there.index, at.index);
        assert_ptr_equal(there.value, at.value);
    }
    trace_close(&set);
    arena_free(&arena);
}

/* A hundred rows of two terms. */
static char *make_image(size_t *size) {
    Arena arena = { 0 };
    TermTable table = { .slot = arena_alloc(&arena, 2 * sizeof(TermSlot)), .count = 2, .phases = 1 };
    table.slot[0] = (TermSlot){ .name = "a", .start = { 1, 2 } };
    table.slot[1] = (TermSlot){ .name = "b" };
    TraceBuilder *builder = trace_builder_new(&table, true);
    for (int i = 0; i < 100; i++)
        assert_true(trace_builder_add(builder, &(TraceFacts){ .phase = i % 2, .game = (uint64_t)i % 7, .half_points = i % 7 % 3 }, (int32_t[]){ i, -1 }, NULL));
    char *image = trace_builder_finish(builder, size);
    arena_free(&arena);
    return image;
}

static void a_file_is_mapped_as_it_was_written(void **state) {
    const Scratch *scratch = *state;
    char path[128];
    size_t size;
    char *image = make_image(&size);
    TraceSet set;
    Err err = { 0 };
    snprintf(path, sizeof path, "%s/a.trace", scratch->folder);
    assert_true(file_write(path, image, size, NULL));
    assert_true(trace_is_trace(path));
    assert_true(trace_open(&set, path, &err));
    assert_int_equal(set.rows, 100);
    assert_int_equal(set.games, 7);
    assert_near(set.table.slot[0].start[1], 2, 0);
    trace_close(&set);
    for (size_t cut = 0; cut < size; cut += 61) {
        assert_true(file_write(path, image, cut, NULL));
        assert_false(trace_open(&set, path, &err));
    }
    assert_non_null(strstr(err.text, "it was cut short"));
    free(image);
}

/* What it says of a file with this byte changed; "" when it takes it. Sealed: with a checksum that fits. */
static const char *say_of_changed(const char *image, size_t size, size_t at, int bits, bool sealed) {
    static Err err;
    TraceSet set;
    char *copy = mem_alloc(size);
    memcpy(copy, image, size);
    copy[at] = (char)(copy[at] ^ bits);
    if (sealed) image_seal((ImageHead *)copy, size);
    err = (Err){ 0 };
    if (trace_adopt(&set, copy, size, "changed", &err)) trace_close(&set);
    return err.text;
}

static void one_changed_byte_anywhere_is_noticed(void **state) {
    (void)state;
    size_t size;
    char *image = make_image(&size);
    for (size_t at = 0; at < size; at++)
        for (int bits = 1; bits < 256; bits += 127) {
            const char *says = say_of_changed(image, size, at, bits, false);
            const bool before = at < offsetof(TraceHeader, section); /* other words are found first for some of the head */
            if (!*says || (!before && !strstr(says, "its bytes don't fit its checksum; extract it anew")))
                fail_msg("byte %zu of %zu, changed by %d: '%s'", at, size, bits, says);
        }
    free(image);
}

/* A checksum can be made to fit; the numbers that are followed without looking are looked at before. */
static void a_checksum_that_fits_is_not_trusted(void **state) {
    (void)state;
    size_t size, refused = 0;
    char *image = make_image(&size);
    for (size_t at = 0; at < size; at++) refused += *say_of_changed(image, size, at, 0x55, true) != 0;
    assert_true(refused > size / 4); /* a changed count, score or identity is as good as another */
    free(image);
}

static void a_table_that_differs_is_refused_by_the_term(void **state) {
    (void)state;
    Arena arena = { 0 };
    TermTable own, other;
    Err err = { 0 };
    term_table_builtin(&own, &weights_default, &arena);
    term_table_builtin(&other, &weights_hand, &arena);
    assert_true(term_table_check(&other, &own, &err)); /* start values may differ */
    const int rook = term_table_find(&own, "psqt[4][9][0]");
    assert_true(rook >= 0);
    other.slot[rook].meaning++;
    assert_false(term_table_check(&other, &own, &err));
    assert_non_null(strstr(err.text, "its term psqt[4][9][0] doesn't mean"));
    other.slot[rook].name = "psqt[4][9][9]";
    assert_false(term_table_check(&other, &own, &err));
    assert_non_null(strstr(err.text, "psqt[4][9][9], this program's is psqt[4][9][0]"));
    other = own;
    other.count--;
    assert_false(term_table_check(&other, &own, &err));
    assert_non_null(strstr(err.text, own.slot[own.count - 1].name));
    arena_free(&arena);
}

static void patterns_choose_slots(void **state) {
    (void)state;
    static const struct { const char *name, *pattern; bool matches; } rows[] = {
        { "psqt[4][9][0]", "psqt", true }, { "psqt[4][9][0]", "psqt[4]", true }, { "psqt[4][9][0]", "psqt[3]", false },
        { "psqt[4][9][0]", "*", true },    { "psqt[4][9][0]", "p*[9][0]", true }, { "tempo", "temp", false },
        { "tempo", "tem*", true },         { "tempo", "*king*", false },          { "rook_king_file", "*king*", true },
    };
    for (size_t i = 0; i < COUNT_OF(rows); i++)
        if (term_name_matches(rows[i].name, rows[i].pattern) != rows[i].matches) fail_msg("%s, %s", rows[i].name, rows[i].pattern);
}

static void broken_text_traces_are_refused_with_their_line(void **state) {
    (void)state;
    static const struct { const char *text, *says; } rows[] = {
        { "# xqlab trace 1\nphases 0\n", "t.txt:2: phases N" },
        { "# xqlab trace 1\nterm 1a\n", "t.txt:2: '1a' can't be a name" },
        { "# xqlab trace 1\nterm a x\n", "t.txt:2: 'x' is not a number" },
        { "# xqlab trace 1\nterm a\nterm a\n", "t.txt:3: term a stands here twice" },
        { "# xqlab trace 1\nwords\n", "t.txt:2: 'words' is none of phases, term, data" },
        { "# xqlab trace 1\ndata\n", "t.txt:2: no term before the data" },
        { "# xqlab trace 1\nterm a\n", "t.txt: has no line 'data'" },
        { "# xqlab trace 1\nterm a\ndata\n1 - 0 g a:1\n", "t.txt:4: the line is not of the form" },
        { "# xqlab trace 1\nterm a\ndata\n2 - 0 g | a:1\n", "t.txt:4: '2' is no result" },
        { "# xqlab trace 1\nterm a\ndata\n1 x 0 g | a:1\n", "t.txt:4: 'x' is no score" },
        { "# xqlab trace 1\nterm a\ndata\n1 - 2 g | a:1\n", "t.txt:4: phase 2 is not within 0 to 1" },
        { "# xqlab trace 1\nterm a\ndata\n1 - 1 g | b:1\n", "t.txt:4: there is no term b" },
        { "# xqlab trace 1\nterm a\ndata\n1 - 1 g | 1:1\n", "t.txt:4: there is no term 1" },
        { "# xqlab trace 1\nterm a\ndata\n1 - 1 g | a\n", "t.txt:4: 'a' is not of the form term:count" },
        { "# xqlab trace 1\nterm a\ndata\n1 - 1 g | a:1.5\n", "t.txt:4: the count of a, '1.5'" },
        { "# xqlab trace 1\nterm a\ndata\n1 - 1 g | a:1\n0 - 1 g | a:1\n", "t.txt:5: a game can't have two results: it had 1 before and has 0 here" },
    };
    for (size_t i = 0; i < COUNT_OF(rows); i++) read_fails(rows[i].text, rows[i].says);
}

static void what_is_no_trace_is_refused(void **state) {
    const Scratch *scratch = *state;
    char path[128];
    TraceSet set;
    Err err = { 0 };
    snprintf(path, sizeof path, "%s/x", scratch->folder);
    assert_false(trace_load(&set, path, &err));
    assert_int_equal(err.kind, ERR_SYSTEM);
    assert_true(file_write(path, "hello\n", 6, NULL));
    assert_false(trace_load(&set, path, &err));
    assert_non_null(strstr(err.text, "neither a trace file nor a text trace"));
}

/* To open one would wait for who writes to it. */
static void a_pipe_is_not_opened_to_see_whether_it_is_a_trace(void **state) {
    const Scratch *scratch = *state;
    char path[96];
    snprintf(path, sizeof path, "%s/pipe", scratch->folder);
    assert_int_equal(mkfifo(path, 0600), 0);
    alarm(20);
    assert_false(trace_is_trace(path));
    alarm(0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(equal_traces_become_one_row_with_all_results),
        cmocka_unit_test(counts_of_any_size_come_back),
        scratch_test(a_file_is_mapped_as_it_was_written),
        cmocka_unit_test(one_changed_byte_anywhere_is_noticed),
        cmocka_unit_test(a_checksum_that_fits_is_not_trusted),
        cmocka_unit_test(a_table_that_differs_is_refused_by_the_term),
        cmocka_unit_test(patterns_choose_slots),
        cmocka_unit_test(broken_text_traces_are_refused_with_their_line),
        scratch_test(what_is_no_trace_is_refused),
        scratch_test(a_pipe_is_not_opened_to_see_whether_it_is_a_trace),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
