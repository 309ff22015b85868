#include "tuner/data/image.h"
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>
#include "engine/core/fnv.h"

enum { BYTE_ORDER_MARK = 0x01020304 };

/* Others can't be mapped; and to open a pipe waits for its writer, past the first signal. */
static bool is_plain(const char *path) {
    struct stat info;
    return stat(path, &info) != 0 || S_ISREG(info.st_mode);
}

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
    FILE *file = is_plain(path) ? fopen(path, "rb") : NULL;
    if (!file) return false;
    const bool same = fread(found, sizeof found, 1, file) == 1 && memcmp(found, magic, sizeof found) == 0;
    fclose(file);
    return same;
}

/* The checksum: FNV-1a over words, in four lanes so that a multiplication needn't wait for the one before it. Every step can be
 * undone, so no change within one word goes unnoticed. */

enum { LANES = 4 };

static void add_words(uint64_t lane[LANES], const void *bytes, size_t size) {
    const char *at = bytes;
    for (; size >= LANES * sizeof *lane; at += LANES * sizeof *lane, size -= LANES * sizeof *lane) {
        uint64_t word[LANES];
        memcpy(word, at, sizeof word);
        for (int i = 0; i < LANES; i++) {
            lane[i] = (lane[i] ^ word[i]) * FNV_PRIME;
            lane[i] ^= lane[i] >> 32; /* else the highest bit would stay by itself, and two such changes in a lane cancel */
        }
    }
    lane[0] = fnv_add(lane[0], at, size);
}

static uint64_t checksum_of(const ImageHead *head, size_t size) {
    const size_t before = offsetof(ImageHead, checksum), after = before + sizeof head->checksum;
    uint64_t lane[LANES] = { FNV_START, FNV_START + 1, FNV_START + 2, FNV_START + 3 };
    add_words(lane, head, before);
    add_words(lane, (const char *)head + after, size - after);
    return fnv_add(FNV_START, lane, sizeof lane);
}

/* Reading. */

bool image_damaged(const char *what, Err *err) { return err_set(err, ERR_INPUT, "is damaged: %s; extract it anew", what); }

bool image_check_head(const ImageHead *head, size_t size, const ImageKind *kind, Err *err) {
    if (size < kind->head_size || memcmp(head->magic, kind->magic, sizeof head->magic) != 0) return err_set(err, ERR_INPUT, "%s", kind->is_none);
    if (head->byte_order != BYTE_ORDER_MARK) return err_set(err, ERR_INPUT, "was written on a machine of the other byte order: extract it here");
    return head->version == kind->version ||
           err_set(err, ERR_INPUT, "is of version %" PRIu32 ", this program reads version %" PRIu32 ": extract it anew", head->version, kind->version);
}

bool image_check_bytes(const ImageHead *head, uint64_t whole, size_t size, Err *err) {
    if (size < whole) return err_set(err, ERR_INPUT, "has %zu bytes and should have %" PRIu64 ": it was cut short", size, whole);
    return (size == whole && checksum_of(head, size) == head->checksum) || image_damaged("its bytes don't fit its checksum", err);
}

bool image_check_sections(const ImageSection *section, int count, size_t size, Err *err) {
    for (int i = 0; i < count; i++)
        if (section[i].offset % 8 || section[i].offset > size || section[i].bytes > size - section[i].offset)
            return image_damaged("a section lies outside of it", err);
    return true;
}

bool image_read_table(const ImageHead *head, const ImageSection *section, TermTable *table, Arena *arena, Err *err) {
    const char *image = (const char *)head;
    const TermSections from = { image + section[IMAGE_NAMES].offset, section[IMAGE_NAMES].bytes, (const void *)(image + section[IMAGE_MEANINGS].offset),
                                (const void *)(image + section[IMAGE_STARTS].offset) };
    *table = (TermTable){ .count = (int)head->terms, .phases = (int)head->phases, .builtin = head->builtin };
    if (!term_table_unpack(table, &from, arena)) return image_damaged("its table of names is too short", err);
    char hash[SHA256_TEXT_SIZE];
    term_table_hash(table, hash);
    return memcmp(hash, head->table_hash, sizeof head->table_hash) == 0 || image_damaged("its table of terms doesn't fit its hash", err);
}

/* Writing. */

ImageHead image_head(const ImageKind *kind, const TermTable *table) {
    ImageHead head = { .version = kind->version, .byte_order = BYTE_ORDER_MARK, .terms = (uint32_t)table->count, .phases = (uint32_t)table->phases,
                       .builtin = table->builtin };
    char hash[SHA256_TEXT_SIZE];
    term_table_hash(table, hash);
    memcpy(head.magic, kind->magic, sizeof head.magic);
    memcpy(head.table_hash, hash, sizeof head.table_hash);
    return head;
}

void image_table_bytes(const TermTable *table, uint64_t bytes[IMAGE_OTHERS]) {
    bytes[IMAGE_NAMES] = term_table_names_bytes(table);
    bytes[IMAGE_MEANINGS] = 8 * (uint64_t)table->count;
    bytes[IMAGE_STARTS] = 16 * (uint64_t)table->count;
}

uint64_t image_lay_out(const ImageKind *kind, const uint64_t *bytes, int count, ImageSection *section) {
    uint64_t offset = kind->head_size;
    for (int i = 0; i < count; i++) {
        offset = (offset + 7) / 8 * 8;
        section[i] = (ImageSection){ offset, bytes[i] };
        offset += bytes[i];
    }
    return offset;
}

void image_write_table(ImageHead *head, const ImageSection *section, const TermTable *table) {
    char *image = (char *)head;
    term_table_pack(table, image + section[IMAGE_NAMES].offset, (void *)(image + section[IMAGE_MEANINGS].offset),
                    (void *)(image + section[IMAGE_STARTS].offset));
}

void image_seal(ImageHead *head, size_t size) { head->checksum = checksum_of(head, size); }
