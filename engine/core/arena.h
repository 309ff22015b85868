/* Memory with one lifetime: a file, a game or a command allocates from an arena that is dropped whole. */
#ifndef ENGINE_CORE_ARENA_H
#define ENGINE_CORE_ARENA_H
#include <stddef.h>

typedef struct ArenaBlock ArenaBlock;
typedef struct { ArenaBlock *head; } Arena;

/* Zeroed memory, aligned for any type, that lives until arena_free. Never NULL. */
void *arena_alloc(Arena *arena, size_t size);
/* Copies of text in the arena. */
char *arena_strdup(Arena *arena, const char *text);
char *arena_strndup(Arena *arena, const char *text, size_t len);
char *arena_printf(Arena *arena, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* Drop everything; the arena is empty and usable again. */
void arena_free(Arena *arena);

/* malloc, calloc and realloc that end the program with a message when memory is out. */
void *mem_alloc(size_t size);
void *mem_zalloc(size_t count, size_t size);
void *mem_realloc(void *old, size_t size);
char *mem_strdup(const char *text);
#endif
