/* A folder for one test's files, removed after it. Use setup and teardown as the test's. */
#ifndef BENCH_TESTS_SCRATCH_H
#define BENCH_TESTS_SCRATCH_H
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include "engine/tests/test.h"

typedef struct {
    char folder[64];
    char db[80]; /* of a database in it that does not exist yet */
} Scratch;

static inline int scratch_setup(void **state) {
    static Scratch scratch;
    snprintf(scratch.folder, sizeof scratch.folder, "/tmp/test_store_XXXXXX");
    if (!mkdtemp(scratch.folder)) return -1;
    snprintf(scratch.db, sizeof scratch.db, "%s/games.db", scratch.folder);
    *state = &scratch;
    return 0;
}

static inline int scratch_teardown(void **state) {
    char command[192];
    snprintf(command, sizeof command, "chmod -R u+w '%s' && rm -rf '%s'", ((Scratch *)*state)->folder, ((Scratch *)*state)->folder);
    return system(command);
}
#define scratch_test(f) cmocka_unit_test_setup_teardown(f, scratch_setup, scratch_teardown)
#endif
