/* Counters of the kernel. What counts instructions is not on every machine; what counts CPU time is, and is opened, inherited
 * and read in the same way. */
#include "engine/tests/test.h"
#include <string.h>
#include <unistd.h>
#include "bench/proc/proc.h"
#include "engine/core/mono.h"

static const int64_t ms = 1000000, second = 1000000000;

static void spend(int64_t ns) {
    const int64_t end_ns = cpu_thread_ns() + ns;
    while (cpu_thread_ns() < end_ns) continue;
}

static void a_thread_is_counted(void **state) {
    (void)state;
    Meter meter;
    Err err = { 0 };
    uint64_t before, after;
    if (!meter_open(METER_TASK_CLOCK, 0, &meter, &err)) fail_msg("%s", err.text);
    assert_true(meter_read(&meter, &before));
    spend(20 * ms);
    assert_true(meter_read(&meter, &after));
    assert_true(after - before >= (uint64_t)(19 * ms) && after - before < (uint64_t)second);
    meter_close(&meter);
    assert_false(meter_read(&meter, &after));
    meter_close(&meter);
}

/* The shell waits; what works are two processes that it has started. */
static void a_process_is_counted_with_what_it_starts(void **state) {
    (void)state;
    const char *const args[] = { "-c", "read go; for k in 1 2; do (i=0; while [ $i -lt 60000 ]; do i=$((i+1)); done) & done; wait; echo done; read end", NULL };
    Err err = { 0 };
    Proc *proc = proc_start(&(ProcSpec){ .command = "sh", .args = args, .cpu = -1, .meter = METER_TASK_CLOCK }, &err);
    if (!proc) fail_msg("%s", err.text);
    const char *line;
    int64_t arrived_ns;
    uint64_t before, after;
    assert_true(proc_metered(proc, &before));
    assert_true(proc_write(proc, "go\n", 3, mono_ns() + 10 * second));
    assert_int_equal(proc_read(proc, mono_ns() + 20 * second, &line, &arrived_ns), PROC_LINE);
    assert_true(proc_metered(proc, &after));
    assert_true(after - before > (uint64_t)(20 * ms) && after - before < (uint64_t)(20 * second));
    proc_delete(proc);
    proc = proc_start(&(ProcSpec){ .command = "sh", .args = args, .cpu = -1 }, &err);
    assert_non_null(proc);
    assert_false(proc_metered(proc, &after)); /* nobody asked */
    proc_delete(proc);
}

static void where_nothing_can_be_counted_the_reason_is_told(void **state) {
    (void)state;
    Meter meter = { .fd = 7 };
    Err err = { 0 };
    uint64_t count;
    assert_false(meter_open(METER_TASK_CLOCK, 0x7ffffff, &meter, &err)); /* no such process */
    assert_int_equal(err.kind, ERR_SYSTEM);
    assert_non_null(strstr(err.text, "cannot count task_clock here: "));
    assert_false(meter_read(&meter, &count));
    assert_true(meter_open(METER_NONE, 0, &meter, &err));
    assert_false(meter_read(&meter, &count));
    if (!meter_open(METER_INSTRUCTIONS, 0, &meter, &err)) {
        assert_non_null(strstr(err.text, "cannot count instructions here: "));
        return;
    }
    spend(ms);
    assert_true(meter_read(&meter, &count));
    assert_true(count > 10000);
    meter_close(&meter);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_thread_is_counted),
        cmocka_unit_test(a_process_is_counted_with_what_it_starts),
        cmocka_unit_test(where_nothing_can_be_counted_the_reason_is_told),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
