#define _GNU_SOURCE
#include "bench/proc/meter.h"
#include <errno.h>
#include <linux/perf_event.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

const char *const meter_names[METER_KINDS] = {
    [METER_NONE] = "none",
    [METER_INSTRUCTIONS] = "instructions",
    [METER_TASK_CLOCK] = "task_clock",
};

static struct perf_event_attr event_of(MeterKind kind, bool process) {
    const bool hardware = kind == METER_INSTRUCTIONS;
    struct perf_event_attr event;
    memset(&event, 0, sizeof event); /* the kernel refuses padding that isn't 0 */
    event.size = sizeof event;
    event.type = hardware ? PERF_TYPE_HARDWARE : PERF_TYPE_SOFTWARE;
    event.config = hardware ? PERF_COUNT_HW_INSTRUCTIONS : PERF_COUNT_SW_TASK_CLOCK;
    event.read_format = PERF_FORMAT_TOTAL_TIME_ENABLED | PERF_FORMAT_TOTAL_TIME_RUNNING;
    event.exclude_kernel = event.exclude_hv = 1; /* what we may see without privileges, and all that is exact */
    event.inherit = event.disabled = event.enable_on_exec = process;
    return event;
}

static bool cannot_count(MeterKind kind, Err *err) {
    const char *advice = "";
    if (errno == EACCES || errno == EPERM) advice = "; kernel.perf_event_paranoid may be 2 at most, and a container needs CAP_PERFMON";
    if (errno == ENOENT || errno == EOPNOTSUPP) advice = "; virtual machines often have no counter";
    return err_set(err, ERR_SYSTEM, "cannot count %s here: %s%s", meter_names[kind], strerror(errno), advice);
}

bool meter_open(MeterKind kind, pid_t pid, Meter *out, Err *err) {
    struct perf_event_attr event = event_of(kind, pid != 0);
    *out = (Meter){ 0 };
    if (kind == METER_NONE) return true;
    const int fd = (int)syscall(SYS_perf_event_open, &event, pid, -1, -1, PERF_FLAG_FD_CLOEXEC);
    if (fd < 0) return cannot_count(kind, err);
    out->fd = fd + 1;
    return true;
}

bool meter_read(const Meter *meter, uint64_t *count) {
    struct { uint64_t value, enabled, running; } reading; /* as read_format asks */
    if (!meter->fd || read(meter->fd - 1, &reading, sizeof reading) != sizeof reading) return false;
    *count = reading.value;
    return reading.running == reading.enabled;
}

void meter_close(Meter *meter) {
    if (meter->fd) close(meter->fd - 1);
    *meter = (Meter){ 0 };
}
