/* The end of a process. Its number, and that of its group, belong to it until it is reaped, so signals are sent
 * before that and never after. */
#define _GNU_SOURCE
#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#include "bench/proc/proc_internal.h"
#include "engine/core/file.h"
#include "engine/core/mono.h"

static const int64_t term_wait_ns = 200000000, ns_per_us = 1000;

/* Has it ended? The zombie stays. */
static bool has_ended(Proc *proc) {
    siginfo_t info = { 0 };
    if (proc->ended || proc->pid < 0) return true;
    if (waitid(P_PID, (id_t)proc->pid, &info, WEXITED | WNOHANG | WNOWAIT) != 0 || info.si_pid != proc->pid)
        return false;
    proc->ended = true;
    proc->how = info.si_code;
    proc->status = info.si_status;
    return true;
}

bool proc_alive(Proc *proc) {
    return !has_ended(proc);
}

/* Wait for the end, throwing away what it still writes, since a full pipe would keep it from ending. */
static bool wait_for_end(Proc *proc, int64_t deadline_ns) {
    const int watch = (int)syscall(SYS_pidfd_open, proc->pid, 0);
    const int step_ms = watch < 0 ? 1 : 1000; /* a kernel without: look every millisecond */
    while (!has_ended(proc)) {
        const int64_t left_ns = deadline_ns - mono_ns();
        if (left_ns <= 0) break;
        struct pollfd fds[] = { { .fd = watch, .events = POLLIN },
                                { .fd = proc->output, .events = POLLIN },
                                { .fd = proc->errors, .events = POLLIN } };
        const int64_t left_ms = left_ns / 1000000 + 1;
        poll(fds, 3, left_ms < step_ms ? (int)left_ms : step_ms);
        if (fds[1].revents || fds[2].revents) {
            proc->start = proc->scanned = proc->end = 0;
            proc_wait(proc, WAIT_NO_MORE, 0);
        }
    }
    if (watch >= 0) close(watch);
    return proc->ended;
}

static int64_t ns_of(struct timeval time) {
    return (int64_t)time.tv_sec * 1000000000 + time.tv_usec * ns_per_us;
}

static void reap(Proc *proc) {
    struct rusage usage = { 0 };
    int status;
    while (wait4(proc->pid, &status, 0, &usage) < 0 && errno == EINTR) continue;
    proc->reaped = true;
    proc->cpu_ns = ns_of(usage.ru_utime) + ns_of(usage.ru_stime);
    proc->peak_kb = usage.ru_maxrss;
}

void proc_end(Proc *proc, int64_t grace_ns) {
    if (proc->reaped || proc->pid < 0) return;
    proc_close(&proc->input);
    bool ended = wait_for_end(proc, mono_ns() + grace_ns);
    proc->forced = !ended;
    if (!ended && grace_ns > 0) {
        kill(-proc->pid, SIGTERM);
        ended = wait_for_end(proc, mono_ns() + term_wait_ns);
    }
    kill(-proc->pid, SIGKILL); /* whatever it left behind in its group, too */
    if (!ended) wait_for_end(proc, INT64_MAX);
    proc_last_error_line(proc); /* keeps it */
    reap(proc);
    proc_close(&proc->output);
    proc_close(&proc->errors);
    const char *how = proc_ending(proc);
    proc_tap(proc, PROC_ENDED, how, strlen(how));
}

void proc_delete(Proc *proc) {
    if (!proc) return;
    proc_end(proc, 0);
    proc_close(&proc->input);
    proc_close(&proc->output);
    proc_close(&proc->errors);
    meter_close(&proc->meter);
    proc_close(&proc->our_account);
    proc_forget_threads(proc);
    free(proc->text);
    free(proc);
}

/* Of a running process: its own clock, and the kernel's account of its memory. */
static void usage_now(const Proc *proc, int64_t *cpu_ns, int64_t *peak_kb) {
    clockid_t clock;
    struct timespec time;
    char path[32];
    Buf status = { 0 };
    if (clock_getcpuclockid(proc->pid, &clock) == 0 && clock_gettime(clock, &time) == 0)
        *cpu_ns = (int64_t)time.tv_sec * 1000000000 + time.tv_nsec;
    snprintf(path, sizeof path, "/proc/%d/status", (int)proc->pid);
    if (file_read(path, &status, NULL)) {
        const char *peak = strstr(buf_text(&status), "\nVmHWM:");
        if (peak) *peak_kb = strtoll(peak + strlen("\nVmHWM:"), NULL, 10);
    }
    buf_free(&status);
}

void proc_usage(Proc *proc, int64_t *cpu_ns, int64_t *peak_kb) {
    *cpu_ns = proc->cpu_ns;
    *peak_kb = proc->peak_kb;
    if (!proc->reaped) usage_now(proc, cpu_ns, peak_kb);
}

bool proc_metered(const Proc *proc, uint64_t *count) {
    return meter_read(&proc->meter, count);
}

const char *proc_ending(Proc *proc) {
    if (!has_ended(proc)) return "still running";
    if (proc->forced) return "had to be killed";
    if (proc->how == CLD_EXITED) {
        snprintf(proc->ending, sizeof proc->ending, "exited with code %d", proc->status);
    } else {
        const char *name = sigabbrev_np(proc->status);
        snprintf(proc->ending, sizeof proc->ending, "killed by signal %d (%s%s)", proc->status, name ? "SIG" : "",
                 name ? name : "?");
    }
    return proc->ending;
}
