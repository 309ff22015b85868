#include "bench/cmd/ab_build.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "bench/proc/proc.h"
#include "engine/core/mono.h"

/* Run a program to its end; its lines are appended to out (may be NULL). */
static bool run(const char *command, const char *const *args, const char *directory, const atomic_bool *stop, Buf *out, Err *err) {
    const ProcSpec spec = { .command = command, .args = args, .directory = directory, .cpu = -1 };
    Proc *proc = proc_start(&spec, err);
    if (!proc) return false;
    ProcRead read = PROC_LINE;
    while (read == PROC_LINE || read == PROC_TIMEOUT) {
        const char *line;
        int64_t arrived_ns;
        if (stop && atomic_load(stop)) break;
        read = proc_read(proc, mono_ns() + 200000000, &line, &arrived_ns);
        if (read == PROC_LINE && out) {
            buf_add(out, line);
            buf_add_char(out, '\n');
        }
        proc_mark(proc);
    }
    const int64_t grace_ns = INT64_C(2000000000);
    char said[256];
    proc_end(proc, read == PROC_CLOSED ? grace_ns : 0);
    snprintf(said, sizeof said, "%.255s", proc_last_error_line(proc));
    const bool good = read == PROC_CLOSED && !strcmp(proc_ending(proc), "exited with code 0");
    if (!good && stop && atomic_load(stop)) err_set(err, ERR_INTERRUPTED, "interrupted while building");
    else if (!good) err_set(err, ERR_INPUT, "%s%s%s", proc_ending(proc), *said ? ": " : "", said);
    proc_delete(proc);
    return good;
}

static bool is_program(const char *path) {
    struct stat info;
    return lstat(path, &info) == 0 && S_ISREG(info.st_mode) && access(path, X_OK) == 0;
}

/* The one executable that the build made: files that git doesn't track, but for the remains of build tools. */
static bool find_program(const char *tree, const AbRecipe *recipe, Buf *out, Err *err) {
    static const char *const args[] = { "ls-files", "--others", NULL };
    Buf files = { 0 }, path = { 0 };
    bool good = run("git", args, tree, recipe->stop, &files, err);
    int found = 0;
    for (char *at = files.text, *end; good && at && (end = strchr(at, '\n')); at = end + 1) {
        *end = 0;
        buf_clear(&path);
        buf_addf(&path, "%s/%s", tree, at);
        if (strstr(at, "CMakeFiles/") || strstr(at, ".so") || !is_program(buf_text(&path))) continue;
        if (!found++) buf_add(out, buf_text(&path));
        else if (found == 2) good = err_set(err, ERR_INPUT, "the build made more than one program, such as %s and %s: name one with --engine",
                                            buf_text(out) + strlen(tree) + 1, at);
    }
    if (good && !found) good = err_set(err, ERR_INPUT, "the build made no program that git doesn't track: name it with --engine");
    buf_free(&files);
    buf_free(&path);
    return good;
}

static bool make_one(const AbRecipe *recipe, const char *revision, AbBuild *out, int which, Err *err) {
    Buf tree = { 0 };
    buf_addf(&tree, "%s/%c", buf_text(&out->folder), 'a' + which);
    const char *const checkout[] = { "-C", recipe->repo, "worktree", "add", "--detach", buf_text(&tree), revision, NULL };
    const char *const build[] = { "-c", recipe->build, NULL };
    bool good = run("git", checkout, NULL, recipe->stop, NULL, err) || err_prefix(err, "git can't check out '%s' of %s: ", revision, recipe->repo);
    out->added[which] = good;
    good = good && (run("sh", build, buf_text(&tree), recipe->stop, NULL, err) || err_prefix(err, "building '%s' by '%s': ", revision, recipe->build));
    Buf *program = &out->program[which];
    if (good && *recipe->engine) {
        buf_addf(program, "%s/%s", buf_text(&tree), recipe->engine);
        good = is_program(buf_text(program)) || err_set(err, ERR_INPUT, "building '%s': there is no program %s", revision, recipe->engine);
    } else if (good) {
        good = find_program(buf_text(&tree), recipe, program, err) || err_prefix(err, "building '%s': ", revision);
    }
    buf_free(&tree);
    return good;
}

bool ab_build_make(const AbRecipe *recipe, const char *const revisions[2], AbBuild *out, Err *err) {
    const char *temporary = getenv("TMPDIR");
    *out = (AbBuild){ .added = { false, false } };
    buf_addf(&out->folder, "%s/xqbench_ab_XXXXXX", temporary && *temporary ? temporary : "/tmp");
    if (!mkdtemp(out->folder.text)) {
        err_system(err, "make the folder", buf_text(&out->folder));
        buf_clear(&out->folder);
        return false;
    }
    for (int i = 0; i < 2; i++)
        if (!make_one(recipe, revisions[i], out, i, err)) return false;
    return true;
}

/* Also after an interruption, so nothing is asked whether to stop. */
void ab_build_remove(const AbRecipe *recipe, AbBuild *build) {
    for (int i = 0; i < 2; i++) {
        Buf tree = { 0 };
        buf_addf(&tree, "%s/%c", buf_text(&build->folder), 'a' + i);
        const char *const remove[] = { "-C", recipe->repo, "worktree", "remove", "--force", buf_text(&tree), NULL };
        if (build->added[i]) run("git", remove, NULL, NULL, NULL, NULL);
        buf_free(&tree);
        buf_free(&build->program[i]);
    }
    if (*buf_text(&build->folder)) rmdir(buf_text(&build->folder));
    buf_free(&build->folder);
    *build = (AbBuild){ .added = { false, false } };
}
