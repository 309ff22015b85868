/* Runs a fuzz target over saved inputs: replay FILE|FOLDER... */
#include <dirent.h>
#include <string.h>
#include <sys/stat.h>
#include "engine/core/arena.h"
#include "engine/core/file.h"
#include "engine/tests/fuzz/fuzz.h"

/* The name is printed first, so that the last line names the input of a crash. The target gets a copy of exactly
 * the input's size, so that AddressSanitizer sees a read past its end. */
static int replay_file(const char *path) {
    Buf text = { 0 };
    Err err = { 0 };
    puts(path);
    fflush(stdout);
    if (!file_read(path, &text, &err)) {
        fprintf(stderr, "%s\n", err.text);
        exit(EXIT_FAILURE);
    }
    uint8_t *copy = mem_alloc(text.len);
    memcpy(copy, buf_text(&text), text.len);
    FUZZ_CHECK(LLVMFuzzerTestOneInput(copy, text.len) == 0);
    free(copy);
    buf_free(&text);
    return 1;
}

static int is_visible(const struct dirent *entry) {
    return entry->d_name[0] != '.';
}

static int replay(const char *path) {
    struct dirent **entries;
    struct stat info;
    if (stat(path, &info) != 0 || !S_ISDIR(info.st_mode)) return replay_file(path);
    const int count = scandir(path, &entries, is_visible, alphasort);
    for (int i = 0; i < count; i++) {
        Buf file = { 0 };
        buf_addf(&file, "%s/%s", path, entries[i]->d_name);
        replay_file(file.text);
        buf_free(&file);
        free(entries[i]);
    }
    if (count >= 0) free(entries);
    return count;
}

int main(int argc, char **argv) {
    int inputs = 0;
    for (int i = 1; i < argc; i++) {
        const int count = replay(argv[i]);
        if (count <= 0) fprintf(stderr, "%s holds no inputs\n", argv[i]);
        if (count <= 0) return EXIT_FAILURE;
        inputs += count;
    }
    printf("%d inputs\n", inputs);
    return inputs ? EXIT_SUCCESS : EXIT_FAILURE;
}
