#include "tuner/data/term_table.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "engine/eval/eval.h"
#include "engine/xq/placement.h"

static const char *slot_name(int place, Arena *arena) {
    Buf name = { 0 };
    weight_name(place, &name);
    const char *kept = arena_strdup(arena, buf_text(&name));
    buf_free(&name);
    return kept;
}

static uint64_t text_hash(const char *text) {
    char hex[SHA256_TEXT_SIZE];
    Sha256 sha;
    sha256_init(&sha);
    sha256_add_text(&sha, text);
    sha256_text(&sha, hex);
    hex[16] = 0;
    return strtoull(hex, NULL, 16);
}

void term_table_builtin(TermTable *table, const Weights *start, Arena *arena) {
    *table = (TermTable){ .slot = arena_alloc(arena, WEIGHT_COUNT * sizeof(TermSlot)), .count = WEIGHT_COUNT, .phases = PHASE_MAX, .builtin = true };
    for (int t = 0; t < term_count; t++) {
        const uint64_t meaning = text_hash(terms[t].help);
        for (int i = 0; i < terms[t].count; i++) {
            const Score score = start->flat[terms[t].first + i];
            table->slot[terms[t].first + i] = (TermSlot){ .name = slot_name(terms[t].first + i, arena), .meaning = meaning, .start = { score.mg, score.eg } };
        }
    }
}

void term_table_hash(const TermTable *table, char out[SHA256_TEXT_SIZE]) {
    Sha256 sha;
    sha256_init(&sha);
    sha256_add_u64(&sha, (uint64_t)table->phases);
    for (int i = 0; i < table->count; i++) {
        sha256_add_text(&sha, table->slot[i].name);
        sha256_add_u64(&sha, table->slot[i].meaning);
    }
    sha256_text(&sha, out);
}

bool term_table_unpack(TermTable *table, const TermSections *from, Arena *arena) {
    const char *name = from->names, *end = name + from->names_bytes;
    table->slot = arena_alloc(arena, ((size_t)table->count + 1) * sizeof *table->slot);
    for (int i = 0; i < table->count; i++) {
        const size_t room = (size_t)(end - name), len = strnlen(name, room);
        if (len == room) return false;
        table->slot[i] = (TermSlot){ .name = name, .meaning = from->meaning[i], .start = { from->start[2 * i], from->start[2 * i + 1] } };
        name += len + 1;
    }
    return true;
}

void term_table_pack(const TermTable *table, char *names, uint64_t *meaning, double *start) {
    for (int i = 0; i < table->count; i++) {
        const TermSlot *slot = &table->slot[i];
        const size_t len = strlen(slot->name) + 1;
        memcpy(names, slot->name, len);
        names += len;
        meaning[i] = slot->meaning;
        memcpy(start + 2 * i, slot->start, sizeof slot->start);
    }
}

size_t term_table_names_bytes(const TermTable *table) {
    size_t bytes = 0;
    for (int i = 0; i < table->count; i++) bytes += strlen(table->slot[i].name) + 1;
    return bytes;
}

bool term_table_check(const TermTable *found, const TermTable *wanted, Err *err) {
    for (int i = 0; i < found->count && i < wanted->count; i++) {
        const TermSlot *a = &found->slot[i], *b = &wanted->slot[i];
        if (strcmp(a->name, b->name) != 0)
            return err_set(err, ERR_INPUT, "its term %d is %s, this program's is %s: extract the traces anew", i, a->name, b->name);
        if (a->meaning != b->meaning)
            return err_set(err, ERR_INPUT, "its term %s doesn't mean what it means in this program: extract the traces anew", a->name);
    }
    if (found->count != wanted->count)
        return err_set(err, ERR_INPUT, "it counts %d terms, this program %d (%s is only in one of them): extract the traces anew", found->count,
                       wanted->count, found->count > wanted->count ? found->slot[wanted->count].name : wanted->slot[found->count].name);
    if (found->phases != wanted->phases)
        return err_set(err, ERR_INPUT, "it has phases 0 to %d, this program 0 to %d: extract the traces anew", found->phases, wanted->phases);
    return true;
}

int term_table_find(const TermTable *table, const char *name) {
    for (int i = 0; i < table->count; i++)
        if (strcmp(table->slot[i].name, name) == 0) return i;
    return -1;
}

void term_table_weights(const TermTable *table, Weights *out) {
    for (int i = 0; i < WEIGHT_COUNT; i++)
        out->flat[i] = (Score){ .mg = (int16_t)lround(table->slot[i].start[0]), .eg = (int16_t)lround(table->slot[i].start[1]) };
}

bool term_name_matches(const char *name, const char *pattern) {
    for (; *pattern; pattern++, name++) {
        if (*pattern == '*') {
            while (!term_name_matches(name, pattern + 1))
                if (!*name++) return false;
            return true;
        }
        if (*name != *pattern) return false;
    }
    return *name == 0 || *name == '[';
}

size_t term_group_length(const char *name) {
    const char *first = strchr(name, '['), *second = first ? strchr(first + 1, '[') : NULL;
    return second ? (size_t)(second - name) : first ? (size_t)(first - name) : strlen(name);
}

bool term_table_is_reachable(const TermTable *table, int slot) {
    const Term *psqt = term_find("psqt");
    if (!table->builtin || !psqt || slot < psqt->first || slot >= psqt->first + psqt->count) return true;
    const int folds = 5, at = slot - psqt->first; /* kind, rank, folded file */
    return placement_allows(pc_make(RED, at / (RANKS * folds)), sq_of(at % folds, at / folds % RANKS));
}
