/* The frame of every fuzz target. A file fuzz_<what>.c here becomes a libFuzzer program when XQ_FUZZ is on, and
 * always a test that replays corpus/<what>/. */
#ifndef ENGINE_TESTS_FUZZ_FUZZ_H
#define ENGINE_TESTS_FUZZ_FUZZ_H
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

/* One input of any bytes; must return 0. A wrong answer ends the program through FUZZ_CHECK. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Like assert, but in release builds too. */
#define FUZZ_CHECK(condition)                                                                                          \
    do {                                                                                                               \
        if (!(condition)) {                                                                                            \
            fprintf(stderr, "%s:%d: does not hold: %s\n", __FILE__, __LINE__, #condition);                             \
            abort();                                                                                                   \
        }                                                                                                              \
    } while (0)
#endif
