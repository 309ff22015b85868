#define _XOPEN_SOURCE 700 /* mkdtemp, realpath */
#include "engine/tests/test.h"
#include <dirent.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <signal.h>
#include <unistd.h>
#include "engine/core/file.h"

enum { PATH_SIZE = 128 };
typedef struct {
    char folder[PATH_SIZE / 2];
    char path[PATH_SIZE]; /* of a file in it that does not exist yet */
} Place;

static int open_place(void **state) {
    static Place place;
    snprintf(place.folder, sizeof place.folder, "/tmp/test_file_XXXXXX");
    if (!mkdtemp(place.folder)) return -1;
    snprintf(place.path, sizeof place.path, "%s/data", place.folder);
    *state = &place;
    return 0;
}

static int close_place(void **state) {
    char command[PATH_SIZE];
    snprintf(command, sizeof command, "rm -rf '%s'", ((Place *)*state)->folder);
    return system(command);
}

static int count_files(const char *folder) {
    DIR *dir = opendir(folder);
    int count = 0;
    assert_non_null(dir);
    for (struct dirent *entry; (entry = readdir(dir));) count += entry->d_name[0] != '.';
    closedir(dir);
    return count;
}

static void write_text(const char *path, const char *text) {
    Err err = { 0 };
    if (!file_write(path, text, strlen(text), &err)) fail_msg("%s", err.text);
}

static void assert_holds(const char *path, const char *text) {
    Buf read = { 0 };
    Err err = { 0 };
    if (!file_read(path, &read, &err)) fail_msg("%s", err.text);
    assert_string_equal(buf_text(&read), text);
    buf_free(&read);
}

static void what_is_written_is_read(void **state) {
    const Place *place = *state;
    write_text(place->path, "first\n");
    assert_holds(place->path, "first\n");
    write_text(place->path, "");
    assert_holds(place->path, "");
    assert_int_equal(count_files(place->folder), 1);
}

static void reading_appends_and_keeps_zero_bytes(void **state) {
    const Place *place = *state;
    Buf text = { 0 };
    Err err = { 0 };
    assert_true(file_write(place->path, "a\0b", 3, &err));
    buf_add(&text, "x");
    assert_true(file_read(place->path, &text, &err));
    assert_int_equal(text.len, 4);
    assert_memory_equal(text.text, "xa\0b", 5);
    buf_free(&text);
}

static void a_text_has_no_byte_order_mark_and_no_zero_byte(void **state) {
    const Place *place = *state;
    static const struct { const char *bytes; size_t len; const char *text, *says; } rows[] = {
        { "\xef\xbb\xbf" "a\nb\n", 7, "a\nb\n", NULL },
        { "\xef\xbb\xbf", 3, "", NULL },
        { "\xef\xbb", 2, "\xef\xbb", NULL },
        { "a\xef\xbb\xbf", 4, "a\xef\xbb\xbf", NULL },
        { "", 0, "", NULL },
        { "a\nb\nc\0d\n", 8, NULL, ":3: holds a zero byte, so it is no text" },
        { "\0", 1, NULL, ":1: holds a zero byte" },
    };
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        Buf text = { 0 };
        Err err = { 0 };
        assert_true(file_write(place->path, rows[i].bytes, rows[i].len, &err));
        buf_add(&text, "x");
        const bool read = file_read_text(place->path, &text, &err);
        assert_int_equal(read, rows[i].text != NULL);
        assert_string_equal(buf_text(&text) + 1, read ? rows[i].text : "");
        if (!read && !strstr(err.text, rows[i].says)) fail_msg("%s", err.text);
        buf_free(&text);
    }
}

static void a_gz_name_means_compressed(void **state) {
    const Place *place = *state;
    char path[PATH_SIZE + 8], command[2 * PATH_SIZE];
    Buf big = { 0 }, read = { 0 };
    Err err = { 0 };
    for (int i = 0; i < 50000; i++) buf_addf(&big, "line %d\n", i);
    snprintf(path, sizeof path, "%s.gz", place->path);
    assert_true(file_write(path, big.text, big.len, &err));
    assert_true(file_read(path, &read, &err));
    assert_int_equal(read.len, big.len);
    assert_memory_equal(read.text, big.text, big.len);
    struct stat info;
    assert_int_equal(stat(path, &info), 0);
    assert_true((size_t)info.st_size < big.len / 3);
    snprintf(command, sizeof command, "gzip -t '%s'", path);
    assert_int_equal(system(command), 0);
    write_text(path, "");
    assert_holds(path, "");
    buf_free(&big);
    buf_free(&read);
}

static void damaged_gz_files_are_refused(void **state) {
    const Place *place = *state;
    char path[PATH_SIZE + 8], expected[2 * PATH_SIZE];
    Buf packed = { 0 }, out = { 0 };
    Err err = { 0 };
    snprintf(path, sizeof path, "%s.gz", place->path);
    Buf text = { 0 };
    for (int i = 0; i < 1000; i++) buf_addf(&text, "line %d\n", i * i);
    assert_true(file_write(path, text.text, text.len, &err));
    /* Copied under a name without .gz, the compressed bytes come as they are. */
    assert_int_equal(rename(path, place->path), 0);
    assert_true(file_read(place->path, &packed, &err));
    assert_true(packed.len > 100);
    snprintf(expected, sizeof expected, "%s: the compressed data is damaged or cut off", path);
    buf_add(&out, "kept");
    for (int damage = 0; damage < 2; damage++) {
        FILE *file = fopen(path, "wb");
        if (damage) packed.text[packed.len / 2] ^= 0x55;
        fwrite(packed.text, 1, damage ? packed.len : packed.len / 2, file);
        fclose(file);
        assert_false(file_read(path, &out, &err));
        assert_string_equal(err.text, expected);
        assert_string_equal(buf_text(&out), "kept");
    }
    FILE *file = fopen(path, "wb");
    fputs("plain text", file);
    fclose(file);
    assert_false(file_read(path, &out, &err));
    snprintf(expected, sizeof expected, "%s: is not a gzip file, although its name says so", path);
    assert_string_equal(err.text, expected);
    assert_string_equal(buf_text(&out), "kept");
    buf_free(&text);
    buf_free(&packed);
    buf_free(&out);
}

static void files_that_cannot_be_read_are_named(void **state) {
    const Place *place = *state;
    Buf out = { 0 };
    Err err = { 0 };
    assert_false(file_read("/nowhere/a", &out, &err));
    assert_string_equal(err.text, "cannot read /nowhere/a: No such file or directory");
    assert_int_equal(err.kind, ERR_SYSTEM);
    assert_false(file_read("/nowhere/a.gz", &out, &err));
    assert_string_equal(err.text, "cannot read /nowhere/a.gz: No such file or directory");
    assert_false(file_read(place->folder, &out, &err));
    char expected[PATH_SIZE * 2];
    snprintf(expected, sizeof expected, "cannot read %s: Is a directory", place->folder);
    assert_string_equal(err.text, expected);
    assert_null(out.text);
}

static void devices_without_an_end_are_refused(void **state) {
    (void)state;
    Buf out = { 0 };
    Err err = { 0 };
    assert_true(file_read("/dev/null", &out, &err));
    assert_false(file_read("/dev/zero", &out, &err));
    assert_string_equal(err.text, "/dev/zero: is a device without an end, no file");
    assert_int_equal(out.len, 0);
    buf_free(&out);
}

static void files_that_cannot_be_written_are_named(void **state) {
    const Place *place = *state;
    Err err = { 0 };
    char expected[PATH_SIZE * 2];
    assert_false(file_write("/nowhere/a", "x", 1, &err));
    assert_string_equal(err.text, "cannot write /nowhere/a: No such file or directory");
    assert_false(file_write(place->folder, "x", 1, &err));
    snprintf(expected, sizeof expected, "cannot write %s: Is a directory", place->folder);
    assert_string_equal(err.text, expected);
    if (access("/dev/full", W_OK) != 0) return;
    assert_false(file_write("/dev/full", "x", 1, &err));
    assert_string_equal(err.text, "cannot write /dev/full: No space left on device");
}

static void every_output_has_a_file_to_itself(void **state) {
    const Place *place = *state;
    write_text(place->path, "old");
    char *here = realpath(".", NULL);
    assert_int_equal(chdir(place->folder), 0);
    assert_int_equal(symlink("data", "link"), 0);
    assert_int_equal(mkdir("sub", 0755), 0);
    assert_int_equal(mkfifo("pipe", 0600), 0);
    static const struct { FileUse use[3]; const char *says; } rows[] = {
        { { { "DATA", "data", false }, { "--out", "new", true } }, NULL },
        { { { "A", "data", false }, { "B", "data", false } }, NULL },
        { { { "--out", "", true }, { "--html", "", true }, { "--csv", NULL, true } }, NULL },
        { { { "--out", "new", true }, { "--html", "sub/new", true } }, NULL },
        { { { "--out", "nowhere/new", true }, { "--html", "new", true } }, NULL },
        { { { "--out", "/dev/null", true }, { "--html", "/dev/null", true } }, NULL },
        { { { "--out", "pipe", true }, { "--html", "pipe", true } }, NULL },
        { { { "DATA", "data", false }, { "--out", "data", true } }, "data: is read (DATA), and --out would replace it; name another file" },
        { { { "--out", "link", true }, { "DATA", "data", false } }, "link: is read (DATA), and --out would replace it; name another file" },
        { { { "--out", "data", true }, { "--html", "./sub/../link", true } }, "./sub/../link: both --out and --html would write it; name a file for each" },
        { { { "--out", "new", true }, { "DATA", "data", false }, { "--html", "sub/../new", true } },
          "sub/../new: both --out and --html would write it; name a file for each" },
        { { { "DATA", "new", false }, { "--out", "./new", true } }, "./new: is read (DATA), and --out would replace it; name another file" },
    };
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        Err err = { 0 };
        assert_int_equal(file_check_outputs(rows[i].use, COUNT_OF(rows[i].use), &err), !rows[i].says);
        if (rows[i].says) assert_string_equal(err.text, rows[i].says);
    }
    assert_int_equal(chdir(here), 0);
    free(here);
}

/* A limit on the size of files stands for the full disk; in a child, since it cannot be lifted again. */
static void a_full_disk_leaves_the_old_file_and_nothing_else(void **state) {
    const Place *place = *state;
    write_text(place->path, "old");
    fflush(NULL);
    const pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        const struct rlimit limit = { 4096, 4096 };
        static char big[3 * 4096];
        char expected[PATH_SIZE * 2];
        Err err = { 0 };
        signal(SIGXFSZ, SIG_IGN);
        snprintf(expected, sizeof expected, "cannot write %s: File too large", place->path);
        const bool refused = setrlimit(RLIMIT_FSIZE, &limit) == 0 && !file_write(place->path, big, sizeof big, &err);
        _exit(refused && !strcmp(err.text, expected) ? 0 : 1);
    }
    int status;
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 0);
    assert_holds(place->path, "old");
    assert_int_equal(count_files(place->folder), 1);
}

static void a_file_keeps_its_mode_and_a_link_stays_a_link(void **state) {
    const Place *place = *state;
    char link_path[PATH_SIZE + 8];
    struct stat info;
    write_text(place->path, "old");
    assert_int_equal(chmod(place->path, 0640), 0);
    snprintf(link_path, sizeof link_path, "%s.link", place->path);
    assert_int_equal(symlink("data", link_path), 0);
    write_text(link_path, "new");
    assert_holds(place->path, "new");
    assert_int_equal(lstat(link_path, &info), 0);
    assert_true(S_ISLNK(info.st_mode));
    assert_int_equal(stat(place->path, &info), 0);
    assert_int_equal(info.st_mode & 07777, 0640);
    assert_int_equal(count_files(place->folder), 2);
}

static void a_device_is_written_to_and_stays_one(void **state) {
    (void)state;
    struct stat info;
    write_text("/dev/null", "x");
    assert_int_equal(stat("/dev/null", &info), 0);
    assert_true(S_ISCHR(info.st_mode));
}

static void data_is_found_as_given_under_the_variable_and_near_the_binary(void **state) {
    const Place *place = *state;
    Buf found = { 0 }, expected = { 0 };
    char *here = realpath(".", NULL);
    unsetenv("XQLAB_DATA");
    assert_int_equal(chdir(place->folder), 0);
    assert_false(file_find_data("data", &found));
    assert_false(file_find_data("/nowhere/data", &found));
    assert_false(file_find_data("engine/core/nothing.h", &found));
    assert_string_equal(buf_text(&found), "");

    write_text("data", "x");
    buf_add(&found, "at ");
    assert_true(file_find_data("data", &found));
    assert_string_equal(buf_text(&found), "at data");
    buf_clear(&found);
    assert_true(file_find_data(place->path, &found));
    assert_string_equal(buf_text(&found), place->path);
    buf_clear(&found);

    /* This test stands in a build tree inside the source tree. */
    assert_true(file_find_data("engine/core/file.h", &found));
    buf_addf(&expected, "%s/engine/core/file.h", XQ_SOURCE_DIR);
    assert_string_equal(buf_text(&found), buf_text(&expected));

    buf_clear(&found);
    assert_int_equal(chdir("/"), 0);
    assert_int_equal(setenv("XQLAB_DATA", place->folder, 1), 0);
    assert_true(file_find_data("data", &found));
    assert_string_equal(buf_text(&found), place->path);
    buf_clear(&found);
    Err err = { 0 };
    assert_true(file_read_data("data", &found, &err));
    assert_string_equal(buf_text(&found), "x");
    assert_false(file_read_data("nothing", &found, &err));
    assert_non_null(strstr(err.text, "cannot read nothing: "));
    unsetenv("XQLAB_DATA");
    assert_int_equal(chdir(here), 0);
    free(here);
    buf_free(&found);
    buf_free(&expected);
}

/* A copy of this program in <prefix>/bin asks for data that stands in <prefix>/share/xqlab. */
static void an_installed_binary_finds_its_data(void **state) {
    const Place *place = *state;
    char path[PATH_SIZE * 2], command[PATH_SIZE * 4];
    Buf program = { 0 };
    Err err = { 0 };
    snprintf(command, sizeof command, "cd '%s' && mkdir -p bin share/xqlab/suites", place->folder);
    assert_int_equal(system(command), 0);
    snprintf(path, sizeof path, "%s/bin/program", place->folder);
    assert_true(file_read("/proc/self/exe", &program, &err));
    assert_true(file_write(path, program.text, program.len, &err));
    assert_int_equal(chmod(path, 0755), 0);
    buf_free(&program);
    snprintf(path, sizeof path, "%s/share/xqlab/suites/a.epd", place->folder);
    write_text(path, "x");
    snprintf(command, sizeof command, "cd / && test \"$('%s/bin/program' --find suites/a.epd)\" = '%s'", place->folder,
             path);
    assert_int_equal(system(command), 0);
}

/* What the copy does: print where NAME is. */
static int print_found(const char *name) {
    Buf path = { 0 };
    const bool found = file_find_data(name, &path);
    puts(buf_text(&path));
    buf_free(&path);
    return found ? EXIT_SUCCESS : EXIT_FAILURE;
}

static void lines_come_one_by_one_without_their_ends(void **state) {
    (void)state;
    const char *cursor = "one\n\ntwo\r\n\r\nlast", *line;
    static const char *const lines[] = { "one", "", "two", "", "last" };
    size_t len;
    for (size_t i = 0; i < COUNT_OF(lines); i++) {
        assert_true(text_next_line(&cursor, &line, &len));
        assert_int_equal(len, strlen(lines[i]));
        assert_memory_equal(line, lines[i], len);
    }
    assert_false(text_next_line(&cursor, &line, &len));
    cursor = "";
    assert_false(text_next_line(&cursor, &line, &len));
    cursor = "x\n";
    assert_true(text_next_line(&cursor, &line, &len));
    assert_false(text_next_line(&cursor, &line, &len));
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, open_place, close_place)
int main(int argc, char **argv) {
    if (argc == 3 && !strcmp(argv[1], "--find")) return print_found(argv[2]);
    const struct CMUnitTest tests[] = {
        TEST(what_is_written_is_read),
        TEST(reading_appends_and_keeps_zero_bytes),
        TEST(a_text_has_no_byte_order_mark_and_no_zero_byte),
        TEST(a_gz_name_means_compressed),
        TEST(damaged_gz_files_are_refused),
        TEST(files_that_cannot_be_read_are_named),
        cmocka_unit_test(devices_without_an_end_are_refused),
        TEST(files_that_cannot_be_written_are_named),
        TEST(every_output_has_a_file_to_itself),
        TEST(a_full_disk_leaves_the_old_file_and_nothing_else),
        TEST(a_file_keeps_its_mode_and_a_link_stays_a_link),
        TEST(a_device_is_written_to_and_stays_one),
        TEST(data_is_found_as_given_under_the_variable_and_near_the_binary),
        TEST(an_installed_binary_finds_its_data),
        cmocka_unit_test(lines_come_one_by_one_without_their_ends),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
