/* What an extraction took, in words. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include "bench/report/table.h"
#include "tuner/data/extract.h"

static double percent(int64_t part, int64_t whole) { return whole ? 100.0 * (double)part / (double)whole : 0; }

static void add_count(int64_t count, const char *what, Buf *out) { buf_addf(out, "%" PRId64 " %s%s", count, what, count == 1 ? "" : "s"); }

static void describe_source(const ExtractCounts *c, Buf *out) {
    if (c->source.games || c->source.unfinished || !c->source.lines) {
        add_count(c->source.games, "game", out);
        buf_addf(out, " read, %" PRId64 " without a result, %" PRId64 " left out by the reason they ended, %" PRId64 " left out as repeated\n", c->source.unfinished,
                 c->games_left_out, c->repeated);
    }
    if (c->source.lines) {
        add_count(c->source.lines, "position", out);
        buf_add(out, " read from EPD or samples\n");
    }
    if (c->source.broken) buf_addf(out, "%" PRId64 " broken lines or games passed over; the first: %s\n", c->source.broken, c->source.first_broken);
    buf_addf(out, "%" PRId64 " positions allowed by the rules (left out: %" PRId64 " in check, %" PRId64 " by score, %" PRId64 " not at rest)\n", c->eligible,
             c->in_check, c->extreme, c->restless);
    buf_addf(out, "%" PRId64 " samples: Red won %.1f%%, drawn %.1f%%, Black won %.1f%%; %.1f%% with a score\n", c->samples, percent(c->results[2], c->samples),
             percent(c->results[1], c->samples), percent(c->results[0], c->samples), percent(c->scored, c->samples));
}

/* Samples by eighth of the phases. */
static void describe_phases(const TraceSet *set, Buf *out) {
    enum { PARTS = 8 };
    int64_t part[PARTS] = { 0 };
    for (int phase = 0; phase <= set->table.phases; phase++) {
        const uint64_t first = set->phase_first[phase], end = set->phase_first[phase + 1];
        int at = phase * PARTS / set->table.phases;
        if (at == PARTS) at = PARTS - 1;
        part[at] += (int64_t)(set->label_first[end] - set->label_first[first]);
    }
    buf_add(out, "by phase, bare endgame to full board:");
    for (int i = 0; i < PARTS; i++) buf_addf(out, " %.1f%%", percent(part[i], (int64_t)set->labels));
    buf_add_char(out, '\n');
}

/* In how many games each term was seen. Rows of a game are not together, so each term keeps the games it has met. */
static void count_games(const TraceSet *set, int64_t *games) {
    const size_t words = (set->games + 63) / 64;
    uint64_t *seen = mem_zalloc((size_t)set->table.count * words + 1, sizeof *seen);
    uint16_t *term = mem_alloc((size_t)set->table.count * sizeof *term);
    int32_t *count = mem_alloc((size_t)set->table.count * sizeof *count);
    for (TraceCursor at = trace_cursor(set, 0); at.row < set->rows; trace_next(&at)) {
        const int n = trace_entries(&at, term, count);
        for (uint32_t l = set->label_first[at.row]; l < set->label_first[at.row + 1]; l++)
            for (int i = 0; i < n; i++) seen[term[i] * words + set->label[l].game / 64] |= 1ull << set->label[l].game % 64;
    }
    for (int t = 0; t < set->table.count; t++)
        for (size_t w = 0; w < words; w++) games[t] += __builtin_popcountll(seen[(size_t)t * words + w]);
    free(count);
    free(term);
    free(seen);
}

/* A line for each run of terms with the same name before its bracket: the fewest and the most games of a slot. */
static void describe_terms(const TraceSet *set, Buf *out) {
    int64_t *games = mem_zalloc((size_t)set->table.count + 1, sizeof *games);
    count_games(set, games);
    Table table;
    table_init(&table, "games that a term was seen in, by its slots");
    table_add_column(&table, "term", true);
    static const char *const heads[] = { "slots", "never", "under 100", "most" };
    for (int i = 0; i < 4; i++) table_add_column(&table, heads[i], false);
    for (int first = 0, t; first < set->table.count; first = t) {
        const char *name = set->table.slot[first].name;
        const size_t len = strcspn(name, "[");
        int64_t never = 0, rare = 0, most = 0;
        for (t = first; t < set->table.count && strncmp(set->table.slot[t].name, name, len) == 0 && strcspn(set->table.slot[t].name, "[") == len; t++) {
            never += games[t] == 0;
            rare += games[t] > 0 && games[t] < 100;
            if (games[t] > most) most = games[t];
        }
        table_add(&table, "%.*s", (int)len, name);
        table_add(&table, "%d", t - first);
        table_add(&table, "%" PRId64, never);
        table_add(&table, "%" PRId64, rare);
        table_add(&table, "%" PRId64, most);
    }
    table_write(&table, TABLE_TEXT, out);
    table_free(&table);
    free(games);
}

void extract_describe(const ExtractCounts *counts, const TraceSet *set, Buf *out) {
    describe_source(counts, out);
    add_count((int64_t)set->rows, "different trace", out);
    buf_add(out, " of ");
    add_count((int64_t)set->labels, "position", out);
    buf_add(out, " in ");
    add_count((int64_t)set->games, "game", out);
    buf_addf(out, ", %.1f bytes a position\n", set->labels ? (double)set->bytes / (double)set->labels : 0);
    describe_phases(set, out);
    describe_terms(set, out);
}
