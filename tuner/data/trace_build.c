#include "tuner/data/trace_build.h"
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include "engine/core/fnv.h"
#include "tuner/data/trace_image.h"

/* A row as it was added: its bytes are counts, indices, values, in this order. */
typedef struct {
    uint64_t hash;
    uint64_t bytes;      /* where its bytes begin */
    uint32_t label;      /* also the order of arrival */
    uint32_t overflow;   /* its first overflow entry */
    uint16_t phase;
    uint16_t overflows;
} Row;

/* What grows as rows come. */
typedef struct { void *items; size_t count, cap, size; } Pile;

struct TraceBuilder {
    const TermTable *table;
    bool check_results;
    Pile bytes, rows, labels, overflow, games, results; /* uint8_t, Row, TraceLabel, TraceOverflow, uint64_t, uint8_t */
    uint32_t *slots;     /* open addressing: index of a game + 1 */
    size_t slot_count;
};

static void *pile_add(Pile *pile, size_t count) {
    if (pile->count + count > pile->cap) {
        pile->cap = (pile->cap + count) * 3 / 2 + 64;
        pile->items = mem_realloc(pile->items, pile->cap * pile->size);
    }
    void *fresh = (char *)pile->items + pile->count * pile->size;
    pile->count += count;
    return fresh;
}

TraceBuilder *trace_builder_new(const TermTable *table, bool check_results) {
    TraceBuilder *b = mem_zalloc(1, sizeof *b);
    b->table = table;
    b->check_results = check_results;
    b->bytes.size = b->results.size = 1;
    b->rows.size = sizeof(Row);
    b->labels.size = sizeof(TraceLabel);
    b->overflow.size = sizeof(TraceOverflow);
    b->games.size = sizeof(uint64_t);
    b->slot_count = 1024;
    b->slots = mem_zalloc(b->slot_count, sizeof *b->slots);
    return b;
}

void trace_builder_delete(TraceBuilder *b) {
    if (!b) return;
    Pile *const piles[] = { &b->bytes, &b->rows, &b->labels, &b->overflow, &b->games, &b->results };
    for (size_t i = 0; i < sizeof piles / sizeof piles[0]; i++) free(piles[i]->items);
    free(b->slots);
    free(b);
}

/* Games: identities to indices. */

static uint64_t mix(uint64_t x) {
    x ^= x >> 32;
    x *= 0xd6e8feb86659fd93ull;
    return x ^ x >> 32;
}

static uint32_t *find_slot(TraceBuilder *b, uint64_t id) {
    const uint64_t *games = b->games.items;
    size_t at = mix(id) & (b->slot_count - 1);
    while (b->slots[at] && games[b->slots[at] - 1] != id) at = (at + 1) & (b->slot_count - 1);
    return &b->slots[at];
}

static void grow_slots(TraceBuilder *b) {
    free(b->slots);
    b->slot_count *= 2;
    b->slots = mem_zalloc(b->slot_count, sizeof *b->slots);
    const uint64_t *games = b->games.items;
    for (size_t i = 0; i < b->games.count; i++) *find_slot(b, games[i]) = (uint32_t)i + 1;
}

static bool game_index(TraceBuilder *b, const TraceFacts *facts, uint32_t *out, Err *err) {
    static const char *const words[] = { "0", "0.5", "1" };
    uint32_t *slot = find_slot(b, facts->game);
    if (!*slot) {
        *(uint64_t *)pile_add(&b->games, 1) = facts->game;
        *(uint8_t *)pile_add(&b->results, 1) = (uint8_t)facts->half_points;
        *slot = (uint32_t)b->games.count;
        if (b->games.count * 2 > b->slot_count) grow_slots(b);
        *out = (uint32_t)b->games.count - 1;
        return true;
    }
    *out = *slot - 1;
    const int before = ((const uint8_t *)b->results.items)[*out];
    return before == facts->half_points || !b->check_results ||
           err_set(err, ERR_INPUT, "a game can't have two results: it had %s before and has %s here", words[before], words[facts->half_points]);
}

/* Rows. */

/* The entries of one kind: +1 (0), -1 (1) or others (2), at most as many as one byte counts. */
static int kind_of(int32_t count) { return count == 1 ? 0 : count == -1 ? 1 : 2; }

static void add_overflow(TraceBuilder *b, Row *row, int term, int32_t value) {
    *(TraceOverflow *)pile_add(&b->overflow, 1) = (TraceOverflow){ .term = (uint16_t)term, .value = value };
    row->overflows++;
}

static void encode(TraceBuilder *b, Row *row, const int32_t *count) {
    uint16_t list[3][UINT8_MAX];
    int8_t value[UINT8_MAX];
    uint8_t length[3] = { 0 };
    for (int term = 0; term < b->table->count; term++) {
        if (!count[term]) continue;
        const int kind = kind_of(count[term]);
        if (length[kind] == UINT8_MAX || count[term] > INT8_MAX || count[term] < INT8_MIN) {
            add_overflow(b, row, term, count[term]);
            continue;
        }
        if (kind == 2) value[length[2]] = (int8_t)count[term];
        list[kind][length[kind]++] = (uint16_t)(kind == 1 ? term + b->table->count : term);
    }
    const size_t size = 3 + 2u * (length[0] + length[1] + length[2]) + length[2];
    uint8_t *at = pile_add(&b->bytes, size);
    row->bytes = b->bytes.count - size;
    memcpy(at, length, 3);
    size_t used = 3;
    for (int kind = 0; kind < 3; kind++) {
        memcpy(at + used, list[kind], 2u * length[kind]);
        used += 2u * length[kind];
    }
    memcpy(at + used, value, length[2]);
    row->hash = mix(fnv_add(0x9e3779b97f4a7c15ull, at, size));
}

bool trace_builder_add(TraceBuilder *b, const TraceFacts *facts, const int32_t *count, Err *err) {
    uint32_t game;
    if (facts->phase < 0 || facts->phase > b->table->phases)
        return err_set(err, ERR_INPUT, "phase %d is not within 0 to %d", facts->phase, b->table->phases);
    if (!game_index(b, facts, &game, err)) return false;
    if (b->rows.count >= UINT32_MAX - 1) return err_set(err, ERR_INPUT, "more than %" PRIu32 " positions", UINT32_MAX - 1);
    Row row = { .label = (uint32_t)b->labels.count, .phase = (uint16_t)facts->phase, .overflow = (uint32_t)b->overflow.count };
    encode(b, &row, count);
    *(Row *)pile_add(&b->rows, 1) = row;
    *(TraceLabel *)pile_add(&b->labels, 1) =
        (TraceLabel){ .game = game, .score = (int16_t)facts->score, .half_points = (uint8_t)facts->half_points };
    return true;
}

/* Finishing. */

static int compare_rows(const void *a, const void *b) {
    const Row *x = a, *y = b;
    if (x->phase != y->phase) return x->phase < y->phase ? -1 : 1;
    if (x->hash != y->hash) return x->hash < y->hash ? -1 : 1;
    return x->label < y->label ? -1 : x->label > y->label;
}

static size_t row_size(const uint8_t *bytes) { return 3 + 2u * (bytes[0] + bytes[1] + bytes[2]) + bytes[2]; }

/* Rows with overflow are rare and stay alone. */
static bool same_row(const TraceBuilder *b, const Row *x, const Row *y) {
    const uint8_t *bytes = b->bytes.items;
    const size_t size = row_size(bytes + x->bytes);
    return x->phase == y->phase && x->hash == y->hash && !x->overflows && !y->overflows && size == row_size(bytes + y->bytes) &&
           memcmp(bytes + x->bytes, bytes + y->bytes, size) == 0;
}

/* Sums over the sorted rows that decide how large the sections are. */
typedef struct { uint64_t rows, index, value; } Sizes;

static Sizes measure(const TraceBuilder *b) {
    const Row *row = b->rows.items;
    const uint8_t *bytes = b->bytes.items;
    Sizes sizes = { 0 };
    for (size_t i = 0; i < b->rows.count; i++) {
        if (i && same_row(b, &row[i - 1], &row[i])) continue;
        const uint8_t *at = bytes + row[i].bytes;
        sizes.rows++;
        sizes.index += (uint64_t)at[0] + at[1] + at[2];
        sizes.value += at[2];
    }
    return sizes;
}

static void lay_out(const TraceBuilder *b, const Sizes *sizes, TraceHeader *head) {
    const uint64_t blocks = (sizes->rows + TRACE_BLOCK - 1) / TRACE_BLOCK;
    uint64_t bytes[TRACE_SECTIONS] = {
        [TRACE_PHASES] = 8 * ((uint64_t)b->table->phases + 2), [TRACE_COUNTS] = sizes->rows * sizeof(TraceCounts),
        [TRACE_FIRSTS] = 4 * (sizes->rows + 1), [TRACE_MARKS] = (blocks + 1) * sizeof(TraceMark), [TRACE_INDEX] = 2 * sizes->index,
        [TRACE_VALUES] = sizes->value, [TRACE_OVERFLOWS] = b->overflow.count * sizeof(TraceOverflow),
        [TRACE_LABELS] = b->labels.count * sizeof(TraceLabel), [TRACE_GAMES] = 8 * b->games.count,
    };
    image_table_bytes(b->table, bytes);
    *head = (TraceHeader){ .common = image_head(&trace_kind, b->table), .rows = sizes->rows, .labels = b->labels.count, .games = b->games.count };
    head->size = image_lay_out(&trace_kind, bytes, TRACE_SECTIONS, head->section);
}

static void *place(TraceHeader *head, TraceSection which) { return (char *)head + head->section[which].offset; }

/* Where the next entries go. */
typedef struct { uint64_t row, index, value, overflow, label; } Ends;

static void write_row(const TraceBuilder *b, TraceHeader *head, const Row *row, Ends *end) {
    const uint8_t *bytes = (const uint8_t *)b->bytes.items + row->bytes;
    const size_t entries = (size_t)bytes[0] + bytes[1] + bytes[2];
    if (end->row % TRACE_BLOCK == 0)
        ((TraceMark *)place(head, TRACE_MARKS))[end->row / TRACE_BLOCK] = (TraceMark){ end->index, end->value, end->overflow };
    ((TraceCounts *)place(head, TRACE_COUNTS))[end->row] = (TraceCounts){ bytes[0], bytes[1], bytes[2] };
    ((uint32_t *)place(head, TRACE_FIRSTS))[end->row] = (uint32_t)end->label;
    memcpy((uint16_t *)place(head, TRACE_INDEX) + end->index, bytes + 3, 2 * entries);
    if (bytes[2]) memcpy((int8_t *)place(head, TRACE_VALUES) + end->value, bytes + 3 + 2 * entries, bytes[2]);
    end->index += entries;
    end->value += bytes[2];
    for (uint32_t i = 0; i < row->overflows; i++) {
        TraceOverflow entry = ((const TraceOverflow *)b->overflow.items)[row->overflow + i];
        entry.row = (uint32_t)end->row;
        ((TraceOverflow *)place(head, TRACE_OVERFLOWS))[end->overflow++] = entry;
    }
    end->row++;
}

static void write_rows(const TraceBuilder *b, TraceHeader *head) {
    const Row *row = b->rows.items;
    uint64_t *phase_first = place(head, TRACE_PHASES);
    TraceLabel *label = place(head, TRACE_LABELS);
    Ends end = { 0 };
    int phase = 0;
    for (size_t i = 0; i < b->rows.count; i++) {
        while (phase <= row[i].phase) phase_first[phase++] = end.row; /* a merged row never begins a phase */
        if (!i || !same_row(b, &row[i - 1], &row[i])) write_row(b, head, &row[i], &end);
        label[end.label++] = ((const TraceLabel *)b->labels.items)[row[i].label];
    }
    while (phase <= b->table->phases + 1) phase_first[phase++] = end.row;
    ((uint32_t *)place(head, TRACE_FIRSTS))[end.row] = (uint32_t)end.label;
    ((TraceMark *)place(head, TRACE_MARKS))[(end.row + TRACE_BLOCK - 1) / TRACE_BLOCK] = (TraceMark){ end.index, end.value, end.overflow };
    if (b->games.count) memcpy(place(head, TRACE_GAMES), b->games.items, 8 * b->games.count);
}

void *trace_builder_finish(TraceBuilder *b, size_t *size) {
    if (b->rows.count) qsort(b->rows.items, b->rows.count, sizeof(Row), compare_rows);
    const Sizes sizes = measure(b);
    TraceHeader layout;
    lay_out(b, &sizes, &layout);
    TraceHeader *head = mem_zalloc(1, layout.size);
    *head = layout;
    image_write_table(&head->common, head->section, b->table);
    write_rows(b, head);
    image_seal(&head->common, layout.size);
    *size = layout.size;
    trace_builder_delete(b);
    return head;
}
