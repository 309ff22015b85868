/* Files of traces and of comparisons: a head, then sections. They are used where they lie: mapped, not read. */
#ifndef TUNER_DATA_IMAGE_H
#define TUNER_DATA_IMAGE_H
#include "tuner/data/term_table.h"

/* How each of them begins. */
typedef struct {
    char magic[8];
    uint32_t version, byte_order;
    char table_hash[64];
    uint32_t terms, phases, builtin, groups; /* groups: of comparisons; else 0 */
    uint64_t checksum; /* of every other byte of the file */
} ImageHead;

/* Where a section lies; each begins at a multiple of 8. */
typedef struct { uint64_t offset, bytes; } ImageSection;

/* The first sections of all of them. */
enum {
    IMAGE_NAMES,    /* texts with their ends, one a term */
    IMAGE_MEANINGS, /* uint64_t a term */
    IMAGE_STARTS,   /* two doubles a term */
    IMAGE_OTHERS
};

/* A kind of file. */
typedef struct {
    const char *magic;   /* eight bytes */
    uint32_t version;
    size_t head_size;    /* with the sections' places */
    const char *is_none; /* what is said of a file of no such kind */
} ImageKind;

/* Map a file for reading; *mapped and *size say where (munmap releases it). ERR_INPUT when it is empty. */
bool image_map(const char *path, void **mapped, size_t *size, Err *err);
/* Does the file begin with these eight bytes? False too when it can't be read. */
bool image_begins(const char *path, const char magic[8]);

/* The checks of a reader, in this order. ERR_INPUT: "is ...", to stand behind the file's name. */
bool image_check_head(const ImageHead *head, size_t size, const ImageKind *kind, Err *err);
/* whole: the size that the file says it has. */
bool image_check_bytes(const ImageHead *head, uint64_t whole, size_t size, Err *err);
bool image_check_sections(const ImageSection *section, int count, size_t size, Err *err);
/* The terms; names stay in the image. The sections must have the size that the terms' number asks for. */
bool image_read_table(const ImageHead *head, const ImageSection *section, TermTable *table, Arena *arena, Err *err);
/* Set "is damaged: what"; returns false. */
bool image_damaged(const char *what, Err *err);

/* The head of a new image with these terms. */
ImageHead image_head(const ImageKind *kind, const TermTable *table);
/* The bytes of the terms' sections. */
void image_table_bytes(const TermTable *table, uint64_t bytes[IMAGE_OTHERS]);
/* Give every section its place; returns the size of the whole. */
uint64_t image_lay_out(const ImageKind *kind, const uint64_t *bytes, int count, ImageSection *section);
/* Write the terms into a new image. */
void image_write_table(ImageHead *head, const ImageSection *section, const TermTable *table);
/* The last thing that is done to an image: give it its checksum. */
void image_seal(ImageHead *head, size_t size);
#endif
