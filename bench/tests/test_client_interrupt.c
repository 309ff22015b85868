/* An interruption waits for no engine: not for one that thinks, nor for one that never gets ready. */
#include "engine/tests/test.h"
#include <pthread.h>
#include <stdio.h>
#include "bench/match/runner.h"
#include "bench/tests/fake.h"

static const int64_t ms = 1000000;

/* Somebody who stops a player, or a run, a little later. */
typedef struct {
    Player *player; /* or else */
    atomic_bool *stop;
    const Bell *bell;
    int64_t after_ns, told_ns;
} Stopper;

static void *stop_it(void *object) {
    Stopper *stopper = object;
    mono_sleep_ns(stopper->after_ns);
    stopper->told_ns = mono_ns();
    if (stopper->player) {
        stopper->player->kind->stop(stopper->player);
    } else {
        atomic_store(stopper->stop, true);
        bell_ring(stopper->bell);
    }
    return NULL;
}

static void start_stopper(Stopper *stopper, pthread_t *thread) {
    assert_int_equal(pthread_create(thread, NULL, stop_it, stopper), 0);
}

/* How long it takes from the word to stop to the move of an engine that thinks until then. */
static int64_t time_to_stop(Player *player) {
    const Limit limit = { .nodes = 1000 };
    const ClockState clock = { 0 };
    Stopper stopper = { .player = player, .after_ns = 20 * ms };
    pthread_t thread;
    Pos start;
    Game game = { 0 };
    Answer answer;
    assert_true(fen_parse(POS_START_FEN, &start, NULL));
    game_init(&game, &start);
    assert_true(player->kind->new_game(player, NULL));
    start_stopper(&stopper, &thread);
    player->kind->go(player, &game, &limit, &clock, &answer);
    const int64_t ended_ns = mono_ns();
    pthread_join(thread, NULL);
    assert_int_equal(answer.fault, FAULT_NONE);
    assert_int_not_equal(answer.move, MOVE_NONE);
    game_free(&game);
    return ended_ns - stopper.told_ns;
}

/* The best of some, since the machine may be busy. */
static void an_engine_that_thinks_is_told_at_once(void **state) {
    (void)state;
    PlayerSpec spec = fake_spec("protocol=uci arg=deed=wait_for_stop arg=at=1 dialect.ranks=0 stop_ms=10000");
    Player *player = start_player(&spec);
    int64_t best_ns = INT64_MAX;
    for (int i = 0; i < 5; i++) {
        const int64_t took_ns = time_to_stop(player);
        if (took_ns < best_ns) best_ns = took_ns;
    }
    assert_true(best_ns < 40 * ms);
    player_delete(player);
    player_spec_free(&spec);
}

static const char *const never_ready[] = { "protocol=uci arg=deed=silent_at_start startup_ms=60000",
                                           "protocol=uci arg=deed=silent_at_new_game ping_ms=60000",
                                           "protocol=xboard arg=deed=silent_at_new_game ping_ms=60000" };

static void an_engine_that_never_gets_ready_is_not_waited_for(void **state) {
    (void)state;
    for (size_t i = 0; i < COUNT_OF(never_ready); i++) {
        PlayerSpec spec = fake_spec(never_ready[i]);
        Player *player = start_player(&spec);
        Stopper stopper = { .player = player, .after_ns = 20 * ms };
        pthread_t thread;
        Err err = { 0 };
        start_stopper(&stopper, &thread);
        assert_false(player->kind->new_game(player, &err));
        pthread_join(thread, NULL);
        assert_int_equal(err.kind, ERR_INTERRUPTED);
        assert_true(mono_ns() - stopper.told_ns < 10000 * ms);
        player_delete(player);
        player_spec_free(&spec);
    }
    assert_no_children();
}

static bool refuse_pair(void *context, const PairRecord *pair, const MatchState *state, Err *err) {
    (void)context;
    (void)pair;
    (void)state;
    return err_set(err, ERR_INPUT, "a game that was dropped has a result");
}

/* Nobody's game is lost by being dropped, whatever it was waiting for. */
static void a_match_ends_when_the_bell_rings(void **state) {
    (void)state;
    static const char *const others[] = { "protocol=uci arg=deed=wait_for_stop arg=at=1 dialect.ranks=0",
                                          "protocol=uci arg=deed=silent_at_new_game arg=game=1 ping_ms=60000" };
    for (size_t i = 0; i < COUNT_OF(others); i++) {
        MatchSpec spec = { .name = "" };
        Openings openings;
        Err err = { 0 };
        opt_defaults(&spec_options, &spec);
        opt_defaults(&adjudication_options, &spec.adjudication);
        rule_set_find("asian", &spec.rules);
        spec.games = 8;
        spec.limit = (Limit){ .nodes = 1000 };
        PlayerSpec players[2] = { fake_spec(others[i]), fake_spec("protocol=uci name=good") };
        spec.player = players;
        spec.player_count = 2;
        assert_true(openings_load("", 0, &openings, &err));
        atomic_bool stop = false;
        Bell bell;
        assert_true(bell_open(&bell, &err));
        Stopper stopper = { .stop = &stop, .bell = &bell, .after_ns = 50 * ms };
        pthread_t thread;
        MatchState end;
        const MatchListener listener = { .pair = refuse_pair };
        start_stopper(&stopper, &thread);
        const bool good = match_run(&spec, &openings, &(RunOptions){ .jobs = 2, .stop = &stop, .stop_bell = &bell }, &listener, &end, &err);
        pthread_join(thread, NULL);
        assert_false(good);
        assert_int_equal(err.kind, ERR_INTERRUPTED);
        assert_true(mono_ns() - stopper.told_ns < 10000 * ms);
        match_state_free(&end);
        bell_close(&bell);
        openings_free(&openings);
        for (int k = 0; k < 2; k++) player_spec_free(&players[k]);
    }
    assert_no_children();
}

int main(void) {
    xq_init();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_engine_that_thinks_is_told_at_once),
        cmocka_unit_test(an_engine_that_never_gets_ready_is_not_waited_for),
        cmocka_unit_test(a_match_ends_when_the_bell_rings),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
