/* FNV-1a (G. Fowler, L. C. Noll, K.-P. Vo): a quick hash of bytes, for tables, draws and checks of files, not against forgery. */
#ifndef ENGINE_CORE_FNV_H
#define ENGINE_CORE_FNV_H
#include <stddef.h>
#include <stdint.h>

#define FNV_START UINT64_C(0xcbf29ce484222325)
#define FNV_PRIME UINT64_C(0x100000001b3)
/* The hash of what was hashed before, and these bytes. */
static inline uint64_t fnv_add(uint64_t hash, const void *bytes, size_t len) {
    for (size_t i = 0; i < len; i++) hash = (hash ^ ((const uint8_t *)bytes)[i]) * FNV_PRIME;
    return hash;
}
#endif
