#include "tuner/data/image.h"
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

bool image_map(const char *path, void **mapped, size_t *size, Err *err) {
    const int file = open(path, O_RDONLY | O_CLOEXEC);
    struct stat info;
    if (file < 0 || fstat(file, &info) != 0) {
        err_system(err, "open", path);
        if (file >= 0) close(file);
        return false;
    }
    *size = (size_t)info.st_size;
    void *image = *size ? mmap(NULL, *size, PROT_READ, MAP_PRIVATE, file, 0) : NULL;
    const bool good = image != MAP_FAILED || err_system(err, "map", path);
    close(file);
    if (!good) return false;
    *mapped = image;
    return image || err_set(err, ERR_INPUT, "%s: is empty", path);
}

bool image_begins(const char *path, const char magic[8]) {
    char found[8] = "";
    FILE *file = fopen(path, "rb");
    if (!file) return false;
    const bool same = fread(found, sizeof found, 1, file) == 1 && memcmp(found, magic, sizeof found) == 0;
    fclose(file);
    return same;
}
