#include "engine/tests/test.h"
#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include "bench/proc/bell.h"
#include "bench/proc/proc.h"
#include "engine/core/mono.h"

static const int64_t ms = 1000000, second = 1000000000;

static bool rings(const Bell *bell) {
    struct pollfd one = { .fd = bell_fd(bell), .events = POLLIN };
    return poll(&one, 1, 0) == 1;
}

static void open_bell(Bell *bell) {
    Err err;
    if (!bell_open(bell, &err)) fail_msg("%s", err.text);
}

static void it_rings_until_it_is_silenced(void **state) {
    (void)state;
    Bell bell;
    open_bell(&bell);
    assert_false(rings(&bell));
    bell_silence(&bell);
    bell_ring(&bell);
    bell_ring(&bell);
    assert_true(rings(&bell));
    assert_true(rings(&bell));
    bell_silence(&bell);
    assert_false(rings(&bell));
    bell_close(&bell);
    bell_close(&bell);
}

static void a_closed_one_is_silent(void **state) {
    (void)state;
    Bell bell = { 0 };
    errno = 0;
    bell_ring(&bell);
    bell_silence(&bell);
    bell_close(&bell);
    assert_int_equal(errno, 0);
    assert_int_equal(bell_fd(&bell), -1);
    assert_int_equal(bell_fd(NULL), -1);
    bell_await(&bell, NULL, 1);
}

static Bell signalled;

static void ring_it(int number) {
    (void)number;
    bell_ring(&signalled);
}

static void a_signal_handler_wakes_who_waits(void **state) {
    (void)state;
    Bell other;
    open_bell(&signalled);
    open_bell(&other);
    struct sigaction action = { .sa_handler = ring_it }, before;
    sigaction(SIGUSR1, &action, &before);
    for (int way = 0; way < 2; way++) {
        const int64_t began_ns = mono_ns();
        raise(SIGUSR1);
        bell_await(way ? &other : &signalled, way ? &signalled : &other, 10000);
        assert_true(mono_ns() - began_ns < 5 * second);
        bell_silence(&signalled);
    }
    sigaction(SIGUSR1, &before, NULL);
    bell_close(&signalled);
    bell_close(&other);
}

static ProcRead read_for(Proc *proc, int64_t most_ns, const char **line) {
    int64_t arrived_ns;
    return proc_read(proc, mono_ns() + most_ns, line, &arrived_ns);
}

/* What was written before it rang is read all the same, and then waiting goes on as if it were silent. */
static void a_read_is_interrupted_once(void **state) {
    (void)state;
    static const char *const args[] = { "-c", "echo one; printf half; read go; echo; sleep 20", NULL };
    Bell bell;
    Err err;
    const char *line;
    open_bell(&bell);
    Proc *proc = proc_start(&(ProcSpec){ .command = "sh", .args = args, .cpu = -1, .bell = &bell }, &err);
    if (!proc) fail_msg("%s", err.text);
    assert_int_equal(read_for(proc, 10 * second, &line), PROC_LINE);
    do assert_int_equal(read_for(proc, 20 * ms, &line), PROC_TIMEOUT);
    while (strcmp(line, "half") != 0);
    bell_ring(&bell);
    const int64_t began_ns = mono_ns();
    assert_int_equal(read_for(proc, 10 * second, &line), PROC_RUNG);
    assert_true(mono_ns() - began_ns < 5 * second);
    assert_string_equal(line, "half");
    assert_true(proc_write(proc, "\n", 1, mono_ns() + second));
    assert_int_equal(read_for(proc, 10 * second, &line), PROC_LINE);
    assert_string_equal(line, "half");
    assert_int_equal(read_for(proc, 20 * ms, &line), PROC_TIMEOUT);
    proc_mark(proc);
    assert_int_equal(read_for(proc, 10 * second, &line), PROC_RUNG);
    bell_silence(&bell);
    proc_mark(proc);
    assert_int_equal(read_for(proc, 20 * ms, &line), PROC_TIMEOUT);
    proc_delete(proc);
    bell_close(&bell);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(it_rings_until_it_is_silenced),
        cmocka_unit_test(a_closed_one_is_silent),
        cmocka_unit_test(a_signal_handler_wakes_who_waits),
        cmocka_unit_test(a_read_is_interrupted_once),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
