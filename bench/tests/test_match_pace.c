/* What is held back while the machine is busy, and that nobody is held back for ever. */
#include "engine/tests/test.h"
#include <pthread.h>
#include <stdatomic.h>
#include "bench/match/pace.h"
#include "engine/core/mono.h"

enum { WORKERS = 16 };

typedef struct {
    PaceSeat seat;
    atomic_int *now, *most, *begun;
    int workers, questions;
    int64_t late_ns;
} Worker;

static void raise_to(atomic_int *most, int value) {
    int before = atomic_load(most);
    while (before < value && !atomic_compare_exchange_weak(most, &before, value)) continue;
}

static void *start_players(void *argument) {
    Worker *worker = argument;
    pace_begin_start(&worker->seat);
    raise_to(worker->most, atomic_fetch_add(worker->now, 1) + 1);
    mono_sleep_ns(2000000);
    atomic_fetch_sub(worker->now, 1);
    pace_end_start(&worker->seat);
    return NULL;
}

static void *ask_questions(void *argument) {
    Worker *worker = argument;
    for (int i = 0; i < worker->questions; i++) {
        pace_begin_question(&worker->seat);
        raise_to(worker->most, atomic_fetch_add(worker->now, 1) + 1);
        atomic_fetch_add(worker->begun, 1);
        mono_sleep_ns(50000);
        atomic_fetch_sub(worker->now, 1);
        pace_end_question(&worker->seat, worker->late_ns);
    }
    pace_leave(&worker->seat);
    return NULL;
}

/* All of them do it; returns how many did at once at the most. */
static int run_all(Pace *pace, void *(*what)(void *), int questions, int64_t late_ns) {
    atomic_int now = 0, most = 0, begun = 0;
    Worker worker[WORKERS];
    pthread_t thread[WORKERS];
    for (int i = 0; i < WORKERS; i++) {
        worker[i] = (Worker){ { pace, false }, &now, &most, &begun, WORKERS, questions, late_ns };
        assert_int_equal(pthread_create(&thread[i], NULL, what, &worker[i]), 0);
    }
    for (int i = 0; i < WORKERS; i++) pthread_join(thread[i], NULL);
    assert_int_equal(begun, questions * WORKERS);
    return most;
}

static void few_players_start_at_a_time(void **state) {
    (void)state;
    Pace pace;
    pace_init(&pace, WORKERS, 1);
    const int most = run_all(&pace, start_players, 0, 0);
    assert_in_range(most, 1, 4);
    assert_int_equal(pace.starting, 0);
    pace_free(&pace);
}

static void engines_that_sleep_are_all_asked_at_once(void **state) {
    (void)state;
    Pace pace;
    pace_init(&pace, WORKERS, 1);
    run_all(&pace, ask_questions, 100, 0);
    assert_int_equal(pace.most, WORKERS);
    assert_int_equal(pace.open, 0);
    pace_free(&pace);
}

static void late_threads_let_fewer_questions_be_asked_but_never_none(void **state) {
    (void)state;
    Pace pace;
    pace_init(&pace, WORKERS, 2);
    run_all(&pace, ask_questions, 100, 20000000);
    assert_int_equal(pace.most, 2);
    pace.to_come = WORKERS;
    assert_int_equal(run_all(&pace, ask_questions, 4, 20000000), 2);
    pace_free(&pace);
}

static void more_are_asked_again_when_the_machine_is_free(void **state) {
    (void)state;
    Pace pace;
    pace_init(&pace, WORKERS, 2);
    run_all(&pace, ask_questions, 100, 20000000);
    pace.to_come = WORKERS;
    run_all(&pace, ask_questions, 200, 0);
    assert_int_equal(pace.most, WORKERS);
    pace_free(&pace);
}

static void no_clock_runs_before_all_workers_have_come(void **state) {
    (void)state;
    Pace pace;
    pace_init(&pace, 3, 4);
    PaceSeat second = { .pace = &pace }, third = { .pace = &pace };
    atomic_int now = 0, most = 0, begun = 0;
    Worker first = { { &pace, false }, &now, &most, &begun, 3, 1, 0 };
    pthread_t thread;
    assert_int_equal(pthread_create(&thread, NULL, ask_questions, &first), 0);
    mono_sleep_ns(10000000);
    assert_int_equal(begun, 0);
    pace_leave(&third); /* it had nothing to play */
    mono_sleep_ns(10000000);
    assert_int_equal(begun, 0);
    pace_begin_question(&second);
    pthread_join(thread, NULL);
    assert_int_equal(begun, 1);
    pace_end_question(&second, 0);
    pace_free(&pace);
}

static void a_closed_pace_holds_nobody_back(void **state) {
    (void)state;
    Pace pace;
    pace_init(&pace, 3, 1);
    atomic_int now = 0, most = 0, begun = 0;
    Worker first = { { &pace, false }, &now, &most, &begun, 3, 1, 0 };
    pthread_t thread;
    assert_int_equal(pthread_create(&thread, NULL, ask_questions, &first), 0);
    mono_sleep_ns(5000000);
    assert_int_equal(begun, 0);
    pace_close(&pace);
    pthread_join(thread, NULL);
    assert_int_equal(begun, 1);
    pace_free(&pace);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(few_players_start_at_a_time),
        cmocka_unit_test(engines_that_sleep_are_all_asked_at_once),
        cmocka_unit_test(late_threads_let_fewer_questions_be_asked_but_never_none),
        cmocka_unit_test(more_are_asked_again_when_the_machine_is_free),
        cmocka_unit_test(no_clock_runs_before_all_workers_have_come),
        cmocka_unit_test(a_closed_pace_holds_nobody_back),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
