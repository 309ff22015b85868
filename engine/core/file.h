/* Whole files: read as one text, written so that nothing half-written is ever seen. */
#ifndef ENGINE_CORE_FILE_H
#define ENGINE_CORE_FILE_H
#include "engine/core/buf.h"
#include "engine/core/err.h"

/* Append the file's bytes to out; gzip-compressed files (.gz) are unpacked on the way. out is unchanged on error. */
bool file_read(const char *path, Buf *out, Err *err);
/* The same for a text of lines: a byte order mark at its start is left out, and a zero byte is an error that names its line. */
bool file_read_text(const char *path, Buf *out, Err *err);
/* Its two steps, for who has the bytes: is there no zero byte among them, and where does the text begin? */
bool file_check_text(const char *path, const char *bytes, size_t len, Err *err);
const char *file_behind_mark(const char *text);
/* Does the name say that the file is gzip-compressed? */
bool file_is_gzip(const char *path);
/* Write text to path through a draft (draft.h): the old content or the whole new one. */
bool file_write(const char *path, const char *text, size_t len, Err *err);
/* Does the file exist? */
bool file_exists(const char *path);
/* Do both paths lead to one file that exists? */
bool file_is_same(const char *a, const char *b);
/* A file that a command reads or writes; what it does both with is an output. */
typedef struct {
    const char *role; /* as the user calls it, "--html" */
    const char *path; /* NULL or "": none */
    bool is_output;
} FileUse;
/* Does every output have a file to itself, which is none of the inputs? Asked before any work; files that don't exist yet and links
 * count too, devices and pipes may have several uses. Else *err names the file and both roles. */
bool file_check_outputs(const FileUse *uses, size_t count, Err *err);
/* Find a data file of the project ("configs/variants/full.yaml"): as given, under $XQLAB_DATA, beside the
 * binary's tree, under the install prefix. out gets the path; false when it is nowhere. */
bool file_find_data(const char *relative, Buf *out);
/* The path that file_find_data finds, else the one given: reading that says what is wrong. */
void file_data_path(const char *relative, Buf *out);
/* file_read_text of that file. */
bool file_read_data(const char *relative, Buf *out, Err *err);
/* The next line of text at *cursor (moved on), without its line end; false at the end. */
bool text_next_line(const char **cursor, const char **line, size_t *len);
#endif
