/* SHA-256 (FIPS 180-4): identities of players, specifications and results. */
#ifndef ENGINE_CORE_SHA256_H
#define ENGINE_CORE_SHA256_H
#include <stddef.h>
#include <stdint.h>
#include "engine/core/err.h"

typedef struct { uint32_t state[8]; uint8_t block[64]; uint64_t length; } Sha256;
enum { SHA256_BYTES = 32, SHA256_TEXT_SIZE = 65 };

void sha256_init(Sha256 *sha);
void sha256_add(Sha256 *sha, const void *bytes, size_t count);
/* The text and its end, so that "ab","c" and "a","bc" differ. */
void sha256_add_text(Sha256 *sha, const char *text);
/* The number, as 8 bytes, low first: the same on every machine. */
void sha256_add_u64(Sha256 *sha, uint64_t number);
/* The digest as 64 hex digits; the context is spent. Returns out. */
char *sha256_text(Sha256 *sha, char out[SHA256_TEXT_SIZE]);
/* Digest of a file's bytes. */
bool sha256_file(const char *path, char out[SHA256_TEXT_SIZE], Err *err);
#endif
