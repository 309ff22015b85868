/* The frame of every test file: cmocka with what it needs, floats within a tolerance, and a run of tests. */
#ifndef ENGINE_TESTS_TEST_H
#define ENGINE_TESTS_TEST_H
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <math.h>
#include <cmocka.h>

#define COUNT_OF(array) (sizeof(array) / sizeof((array)[0]))

/* cmocka 1.1.5 compares only floats; tests of statistics need doubles. */
#define assert_near(actual, expected, tolerance)                                                            \
    do {                                                                                                    \
        const double actual_ = (actual), expected_ = (expected);                                            \
        if (!(fabs(actual_ - expected_) <= (tolerance)))                                                    \
            fail_msg("%s = %.12g, expected %.12g within %g", #actual, actual_, expected_, (double)(tolerance)); \
    } while (0)
#endif
