#define _XOPEN_SOURCE 700 /* mkdtemp */
#include "engine/tests/test.h"
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include "engine/core/draft.h"
#include "engine/core/file.h"
#include "engine/core/rng.h"

typedef struct { char folder[64], plain[96], packed[96]; } Place;

static int open_place(void **state) {
    static Place place;
    snprintf(place.folder, sizeof place.folder, "/tmp/test_draft_XXXXXX");
    if (!mkdtemp(place.folder)) return -1;
    snprintf(place.plain, sizeof place.plain, "%s/data", place.folder);
    snprintf(place.packed, sizeof place.packed, "%s/data.gz", place.folder);
    *state = &place;
    return 0;
}

static int close_place(void **state) {
    char command[128];
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

static Draft *begin(const char *path) {
    Err err;
    Draft *draft = draft_new(path, &err);
    if (!draft) fail_msg("%s", err.text);
    return draft;
}

/* Two megabytes that neither repeat nor compress to nothing. */
static void some_text(Buf *out) {
    for (uint64_t i = 0; i < 150000; i++) buf_addf(out, "%llu %s\n", (unsigned long long)rng_below(1, 2, i, 1000000), "move");
}

static void trying_a_place_leaves_nothing_behind(void **state) {
    const Place *place = *state;
    Err err = { .kind = ERR_NONE };
    char nowhere[160];
    const int files = count_files(place->folder);
    assert_true(draft_try(place->plain, &err));
    assert_int_equal(count_files(place->folder), files);
    snprintf(nowhere, sizeof nowhere, "%s/nowhere/x", place->folder);
    assert_false(draft_try(nowhere, &err));
    assert_int_equal(err.kind, ERR_SYSTEM);
}

/* Nobody reads the pipe: to open it would be to wait. */
static void a_pipe_is_tried_without_being_opened(void **state) {
    const Place *place = *state;
    Err err = { .kind = ERR_NONE };
    assert_int_equal(mkfifo(place->plain, 0600), 0);
    assert_true(draft_try(place->plain, &err));
    assert_true(draft_try("/dev/full", &err)); /* a device is as large as it is */
    assert_int_equal(err.kind, ERR_NONE);
}

static void pieces_of_any_size_make_the_whole(void **state) {
    const Place *place = *state;
    const char *const paths[] = { place->plain, place->packed };
    Buf text = { 0 };
    some_text(&text);
    for (int i = 0; i < 2; i++) {
        Draft *draft = begin(paths[i]);
        for (size_t at = 0, piece = 0; at < text.len; piece++) {
            size_t len = rng_below(3, 4, piece, piece % 7 ? 100 : 300000);
            if (len > text.len - at) len = text.len - at;
            assert_true(draft_add(draft, text.text + at, len, NULL));
            at += len;
        }
        assert_true(draft_commit(draft, NULL));
        Buf read = { 0 };
        assert_true(file_read(paths[i], &read, NULL));
        assert_int_equal(read.len, text.len);
        assert_memory_equal(read.text, text.text, text.len);
        buf_free(&read);
    }
    assert_int_equal(count_files(place->folder), 2);
    buf_free(&text);
}

static void nobody_sees_a_file_before_it_is_whole(void **state) {
    const Place *place = *state;
    assert_true(file_write(place->plain, "old", 3, NULL));
    Draft *draft = begin(place->plain);
    Buf text = { 0 }, read = { 0 };
    some_text(&text);
    assert_true(draft_add(draft, text.text, text.len, NULL));
    assert_true(file_read(place->plain, &read, NULL));
    assert_string_equal(read.text, "old");
    assert_true(draft_commit(draft, NULL));
    buf_clear(&read);
    assert_true(file_read(place->plain, &read, NULL));
    assert_int_equal(read.len, text.len);
    buf_free(&text);
    buf_free(&read);
}

static void a_dropped_draft_leaves_no_trace(void **state) {
    const Place *place = *state;
    assert_true(file_write(place->plain, "old", 3, NULL));
    const char *const paths[] = { place->plain, place->packed };
    for (int i = 0; i < 2; i++) {
        Draft *draft = begin(paths[i]);
        assert_int_equal(count_files(place->folder), 2);
        assert_true(draft_add(draft, "new", 3, NULL));
        draft_drop(draft);
        assert_int_equal(count_files(place->folder), 1);
    }
    Buf read = { 0 };
    assert_true(file_read(place->plain, &read, NULL));
    assert_string_equal(read.text, "old");
    buf_free(&read);
    draft_drop(NULL);
}

static void an_empty_draft_is_an_empty_file(void **state) {
    const Place *place = *state;
    const char *const paths[] = { place->plain, place->packed };
    for (int i = 0; i < 2; i++) {
        Buf read = { 0 };
        assert_true(draft_commit(begin(paths[i]), NULL));
        assert_true(file_read(paths[i], &read, NULL));
        assert_int_equal(read.len, 0);
        buf_free(&read);
    }
}

static void a_finished_draft_is_on_the_disk_and_not_yet_in_its_place(void **state) {
    const Place *place = *state;
    const char *const paths[] = { place->plain, place->packed };
    for (int i = 0; i < 2; i++) {
        Buf read = { 0 };
        Err err;
        Draft *draft = begin(paths[i]), *full;
        assert_true(draft_add(draft, "text", 4, NULL));
        assert_true(draft_finish(draft, NULL));
        assert_false(file_exists(paths[i]));
        assert_true(draft_commit(draft, NULL));
        assert_true(file_read(paths[i], &read, NULL));
        assert_string_equal(read.text, "text");
        buf_free(&read);
        full = begin("/dev/full");
        assert_true(draft_add(full, "text", 4, NULL));
        assert_false(draft_finish(full, &err));
        assert_non_null(strstr(err.text, "/dev/full"));
        draft_drop(full);
    }
}

static void what_cannot_be_written_is_named_at_the_start(void **state) {
    const Place *place = *state;
    Err err;
    assert_null(draft_new(place->folder, &err));
    assert_non_null(strstr(err.text, "Is a directory"));
    assert_null(draft_new("/no/such/folder/file", &err));
    assert_string_equal(err.text, "cannot write /no/such/folder/file: No such file or directory");
}

static void a_database_is_not_replaced(void **state) {
    const Place *place = *state;
    Err err;
    static const char database[] = "SQLite format 3\0and a page";
    FILE *file = fopen(place->plain, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(database, 1, sizeof database, file), sizeof database);
    assert_int_equal(fclose(file), 0);
    assert_false(draft_try(place->plain, &err));
    assert_non_null(strstr(err.text, "a database stands there"));
    assert_false(file_write(place->plain, "text", 4, &err));
    Buf kept = { 0 };
    assert_true(file_read(place->plain, &kept, &err));
    assert_int_equal(kept.len, sizeof database);
    assert_memory_equal(kept.text, database, sizeof database);
    buf_free(&kept);
}

int main(void) {
#define place_test(f) cmocka_unit_test_setup_teardown(f, open_place, close_place)
    const struct CMUnitTest tests[] = {
        place_test(trying_a_place_leaves_nothing_behind),
        place_test(a_pipe_is_tried_without_being_opened),
        place_test(pieces_of_any_size_make_the_whole),
        place_test(nobody_sees_a_file_before_it_is_whole),
        place_test(a_dropped_draft_leaves_no_trace),
        place_test(an_empty_draft_is_an_empty_file),
        place_test(a_finished_draft_is_on_the_disk_and_not_yet_in_its_place),
        place_test(what_cannot_be_written_is_named_at_the_start),
        place_test(a_database_is_not_replaced),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
