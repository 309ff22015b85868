/* What the kernel's scheduler says of threads: a thread's schedstat is "RAN WAITED SLICES" in nanoseconds, and the third word of
 * its stat, behind the name in brackets, is R for who runs or waits for a processor. */
#define _GNU_SOURCE
#include <dirent.h>
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

void proc_forget_threads(Proc *proc) {
    while (proc->threads) proc_close(&proc->thread[--proc->threads].account);
}

void proc_meet_threads(Proc *proc) {
    char path[64];
    proc_forget_threads(proc);
    snprintf(path, sizeof path, "/proc/%d/task", (int)proc->pid);
    DIR *tasks = proc->reaped ? NULL : opendir(path);
    for (const struct dirent *task; tasks && proc->threads < PROC_THREADS && (task = readdir(tasks));) {
        const pid_t id = (pid_t)strtol(task->d_name, NULL, 10);
        if (id <= 0) continue; /* "." and ".." */
        snprintf(path, sizeof path, "/proc/%d/task/%d/schedstat", (int)proc->pid, (int)id);
        proc->thread[proc->threads].id = id;
        proc->thread[proc->threads++].account = open(path, O_RDONLY | O_CLOEXEC);
    }
    if (tasks) closedir(tasks);
}

void proc_shares(Proc *proc, ProcShare *ours, ProcShare *its) {
    if (proc->our_account < 0) proc->our_account = open("/proc/thread-self/schedstat", O_RDONLY | O_CLOEXEC);
    if (ours) *ours = read_share(proc->our_account);
    if (!its) return;
    *its = (ProcShare){ 0 };
    if (!proc->threads) proc_meet_threads(proc);
    for (int i = 0; i < proc->threads; i++) {
        const ProcShare share = read_share(proc->thread[i].account);
        its->ran_ns += share.ran_ns;
        its->waited_ns += share.waited_ns;
    }
}

static bool is_ready(pid_t process, pid_t thread) {
    char path[64];
    Buf stat = { 0 };
    snprintf(path, sizeof path, "/proc/%d/task/%d/stat", (int)process, (int)thread);
    const bool known = file_read(path, &stat, NULL);
    const char *name_end = known ? strrchr(buf_text(&stat), ')') : NULL;
    const bool ready = name_end && !strncmp(name_end, ") R", 3);
    buf_free(&stat);
    return ready;
}

bool proc_is_ready(Proc *proc) {
    if (!proc->threads) proc_meet_threads(proc);
    for (int i = 0; i < proc->threads && !proc->reaped; i++)
        if (is_ready(proc->pid, proc->thread[i].id)) return true;
    return false;
}
