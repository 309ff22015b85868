#define _XOPEN_SOURCE 700 /* realpath */
#include "engine/core/draft.h"
#include <errno.h>
#include <fcntl.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>
#include "engine/core/arena.h"
#include "engine/core/buf.h"
#include "engine/core/file.h"

enum { CHUNK = 64 * 1024 };

struct Draft {
    char *path;     /* as the caller calls it, for messages */
    char *target;   /* where it will stand, links followed */
    Buf temp;       /* the file meanwhile; empty for what can't be replaced */
    int fd;
    bool packing, finished;
    z_stream gzip;
    Buf pending;    /* bytes not written yet */
};

/* Opening. */

/* A new file beside the target, its name in draft->temp; -1 with errno set when there can be none. */
static int open_beside(Draft *draft, const struct stat *old) {
    static atomic_uint serial;
    for (int attempt = 0; attempt < 100; attempt++) {
        buf_clear(&draft->temp);
        buf_addf(&draft->temp, "%s.%ld-%u.tmp", draft->target, (long)getpid(), atomic_fetch_add(&serial, 1));
        const int fd = open(draft->temp.text, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
        if (fd >= 0 && old) fchmod(fd, old->st_mode & 07777);
        if (fd >= 0 || errno != EEXIST) return fd;
    }
    return -1;
}

/* Devices and pipes can't be replaced, only written to. */
static int open_target(Draft *draft) {
    struct stat old;
    const bool exists = stat(draft->path, &old) == 0;
    draft->target = exists ? realpath(draft->path, NULL) : mem_strdup(draft->path); /* a link stays a link */
    if (!draft->target) return -1;
    if (!exists || S_ISREG(old.st_mode)) return open_beside(draft, exists ? &old : NULL);
    if (!S_ISDIR(old.st_mode)) return open(draft->path, O_WRONLY | O_CLOEXEC);
    errno = EISDIR;
    return -1;
}

/* Does an SQLite database stand there? A slip on the command line must not cost the games in it. */
static bool holds_database(const char *path) {
    static const char magic[16] = "SQLite format 3";
    char start[sizeof magic];
    struct stat old;
    if (stat(path, &old) != 0 || !S_ISREG(old.st_mode)) return false; /* reading a pipe would wait */
    FILE *file = fopen(path, "rb");
    if (!file) return false;
    const bool whole = fread(start, 1, sizeof start, file) == sizeof start;
    fclose(file);
    return whole && memcmp(start, magic, sizeof magic) == 0;
}

bool draft_may_replace(const char *path, Err *err) {
    return !holds_database(path) ||
           err_set(err, ERR_INPUT, "cannot write %s: a database stands there, which is not replaced; name another file", path);
}

Draft *draft_new(const char *path, Err *err) {
    const int window_bits_gzip = 15 + 16;
    if (!draft_may_replace(path, err)) return NULL;
    Draft *draft = mem_zalloc(1, sizeof *draft);
    draft->path = mem_strdup(path);
    draft->fd = open_target(draft);
    if (draft->fd < 0) {
        err_system(err, "write", path);
        buf_clear(&draft->temp); /* there is no such file */
    } else if (!file_is_gzip(path)) {
        return draft;
    } else if (deflateInit2(&draft->gzip, Z_BEST_COMPRESSION, Z_DEFLATED, window_bits_gzip, 9, Z_DEFAULT_STRATEGY) == Z_OK) {
        draft->packing = true; /* without a time stamp: the same text always gives the same file */
        return draft;
    } else {
        err_set(err, ERR_SYSTEM, "out of memory");
    }
    draft_drop(draft);
    return NULL;
}

/* Writing. */

static bool write_pending(Draft *draft, Err *err) {
    const char *bytes = draft->pending.text;
    size_t left = draft->pending.len;
    while (left) {
        const ssize_t count = write(draft->fd, bytes, left);
        if (count < 0 && errno == EINTR) continue;
        if (count < 0) return err_system(err, "write", draft->path);
        bytes += count;
        left -= (size_t)count;
    }
    buf_clear(&draft->pending);
    return true;
}

/* Compress bytes into what is pending; the last call ends the stream. */
static bool pack(Draft *draft, const char *bytes, size_t len, bool last, Err *err) {
    unsigned char chunk[CHUNK];
    int status = Z_OK;
    do {
        if (!draft->gzip.avail_in && len) {
            draft->gzip.next_in = (unsigned char *)(uintptr_t)bytes;
            draft->gzip.avail_in = (unsigned)(len < CHUNK ? len : CHUNK);
            bytes += draft->gzip.avail_in;
            len -= draft->gzip.avail_in;
        }
        draft->gzip.next_out = chunk;
        draft->gzip.avail_out = sizeof chunk;
        status = deflate(&draft->gzip, last && !len ? Z_FINISH : Z_NO_FLUSH);
        buf_add_n(&draft->pending, (const char *)chunk, sizeof chunk - draft->gzip.avail_out);
        if (draft->pending.len >= CHUNK && !write_pending(draft, err)) return false;
    } while (len || draft->gzip.avail_in || (last && status != Z_STREAM_END));
    return true;
}

bool draft_add(Draft *draft, const char *bytes, size_t len, Err *err) {
    if (draft->packing) return pack(draft, bytes, len, false, err);
    buf_add_n(&draft->pending, bytes, len);
    return draft->pending.len < CHUNK || write_pending(draft, err);
}

/* Ending. */

static void release(Draft *draft) {
    if (draft->fd >= 0) close(draft->fd);
    if (draft->packing) deflateEnd(&draft->gzip);
    if (draft->temp.len) unlink(draft->temp.text);
    buf_free(&draft->temp);
    buf_free(&draft->pending);
    free(draft->target);
    free(draft->path);
    free(draft);
}

void draft_drop(Draft *draft) {
    if (draft) release(draft);
}

/* The folder's entry must reach the disk too; a file system that can't sync folders is left to itself. */
static void sync_folder(const char *path) {
    char *folder = mem_strdup(path);
    char *slash = strrchr(folder, '/');
    if (slash) slash[slash == folder] = 0;
    const int fd = open(slash ? folder : ".", O_RDONLY | O_CLOEXEC);
    if (fd >= 0) {
        fsync(fd);
        close(fd);
    }
    free(folder);
}

/* A full disk may show at any of these calls. */
static bool close_and_rename(Draft *draft, Err *err) {
    const bool replaces = draft->temp.len > 0;
    const int fd = draft->fd;
    draft->fd = -1;
    if (close(fd) != 0) return err_system(err, "write", draft->path);
    if (!replaces) return true;
    if (rename(draft->temp.text, draft->target) != 0) return err_system(err, "write", draft->path);
    buf_clear(&draft->temp);
    sync_folder(draft->target);
    return true;
}

bool draft_finish(Draft *draft, Err *err) {
    if (draft->finished) return true;
    if ((draft->packing && !pack(draft, "", 0, true, err)) || !write_pending(draft, err)) return false;
    if (draft->temp.len && fsync(draft->fd) != 0) return err_system(err, "write", draft->path);
    return draft->finished = true;
}

bool draft_commit(Draft *draft, Err *err) {
    const bool good = draft_finish(draft, err) && close_and_rename(draft, err);
    release(draft);
    return good;
}

bool draft_try(const char *path, Err *err) {
    struct stat old;
    /* Whoever reads a pipe would see it end, and who opens one without a reader waits. */
    if (stat(path, &old) == 0 && !S_ISREG(old.st_mode) && !S_ISDIR(old.st_mode)) return access(path, W_OK) == 0 || err_system(err, "write", path);
    Draft *draft = draft_new(path, err);
    draft_drop(draft);
    return draft != NULL;
}
