#define _XOPEN_SOURCE 700 /* realpath */
#include "engine/core/file.h"
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

enum { CHUNK = 64 * 1024 };

static bool ends_in_gz(const char *path) {
    const size_t len = strlen(path);
    return len > 3 && !strcmp(path + len - 3, ".gz");
}

static bool read_plain(const char *path, Buf *out, Err *err) {
    FILE *file = fopen(path, "rb");
    if (!file) return err_system(err, "read", path);
    char chunk[CHUNK];
    size_t count;
    while ((count = fread(chunk, 1, sizeof chunk, file)) > 0) buf_add_n(out, chunk, count);
    const bool good = !ferror(file);
    if (!good) err_system(err, "read", path);
    fclose(file);
    return good;
}

static bool read_gzip(const char *path, Buf *out, Err *err) {
    gzFile file = gzopen(path, "rb");
    if (!file) return err_system(err, "read", path);
    char chunk[CHUNK];
    int count, status = Z_OK;
    while ((count = gzread(file, chunk, sizeof chunk)) > 0) buf_add_n(out, chunk, (size_t)count);
    gzerror(file, &status);
    if (status == Z_ERRNO) err_system(err, "read", path);
    else if (count < 0 || status != Z_OK)
        err_set(err, ERR_INPUT, "%s: the compressed data is damaged or cut off", path);
    else if (gzdirect(file) && out->len)
        err_set(err, ERR_INPUT, "%s: is not a gzip file, although its name says so", path);
    else status = Z_STREAM_END;
    gzclose(file);
    return status == Z_STREAM_END;
}

bool file_read(const char *path, Buf *out, Err *err) {
    const size_t before = out->len;
    if (ends_in_gz(path) ? read_gzip(path, out, err) : read_plain(path, out, err)) return true;
    out->len = before;
    if (out->text) out->text[before] = 0;
    return false;
}

static bool write_all(int fd, const char *bytes, size_t len) {
    while (len) {
        const ssize_t count = write(fd, bytes, len);
        if (count < 0 && errno == EINTR) continue;
        if (count < 0) return false;
        bytes += count;
        len -= (size_t)count;
    }
    return true;
}

/* The gzip form of bytes, without a time stamp: the same text always gives the same file. */
static bool compress_gzip(const char *bytes, size_t len, Buf *out, Err *err) {
    z_stream stream = { 0 };
    const int window_bits_gzip = 15 + 16;
    if (deflateInit2(&stream, Z_BEST_COMPRESSION, Z_DEFLATED, window_bits_gzip, 9, Z_DEFAULT_STRATEGY) != Z_OK)
        return err_set(err, ERR_SYSTEM, "out of memory");
    unsigned char chunk[CHUNK];
    int status = Z_OK;
    while (status != Z_STREAM_END) {
        if (!stream.avail_in && len) {
            stream.next_in = (unsigned char *)(uintptr_t)bytes;
            stream.avail_in = (unsigned)(len < CHUNK ? len : CHUNK);
            bytes += stream.avail_in;
            len -= stream.avail_in;
        }
        stream.next_out = chunk;
        stream.avail_out = sizeof chunk;
        status = deflate(&stream, len ? Z_NO_FLUSH : Z_FINISH);
        buf_add_n(out, (const char *)chunk, sizeof chunk - stream.avail_out);
    }
    deflateEnd(&stream);
    return true;
}

/* The folder's entry must reach the disk too; a file system that cannot sync folders is left to itself. */
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

/* A new file beside path, its name in temp; -1 with errno set when there can be none. */
static int open_beside(const char *path, const struct stat *old, Buf *temp) {
    static atomic_uint serial;
    for (int attempt = 0; attempt < 100; attempt++) {
        buf_clear(temp);
        buf_addf(temp, "%s.%ld-%u.tmp", path, (long)getpid(), atomic_fetch_add(&serial, 1));
        const int fd = open(temp->text, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
        if (fd >= 0 && old) fchmod(fd, old->st_mode & 07777);
        if (fd >= 0 || errno != EEXIST) return fd;
    }
    return -1;
}

/* Fill and close a new file. A full disk may show at any of the three calls. */
static bool fill(int fd, const char *text, size_t len) {
    const bool written = write_all(fd, text, len) && fsync(fd) == 0;
    const int why = errno;
    if (close(fd) != 0 && written) return false;
    errno = why;
    return written;
}

static bool replace(const char *path, const struct stat *old, const char *text, size_t len, Err *err) {
    Buf temp = { 0 };
    const int fd = open_beside(path, old, &temp);
    const bool good = fd >= 0 && fill(fd, text, len) && rename(temp.text, path) == 0;
    if (good) {
        sync_folder(path);
    } else {
        err_system(err, "write", path);
        if (fd >= 0) unlink(temp.text);
    }
    buf_free(&temp);
    return good;
}

/* Devices and pipes cannot be replaced, only written to. */
static bool write_through(const char *path, const char *text, size_t len, Err *err) {
    const int fd = open(path, O_WRONLY | O_CLOEXEC);
    if (fd < 0) return err_system(err, "write", path);
    const bool good = write_all(fd, text, len);
    if (!good) err_system(err, "write", path);
    close(fd);
    return good;
}

bool file_write(const char *path, const char *text, size_t len, Err *err) {
    Buf packed = { 0 };
    if (ends_in_gz(path)) {
        if (!compress_gzip(text, len, &packed, err)) return false;
        text = packed.text;
        len = packed.len;
    }
    struct stat old;
    const bool exists = stat(path, &old) == 0;
    char *target = exists ? realpath(path, NULL) : NULL; /* a link stays a link */
    bool good;
    if (exists && S_ISDIR(old.st_mode)) {
        errno = EISDIR;
        good = err_system(err, "write", path);
    } else if (exists && !S_ISREG(old.st_mode)) {
        good = write_through(path, text, len, err);
    } else {
        good = replace(target ? target : path, exists ? &old : NULL, text, len, err);
    }
    free(target);
    buf_free(&packed);
    return good;
}

bool file_exists(const char *path) {
    struct stat info;
    return stat(path, &info) == 0;
}

/* Is there <root><subfolder>/<relative>? Then out gets that path. */
static bool try_root(const char *root, size_t root_len, const char *subfolder, const char *relative, Buf *out) {
    const size_t before = out->len;
    buf_add_n(out, root, root_len);
    buf_addf(out, "%s/%s", subfolder, relative);
    if (file_exists(out->text + before)) return true;
    out->len = before;
    out->text[before] = 0;
    return false;
}

/* A built binary stands in <tree>/build/<preset>/bin, an installed one in <prefix>/bin with the data in
 * <prefix>/share/xqlab. The climb ends at the tree's root, so that no stranger's folder above is searched. */
static bool find_near_binary(const char *relative, Buf *out) {
    enum { PATH_SIZE = 4096, LEVELS = 4, PREFIX_LEVEL = 1 };
    char binary[PATH_SIZE];
    const ssize_t count = readlink("/proc/self/exe", binary, sizeof binary);
    if (count <= 0 || count == sizeof binary) return false;
    size_t len = (size_t)count;
    for (int level = 0; level < LEVELS && len; level++) {
        while (binary[--len] != '/') continue;
        if (try_root(binary, len, "", relative, out)) return true;
        if (level == PREFIX_LEVEL && try_root(binary, len, "/share/xqlab", relative, out)) return true;
    }
    return false;
}

bool file_find_data(const char *relative, Buf *out) {
    if (file_exists(relative)) {
        buf_add(out, relative);
        return true;
    }
    if (relative[0] == '/') return false;
    const char *data = getenv("XQLAB_DATA");
    if (data && *data && try_root(data, strlen(data), "", relative, out)) return true;
    return find_near_binary(relative, out);
}

bool text_next_line(const char **cursor, const char **line, size_t *len) {
    if (!**cursor) return false;
    *line = *cursor;
    *len = strcspn(*cursor, "\n");
    *cursor += *len + ((*cursor)[*len] == '\n');
    if (*len && (*line)[*len - 1] == '\r') --*len;
    return true;
}
