#include "tuner/data/trace.h"
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include "tuner/data/trace_image.h"

static const void *section(const TraceHeader *head, TraceSection which) { return (const char *)head + head->section[which].offset; }

static bool check_sizes(const TraceHeader *head, Err *err) {
    const uint64_t blocks = (head->rows + TRACE_BLOCK - 1) / TRACE_BLOCK;
    const struct { int section; uint64_t bytes; } wanted[] = {
        { IMAGE_MEANINGS, 8ull * head->common.terms },         { IMAGE_STARTS, 16ull * head->common.terms },
        { TRACE_PHASES, 8 * (head->common.phases + 2ull) },    { TRACE_COUNTS, head->rows * sizeof(TraceCounts) },
        { TRACE_FIRSTS, 4 * (head->rows + 1) },         { TRACE_MARKS, (blocks + 1) * sizeof(TraceMark) },
        { TRACE_LABELS, head->labels * sizeof(TraceLabel) }, { TRACE_GAMES, 8 * head->games },
    };
    if (head->rows >= UINT32_MAX || head->labels >= UINT32_MAX || head->games >= UINT32_MAX || head->common.terms > TRACE_TERMS_MAX || head->common.phases > UINT16_MAX)
        return image_damaged("a number in its head is too large", err);
    for (size_t i = 0; i < sizeof wanted / sizeof wanted[0]; i++)
        if (head->section[wanted[i].section].bytes != wanted[i].bytes) return image_damaged("a section has the wrong size", err);
    return true;
}

/* Every number that a kernel follows without looking. */
static bool check_rows(const TraceSet *set, const TraceHeader *head, Err *err) {
    uint64_t index = 0, value = 0, overflow = 0;
    const uint64_t indices = head->section[TRACE_INDEX].bytes / sizeof(uint16_t), values = head->section[TRACE_VALUES].bytes;
    for (uint64_t row = 0; row < set->rows; row++) {
        const TraceMark mark = set->mark[row / TRACE_BLOCK];
        if (row % TRACE_BLOCK == 0 && (mark.index != index || mark.value != value || mark.overflow != overflow)) return image_damaged("a mark is wrong", err);
        const TraceCounts c = set->counts[row];
        if ((uint64_t)c.plus + c.minus + c.other > indices - index) return image_damaged("its rows have more entries than it has", err);
        for (int i = 0; i < c.plus + c.minus + c.other; i++, index++) {
            const int base = i >= c.plus && i < c.plus + c.minus ? set->table.count : 0;
            if (set->index[index] < base || set->index[index] >= base + set->table.count) return image_damaged("a term out of range", err);
        }
        value += set->counts[row].other;
        while (overflow < set->overflows && set->overflow[overflow].row == row) overflow++;
        if (set->label_first[row] >= set->label_first[row + 1]) return image_damaged("a row without a result", err);
    }
    if (index != indices || value != values || overflow != set->overflows) return image_damaged("its rows don't use up its entries", err);
    if (set->label_first[0] != 0 || set->label_first[set->rows] != set->labels) return image_damaged("its rows don't use up its results", err);
    for (uint64_t i = 0; i < set->overflows; i++)
        if (set->overflow[i].term >= set->table.count) return image_damaged("a term out of range", err);
    for (uint64_t i = 0; i < set->labels; i++)
        if (set->label[i].game >= set->games || set->label[i].half_points > 2) return image_damaged("a result out of range", err);
    for (int i = 0; i <= set->table.phases; i++)
        if (set->phase_first[i] > set->phase_first[i + 1]) return image_damaged("its phases are out of order", err);
    return (set->phase_first[0] == 0 && set->phase_first[set->table.phases + 1] == set->rows) || image_damaged("its phases don't use up its rows", err);
}

static bool take_image(TraceSet *set, const void *image, size_t size, Err *err) {
    const TraceHeader *head = image;
    if (!image_check_head(&head->common, size, &trace_kind, err) || !image_check_bytes(&head->common, head->size, size, err) ||
        !image_check_sections(head->section, TRACE_SECTIONS, size, err) || !check_sizes(head, err) || !image_read_table(&head->common, head->section, &set->table, &set->arena, err))
        return false;
    set->rows = head->rows;
    set->labels = head->labels;
    set->games = head->games;
    set->bytes = size;
    set->phase_first = section(head, TRACE_PHASES);
    set->counts = section(head, TRACE_COUNTS);
    set->label_first = section(head, TRACE_FIRSTS);
    set->mark = section(head, TRACE_MARKS);
    set->index = section(head, TRACE_INDEX);
    set->value = section(head, TRACE_VALUES);
    set->overflow = section(head, TRACE_OVERFLOWS);
    set->overflows = head->section[TRACE_OVERFLOWS].bytes / sizeof(TraceOverflow);
    set->label = section(head, TRACE_LABELS);
    set->game = section(head, TRACE_GAMES);
    return check_rows(set, head, err);
}

bool trace_adopt(TraceSet *set, void *image, size_t size, const char *name, Err *err) {
    *set = (TraceSet){ .image = image };
    set->path = arena_strdup(&set->arena, name);
    if (take_image(set, image, size, err)) return true;
    trace_close(set);
    return err_prefix(err, "%s: ", name);
}

bool trace_open(TraceSet *set, const char *path, Err *err) {
    *set = (TraceSet){ 0 };
    if (!image_map(path, &set->mapped, &set->bytes, err)) return false;
    set->path = arena_strdup(&set->arena, path);
    if (take_image(set, set->mapped, set->bytes, err)) return true;
    trace_close(set);
    return err_prefix(err, "%s: ", path);
}

void trace_close(TraceSet *set) {
    if (set->mapped) munmap(set->mapped, set->bytes);
    free(set->image);
    arena_free(&set->arena);
    *set = (TraceSet){ 0 };
}

bool trace_is_trace(const char *path) { return image_begins(path, TRACE_MAGIC); }

TraceCursor trace_cursor(const TraceSet *set, uint64_t row) {
    const TraceMark *mark = &set->mark[row / TRACE_BLOCK];
    TraceCursor at = { .set = set, .row = row - row % TRACE_BLOCK, .index = set->index + mark->index, .value = set->value + mark->value,
                       .overflow = set->overflow + mark->overflow, .overflow_end = set->overflow + set->overflows };
    while (at.row < row) trace_next(&at);
    return at;
}

int trace_entries(const TraceCursor *at, uint16_t *term, int32_t *count) {
    const TraceCounts c = at->set->counts[at->row];
    const int units = c.plus + c.minus;
    int n = 0;
    for (; n < units + c.other; n++) {
        term[n] = (uint16_t)(at->index[n] - (n >= c.plus && n < units ? at->set->table.count : 0));
        count[n] = n < c.plus ? 1 : n < units ? -1 : at->value[n - units];
    }
    for (const TraceOverflow *o = at->overflow; o < at->overflow_end && o->row == at->row; o++, n++) {
        term[n] = o->term;
        count[n] = o->value;
    }
    return n;
}
