/* The terms that a trace counts: names, start values and a hash that tells whether two tables are the same. */
#ifndef TUNER_DATA_TERM_TABLE_H
#define TUNER_DATA_TERM_TABLE_H
#include "engine/core/arena.h"
#include "engine/core/sha256.h"
#include "engine/eval/weights.h"

typedef struct {
    const char *name;   /* "psqt[4][9][0]" */
    uint64_t meaning;   /* hash of what the term means; 0: nothing but the name is known */
    double start[2];    /* middle game, endgame */
} TermSlot;

typedef struct {
    TermSlot *slot;     /* in the arena of whoever made the table */
    int count;
    int phases;         /* phases run from 0 to this; the middle game's share is phase / phases */
    bool builtin;       /* the terms of our own evaluation */
} TermTable;

/* The table of the evaluation of this program, with these weights as start values. */
void term_table_builtin(TermTable *table, const Weights *start, Arena *arena);
/* SHA-256 over phases, names and meanings, in order. */
void term_table_hash(const TermTable *table, char out[SHA256_TEXT_SIZE]);
/* A table as the sections of a file: the names with their ends, and for each term its meaning and two start values. */
typedef struct { const char *names; size_t names_bytes; const uint64_t *meaning; const double *start; } TermSections;
/* Fill slot[0..count) of a table from them; false when the names are too few. */
bool term_table_unpack(TermTable *table, const TermSections *from, Arena *arena);
/* The other way, into memory of term_table_names_bytes, 8 and 16 bytes a term. */
void term_table_pack(const TermTable *table, char *names, uint64_t *meaning, double *start);
size_t term_table_names_bytes(const TermTable *table);
/* Is `found` the same table as `wanted`? ERR_INPUT names the first term that differs. */
bool term_table_check(const TermTable *found, const TermTable *wanted, Err *err);
/* The slot of this name; -1 when there is none. */
int term_table_find(const TermTable *table, const char *name);
/* Start values of a builtin table as weights, rounded. */
void term_table_weights(const TermTable *table, Weights *out);
/* Does a name match a pattern? '*' stands for any characters; a pattern without brackets matches every slot of its term:
 * "psqt" and "psqt[4]" match "psqt[4][9][0]". */
bool term_name_matches(const char *name, const char *pattern);
/* Can the slot ever be used? false for squares of our own tables where a man of the kind can't stand. */
bool term_table_is_reachable(const TermTable *table, int slot);
/* How many characters of a slot's name say which table or term it belongs to: those of "psqt[4]" in "psqt[4][9][0]", of "mobility" in
 * "mobility[2]". */
size_t term_group_length(const char *name);
#endif
