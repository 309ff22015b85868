/* What spawning, talking and ending share; for bench/proc alone. */
#ifndef BENCH_PROC_PROC_INTERNAL_H
#define BENCH_PROC_PROC_INTERNAL_H
#include <sys/types.h>
#include "bench/proc/proc.h"

enum { ERROR_LINE_SIZE = 256 };
typedef struct {
    char text[ERROR_LINE_SIZE];
    size_t len;
} ErrorLine;

struct Proc {
    pid_t pid;                 /* and its process group */
    int input, output, errors; /* our ends of its three pipes; -1 once closed */
    int our_account;           /* by the kernel's scheduler, of the thread that uses it; -1: not open */
    struct {
        pid_t id;
        int account; /* -1: not open */
    } thread[PROC_THREADS];    /* of its threads, as last met */
    int threads;
    char *text;                /* output read and not yet taken: [start, end) of cap, no line end before `scanned` */
    size_t start, scanned, end, cap;
    size_t counted;          /* bytes of output since proc_mark */
    int64_t read_ns;         /* when output was last read */
    ErrorLine whole, part;   /* of standard error: the newest whole line, and the one being written */
    bool ended, reaped;      /* known to have ended; no longer a zombie */
    bool forced;             /* ended by our signal */
    int how, status;         /* of the end: si_code and si_status of waitid */
    int64_t cpu_ns, peak_kb; /* at the end */
    char ending[64];
    ProcTap tap;
    const Bell *bell;          /* may be NULL */
    bool heard_bell;           /* since proc_mark */
    Meter meter; /* closed where this machine can't count */
};

/* What else than output and standard error ends a wait. */
typedef enum { WAIT_NO_MORE, WAIT_ROOM, WAIT_BELL } WaitFor;
/* Wait until the deadline for output or standard error (or for room in the input, or for the bell), and take what is
 * there. false when the deadline passed and nothing came. */
bool proc_wait(Proc *proc, WaitFor also, int64_t deadline_ns);
/* Let the tap hear a line. */
static inline void proc_tap(const Proc *proc, ProcVoice voice, const char *line, size_t len) {
    if (proc->tap.hear) proc->tap.hear(proc->tap.context, voice, line, len);
}
/* Close the accounts of its threads. */
void proc_forget_threads(Proc *proc);
/* Close one of our ends. */
void proc_close(int *fd);
#endif
