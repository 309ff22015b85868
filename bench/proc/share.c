/* What the kernel's scheduler says of threads: /proc/PID/schedstat is "RAN WAITED SLICES" in nanoseconds, and the third word of
 * /proc/PID/stat, behind the name in brackets, is R for who runs or waits for a processor. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "bench/proc/proc_internal.h"
#include "engine/core/file.h"

static ProcShare read_share(int account) {
    char text[80], *rest;
    const ssize_t got = pread(account, text, sizeof text - 1, 0);
    text[got > 0 ? got : 0] = 0;
    ProcShare share = { .ran_ns = strtoll(text, &rest, 10) };
    share.waited_ns = strtoll(rest, NULL, 10);
    return share;
}

ProcShare proc_own_share(void) {
    const int account = open("/proc/thread-self/schedstat", O_RDONLY | O_CLOEXEC);
    const ProcShare share = read_share(account);
    if (account >= 0) close(account);
    return share;
}

void proc_shares(Proc *proc, ProcShare *ours, ProcShare *its) {
    char path[40];
    if (proc->our_account < 0) {
        snprintf(path, sizeof path, "/proc/%d/schedstat", (int)proc->pid);
        proc->our_account = open("/proc/thread-self/schedstat", O_RDONLY | O_CLOEXEC);
        proc->its_account = open(path, O_RDONLY | O_CLOEXEC);
    }
    if (ours) *ours = read_share(proc->our_account);
    if (its) *its = read_share(proc->its_account);
}

bool proc_is_ready(Proc *proc) {
    char path[40];
    Buf stat = { 0 };
    snprintf(path, sizeof path, "/proc/%d/stat", (int)proc->pid);
    const bool known = !proc->reaped && file_read(path, &stat, NULL);
    const char *name_end = known ? strrchr(buf_text(&stat), ')') : NULL;
    const bool ready = name_end && !strncmp(name_end, ") R", 3);
    buf_free(&stat);
    return ready;
}
