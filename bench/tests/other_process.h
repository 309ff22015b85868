/* Another process that plays a run, for tests of who may go on with it. */
#ifndef BENCH_TESTS_OTHER_PROCESS_H
#define BENCH_TESTS_OTHER_PROCESS_H
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>
#include "bench/store/owner.h"
#include "engine/tests/test.h"

/* A child that says who it is and then sleeps. */
static inline pid_t start_child(char owner[OWNER_SIZE]) {
    int ends[2];
    assert_int_equal(pipe(ends), 0);
    const pid_t child = fork();
    if (child == 0) {
        char own[OWNER_SIZE] = "";
        owner_text(own);
        if (write(ends[1], own, sizeof own) == sizeof own) pause();
        _exit(0);
    }
    close(ends[1]);
    assert_int_equal(read(ends[0], owner, OWNER_SIZE), OWNER_SIZE);
    close(ends[0]);
    return child;
}
#endif
