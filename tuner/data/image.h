/* Files that are used where they lie: mapped, not read. */
#ifndef TUNER_DATA_IMAGE_H
#define TUNER_DATA_IMAGE_H
#include <stddef.h>
#include "engine/core/err.h"

/* Map a file for reading; *mapped and *size say where (munmap releases it). ERR_INPUT when it is empty. */
bool image_map(const char *path, void **mapped, size_t *size, Err *err);
/* Does the file begin with these eight bytes? False too when it can't be read. */
bool image_begins(const char *path, const char magic[8]);
#endif
