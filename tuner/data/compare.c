#include "tuner/data/compare.h"
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include "tuner/data/compare_image.h"
#include "tuner/data/trace.h"

static const void *section(const CompareHeader *head, CompareSection which) { return (const char *)head + head->section[which].offset; }

static bool check_sizes(const CompareHeader *head, Err *err) {
    if (head->positions >= UINT32_MAX || head->games >= UINT32_MAX || head->rows >= UINT32_MAX || head->common.terms > TRACE_TERMS_MAX || !head->common.terms ||
        head->common.phases > INT16_MAX || !head->common.phases)
        return image_damaged("a number in its head is out of range", err);
    const struct { int section; uint64_t bytes; } wanted[] = {
        { IMAGE_MEANINGS, 8ull * head->common.terms },
        { IMAGE_STARTS, 16ull * head->common.terms },
        { COMPARE_PHASES, 8 * (head->common.phases + 2ull) },
        { COMPARE_POSITIONS, (head->positions + 1) * sizeof(ComparePosition) },
        { COMPARE_ROWS, head->rows * sizeof(CompareRow) },
        { COMPARE_GAMES, 8 * head->games },
    };
    for (size_t i = 0; i < sizeof wanted / sizeof wanted[0]; i++)
        if (head->section[wanted[i].section].bytes != wanted[i].bytes) return image_damaged("a section has the wrong size", err);
    return true;
}

/* How far the lists have been followed, and how long they are. */
typedef struct { uint64_t index, value, indices, values; } Follow;

static bool check_list(const CompareSet *set, CompareCounts c, Follow *at, Err *err) {
    const int entries = compare_length(c);
    if ((uint64_t)entries > at->indices - at->index || c.other > at->values - at->value) return image_damaged("its rows have more entries than it has", err);
    for (int i = 0; i < entries; i++, at->index++) {
        const int base = i >= c.plus && i < c.plus + c.minus ? set->table.count : 0;
        if (set->index[at->index] < base || set->index[at->index] >= base + set->table.count) return image_damaged("a term out of range", err);
    }
    at->value += c.other;
    return true;
}

/* Every number that a kernel follows without looking. */
static bool check_positions(const CompareSet *set, const CompareHeader *head, Err *err) {
    Follow at = { .indices = head->section[COMPARE_INDEX].bytes / sizeof(uint16_t), .values = head->section[COMPARE_VALUES].bytes };
    const uint64_t texts = head->section[COMPARE_TEXTS].bytes;
    uint64_t row = 0;
    if (texts ? set->text[texts - 1] != 0 : set->positions) return image_damaged("its texts don't end", err);
    for (uint64_t p = 0; p < set->positions; p++) {
        const ComparePosition *position = &set->position[p];
        if (position->row != row || position->index != at.index || position->value != at.value) return image_damaged("a position begins in the wrong place", err);
        if (position->game >= set->games || position->text >= texts) return image_damaged("a position's game or text lies outside", err);
        if (position[1].row <= row || position[1].row > set->rows || position[1].row - row > MOVES_MAX)
            return image_damaged("a position without rows, or with too many", err);
        for (; row < position[1].row; row++)
            if (!check_list(set, set->row[row].difference, &at, err) || !check_list(set, set->row[row].uses, &at, err)) return false;
    }
    if (row != set->rows || at.index != at.indices || at.value != at.values) return image_damaged("its positions don't use up its rows", err);
    for (int i = 0; i <= set->table.phases; i++)
        if (set->phase_first[i] > set->phase_first[i + 1]) return image_damaged("its phases are out of order", err);
    return (set->phase_first[0] == 0 && set->phase_first[set->table.phases + 1] == set->positions) || image_damaged("its phases don't use up its positions", err);
}

static void read_groups(uint32_t bits, EvalOptions *out) {
    for (size_t i = 0; i < eval_options.count; i++) *(bool *)((char *)out + eval_options.rows[i].offset) = bits >> i & 1;
}

static bool take_image(CompareSet *set, const void *image, size_t size, Err *err) {
    const CompareHeader *head = image;
    if (!image_check_head(&head->common, size, &compare_kind, err) || !image_check_bytes(&head->common, head->size, size, err) ||
        !image_check_sections(head->section, COMPARE_SECTIONS, size, err) || !check_sizes(head, err) || !image_read_table(&head->common, head->section, &set->table, &set->arena, err))
        return false;
    set->positions = head->positions;
    set->rows = head->rows;
    set->games = head->games;
    set->bytes = size;
    set->phase_first = section(head, COMPARE_PHASES);
    set->position = section(head, COMPARE_POSITIONS);
    set->row = section(head, COMPARE_ROWS);
    set->index = section(head, COMPARE_INDEX);
    set->value = section(head, COMPARE_VALUES);
    set->text = section(head, COMPARE_TEXTS);
    set->game = section(head, COMPARE_GAMES);
    read_groups(head->common.groups, &set->groups);
    set->depth = head->depth;
    set->others = head->others;
    return check_positions(set, head, err);
}

bool compare_adopt(CompareSet *set, void *image, size_t size, const char *name, Err *err) {
    *set = (CompareSet){ .image = image };
    set->path = arena_strdup(&set->arena, name);
    if (take_image(set, image, size, err)) return true;
    compare_close(set);
    return err_prefix(err, "%s: ", name);
}

bool compare_open(CompareSet *set, const char *path, Err *err) {
    *set = (CompareSet){ 0 };
    if (!image_map(path, &set->mapped, &set->bytes, err)) return false;
    set->path = arena_strdup(&set->arena, path);
    if (take_image(set, set->mapped, set->bytes, err)) return true;
    compare_close(set);
    return err_prefix(err, "%s: ", path);
}

void compare_close(CompareSet *set) {
    if (set->mapped) munmap(set->mapped, set->bytes);
    free(set->image);
    arena_free(&set->arena);
    *set = (CompareSet){ 0 };
}

bool compare_is_compare(const char *path) { return image_begins(path, COMPARE_MAGIC); }

int compare_entries(const CompareSet *set, const uint16_t *index, const int8_t *value, CompareCounts counts, uint16_t *term, int32_t *count) {
    const int units = counts.plus + counts.minus, length = compare_length(counts);
    for (int i = 0; i < length; i++) {
        const bool negative = i >= counts.plus && i < units;
        term[i] = (uint16_t)(index[i] - (negative ? set->table.count : 0));
        count[i] = negative ? -1 : i < units ? 1 : value[i - units];
    }
    return length;
}
