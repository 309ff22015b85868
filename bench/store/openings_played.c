#include "bench/store/openings_played.h"
#include <stdlib.h>
#include <string.h>
#include "bench/store/rows.h"
#include "engine/core/buf.h"
#include "engine/xq/notation.h"

/* Start position and moves as one text, which is what openings are compared by. */
typedef struct { const char *text; } Played;

static void read_played(SqlCells *from, Arena *arena, void *row) {
    ((Played *)row)->text = rows_text(from, arena);
}

static int compare(const void *a, const void *b) { return strcmp(((const Played *)a)->text, ((const Played *)b)->text); }

static void print_opening(const Opening *opening, Buf *out) {
    buf_clear(out);
    buf_addf(out, "%s|", opening->fen);
    moves_coord(opening->move, opening->count, out);
}

static void mark(const Openings *openings, const Rows *rows, bool *played) {
    Buf text = { 0 };
    for (uint32_t i = 0; rows->count && i < openings->count; i++) {
        print_opening(&openings->item[i], &text);
        const Played wanted = { buf_text(&text) };
        if (bsearch(&wanted, rows->items, (size_t)rows->count, sizeof wanted, compare)) played[i] = true;
    }
    buf_free(&text);
}

bool store_openings_played(Store *store, const Openings *openings, int64_t until_unix, int64_t tuning, bool *played, Err *err) {
    Arena arena = { 0 };
    Rows rows = { .arena = &arena, .size = sizeof(Played) };
    sqlite3_stmt *stmt = sql_prepare(store->db,
                                     "SELECT fen || '|' || moves FROM opening WHERE id IN (SELECT pair.opening FROM pair JOIN run ON run.id = pair.run "
                                     "WHERE run.started_unix <= ? AND run.uid NOT IN (SELECT run FROM tuning_proof WHERE tuning = ?))",
                                     err);
    if (stmt) {
        SqlCells to = sql_cells(stmt);
        sql_put_int(&to, until_unix);
        sql_put_int(&to, tuning);
    }
    const bool good = rows_collect(&rows, stmt, read_played, err);
    if (good && rows.count) {
        qsort(rows.items, (size_t)rows.count, sizeof(Played), compare);
        mark(openings, &rows, played);
    }
    arena_free(&arena);
    return good;
}
