/* An engine that can't get a processor, because others want the only one that it may use: no fault of its own. */
#define _GNU_SOURCE
#include "engine/tests/test.h"
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <time.h>
#include "bench/tests/fake.h"

enum { SPINNERS = 3 };

static int first_processor(void) {
    cpu_set_t allowed;
    assert_int_equal(sched_getaffinity(0, sizeof allowed, &allowed), 0);
    int cpu = 0;
    while (!CPU_ISSET((size_t)cpu, &allowed)) cpu++;
    return cpu;
}

typedef struct {
    int cpu;
    atomic_bool *stop;
} Spinner;

static void *spin(void *argument) {
    const Spinner *spinner = argument;
    cpu_set_t one;
    CPU_ZERO(&one);
    CPU_SET((size_t)spinner->cpu, &one);
    sched_setaffinity(0, sizeof one, &one);
    while (!atomic_load_explicit(spinner->stop, memory_order_relaxed)) continue;
    return NULL;
}

/* A game of two fakes, with so little weight on a busy processor that moves come far too late. */
static GameRecord play_on_busy(const char *words, int64_t *slowest_ns) {
    atomic_bool stop = false;
    Spinner spinner = { first_processor(), &stop };
    pthread_t thread[SPINNERS];
    Buf all = { 0 };
    Limit limit;
    Game game = { 0 };
    buf_addf(&all, "name=slow protocol=uci nice=10 cpu=%d %s", spinner.cpu, words);
    PlayerSpec slow = fake_spec(all.text), free_one = fake_spec("name=free protocol=uci");
    Player *red = start_player(&slow), *black = start_player(&free_one);
    Err err = { 0 };
    assert_true(red->kind->new_game(red, &err)); /* started in peace */
    for (int i = 0; i < SPINNERS; i++) assert_int_equal(pthread_create(&thread[i], NULL, spin, &spinner), 0);
    assert_true(limit_parse("tc=0.02+0.001 margin=10", &limit, NULL));
    GameRecord record = play_fakes(red, black, &limit, 60, &game);
    atomic_store(&stop, true);
    for (int i = 0; i < SPINNERS; i++) pthread_join(thread[i], NULL);
    *slowest_ns = record.side[RED].time_max_ns;
    player_delete(red);
    player_delete(black);
    player_spec_free(&slow);
    player_spec_free(&free_one);
    game_free(&game);
    buf_free(&all);
    return record;
}

static void a_busy_machine_is_not_a_slow_engine(void **state) {
    (void)state;
    static const char *const words[] = { "arg=work_us=800", "arg=work_us=800 arg=aside=1" /* as most engines do it */ };
    for (size_t i = 0; i < COUNT_OF(words); i++) {
        int64_t slowest_ns = 0;
        /* The scheduler may be kind, and then nothing was tried: later than clock and margin allow. What is to be done for a
         * move keeps it from being so for long. */
        for (int tries = 0; tries < 20 && slowest_ns < 40000000; tries++) {
            GameRecord record = play_on_busy(words[i], &slowest_ns);
            if (record.reason != REASON_MAX_PLIES) fail_msg("%s: %s: %s", words[i], reason_names[record.reason], record.side[RED].note);
            game_record_free(&record);
        }
        assert_true(slowest_ns >= 40000000);
    }
}

static void a_slow_engine_is_one_on_a_busy_machine_too(void **state) {
    (void)state;
    int64_t slowest_ns;
    GameRecord record = play_on_busy("arg=deed=late stop_ms=2000", &slowest_ns);
    assert_true(record.reason == REASON_TIME_LOSS || record.reason == REASON_STALL);
    assert_int_equal(record.outcome, OUTCOME_BLACK);
    assert_true(record.count < 6);
    game_record_free(&record);
}

/* A builtin player is asked on a thread that shares its processor with others. */
typedef struct {
    Spinner place;
    Answer answer;
    int64_t ran_ns; /* what the answer took of the processor */
} Asked;

static int64_t thread_cpu_ns(void) {
    struct timespec time;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return (int64_t)time.tv_sec * 1000000000 + time.tv_nsec;
}

static void *ask_builtin(void *argument) {
    Asked *asked = argument;
    PlayerSpec spec;
    Limit limit;
    Game game = { 0 };
    const ClockState no_clock = { 0 };
    Err err = { 0 };
    cpu_set_t one;
    CPU_ZERO(&one);
    CPU_SET((size_t)asked->place.cpu, &one);
    sched_setaffinity(0, sizeof one, &one);
    if (!player_spec_builtin("pvs", "pvs", NULL, &spec, &err) || !limit_parse("movetime=20", &limit, &err)) return NULL;
    Player *player = player_new(&spec, &err);
    Pos start;
    if (!fen_parse(POS_START_FEN, &start, &err)) return NULL;
    game_init(&game, &start);
    for (int tries = 0; player && tries < 200 && asked->answer.held_up_ns < 10000000; tries++) {
        const int64_t began_ns = thread_cpu_ns();
        player->kind->go(player, &game, &limit, &no_clock, &asked->answer);
        asked->ran_ns = thread_cpu_ns() - began_ns;
    }
    player_delete(player);
    player_spec_free(&spec);
    game_free(&game);
    return argument;
}

static void a_builtin_player_does_not_lose_by_a_busy_machine_either(void **state) {
    (void)state;
    atomic_bool stop = false;
    Asked asked = { .place = { first_processor(), &stop } };
    pthread_t thread[SPINNERS], asker;
    void *done;
    for (int i = 0; i < SPINNERS; i++) assert_int_equal(pthread_create(&thread[i], NULL, spin, &asked.place), 0);
    assert_int_equal(pthread_create(&asker, NULL, ask_builtin, &asked), 0);
    pthread_join(asker, &done);
    atomic_store(&stop, true);
    for (int i = 0; i < SPINNERS; i++) pthread_join(thread[i], NULL);
    assert_non_null(done);
    assert_true(asked.answer.held_up_ns >= 10000000); /* half of what it may take, and no one lets it run alone */
    assert_true(asked.answer.time_ns >= asked.answer.held_up_ns);
    assert_true(asked.answer.time_ns - asked.answer.held_up_ns <= asked.ran_ns + 1000000); /* no more is left than its own */
}

int main(void) {
    xq_init();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_busy_machine_is_not_a_slow_engine),
        cmocka_unit_test(a_slow_engine_is_one_on_a_busy_machine_too),
        cmocka_unit_test(a_builtin_player_does_not_lose_by_a_busy_machine_either),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
