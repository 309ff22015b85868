#include "engine/core/sha256.h"
#include <stdio.h>
#include <string.h>

static const uint32_t round_constant[64] = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5, 0xd807aa98, 0x12835b01, 0x243185be,
    0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174, 0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa,
    0x5cb0a9dc, 0x76f988da, 0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967, 0x27b70a85,
    0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85, 0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3,
    0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070, 0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f,
    0x682e6ff3, 0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2,
};

static uint32_t rotate(uint32_t x, int n) { return x >> n | x << (32 - n); }

static void expand(const uint8_t block[64], uint32_t word[64]) {
    for (int i = 0; i < 16; i++)
        word[i] = (uint32_t)block[4 * i] << 24 | (uint32_t)block[4 * i + 1] << 16 | (uint32_t)block[4 * i + 2] << 8 | block[4 * i + 3];
    for (int i = 16; i < 64; i++) {
        const uint32_t a = word[i - 15], b = word[i - 2];
        const uint32_t s0 = rotate(a, 7) ^ rotate(a, 18) ^ a >> 3, s1 = rotate(b, 17) ^ rotate(b, 19) ^ b >> 10;
        word[i] = word[i - 16] + s0 + word[i - 7] + s1;
    }
}

static void compress(uint32_t state[8], const uint8_t block[64]) {
    uint32_t word[64], v[8];
    expand(block, word);
    memcpy(v, state, sizeof v);
    for (int i = 0; i < 64; i++) {
        const uint32_t s1 = rotate(v[4], 6) ^ rotate(v[4], 11) ^ rotate(v[4], 25), choose = (v[4] & v[5]) ^ (~v[4] & v[6]);
        const uint32_t t1 = v[7] + s1 + choose + round_constant[i] + word[i];
        const uint32_t s0 = rotate(v[0], 2) ^ rotate(v[0], 13) ^ rotate(v[0], 22);
        const uint32_t majority = (v[0] & v[1]) ^ (v[0] & v[2]) ^ (v[1] & v[2]);
        memmove(v + 1, v, 7 * sizeof *v);
        v[4] += t1;
        v[0] = t1 + s0 + majority;
    }
    for (int i = 0; i < 8; i++) state[i] += v[i];
}

void sha256_init(Sha256 *sha) {
    static const uint32_t start[8] = { 0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19 };
    memcpy(sha->state, start, sizeof start);
    sha->length = 0;
}

void sha256_add(Sha256 *sha, const void *bytes, size_t count) {
    const uint8_t *at = bytes;
    while (count) {
        const size_t used = sha->length % 64, room = 64 - used, part = count < room ? count : room;
        memcpy(sha->block + used, at, part);
        sha->length += part;
        at += part;
        count -= part;
        if (used + part == 64) compress(sha->state, sha->block);
    }
}

void sha256_add_text(Sha256 *sha, const char *text) { sha256_add(sha, text, strlen(text) + 1); }

void sha256_add_u64(Sha256 *sha, uint64_t number) {
    uint8_t bytes[8];
    for (int i = 0; i < 8; i++) bytes[i] = (uint8_t)(number >> 8 * i);
    sha256_add(sha, bytes, sizeof bytes);
}

char *sha256_text(Sha256 *sha, char out[SHA256_TEXT_SIZE]) {
    const uint64_t bits = sha->length * 8;
    const uint8_t one = 0x80, zero = 0;
    sha256_add(sha, &one, 1);
    while (sha->length % 64 != 56) sha256_add(sha, &zero, 1);
    uint8_t length[8];
    for (int i = 0; i < 8; i++) length[i] = (uint8_t)(bits >> (56 - 8 * i));
    sha256_add(sha, length, sizeof length);
    for (int i = 0; i < 8; i++) snprintf(out + 8 * i, 9, "%08x", (unsigned)sha->state[i]);
    return out;
}

bool sha256_file(const char *path, char out[SHA256_TEXT_SIZE], Err *err) {
    FILE *file = fopen(path, "rb");
    if (!file) return err_system(err, "open", path);
    Sha256 sha;
    sha256_init(&sha);
    uint8_t bytes[16384];
    size_t count;
    while ((count = fread(bytes, 1, sizeof bytes, file)) > 0) sha256_add(&sha, bytes, count);
    const bool bad = ferror(file);
    fclose(file);
    if (bad) return err_system(err, "read", path);
    sha256_text(&sha, out);
    return true;
}
