#include "engine/core/file.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>
#include "engine/core/draft.h"

enum { CHUNK = 64 * 1024, DEVICE_MAX = 64 << 20 };

/* A device such as /dev/zero never ends, and would fill the memory. */
static bool is_endless(FILE *file, size_t count) {
    struct stat info;
    return count > DEVICE_MAX && fstat(fileno(file), &info) == 0 && S_ISCHR(info.st_mode);
}

static bool read_plain(const char *path, Buf *out, Err *err) {
    FILE *file = fopen(path, "rb");
    if (!file) return err_system(err, "read", path);
    const size_t before = out->len;
    char chunk[CHUNK];
    size_t count;
    bool good = true;
    while (good && (count = fread(chunk, 1, sizeof chunk, file)) > 0) {
        buf_add_n(out, chunk, count);
        if (is_endless(file, out->len - before)) good = err_set(err, ERR_INPUT, "%s: is a device without an end, no file", path);
    }
    if (good && ferror(file)) good = err_system(err, "read", path);
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

bool file_is_gzip(const char *path) {
    const size_t len = strlen(path);
    return len > 3 && !strcmp(path + len - 3, ".gz");
}

bool file_read(const char *path, Buf *out, Err *err) {
    const size_t before = out->len;
    if (file_is_gzip(path) ? read_gzip(path, out, err) : read_plain(path, out, err)) return true;
    out->len = before;
    if (out->text) out->text[before] = 0;
    return false;
}

bool file_check_text(const char *path, const char *bytes, size_t len, Err *err) {
    const char *zero = memchr(bytes, 0, len);
    int line = 1;
    if (!zero) return true;
    for (const char *at = bytes; at < zero; at++) line += *at == '\n';
    return err_set(err, ERR_INPUT, "%s:%d: holds a zero byte, so it is no text", path, line);
}

const char *file_behind_mark(const char *text) {
    static const char byte_order_mark[] = "\xef\xbb\xbf";
    const size_t mark = sizeof byte_order_mark - 1;
    return strncmp(text, byte_order_mark, mark) ? text : text + mark;
}

bool file_read_text(const char *path, Buf *out, Err *err) {
    Buf bytes = { 0 };
    const bool good = file_read(path, &bytes, err) && file_check_text(path, buf_text(&bytes), bytes.len, err);
    if (good) buf_add(out, file_behind_mark(buf_text(&bytes)));
    buf_free(&bytes);
    return good;
}

bool file_write(const char *path, const char *text, size_t len, Err *err) {
    Draft *draft = draft_new(path, err);
    if (draft && draft_add(draft, text, len, err)) return draft_commit(draft, err);
    draft_drop(draft);
    return false;
}

bool file_exists(const char *path) {
    struct stat info;
    return stat(path, &info) == 0;
}

bool file_is_same(const char *a, const char *b) {
    struct stat x, y;
    return stat(a, &x) == 0 && stat(b, &y) == 0 && x.st_dev == y.st_dev && x.st_ino == y.st_ino;
}

/* The folder that path stands in, with its slash. */
static void add_folder(const char *path, Buf *out) {
    const char *slash = strrchr(path, '/');
    if (slash) buf_add_n(out, path, (size_t)(slash - path) + 1);
    else buf_add(out, "./");
}

static const char *name_in_folder(const char *path) {
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

/* Would two files that aren't there yet be one? */
static bool will_be_same(const char *a, const char *b) {
    Buf folder = { 0 }, other = { 0 };
    add_folder(a, &folder);
    add_folder(b, &other);
    const bool same = !strcmp(name_in_folder(a), name_in_folder(b)) && file_is_same(buf_text(&folder), buf_text(&other));
    buf_free(&folder);
    buf_free(&other);
    return same;
}

static bool is_plain(const char *path) {
    struct stat info;
    return stat(path, &info) != 0 || S_ISREG(info.st_mode);
}

static bool is_one_file(const char *a, const char *b) {
    return is_plain(a) && (file_is_same(a, b) || will_be_same(a, b));
}

static bool check_pair(const FileUse *a, const FileUse *b, Err *err) {
    if (!(a->is_output || b->is_output) || !a->path || !b->path || !*a->path || !*b->path || !is_one_file(a->path, b->path)) return true;
    if (a->is_output && b->is_output) return err_set(err, ERR_INPUT, "%s: both %s and %s would write it; name a file for each", b->path, a->role, b->role);
    const FileUse *out = a->is_output ? a : b, *in = a->is_output ? b : a;
    return err_set(err, ERR_INPUT, "%s: is read (%s), and %s would replace it; name another file", out->path, in->role, out->role);
}

bool file_check_outputs(const FileUse *uses, size_t count, Err *err) {
    for (size_t i = 1; i < count; i++)
        for (size_t k = 0; k < i; k++)
            if (!check_pair(&uses[k], &uses[i], err)) return false;
    return true;
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

void file_data_path(const char *relative, Buf *out) {
    if (!file_find_data(relative, out)) buf_add(out, relative);
}

bool file_read_data(const char *relative, Buf *out, Err *err) {
    Buf path = { 0 };
    file_data_path(relative, &path);
    const bool good = file_read_text(buf_text(&path), out, err);
    buf_free(&path);
    return good;
}

bool text_next_line(const char **cursor, const char **line, size_t *len) {
    if (!**cursor) return false;
    *line = *cursor;
    *len = strcspn(*cursor, "\n");
    *cursor += *len + ((*cursor)[*len] == '\n');
    if (*len && (*line)[*len - 1] == '\r') --*len;
    return true;
}
