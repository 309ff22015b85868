/* Fork and exec. posix_spawn can't set a parent-death signal, so this does by hand what it does: vfork, since a copy of
 * our memory's tables would make every thread of ours fault over each page again (with 250 games at a time more than
 * half of all time; it is made only where the child has to wait for its meter), and until exec nothing but
 * async-signal-safe calls that change no memory but the stack's. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <unistd.h>
#include "bench/proc/proc_internal.h"
#include "engine/core/arena.h"

/* Once in the life of the program; children get the limit as it was. */
static struct rlimit files_before;
static pthread_once_t prepared = PTHREAD_ONCE_INIT;

static void prepare(void) {
    struct sigaction pipe_action;
    sigaction(SIGPIPE, NULL, &pipe_action);
    if (pipe_action.sa_handler == SIG_DFL) {
        pipe_action = (struct sigaction){ .sa_handler = SIG_IGN };
        sigaction(SIGPIPE, &pipe_action, NULL);
    }
    /* Up to ten descriptors an engine, and hundreds of games at a time, are more than the usual 1024. */
    getrlimit(RLIMIT_NOFILE, &files_before);
    struct rlimit files = files_before;
    files.rlim_cur = files.rlim_max;
    setrlimit(RLIMIT_NOFILE, &files);
}

/* What the child needs, made by the parent. */
typedef struct {
    const ProcSpec *spec;
    const char *path;
    const char **argv, **envp;
    int pipe[3][2]; /* its standard input, output and error: [0] to read, [1] to write */
    int report[2];  /* the child's complaint; closes by itself at exec */
    int release[2]; /* with a meter: the child waits until this closes, so that nothing of it is missed */
    pid_t parent;
    Arena arena;
} Launch;

/* The last step that the child tried, and why it failed. */
typedef enum { STEP_JOIN, STEP_DIRECTORY, STEP_CPU, STEP_NICE, STEP_EXEC } Step;
typedef struct {
    Step step;
    int error;
} Complaint;

/* A pipe whose ends are neither inherited nor 0, 1 or 2, so that dup2 onto those can't hit one still needed. */
static bool open_pipe(int ends[2]) {
    int fd[2];
    if (pipe2(fd, O_CLOEXEC) != 0) {
        ends[0] = ends[1] = -1;
        return false;
    }
    for (int i = 0; i < 2; i++) {
        ends[i] = fd[i] > 2 ? fd[i] : fcntl(fd[i], F_DUPFD_CLOEXEC, 3);
        if (ends[i] != fd[i]) close(fd[i]);
    }
    return ends[0] >= 0 && ends[1] >= 0;
}

void proc_close(int *fd) {
    if (*fd >= 0) close(*fd);
    *fd = -1;
}

static void close_pipe(int ends[2]) {
    proc_close(&ends[0]);
    proc_close(&ends[1]);
}

static bool open_pipes(Launch *launch) {
    for (int i = 0; i < 3; i++) launch->pipe[i][0] = launch->pipe[i][1] = -1;
    if (launch->spec->meter != METER_NONE && !open_pipe(launch->release)) return false;
    return open_pipe(launch->report) && open_pipe(launch->pipe[0]) && open_pipe(launch->pipe[1]) &&
           open_pipe(launch->pipe[2]);
}

static size_t count_of(const char *const *list) {
    size_t count = 0;
    while (list && list[count]) count++;
    return count;
}

static bool same_variable(const char *a, const char *b) {
    const size_t len = strcspn(a, "=");
    return !strncmp(a, b, len) && b[len] == '=';
}

static void prepare_environment(Launch *launch) {
    const char *const *ours = (const char *const *)environ, *const *added = launch->spec->environment;
    const size_t added_count = count_of(added);
    size_t count = 0;
    launch->envp = arena_alloc(&launch->arena, (count_of(ours) + added_count + 1) * sizeof *launch->envp);
    for (; ours && *ours; ours++) {
        size_t i = 0;
        while (i < added_count && !same_variable(added[i], *ours)) i++;
        if (i == added_count) launch->envp[count++] = *ours;
    }
    for (size_t i = 0; i < added_count; i++) launch->envp[count++] = added[i];
}

static void prepare_arguments(Launch *launch) {
    const size_t count = count_of(launch->spec->args);
    launch->argv = arena_alloc(&launch->arena, (count + 2) * sizeof *launch->argv);
    launch->argv[0] = launch->spec->command;
    for (size_t i = 0; i < count; i++) launch->argv[i + 1] = launch->spec->args[i];
}

/* --- in the child --- */

_Noreturn static void complain(const Launch *launch, Step step) {
    const Complaint complaint = { step, errno };
    const ssize_t written = write(launch->report[1], &complaint, sizeof complaint);
    _exit(written == sizeof complaint ? 127 : 126);
}

static void reset_signals(void) {
    struct sigaction action = { .sa_handler = SIG_DFL };
    sigset_t none;
    for (int number = 1; number < NSIG; number++) sigaction(number, &action, NULL); /* refused for a few, rightly */
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
}

static void pin(const Launch *launch) {
    cpu_set_t set;
    CPU_ZERO(&set);
    if (launch->spec->cpu < CPU_SETSIZE) CPU_SET(launch->spec->cpu, &set);
    if (sched_setaffinity(0, sizeof set, &set) != 0) complain(launch, STEP_CPU);
}

static void lower_priority(const Launch *launch) {
    const int now = getpriority(PRIO_PROCESS, 0);
    if (setpriority(PRIO_PROCESS, 0, now + launch->spec->nice) != 0) complain(launch, STEP_NICE);
}

static void await_release(const Launch *launch) {
    char nothing;
    close(launch->release[1]);
    while (read(launch->release[0], &nothing, 1) < 0 && errno == EINTR) continue;
}

_Noreturn static void become(const Launch *launch) {
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != launch->parent) _exit(126); /* it died before the signal was set */
    setpgid(0, 0);
    reset_signals();
    setrlimit(RLIMIT_NOFILE, &files_before);
    if (launch->spec->meter != METER_NONE) await_release(launch);
    for (int fd = 0; fd < 3; fd++)
        if (dup2(launch->pipe[fd][fd > 0], fd) < 0) complain(launch, STEP_JOIN);
    if (launch->spec->directory && chdir(launch->spec->directory) != 0) complain(launch, STEP_DIRECTORY);
    if (launch->spec->cpu >= 0) pin(launch);
    if (launch->spec->nice) lower_priority(launch);
    execve(launch->path, (char *const *)launch->argv, (char *const *)launch->envp);
    complain(launch, STEP_EXEC);
}

/* --- in the parent --- */

static pid_t fork_child(Launch *launch) {
    sigset_t all, before;
    launch->parent = getpid();
    sigfillset(&all); /* no handler of ours may run in the child */
    pthread_sigmask(SIG_SETMASK, &all, &before);
    /* Who waits for us can't be waited for. */
    const pid_t pid = launch->spec->meter == METER_NONE ? vfork() : fork();
    if (pid == 0) become(launch);
    const int error = errno;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    errno = error;
    return pid;
}

static bool cannot_start(const Launch *launch, const Complaint *why, Err *err) {
    const ProcSpec *spec = launch->spec;
    const char *error = strerror(why->error);
    switch (why->step) {
    case STEP_DIRECTORY:
        return err_set(err, ERR_INPUT, "cannot start '%s' in '%s': %s", spec->command, spec->directory, error);
    case STEP_CPU:
        return err_set(err, ERR_INPUT, "cannot pin '%s' to processor %d: %s", spec->command, spec->cpu, error);
    case STEP_NICE:
        return err_set(err, ERR_INPUT, "cannot give '%s' a nice value of %d: %s", spec->command, spec->nice, error);
    default: break;
    }
    const bool ours = why->step == STEP_JOIN || why->error == EMFILE || why->error == ENFILE || why->error == ENOMEM ||
                      why->error == EAGAIN;
    return err_set(err, ours ? ERR_SYSTEM : ERR_INPUT, "cannot run '%s': %s%s", launch->path, error,
                   why->error == ENOEXEC ? " (a script begins with #! and its interpreter)" : "");
}

/* Did the child become the program? Its end of the report closes when it does. */
static bool has_started(const Launch *launch, Err *err) {
    Complaint complaint = { 0 };
    ssize_t got;
    do got = read(launch->report[0], &complaint, sizeof complaint);
    while (got < 0 && errno == EINTR);
    return got != sizeof complaint || cannot_start(launch, &complaint, err);
}

static bool out_of(const char *command, const char *what, Err *err) {
    const char *advice =
        errno == EMFILE ? "; raise the limit of open files (ulimit -n) or play fewer games at a time" : "";
    return err_set(err, ERR_SYSTEM, "cannot start '%s': %s: %s%s", command, what, strerror(errno), advice);
}

static bool launch_child(Launch *launch, Proc *proc, Err *err) {
    if (!open_pipes(launch)) return out_of(launch->spec->command, "no pipe", err);
    prepare_arguments(launch);
    prepare_environment(launch);
    proc->pid = fork_child(launch);
    if (proc->pid < 0) return out_of(launch->spec->command, "no process", err);
    meter_open(launch->spec->meter, proc->pid, &proc->meter, NULL); /* proc_metered tells */
    close_pipe(launch->release);
    setpgid(proc->pid, proc->pid); /* the child does it too; whoever comes first */
    proc_close(&launch->report[1]);
    const int ours[] = { launch->pipe[0][1], launch->pipe[1][0], launch->pipe[2][0] };
    proc->input = ours[0];
    proc->output = ours[1];
    proc->errors = ours[2];
    launch->pipe[0][1] = launch->pipe[1][0] = launch->pipe[2][0] = -1;
    for (int i = 0; i < 3; i++) fcntl(ours[i], F_SETFL, O_NONBLOCK);
    return has_started(launch, err);
}

Proc *proc_start(const ProcSpec *spec, Err *err) {
    Buf path = { 0 };
    pthread_once(&prepared, prepare);
    if (!proc_find(spec->command, spec->directory, &path, err)) return NULL;
    Launch launch = { .spec = spec, .path = path.text, .report = { -1, -1 }, .release = { -1, -1 } };
    Proc *proc = mem_zalloc(1, sizeof *proc);
    proc->tap = spec->tap;
    proc->bell = spec->bell;
    proc->pid = proc->input = proc->output = proc->errors = proc->our_account = -1;
    const bool good = launch_child(&launch, proc, err);
    for (int i = 0; i < 3; i++) close_pipe(launch.pipe[i]);
    close_pipe(launch.report);
    close_pipe(launch.release);
    arena_free(&launch.arena);
    buf_free(&path);
    if (good) return proc;
    proc_delete(proc);
    return NULL;
}
