#include "engine/tests/test.h"
#include <string.h>
#include "bench/lab/design.h"

static Design make(DesignKind kind, const int *levels, int factors, int fraction) {
    Design design;
    Err err = { 0 };
    if (!design_make(kind, levels, factors, fraction, &design, &err)) fail_msg("%s", err.text);
    return design;
}

/* The cells as digits: one a factor, blanks between the cells. */
static void assert_cells(const Design *design, const char *expected) {
    char text[512] = "";
    for (int i = 0; i < design->count; i++) {
        if (i) strcat(text, " ");
        for (int k = 0; k < design->factors; k++) strcat(text, (char[]){ (char)('0' + design->cell[i].level[k]), 0 });
    }
    assert_string_equal(text, expected);
}

static void each_design_has_its_cells(void **state) {
    (void)state;
    static const struct { DesignKind kind; int levels[3]; const char *cells; } rows[] = {
        { DESIGN_LADDER, { 2, 3, 2 }, "000 100 120 121" },
        { DESIGN_ONE_AT_A_TIME, { 2, 3, 2 }, "000 100 010 020 001" },
        { DESIGN_LEAVE_ONE_OUT, { 2, 3, 2 }, "121 021 101 120" },
        { DESIGN_FACTORIAL, { 2, 3, 2 }, "000 100 010 110 020 120 001 101 011 111 021 121" },
    };
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        Design design = make(rows[i].kind, rows[i].levels, 3, 0);
        assert_cells(&design, rows[i].cells);
        design_free(&design);
    }
}

static void a_fraction_has_the_best_resolution(void **state) {
    (void)state;
    /* Resolutions as in the tables of Box, Hunter and Hunter. */
    static const struct { int factors, fraction, resolution; } rows[] = {
        { 3, 1, 3 }, { 4, 1, 4 }, { 5, 1, 5 }, { 5, 2, 3 }, { 6, 1, 6 }, { 6, 2, 4 }, { 6, 3, 3 }, { 7, 2, 4 }, { 7, 4, 3 }, { 8, 2, 5 }, { 8, 4, 4 },
    };
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        const int levels[8] = { 2, 2, 2, 2, 2, 2, 2, 2 };
        Design design = make(DESIGN_FRACTIONAL, levels, rows[i].factors, rows[i].fraction);
        assert_int_equal(design.count, 1 << (rows[i].factors - rows[i].fraction));
        assert_int_equal(design.words, (1 << rows[i].fraction) - 1);
        if (design_resolution(&design) != rows[i].resolution) fail_msg("2^(%d-%d): resolution %d", rows[i].factors, rows[i].fraction, design_resolution(&design));
        design_free(&design);
    }
}

static void a_fraction_is_balanced_and_holds_the_base(void **state) {
    (void)state;
    const int levels[7] = { 2, 2, 2, 2, 2, 2, 2 };
    Design design = make(DESIGN_FRACTIONAL, levels, 7, 3);
    const Cell base = { 0 };
    assert_int_equal(design_find(&design, &base), 0);
    for (int a = 0; a < 7; a++)
        for (int b = 0; b < a; b++) {
            int count[2][2] = { 0 };
            for (int i = 0; i < design.count; i++) count[design.cell[i].level[a]][design.cell[i].level[b]]++;
            for (int k = 0; k < 4; k++) assert_int_equal(count[k / 2][k % 2], design.count / 4);
        }
    design_free(&design);
}

static void cells_are_found_by_their_levels(void **state) {
    (void)state;
    const int levels[3] = { 2, 3, 2 };
    Design design = make(DESIGN_ONE_AT_A_TIME, levels, 3, 0);
    const Cell there = { { 0, 2, 0 } }, missing = { { 1, 2, 0 } };
    assert_int_equal(design_find(&design, &there), 3);
    assert_int_equal(design_find(&design, &missing), -1);
    design_free(&design);
}

static void impossible_designs_are_refused(void **state) {
    (void)state;
    static const struct { DesignKind kind; int levels[8], factors, fraction; const char *part; } rows[] = {
        { DESIGN_LADDER, { 2, 1 }, 2, 0, "factor 2 has 1 levels" },
        { DESIGN_LADDER, { 0 }, 0, 0, "1 to 16 factors, not 0" },
        { DESIGN_FACTORIAL, { 9, 9, 9, 9 }, 4, 0, "6561 combinations are more than 4096" },
        { DESIGN_FRACTIONAL, { 2, 3, 2 }, 3, 1, "factor 2 has 3" },
        { DESIGN_FRACTIONAL, { 2, 2, 2 }, 3, 0, "can't be taken" },
        { DESIGN_FRACTIONAL, { 2, 2, 2, 2 }, 4, 2, "can't tell main effects apart" },
        { DESIGN_FRACTIONAL, { 2, 2, 2 }, 3, 2, "can't be taken" },
    };
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        Design design;
        Err err = { 0 };
        assert_false(design_make(rows[i].kind, rows[i].levels, rows[i].factors, rows[i].fraction, &design, &err));
        if (!strstr(err.text, rows[i].part)) fail_msg("row %zu: %s", i, err.text);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_design_has_its_cells),
        cmocka_unit_test(a_fraction_has_the_best_resolution),
        cmocka_unit_test(a_fraction_is_balanced_and_holds_the_base),
        cmocka_unit_test(cells_are_found_by_their_levels),
        cmocka_unit_test(impossible_designs_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
