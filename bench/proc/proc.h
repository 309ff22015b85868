/* Child processes of the runner: spawned without a shell in a process group of their own, talked to over
 * non-blocking pipes by absolute deadlines, and always reaped. One thread uses a process at a time; the thread that
 * started it must outlive it (the parent-death signal fires with the thread). Starting the first process makes this
 * program ignore SIGPIPE, if nothing else was done about it, and raises its soft limit of open files; the children
 * get the limit and the signals as they were. */
#ifndef BENCH_PROC_PROC_H
#define BENCH_PROC_PROC_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "bench/proc/bell.h"
#include "bench/proc/meter.h"
#include "engine/core/buf.h"
#include "engine/core/err.h"

/* Whose line it is. */
typedef enum {
    PROC_TOLD,       /* written to it */
    PROC_SAID,       /* its output */
    PROC_COMPLAINED, /* its standard error, cut when long */
    PROC_ENDED,      /* how it ended, in words */
} ProcVoice;
/* Somebody who hears all lines, in the order in which they are written and taken, on the thread that uses the process. */
typedef struct {
    void (*hear)(void *context, ProcVoice voice, const char *line, size_t len); /* NULL: nobody */
    void *context;
} ProcTap;

typedef struct {
    const char *command;            /* a path, or a name looked up in PATH; see proc_find */
    const char *const *args;        /* after the command's name; NULL-terminated, may be NULL */
    const char *directory;          /* to start in; NULL: ours */
    const char *const *environment; /* "NAME=VALUE" beside our own; NULL-terminated, may be NULL */
    int nice;                       /* added to ours */
    int cpu;                        /* pin to this processor; -1: anywhere */
    ProcTap tap;
    const Bell *bell;               /* interrupts waiting for its output, see PROC_RUNG; NULL: none; the caller's */
    MeterKind meter;                /* what to count of it from its start */
} ProcSpec;

typedef struct Proc Proc;

typedef enum {
    PROC_LINE,    /* a whole line was read */
    PROC_TIMEOUT, /* the deadline passed first */
    PROC_RUNG,    /* the bell rang first; it is not heard again before proc_mark */
    PROC_CLOSED,  /* the process closed its output (mostly: it ended), and nothing is left to read */
    PROC_FLOODED, /* a line longer than PROC_LINE_MAX, or more than PROC_OUTPUT_MAX between two calls of proc_mark */
} ProcRead;
enum { PROC_LINE_MAX = 64 * 1024, PROC_OUTPUT_MAX = 64 * 1024 * 1024 };

/* The file that a command means: with a slash a path, from `directory` (may be NULL) or from here; else a name in PATH
 * or where Debian keeps games. Appended to out. ERR_INPUT when there is none, or none that may be executed. */
bool proc_find(const char *command, const char *directory, Buf *out, Err *err);
/* Start; ERR_INPUT when the program can't be run (not there, not executable), told at once, not by a dead child;
 * ERR_SYSTEM when this machine can't start another process. */
Proc *proc_start(const ProcSpec *spec, Err *err);
/* Write all of the text before the deadline (mono_ns). false when the process no longer reads: it ended, closed its
 * input, or is stuck. Never raises SIGPIPE; what the process writes meanwhile is kept. */
bool proc_write(Proc *proc, const char *text, size_t len, int64_t deadline_ns);
/* The next line of its output without its line end, waiting until the deadline. *line belongs to proc until the next
 * call; *arrived_ns is when its last byte was read. Output written just before the process ended is read before
 * PROC_CLOSED, and output that came before the deadline before PROC_TIMEOUT; with both, and with PROC_RUNG, *line is
 * what came of an unfinished line, mostly "". */
ProcRead proc_read(Proc *proc, int64_t deadline_ns, const char **line, int64_t *arrived_ns);
/* The same for a line that was read already together with the last one, at no cost; false when there is none. */
bool proc_pending(Proc *proc, const char **line);
/* Start counting output, and listening for the bell, anew: before each question. */
void proc_mark(Proc *proc);
/* The newest line of its standard error, for records of faults; "" when it wrote none. */
const char *proc_last_error_line(Proc *proc);
/* What threads got of the processors so far: how long they ran, and how long they waited for one while they could have run, a
 * wait that still lasts not counted; 0 where the kernel does not tell. */
typedef struct {
    int64_t ran_ns, waited_ns;
} ProcShare;
/* Look which threads it has now, since many engines listen in one and think in another: proc_shares and proc_is_ready speak of
 * these, the first PROC_THREADS of them, until it is looked again. */
enum { PROC_THREADS = 4 };
void proc_meet_threads(Proc *proc);
/* The share of the calling thread (always the same one), and that of the threads of the process together; either may be NULL. */
void proc_shares(Proc *proc, ProcShare *ours, ProcShare *its);
/* The share of the calling thread, whichever that is. */
ProcShare proc_own_share(void);
/* Could one of its threads run now, or does it run? (Else they all wait for something other than a processor.) */
bool proc_is_ready(Proc *proc);
/* Has it not ended yet? */
bool proc_alive(Proc *proc);
/* CPU time and peak memory of the process so far, or at its end; 0 where unknown. */
void proc_usage(Proc *proc, int64_t *cpu_ns, int64_t *peak_kb);
/* What was to be counted of it: a running process, all its threads and what it starts. false when this machine can't
 * count that, or nothing was asked for. */
bool proc_metered(const Proc *proc, uint64_t *count);
/* "exited with code 1", "killed by signal 11 (SIGSEGV)", "still running", "had to be killed". */
const char *proc_ending(Proc *proc);
/* End it: close its input, wait grace_ns, SIGTERM to the group, wait again, SIGKILL to the group; reap. Its usage and
 * ending can still be asked for. */
void proc_end(Proc *proc, int64_t grace_ns);
/* End it at once unless proc_end has, and release. Accepts NULL. */
void proc_delete(Proc *proc);
#endif
