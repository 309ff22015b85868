/* Which file a command means. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "bench/proc/proc.h"

/* Searched after PATH: Debian installs engines there, and root's PATH leaves it out. */
static const char games[] = "/usr/games:/usr/local/games";

typedef enum { FILE_MISSING, FILE_NOT_RUNNABLE, FILE_RUNNABLE } FileState;

static FileState state_of(const char *path) {
    struct stat info;
    if (stat(path, &info) != 0) return FILE_MISSING;
    return S_ISREG(info.st_mode) && access(path, X_OK) == 0 ? FILE_RUNNABLE : FILE_NOT_RUNNABLE;
}

/* Look in folders "a:b:c" (an empty one is here); FILE_RUNNABLE puts the path in *path. */
static FileState search(const char *folders, const char *command, Buf *path) {
    FileState best = FILE_MISSING;
    for (const char *at = folders; at; at = strchr(at, ':') ? strchr(at, ':') + 1 : NULL) {
        const size_t len = strcspn(at, ":");
        buf_clear(path);
        if (len) buf_addf(path, "%.*s/%s", (int)len, at, command);
        else buf_addf(path, "./%s", command);
        const FileState state = state_of(path->text);
        if (state > best) best = state;
        if (state == FILE_RUNNABLE) break;
    }
    return best;
}

static FileState find(const char *command, const char *directory, Buf *path) {
    if (!strchr(command, '/')) {
        const char *folders = getenv("PATH");
        const FileState state = search(folders && *folders ? folders : "/usr/local/bin:/usr/bin:/bin", command, path);
        return state == FILE_MISSING ? search(games, command, path) : state;
    }
    FileState state = FILE_MISSING;
    if (directory && *command != '/') {
        buf_addf(path, "%s/%s", directory, command);
        state = state_of(path->text);
    }
    if (state != FILE_MISSING) return state;
    buf_clear(path);
    buf_add(path, command);
    return state_of(path->text);
}

bool proc_find(const char *command, const char *directory, Buf *out, Err *err) {
    Buf path = { 0 };
    const FileState state = *command ? find(command, directory, &path) : FILE_MISSING;
    if (state == FILE_RUNNABLE) buf_add(out, path.text);
    buf_free(&path);
    if (state == FILE_RUNNABLE) return true;
    if (state == FILE_NOT_RUNNABLE)
        return err_set(err, ERR_INPUT, "'%s' is no program: not a file that may be executed", command);
    if (!*command) return err_set(err, ERR_INPUT, "the command is empty");
    if (strchr(command, '/')) return err_set(err, ERR_INPUT, "there is no program '%s'", command);
    return err_set(err, ERR_INPUT, "there is no program '%s' in PATH; give its path, or install it", command);
}
