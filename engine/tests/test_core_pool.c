#include "engine/tests/test.h"
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>
#include "engine/core/pool.h"
#include "engine/core/pool_internal.h"

enum { JOBS = 2000, WORKERS = 8 };
typedef struct {
    atomic_int done[JOBS], busy[WORKERS], clashes, started, last[WORKERS];
    atomic_bool stop;
    int stop_at;
} Shared;

static void count_job(void *context, int worker, int job) {
    Shared *shared = context;
    if (atomic_fetch_add(&shared->busy[worker], 1)) atomic_fetch_add(&shared->clashes, 1);
    if (atomic_exchange(&shared->last[worker], job + 1) > job) atomic_fetch_add(&shared->clashes, 1);
    atomic_fetch_add(&shared->done[job], 1);
    if (atomic_fetch_add(&shared->started, 1) + 1 == shared->stop_at) atomic_store(&shared->stop, true);
    atomic_fetch_sub(&shared->busy[worker], 1);
}

static void every_job_runs_once_and_in_order_on_each_worker(void **state) {
    (void)state;
    static const int crews[] = { 1, 2, WORKERS };
    for (size_t i = 0; i < COUNT_OF(crews); i++) {
        static Shared shared;
        Err err = { 0 };
        memset(&shared, 0, sizeof shared);
        assert_true(pool_run(crews[i], JOBS, count_job, &shared, NULL, &err));
        for (int job = 0; job < JOBS; job++) assert_int_equal(atomic_load(&shared.done[job]), 1);
        assert_int_equal(atomic_load(&shared.clashes), 0);
    }
}

static void a_stopped_pool_hands_out_no_more_jobs(void **state) {
    (void)state;
    static Shared shared;
    Err err = { 0 };
    shared.stop_at = 100;
    assert_true(pool_run(4, JOBS, count_job, &shared, &shared.stop, &err));
    const int started = atomic_load(&shared.started);
    assert_in_range(started, 100, 103); /* the other three may have one in hand */
    for (int job = 0; job < JOBS; job++) assert_int_equal(atomic_load(&shared.done[job]), job < started);
    memset(shared.done, 0, sizeof shared.done);
    assert_true(pool_run(4, JOBS, count_job, &shared, &shared.stop, &err));
    assert_int_equal(atomic_load(&shared.started), started);
}

typedef struct {
    pthread_barrier_t together;
    atomic_int met;
} Meeting;

static void meet(void *context, int worker, int job) {
    (void)worker;
    (void)job;
    Meeting *meeting = context;
    pthread_barrier_wait(&meeting->together);
    atomic_fetch_add(&meeting->met, 1);
}

/* Two jobs that wait for each other end only if they run at the same time. */
static void workers_run_at_the_same_time(void **state) {
    (void)state;
    Meeting meeting = { .met = 0 };
    Err err = { 0 };
    pthread_barrier_init(&meeting.together, NULL, 2);
    assert_true(pool_run(2, 2, meet, &meeting, NULL, &err));
    assert_int_equal(atomic_load(&meeting.met), 2);
    pthread_barrier_destroy(&meeting.together);
}

static void no_jobs_and_too_many_or_too_few_workers_are_fine(void **state) {
    (void)state;
    static Shared shared;
    Err err = { 0 };
    assert_true(pool_run(4, 0, count_job, &shared, NULL, &err));
    assert_int_equal(atomic_load(&shared.started), 0);
    assert_true(pool_run(1000000, 3, count_job, &shared, NULL, &err));
    assert_int_equal(atomic_load(&shared.started), 3);
    memset(&shared, 0, sizeof shared);
    assert_true(pool_run(0, 3, count_job, &shared, NULL, &err));
    assert_int_equal(atomic_load(&shared.started), 3);
}

/* A sanitizer reserves more addresses than the limit of the next test leaves. */
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define SANITIZED 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define SANITIZED 1
#endif
#endif
#ifndef SANITIZED
#define SANITIZED 0
#endif

/* 64 stacks of 8 MB do not fit 256 MB. In a child, since the limit is for good. */
static void threads_that_cannot_be_started_are_an_error(void **state) {
    (void)state;
    if (SANITIZED) skip();
    fflush(NULL);
    const pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        static Shared shared;
        const struct rlimit limit = { 256 << 20, 256 << 20 };
        Err err = { 0 };
        const bool refused = setrlimit(RLIMIT_AS, &limit) == 0 && !pool_run(64, JOBS, count_job, &shared, NULL, &err);
        const bool named = !strncmp(err.text, "cannot start worker thread ", 27) && strstr(err.text, " of 64: ");
        _exit(refused && named && err.kind == ERR_SYSTEM ? 0 : 1);
    }
    int status;
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 0);
}

static void lists_are_counted(void **state) {
    (void)state;
    static const struct { const char *text; int count; } lists[] = {
        { "0-3,8\n", 5 }, { "0", 1 }, { "2-2", 1 }, { "0,2,4-7,63-64", 8 }, { "", 0 }, { "x", 0 }, { "5-3", 0 },
        { "0-99999999999999", 0 },
    };
    for (size_t i = 0; i < COUNT_OF(lists); i++) assert_int_equal(pool_count_cpus(lists[i].text), lists[i].count);
}

static void this_machine_has_a_core_and_not_more_than_it_has(void **state) {
    (void)state;
    assert_in_range(pool_cores(), 1, sysconf(_SC_NPROCESSORS_ONLN));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_job_runs_once_and_in_order_on_each_worker),
        cmocka_unit_test(a_stopped_pool_hands_out_no_more_jobs),
        cmocka_unit_test(workers_run_at_the_same_time),
        cmocka_unit_test(no_jobs_and_too_many_or_too_few_workers_are_fine),
        cmocka_unit_test(threads_that_cannot_be_started_are_an_error),
        cmocka_unit_test(lists_are_counted),
        cmocka_unit_test(this_machine_has_a_core_and_not_more_than_it_has),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
