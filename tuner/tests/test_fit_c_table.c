#define _XOPEN_SOURCE 700 /* mkdtemp */
#include "tuner/fit/c_table.h"
#include <string.h>
#include "bench/tests/scratch.h"
#include "engine/core/file.h"
#include "engine/tests/command.h"

/* A program that prints what the compiler made of the table. */
static const char printer[] = "#include <stdio.h>\n#include \"table.c\"\n"
                              "int main(void) { for (int i = 0; i < WEIGHT_COUNT; i++) printf(\"%.17g %.17g\\n\", (double)weights[i][0], (double)weights[i][1]); "
                              "printf(\"%d\\n\", (int)sizeof weights[0][0]); return 0; }\n";

static void put(const Scratch *scratch, const char *name, const char *text) {
    char path[128];
    Err err = { 0 };
    snprintf(path, sizeof path, "%s/%s", scratch->folder, name);
    if (!file_write(path, text, strlen(text), &err)) fail_msg("%s", err.text);
}

/* Compile with every warning as an error and run; the output goes to *out. */
static void compile_and_run(const Scratch *scratch, const char *table, Buf *out) {
    char command[512];
    put(scratch, "table.c", table);
    put(scratch, "main.c", printer);
    snprintf(command, sizeof command, "cd '%s' && '%s' -std=c17 -Wall -Wextra -Wpedantic -Werror main.c -o main && ./main 2>&1", scratch->folder, XQ_C_COMPILER);
    if (run_line(command, out) != 0) fail_msg("%s", table);
}

static void a_table_compiles_to_the_weights(void **state) {
    Arena arena = { 0 };
    TermTable table;
    Buf made = { 0 }, expected = { 0 }, got = { 0 };
    Weights weights = weights_default;
    double values[2 * WEIGHT_COUNT];
    term_table_builtin(&table, &weights, &arena);
    for (int i = 0; i < 2 * WEIGHT_COUNT; i++) values[i] = i - WEIGHT_COUNT;
    for (int i = 0; i < WEIGHT_COUNT; i++) buf_addf(&expected, "%d %d\n", i - WEIGHT_COUNT, i);
    buf_addf(&expected, "%zu\n", sizeof(int));
    c_table(&table, values, true, "Of */ nowhere", &made);
    assert_non_null(strstr(buf_text(&made), "    WEIGHT_PSQT_4_9_0, /* psqt[4][9][0] */\n"));
    assert_non_null(strstr(buf_text(&made), "    WEIGHT_TEMPO, /* tempo */\n"));
    compile_and_run(*state, buf_text(&made), &got);
    assert_string_equal(buf_text(&got), buf_text(&expected));
    arena_free(&arena);
    buf_free(&made);
    buf_free(&expected);
    buf_free(&got);
}

static void names_that_would_be_alike_are_told_apart(void **state) {
    TermSlot slot[] = { { .name = "a.b" }, { .name = "a_b" }, { .name = "count" }, { .name = "A b!" }, { .name = "车/*x*/" } };
    const TermTable table = { .slot = slot, .count = COUNT_OF(slot), .phases = 24 };
    const double values[2 * COUNT_OF(slot)] = { 0.1, -2, 3, 4, 1e-7, 6, 7, 8, 9, 10.5 };
    Buf made = { 0 }, got = { 0 };
    c_table(&table, values, false, "From nowhere", &made);
    compile_and_run(*state, buf_text(&made), &got);
    assert_string_equal(buf_text(&got), "0.10000000000000001 6\n-2 7\n3 8\n4 9\n9.9999999999999995e-08 10.5\n8\n");
    buf_free(&made);
    buf_free(&got);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        scratch_test(a_table_compiles_to_the_weights),
        scratch_test(names_that_would_be_alike_are_told_apart),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
