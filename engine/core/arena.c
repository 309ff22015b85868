#include "engine/core/arena.h"
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "engine/core/err.h"

enum { BLOCK_SIZE = 16 * 1024, ALIGN = _Alignof(max_align_t) };

struct ArenaBlock {
    ArenaBlock *next;
    size_t used, size;
    _Alignas(max_align_t) unsigned char bytes[];
};

static void out_of_memory(size_t size) {
    fprintf(stderr, "out of memory: %zu bytes more are not to be had\n", size);
    _Exit(EXIT_BAD_INPUT); /* other threads may be at work: nothing is tidied up, as after a kill */
}

void *mem_alloc(size_t size) {
    void *memory = malloc(size ? size : 1);
    if (!memory) out_of_memory(size);
    return memory;
}

void *mem_zalloc(size_t count, size_t size) {
    void *memory = calloc(count ? count : 1, size ? size : 1);
    if (!memory) out_of_memory(size);
    return memory;
}

void *mem_realloc(void *old, size_t size) {
    void *memory = realloc(old, size ? size : 1);
    if (!memory) out_of_memory(size);
    return memory;
}

char *mem_strdup(const char *text) {
    const size_t size = strlen(text) + 1;
    return memcpy(mem_alloc(size), text, size);
}

void *arena_alloc(Arena *arena, size_t size) {
    size = (size + ALIGN - 1) / ALIGN * ALIGN;
    if (!arena->head || arena->head->size - arena->head->used < size) {
        const size_t room = size > BLOCK_SIZE ? size : BLOCK_SIZE;
        ArenaBlock *block = mem_zalloc(1, sizeof *block + room);
        block->next = arena->head;
        block->size = room;
        arena->head = block;
    }
    void *memory = arena->head->bytes + arena->head->used;
    arena->head->used += size;
    return memory;
}

char *arena_strndup(Arena *arena, const char *text, size_t len) {
    char *copy = arena_alloc(arena, len + 1);
    memcpy(copy, text, len);
    return copy;
}

char *arena_strdup(Arena *arena, const char *text) {
    return arena_strndup(arena, text, strlen(text));
}

char *arena_printf(Arena *arena, const char *format, ...) {
    va_list args, again;
    va_start(args, format);
    va_copy(again, args);
    const int len = vsnprintf(NULL, 0, format, args);
    va_end(args);
    char *text = arena_alloc(arena, (size_t)len + 1);
    vsnprintf(text, (size_t)len + 1, format, again);
    va_end(again);
    return text;
}

void arena_free(Arena *arena) {
    while (arena->head) {
        ArenaBlock *next = arena->head->next;
        free(arena->head);
        arena->head = next;
    }
}
