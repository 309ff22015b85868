/* Claims are known to all programs of ours on the machine, so others may hold some while this runs. */
#include "engine/tests/test.h"
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include "bench/proc/affinity.h"
#include "bench/proc/proc.h"
#include "engine/core/mono.h"
#include "engine/core/pool.h"

/* "0-1": where the calling thread may run. */
static void allowed(char out[128]) {
    char line[256];
    FILE *file = fopen("/proc/thread-self/status", "r");
    assert_non_null(file);
    *out = 0;
    while (fgets(line, sizeof line, file))
        if (sscanf(line, "Cpus_allowed_list: %127s", out) == 1) break;
    fclose(file);
}

typedef struct {
    int number, claim;
    bool share;
    char before[128], after[128], child[128];
    pthread_barrier_t *all;
} Seat;

static void ask_child(Seat *seat) {
    static const char *const args[] = { "-c", "grep Cpus_allowed_list /proc/self/status | cut -f2", NULL };
    const char *line = "";
    int64_t arrived_ns;
    Proc *proc = proc_start(&(ProcSpec){ .command = "sh", .args = args, .cpu = -1 }, NULL);
    if (proc && proc_read(proc, mono_ns() + INT64_C(10000000000), &line, &arrived_ns) == PROC_LINE)
        snprintf(seat->child, sizeof seat->child, "%s", line);
    proc_delete(proc);
}

/* All hold what they have until everybody has looked. */
static void *sit(void *argument) {
    Seat *seat = argument;
    allowed(seat->before);
    seat->claim = affinity_claim();
    if (seat->claim < 0 && seat->share) affinity_share(seat->number);
    allowed(seat->after);
    ask_child(seat);
    pthread_barrier_wait(seat->all);
    affinity_release(seat->claim);
    return NULL;
}

enum { SEATS = 6 };

static void seat_all(Seat seats[SEATS], bool share) {
    pthread_t thread[SEATS];
    pthread_barrier_t all;
    pthread_barrier_init(&all, NULL, SEATS);
    for (int i = 0; i < SEATS; i++) {
        seats[i] = (Seat){ .number = i, .share = share, .all = &all };
        assert_int_equal(pthread_create(&thread[i], NULL, sit, &seats[i]), 0);
    }
    for (int i = 0; i < SEATS; i++) pthread_join(thread[i], NULL);
    pthread_barrier_destroy(&all);
}

static bool is_one(const char *list) {
    return *list && !strpbrk(list, ",-");
}

static void no_two_threads_claim_the_same_processor(void **state) {
    (void)state;
    Seat seats[SEATS];
    seat_all(seats, false);
    for (int i = 0; i < SEATS; i++) {
        if (seats[i].claim < 0) assert_string_equal(seats[i].after, seats[i].before);
        else assert_true(is_one(seats[i].after));
        for (int k = 0; k < i; k++)
            if (seats[i].claim >= 0 && seats[k].claim >= 0) assert_string_not_equal(seats[i].after, seats[k].after);
    }
}

static void who_finds_none_may_share(void **state) {
    (void)state;
    Seat seats[SEATS];
    seat_all(seats, true);
    for (int i = 0; i < SEATS; i++) assert_true(is_one(seats[i].after));
}

static void an_engine_runs_where_its_thread_does(void **state) {
    (void)state;
    Seat seats[SEATS];
    seat_all(seats, true);
    for (int i = 0; i < SEATS; i++) assert_string_equal(seats[i].child, seats[i].after);
}

static void *claim_again_and_again(void *argument) {
    int *had = argument;
    for (int i = 0; i < 200; i++) {
        const int claim = affinity_claim();
        *had += claim >= 0;
        affinity_release(claim);
        if (claim < 0) mono_sleep_ns(1000000);
    }
    return NULL;
}

static void a_claim_given_back_can_be_had_again(void **state) {
    (void)state;
    pthread_t thread; /* it stays pinned; this one does not */
    int had = 0;
    assert_int_equal(pthread_create(&thread, NULL, claim_again_and_again, &had), 0);
    pthread_join(thread, NULL);
    assert_true(had == 0 || had > pool_cores()); /* 0: others hold them all, all the time */
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(no_two_threads_claim_the_same_processor),
        cmocka_unit_test(who_finds_none_may_share),
        cmocka_unit_test(an_engine_runs_where_its_thread_does),
        cmocka_unit_test(a_claim_given_back_can_be_had_again),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
