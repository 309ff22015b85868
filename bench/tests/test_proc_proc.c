/* Child processes, tried on the shell and small programs that every system has. */
#include "engine/tests/test.h"
#include <dirent.h>
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>
#include "bench/proc/proc.h"
#include "engine/core/arena.h"
#include "engine/core/mono.h"

static const int64_t ms = 1000000, second = 1000000000;

static Proc *start_shell(const char *script) {
    const char *const args[] = { "-c", script, NULL };
    Err err = { 0 };
    Proc *proc = proc_start(&(ProcSpec){ .command = "sh", .args = args, .cpu = -1 }, &err);
    if (!proc) fail_msg("%s", err.text);
    return proc;
}

static int64_t soon(void) {
    return mono_ns() + 10 * second;
}

static void say(Proc *proc, const char *text) {
    assert_true(proc_write(proc, text, strlen(text), soon()));
}

static void expect_line(Proc *proc, const char *expected) {
    const char *line;
    int64_t arrived_ns;
    assert_int_equal(proc_read(proc, soon(), &line, &arrived_ns), PROC_LINE);
    assert_string_equal(line, expected);
    assert_true(arrived_ns <= mono_ns() && arrived_ns > mono_ns() - 10 * second);
}

static ProcRead read_until(Proc *proc, int64_t deadline_ns) {
    const char *line;
    int64_t arrived_ns;
    ProcRead how;
    while ((how = proc_read(proc, deadline_ns, &line, &arrived_ns)) == PROC_LINE) continue;
    return how;
}

static int open_descriptors(void) {
    DIR *folder = opendir("/proc/self/fd");
    int count = 0;
    while (readdir(folder)) count++;
    closedir(folder);
    return count;
}

/* Is a process of this number there, zombies not counted? */
static bool is_running(long pid) {
    char path[64], state = 'Z';
    snprintf(path, sizeof path, "/proc/%ld/stat", pid);
    FILE *file = fopen(path, "r");
    if (!file) return false;
    if (fscanf(file, "%*d (%*[^)]) %c", &state) != 1) state = 'Z';
    fclose(file);
    return state != 'Z' && state != 'X';
}

static bool is_gone_soon(long pid) {
    for (int i = 0; i < 500 && is_running(pid); i++) mono_sleep_ns(10 * ms);
    return !is_running(pid);
}

static void lines_come_one_by_one_and_nothing_behind_is_lost(void **state) {
    (void)state;
    Proc *proc = start_shell("printf 'one\\ntwo\\r\\n\\nfour\\n'; read answer; printf \"$answer\\n\"");
    expect_line(proc, "one");
    expect_line(proc, "two");
    expect_line(proc, "");
    expect_line(proc, "four");
    say(proc, "five\n");
    expect_line(proc, "five");
    proc_delete(proc);
}

static void what_was_written_just_before_the_end_is_read(void **state) {
    (void)state;
    Proc *proc = start_shell("echo bestmove h2e2; printf unfinished; exit 3");
    const char *line;
    int64_t arrived_ns;
    mono_sleep_ns(50 * ms); /* it has ended, and hung up */
    expect_line(proc, "bestmove h2e2");
    assert_int_equal(proc_read(proc, soon(), &line, &arrived_ns), PROC_CLOSED);
    assert_string_equal(line, "unfinished");
    proc_end(proc, second);
    assert_string_equal(proc_ending(proc), "exited with code 3");
    proc_delete(proc);
}

static void a_deadline_is_kept(void **state) {
    (void)state;
    Proc *proc = start_shell("printf half; sleep 20");
    const char *line;
    int64_t arrived_ns;
    const int64_t began_ns = mono_ns();
    assert_int_equal(proc_read(proc, began_ns + 100 * ms, &line, &arrived_ns), PROC_TIMEOUT);
    assert_string_equal(line, "half");
    const int64_t took_ns = mono_ns() - began_ns;
    assert_true(took_ns >= 100 * ms && took_ns < second);
    proc_delete(proc);
}

static void lines_without_end_do_not_push_the_deadline(void **state) {
    (void)state;
    Proc *proc = start_shell("while :; do echo info string again; done");
    const int64_t began_ns = mono_ns();
    assert_int_equal(read_until(proc, began_ns + 200 * ms), PROC_TIMEOUT);
    assert_true(mono_ns() - began_ns < second);
    proc_delete(proc);
}

static void a_line_too_long_is_a_flood(void **state) {
    (void)state;
    Proc *proc =
        start_shell("head -c 65536 /dev/zero | tr '\\0' x; echo; head -c 65537 /dev/zero | tr '\\0' x; sleep 20");
    const char *line;
    int64_t arrived_ns;
    assert_int_equal(proc_read(proc, soon(), &line, &arrived_ns), PROC_LINE);
    assert_int_equal(strlen(line), PROC_LINE_MAX);
    assert_int_equal(proc_read(proc, soon(), &line, &arrived_ns), PROC_FLOODED);
    proc_delete(proc);
}

static void output_without_end_is_a_flood_unless_counted_anew(void **state) {
    (void)state;
    Proc *proc = start_shell("exec yes 'info string again and again and again and again'");
    const char *line;
    int64_t arrived_ns;
    size_t bytes = 0;
    for (; bytes < (size_t)PROC_OUTPUT_MAX + 1000000; bytes += strlen(line) + 1) {
        if (bytes % 1000000 < 100) proc_mark(proc);
        assert_int_equal(proc_read(proc, soon(), &line, &arrived_ns), PROC_LINE);
    }
    assert_int_equal(read_until(proc, soon()), PROC_FLOODED);
    proc_delete(proc);
}

static void a_closed_input_is_told_without_a_signal(void **state) {
    (void)state;
    Proc *proc = start_shell("exec <&-; echo closed; sleep 20");
    expect_line(proc, "closed");
    const int64_t began_ns = mono_ns();
    assert_false(proc_write(proc, "go\n", 3, soon()));
    assert_true(mono_ns() - began_ns < second);
    assert_true(proc_alive(proc));
    proc_delete(proc);
}

static void a_process_that_does_not_read_is_given_up_at_the_deadline(void **state) {
    (void)state;
    Proc *proc = start_shell("sleep 20");
    char *text = mem_zalloc(1, 300000);
    const int64_t began_ns = mono_ns();
    assert_false(proc_write(proc, text, 300000, began_ns + 100 * ms));
    assert_true(mono_ns() - began_ns < second);
    free(text);
    proc_delete(proc);
}

static void much_goes_both_ways_at_once(void **state) {
    (void)state;
    enum { LINES = 1500, SIZE = 100 };
    Proc *proc = start_shell("exec cat");
    Buf text = { 0 };
    for (int i = 0; i < LINES; i++) buf_addf(&text, "%0*d\n", SIZE, i);
    /* More than the pipes hold: cat blocks until its output is taken, which the write must do. The line that is
     * looked at last must have been kept on the way; up to PROC_LINE_MAX may wait. */
    for (size_t at = 0, step = text.len / 10; at < text.len; at += step) {
        assert_true(proc_write(proc, text.text + at, step, soon()));
        for (int i = 0; i < LINES / 10; i++) {
            char expected[SIZE + 1];
            snprintf(expected, sizeof expected, "%0*d", SIZE, (int)(at / (SIZE + 1)) + i);
            expect_line(proc, expected);
        }
    }
    buf_free(&text);
    proc_delete(proc);
}

static void a_program_that_is_not_there_is_told_at_once(void **state) {
    (void)state;
    static const struct {
        const char *command, *says;
    } rows[] = {
        { "no-such-engine", "there is no program 'no-such-engine' in PATH; give its path, or install it" },
        { "./no-such-engine", "there is no program './no-such-engine'" },
        { "/etc/passwd", "'/etc/passwd' is no program: not a file that may be executed" },
        { "/tmp", "'/tmp' is no program: not a file that may be executed" },
        { "", "the command is empty" },
    };
    const int before = open_descriptors();
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        Err err = { 0 };
        assert_null(proc_start(&(ProcSpec){ .command = rows[i].command, .cpu = -1 }, &err));
        assert_int_equal(err.kind, ERR_INPUT);
        assert_string_equal(err.text, rows[i].says);
    }
    assert_int_equal(open_descriptors(), before);
}

static void a_file_that_is_no_program_is_told_at_once(void **state) {
    (void)state;
    char path[] = "/tmp/test_proc_XXXXXX";
    const int file = mkstemp(path);
    assert_int_equal(write(file, "hello\n", 6), 6);
    fchmod(file, 0700);
    close(file);
    Err err = { 0 };
    assert_null(proc_start(&(ProcSpec){ .command = path, .cpu = -1 }, &err));
    assert_int_equal(err.kind, ERR_INPUT);
    assert_non_null(strstr(err.text, "Exec format error (a script begins with #! and its interpreter)"));
    unlink(path);
    assert_int_equal(waitpid(-1, NULL, WNOHANG), -1); /* no zombie of it */
    assert_int_equal(errno, ECHILD);
}

static void directory_environment_and_arguments_reach_it(void **state) {
    (void)state;
    static const char *const args[] = {
        "-c", "pwd; echo $XQ_TEST $HOME; printf '%s.' \"$@\"; echo; ulimit -n", "sh", "a b", "", "c*", NULL
    };
    static const char *const environment[] = { "XQ_TEST=it is", "HOME=/nowhere", NULL };
    Err err = { 0 };
    struct rlimit files, low;
    getrlimit(RLIMIT_NOFILE, &files);
    Proc *proc = proc_start(
        &(ProcSpec){ .command = "sh", .args = args, .directory = "/usr", .environment = environment, .cpu = -1 }, &err);
    assert_non_null(proc);
    expect_line(proc, "/usr");
    expect_line(proc, "it is /nowhere");
    expect_line(proc, "a b..c*.");
    getrlimit(RLIMIT_NOFILE, &low);
    assert_int_equal(low.rlim_cur, low.rlim_max);
    proc_delete(proc);
    assert_null(proc_start(&(ProcSpec){ .command = "sh", .directory = "/nowhere", .cpu = -1 }, &err));
    assert_string_equal(err.text, "cannot start 'sh' in '/nowhere': No such file or directory");
}

static void a_command_with_a_slash_is_looked_for_in_its_directory(void **state) {
    (void)state;
    Buf path = { 0 };
    assert_true(proc_find("bin/sh", "/usr", &path, NULL));
    assert_string_equal(path.text, "/usr/bin/sh");
    buf_clear(&path);
    assert_true(proc_find("/bin/sh", "/usr", &path, NULL));
    assert_string_equal(path.text, "/bin/sh");
    buf_free(&path);
}

static void a_processor_and_a_nice_value_are_set(void **state) {
    (void)state;
    static const char *const args[] = { "-c", "grep Cpus_allowed_list /proc/self/status | cut -f2; nice", NULL };
    Err err = { 0 };
    Proc *proc = proc_start(&(ProcSpec){ .command = "sh", .args = args, .nice = 5, .cpu = 0 }, &err);
    char expected[16];
    snprintf(expected, sizeof expected, "%d", getpriority(PRIO_PROCESS, 0) + 5);
    assert_non_null(proc);
    expect_line(proc, "0");
    expect_line(proc, expected);
    proc_delete(proc);
    assert_null(proc_start(&(ProcSpec){ .command = "sh", .cpu = 1000 }, &err));
    assert_string_equal(err.text, "cannot pin 'sh' to processor 1000: Invalid argument");
}

static void signals_are_as_a_program_expects_them(void **state) {
    (void)state;
    sigset_t blocked;
    sigemptyset(&blocked);
    sigaddset(&blocked, SIGTERM);
    pthread_sigmask(SIG_BLOCK, &blocked, NULL);
    Proc *proc = start_shell("grep -E 'SigBlk|SigIgn' /proc/self/status | cut -f2");
    expect_line(proc, "0000000000000000");
    expect_line(proc, "0000000000000000");
    proc_delete(proc);
    pthread_sigmask(SIG_UNBLOCK, &blocked, NULL);
}

static void the_end_is_told_in_words(void **state) {
    (void)state;
    static const struct {
        const char *script, *ending;
    } rows[] = {
        { "exit 0", "exited with code 0" },
        { "exit 7", "exited with code 7" },
        { "kill -SEGV $$", "killed by signal 11 (SIGSEGV)" },
        { "kill -KILL $$", "killed by signal 9 (SIGKILL)" },
    };
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        Proc *proc = start_shell(rows[i].script);
        assert_int_equal(read_until(proc, soon()), PROC_CLOSED);
        proc_end(proc, 5 * second);
        assert_string_equal(proc_ending(proc), rows[i].ending);
        assert_false(proc_alive(proc));
        proc_delete(proc);
    }
    Proc *proc = start_shell("sleep 20");
    assert_true(proc_alive(proc));
    assert_string_equal(proc_ending(proc), "still running");
    proc_end(proc, 0);
    assert_string_equal(proc_ending(proc), "had to be killed");
    proc_delete(proc);
}

static void ending_is_as_gentle_as_it_can_be_and_never_slow(void **state) {
    (void)state;
    static const struct {
        const char *name, *script;
        int64_t most_ms;
    } rows[] = {
        { "closing its input is enough", "while read line; do :; done", 1000 },
        { "it heeds SIGTERM", "exec sleep 20", 1500 },
        { "it heeds nothing", "trap '' TERM INT HUP; while :; do sleep 1; done", 1500 },
        { "it writes and heeds nothing", "trap '' TERM; while :; do echo x; echo y >&2; done", 1500 },
    };
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        Proc *proc = start_shell(rows[i].script);
        mono_sleep_ns(50 * ms);
        const int64_t began_ns = mono_ns();
        proc_end(proc, 200 * ms);
        const int64_t took_ns = mono_ns() - began_ns;
        if (took_ns > rows[i].most_ms * ms) fail_msg("%s: took %lld ms", rows[i].name, (long long)(took_ns / ms));
        if (i == 0) assert_string_equal(proc_ending(proc), "exited with code 0");
        else assert_string_equal(proc_ending(proc), "had to be killed");
        proc_delete(proc);
    }
}

static void a_whole_group_ends_with_its_process(void **state) {
    (void)state;
    const char *line;
    int64_t arrived_ns;
    Proc *proc = start_shell("sleep 100 & echo $!; read line; exit 0");
    assert_int_equal(proc_read(proc, soon(), &line, &arrived_ns), PROC_LINE);
    const long grandchild = strtol(line, NULL, 10);
    assert_true(is_running(grandchild));
    say(proc, "end\n");
    /* The grandchild holds the output open, but nobody will answer any more. */
    const int64_t began_ns = mono_ns();
    assert_int_equal(read_until(proc, soon()), PROC_CLOSED);
    assert_true(mono_ns() - began_ns < second);
    proc_delete(proc);
    assert_true(is_gone_soon(grandchild));
}

static void a_process_ends_with_the_thread_that_started_it(void **state) {
    (void)state;
    int ends[2];
    assert_int_equal(pipe(ends), 0);
    const pid_t runner = fork();
    if (runner == 0) {
        static const char *const args[] = { "100", NULL };
        Proc *proc = proc_start(&(ProcSpec){ .command = "sleep", .args = args, .cpu = -1 }, NULL);
        if (!proc) _exit(1);
        const char *line;
        int64_t arrived_ns;
        proc_read(proc, mono_ns() + 100 * ms, &line, &arrived_ns);
        /* Its number is the newest of our children. */
        char path[64], text[32] = "";
        snprintf(path, sizeof path, "/proc/self/task/%d/children", (int)getpid());
        FILE *children = fopen(path, "r");
        if (!children || !fgets(text, sizeof text, children)) _exit(1);
        if (write(ends[1], text, sizeof text) != sizeof text) _exit(1);
        raise(SIGKILL);
    }
    char text[32] = "";
    close(ends[1]);
    assert_int_equal(read(ends[0], text, sizeof text), sizeof text);
    close(ends[0]);
    waitpid(runner, NULL, 0);
    const long child = strtol(text, NULL, 10);
    assert_true(child > 0);
    assert_true(is_gone_soon(child));
}

static void standard_error_is_kept_to_its_last_line(void **state) {
    (void)state;
    Proc *proc = start_shell("i=0; while [ $i -lt 20000 ]; do echo noise $i of the engine >&2; i=$((i+1)); done; "
                             "echo the last words >&2; printf 'not whole' >&2; echo done; read line");
    expect_line(proc, "done");
    assert_string_equal(proc_last_error_line(proc), "the last words");
    proc_end(proc, second);
    proc_delete(proc);
    proc = start_shell("echo ok");
    expect_line(proc, "ok");
    assert_string_equal(proc_last_error_line(proc), "");
    proc_delete(proc);
}

static void usage_is_known_before_and_after_the_end(void **state) {
    (void)state;
    Proc *proc = start_shell("i=0; while [ $i -lt 100000 ]; do i=$((i+1)); done; echo done; read line");
    int64_t cpu_ns, peak_kb;
    expect_line(proc, "done");
    proc_usage(proc, &cpu_ns, &peak_kb);
    assert_true(cpu_ns > 5 * ms && cpu_ns < 10 * second);
    assert_true(peak_kb > 100 && peak_kb < 1000000);
    proc_end(proc, second);
    proc_usage(proc, &cpu_ns, &peak_kb);
    assert_true(cpu_ns > 5 * ms && cpu_ns < 10 * second);
    assert_true(peak_kb > 100 && peak_kb < 1000000);
    proc_delete(proc);
}

static void running_out_of_descriptors_is_told_and_leaks_none(void **state) {
    (void)state;
    proc_delete(start_shell("exit 0")); /* the limit has been raised by now */
    struct rlimit files, few;
    getrlimit(RLIMIT_NOFILE, &files);
    const int before = open_descriptors();
    for (int spare = 0; spare < 8; spare++) {
        const int used = dup(0);
        close(used);
        few = files;
        few.rlim_cur = (rlim_t)(used + spare);
        setrlimit(RLIMIT_NOFILE, &few);
        Err err = { 0 };
        Proc *proc = proc_start(&(ProcSpec){ .command = "true", .cpu = -1 }, &err);
        setrlimit(RLIMIT_NOFILE, &files);
        assert_null(proc);
        assert_int_equal(err.kind, ERR_SYSTEM);
        assert_non_null(strstr(err.text, "Too many open files; raise the limit of open files (ulimit -n)"));
        assert_int_equal(open_descriptors(), before);
    }
}

static void many_processes_leave_nothing_behind(void **state) {
    (void)state;
    const int before = open_descriptors();
    for (int i = 0; i < 200; i++) {
        Proc *proc = start_shell("read line; echo \"$line\"");
        say(proc, "hello\n");
        expect_line(proc, "hello");
        if (i % 2) proc_end(proc, second);
        proc_delete(proc);
    }
    assert_int_equal(open_descriptors(), before);
    assert_int_equal(waitpid(-1, NULL, WNOHANG), -1);
    assert_int_equal(errno, ECHILD);
    proc_delete(NULL);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lines_come_one_by_one_and_nothing_behind_is_lost),
        cmocka_unit_test(what_was_written_just_before_the_end_is_read),
        cmocka_unit_test(a_deadline_is_kept),
        cmocka_unit_test(lines_without_end_do_not_push_the_deadline),
        cmocka_unit_test(a_line_too_long_is_a_flood),
        cmocka_unit_test(output_without_end_is_a_flood_unless_counted_anew),
        cmocka_unit_test(a_closed_input_is_told_without_a_signal),
        cmocka_unit_test(a_process_that_does_not_read_is_given_up_at_the_deadline),
        cmocka_unit_test(much_goes_both_ways_at_once),
        cmocka_unit_test(a_program_that_is_not_there_is_told_at_once),
        cmocka_unit_test(a_file_that_is_no_program_is_told_at_once),
        cmocka_unit_test(directory_environment_and_arguments_reach_it),
        cmocka_unit_test(a_command_with_a_slash_is_looked_for_in_its_directory),
        cmocka_unit_test(a_processor_and_a_nice_value_are_set),
        cmocka_unit_test(signals_are_as_a_program_expects_them),
        cmocka_unit_test(the_end_is_told_in_words),
        cmocka_unit_test(ending_is_as_gentle_as_it_can_be_and_never_slow),
        cmocka_unit_test(a_whole_group_ends_with_its_process),
        cmocka_unit_test(a_process_ends_with_the_thread_that_started_it),
        cmocka_unit_test(standard_error_is_kept_to_its_last_line),
        cmocka_unit_test(usage_is_known_before_and_after_the_end),
        cmocka_unit_test(running_out_of_descriptors_is_told_and_leaks_none),
        cmocka_unit_test(many_processes_leave_nothing_behind),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
